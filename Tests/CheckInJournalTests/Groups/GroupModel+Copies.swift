extension GroupModel {
  /// Which events were copied from one log to another, since a device was made of a copy of another.
  struct Copies {
    private let originals: [Set<Int>]
    private let rank: [Int]
    /// How many events each two logs begin with that are the same.
    let commons: [[UInt64]]

    init(_ logs: [[Event]], rank: [Int]) {
      self.rank = rank
      // Logs that say that they begin as another does, or as one that another says so of.
      let originals = logs.map { log in
        Set(log.compactMap { if case .seen(let replica, _, _, true) = $0.kind { replica } else { nil } })
      }
      func isCopied(_ one: Int, _ other: Int) -> Bool {
        originals[one].contains(other) || originals[other].contains(one)
          || !originals[one].isDisjoint(with: originals[other])
      }
      var families = logs.indices.map { Set([$0]) }
      for _ in logs.indices {
        for one in logs.indices {
          for other in logs.indices where !logs[other].isEmpty && isCopied(one, other) {
            families[one].formUnion(families[other])
          }
        }
      }
      commons = logs.indices.map { one in
        logs.indices.map { other in
          guard families[one].contains(other) else { return 0 }
          return UInt64(zip(logs[one], logs[other]).prefix { $0.record == $1.record }.count)
        }
      }
      self.originals = originals
    }

    /// The logs that have an event.
    func all(_ event: Event) -> [Int] {
      commons.indices.filter { $0 == event.replica || commons[event.replica][$0] >= event.sequence }
    }

    /// Whether the event counts, rather than the one that it is a copy of.
    func counts(_ event: Event) -> Bool {
      let all = all(event)
      let first = all.filter { originals[$0].isDisjoint(with: all) }
      return event.replica == (first.isEmpty ? all : first).min { rank[$0] < rank[$1] }
    }
  }
}
