import CheckInJournal
import EventLog

extension Verification {
  /// What was found, for a person.
  ///
  /// - Parameter receipt: what the log was compared with, if it was.
  func text(against receipt: Receipt?) -> String {
    var text = ""
    for segment in segments {
      text += "\(segment.file)  \(counted(segment.events, "event")) from \(segment.firstSequence)"
      text += "  \(counted(segment.contentBytes, "byte"))\n  sha256 \(segment.digest.hexadecimal)\n"
    }
    text += "\(counted(events, "event")) in \(counted(segments.count, "segment"))\n"
    text += "Photos: \(photos.present) present, \(photos.missing) missing, \(photos.damaged) damaged"
    text += photos.purged > 0 ? ", \(photos.purged) purged\n" : "\n"
    text += "Snapshot: \(snapshot.rawValue)\n"
    if let torn {
      text += "Torn tail: \(counted(torn.bytes, "byte")) at \(torn.offset) of \(torn.segment), promised to nobody\n"
    }
    if let ownReceipt = self.receipt { text += "Receipt: \(ownReceipt)\n" }
    for warning in warnings { text += "Warning: \(Escaping.escaped(warning))\n" }
    for problem in problems { text += "Problem: \(Escaping.escaped(problem))\n" }
    guard isSound else { return text }
    if let receipt { text += "The log extends the one of the receipt, up to event \(receipt.sequence).\n" }
    text += "No problems found.\n"
    return text
  }
}
