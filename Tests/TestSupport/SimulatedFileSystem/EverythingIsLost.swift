/// A crash that drops whatever was not synced.
package struct EverythingIsLost: CrashChoices {
  package let isCoarse = true

  package init() {}

  package mutating func choose(_ count: Int) -> Int { min(1, count - 1) }
}
