/// Work that nobody waits for: it is done when the answer has been written, before the process ends.
final class DeferredWork {
  private var steps: [() -> Void] = []

  func add(_ step: @escaping () -> Void) {
    steps.append(step)
  }

  func run() {
    for step in steps { step() }
    steps = []
  }
}
