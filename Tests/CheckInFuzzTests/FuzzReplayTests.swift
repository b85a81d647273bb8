import TestSupport
import Testing

/// What fuzzing starts from and what it has found, without a search.
///
/// `CHECKIN_RUNS_CORPUS_STEP=1` also changes every input. Otherwise it is every fourth.
@Suite("Row 10: the fuzzers' corpus")
struct FuzzReplayTests {
  private static let seeds = Result { try FuzzSeeds() }

  @Test("Every input of the corpus, cut short and with bytes changed", arguments: FuzzTarget.allCases)
  func replay(_ target: FuzzTarget) throws {
    let inputs = try Self.seeds.get().inputs[target] ?? []
    #expect(!inputs.isEmpty)
    var generator = RandomSource(seed: 1)
    let step = TestSettings.runs("CORPUS_STEP", default: 4)
    for (index, input) in inputs.enumerated() {
      try target.run(input)
      guard index % step == 0, !input.isEmpty, input.count < 10_000 else { continue }
      for _ in 0..<2 {
        var changed = input.prefix(Int.random(in: 1...input.count, using: &generator))
        try target.run(Array(changed))
        changed = input[...]
        changed[Int.random(in: input.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        try target.run(Array(changed))
      }
    }
  }
}
