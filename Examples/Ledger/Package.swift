// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Ledger",
  dependencies: [.package(name: "checkin", path: "../..")],
  targets: [
    .executableTarget(name: "ledger", dependencies: [.product(name: "EventLog", package: "checkin")])
  ],
  swiftLanguageModes: [.v6]
)
