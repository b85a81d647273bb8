internal import CZlib
internal import CheckInJournal

/// Unpacks what DEFLATE packed (RFC 1951), from a source that gives bytes to a sink that takes them, in a bounded
/// amount of memory.
struct Inflater {
  /// The packed bytes are not what DEFLATE writes.
  struct Damaged: Error {}

  private static let outputByteCount = 1 << 18

  /// Gives the next bytes; none at the end.
  let source: () throws -> [UInt8]
  /// Takes bytes in their order.
  let sink: ([UInt8]) throws -> Void

  /// Unpacks all of it.
  ///
  /// - Throws: ``Damaged``; `JournalError` where memory is short; what the source and the sink throw.
  func run() throws {
    // zlib keeps a pointer to it, so it has to stay where it is.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer { stream.deallocate() }
    // Below zero: no header of zlib or gzip is before the data.
    let status = inflateInit2_(stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      throw JournalError(.inputOutput, "An archive cannot be unpacked: memory is short.")
    }
    defer { inflateEnd(stream) }
    var output = [UInt8](repeating: 0, count: Self.outputByteCount)
    var isAtEnd = false
    while !isAtEnd {
      let input = try source()
      guard !input.isEmpty else { throw Damaged() }
      isAtEnd = try input.withUnsafeBufferPointer { input in
        // zlib only reads it.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = UInt32(input.count)
        return try unpack(stream, through: &output)
      }
    }
  }

  /// Unpacks what the stream was given.
  ///
  /// - Returns: whether that was the end.
  private func unpack(_ stream: UnsafeMutablePointer<z_stream>, through output: inout [UInt8]) throws -> Bool {
    while true {
      let status = output.withUnsafeMutableBufferPointer { output in
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = UInt32(output.count)
        return inflate(stream, Z_NO_FLUSH)
      }
      let left = Int(stream.pointee.avail_out)
      if left < output.count { try sink(Array(output[..<(output.count - left)])) }
      switch status {
      case Z_STREAM_END: return true
      // Where room is left, all that was given is unpacked.
      case Z_OK, Z_BUF_ERROR: if left > 0 { return false }
      case Z_MEM_ERROR: throw JournalError(.inputOutput, "An archive cannot be unpacked: memory is short.")
      default: throw Damaged()
      }
    }
  }
}
