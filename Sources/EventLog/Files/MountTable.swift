internal import Platform

/// The mounted file systems, as Linux tells them in `/proc/self/mountinfo`.
struct MountTable {
  struct Mount: Hashable {
    /// Major and minor number of the device: `0:42`.
    var device: String
    /// `ext4`, `nfs4`, `fuse.sshfs`
    var kind: String
    /// The options of the file system itself: `rw`, `local_lock=all`.
    var options: Set<Substring>
  }

  let mounts: [Mount]

  /// - Parameter text: lines such as
  ///   `36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue` (proc_pid_mountinfo(5)).
  init(_ text: String) {
    mounts = text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ")
      // Optional fields come before the separator, so what follows it is counted from there.
      guard fields.count > 6, let separator = fields[6...].firstIndex(of: "-"), fields.count > separator + 3 else {
        return nil
      }
      return Mount(
        device: String(fields[2]), kind: String(fields[separator + 1]),
        options: Set(fields[separator + 3].split(separator: ",")))
    }
  }

  /// The file system of a device that was mounted last; `nil` if there is none.
  func mount(ofDevice device: dev_t) -> Mount? {
    let device = UInt64(truncatingIfNeeded: device)
    let minor = device & 0xFF | (device >> 12) & ~0xFF & 0xFFFF_FFFF
    return mounts.last { $0.device == "\(Self.major(device)):\(minor)" }
  }

  /// `true` if a device number stands for no device, as on network file systems, in memory and in layers.
  static func isWithoutDevice(_ device: dev_t) -> Bool { major(UInt64(truncatingIfNeeded: device)) == 0 }

  /// makedev(3): both numbers are in two parts each.
  private static func major(_ device: UInt64) -> UInt64 { (device >> 8) & 0xFFF | (device >> 32) & ~0xFFF }
}

extension MountTable.Mount {
  /// File systems in user space hand locks on only where they were written to; these are known not to.
  private static let lockingLocally: Set<String> = [
    "fuse.sshfs", "fuse.rclone", "fuse.s3fs", "fuse.gcsfuse", "fuse.curlftpfs", "fuse.davfs", "fuse.davfs2", "davfs",
    "fuse.goofys", "fuse.mount-s3", "fuse.google-drive-ocamlfuse", "fuse.onedriver",
  ]

  /// `true` if other machines can write to the file system.
  var isOnNetwork: Bool {
    ["nfs", "nfs4", "cifs", "smb3", "9p", "ceph", "afs", "virtiofs"].contains(kind) || kind.hasPrefix("fuse")
      || Self.lockingLocally.contains(kind)
  }

  /// `true` if `flock` is known to affect only this machine.
  var hasUnsharedLocks: Bool {
    if Self.lockingLocally.contains(kind) { return true }
    switch kind {
    case "nfs", "nfs4": return !options.isDisjoint(with: ["nolock", "local_lock=all", "local_lock=flock"])
    case "cifs", "smb3": return options.contains("nobrl")
    default: return false
    }
  }
}
