/// The key of one part of a snapshot.
struct SnapshotPartID: Hashable, Sendable {
  let rawValue: Int64

  private init(kind: Int64, key: Int) {
    rawValue = kind << 40 | Int64(key)
  }

  static let directory = SnapshotPartID(kind: 0, key: 0)
  static func month(_ month: CivilMonth) -> SnapshotPartID { SnapshotPartID(kind: 1, key: month.monthNumber) }
  static func numbers(_ block: Int) -> SnapshotPartID { SnapshotPartID(kind: 2, key: block) }
  static func identities(_ bucket: Int) -> SnapshotPartID { SnapshotPartID(kind: 3, key: bucket) }
}
