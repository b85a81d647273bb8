internal import CPostgreSQL
internal import CheckInJournal
internal import Glibc

/// A connection to a PostgreSQL server. Values go and come in binary form.
///
/// It waits for an answer no longer than ``timeLimitSeconds``: after that what became of the statement is not known,
/// and nothing more is asked over this connection.
final class PostgresConnection {
  private let connection: OpaquePointer
  private let notices = Notices()
  /// Seconds.
  private let timeLimitSeconds: Int32

  /// Warnings of the server about the statement that ran last.
  var warnings: [String] { notices.warnings }

  /// - Parameter address: `postgresql://…`, as libpq takes it. Several hosts may be named: then the one that takes
  ///   writes is used. Unless the address, its service or `PGSSLMODE` says otherwise, the certificate of a host that is
  ///   not this machine is verified.
  init(_ address: String, timeLimitSeconds: Int32) throws(JournalError) {
    self.timeLimitSeconds = timeLimitSeconds
    // libpq repeats an address that it cannot read, and a password with it.
    guard let hosts = Self.hosts(address) else {
      throw JournalError(
        .invalidValue,
        "The address of the database cannot be read. It has the form postgresql://ACCOUNT@HOST/DATABASE, without a "
          + "password.")
    }
    // The variable has the lowest precedence. libpq ignores it for a socket in the file system.
    if !hosts.allSatisfy(Self.isLoopback) { setenv("PGSSLMODE", "verify-full", 0) }
    // What stands in the address counts more than what comes before it.
    let words = [
      ("connect_timeout", "10"), ("application_name", "checkin-sync"), ("target_session_attrs", "read-write"),
      ("tcp_user_timeout", "30000"), ("dbname", address), ("client_encoding", "UTF8"),
    ]
    let names = words.map { strdup($0.0) } + [nil]
    let values = words.map { strdup($0.1) } + [nil]
    defer { for pointer in names + values { free(pointer) } }
    let opened = PQconnectdbParams(names.map { UnsafePointer($0) }, values.map { UnsafePointer($0) }, 1)
    guard let opened else { throw JournalError(.inputOutput, "There is no memory for a connection.") }
    guard PQstatus(opened) == CONNECTION_OK else {
      let reason = Self.line(PQerrorMessage(opened))
      PQfinish(opened)
      throw JournalError(.inputOutput, "The database cannot be reached: \(reason)")
    }
    connection = opened
    // An error in a function otherwise contains the text of its statement.
    PQsetErrorContextVisibility(connection, PQSHOW_CONTEXT_NEVER)
    PQsetNoticeReceiver(
      connection,
      { notices, result in
        guard let notices, let result else { return }
        Unmanaged<Notices>.fromOpaque(notices).takeUnretainedValue().take(result)
      }, Unmanaged.passUnretained(notices).toOpaque())
  }

  deinit {
    PQfinish(connection)
  }

  /// Returns the names and numbers of the hosts that an address specifies, one of which is empty if it specifies none;
  /// `nil` if the address cannot be read.
  private static func hosts(_ address: String) -> [String]? {
    guard let options = PQconninfoParse(address, nil) else { return nil }
    defer { PQconninfoFree(options) }
    var values: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
      option += 1
    }
    let lists = [values["host"], values["hostaddr"]].compactMap { $0 }
    return (lists.isEmpty ? [""] : lists).flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
      .map(String.init)
  }

  private static func isLoopback(_ host: String) -> Bool {
    var address = in_addr()
    guard inet_pton(AF_INET, host, &address) == 1 else { return host == "localhost" || host == "::1" }
    return UInt32(bigEndian: address.s_addr) >> 24 == 127
  }

  /// Runs one statement, in a transaction of its own.
  func run(_ statement: String, with parameters: [PostgresValue] = []) throws(JournalError) -> PostgresRows {
    PostgresRows(try answer(to: statement, parameters))
  }

  /// Runs one statement as ``run(_:with:)`` does, and leaves the rows as they came.
  ///
  /// - Returns: `nil` where the server answers with nothing at all.
  func answer(
    to statement: String, _ parameters: [PostgresValue] = []
  ) throws(JournalError) -> PostgresAnswer? {
    notices.warnings = []
    let types = parameters.map(\.type)
    // An empty value has a place, too: only NULL has none.
    let buffers = parameters.map { parameter in
      parameter.bytes.map { bytes in
        let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: max(bytes.count, 1))
        for (index, byte) in bytes.enumerated() { buffer[index] = CChar(bitPattern: byte) }
        return buffer
      }
    }
    defer { for buffer in buffers { buffer?.deallocate() } }
    let values = buffers.map { buffer in buffer.map { UnsafePointer($0) } }
    let sent = PQsendQueryParams(
      connection, statement, Int32(parameters.count), types, values, parameters.map { Int32($0.bytes?.count ?? 0) },
      parameters.map { _ in Int32(1) }, 1)
    guard sent == 1 else { throw lost() }
    return try lastAnswer()
  }

  /// Runs statements of a script, without values, in one transaction.
  func run(script: String) throws(JournalError) {
    notices.warnings = []
    guard PQsendQuery(connection, "BEGIN;\n\(script)\nCOMMIT;") == 1 else { throw lost() }
    _ = try lastAnswer()
  }

  /// The result of the last of the statements that were sent, or the error of the first that failed.
  private func lastAnswer() throws(JournalError) -> PostgresAnswer? {
    let deadline = ContinuousClock.now + .seconds(Int(timeLimitSeconds))
    var last: PostgresAnswer?
    var failure: JournalError?
    while true {
      try waitForResult(until: deadline)
      guard let result = PQgetResult(connection) else { break }
      let answer = PostgresAnswer(result)
      switch PQresultStatus(result) {
      case PGRES_TUPLES_OK, PGRES_COMMAND_OK: last = answer
      default: failure = failure ?? error(of: result)
      }
    }
    if let failure { throw failure }
    return last
  }

  private func waitForResult(until deadline: ContinuousClock.Instant) throws(JournalError) {
    while true {
      let unsent = PQflush(connection)
      guard unsent >= 0 else { throw lost() }
      if unsent == 0, PQisBusy(connection) == 0 { return }
      let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
      guard left > 0 else {
        throw JournalError(
          .inputOutput,
          "The database has not answered within \(timeLimitSeconds) seconds: whether it was done is not known. Sync "
            + "again.")
      }
      var item = pollfd(
        fd: PQsocket(connection), events: Int16(unsent == 1 ? POLLIN | POLLOUT : POLLIN), revents: 0)
      let ready = poll(&item, 1, Int32(min(left.rounded(.up), 60_000)))
      if ready < 0, errno != EINTR { throw lost() }
      if ready > 0, item.revents & Int16(~POLLOUT) != 0, PQconsumeInput(connection) == 0 { throw lost() }
    }
  }

  private func lost() -> JournalError {
    JournalError(.inputOutput, "The connection to the database is broken: \(Self.line(PQerrorMessage(connection)))")
  }

  private func error(of result: OpaquePointer) -> JournalError {
    let message = Self.line(PQresultErrorMessage(result))
    let state = PQresultErrorField(result, checkin_diagnostic_state()).map { String(cString: $0) } ?? ""
    return switch state {
    case "53100": JournalError(.inputOutput, "The database is full: make room there, and sync again.")
    case "25006": JournalError(.inputOutput, "The database takes no writes now: \(message)")
    // Of two connections that push the same or create the tables at the same time, the second fails after the first.
    case "23505", "42P06": JournalError(.busy, "The database was written in the meantime. Sync again.")
    case "42501":
      JournalError(
        .inputOutput,
        "This account may not do that in the database: \(message). An account needs the role checkin_member, and its "
          + "group in checkin.members. Ask the owner of the database.")
    case "3F000", "42P01", "42883":
      JournalError(.notFound, "The database has no tables of checkin, or older ones. Run 'checkin-sync migrate'.")
    default: JournalError(.inputOutput, "The database refused: \(message)")
    }
  }

  private static func line(_ text: UnsafePointer<CChar>?) -> String {
    guard let text else { return "" }
    return String(cString: text).split(separator: "\n").joined(separator: "; ")
  }

  /// Collects what the server says besides its answers.
  private final class Notices {
    var warnings: [String] = []

    func take(_ result: OpaquePointer) {
      guard let severity = PQresultErrorField(result, checkin_diagnostic_severity()),
        String(cString: severity) == "WARNING"
      else { return }
      warnings.append(PostgresConnection.line(PQresultErrorMessage(result)))
    }
  }
}
