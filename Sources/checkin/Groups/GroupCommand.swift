import ArgumentParser
import CheckInJournal
import CheckInLanguage
import CheckInMaintenance
import CheckInSync
import FoundationEssentials
import Glibc

struct GroupCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "group", abstract: "Create, join or leave a group of devices",
    discussion: """
      Without a subcommand, it lists the devices that share this journal.

      Each device writes a log of its own and gets copies of the others' through a place: a folder that something \
      carries (a USB stick, Syncthing, a cloud drive), or a PostgreSQL database. Without a group nothing leaves this \
      device. What leaves it can be sealed with a key that only the group has: --key names a file, which is made if \
      it is not there, or --passphrase asks.

        checkin group create /media/stick/checkin --as laptop --key ~/checkin.key
        checkin group join /media/stick/checkin --as phone --key ~/checkin.key
        checkin sync
      """,
    subcommands: [
      GroupListCommand.self, GroupCreateCommand.self, GroupJoinCommand.self, GroupLeaveCommand.self,
      GroupForkCommand.self,
    ],
    defaultSubcommand: GroupListCommand.self)

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {}
}

/// The place, the name and the key of `create` and `join`.
struct GroupArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp("A folder of its own, or postgresql://… without a password.", valueName: "place"),
    completion: .directory)
  var place: String

  @Option(name: .customLong("as"), help: ArgumentHelp("What this device is called: laptop.", valueName: "name"))
  var name: String

  @Option(help: ArgumentHelp("The file with the group's key.", valueName: "file"), completion: .file())
  var key: String?

  @Flag(help: "Ask for the group's passphrase, or read it from standard input.")
  var passphrase = false

  var address: RemoteAddress {
    get throws {
      let address = RemoteAddress(place, in: Self.directory)
      guard case .folder = address, place.isEmpty || place.contains("://") else { return address }
      throw CommandFailure.usage("\"\(place)\" is no place: name a folder, or postgresql://HOST/DATABASE")
    }
  }

  /// The working directory, which relative paths count from.
  private static var directory: String {
    guard let path = realpath(".", nil) else { return "." }
    defer { free(path) }
    return String(cString: path)
  }

  func keySource(in session: Session) throws -> GroupMembership.KeySource {
    guard key == nil || !passphrase else { throw CommandFailure.usage("Give either --key or --passphrase") }
    if let key {
      guard !key.isEmpty else { throw CommandFailure.usage("--key needs a file") }
      return .file(key.hasPrefix("/") ? key : Self.directory + "/" + key)
    }
    guard passphrase else { return .none }
    guard let line = try HiddenInput.line("Passphrase of the group: ", in: session), !line.isEmpty else {
      throw CommandFailure.usage("A passphrase cannot be empty")
    }
    return .passphrase(line)
  }
}

/// Enters a group with this journal, which is made if there is none: by making the group, or by joining one.
protocol GroupEntryCommand: JournalCommand {
  var arguments: GroupArguments { get }

  /// Returns the entry into the group, before a journal is created.
  func entry(_ membership: GroupMembership, key: GroupMembership.KeySource) throws -> GroupEntry
  /// Returns the lines to print afterwards.
  func lines(for group: Group, in words: Words) -> [String]
}

extension GroupEntryCommand {
  func run(in session: Session) throws {
    let key = try arguments.keySource(in: session)
    let entry = try entry(session.membership, key: key)
    try session.writing(creating: true) { _ in }
    let group = try entry.enter()
    try session.report(group, with: lines(for: group, in: session.style.words))
  }
}

struct GroupCreateCommand: GroupEntryCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Create a group with this device as its first",
    usage: "checkin group create <place> --as <name> [--key <file> | --passphrase]")

  @OptionGroup var arguments: GroupArguments
  @OptionGroup var global: GlobalOptions

  func entry(_ membership: GroupMembership, key: GroupMembership.KeySource) throws -> GroupEntry {
    try membership.creation(at: try arguments.address, as: arguments.name, key: key)
  }

  func lines(for group: Group, in words: Words) -> [String] {
    let option = arguments.key.map { " --key \($0)" } ?? (arguments.passphrase ? " --passphrase" : "")
    let place = RemoteAddress(group.place, in: "/").shared
    let lines = [
      words("The group is made; this device is {name}.", ["name": group.me.name]),
      words("On another device: {command}", ["command": "checkin group join '\(place)' --as NAME\(option)"]),
    ]
    return arguments.key == nil ? lines : lines + [words("Copy the key there by a way of its own, and keep a copy.")]
  }
}

struct GroupJoinCommand: GroupEntryCommand {
  static let configuration = CommandConfiguration(
    commandName: "join", abstract: "Join a group",
    usage: "checkin group join <place> --as <name> [--key <file> | --passphrase]")

  @OptionGroup var arguments: GroupArguments
  @OptionGroup var global: GlobalOptions

  func entry(_ membership: GroupMembership, key: GroupMembership.KeySource) throws -> GroupEntry {
    try membership.joining(try arguments.address, as: arguments.name, key: key)
  }

  func lines(for group: Group, in words: Words) -> [String] {
    let others = group.replicas.map(\.name).joined(separator: ", ")
    let values = ["name": group.me.name, "others": others]
    return [
      others.isEmpty
        ? words("This device is {name}. 'checkin sync' brings what is there.", values)
        : words("This device is {name}, in a group with {others}. 'checkin sync' brings what is there.", values)
    ]
  }
}

struct GroupLeaveCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "leave", abstract: "Leave the group",
    usage: "checkin group leave [--yes]",
    discussion: "The events of the other devices stay here, and what was sent stays there.")

  @Flag(help: "Do not ask.")
  var yes = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let membership = session.membership
    let group = try membership.group()
    if !yes {
      guard session.isConversation, !global.noInput else {
        throw CommandFailure.usage("Nothing was changed. To leave the group, say --yes")
      }
      guard session.asks("Leave the group at \(RemoteAddress(group.place, in: "/").name)?") else { return }
    }
    let left = try membership.leave()
    try session.report(left, with: [session.style.words("Left the group. This device syncs no more.")])
  }
}

struct GroupForkCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "fork", abstract: "Assign a new identity to a copied journal",
    usage: "checkin group fork --as <name>",
    discussion: """
      For a directory that was copied to another device, and for a backup that was restored and then wrote: two \
      journals that write as one are refused by 'checkin sync'. Run it on the copy. Every event keeps its number; the \
      directory as it was is kept beside it. Once it and the original have synced, what both have counts once. If it \
      fails or is interrupted, run it again with the same name.
      """)

  @Option(name: .customLong("as"), help: ArgumentHelp("What this device is called from now on.", valueName: "name"))
  var name: String

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    _ = try session.membership.group()
    let fork = try JournalFork(ofJournalAt: session.location.path, as: name)
    session.output.isOfSavedCommand = true
    if global.json {
      return try session.output.object { json in
        json["journal"] = fork.journal
        json["name"] = name
        json["keptAt"] = fork.keptAt
      }
    }
    let text = session.style.words(
      "This device is {name} now. The journal as it was is in {path}.", ["name": name, "path": fork.keptAt])
    try session.output.line(Escaping.escaped(text))
  }
}

struct GroupListCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the devices of the group",
    usage: "checkin group", discussion: "It also shows what each device has of the others.")

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let group = try session.membership.group()
    guard let status = try GroupStatus(ofJournalAt: session.location.path) else { return }
    if global.json { return try session.output.document { status.write(to: &$0) } }
    let (devices, place, words) = (status.devices, ["place": status.place], session.style.words)
    let title =
      group.key == nil
      ? words("Group at {place}, not sealed", place) : words("Group at {place}, sealed with its key", place)
    try session.output.line(Escaping.escaped(title))
    let width = devices.map(\.name.count).max() ?? 0
    for device in devices {
      let name = DisplayWidth.padded(device.name, to: width)
      try session.output.line(Escaping.escaped("  \(name)  \(device.line(words))"))
    }
  }
}

extension GroupStatus.Device {
  fileprivate func line(_ words: Words) -> String {
    guard isMe else {
      if let problem { return words(problem) }
      let parts = has.sorted { $0.key < $1.key }.map { name, count in
        words("{n} of {device}", ["n": String(count), "device": name])
      }
      let here = words.count(Int(clamping: events), "{n} event here", "{n} events here")
      if parts.isEmpty { return here }
      return words("{here}; it has {parts}", ["here": here, "parts": parts.joined(separator: ", ")])
    }
    let state =
      events == 0
      ? words("nothing saved yet")
      : waiting == 0
        ? words("also elsewhere")
        : elsewhere == 0
          ? words("saved here only")
          : words.count(
            Int(clamping: waiting), "also elsewhere ({n} event waiting)", "also elsewhere ({n} events waiting)")
    return words.count(
      Int(clamping: events), "this device, {n} event, {state}", "this device, {n} events, {state}", ["state": state])
  }
}

extension Session {
  /// The journal's part in a group.
  var membership: GroupMembership {
    GroupMembership(ofJournalAt: location.path) { (address) throws(JournalError) in
      switch address {
      case .folder(let path): FolderRemote(path: path)
      case .postgreSQL(let server):
        try RemoteProcess(program: try SyncProgram.location(), address: server, name: address.name)
      }
    }
  }

  /// Writes the outcome: lines, or the group with `--json`.
  fileprivate func report(_ group: Group, with lines: [String]) throws {
    output.isOfSavedCommand = true
    if global.json {
      return try output.object { json in
        json["group"] = group.group
        json["name"] = group.me.name
        json["place"] = RemoteAddress(group.place, in: "/").shared
      }
    }
    for line in lines { try output.line(Escaping.escaped(line)) }
  }
}

/// A line that is not shown while it is typed.
enum HiddenInput {
  /// - Returns: `nil` where the input has ended.
  static func line(_ question: String, in session: Session) throws -> String? {
    guard session.isInputTerminal else { return readLine() }
    guard session.isConversation, !session.global.noInput else {
      throw CommandFailure.usage("The passphrase cannot be asked for here")
    }
    Messages.put(question)
    var shown = termios()
    guard tcgetattr(STDIN_FILENO, &shown) == 0 else { return readLine() }
    var hidden = shown
    hidden.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
      Messages.put("\n")
    }
    return readLine()
  }
}
