internal import CheckInJournal

extension CheckInForm {
  /// What came of two edits of one check-in that began with the same form.
  public struct Merge: Hashable, Sendable {
    /// What either side changed; where both changed a field, this side's.
    public var form: CheckInForm
    /// Fields that the other side alone changed.
    public var taken: [Field] = []
    /// Fields that both sides changed, each to something else.
    public var contested: [Field] = []

    public init(form: CheckInForm, taken: [Field] = [], contested: [Field] = []) {
      self.form = form
      self.taken = taken
      self.contested = contested
    }
  }

  /// Puts this form together with what others have made of the same check-in meanwhile.
  ///
  /// A field that was left alone becomes theirs exactly, also where a browser's field cannot hold it as it is.
  ///
  /// - Parameters:
  ///   - theirs: the check-in as it is now.
  ///   - base: the form that this one began with; `nil` where it is not known: then everything that differs is
  ///     contested.
  public func merged(with theirs: CheckInForm, since base: CheckInForm?) -> Merge {
    var merge = Merge(form: self)
    for (field, text) in Self.texts {
      func isSame(_ one: CheckInForm, _ other: CheckInForm) -> Bool {
        Self.comparable(one[keyPath: text], field) == Self.comparable(other[keyPath: text], field)
      }
      if isSame(self, theirs) {
        merge.form[keyPath: text] = theirs[keyPath: text]
      } else if let base, isSame(self, base) {
        merge.form[keyPath: text] = theirs[keyPath: text]
        merge.taken.append(field)
      } else if base.map({ !isSame(theirs, $0) }) ?? true {
        merge.contested.append(field)
      }
    }
    return merge
  }

  /// The fields with their texts, in the form's order.
  public static var texts: [(field: Field, text: WritableKeyPath<CheckInForm, String>)] {
    [
      (.type, \.type), (.title, \.title), (.time, \.time), (.calories, \.calories), (.location, \.location),
      (.notes, \.notes),
    ]
  }

  /// A text as a browser's field gives it back: on one line, but for the notes.
  private static func comparable(_ text: String, _ field: Field) -> String {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let joined = lines.joined(separator: field == .notes ? "\n" : "")
    return Validation.normalized(CheckInChanges(notes: joined)).notes ?? ""
  }
}
