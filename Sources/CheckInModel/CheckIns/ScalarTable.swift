internal import Synchronization

/// A cache of the bytes that each Unicode scalar maps to.
///
/// To fold a scalar, or to determine its kind, takes up to a microsecond. Texts that are searched contain many scalars,
/// but few different ones. The results are therefore cached in pages of 256 scalars. A page is created when one of its
/// scalars first occurs. Several threads can use the cache at the same time.
final class ScalarTable: Sendable {
  private static let pageLength = 256
  private static let pageCount = 0x11_0000 / pageLength

  private final class Page: Sendable {
    /// The bytes of all scalars, one scalar after another.
    private let bytes: [UInt8]
    /// The end offset of each scalar's bytes; the first entry is 0.
    private let ends: [Int]

    init(_ number: Int, form: (Unicode.Scalar) -> [UInt8]) {
      var (bytes, ends) = ([UInt8](), [0])
      for index in 0..<pageLength {
        if let scalar = Unicode.Scalar(UInt32(number * pageLength + index)) { bytes += form(scalar) }
        ends.append(bytes.count)
      }
      self.bytes = bytes
      self.ends = ends
    }

    subscript(index: Int) -> ArraySlice<UInt8> { bytes[ends[index]..<ends[index + 1]] }
  }

  private let form: @Sendable (Unicode.Scalar) -> [UInt8]
  private let ascii: [UInt8]
  private let pages = InlineArray<4352, AtomicLazyReference<Page>> { _ in AtomicLazyReference() }

  /// - Parameter form: the UTF-8 that a scalar becomes; always the same, and of ASCII one byte.
  init(_ form: @escaping @Sendable (Unicode.Scalar) -> [UInt8]) {
    self.form = form
    ascii = (0..<0x80).map { form(Unicode.Scalar($0))[0] }
  }

  /// Appends what the scalars of a text in UTF-8 become. Bytes that are none become U+FFFD, as in a `String`.
  @inline(__always)
  func append(_ text: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
    for index in text.indices {
      guard text[index] < 0x80 else { return appendOther(UnsafeRawBufferPointer(rebasing: text[index...]), to: &bytes) }
      bytes.append(ascii[Int(text[index])])
    }
  }

  @inline(never)
  private func appendOther(_ text: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
    var reader = Reader(table: self)
    text.withMemoryRebound(to: UInt8.self) { text in
      if let text = try? UTF8Span(validating: text.span) {
        var scalars = text.makeUnicodeScalarIterator()
        while let scalar = scalars.next() { bytes += reader.form(of: scalar) }
      } else {
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars { bytes += reader.form(of: scalar) }
      }
    }
  }

  /// Appends what a scalar becomes.
  func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    var reader = Reader(table: self)
    bytes += reader.form(of: scalar)
  }

  /// Scalars of one text are mostly on one page, which is kept at hand.
  private struct Reader {
    let table: ScalarTable
    private var number = -1
    private var page: Page?

    init(table: ScalarTable) {
      self.table = table
    }

    mutating func form(of scalar: Unicode.Scalar) -> ArraySlice<UInt8> {
      let (number, index) = Int(scalar.value).quotientAndRemainder(dividingBy: pageLength)
      if let page, number == self.number { return page[index] }
      let page = table.page(number)
      (self.page, self.number) = (page, number)
      return page[index]
    }
  }

  private func page(_ number: Int) -> Page {
    if let page = pages[number].load() { return page }
    // If two threads make the same page at once, the first to be done is kept.
    return pages[number].storeIfNil(Page(number, form: form))
  }
}
