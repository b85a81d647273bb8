import JournalTestSupport
import TestSupport

@testable import CheckInInterchange
@testable import CheckInJournal
@testable import CheckInModel

extension FuzzTarget {
  /// Whatever stands in another program's file: check-ins that a journal takes once, or an error.
  static func program(_ bytes: [UInt8], _ formats: [ImportFormat]) throws {
    let directory = try TemporaryDirectory()
    try directory.write(bytes, to: "input")
    for format in formats {
      var configuration = Journal.Configuration(now: { 1_795_262_400_000 })
      configuration.fileSystem = SimulatedFileSystem()
      let journal = try Journal(at: Trial.path, configuration: configuration)
      func importing(_ map: ImportMap) throws -> ImportReport {
        try Importer.run(
          path: directory.path + "/input", format: format, skipInvalid: true, now: 1_795_262_400_000, zone: .utc,
          map: map, into: { _ in journal })
      }
      // Of a table that nobody can know, the first column is the time.
      let header = String(
        decoding: bytes.prefix { $0 > 0x1F }.split(separator: UInt8(ascii: ",")).first ?? [], as: UTF8.self)
      for map in [ImportMap(), try? ImportMap(["at=\(header),type=Run"])] {
        guard let map, let report = try? importing(map) else { continue }
        try require(report.added <= journal.lastNumber, "every check-in that is said to be new is there")
        try require(try importing(map).added == 0, "the same file twice adds nothing")
      }
    }
  }

  /// The file as it is, and its bytes as messages in a file whose checksums are right.
  static func fit(_ bytes: [UInt8]) throws {
    try program(bytes, [.fit])
    var file: [UInt8] = [12, 0x20, 0, 0] + (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) }
    file += Array(".FIT".utf8) + bytes
    let checksum = FITFile.checksum(file[...])
    file += [UInt8(truncatingIfNeeded: checksum), UInt8(truncatingIfNeeded: checksum >> 8)]
    try program(file, [.fit])
  }
}
