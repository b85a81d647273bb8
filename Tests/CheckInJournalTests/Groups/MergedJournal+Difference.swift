@testable import CheckInJournal
@testable import CheckInTimeline

extension MergedJournal {
  /// What differs from another view of the same logs; `nil` if nothing does.
  ///
  /// Of a view that was read from a snapshot without its history, everything else is compared.
  func difference(from other: MergedJournal) -> String? {
    var (mine, others) = (timeline, other.timeline)
    guard mine.givenNumbers == others.givenNumbers else { return "numbers" }
    for number in mine.givenNumbers.joined() {
      guard (try? mine.checkIn(number)) == (try? others.checkIn(number)) else { return "check-ins (\(number))" }
      let code = UInt32(number)
      guard !hasHistory || events.map({ $0.sequences(of: code) }) == other.events.map({ $0.sequences(of: code) }) else {
        return "events of check-ins"
      }
      guard resolved(number) == other.resolved(number) else { return "united numbers" }
      guard conflictingFields(of: number) == other.conflictingFields(of: number) else { return "contested fields" }
    }
    guard conflicts() == other.conflicts() else { return "conflicts" }
    guard (try? mine.settleCalories()) != nil, (try? others.settleCalories()) != nil else { return "calories" }
    guard mine.directory.typeCounts == others.directory.typeCounts,
      mine.directory.months.filter({ $0.checkIns > 0 }) == others.directory.months.filter({ $0.checkIns > 0 }),
      mine.directory.sequence == others.directory.sequence, mine.directory.lastNumber == others.directory.lastNumber,
      mine.directory.laterFields == others.directory.laterFields
    else { return "counts" }
    guard exercises == other.exercises, exerciseNumbers == other.exerciseNumbers else { return "exercises" }
    guard let training = try? mine.training.settle(), let same = try? others.training.settle() else { return "parts" }
    guard training == same else { return "workouts" }
    guard lineage.commonPrefixes.mapValues(\.common) == other.lineage.commonPrefixes.mapValues(\.common) else {
      return "common prefixes"
    }
    guard clock == other.clock, latest == other.latest, ends == other.ends,
      firstRecordedMilliseconds == other.firstRecordedMilliseconds
    else { return "ends" }
    for (writer, same) in zip(writers, other.writers) {
      guard writer.replica == same.replica, writer.clock == same.clock, writer.lastSequence == same.lastSequence,
        writer.known == same.known, writer.ordinals == same.ordinals,
        !hasHistory || writer.earlier.map(\.sequence) == same.earlier.map(\.sequence),
        !hasHistory || writer.earlier.map(\.known) == same.earlier.map(\.known)
      else { return "knowledge" }
    }
    return nil
  }
}
