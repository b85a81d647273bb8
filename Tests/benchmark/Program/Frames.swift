import CheckInJournal
import EventLog
import Foundation
import TestSupport

/// The frames of a log, decompressed and made again in memory: by the log's own code, and by liblz4's functions for
/// whole frames, in turn.
enum Frames {
  private struct Frame {
    var bytes: [UInt8]
    var content: [UInt8]
  }

  /// Prints the seconds that each takes for all frames, round by round.
  static func run(at path: String, rounds: Int) throws {
    let frames = try frames(of: path)
    let decoder = FrameDecoder()
    let library = LibraryFrameDecoder()
    var memory = [UInt8](repeating: 0, count: frames.map(\.content.count).max() ?? 0)
    var seconds: [String: [Double]] = [:]
    for round in 0...rounds {
      let times = try [
        "decode": time {
          try decodeAll(frames, into: &memory) { decoder.decode($0.bytes, into: $1) }
        },
        "libraryDecode": time {
          try decodeAll(frames, into: &memory) { library.decode($0, into: $1) }
        },
        "encode": time {
          for frame in frames { _ = try FrameEncoder.frame(of: frame.content) }
        },
        "libraryEncode": time {
          for frame in frames { _ = LibraryFrames.encode(frame.content) }
        },
      ]
      // The first warms up.
      if round > 0 { seconds.merge(times.mapValues { [$0] }, uniquingKeysWith: +) }
    }
    try report([
      "frames": frames.count, "bytes": frames.reduce(0) { $0 + $1.bytes.count },
      "contentBytes": frames.reduce(0) { $0 + $1.content.count }, "seconds": seconds,
    ])
  }

  private static func decodeAll(
    _ frames: [Frame], into memory: inout [UInt8],
    _ decode: (UnsafeRawBufferPointer, UnsafeMutableRawBufferPointer) -> Bool
  ) throws {
    for frame in frames {
      let isWhole = frame.bytes.withUnsafeBytes { bytes in
        memory.withUnsafeMutableBytes {
          decode(bytes, UnsafeMutableRawBufferPointer(rebasing: $0[..<frame.content.count]))
        }
      }
      guard isWhole else { throw Unfit("A frame cannot be decompressed.") }
    }
  }

  private static func time(_ body: () throws -> Void) rethrows -> Double {
    let start = now()
    try body()
    return now() - start
  }

  private static func frames(of journal: String) throws -> [Frame] {
    let names = try FileManager.default.contentsOfDirectory(atPath: journal + "/log").filter { $0.hasSuffix(".lz4") }
    return try names.sorted().flatMap { name in
      let segment = try [UInt8](Data(contentsOf: URL(filePath: "\(journal)/log/\(name)")))
      var frames: [Frame] = []
      var position = 0
      while position < segment.count {
        guard case .frame(let count, _) = FrameFormat.inspect(segment.span.bytes, at: position) else {
          throw Unfit("\(name) has no frame at byte \(position).")
        }
        let bytes = Array(segment[position..<position + count])
        guard let content = FrameDecoder().content(of: bytes.span.bytes) else {
          throw Unfit("\(name) has a damaged frame at byte \(position).")
        }
        frames.append(Frame(bytes: bytes, content: content))
        position += count
      }
      return frames
    }
  }
}
