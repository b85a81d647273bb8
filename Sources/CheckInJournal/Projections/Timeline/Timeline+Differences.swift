extension Timeline {
  /// Where another timeline differs from this one, in words; empty where both say the same. Loads everything.
  mutating func differences(from other: inout Timeline) throws(TimelineFault) -> [String] {
    var differences: [String] = []
    if directory.sequence != other.directory.sequence || directory.lastNumber != other.directory.lastNumber {
      differences.append("the number of events or check-ins")
    }
    if directory.typeCounts != other.directory.typeCounts { differences.append("the counts by type") }
    let months = Set(directory.months.map(\.month)).union(other.directory.months.map(\.month))
    for month in months.sorted() { differences += try monthDifferences(from: &other, month) }
    for number in stride(from: 1, through: min(directory.lastNumber, other.directory.lastNumber), by: 1) {
      try loadNumbers(NumberIndex.block(of: number))
      try other.loadNumbers(NumberIndex.block(of: number))
      if numbers[number] != other.numbers[number] { differences.append("the month of check-in \(number)") }
    }
    // One that cannot be read hides no other difference.
    if (try? hasSameEvents(as: &other)) != true { differences.append("the index of events") }
    return differences
  }

  private mutating func monthDifferences(
    from other: inout Timeline, _ month: CivilMonth
  ) throws(TimelineFault) -> [String] {
    let counts = directory.index(of: month)
    let otherCounts = other.directory.index(of: month)
    guard counts.isPresent, otherCounts.isPresent else { return ["month \(month)"] }
    var differences: [String] = []
    let (days, otherDays) = (directory.months[counts.index], other.directory.months[otherCounts.index])
    if days != otherDays {
      let differing = days.days(differingFrom: otherDays).map(\.description)
      differences.append("the days of \(month)" + (differing.isEmpty ? "" : ": " + differing.joined(separator: ", ")))
    }
    guard let page = try page(month), let otherPage = try other.page(month) else { return ["month \(month)"] }
    guard page.rows.map(\.number) == otherPage.rows.map(\.number) else {
      return differences + ["the check-ins of \(month)"]
    }
    for index in page.rows.indices {
      let checkIn = try page.checkIn(at: index)
      let otherCheckIn = try otherPage.checkIn(at: index)
      if checkIn != otherCheckIn { differences.append("check-in \(checkIn.number) on \(checkIn.day)") }
      if checkIn.id != otherCheckIn.id { continue }
      if try other.number(of: checkIn.id) != checkIn.number {
        differences.append("the identity of check-in \(checkIn.number)")
      }
    }
    return differences
  }
}

extension TimelineDirectory.Month {
  /// Days that have check-ins in one of the two, and none in the other.
  fileprivate func days(differingFrom other: Self) -> [CivilDay] {
    let difference = dayMap ^ other.dayMap
    return (0..<31).filter { difference & 1 << UInt32($0) != 0 }.map { month.firstDay.adding(days: $0) }
  }
}
