internal import CheckInJournal

/// Reads the messages of a FIT file (Garmin's Flexible and Interoperable Data Transfer): the sports, times and sums of
/// what a device recorded.
///
/// One pass over the bytes, which are in memory. Every count in them is checked against what is there, so a message
/// costs at most what it takes in the file. Chained files, one behind another, are read all.
struct FITFile {
  /// A session of an activity: one sport.
  struct Session {
    /// The offset of the session's message, in bytes from the start of the file.
    var offset: Int
    /// Seconds since 1989-12-31 UTC; `nil` if the file has none, or counts from the start of the device.
    var start: UInt32?
    var sport: UInt8?
    var subSport: UInt8?
    /// Seconds.
    var elapsed: Double?
    /// Seconds without pauses.
    var timer: Double?
    /// Metres.
    var distance: Double?
    /// Kilocalories.
    var calories: Double?
    /// Minutes by which the device's clock was ahead of UTC, where the file says.
    var offsetMinutes: Int?
  }

  /// Of every kind of file that is there: 4 is an activity.
  private(set) var fileTypes: [UInt8] = []
  private(set) var sessions: [Session] = []

  private let name: String
  private let bytes: [UInt8]

  /// - Parameter name: the file's name in messages.
  /// - Throws: `JournalError` with `.refusedInput` where it is no FIT file, or damaged, with the offset in bytes.
  init(_ bytes: [UInt8], name: String) throws(JournalError) {
    self.name = name
    self.bytes = bytes
    var position = 0
    repeat { position = try readFile(at: position) } while position < bytes.count
  }

  /// Returns `true` if an input starts like a FIT file.
  static func begins(_ input: borrowing InputFile) -> Bool {
    guard input.available >= 12 else { return false }
    let length = input[0]
    return (length == 12 || length == 14) && (0..<4).allSatisfy { input[8 + $0] == signature[$0] }
  }

  /// A time below this one counts from the start of a device whose clock was not set.
  private static let leastTime: UInt64 = 0x1000_0000
  private static let signature = Array(".FIT".utf8)

  private func fault(at offset: Int, reason: Message) -> JournalError {
    JournalError(
      .refusedInput,
      "\(name) is damaged at byte \(offset): \(reason). Copy it from the device once more, or export it again.")
  }

  // MARK: Files

  /// - Returns: where the file ends.
  private mutating func readFile(at start: Int) throws(JournalError) -> Int {
    guard bytes.count - start >= 12 else { throw fault(at: start, reason: "a header of 12 bytes is missing") }
    let headerLength = Int(bytes[start])
    guard headerLength >= 12, bytes.count - start >= headerLength,
      bytes[(start + 8)..<(start + 12)].elementsEqual(Self.signature)
    else { throw fault(at: start, reason: "no FIT file begins here") }
    let dataLength = Int(unsigned(at: start + 4, 4, isBigEndian: false))
    let dataStart = start + headerLength
    guard dataLength <= bytes.count - dataStart - 2 else {
      throw fault(
        at: bytes.count,
        reason: "the header announces \(pluralized(dataLength, "byte")) and a checksum, and the file ends before")
    }
    if headerLength >= 14 {
      let expected = UInt16(unsigned(at: start + 12, 2, isBigEndian: false))
      guard expected == 0 || expected == Self.checksum(bytes[start..<(start + 12)]) else {
        throw fault(at: start + 12, reason: "the header's checksum is wrong")
      }
    }
    let end = dataStart + dataLength
    guard UInt16(unsigned(at: end, 2, isBigEndian: false)) == Self.checksum(bytes[start..<end]) else {
      throw fault(at: end, reason: "the checksum is wrong")
    }
    try readMessages(dataStart..<end)
    return end + 2
  }

  private struct Field {
    var number: UInt8
    var size: Int
    var baseType: UInt8
  }

  private struct Definition {
    var message: UInt16
    var isBigEndian: Bool
    var fields: [Field]
    /// Of all fields, those of developers included.
    var size: Int
  }

  private mutating func readMessages(_ range: Range<Int>) throws(JournalError) {
    var definitions = [Definition?](repeating: nil, count: 16)
    var position = range.lowerBound
    let firstSession = sessions.count
    var localOffset: Int?
    while position < range.upperBound {
      let start = position
      let header = bytes[position]
      position += 1
      // A header with the first bit has a time in itself, and a definition of the first four only.
      let isCompressed = header & 0x80 != 0
      let local = Int(isCompressed ? header >> 5 & 3 : header & 15)
      if !isCompressed, header & 0x40 != 0 {
        definitions[local] = try readDefinition(
          at: &position, upTo: range.upperBound, hasDeveloperFields: header & 0x20 != 0)
        continue
      }
      guard let definition = definitions[local] else {
        throw fault(at: start, reason: "a message of kind \(local) stands before its definition")
      }
      guard definition.size <= range.upperBound - position else {
        throw fault(
          at: start, reason: "a message of \(pluralized(definition.size, "byte")) goes past the end of the data")
      }
      let values = values(of: definition, at: position)
      position += definition.size
      switch definition.message {
      case 0: if let type = values[0] { fileTypes.append(UInt8(truncatingIfNeeded: type)) }
      case 18: sessions.append(session(values, offset: start))
      case 34:
        if let local = values[5], let time = values[253], min(local, time) >= Self.leastTime {
          let seconds = Int(local) - Int(time)
          if abs(seconds) <= 15 * 3600 { localOffset = Int((Double(seconds) / 60).rounded()) }
        }
      default: break
      }
    }
    for index in firstSession..<sessions.count { sessions[index].offsetMinutes = localOffset }
  }

  private func readDefinition(
    at position: inout Int, upTo end: Int, hasDeveloperFields: Bool
  ) throws(JournalError) -> Definition {
    let start = position - 1
    guard end - position >= 5 else { throw fault(at: start, reason: "a definition is cut short") }
    let isBigEndian = bytes[position + 1] == 1
    let message = UInt16(unsigned(at: position + 2, 2, isBigEndian: isBigEndian))
    let count = Int(bytes[position + 4])
    position += 5
    guard end - position >= 3 * count else {
      throw fault(at: start, reason: "a definition of \(pluralized(count, "field")) is cut short")
    }
    var definition = Definition(message: message, isBigEndian: isBigEndian, fields: [], size: 0)
    for _ in 0..<count {
      let field = Field(number: bytes[position], size: Int(bytes[position + 1]), baseType: bytes[position + 2])
      definition.fields.append(field)
      definition.size += field.size
      position += 3
    }
    if hasDeveloperFields {
      guard position < end else { throw fault(at: start, reason: "a definition is cut short") }
      let count = Int(bytes[position])
      position += 1
      guard end - position >= 3 * count else {
        throw fault(at: start, reason: "a definition of \(pluralized(count, "field")) is cut short")
      }
      for _ in 0..<count {
        definition.size += Int(bytes[position + 1])
        position += 3
      }
    }
    return definition
  }

  /// The values of a message that are whole numbers without a sign, by their fields; what is not set is not there.
  private func values(of definition: Definition, at start: Int) -> [UInt8: UInt64] {
    guard [0, 18, 34].contains(definition.message) else { return [:] }
    var values: [UInt8: UInt64] = [:]
    var position = start
    for field in definition.fields {
      defer { position += field.size }
      let size: Int
      let invalid: UInt64
      switch field.baseType & 0x1F {
      case 0, 2, 10, 13: (size, invalid) = (1, field.baseType & 0x1F == 10 ? 0 : 0xFF)
      case 4, 11: (size, invalid) = (2, field.baseType & 0x1F == 11 ? 0 : 0xFFFF)
      case 6, 12: (size, invalid) = (4, field.baseType & 0x1F == 12 ? 0 : 0xFFFF_FFFF)
      default: continue
      }
      // More of them are a list, which none of the fields that are read here is.
      guard field.size == size else { continue }
      let value = unsigned(at: position, size, isBigEndian: definition.isBigEndian)
      if value != invalid { values[field.number] = value }
    }
    return values
  }

  private func session(_ values: [UInt8: UInt64], offset: Int) -> Session {
    func scaled(_ field: UInt8, scale: Double) -> Double? { values[field].map { Double($0) / scale } }
    return Session(
      offset: offset, start: values[2].flatMap { $0 < Self.leastTime ? nil : UInt32(truncatingIfNeeded: $0) },
      sport: values[5].map { UInt8(truncatingIfNeeded: $0) }, subSport: values[6].map { UInt8(truncatingIfNeeded: $0) },
      elapsed: scaled(7, scale: 1000), timer: scaled(8, scale: 1000), distance: scaled(9, scale: 100),
      calories: scaled(11, scale: 1))
  }

  // MARK: Bytes

  private func unsigned(at position: Int, _ size: Int, isBigEndian: Bool) -> UInt64 {
    var value: UInt64 = 0
    for index in 0..<size {
      value |= UInt64(bytes[position + index]) << (8 * UInt64(isBigEndian ? size - 1 - index : index))
    }
    return value
  }

  /// The checksum that the FIT protocol defines: CRC-16 with the polynomial 0xA001.
  static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt16 {
    var crc: UInt16 = 0
    for byte in bytes {
      crc ^= UInt16(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xA001 : crc >> 1 }
    }
    return crc
  }
}
