import CheckInInterchange
import CheckInJournal
import CheckInLanguage
import PhotoProcessing

/// A photo given by the user, processed for the journal.
struct PhotoInput {
  static let fileExtensions = ["jpg", "jpeg", "png", "heic", "heif", "avif"]

  let photo: NewPhoto
  private let removed: ProcessedPhoto.Removed

  /// Reads and processes the file; `-` is standard input. The file is not changed.
  ///
  /// Throws a `CommandFailure`: with status 66 if there is no such file, 65 for a photo that cannot be accepted, 70 if
  /// the program that processes photos is missing, 74 if the file cannot be read.
  init(_ path: String, session: Session) throws {
    // One byte more than the limit, so that a file that is too large is noticed.
    let limit = PhotoProcessor.inputByteLimit + 1
    let bytes: [UInt8]
    if path == "-" {
      if session.global.noInput, session.isInputTerminal {
        throw CommandFailure.usage(
          "A photo from standard input was asked for, which is a terminal, and --no-input was given")
      }
      bytes = try Descriptor.readStandardInput(limit: limit)
    } else {
      bytes = try InputBytes.read(path, limit: limit)
    }
    do throws(PhotoError) {
      let processed = try PhotoProcessor().process(bytes)
      photo = NewPhoto(processed)
      removed = processed.removed
    } catch {
      throw CommandFailure(error)
    }
  }

  /// `Photo stored (962 KB); location and other metadata removed`
  var words: String {
    let metadata =
      switch (removed.contains(.location), removed.contains(.otherMetadata)) {
      case (true, true): "location and other metadata removed"
      case (true, false): "location removed"
      case (false, true): "metadata removed"
      case (false, false): "it had no metadata"
      }
    return "Photo stored (\(kilobytes(photo.jpeg.count))); \(metadata)"
  }
}

extension NewPhoto {
  init(_ photo: ProcessedPhoto) {
    self.init(jpeg: photo.jpeg, width: photo.width, height: photo.height, thumbnail: photo.thumbnail)
  }
}

extension CommandFailure {
  /// A photo that cannot be accepted is refused input. A missing worker is a fault of the installation, so of ours: the
  /// status for a missing file would blame the photo's.
  init(_ error: PhotoError) {
    let code: JournalError.Code = error.code == .workerUnavailable ? .internalFault : .refusedInput
    self.init(status: code.exitStatus, messages: [Message(verbatim: error.message)])
  }
}

/// Makes thumbnails of stored photos, as far as that is possible.
final class ThumbnailMaker {
  private var error: PhotoError?

  /// The reason why the first failed thumbnail couldn't be made, as a sentence; `nil` if none failed.
  var problem: String? { error?.message }

  func make(_ jpeg: [UInt8]) -> [UInt8]? {
    // Without the worker the others fail too.
    if error?.code == .workerUnavailable { return nil }
    do throws(PhotoError) {
      return try PhotoProcessor().thumbnail(of: jpeg)
    } catch {
      self.error = self.error ?? error
      return nil
    }
  }
}

extension Session {
  /// Makes the thumbnails that the cache lacks. A failure is reported, and nothing else depends on it.
  func makeThumbnails(in journal: Journal) throws {
    let maker = ThumbnailMaker()
    try withProgress("Thumbnails", unit: Phrase("months")) { progress in
      try journal.makeThumbnails(progress: progress) { maker.make($0) }
    }
    if let problem = maker.problem { messages.note("Thumbnails of photos could not be made: \(problem)") }
  }
}
