import CheckInJournal
import CheckInViewModels
import FoundationEssentials
import Hummingbird
import PhotoProcessing

extension Pages {
  func addForm(_ request: Request) async throws -> Response {
    let day = try Self.query(request)["day"].map { text in
      guard let day = CivilDay(text) else { throw Self.notFound }
      return day
    }
    let now = access.zone.time(atInstant: access.clock.wholeSecond)
    var form = CheckInForm(time: now)
    if let day, day < now.day { form.time = "\(day)T12:00" }
    return html("form", try await addView(form, id: UUID().uuidString, day: day))
  }

  private func addView(_ form: CheckInForm, id: String, day: CivilDay? = nil) async throws -> FormView {
    let now = access.zone.time(atInstant: access.clock.wholeSecond)
    let shell = try await access.run { self.shell("Check in", of: $0, isLive: false) }
    var view = FormView(
      form, shell: shell, action: "/add", draft: "add", save: "Check in", cancel: day.map { "/days/\($0)" } ?? "/",
      now: now)
    view.id = id
    return view
  }

  func add(_ request: Request) async throws -> Response {
    let upload = try await UploadedForm(request)
    try check(upload.fields)
    guard let id = UUID(uuidString: upload.fields["id"] ?? "") else {
      throw HTTPError(.badRequest, message: "The form is not one of ours.")
    }
    let form = CheckInForm(upload.fields)
    let (photo, photoProblem) = try await photo(of: upload)
    var (draft, messages) = form.draft(zone: access.zone, now: access.clock.milliseconds)
    messages += photoProblem.map { [CheckInForm.Message(.photo, $0)] } ?? []
    draft.id = id
    if messages.isEmpty {
      do {
        let sequence = try await access.run { [draft] journal in
          try journal.create(draft, photo: photo).checkIn.sequence
        }
        return redirect(toMonthOf: draft.time.day, notice: "added", after: sequence)
      } catch let error as JournalError where error.code == .invalidValue {
        messages = error.messages.map(CheckInForm.message)
      }
    }
    var view = try await addView(form, id: id.uuidString)
    view.show(messages)
    view.show(photo)
    return html("form", view, status: .unprocessableContent)
  }

  func editForm(_ context: WebContext) async throws -> Response {
    let number = try Self.number(context)
    let (checkIn, shell) = try await access.run { journal in
      (try Self.existing(number, in: journal), self.shell("Edit check-in \(number)", of: journal, isLive: false))
    }
    guard !checkIn.isDiscarded else { return Self.redirect("/check-ins/\(number)") }
    return html("form", editView(CheckInForm(checkIn), of: checkIn, shell: shell))
  }

  private func editView(_ form: CheckInForm, of checkIn: CheckIn, shell: Shell) -> FormView {
    let now = access.zone.time(atInstant: access.clock.wholeSecond)
    var view = FormView(
      form, shell: shell, action: "/check-ins/\(checkIn.number)/edit", draft: "\(checkIn.number)", save: "Save",
      cancel: "/check-ins/\(checkIn.number)", now: now)
    view.expect = checkIn.sequence
    view.preview = checkIn.photo.map { PhotoPath.photo($0.digest) }
    view.canRemove = checkIn.photo != nil
    return view
  }

  func edit(_ request: Request, _ context: WebContext) async throws -> Response {
    let number = try Self.number(context)
    let upload = try await UploadedForm(request)
    try check(upload.fields)
    guard let expected = upload.fields["expect"].flatMap(UInt64.init) else {
      throw HTTPError(.badRequest, message: "The form is not one of ours.")
    }
    let form = CheckInForm(upload.fields)
    let isPhotoRemoved = upload.fields["remove"] == "yes"
    let (photo, photoProblem) = try await photo(of: upload)
    let (before, shell) = try await access.run { journal in
      (try Self.existing(number, in: journal), self.shell("Edit check-in \(number)", of: journal, isLive: false))
    }
    var (changes, messages) = form.changes(to: before, zone: access.zone, now: access.clock.milliseconds)
    messages += photoProblem.map { [CheckInForm.Message(.photo, $0)] } ?? []
    if messages.isEmpty {
      do {
        let photoChange: Journal.PhotoChange = photo.map { .attach($0) } ?? (isPhotoRemoved ? .clear : .none)
        let sequence = try await access.run { [changes] journal in
          try journal.edit(number, changes, photo: photoChange, expecting: expected).checkIn.sequence
        }
        return Self.redirect("/check-ins/\(number)?notice=changed&after=\(sequence)")
      } catch let error as JournalError where error.code == .invalidValue {
        messages = error.messages.map(CheckInForm.message)
      } catch let error as JournalError where error.code == .conflict {
        return try await conflict(form, number, photo)
      }
    }
    var view = editView(form, of: before, shell: shell)
    view.expect = expected
    view.show(messages)
    view.show(photo)
    return html("form", view, status: .unprocessableContent)
  }

  /// Both versions, and the form with what was entered, based on what is there now.
  private func conflict(_ form: CheckInForm, _ number: Int, _ photo: NewPhoto?) async throws -> Response {
    let (current, shell) = try await access.run { journal in
      (try Self.existing(number, in: journal), self.shell("Edit check-in \(number)", of: journal, isLive: false))
    }
    var view = editView(form, of: current, shell: shell)
    view.show(form, against: current)
    view.show(photo)
    return html("form", view, status: .conflict)
  }

  /// The photo that came with the form, or that an earlier try left; and what is wrong with it.
  private func photo(of upload: UploadedForm) async throws -> (NewPhoto?, problem: String?) {
    if let bytes = upload.photo {
      do {
        return (try await photos.process(bytes), nil)
      } catch let error as PhotoError {
        return (nil, error.message)
      }
    }
    let waiting = upload.fields["pending"].flatMap { Digest(hexadecimal: $0) }
    guard let waiting else { return (nil, nil) }
    guard let pending = photos.pending(waiting) else { return (nil, "Please choose the photo again") }
    return (pending, nil)
  }
}

extension FormView {
  /// Shows a photo that waits for the form to be right.
  mutating func show(_ photo: NewPhoto?) {
    guard let photo else { return }
    let digest = Digest(of: photo.jpeg)
    pending = digest.hexadecimal
    preview = PhotoPath.pending(digest)
  }
}

extension CheckInForm {
  /// What a browser sent.
  init(_ fields: FormFields) {
    self.init()
    type = fields["type"] ?? ""
    title = fields["title"] ?? ""
    time = fields["time"] ?? ""
    calories = fields["calories"] ?? ""
    location = fields["location"] ?? ""
    notes = fields["notes"] ?? ""
  }
}
