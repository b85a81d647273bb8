import CheckInJournal
import CheckInLanguage
import Hummingbird
import ServiceLifecycle

/// A form with a photo, read while it arrives, within limits.
struct UploadedForm {
  var fields = FormFields()
  /// The chosen file, which may be empty; `nil` if there is none.
  var photo: [UInt8]?
  /// `true` if a chosen file was left out because it is larger than ``photoByteLimit``.
  var isPhotoTooLarge = false

  /// Bytes that a photo may have before it is processed.
  static let photoByteLimit = 50_000_000
  /// Bytes that are read in all. So much of a photo that is too large is skipped, in order to get the fields sent with
  /// it.
  static let bodyByteLimit = 4 * photoByteLimit
  /// Bytes of all other fields together: far more than is accepted, so that too long a text is sent back with the
  /// reason.
  static let textByteLimit = 16 << 20
  /// The usual time limit of an upload.
  static let usualTimeLimit = Duration.seconds(120)

  /// - Parameter timeLimit: The time that the upload may take, however steadily it arrives.
  /// - Throws: `HTTPError` for a body that is not a form, too large or too slow.
  init(_ request: Request, timeLimit: Duration) async throws {
    guard let boundary = Self.boundary(request.headers[.contentType] ?? "") else {
      throw HTTPError(.unsupportedMediaType, message: "The form must be sent as multipart/form-data.")
    }
    var assembly = Assembly()
    do {
      var reader = try MultipartReader(boundary: boundary)
      let deadline = ContinuousClock.now + timeLimit
      var byteCount = 0
      // A form that is still arriving does not keep the server from stopping; cut off, it is incomplete and refused.
      for try await chunk in request.body.cancelOnGracefulShutdown() {
        guard ContinuousClock.now < deadline else {
          throw HTTPError(.requestTimeout, message: "The upload took too long.")
        }
        byteCount += chunk.readableBytes
        guard byteCount <= Self.bodyByteLimit else {
          throw HTTPError(.contentTooLarge, message: Self.photoTooLarge.text)
        }
        try reader.read(chunk.readableBytesView) { try assembly.take($0) }
      }
      guard reader.isFinished else { throw MultipartReader.Fault.malformed }
      try assembly.finishPart()
    } catch let fault as MultipartReader.Fault {
      throw HTTPError(.badRequest, message: "The form cannot be read: it is \(fault).")
    }
    fields = assembly.fields
    photo = assembly.photo
    isPhotoTooLarge = assembly.isPhotoTooLarge
  }

  static let photoTooLarge: Message = "The photo is too large: files of up to 50 MB are taken."

  private static func boundary(_ contentType: String) -> String? {
    let parts = contentType.split(separator: ";").map { $0.drop(while: { $0 == " " }) }
    guard parts.first?.lowercased() == "multipart/form-data" else { return nil }
    guard let parameter = parts.dropFirst().first(where: { $0.lowercased().hasPrefix("boundary=") }) else { return nil }
    let value = parameter.dropFirst("boundary=".count)
    return value.hasPrefix("\"") && value.hasSuffix("\"") && value.count >= 2
      ? String(value.dropFirst().dropLast()) : String(value)
  }

  /// Puts the pieces together.
  private struct Assembly {
    var fields = FormFields()
    var photo: [UInt8]?
    var isPhotoTooLarge = false
    private var name = ""
    private var fileName: String?
    private var content: [UInt8] = []
    private var textBytes = 0

    mutating func take(_ piece: MultipartReader.Piece) throws {
      switch piece {
      case .part(let name, let fileName):
        try finishPart()
        (self.name, self.fileName) = (name, fileName)
      case .content(let bytes):
        if fileName != nil {
          if content.count + bytes.count > UploadedForm.photoByteLimit { isPhotoTooLarge = true }
          guard !isPhotoTooLarge else {
            content = []
            return
          }
        } else {
          textBytes += bytes.count
          guard textBytes <= UploadedForm.textByteLimit else {
            throw HTTPError(.contentTooLarge, message: "The form is too large.")
          }
        }
        content.append(contentsOf: bytes)
      }
    }

    /// The file's name is ignored: it says nothing about the photo, and may say much about its maker.
    mutating func finishPart() throws {
      defer { content = [] }
      guard !name.isEmpty else { return }
      if let fileName {
        // If two file fields were used, the last counts. An empty file counts too, unless it has no name.
        if !fileName.isEmpty || !content.isEmpty { photo = content }
      } else {
        guard let text = String(validating: content, as: UTF8.self), !text.unicodeScalars.contains("\0"),
          fields.add(name, value: text.replacing("\r\n", with: "\n"))
        else { throw MultipartReader.Fault.malformed }
      }
      name = ""
    }
  }
}
