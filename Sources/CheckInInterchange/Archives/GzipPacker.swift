internal import CZlib
package import CheckInJournal

/// Packs bytes as gzip does (RFC 1952), piece by piece.
package final class GzipPacker {
  private static let outputByteCount = 1 << 15

  /// zlib keeps a pointer to it, so it has to stay where it is.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

  /// - Throws: `inputOutput` if memory is short.
  package init() throws(JournalError) {
    stream.initialize(to: z_stream())
    // 16 more asks for the header of gzip.
    let status = deflateInit2_(
      stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { throw Self.failure }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  private static var failure: JournalError {
    JournalError(.inputOutput, "An answer cannot be compressed: memory is short.")
  }

  /// Packs more bytes.
  ///
  /// - Parameter isLast: `true` if no more bytes follow.
  /// - Returns: The packed bytes that are ready; more of them come later.
  package func pack(_ bytes: [UInt8], isLast: Bool = false) throws(JournalError) -> [UInt8] {
    var packed: [UInt8] = []
    var output = [UInt8](repeating: 0, count: Self.outputByteCount)
    var hasFailed = false
    bytes.withUnsafeBufferPointer { input in
      // zlib only reads it.
      stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      stream.pointee.avail_in = UInt32(input.count)
      repeat {
        let status = output.withUnsafeMutableBufferPointer { output in
          stream.pointee.next_out = output.baseAddress
          stream.pointee.avail_out = UInt32(output.count)
          return deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
        }
        hasFailed = status == Z_STREAM_ERROR
        packed += output[..<(output.count - Int(stream.pointee.avail_out))]
        // If no room is left, there may be more.
      } while stream.pointee.avail_out == 0 && !hasFailed
    }
    if hasFailed { throw Self.failure }
    return packed
  }
}
