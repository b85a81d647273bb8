internal import CheckInJournal
internal import FoundationEssentials

/// The members of an object, with errors in words.
struct Members: JSONMembers {
  private let container: KeyedDecodingContainer<AnyKey>

  init(_ container: KeyedDecodingContainer<AnyKey>, allowed: [String]) throws {
    self.container = container
    let strangers = container.allKeys.map(\.stringValue).filter { !allowed.contains($0) }
    // The same one each time; the decoder gives them in no order.
    if let stranger = strangers.min() {
      throw EventHistory.Fault.invalid("The member \(stranger.prefix(40)) is not known")
    }
  }

  var count: Int { container.allKeys.count }

  func has(_ name: String) -> Bool { container.contains(AnyKey(name)) }

  func required<Value: Decodable>(_ name: String) throws -> Value {
    guard let value = try optional(name, as: Value.self) else {
      throw EventHistory.Fault.invalid("The member \(name) is missing")
    }
    return value
  }

  func optional<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value? {
    do {
      return try container.decodeIfPresent(Value.self, forKey: AnyKey(name))
    } catch {
      throw EventHistory.Fault.invalid("The member \(name) has not the form that it should have")
    }
  }

  func optionalNatural(_ name: String) throws -> Int? {
    let number: Int? = try optional(name)
    if let number, number < 0 { throw EventHistory.Fault.invalid("The member \(name) must not be negative") }
    return number
  }

  func natural(_ name: String) throws -> Int {
    guard let number = try optionalNatural(name) else {
      throw EventHistory.Fault.invalid("The member \(name) is missing")
    }
    return number
  }

  /// The members of the object that a member is.
  func nested(_ name: String, allowed: [String]) throws -> Members {
    let nested: KeyedDecodingContainer<AnyKey>
    do {
      nested = try container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey(name))
    } catch {
      throw EventHistory.Fault.invalid("The member \(name) must be an object")
    }
    return try Members(nested, allowed: allowed)
  }

  /// As ``nested(_:allowed:)``; `nil` where the member is null or missing.
  func optionalNested(_ name: String, allowed: [String]) throws -> Members? {
    do {
      if try container.decodeNil(forKey: AnyKey(name)) { return nil }
    } catch {
      return nil
    }
    return try nested(name, allowed: allowed)
  }

  /// The members of each object in the array that a member is.
  func array(_ name: String, allowed: [String]) throws -> [Members] {
    var members: [Members] = []
    do {
      var array = try container.nestedUnkeyedContainer(forKey: AnyKey(name))
      while !array.isAtEnd {
        members.append(try Members(try array.nestedContainer(keyedBy: AnyKey.self), allowed: allowed))
      }
    } catch let problem as EventHistory.Fault {
      throw problem
    } catch {
      throw EventHistory.Fault.invalid("The member \(name) must be an array of objects")
    }
    return members
  }

  func invalid(_ reason: Message) -> any Error { EventHistory.Fault.invalid(reason) }

  /// A time with its offset, and its zone in the member beside it.
  func time(_ name: String) throws -> CheckInTime {
    let text: String = try required(name)
    guard let written = WrittenTime(text), let offset = written.offsetMinutes else {
      throw EventHistory.Fault.invalid(ImportRow.timeUnreadable(text))
    }
    return CheckInTime(
      instantMilliseconds: written.localMilliseconds - Int64(offset) * 60_000, offsetMinutes: offset,
      timeZone: try optional("timeZone"))
  }

  /// An instant, whatever its offset; `nil` where the member is null or missing.
  func optionalInstant(_ name: String) throws -> Int64? {
    guard let text: String = try optional(name) else { return nil }
    guard let written = WrittenTime(text), let offset = written.offsetMinutes else {
      throw EventHistory.Fault.invalid(ImportRow.timeUnreadable(text))
    }
    return written.localMilliseconds - Int64(offset) * 60_000
  }

  func identity(_ name: String) throws -> UUID {
    guard let id = UUID(uuidString: try required(name)) else {
      throw EventHistory.Fault.invalid(ImportRow.idUnreadable)
    }
    return id
  }

  /// The value that has the name in a member; `nil` where the member is null or missing.
  func optionalNamed<Value: CaseIterable>(_ name: String, by text: (Value) -> String) throws -> Value? {
    guard let word: String = try optional(name) else { return nil }
    guard let value = Value.allCases.first(where: { text($0) == word }) else {
      throw EventHistory.Fault.invalid("The member \(name) has a value that is not known")
    }
    return value
  }
}
