/// The arguments as the system passed them.
enum ArgumentBytes {
  /// The arguments after the command's name. Throws a `CommandFailure` with status 64 where one is not UTF-8; Swift's
  /// own list would repair it silently, and the repaired text would be stored.
  static func arguments() throws -> [String] {
    var arguments: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let pointer = CommandLine.unsafeArgv[index] else { break }
      guard let argument = String(validatingCString: pointer) else {
        throw CommandFailure.usage("Argument \(index) is not valid UTF-8: \"\(String(cString: pointer))\"")
      }
      arguments.append(argument)
    }
    return arguments
  }
}
