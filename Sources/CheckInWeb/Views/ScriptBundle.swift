import CheckInJournal

/// Scripts that import each other, in one file, so that a browser needs one request for all of them.
///
/// Each script stays a separate scope: a function that returns what the script exports. It understands the statements
/// that our scripts use, at the start of a line: `import "./a.js";`, `import { b } from "./a.js";`, and `export` before
/// a function or a constant.
struct ScriptBundle {
  /// The file, with the script that imports the others last.
  private(set) var text = ""
  /// The names of the scripts in it, in their order.
  private(set) var names: [String] = []

  private let sources: [String: [UInt8]]

  /// - Parameters:
  ///   - entry: The name of the script that imports the others.
  ///   - sources: The scripts by their names.
  init(_ entry: String, of sources: [String: [UInt8]]) {
    self.sources = sources
    add(entry)
  }

  /// The constant that holds what a script exports.
  static func constant(_ name: some StringProtocol) -> String {
    "$" + String(name).replacing(".js", with: "").replacing("-", with: "_")
  }

  private mutating func add(_ name: String) {
    guard !names.contains(name), let bytes = sources[name] else { return }
    var script = String(decoding: bytes, as: UTF8.self)
    var (imported, exported): ([String], [String]) = ([], [])
    script.replace(Self.importing) { match in
      imported.append(String(match.output.2))
      return match.output.1.map { "const {\($0)} = \(Self.constant(match.output.2));\n" } ?? ""
    }
    for name in imported { add(name) }
    script.replace(Self.exporting) { match in
      exported.append(String(match.output.2))
      return "\(match.output.1) \(match.output.2)"
    }
    // Only a page's script may wait for something before it goes on; a service worker's may not.
    let waits = script.contains(Self.waiting)
    text +=
      "const \(Self.constant(name)) = \(waits ? "await (async " : "(")() => {\n\(script)"
      + "return { \(exported.joined(separator: ", ")) };\n})();\n"
    names.append(name)
  }

  private static var importing: Regex<(Substring, Substring?, Substring)> {
    /(?m)^import (?:\{([^}]*)\} from )?"\.\/([^"]+)";\n/
  }

  private static var exporting: Regex<(Substring, Substring, Substring)> {
    /(?m)^export ((?:async )?function|const) (\w+)/
  }

  private static var waiting: Regex<Substring> { /(?m)^(?:const \w+ = )?[^\s=>][^=>\n]*\bawait\b/ }
}
