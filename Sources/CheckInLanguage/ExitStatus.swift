package import CheckInJournal

extension JournalError.Code {
  /// The command's exit status for the error, from `sysexits.h`; also the code of errors in JSON.
  package var exitStatus: Int32 {
    switch self {
    case .invalidValue, .readOnly: 64
    case .damaged, .refusedInput: 65
    case .notFound: 66
    case .inputOutput: 74
    case .busy, .conflict, .cancelled: 75
    case .newerVersion: 76
    default: 70
    }
  }
}
