import CheckInJournal
import CheckInSync
import Testing

/// Addresses as people see them.
struct PlaceAddressTests {
  @Test(
    arguments: [
      ("postgresql://db.example/journals", "postgresql://db.example/journals"),
      ("postgresql://ada:secret@db.example:5433/journals?sslmode=require", "postgresql://db.example:5433/journals"),
      ("postgres://ada:sec@ret@db.example/journals#GROUP", "postgres://db.example/journals"),
      ("postgresql:///journals?host=/run&user=ada&password=secret", "postgresql:///journals"),
    ])
  func aNameHasNothingSecret(address: String, name: String) {
    #expect(RemoteAddress(address, in: "/").name == name)
  }

  @Test(arguments: ["#", "?", "/", "@", "%", " "]) func noPasswordIsEverShown(character: String) {
    let address = RemoteAddress("postgresql://ada:sec\(character)ret@db.example/journals", in: "/")
    #expect(!address.name.contains("sec") && !address.name.contains("ret"))
  }

  @Test(
    arguments: [
      (
        "postgresql://ada:secret@db.example/journals?sslmode=require#G",
        "postgresql://ada@db.example/journals?sslmode=require#G"
      ),
      ("postgresql://db.example/journals#G", "postgresql://db.example/journals#G"),
      ("postgresql://ada@a,b:5433/journals", "postgresql://ada@a,b:5433/journals"),
      ("postgresql:///journals?user=ada&password=secret#G", "postgresql:///journals#G"),
      ("postgresql://ada:sec/ret@db.example/journals#G", "postgresql://db.example/journals#G"),
    ])
  func aSharedAddressHasNoPassword(address: String, shared: String) {
    #expect(RemoteAddress(address, in: "/").shared == shared)
  }

  @Test(
    arguments: [
      "postgresql://ada:secret@db.example/journals", "postgresql://ada:@db.example/journals",
      "postgresql:///journals?user=ada&password=secret", "postgresql://db.example/journals?Password=secret#G",
      "postgres://db.example/journals?pass%77ord=secret", "postgresql://db.example/journals?sslpassword=secret",
      "postgresql://ada:sec/ret@db.example/journals", "postgresql://db.example/journals?oauth_client_secret=x",
    ])
  func anAddressWithAPasswordIsRejected(address: String) {
    let error = #expect(throws: JournalError.self) { try RemoteAddress(address, in: "/").requireNoPassword() }
    #expect(error?.code == .invalidValue && error?.message.contains("PGPASSFILE") == true)
    #expect(error?.message.contains("sec") == false)
  }

  @Test(
    arguments: [
      "postgresql://ada@db.example/secrets?sslmode=verify-full&passfile=/home/ada/passwords#G",
      "postgresql://ada%40work@a,b:5433/password", "postgresql:///journals", "/home/ada:secret@stick/password=",
    ])
  func anAddressWithoutAPasswordIsAccepted(address: String) throws {
    try RemoteAddress(address, in: "/").requireNoPassword()
  }

  @Test func relativeFoldersCountFromTheDirectory() {
    #expect(RemoteAddress("stick//", in: "/home/ada") == .folder("/home/ada/stick"))
    #expect(RemoteAddress("/stick", in: "/home/ada") == .folder("/stick"))
  }
}
