package import CheckInJournal

extension CheckInQuantity {
  /// The label of a value.
  package var label: Phrase {
    switch self {
    case .calories: Phrase("Calories")
    case .duration: Phrase("Duration")
    case .distance: Phrase("Distance")
    }
  }

  /// The label of the field in a form.
  package var formLabel: Phrase { self == .calories ? Phrase("Calories burned") : label }

  /// The name in a list of changes.
  package var changed: Phrase {
    switch self {
    case .calories: Phrase("calories")
    case .duration: Phrase("duration")
    case .distance: Phrase("distance")
    }
  }

  /// The note in a list of changes that the value was removed.
  package var removed: Phrase {
    switch self {
    case .calories: Phrase("calories removed")
    case .duration: Phrase("duration removed")
    case .distance: Phrase("distance removed")
    }
  }

  /// The name in an audit.
  package var audited: Phrase {
    switch self {
    case .calories: Phrase("calories", in: "field")
    case .duration: Phrase("duration", in: "field")
    case .distance: Phrase("distance", in: "field")
    }
  }
}

extension Localization {
  /// Returns a value with its unit: `320 kcal`, `45:30` or `5 km`.
  ///
  /// - Parameter unit: The unit of distances.
  package func text(_ value: Int, of quantity: CheckInQuantity, in unit: DistanceUnit) -> String {
    switch quantity.row.unit {
    case .kilocalories: words("{n} kcal", ["n": number(value)])
    case .seconds: MeasureText.duration(value)
    case .metres: distance(value, in: unit)
    }
  }
}
