import Glibc
import PhotoProcessing
import TestSupport
import Testing

/// What a decoder that was taken over can still do, by a program that confines itself as the worker does.
@Suite struct ConfinementTests {
  static let untouched = ["file -rw------- 7", "renamed -rw------- 7", "socket srwx------ 0", "unlinked -rw------- 7"]
  static let files = ["read", "write", "create", "list", "truncate", "unlink", "rename", "mkdir", "symlink", "execute"]
  static let ports = ["connect-tcp", "bind-tcp"]
  static let others = ["connect-abstract", "signal"]
  static let rest = ["chmod", "connect-named", "fork", "map-executable", "protect-executable"]
  /// What a system may refuse to every process.
  static let uncertain = ["trace", "unshare"]

  @Test func whatIsTriedIsPossibleOtherwise() throws {
    let trial = try ConfinementTrial(of: 0)
    trial.expect(["thread"] + Self.files + Self.ports + Self.others + Self.rest, give: 0)
    #expect(trial.files != Self.untouched)
  }

  @Test(.enabled(if: ConfinementTrial.landlockVersion > 0)) func landlockAloneKeepsFromFiles() throws {
    let trial = try ConfinementTrial(of: ConfinementTrial.landlock)
    // Truncating came with version 3.
    let files = ConfinementTrial.landlockVersion >= 3 ? Self.files : Self.files.filter { $0 != "truncate" }
    trial.expect(files, give: EACCES)
    trial.expect(["trace"], give: EPERM)
    trial.expect(["thread"], give: 0)
  }

  @Test(.enabled(if: ConfinementTrial.landlockVersion >= 6)) func landlockAloneKeepsFromPortsAndProcesses() throws {
    let trial = try ConfinementTrial(of: ConfinementTrial.landlock)
    trial.expect(Self.ports, give: EACCES)
    trial.expect(Self.others, give: EPERM)
  }

  @Test(.enabled(if: ConfinementTrial.hasSeccomp)) func seccompAloneKeepsFromEverything() throws {
    let trial = try ConfinementTrial(of: ConfinementTrial.seccomp)
    trial.expect(Self.files + Self.ports + Self.others + Self.rest + Self.uncertain, give: EPERM)
    trial.expect(["thread"], give: 0)
    #expect(trial.files == Self.untouched)
  }

  @Test func bothTogetherAreUsedWhereTheKernelHasThem() throws {
    let trial = try ConfinementTrial(of: ConfinementTrial.landlock | ConfinementTrial.seccomp)
    trial.expect(["landlock"], give: ConfinementTrial.landlockVersion)
    trial.expect(["seccomp"], give: ConfinementTrial.hasSeccomp ? 1 : 0)
    trial.expect(["thread"], give: 0)
  }

  /// The worker does what the trial does, and says so.
  @Test func theWorkerTellsHowItIsConfined() throws {
    let details = try WorkerDetails.ask(PhotoProcessor(worker: PhotoCorpus.worker))
    let values = Dictionary(details.items.map { ($0.name, $0.value) }, uniquingKeysWith: { one, _ in one })
    for library in ["libheif", "libjpeg-turbo", "libpng", "Little CMS"] {
      #expect(values[library]?.first?.isNumber == true, "\(library)")
    }
    let version = ConfinementTrial.landlockVersion
    let landlock = try #require(values["  Landlock"])
    #expect(landlock.hasPrefix(version > 0 ? "version \(version): no files" : "not in this kernel"))
    let seccomp = try #require(values["  seccomp"])
    #expect(seccomp.hasPrefix(ConfinementTrial.hasSeccomp ? "only the system calls" : "not in this kernel"))
  }

  /// The worker on a kernel where system calls give errors.
  private func runWorker(_ errors: [String: String], _ line: String) throws -> Tool.Result {
    let injections = errors.map { "-e inject=\($0):error=\($1)" }.joined(separator: " ")
    return try Tool.shell(
      "strace -f -o /dev/null \(injections) '\(PhotoCorpus.worker)' \(line)", in: PhotoCorpus.directory)
  }

  /// As on old kernels, or in containers that let programs see less than the kernel has.
  @Test(arguments: [
    ["landlock_create_ruleset": "ENOSYS"], ["landlock_create_ruleset": "EOPNOTSUPP", "seccomp": "ENOSYS"],
    ["landlock_create_ruleset": "EPERM", "seccomp": "EINVAL"], ["seccomp": "EPERM"],
  ])
  func withoutAMechanismPhotosAreTakenAndItIsTold(errors: [String: String]) throws {
    let lacking = try runWorker(errors, "--version").text.split(separator: "\n").filter { $0.contains("not in this") }
    #expect(lacking.count >= errors.count)
    let line = "< orientation-6.heic"
    let photo = try runWorker(errors, line)
    #expect(photo.status == 0)
    #expect(try photo.output == runWorker([:], line).output)
  }

  @Test(.enabled(if: ConfinementTrial.landlockVersion > 0)) func aMechanismThatFailsLeavesNoPhotoRead() throws {
    let outcome = try runWorker(["landlock_restrict_self": "EPERM"], "< plain.jpg")
    #expect(outcome.status == EX_OSERR)
    #expect(outcome.output.isEmpty)
  }
}
