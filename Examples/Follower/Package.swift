// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Follower",
  platforms: [.macOS(.v26), .iOS(.v26)],
  dependencies: [.package(name: "checkin", path: "../..")],
  targets: [
    .executableTarget(name: "follower", dependencies: [.product(name: "CheckInJournal", package: "checkin")])
  ],
  swiftLanguageModes: [.v6]
)
