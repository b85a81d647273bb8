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
      uint64 check_in = 4;          // number of the check-in: 1 for the first created; absent for none
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

        ExerciseDefined exercise_defined = 16;
        ExerciseEdited exercise_edited = 17;
        ExerciseRetired exercise_retired = 18;
        ExerciseRestored exercise_restored = 19;
        PlanCreated plan_created = 21;
        PlanEdited plan_edited = 22;
        PlanActivated plan_activated = 23;
        PlanDiscarded plan_discarded = 24;
        PlanRestored plan_restored = 25;
        SessionStarted session_started = 26;
        SessionEdited session_edited = 27;
        SessionCompleted session_completed = 28;
        SessionReopened session_reopened = 29;
        SessionDiscarded session_discarded = 30;
        SessionRestored session_restored = 31;
        SetLogged set_logged = 32;
        SetEdited set_edited = 33;
        SetRemoved set_removed = 34;
        SetRestored set_restored = 35;
        CheckInLinked check_in_linked = 36;
        CheckInUnlinked check_in_unlinked = 37;
        ReminderSet reminder_set = 38;
        ReminderCleared reminder_cleared = 39;
        GoalSet goal_set = 41;
        GoalCleared goal_cleared = 42;
        DayMarked day_marked = 43;
        DayUnmarked day_unmarked = 44;

        Seen seen = 65;
      }
      reserved 20, 40;
      reserved 45 to 63;            // more about workouts
      string device = 64;           // the name of the device that it was recorded on; absent where none is given
    }

    // Number 17 of the replica with ordinal 2 is written 2^31 + 2 * 2^26 + 17 wherever a number stands: the number of
    // something that another replica of the group created, by an ordinal that a Seen of this log introduces.

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
      optional uint32 duration_seconds = 11;
      optional uint32 distance_metres = 12;
      bool day_only = 13;           // the time of day is not known: the time is the day's beginning
    }

    // Only what changed. The fields of the time come together.
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
      optional uint32 duration_seconds = 11;
      optional uint32 distance_metres = 12;
      bool day_only = 13;
    }

    enum OptionalField {
      OPTIONAL_FIELD_UNSPECIFIED = 0;
      CALORIES = 1;
      LOCATION = 2;
      NOTES = 3;
      DURATION_SECONDS = 4;
      DISTANCE_METRES = 5;
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

    // Workouts. Exercises, plans and sessions are numbered 1, 2, 3 and so on, each kind by itself; a new one has a
    // higher number than those before it. Edits say only what changed.

    message ExerciseDefined {
      uint64 exercise = 1;
      bytes id = 2;                 // UUID, 16 bytes
      string name = 3;
      Aliases aliases = 4;          // absent for none
      Measure measure = 5;
      Load load = 6;
    }

    message ExerciseEdited {
      uint64 exercise = 1;
      optional string name = 3;
      Aliases aliases = 4;          // all of them; absent where they stay
      optional Measure measure = 5;
      optional Load load = 6;
    }

    message Aliases {
      repeated string names = 1;
    }

    enum Measure {
      WEIGHT_AND_REPS = 0;
      REPS = 1;
      DURATION = 2;
      DISTANCE = 3;
      DISTANCE_AND_DURATION = 4;
    }

    enum Load {
      EXTERNAL = 0;                 // the weight is what is lifted
      BODYWEIGHT = 1;               // it is hung on the body
      ASSISTED = 2;                 // it helps: less is better
    }

    // It is no longer offered; what was done of it stays.
    message ExerciseRetired {
      uint64 exercise = 1;
    }

    message ExerciseRestored {
      uint64 exercise = 1;
    }

    message PlanCreated {
      uint64 plan = 1;
      bytes id = 2;                 // UUID, 16 bytes
      string name = 3;
      repeated PlanItem items = 4;  // at least one
    }

    message PlanEdited {
      uint64 plan = 1;
      optional string name = 3;
      repeated PlanItem items = 4;  // all of them; absent where they stay
    }

    // Exactly one of repetitions, seconds and millimetres is there.
    message PlanItem {
      uint64 exercise = 1;
      uint64 sets = 2;
      uint64 reps_from = 3;
      uint64 reps_to = 4;           // the same, unless it is a range
      uint64 seconds = 5;
      uint64 millimetres = 6;
      Weight weight = 7;
      uint64 rpe_halves = 8;        // twice the rate of perceived exertion
      uint64 rest_seconds = 9;
      uint64 superset = 10;         // 1 for A, 26 for Z
      bool warm_up = 11;
    }

    // As it was typed, never converted.
    message Weight {
      uint64 thousandths = 1;
      WeightUnit unit = 2;
    }

    enum WeightUnit {
      KILOGRAMS = 0;
      POUNDS = 1;
    }

    // The plan that is active from now on; absent for none.
    message PlanActivated {
      uint64 plan = 1;
    }

    message PlanDiscarded {
      uint64 plan = 1;
    }

    message PlanRestored {
      uint64 plan = 1;
    }

    message SessionStarted {
      uint64 session = 1;
      bytes id = 2;                 // UUID, 16 bytes
      sint64 start_ms = 3;          // Unix time in milliseconds
      sint32 utc_offset_minutes = 4; // local time minus UTC
      string time_zone = 5;         // IANA; empty where only the offset is known
      bool day_only = 6;            // the time of day is not known: the start is the day's midnight
      string title = 7;
      string note = 8;
      uint64 plan = 9;              // the plan that it follows
      uint64 plan_version = 10;     // the sequence of the event that created or edited that plan last
    }

    // The fields of the start come together.
    message SessionEdited {
      uint64 session = 1;
      optional sint64 start_ms = 3;
      optional sint32 utc_offset_minutes = 4;
      optional string time_zone = 5;
      optional bool day_only = 6;
      optional string title = 7;
      optional string note = 8;
      optional sint64 end_ms = 11;
      repeated OptionalSessionField cleared = 12;
    }

    enum OptionalSessionField {
      OPTIONAL_SESSION_FIELD_UNSPECIFIED = 0;
      END = 1;
    }

    message SessionCompleted {
      uint64 session = 1;
      optional sint64 end_ms = 11;  // absent where it is not known
    }

    // It is open again.
    message SessionReopened {
      uint64 session = 1;
    }

    message SessionDiscarded {
      uint64 session = 1;
    }

    message SessionRestored {
      uint64 session = 1;
    }

    message SetLogged {
      uint64 session = 1;
      uint64 set = 2;               // 1 for the first of the session; higher than those before it there
      bytes id = 3;                 // UUID, 16 bytes
      uint64 exercise = 4;
      SetKind kind = 5;
      Weight weight = 6;
      uint64 reps = 7;
      uint64 seconds = 8;
      uint64 millimetres = 9;
      uint64 rpe_halves = 10;       // twice the rate of perceived exertion
      string note = 11;
      optional sint64 at_ms = 12;   // when it was done
    }

    message SetEdited {
      uint64 session = 1;
      uint64 set = 2;
      optional uint64 exercise = 4;
      optional SetKind kind = 5;
      Weight weight = 6;
      optional uint64 reps = 7;
      optional uint64 seconds = 8;
      optional uint64 millimetres = 9;
      optional uint64 rpe_halves = 10;
      optional string note = 11;
      optional sint64 at_ms = 12;
      repeated OptionalSetField cleared = 13;
    }

    enum SetKind {
      NORMAL = 0;
      WARM_UP = 1;                  // counts nowhere
      DROP = 2;
      FAILURE = 3;
    }

    enum OptionalSetField {
      OPTIONAL_SET_FIELD_UNSPECIFIED = 0;
      SET_WEIGHT = 1;
      SET_REPS = 2;
      SET_SECONDS = 3;
      SET_MILLIMETRES = 4;
      SET_RPE = 5;
      SET_AT = 6;
    }

    message SetRemoved {
      uint64 session = 1;
      uint64 set = 2;
    }

    message SetRestored {
      uint64 session = 1;
      uint64 set = 2;
    }

    // The event's check-in names this session from now on.
    message CheckInLinked {
      uint64 session = 1;
    }

    // The event's check-in names no session any more.
    message CheckInUnlinked {}

    message ReminderSet {
      uint64 days = 1;              // a bit for each weekday: 1 for Monday, 64 for Sunday
      uint64 minute_of_day = 2;     // 0 to 1439, on the clock of whoever is reminded
    }

    message ReminderCleared {}

    // How much is wanted in each day, week, month or year. There is at most one goal of check-ins or days and one of
    // each quantity, for each type and for none: another takes the place of the one before, whatever its period.
    message GoalSet {
      optional ExerciseType type = 1; // absent for days with a check-in of any type, or the sum over all check-ins
      uint64 count = 2;             // at least 1: check-ins of the type, or days; of a quantity in its unit
      GoalPeriod period = 3;
      OptionalField quantity = 4;   // absent unless it is summed up: calories, the duration or the distance
    }

    enum GoalPeriod {
      WEEK = 0;                     // it starts on the day that the reader's weeks start with
      MONTH = 1;
      DAY = 2;
      YEAR = 3;
    }

    // A day on which the user doesn't train. A day has one mark at the most: another replaces it.
    message DayMarked {
      sint64 day = 1;               // days since 1970-01-01
      DayMarkKind kind = 2;
      string note = 3;              // absent for none
    }

    enum DayMarkKind {
      REST = 0;
      SICK = 1;
      HOLIDAY = 2;
      INJURED = 3;
    }

    message DayUnmarked {
      sint64 day = 1;               // days since 1970-01-01
    }

    // The events after it were written by somebody who knew another replica's log up to an event.
    message Seen {
      bytes replica = 1;            // the identity of its journal, 16 bytes
      uint64 sequence = 2;          // the last event that was known
      bytes digest = 3;             // SHA-256 of the content of that event's segment up to the event's end, 32 bytes
      sint64 clock_ms = 4;          // the latest moment of any event that was known: Unix time in milliseconds,
      uint64 counter = 5;           // and which of those that share it
      uint32 ordinal = 6;           // of the replica, in this log's numbers: 0 to 31
      bool continues = 7;           // this log's first events, as many as that, are copies of the other's
    }

    message GoalCleared {
      optional ExerciseType type = 1; // as in GoalSet
      OptionalField quantity = 4;
    }

    """
}
