/// The versions of the worker's libraries and its confinement on this machine, as it reports them.
package struct WorkerDetails: Sendable {
  /// The worker's argument that requests this report.
  package static let option = "--version"

  /// A name and its value. Names that belong to the one before are indented.
  package struct Item: Sendable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  package let items: [Item]

  package init(items: [Item]) {
    self.items = items
  }

  /// Asks the worker.
  package static func ask(_ processor: PhotoProcessor = PhotoProcessor()) throws(PhotoError) -> WorkerDetails {
    WorkerDetails(try processor.run([option], input: []))
  }

  /// Reads lines of a name, a tab and a value; other lines are ignored.
  private init(_ bytes: [UInt8]) {
    items = String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "\t", maxSplits: 1)
      return parts.count == 2 ? Item(name: String(parts[0]), value: String(parts[1])) : nil
    }
  }

  package var bytes: [UInt8] {
    Array(items.map { "\($0.name)\t\($0.value)\n" }.joined().utf8)
  }
}
