import Foundation

/// The photos of `Fixtures/photos`, with what `Tools/make-photos` says must become of them.
struct PhotoCorpus {
  struct Expectation: Decodable, Sendable {
    var width: Int?
    var height: Int?
    var removed: [String]?
    /// The mean colours of eight by eight fields, as hexadecimal digits, from an independent decoder.
    var colors: String?
    /// The codes of the errors that are right, where the photo must be refused.
    var refused: [String]?
  }

  static let directory = URL(filePath: #filePath).appending(path: "../../../Fixtures/photos").standardized.path
  static let expectations: [String: Expectation] = {
    let data = FileManager.default.contents(atPath: directory + "/expected.json") ?? Data()
    return (try? JSONDecoder().decode([String: Expectation].self, from: data)) ?? [:]
  }()

  static let taken = expectations.filter { $0.value.refused == nil }.keys.sorted()
  static let refused = expectations.filter { $0.value.refused != nil }.keys.sorted()

  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: directory + "/" + name)))
  }

  /// The built worker: `CHECKIN_PHOTO_WORKER`, else the one beside the test bundle.
  static var worker: String {
    if let path = ProcessInfo.processInfo.environment["CHECKIN_PHOTO_WORKER"] { return path }
    let bundle = URL(filePath: CommandLine.arguments.first ?? "").deletingLastPathComponent()
    return bundle.appending(path: "checkin-photo").path
  }
}
