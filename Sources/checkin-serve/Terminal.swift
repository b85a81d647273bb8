import CheckInJournal
import CheckInLanguage
import Glibc

/// Writes to the terminal.
enum Terminal {
  enum Channel: Int32 {
    case answers = 1
    case errors = 2
  }

  /// Writes a line at once, whether or not anybody reads it.
  static func say(_ line: String, to channel: Channel) {
    let bytes = Array((line + "\n").utf8)
    _ = write(channel.rawValue, bytes, bytes.count)
  }

  /// Reports an error as the command does, and ends the process.
  static func fail(_ error: JournalError, isJSON: Bool) -> Never {
    if isJSON {
      var json = JSONWriter()
      json.object { json in
        json["error"] = error.advice.inCommands.text
        json["messages"] = error.messages.map(\.inCommands.text)
        json["code"] = Int(error.code.exitStatus)
        json["hint"] = nil as String?
      }
      say(json.text, to: .errors)
    } else {
      say("Error: \(error.advice.inCommands)", to: .errors)
    }
    exit(error.code.exitStatus)
  }
}

/// The user's browser.
enum Browser {
  /// Opens an address. Without a browser, the address on the terminal has to do.
  static func open(_ address: String) {
    let arguments: [UnsafeMutablePointer<CChar>?] = [strdup("xdg-open"), strdup(address), nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    if posix_spawnp(&process, "xdg-open", nil, nil, arguments, environ) != 0 {
      Terminal.say("No browser could be opened: xdg-open is missing. Open the address yourself.", to: .errors)
    }
  }
}
