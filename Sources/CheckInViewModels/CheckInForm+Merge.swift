public import CheckInJournal

extension CheckInForm {
  /// The result of two edits of one check-in that began with the same form.
  public struct Merge: Hashable, Sendable {
    /// The changes of both sides; if both changed a field, this side's.
    public var form: CheckInForm
    /// Fields that only the other side changed.
    public var taken: [Field] = []
    /// Fields that both sides changed, to different values, or that devices have said differently since.
    public var contested: [Field] = []

    /// A form that was put together, with the fields that were taken from elsewhere and those that both have changed.
    public init(form: CheckInForm, taken: [Field] = [], contested: [Field] = []) {
      self.form = form
      self.taken = taken
      self.contested = contested
    }
  }

  /// Merges this form with what others have changed in the same check-in since.
  ///
  /// A field that was not touched becomes exactly theirs, even if a browser's field cannot hold it as it is.
  ///
  /// - Parameters:
  ///   - theirs: the check-in as it is now.
  ///   - base: the form that this one began with; if it is unknown (`nil`), everything that differs is contested.
  ///   - earlier: what the check-in was before; used where `base` is unknown. What was so once was most likely not
  ///     touched, so the form has theirs, and it is asked about all the same.
  ///   - unseen: fields that devices have said differently since this form began, which changing them would settle.
  public func merged(
    with theirs: CheckInForm, since base: CheckInForm?, earlier: [CheckInForm] = [], unseen: Set<Field> = []
  ) -> Merge {
    var merge = Merge(form: self)
    for field in CheckInField.editable {
      func isSame(_ one: CheckInForm, _ other: CheckInForm) -> Bool {
        Self.comparable(one[field], in: field) == Self.comparable(other[field], in: field)
      }
      if isSame(self, theirs) {
        merge.form[field] = theirs[field]
      } else if let base, isSame(self, base) {
        merge.form[field] = theirs[field]
        merge.taken.append(field)
      } else if base.map({ !isSame(theirs, $0) }) ?? true {
        merge.contested.append(field)
        guard base == nil, earlier.contains(where: { isSame(self, $0) }) else { continue }
        merge.form[field] = theirs[field]
        merge.taken.append(field)
      } else if unseen.contains(field) {
        merge.contested.append(field)
      }
    }
    return merge
  }

  /// A text as a browser's field returns it: on one line, except for the notes.
  private static func comparable(_ text: String, in field: Field) -> String {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let joined = lines.joined(separator: field == .notes ? "\n" : "")
    return Validation.normalized(CheckInChanges(notes: joined)).notes ?? ""
  }
}
