package import CheckInJournal

extension JournalError.Code {
  /// What the command exits with, and what errors in JSON have as their code, from `sysexits.h`.
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
