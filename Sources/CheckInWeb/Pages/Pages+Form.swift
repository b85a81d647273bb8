import CheckInJournal
import CheckInLanguage
import CheckInViewModels
import EventLog
import FoundationEssentials
import Hummingbird
import PhotoProcessing

extension Pages {
  /// The maximum number of recent titles that the form offers.
  private static let suggestionCount = 12

  /// The form of a new check-in: with the usual type, if there is one, or with the type, the title and the location of
  /// a check-in that is to be done again.
  /// What is of one time alone, such as the calories, the notes and the photo, is left to be filled in.
  func addForm(_ request: Request) async throws -> Response {
    let query = try FormFields(queryOf: request)
    let day = try query["day"].map { text in
      guard let day = CivilDay(text) else { throw Self.notFound }
      return day
    }
    var form = CheckInForm(time: access.presentTime)
    form.type = access.defaultType?.name ?? ""
    if let day, day < access.today { form.time = "\(day)T12:00" }
    var draft = "add"
    if let text = query["again"] {
      guard let number = Int(text), number > 0 else { throw Self.notFound }
      let checkIn = try await access.run { try $0.existingCheckIn(number) }
      form.type = checkIn.type == .unknown ? "" : checkIn.type.name
      form.title = checkIn.title
      form.location = checkIn.location ?? ""
      // Input that was left in the empty form is not to take the place of this.
      draft = "again-\(number)"
    }
    return html(
      "form", with: try await addView(form, id: UUID().uuidString, in: access.zone, day: day, draft: draft))
  }

  /// - Parameter zone: the one that the form's time is read in.
  private func addView(
    _ form: CheckInForm, id: String, in zone: LocalTimeZone, day: CivilDay? = nil, draft: String = "add"
  ) async throws -> FormView {
    let now = zone.time(atInstant: access.clock.wholeSecond)
    // The form is shown even if the journal cannot be read.
    let (layout, titles) = try await access.run(isFresh: false) { journal in
      try? journal.refresh()
      return (
        self.layout(words("Check in"), of: journal, isLive: false),
        (try? journal.recentTitles(limit: Self.suggestionCount)) ?? []
      )
    }
    var view = FormView(
      form, layout: layout, action: "/add", draft: draft, save: words("Check in"),
      cancel: day.map { "/days/\($0)" } ?? "/", now: now, localization: localization)
    view.id = id
    view.day = day?.description
    view.suggest(titles, day: day)
    return view
  }

  func add(_ request: Request) async throws -> Response {
    let upload = try await UploadedForm(request, timeLimit: uploadTimeLimit)
    try check(upload.fields)
    guard let id = UUID(uuidString: upload.fields["id"] ?? "") else {
      throw SentForm.foreign
    }
    let form = CheckInForm(upload.fields)
    // A form that was kept on a phone is filled in where that is.
    let zone = upload.fields["zone"].flatMap(LocalTimeZone.init(sent:)) ?? access.zone
    let chosen = try await chosenPhoto(of: upload)
    let saved = chosen.lost == nil ? nil : try await access.run { try $0.checkIn(id: id) }
    let read = form.draft(id: id, zone: zone, now: access.clock.milliseconds)
    let draft = read.draft
    var messages = read.messages + chosen.messages(of: saved)
    var failure: JournalError?
    if messages.isEmpty {
      do {
        let sequence = try await access.run { journal in
          try journal.create(draft, photo: chosen.photo).checkIn.sequence
        }
        photos.remove(chosen.photo)
        return redirection(toMonthOf: draft.value.time.day, notice: "added", after: sequence).response
      } catch let error as JournalError where error.code == .invalidValue {
        messages = error.messages.map(CheckInForm.problem)
      } catch let error as JournalError {
        failure = error
      }
    }
    return refused(
      try await addView(form, id: id.uuidString, in: zone), messages: messages, chosen: chosen, failure: failure)
  }

  /// The form as it was sent, with what is wrong with it.
  private func refused(
    _ view: FormView, messages: [CheckInForm.Problem], chosen: ChosenPhoto, failure: JournalError?
  ) -> Response {
    var view = view
    view.show(messages, failure: failure, in: words)
    view.show(chosen.photo)
    return html("form", with: view, status: failure?.httpStatus ?? chosen.status)
  }

  func editForm(_ context: WebContext) async throws -> Response {
    let number = try Self.number(context)
    let known = try await access.run { try $0.baseVersion(of: number) }
    guard !known.checkIn.isDiscarded else { return Self.redirect("/check-ins/\(number)") }
    return html("form", with: try await editView(CheckInForm(known.checkIn), of: number, known))
  }

  /// - Parameter known: the check-in as it is; `nil` if the journal cannot be read.
  private func editView(_ form: CheckInForm, of number: Int, _ known: BaseVersion?) async throws -> FormView {
    let checkIn = known?.checkIn
    let layout = try await access.run(isFresh: false) {
      self.layout(words("Edit check-in {n}", ["n": checkIn?.shownNumber ?? String(number)]), of: $0, isLive: false)
    }
    var view = FormView(
      form, layout: layout, action: "/check-ins/\(number)/edit", draft: "\(number)",
      save: words("Save"), cancel: "/check-ins/\(number)", now: access.presentTime, localization: localization)
    view.expect = known?.version.description
    view.preview = checkIn?.photo.map { PhotoPath.preview($0.digest, side: .medium) }
    view.canRemove = checkIn?.photo != nil
    view.isDiscarded = checkIn?.isDiscarded ?? false
    return view
  }

  func edit(_ request: Request, in context: WebContext) async throws -> Response {
    let number = try Self.number(context)
    let upload = try await UploadedForm(request, timeLimit: uploadTimeLimit)
    try check(upload.fields)
    guard let expected = upload.fields["expect"].flatMap(CheckInVersion.init) else {
      throw SentForm.foreign
    }
    let edit = CheckInEdit(
      number: number, form: CheckInForm(upload.fields), expected: expected, chosen: try await chosenPhoto(of: upload),
      removesPhoto: upload.fields["remove"] == "yes", restores: upload.fields["restore"] == "yes")
    do {
      let outcome = try await access.run { [access] journal in
        try edit.apply(to: journal, now: access.clock.milliseconds)
      }
      return try await answer(to: edit, outcome: outcome)
    } catch let error as JournalError {
      let (current, last) = try await access.run(isFresh: false) { journal in
        // The numbers of other devices' events are greater than all of this one's.
        (try? journal.baseVersion(of: number), journal.showsPeers ? .max : journal.sequence)
      }
      // A journal that ends before the event that the form began with is not the same any more.
      let isGone = last < expected.sequence
      guard error.code != .notFound || isGone else { throw error }
      let failure =
        isGone
        ? JournalError(.inputOutput, "The journal is not at \(access.path) any more, or has lost events.") : error
      return refused(try await view(of: edit, current), messages: [], chosen: edit.chosen, failure: failure)
    }
  }

  private func answer(to edit: CheckInEdit, outcome: CheckInEdit.Outcome) async throws -> Response {
    switch outcome {
    case .saved(let checkIn, let taken):
      photos.remove(edit.chosen.photo)
      let notice = taken.isEmpty ? "changed" : "merged&kept=" + taken.map(\.inputName).joined(separator: "+")
      return Redirection("/check-ins/\(edit.number)", notice: notice, after: checkIn.sequence).response
    case .refused(let current, let messages):
      return refused(try await view(of: edit, current), messages: messages, chosen: edit.chosen, failure: nil)
    case .discarded(let current):
      var view = try await view(of: edit, current)
      view.show(edit.chosen.photo)
      return html("form", with: view, status: .conflict)
    case .conflict(let conflict):
      var view = try await editView(conflict.merge.form, of: edit.number, conflict.current)
      view.show(conflict, removesPhoto: edit.removesPhoto, unit: access.distanceUnit, localization)
      view.show(edit.chosen.photo)
      return html("form", with: view, status: .conflict)
    }
  }

  /// The form as it was sent.
  private func view(of edit: CheckInEdit, _ current: BaseVersion?) async throws -> FormView {
    var view = try await editView(edit.form, of: edit.number, current)
    view.expect = edit.expected.description
    view.isPhotoRemoved = edit.removesPhoto
    return view
  }

  /// The photo that came with the form, or with an earlier attempt.
  private func chosenPhoto(of upload: UploadedForm) async throws -> ChosenPhoto {
    if upload.isPhotoTooLarge { return ChosenPhoto(problem: UploadedForm.photoTooLarge, status: .contentTooLarge) }
    if let bytes = upload.photo {
      do {
        return ChosenPhoto(photo: try await photos.process(bytes))
      } catch let error as PhotoError {
        return ChosenPhoto(problem: Message(verbatim: error.message))
      }
    }
    guard upload.fields["leave"] != "yes", let waiting = upload.fields["pending"].flatMap({ Digest(hexadecimal: $0) })
    else { return ChosenPhoto() }
    guard let pending = photos[waiting] else {
      return ChosenPhoto(problem: "Please choose the photo again", lost: waiting)
    }
    return ChosenPhoto(photo: pending)
  }
}

extension FormView {
  /// Shows a photo that is kept until the form is valid.
  mutating func show(_ photo: NewPhoto?) {
    guard let photo else { return }
    let digest = Digest(of: photo.jpeg)
    pending = digest.hexadecimal
    preview = PhotoPath.pending(digest)
  }
}

extension CheckInForm {
  /// Creates a form from the fields that a browser sent.
  init(_ fields: FormFields) {
    self.init()
    for field in CheckInField.editable { self[field] = fields[field.inputName] ?? "" }
  }
}
