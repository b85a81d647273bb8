// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "AppCore",
  platforms: [.macOS(.v26), .iOS(.v26)],
  dependencies: [.package(name: "checkin", path: "../..")],
  targets: [
    .target(name: "AppCore", dependencies: [.product(name: "CheckInJournal", package: "checkin")]),
    .executableTarget(
      name: "appcore-demo", dependencies: ["AppCore", .product(name: "CheckInJournal", package: "checkin")]),
    .testTarget(
      name: "AppCoreTests", dependencies: ["AppCore", .product(name: "CheckInJournal", package: "checkin")]),
  ],
  swiftLanguageModes: [.v6]
)
