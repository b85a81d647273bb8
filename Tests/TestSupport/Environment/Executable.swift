/// Programs that a test makes in order to run them.
///
/// The system doesn't run a file that a process has open for writing: `ETXTBSY`, "Text file busy". Tests on other
/// threads start processes all the time, and each of them holds every descriptor of this process until it runs its own
/// program; closing on exec comes too late. So this process never has a program open for writing. A child process with
/// one thread, which nothing is started from meanwhile, writes it.
package enum Executable {
  /// Writes a script for the shell, and makes it executable. Replaces a file that is there.
  ///
  /// - Parameter script: The lines after `#!/bin/sh`.
  package static func write(script: String, to path: String) throws {
    let path = Tool.quoted(path)
    try Tool.require("cat > \(path) && chmod 700 \(path)", in: "/", input: Array("#!/bin/sh\n\(script)\n".utf8))
  }

  /// Copies a program.
  package static func copy(_ program: String, to path: String) throws {
    try Tool.require("cp \(Tool.quoted(program)) \(Tool.quoted(path))", in: "/")
  }
}
