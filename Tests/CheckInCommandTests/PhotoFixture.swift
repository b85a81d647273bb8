import Foundation
import TestSupport
import Testing

/// The photos of `Fixtures/photos`.
enum PhotoFixture {
  static let directory = URL(filePath: #filePath).appending(path: "../../../Fixtures/photos").standardized.path

  /// The names of those that must be refused.
  static let refused: [String] = {
    let data = FileManager.default.contents(atPath: directory + "/expected.json") ?? Data()
    let all = (try? JSONSerialization.jsonObject(with: data)) as? [String: [String: Any]] ?? [:]
    return all.filter { $0.value["refused"] != nil }.keys.sorted()
  }()

  static func path(_ name: String) -> String { directory + "/" + name }

  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: path(name))))
  }
}

extension CheckInProcess {
  /// The sample journal, in which 1 has a photo and 2 has another.
  static func withPhotos(environment: [String: String?] = [:]) throws -> CheckInProcess {
    let checkin = try CheckInProcess.withSamples(environment: environment)
    for (number, name) in [("1", "gps.jpg"), ("2", "display-p3.jpg")] {
      let outcome = try checkin.run("photo", "attach", number, PhotoFixture.path(name))
      try #require(outcome.status == 0, "\(outcome.errors)")
    }
    return checkin
  }

  /// The SHA-256 of the photo that a check-in shows.
  func photo(of number: Int) throws -> String? {
    let checkIn = try run("show", String(number), "--json").object()
    return (checkIn["photo"] as? [String: Any])?["sha256"] as? String
  }

  /// Log, witness and photos: everything but the cache and the lock.
  func records() -> [String: [UInt8]] {
    journalFiles().filter { $0.key.hasPrefix("log") || $0.key.hasPrefix("photos") || $0.key == "HEAD" }
  }

  /// The counts of photos that the verification prints.
  func verifiedPhotos() throws -> [String: Int] {
    let verification = try run("verify", "--json").object()
    return try #require(verification["photos"] as? [String: Int])
  }

  /// The names of the thumbnails in the cache.
  func thumbnails() throws -> [String] {
    let result = try Tool.shell(
      "sqlite3 journal/snapshot.sqlite \"SELECT name FROM item WHERE kind = 'thumbnail' ORDER BY name\"", in: directory)
    return result.text.split(separator: "\n").map(String.init)
  }
}
