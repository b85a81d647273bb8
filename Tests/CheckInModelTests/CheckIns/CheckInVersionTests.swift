import EventLog
import Foundation
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInModel

@Suite("Versions of check-ins")
struct CheckInVersionTests {
  private static let checkIn = CheckIn(
    number: 17, id: UUID(), type: .run, title: "Morning 5k",
    time: CheckInTime(instantMilliseconds: 1_763_705_400_000, offsetMinutes: 60), sequence: 21)

  @Test("Alone, a version is the number of the latest event")
  func alone() throws {
    let version: CheckInVersion = 21
    #expect(version.description == "21" && CheckInVersion("21") == version)
    #expect(version.isSame(as: Self.checkIn) == nil)
    #expect(try JSONDecoder().decode([CheckInVersion].self, from: JSONEncoder().encode([version])) == [version])
  }

  @Test("Among several devices, whatever is shown or was said differently makes another version")
  func several() {
    var seen: Set<CheckInVersion> = [CheckInVersion(of: Self.checkIn, conflicts: [])]
    func differs(_ conflicts: [MergeConflict] = [], _ change: (inout CheckIn) -> Void = { _ in }) {
      var other = Self.checkIn
      change(&other)
      let version = CheckInVersion(of: other, conflicts: conflicts)
      #expect(seen.insert(version).inserted, "\(version)")
      #expect(CheckInVersion(version.description) == version)
      #expect(version.isSame(as: other) == true)
    }
    differs { $0.sequence = 22 }
    differs { $0.type = .swim }
    differs { $0.title = "Morning 6k" }
    differs { $0.time.instantMilliseconds += 1 }
    differs { $0.time.timeZone = "Europe/Berlin" }
    differs { $0.calories = 0 }
    differs { $0.durationSeconds = 1 }
    differs { $0.distanceMetres = 1 }
    differs { $0.location = "Park" }
    differs { $0.notes = "Park" }
    differs { $0.isDiscarded = true }
    differs { $0.photo = Photo(digest: Digest(of: [1]), byteCount: 1, width: 1, height: 1) }
    let here = MergeConflict.Candidate(replica: UUID(), device: "laptop", sequence: 3, value: nil)
    let there = MergeConflict.Candidate(replica: UUID(), device: "phone", sequence: 3, value: nil)
    for field in CheckInField.mergeable {
      differs([MergeConflict(subject: .checkIn(17), field: field.rawValue, candidates: [here, there])])
    }
    differs([MergeConflict(subject: .checkIn(17), field: "title", candidates: [there, here])])
  }

  @Test(
    "What is no version is refused",
    arguments: [
      "", "-", "17-", "+17", "-1", "1 ", "17-0123", "17-0123456789ABCDEF", "17-+123456789abcdef", "17-0123456789abcdeg",
      "18446744073709551616", "17-0123456789abcdef-0123456789abcdef-0123456789abcdef", "17--0123456789abcdef",
    ])
  func refused(text: String) {
    #expect(CheckInVersion(text) == nil)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([CheckInVersion].self, from: JSONEncoder().encode([text]))
    }
  }
}
