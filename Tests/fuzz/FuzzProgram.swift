import Foundation
import Glibc

// libFuzzer brings `main` and calls these two. The environment says which target is run, so that every option of the
// command line is libFuzzer's own.

/// Writes the seeds of the target to the directory that `CHECKIN_FUZZ_SEEDS` names, and ends; without it, does nothing.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ argumentCount: UnsafeMutableRawPointer, _ arguments: UnsafeMutableRawPointer) -> CInt {
  guard let directory = getenv("CHECKIN_FUZZ_SEEDS") else { return 0 }
  do {
    for (index, input) in (try FuzzSeeds().inputs[chosenTarget] ?? []).enumerated() {
      try Data(input).write(to: URL(filePath: String(cString: directory)).appending(path: "seed-\(index)"))
    }
    exit(0)
  } catch {
    fatalError("The seeds cannot be made: \(error)")
  }
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do {
    try chosenTarget.run(Array(UnsafeBufferPointer(start: start, count: count)))
  } catch {
    fatalError("\(error)")
  }
  return 0
}

private let chosenTarget: FuzzTarget = {
  guard let name = getenv("CHECKIN_FUZZ_TARGET"), let target = FuzzTarget(rawValue: String(cString: name)) else {
    fatalError("CHECKIN_FUZZ_TARGET is one of: " + FuzzTarget.allCases.map(\.rawValue).joined(separator: " "))
  }
  return target
}()
