internal import Glibc
internal import Synchronization

/// How many cases were judged in this process. With `CHECKIN_CASES` set, it is printed when the process ends.
package enum CaseCount {
  private static let count = Atomic<Int>(0)

  private static let isPrinted: Bool = {
    guard getenv("CHECKIN_CASES") != nil else { return false }
    atexit { print("Cases: \(CaseCount.count.load(ordering: .relaxed))") }
    return true
  }()

  package static func add() {
    HangWatch.noteActivity()
    guard isPrinted else { return }
    count.add(1, ordering: .relaxed)
  }
}
