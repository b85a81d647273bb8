internal import CPhotoCodec
internal import PhotoProcessing

extension WorkerDetails {
  /// The libraries of this process, and what confines it.
  static func ofThisProcess(confinedBy confinement: photo_confinement) -> WorkerDetails {
    let libraries = photo_library_versions()
    let colors = Int(libraries.little_cms)
    let lacking = "not in this kernel"
    let landlockVersion = Int(confinement.landlock_version)
    return WorkerDetails(items: [
      .init(name: "libheif", value: String(cString: libraries.heif)),
      .init(name: "libjpeg-turbo", value: String(cString: libraries.jpeg)),
      .init(name: "libpng", value: String(cString: libraries.png)),
      .init(name: "Little CMS", value: "\(colors / 1000).\(colors % 1000 / 10)"),
      .init(name: "Photo worker", value: "limited in memory, processor time, descriptors and the size of files"),
      .init(name: "  Landlock", value: landlockVersion > 0 ? landlock(version: landlockVersion) : lacking),
      .init(
        name: "  seccomp",
        value: confinement.has_seccomp != 0 ? "only the system calls that decoding needs" : lacking),
    ])
  }

  /// Returns a list of what a version of Landlock denies, according to the kernel's documentation.
  private static func landlock(version: Int) -> String {
    var taken = ["files"]
    if version >= 4 { taken.append("TCP ports") }
    if version >= 6 { taken += ["signals", "abstract sockets"] }
    return "version \(version): no " + taken.joined(separator: ", no ")
  }
}
