internal import CheckInJournal
package import FoundationEssentials

/// What a replica tells the others of itself: its name, and how far it has the others' logs.
package struct ReplicaCard: Hashable, Sendable {
  /// `phone`
  package var name: String
  /// The last event that it has of each replica, its own included.
  package var sequences: [UUID: UInt64]

  package init(name: String, sequences: [UUID: UInt64]) {
    self.name = name
    self.sequences = sequences
  }

  private struct Form: Decodable {
    var name: String
    var has: [String: UInt64]
  }

  /// `nil` for what no replica has written.
  package init?(_ bytes: [UInt8]) {
    guard let form = try? JSONDecoder().decode(Form.self, from: Data(bytes)), Group.isValidName(form.name) else {
      return nil
    }
    name = form.name
    sequences = [:]
    for (id, sequence) in form.has {
      if let id = UUID(text: id) { sequences[id] = sequence }
    }
  }

  package var bytes: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.key("name")
      json.string(name)
      json.key("has")
      json.object { json in
        for (id, sequence) in sequences.sorted(by: { $0.key.text < $1.key.text }) {
          json.key(id.text)
          json.integer(sequence)
        }
      }
    }
    return Array(json.text.utf8)
  }
}
