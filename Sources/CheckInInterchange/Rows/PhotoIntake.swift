public import CheckInJournal
internal import FoundationEssentials

/// Makes a photo fit for the journal, from the bytes of an image file. An error means that this photo cannot be taken.
///
/// ```swift
/// let conversion: PhotoConversion = { bytes in
///   let photo = try PhotoProcessor().process(bytes)
///   return NewPhoto(jpeg: photo.jpeg, width: photo.width, height: photo.height)
/// }
/// ```
public typealias PhotoConversion = @Sendable (_ bytes: [UInt8]) throws -> NewPhoto

/// Gives check-ins that were imported their photos.
struct PhotoIntake {
  /// `nil` where photos cannot be taken.
  let conversion: PhotoConversion?
  let dryRun: Bool

  /// Attaches photos, or says what would be attached. A check-in that ever had a photo keeps what became of it, so that
  /// importing again completes an import that was cut off, and undoes nothing.
  ///
  /// - Parameter photos: each with the id of its check-in; `read` answers `nil` where the photo is not there.
  func attach(
    _ photos: [(id: UUID, read: () throws -> [UInt8]?)], to journal: Journal?, _ report: inout ImportReport
  ) throws {
    guard !photos.isEmpty else { return }
    let everAttached = try journal?.replay(PhotographedCheckIns.self).numbers ?? []
    for (id, read) in photos {
      let checkIn = try journal?.checkIn(id: id)
      if let checkIn, everAttached.contains(checkIn.number) || checkIn.isDiscarded { continue }
      guard let conversion, let bytes = try read(), let photo = try? conversion(bytes) else {
        report.photosLeftOut += 1
        continue
      }
      if !dryRun, let journal, let checkIn {
        _ = try journal.attachPhoto(photo, to: checkIn.number, origin: .import)
      }
      report.photos += 1
    }
  }
}

/// The check-ins that ever had a photo.
private struct PhotographedCheckIns: Projection {
  static let name = "photographed check-ins"
  static let version = 1
  private(set) var numbers: Set<Int> = []

  mutating func apply(_ event: Event) {
    if case .photoAttached = event.action { numbers.insert(event.checkIn) }
  }
}
