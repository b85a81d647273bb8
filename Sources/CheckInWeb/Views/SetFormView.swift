import CheckInJournal
import CheckInLanguage
import CheckInViewModels

/// The fields of a set, as a form shows them: those that its exercise measures, and those that have something in them.
struct SetFormView {
  /// The prefix of the fields' HTML identifiers.
  var prefix: String
  /// The form that they belong to, which some of them are outside of.
  var formName: String
  var exerciseNumber: Int?
  /// Of an exercise that is built in and was never used.
  var exerciseName: String?
  var hasWeight: Bool
  var hasReps: Bool
  var hasDistance: Bool
  var hasTime: Bool
  var weight: String
  var units: [Choice]
  /// The amount that one tap adds to the weight.
  var weightStep: String
  var weightStepText: String
  /// Between the whole and the fraction of a number.
  var separator: String
  var reps: String
  var distance: String
  var distanceUnits: [Choice]
  var time: String
  var kinds: [Choice]
  var rpe: String
  var setNote: String
  /// `true` if a field that is collapsed at first has a message.
  var isMoreOpen: Bool

  var weightProblem: String?
  var repsProblem: String?
  var distanceProblem: String?
  var timeProblem: String?
  var rpeProblem: String?
  var noteProblem: String?

  init(
    _ form: ExerciseSetForm, of exercise: Exercise, prefix: String, messages: [ExerciseSetForm.Problem] = [],
    localization: Localization
  ) {
    let words = localization.words
    self.prefix = prefix
    formName = prefix == "log" ? "log" : "set-form"
    exerciseNumber = exercise.number > 0 ? exercise.number : nil
    exerciseName = exercise.number > 0 ? nil : exercise.name
    let fields = exercise.measure.fields
    hasWeight = fields.contains(.weight) || !form.weight.isEmpty
    hasReps = fields.contains(.reps) || !form.reps.isEmpty
    hasDistance = fields.contains(.distance) || !form.distance.isEmpty
    hasTime = fields.contains(.time) || !form.time.isEmpty
    weight = form.weight
    units = Weight.Unit.allCases.map { Choice(value: $0.symbol, label: $0.symbol, isChosen: $0 == form.unit) }
    weightStep = form.unit == .kilograms ? "2.5" : "5"
    weightStepText = localization.decimal(weightStep)
    separator = localization.decimalSeparator
    reps = form.reps
    distance = form.distance
    distanceUnits = ExerciseSetForm.DistanceUnit.allCases.map {
      Choice(value: $0.rawValue, label: $0.rawValue, isChosen: $0 == form.distanceUnit)
    }
    time = form.time
    kinds = SetEntry.Kind.allCases.map {
      Choice(value: $0.name, label: $0.label(words), isChosen: $0.name == form.kind)
    }
    rpe = form.rpe
    setNote = form.note
    func text(_ field: ExerciseSetForm.Field) -> String? {
      let texts = messages.filter { $0.field == field }.map { words($0.message) }
      return texts.isEmpty ? nil : texts.joined(separator: ". ")
    }
    weightProblem = text(.weight)
    repsProblem = text(.reps)
    distanceProblem = text(.distance)
    timeProblem = text(.time)
    rpeProblem = text(.rpe)
    noteProblem = text(.note)
    isMoreOpen = rpeProblem != nil || noteProblem != nil
  }
}

/// A value of a field to choose from.
struct Choice {
  var value: String
  var label: String
  var isChosen: Bool
}

extension Exercise.Measure {
  /// The fields that a set of such an exercise has.
  var fields: Set<ExerciseSetForm.Field> {
    switch self {
    case .weightAndReps: [.weight, .reps]
    case .reps: [.reps]
    case .duration: [.time, .weight]
    case .distance: [.distance, .weight]
    case .distanceAndDuration: [.distance, .time]
    }
  }
}

extension ExerciseSetForm {
  /// The form of a set, with numbers as people write them here.
  init(_ entry: SetEntry, figures: WorkoutFigures) {
    self.init(entry, unit: figures.unit)
    for path in [\ExerciseSetForm.weight, \.distance, \.rpe] {
      self[keyPath: path] = self[keyPath: path].replacing(".", with: figures.localization.decimalSeparator)
    }
  }

  /// Creates a form from the fields that a browser sent.
  init(_ fields: FormFields, unit: Weight.Unit) {
    self.init(unit: fields["unit"].flatMap { Weight.Unit(symbol: $0) } ?? unit)
    weight = fields["weight"] ?? ""
    reps = fields["reps"] ?? ""
    distance = fields["distance"] ?? ""
    distanceUnit = fields["distanceUnit"].flatMap(DistanceUnit.init) ?? .kilometres
    time = fields["time"] ?? ""
    kind = fields["kind"] ?? SetEntry.Kind.normal.name
    rpe = fields["rpe"] ?? ""
    note = fields["note"] ?? ""
  }
}
