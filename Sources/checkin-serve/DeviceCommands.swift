import CheckInJournal
import CheckInLanguage
import CheckInWeb
import Glibc

/// The commands of `checkin serve` that manage devices, with or without a running server.
struct DeviceCommands {
  private let arguments: ServeArguments
  private let environment: [String: String]
  private let register: DeviceRegister

  init(_ arguments: ServeArguments, environment: [String: String]) {
    self.arguments = arguments
    self.environment = environment
    register = DeviceRegister(journal: arguments.journal)
  }

  private func time(_ milliseconds: Int64) throws(JournalError) -> CheckInTime {
    try LocalTimeZone.system(environment: environment).time(atInstant: milliseconds)
  }

  // MARK: - Pairing

  /// Shows an invitation.
  ///
  /// - Parameter isAwaited: whether to stay until a device has used it, or nobody can any more.
  func pair(isAwaited: Bool) throws(JournalError) {
    let known = try register.devices().map(\.number)
    let invitation = try PairingInvitation(journal: arguments.journal)
    let expiry = try time(invitation.expiresAt)
    if arguments.isJSON {
      var json = JSONWriter()
      json.object { json in
        json["address"] = invitation.address
        json["expiresAt"] = expiry.description
      }
      return Terminal.say(json.text, to: .answers)
    }
    if let form, let code = QRCode(invitation.address) {
      Terminal.say(code.lines(form).joined(separator: "\n"), to: .answers)
    }
    Terminal.say(
      "Scan this with the camera of the device, or open there:\n\(invitation.address)\n"
        + "It is valid once, until \(expiry.clock). Show it to nobody else: whoever opens it first gets in.",
      to: .answers)
    guard isAwaited else { return }
    while Journal.systemMilliseconds() < invitation.expiresAt {
      if let device = try register.devices().first(where: { !known.contains($0.number) }) {
        return Terminal.say("Paired: \(shown(device)).", to: .answers)
      }
      usleep(300_000)
    }
    Terminal.say("Nobody has used it. Ask for another one: checkin serve --pair", to: .answers)
  }

  /// The style of the QR code; `nil` if it can't be drawn.
  private var form: QRCode.TerminalForm? {
    if arguments.isASCII { return arguments.hasColor ? .coloredASCII : nil }
    return arguments.hasColor ? .colored : .plain
  }

  // MARK: - The list

  func list() throws(JournalError) {
    let devices = try register.devices()
    if arguments.isJSON {
      let rows = try rows(of: devices)
      var json = JSONWriter()
      json.array { json in
        for row in rows { row.write(to: &json) }
      }
      return Terminal.say(json.text, to: .answers)
    }
    guard !devices.isEmpty else { return Terminal.say("No devices are paired.", to: .answers) }
    let localization = Localization(environment: environment)
    let today = try time(Journal.systemMilliseconds()).day
    let rows = try rows(of: devices)
    let width = devices.map { shown($0).count }.max() ?? 0
    for row in rows {
      let name = shown(row.device)
      let days = [row.paired, row.seen].map { localization.relative($0.day, today: today) }
      Terminal.say(
        name + String(repeating: " ", count: width - name.count)
          + "  paired \(days[0])  last seen \(days[1]) \(localization.clock(of: row.seen))", to: .answers)
    }
  }

  /// A device with its times here.
  private struct Row {
    var device: Device
    var paired, seen: CheckInTime

    func write(to json: inout JSONWriter) {
      json.object { json in
        json["number"] = device.number
        json["name"] = device.name
        json["pairedAt"] = paired.description
        json["seenAt"] = seen.description
      }
    }
  }

  private func rows(of devices: [Device]) throws(JournalError) -> [Row] {
    var rows: [Row] = []
    for device in devices {
      rows.append(Row(device: device, paired: try time(device.pairedAt), seen: try time(device.seenAt)))
    }
    return rows
  }

  private func shown(_ device: Device) -> String { "\(device.number)  \(Escaping.escaped(device.name))" }

  /// Takes away the access of a device.
  ///
  /// - Parameter word: its number or its name.
  func revoke(_ word: String) throws(JournalError) {
    let devices = try register.devices()
    let device =
      devices.first { String($0.number) == word } ?? devices.first { $0.name.lowercased() == word.lowercased() }
    guard let device, try register.revoke(device.number) != nil else {
      throw JournalError(
        .notFound, "There is no device \"\(Escaping.escaped(word))\"; checkin serve --devices lists them")
    }
    if arguments.isJSON {
      var json = JSONWriter()
      try rows(of: [device]).first?.write(to: &json)
      return Terminal.say(json.text, to: .answers)
    }
    Terminal.say("Revoked: \(shown(device)). It is signed out, and what it has open is closed.", to: .answers)
  }
}
