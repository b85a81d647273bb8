// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "WeeklyCalories",
  platforms: [.macOS(.v26), .iOS(.v26)],
  dependencies: [.package(name: "checkin", path: "../..")],
  targets: [
    .target(name: "WeeklyCalories", dependencies: [.product(name: "CheckInJournal", package: "checkin")]),
    .executableTarget(
      name: "weekly-calories", dependencies: ["WeeklyCalories", .product(name: "CheckInJournal", package: "checkin")]),
    .testTarget(
      name: "WeeklyCaloriesTests",
      dependencies: ["WeeklyCalories", .product(name: "CheckInJournal", package: "checkin")]),
  ],
  swiftLanguageModes: [.v6]
)
