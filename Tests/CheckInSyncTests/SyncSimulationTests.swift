import TestSupport
import Testing

/// `CHECKIN_RUNS_SYNC` sets the number of seeds.
@Suite("Devices that sync through a folder come to one journal, whatever happens on the way")
struct SyncSimulationTests {
  private static let parts = 4

  @Test("Seeded devices, disks, drives and carriers", arguments: 0..<parts)
  func simulated(part: Int) throws {
    for run in stride(from: part, to: TestSettings.runs("SYNC", default: 250), by: Self.parts) {
      CaseCount.add()
      let seed = TestSettings.seed &+ UInt64(run)
      let problem = SimulatedSync.problem(seed: seed)
      #expect(problem == nil, "CHECKIN_SEED=\(seed) CHECKIN_RUNS_SYNC=1")
      if problem != nil { return }
    }
  }

  @Test("Each law catches a fault that breaks it", arguments: SimulatedSync.PlantedFault.allCases)
  func caught(fault: SimulatedSync.PlantedFault) {
    let seeds = (0..<200).map { TestSettings.seed &+ UInt64($0) }
    #expect(seeds.contains { SimulatedSync.problem(seed: $0, fault: fault)?.contains(fault.objection) ?? false })
  }
}
