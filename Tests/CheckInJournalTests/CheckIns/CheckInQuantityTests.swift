import EventLog
import Foundation
import Testing

@testable import CheckInJournal
@testable import CheckInModel
@testable import CheckInTimeline

@Suite("Optional numbers of check-ins")
struct CheckInQuantityTests {
  /// Fields with this quantity alone.
  private static func fields(_ quantity: CheckInQuantity, _ value: Int?) -> CheckInFields {
    var fields = CheckInFields(
      type: .run, title: "Morning 5k", time: CheckInTime(instantMilliseconds: 1_763_705_400_000, offsetMinutes: 60))
    fields[quantity] = value
    return fields
  }

  /// The action of an event after it was written to the log and read again, by each of both readers.
  private static func read(_ action: Event.Action) throws -> [Event.Action] {
    let message = Event(sequence: 1, checkIn: 1, action: action).message
    let padded = message + [UInt8](repeating: 0, count: OrderedWireReader.paddingByteCount)
    let (range, bytes) = (ByteRange(start: 0, end: message.count), padded.span.bytes)
    var ordered = EventView()
    let isOrdered = ordered.readOrdered(range, in: bytes)
    #expect(isOrdered)
    return [Event.Action(try EventView(range, in: bytes), in: bytes), Event.Action(ordered, in: bytes)]
  }

  @Test("The numbers of the schema are each quantity's own", arguments: CheckInQuantity.allCases)
  func numbers(quantity: CheckInQuantity) {
    let presence = EventView.Presence(quantity)
    #expect(presence.rawValue == 1 << quantity.wireNumber)
    #expect(EventView.Presence(clearedNumber: quantity.row.clearedNumber) == presence)
    #expect(EventView.Presence.details.contains(presence))
    #expect(CheckInField.clearable.count { $0.number == quantity.row.clearedNumber } == 1)
    #expect(CheckInField(rawValue: quantity.rawValue) == .quantity(quantity))
    let declarations = EventLogSchema.text.split(separator: "\n")
      .filter { $0.contains(" \(quantity.rawValue)") && $0.contains(" = \(quantity.wireNumber);") }
    #expect(declarations.count == 2)
  }

  @Test("Each optional field of the schema is the location, the notes or a quantity that is listed")
  func completeness() throws {
    let optional = try #require(EventLogSchema.text.split(separator: "enum OptionalField {").dropFirst().first)
    let names = optional.prefix { $0 != "}" }.split(separator: "\n").filter { $0.contains(" = ") }
    #expect(names.count - 1 == CheckInQuantity.allCases.count + 2)
  }

  @Test("A value is written, read, cleared and restored", arguments: CheckInQuantity.allCases)
  func roundTrip(quantity: CheckInQuantity) throws {
    let fields = Self.fields(quantity, 7)
    let created = Event.Action.created(Event.Created(id: UUID(), fields: fields))
    for action in try Self.read(created) { #expect(action == created) }
    for change: CheckInChanges.Change<Int> in [.set(8), .clear] {
      var changes = CheckInChanges()
      changes[quantity] = change
      for action in try Self.read(.edited(changes)) { #expect(action == .edited(changes)) }
      let decoded = try JSONDecoder().decode(CheckInChanges.self, from: JSONEncoder().encode(changes))
      #expect(decoded == changes && !changes.isEmpty)
      changes[quantity] = nil
      #expect(changes == CheckInChanges() && changes.isEmpty)
    }
    let checkIn = CheckIn(number: 1, id: UUID(), fields: fields, sequence: 1)
    #expect(try JSONDecoder().decode(CheckIn.self, from: JSONEncoder().encode(checkIn)) == checkIn)
    var other = checkIn
    other.fields[quantity] = nil
    let restoring = CheckInChanges(writing: fields).limited { $0 == .quantity(quantity) }
    #expect(other.actions(toBecome: checkIn) == [.edited(restoring)])
    #expect(AuditEntry.changes(from: other, to: checkIn).map(\.field) == [.quantity(quantity)])
  }

  @Test("Values outside of the range are rejected", arguments: CheckInQuantity.allCases)
  func validation(quantity: CheckInQuantity) {
    let range = quantity.row.range
    func messages(_ value: Int) -> [Message] {
      Validation.messages(for: CheckInDraft(type: .run, fields: Self.fields(quantity, value)), now: .max)
    }
    #expect(messages(range.lowerBound - 1) == [quantity.row.outOfRange])
    #expect(messages(range.lowerBound).isEmpty && messages(range.upperBound).isEmpty)
    #expect(quantity.value(quantity.text(range.lowerBound)) == range.lowerBound)
  }
}
