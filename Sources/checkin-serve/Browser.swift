import Glibc

/// The person's browser.
enum Browser {
  /// Opens an address; where there is no browser, the address on the terminal is enough.
  static func open(_ address: String) {
    let arguments: [UnsafeMutablePointer<CChar>?] = [strdup("xdg-open"), strdup(address), nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    if posix_spawnp(&process, "xdg-open", nil, nil, arguments, environ) != 0 {
      Terminal.say("No browser could be opened: xdg-open is missing. Open the address yourself.", to: .errors)
    }
  }
}
