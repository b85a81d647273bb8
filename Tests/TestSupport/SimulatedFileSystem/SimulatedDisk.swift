/// A disk with a page cache: what programs see, what is durable, and what lies between.
///
/// A value: a copy is the disk at that moment, from which a crash can be tried out as often as wanted.
package struct SimulatedDisk: Sendable {
  typealias NodeID = Int

  /// A file or a directory, known by its number whatever its name.
  struct Node: Sendable {
    var isDirectory: Bool
    /// What programs read.
    var content: [UInt8] = []
    /// What a crash leaves if everything unsynced is dropped.
    var durableContent: [UInt8] = []
    /// Changes of the content since it was last synced, oldest first.
    var unsyncedChanges: [ContentChange] = []
    var entries: [String: NodeID] = [:]
    var durableEntries: [String: NodeID] = [:]
    /// Changes of the entries since the directory was last synced, oldest first.
    var unsyncedEntryChanges: [EntryChange] = []
  }

  enum ContentChange: Sendable {
    case write(offset: Int, bytes: [UInt8])
    case truncate(size: Int)
  }

  enum EntryChange: Sendable {
    case create(name: String, node: NodeID)
    case rename(name: String, newName: String, node: NodeID)
    /// Each name with the node that it has afterwards.
    case exchange(name: String, node: NodeID, other: String, otherNode: NodeID)
    case remove(name: String)
  }

  static let root: NodeID = 0

  var nodes: [NodeID: Node] = [root: Node(isDirectory: true)]
  private var nextNode = 1

  package init() {}

  /// The node at a path, or `nil`.
  func node(at path: String) -> NodeID? { node(at: Self.names(in: path)[...]) }

  private func node(at names: ArraySlice<String>) -> NodeID? {
    var node = Self.root
    for name in names {
      guard let next = nodes[node]?.entries[name] else { return nil }
      node = next
    }
    return node
  }

  /// Split by bytes, which is faster than by characters: every operation comes through here.
  private static func names(in path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
  }

  /// The directory that a path lies in, where there is one, and the name in it.
  func place(of path: String) -> (directory: NodeID, name: String)? {
    let names = Self.names(in: path)
    guard let last = names.last, let directory = node(at: names.dropLast()), nodes[directory]?.isDirectory == true
    else { return nil }
    return (directory, last)
  }

  mutating func create(_ name: String, in directory: NodeID, isDirectory: Bool) -> NodeID {
    let node = nextNode
    nextNode += 1
    nodes[node] = Node(isDirectory: isDirectory)
    change(directory, .create(name: name, node: node))
    return node
  }

  mutating func change(_ directory: NodeID, _ change: EntryChange) {
    nodes[directory]?.unsyncedEntryChanges.append(change)
    guard var entries = nodes[directory]?.entries else { return }
    entries.apply(change)
    nodes[directory]?.entries = entries
  }

  mutating func change(content node: NodeID, _ change: ContentChange) {
    nodes[node]?.unsyncedChanges.append(change)
    nodes[node]?.content.apply(change)
  }

  mutating func synchronize(content node: NodeID) {
    // Not all that programs read: pages that a failed sync left behind count as clean and are not written again.
    for change in nodes[node]?.unsyncedChanges ?? [] { nodes[node]?.durableContent.apply(change) }
    nodes[node]?.unsyncedChanges = []
  }

  mutating func synchronize(entries directory: NodeID) {
    guard let entries = nodes[directory]?.entries else { return }
    nodes[directory]?.durableEntries = entries
    nodes[directory]?.unsyncedEntryChanges = []
  }
}

extension [String: SimulatedDisk.NodeID] {
  mutating func apply(_ change: SimulatedDisk.EntryChange) {
    switch change {
    case .create(let name, let node): self[name] = node
    case .rename(let name, let newName, let node):
      if self[name] == node { self[name] = nil }
      self[newName] = node
    case .exchange(let name, let node, let other, let otherNode): (self[name], self[other]) = (node, otherNode)
    case .remove(let name): self[name] = nil
    }
  }
}

extension [UInt8] {
  mutating func apply(_ change: SimulatedDisk.ContentChange) {
    switch change {
    case .truncate(let size): resize(to: size)
    case .write(let offset, let bytes):
      if offset + bytes.count > count { resize(to: offset + bytes.count) }
      replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }
  }

  private mutating func resize(to size: Int) {
    if size < count {
      removeLast(count - size)
    } else {
      self += [UInt8](repeating: 0, count: size - count)
    }
  }
}
