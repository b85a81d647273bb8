// swift-tools-version: 6.2
import PackageDescription

// The tests are built with CHECKIN_STRICT set: then a warning in our own targets is an error.
let isStrict = Context.environment["CHECKIN_STRICT"] != nil

let testSettings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (isStrict ? [.treatAllWarnings(as: .error)] : [])

// The tests run what is shipped: the optimizer can have faults of its own.
let settings: [SwiftSetting] =
  testSettings + (isStrict ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : [])

let cSettings: [CSetting] =
  [.enableWarning("all"), .enableWarning("extra")] + (isStrict ? [.treatAllWarnings(as: .error)] : [])

let package = Package(
  name: "checkin",
  // The libraries are written for Apple's systems too, and have been compiled on Linux only.
  platforms: [.macOS(.v26), .iOS(.v26)],
  products: [
    .library(name: "EventLog", targets: ["EventLog"]),
    .library(name: "CheckInJournal", targets: ["CheckInModel", "CheckInTimeline", "CheckInJournal"]),
    .library(name: "CheckInMaintenance", targets: ["CheckInMaintenance"]),
    .library(name: "CheckInInterchange", targets: ["CheckInInterchange"]),
    .executable(name: "checkin", targets: ["checkin"]),
    .library(name: "PhotoProcessing", targets: ["PhotoProcessing"]),
    .executable(name: "checkin-photo", targets: ["checkin-photo"]),
    .library(name: "CheckInViewModels", targets: ["CheckInViewModels"]),
    .executable(name: "checkin-serve", targets: ["checkin-serve"]),
    .executable(name: "checkin-sync", targets: ["checkin-sync"]),
  ],
  dependencies: [
    // The command line: parsing, help, completions. Kept by the Swift project itself.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.6.0"),
    // The web server of the local page, and its templates. Only checkin-serve builds them.
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.0"),
    // What Hummingbird is built on; also the threads for work that blocks.
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    // A dictionary that knows the order of its keys, for the photos of forms that are not saved yet.
    .package(url: "https://github.com/apple/swift-collections", from: "1.2.0"),
    // TOML 1.0 for the configuration file: toml++, a parser that many programs use, behind a Swift interface. It says
    // in which line a mistake is.
    .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.0.0"),
    // TLS for devices in the network: what Hummingbird's own TLS is made of. Kept by Apple.
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.2"),
  ],
  targets: [
    // LZ4: the reference implementation, as Debian ships it.
    .systemLibrary(name: "CLZ4", pkgConfig: "liblz4", providers: [.apt(["liblz4-dev"])]),
    // zlib, for archives that people bring: the reference implementation of DEFLATE, as Debian ships it.
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    // OpenSSL's libcrypto, as Debian ships it: its digests use the processor's own instructions and need no start-up.
    // swift-crypto has the same code in 366 C files, which take longer to compile than the rest of the command.
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    // SQLite, as Debian ships it.
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    // SHA-256, SHA-1, HMAC, HKDF, scrypt and ChaCha20-Poly1305: libcrypto's, or CryptoKit's on Apple's systems.
    .target(
      name: "Cryptography",
      dependencies: ["Platform", .target(name: "CCrypto", condition: .when(platforms: [.linux]))],
      swiftSettings: settings
    ),
    // Connections, statements and transactions. A library such as GRDB offers much more than the few statements that
    // the caches and imports need, and takes a sixth of the command's build.
    .target(name: "SQLite", dependencies: ["CSQLite"], swiftSettings: settings),
    // The system's C library, under one name on every system.
    .target(name: "Platform", swiftSettings: settings),
    // The log, for any program that keeps records: append, replay, verify. It does not know what a record means.
    .target(
      name: "EventLog",
      dependencies: ["CLZ4", "Cryptography", "Platform"],
      swiftSettings: settings
    ),
    // Check-ins, workouts and goals: their values, rules and notations, and the errors of all libraries.
    .target(
      name: "CheckInModel", dependencies: ["EventLog", "Platform"],
      swiftSettings: settings),
    // Events and the state that they result in. One target, so the fold is optimised as a whole.
    .target(
      name: "CheckInTimeline", dependencies: ["CheckInModel", "EventLog", "Platform", "SQLite"],
      swiftSettings: settings),
    // The journal: commands, queries, history, photos, and the logs of several devices.
    .target(
      name: "CheckInJournal", dependencies: ["CheckInTimeline", "EventLog", "Platform", "SQLite"],
      swiftSettings: settings),
    // Verification, backup and repair.
    .target(
      name: "CheckInMaintenance", dependencies: ["CheckInJournal", "EventLog", "Platform"],
      swiftSettings: settings),
    // Check-ins and whole histories in the formats of other programs.
    .target(
      name: "CheckInInterchange",
      dependencies: [
        "CZlib",
        "CheckInJournal",
        "Cryptography",
        "EventLog",
        "Platform",
        "SQLite",
      ],
      swiftSettings: settings
    ),
    // Carries logs between the devices of a group, through a place. It does not know what an event means.
    .target(
      name: "CheckInSync",
      dependencies: ["CheckInJournal", "Cryptography", "EventLog"],
      swiftSettings: settings
    ),
    // PostgreSQL's own library for clients, as Debian ships it.
    .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    // Keeps a place in PostgreSQL for the command, which so need not link it.
    .executableTarget(
      name: "checkin-sync", dependencies: ["CheckInJournal", "CheckInSync", "CPostgreSQL", "EventLog"],
      resources: [.embedInCode("Migrations")], swiftSettings: settings),
    // What Swift leaves out when it imports the C library: how wide characters are, and how memory is taken.
    .systemLibrary(name: "CLibrary"),
    .executableTarget(
      name: "checkin",
      dependencies: [
        "CLibrary",
        "CheckInJournal",
        "CheckInInterchange",
        "CheckInLanguage",
        "CheckInMaintenance",
        "CheckInSync",
        "CheckInViewModels",
        "EventLog",
        "PhotoProcessing",
        "SQLite",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "TOMLKit", package: "TOMLKit"),
      ],
      swiftSettings: settings
    ),
    // Starts the worker and judges what it answers. It links no image library, and so does nothing that uses it.
    .target(name: "PhotoProcessing", swiftSettings: settings),
    // The worker: the one program that links the image libraries, and that untrusted photos are decoded in.
    .executableTarget(
      name: "checkin-photo", dependencies: ["CPhotoCodec", "PhotoProcessing"], swiftSettings: settings),
    // The C shim around the image libraries. libjpeg reports errors by longjmp, which must not cross Swift. The
    // libraries are named here and not as system library targets, so that only who builds the worker needs them.
    .target(
      name: "CPhotoCodec",
      cSettings: cSettings,
      linkerSettings: [
        .linkedLibrary("heif"), .linkedLibrary("jpeg"), .linkedLibrary("png"), .linkedLibrary("lcms2"),
      ]
    ),
    // The words, dates and clock of a person's language, for the command and the page alike.
    .target(
      name: "CheckInLanguage", dependencies: ["CCatalogues", "CheckInJournal"], exclude: ["Catalogues"],
      swiftSettings: settings),
    // The catalogues as part of the programs, so that an installed one needs no files.
    .target(name: "CCatalogues", cSettings: cSettings),
    // The screens' state and rules, free of any user interface: for the page and for an app alike.
    .target(
      name: "CheckInViewModels", dependencies: ["CheckInJournal", "CheckInLanguage"], swiftSettings: settings),
    // The page that a browser on this machine shows.
    .target(
      name: "CheckInWeb",
      dependencies: [
        "CheckInInterchange", "CheckInJournal", "CheckInLanguage", "CheckInMaintenance", "CheckInSync",
        "CheckInViewModels", "EventLog", "PhotoProcessing",
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HummingbirdTLS", package: "hummingbird"),
        .product(name: "Mustache", package: "swift-mustache"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "OrderedCollections", package: "swift-collections"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      // Templates, style, scripts and icons become part of the program, so that an installed one needs no files.
      resources: [.embedInCode("Resources")],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "checkin-serve", dependencies: ["CheckInJournal", "CheckInLanguage", "CheckInWeb"],
      swiftSettings: settings),
    // For the tests of every module: simulated disks, seeds, temporary directories, processes.
    .target(
      name: "TestSupport", dependencies: ["CLZ4", "CSQLite", "EventLog"], path: "Tests/TestSupport",
      swiftSettings: settings),
    // For the tests of journals: commands, histories and groups, at random or given.
    .target(
      name: "JournalTestSupport",
      dependencies: ["CheckInJournal", "CheckInMaintenance", "EventLog", "TestSupport"],
      path: "Tests/JournalTestSupport", swiftSettings: settings),
    .testTarget(
      name: "CryptographyTests", dependencies: ["Cryptography"], swiftSettings: testSettings),
    .testTarget(
      name: "SQLiteTests", dependencies: ["SQLite"], swiftSettings: testSettings),
    .testTarget(
      name: "EventLogTests", dependencies: ["EventLog", "TestSupport"], swiftSettings: testSettings),
    .testTarget(
      name: "CheckInModelTests",
      dependencies: ["CheckInJournal", "CheckInModel", "EventLog", "JournalTestSupport", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "CheckInTimelineTests",
      dependencies: [
        "CheckInJournal", "CheckInModel", "CheckInTimeline", "EventLog", "JournalTestSupport", "TestSupport",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "CheckInMaintenanceTests",
      dependencies: [
        "CheckInJournal", "CheckInMaintenance", "CheckInModel", "CheckInTimeline", "EventLog", "JournalTestSupport",
        "TestSupport",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "CheckInJournalTests",
      dependencies: [
        "CheckInJournal", "CheckInMaintenance", "CheckInModel", "CheckInTimeline", "EventLog", "JournalTestSupport",
        "TestSupport",
      ],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "CheckInInterchangeTests",
      dependencies: [
        "CheckInInterchange", "CheckInJournal", "CheckInMaintenance", "CheckInModel", "CheckInTimeline", "EventLog",
        "SQLite", "JournalTestSupport", "TestSupport",
      ],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "CheckInSyncTests",
      dependencies: [
        "CheckInJournal", "CheckInMaintenance", "CheckInSync", "EventLog", "JournalTestSupport", "TestSupport",
      ],
      swiftSettings: testSettings
    ),
    // What the fuzzers run, over the inputs that are known.
    .testTarget(
      name: "CheckInFuzzTests",
      dependencies: [
        "CheckInInterchange", "CheckInJournal", "CheckInMaintenance", "CheckInModel", "CheckInTimeline", "EventLog",
        "JournalTestSupport", "TestSupport",
      ],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "CheckInCommandTests",
      dependencies: [
        "CheckInJournal", "CheckInLanguage", "EventLog", "JournalTestSupport", "TestSupport", "checkin",
        "checkin-photo", "checkin-sync",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "CheckInLanguageTests",
      dependencies: ["CheckInJournal", "CheckInLanguage", "JournalTestSupport", "TestSupport"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "CheckInViewModelsTests",
      dependencies: ["CheckInJournal", "CheckInLanguage", "CheckInViewModels", "JournalTestSupport", "TestSupport"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "CheckInWebTests",
      dependencies: [
        "checkin-serve", "CheckInInterchange", "CheckInJournal", "CheckInLanguage", "CheckInMaintenance", "CheckInWeb",
        "EventLog", "JournalTestSupport", "TestSupport",
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
      ],
      swiftSettings: testSettings
    ),
    // Confines itself as the worker does, and then misbehaves.
    .executableTarget(
      name: "PhotoConfinementTrial", dependencies: ["CPhotoCodec"], path: "Tests/PhotoConfinement",
      cSettings: cSettings),
    .testTarget(
      name: "PhotoProcessingTests",
      dependencies: ["PhotoProcessing", "TestSupport", "checkin-photo", "PhotoConfinementTrial"],
      swiftSettings: testSettings
    ),
  ],
  swiftLanguageModes: [.v6]
)

// The fuzzers are a build of their own, which Tools/fuzz makes: each program in it gets libFuzzer's `main`.
if Context.environment["CHECKIN_FUZZ"] != nil {
  package.products.removeAll { $0.name == "checkin" || $0.name == "checkin-serve" }
  package.targets.removeAll { $0.name == "checkin" || $0.name == "checkin-serve" || $0.isTest }
  package.targets.append(
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "CheckInInterchange", "CheckInJournal", "CheckInMaintenance", "CheckInModel", "CheckInTimeline", "EventLog",
        "JournalTestSupport", "TestSupport",
      ],
      path: "Tests",
      sources: ["fuzz/FuzzProgram.swift", "CheckInFuzzTests/Entries"],
      swiftSettings: settings
    )
  )
}

// The benchmark's own program, which Tools/benchmark builds. LMDB is one of the stores that it measures the log
// against.
if Context.environment["CHECKIN_BENCHMARK"] != nil {
  package.targets += [
    .systemLibrary(name: "CLMDB", path: "Tests/benchmark/CLMDB", providers: [.apt(["liblmdb-dev"])]),
    .executableTarget(
      name: "Benchmark",
      dependencies: [
        "CheckInJournal", "CheckInMaintenance", "CLMDB", "CSQLite", "EventLog", "JournalTestSupport", "TestSupport",
      ],
      path: "Tests/benchmark/Program",
      swiftSettings: settings
    ),
  ]
}

// The examples as part of this build, so that Tools/test compiles the libraries once. As in packages of their own, they
// see only public declarations.
if Context.environment["CHECKIN_EXAMPLES"] != nil {
  func example(_ name: String, in folder: String, _ dependencies: Target.Dependency...) -> [Target] {
    let isProgram = name.first?.isLowercase ?? false
    let path = "Examples/\(folder)/Sources/\(name)"
    return isProgram
      ? [.executableTarget(name: name, dependencies: dependencies, path: path, packageAccess: false)]
      : [
        .target(name: name, dependencies: dependencies, path: path, packageAccess: false),
        .testTarget(
          name: "\(name)Tests", dependencies: [.target(name: name)] + dependencies,
          path: "Examples/\(folder)/Tests/\(name)Tests", packageAccess: false),
      ]
  }
  package.targets += [
    example("AppCore", in: "AppCore", "CheckInJournal"),
    example("appcore-demo", in: "AppCore", "AppCore", "CheckInJournal"),
    example("follower", in: "Follower", "CheckInJournal"),
    example("ledger", in: "Ledger", "EventLog"),
    example("WeeklyCalories", in: "WeeklyCalories", "CheckInJournal"),
    example("weekly-calories", in: "WeeklyCalories", "WeeklyCalories", "CheckInJournal"),
  ].flatMap { $0 }
}

// Some targets with their dependencies and nothing else, for instance CHECKIN_ONLY=checkin,checkin-photo: packages that
// only other targets need are not fetched, and the tests of one module are linked without those of the others.
if let names = Context.environment["CHECKIN_ONLY"] {
  var (kept, packages): (Set<String>, Set<String>) = ([], [])
  var pending = names.split(separator: ",").map(String.init)
  while let name = pending.popLast() {
    guard kept.insert(name).inserted else { continue }
    for dependency in package.targets.first(where: { $0.name == name })?.dependencies ?? [] {
      switch dependency {
      case .targetItem(let name, _), .byNameItem(let name, _): pending.append(name)
      case .productItem(_, let package, _, _): packages.insert(package ?? "")
      @unknown default: break
      }
    }
  }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products.removeAll { !kept.contains($0.name) }
  package.dependencies.removeAll { dependency in
    guard case .sourceControl(_, let location, _) = dependency.kind else { return false }
    return !packages.contains { location.hasSuffix("/" + $0) }
  }
}
