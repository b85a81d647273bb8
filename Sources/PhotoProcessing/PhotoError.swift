/// An error that rejects a photo: a message for the user, and a code for the program.
///
/// ```swift
/// do throws(PhotoError) {
///   photo = try PhotoProcessor().process(bytes)
/// } catch {
///   print(error.message, error.code == .workerUnavailable)
/// }
/// ```
public struct PhotoError: Error, Hashable, Sendable {
  /// The kind of an error. New kinds may be added.
  public struct Code: Hashable, Sendable {
    let name: String

    /// There are no bytes at all.
    public static let empty = Code(name: "empty")
    /// The file is neither JPEG, PNG, HEIC nor AVIF.
    public static let unknownKind = Code(name: "unknownKind")
    /// The file ends too early.
    public static let truncated = Code(name: "truncated")
    /// The file is damaged.
    public static let damaged = Code(name: "damaged")
    /// More than 50 megapixels, a side above 65,500 pixels, or more bytes than ``PhotoProcessor/inputByteLimit``.
    public static let tooLarge = Code(name: "tooLarge")
    /// A form of a known kind that cannot be read, such as a JPEG of 12 bits.
    public static let unsupported = Code(name: "unsupported")
    /// Processing took more memory or time than a photo needs.
    public static let limitReached = Code(name: "limitReached")
    /// The worker crashed, or its answer is not one that a worker gives.
    public static let workerFailed = Code(name: "workerFailed")
    /// The worker is missing or cannot be started. This says nothing about the photo.
    public static let workerUnavailable = Code(name: "workerUnavailable")
  }

  /// The kind of error.
  public var code: Code
  /// One or two sentences that state the problem and, if there is one, the fix. They never contain the photo's name.
  public var message: String

  /// Creates an error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension PhotoError: CustomStringConvertible {
  public var description: String { message }
}

extension PhotoError {
  static let empty = PhotoError(.empty, "The photo is empty.")
  static let tooManyBytes = PhotoError(
    .tooLarge, "The photo is too large: files of up to \(PhotoProcessor.inputByteLimit / 1_000_000) MB are taken.")
  static let tookTooLong = PhotoError(
    .limitReached, "The photo was not taken: processing it took too long. It may be damaged; try another.")

  static func unavailable(_ reason: String) -> PhotoError { PhotoError(.workerUnavailable, reason) }

  static func crashed(signal: Int32) -> PhotoError {
    PhotoError(
      .workerFailed,
      "The photo was not taken: processing it ended with signal \(signal). It is probably damaged; try another.")
  }

  static func badAnswer(_ reason: String) -> PhotoError {
    PhotoError(.workerFailed, "The photo was not taken: the photo worker's answer cannot be used (\(reason)).")
  }

  /// The error for a verdict of the worker; `nil` for `ok`.
  init?(_ verdict: PhotoVerdict) {
    switch verdict {
    case .ok: return nil
    case .empty: self = .empty
    case .unknownKind:
      self.init(.unknownKind, "The file is not a photo of a known kind. JPEG, PNG, HEIC and AVIF are taken.")
    case .truncated:
      self.init(.truncated, "The photo is incomplete: it ends too early. Copy it again from where it came.")
    case .damaged: self.init(.damaged, "The photo is damaged. Copy it again from where it came.")
    case .tooLarge:
      self.init(.tooLarge, "The photo is too large: up to 50 megapixels and 65,500 pixels a side are taken.")
    case .tooManyScans: self.init(.damaged, "The photo is damaged: it has more than 64 scans.")
    case .unsupported:
      self.init(.unsupported, "This form of photo cannot be read. Save it as a usual JPEG or PNG, and try that.")
    case .outOfMemory: self.init(.limitReached, "The photo was not taken: processing it needs too much memory.")
    case .notEncoded: self.init(.workerFailed, "The photo was not taken: it could not be written as a JPEG.")
    }
  }
}
