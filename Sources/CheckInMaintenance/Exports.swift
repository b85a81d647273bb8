// Verification, backup and repair are operations of a journal.
@_exported public import CheckInJournal
