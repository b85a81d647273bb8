internal import EventLog

/// The schema of the log, as it is written beside every journal.
package enum EventLogSchema {
  /// Name of the file in the journal's directory.
  package static let fileName = "event_log.proto"

  package static let text = """
    // The log of a checkin journal. Its segments, decompressed and put one after the other, are one EventLog:
    //
    //   cat log/*.lz4 | lz4 -dc | protoc --decode=checkin.v1.EventLog event_log.proto
    //
    // Fields added later are optional or have a default. A number is never reused.
    syntax = "proto3";
    package checkin.v1;

    // Only repeated fields may ever stand here: then the concatenation of two logs is a log.
    message EventLog {
      repeated Event events = 1;
      repeated SegmentHeader segments = 2;
    }

    // The first record of every segment.
    message SegmentHeader {
      bytes journal_id = 1;         // 16 bytes, drawn when the journal is created
      uint64 first_sequence = 2;    // of the first event in this segment
      bytes previous_digest = 3;    // SHA-256 of the previous segment's decompressed content; empty in the first
      uint32 format_version = 4;
    }

    message Event {
      uint64 sequence = 1;          // 1, 2, 3 and so on without a gap
      sint64 recorded_at_ms = 2;    // Unix time in milliseconds, from the system's clock
      Origin origin = 3;
      uint64 check_in = 4;          // number of the check-in: 1 for the first created, 2 for the second
      uint64 command = 5;           // first sequence of the command it belongs to; absent when that is this event
      uint64 undoes = 6;            // the command that this one reverses, when it is an undo or a redo
      oneof action {
        Created created = 8;
        Edited edited = 9;
        PhotoAttached photo_attached = 10;
        PhotoCleared photo_cleared = 11;
        Discarded discarded = 12;
        Restored restored = 13;
        Lost lost = 14;
      }
      reserved 16 to 63;            // workouts: plans, sessions, sets
    }

    enum Origin {
      ORIGIN_UNSPECIFIED = 0;
      CLI = 1;
      WEB = 2;
      IMPORT = 3;
      LIBRARY = 4;
    }

    enum ExerciseType {
      UNKNOWN = 0;                  // from before types were recorded
      RUN = 1;
      GYM = 2;
      SWIM = 3;
      BIKE = 4;
      WALK = 5;
      YOGA = 6;
      CYCLING = 7;
      STRENGTH_TRAINING = 8;
    }

    message Created {
      bytes id = 1;                 // UUID, 16 bytes
      sint64 at_ms = 2;             // when it took place: Unix time in milliseconds
      sint32 utc_offset_minutes = 3; // local time minus UTC
      string time_zone = 4;         // IANA; empty where only the offset is known
      ExerciseType type = 5;
      string title = 6;             // absent from before titles were recorded: "Legacy Check-in"
      optional uint64 calories = 7;
      optional string location = 8;
      string notes = 9;
    }

    // Only what changed. The three fields of the time come together.
    message Edited {
      optional sint64 at_ms = 2;
      optional sint32 utc_offset_minutes = 3;
      optional string time_zone = 4;
      optional ExerciseType type = 5;
      optional string title = 6;
      optional uint64 calories = 7;
      optional string location = 8;
      optional string notes = 9;
      repeated OptionalField cleared = 10;
    }

    enum OptionalField {
      OPTIONAL_FIELD_UNSPECIFIED = 0;
      CALORIES = 1;
      LOCATION = 2;
      NOTES = 3;
    }

    message PhotoAttached {
      bytes sha256 = 1;             // 32 bytes, of the JPEG in photos/
      uint64 byte_count = 2;
      uint32 width = 3;             // pixels
      uint32 height = 4;
    }

    message PhotoCleared {}
    message Discarded {}
    message Restored {}

    // The check-in could not be read when a damaged log was salvaged. Its number stays taken.
    message Lost {}

    """
}
