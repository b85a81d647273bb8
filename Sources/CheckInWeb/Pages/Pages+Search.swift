import CheckInJournal
import CheckInLanguage
import Hummingbird

extension Pages {
  private static let resultsOnPage = 50

  func search(_ request: Request) async throws -> Response {
    let query = try FormFields(queryOf: request)
    let (search, problem) = search(query)
    let place = try query["after"].map { text in
      guard let place = CheckInPlace(text) else { throw Self.notFound }
      return place
    }
    let view = try await access.run { [access, localization] journal in
      let layout = layout(words("Search"), of: journal, isLive: false)
      // Without a question there is nothing to answer: everything is under Months.
      let found =
        search.isEmpty || problem != nil
        ? CheckInSearch.Results() : try journal.search(search, after: place, limit: Self.resultsOnPage)
      var view = SearchView(
        layout: layout, q: query["q"] ?? "", types: typeChoices(search), place: query["place"] ?? "",
        photos: photoChoices(search), since: query["since"] ?? "", until: query["until"] ?? "",
        latest: access.today.description, weekday: search.weekday.map { String($0.rawValue) },
        hour: search.hour.map(String.init), extras: extras(search, query), isFiltered: !search.isEmpty, summary: "",
        results: found.checkIns.map { SearchView.Result($0, search, localization) },
        isEmpty: found.checkIns.isEmpty && found.next == nil && place == nil, problem: problem,
        next: found.next.map { Self.address(query, "after", $0.description) }, isContinued: place != nil)
      view.summary = summary(found, search, isContinued: place != nil)
      return view
    }
    return html("search", view)
  }

  /// What the address looks for, or what is wrong with it.
  private func search(_ query: FormFields) -> (CheckInSearch, problem: String?) {
    var search = CheckInSearch(words: SearchWords(query["q"] ?? ""), place: SearchWords(query["place"] ?? ""))
    var problem: String?
    if let name = query["type"], !name.isEmpty {
      if let type = ExerciseType(name: name.replacing("-", with: " ")) ?? ExerciseType(name: name) {
        search.types = [type]
      } else {
        problem = words("There is no such exercise type.")
      }
    }
    switch query["photo"] ?? "" {
    case "yes": search.hasPhoto = true
    case "no": search.hasPhoto = false
    default: break
    }
    func day(_ name: String) -> CivilDay? {
      guard let text = query[name], !text.isEmpty else { return nil }
      let day = CivilDay(text)
      if day == nil { problem = words("Write days as 2026-11-21.") }
      return day
    }
    search.from = day("since")
    search.to = day("until")
    if let from = search.from, let to = search.to, to < from { problem = words("The period ends before it begins.") }
    search.weekday = query["weekday"].flatMap { Int($0) }.flatMap { Weekday(rawValue: $0) }
    search.hour = query["hour"].flatMap { Int($0) }.flatMap { (0...23).contains($0) ? $0 : nil }
    return (search, problem)
  }

  private func typeChoices(_ search: CheckInSearch) -> [Choice] {
    [Choice(value: "", label: words("Every type"), isChosen: search.types.isEmpty)]
      + ExerciseType.selectable.map { type in
        Choice(
          value: type.slug, label: localization.name(of: type), isChosen: search.types.contains(type))
      }
  }

  private func photoChoices(_ search: CheckInSearch) -> [Choice] {
    [
      ("", words("All"), nil), ("yes", words("With a photo"), true),
      ("no", words("Without a photo"), false),
    ].map { value, label, wanted in
      Choice(value: value, label: label, isChosen: search.hasPhoto == wanted)
    }
  }

  /// The filters that statistics lead to, and that have no field of their own.
  private func extras(_ search: CheckInSearch, _ query: FormFields) -> [SearchView.Extra] {
    var extras: [SearchView.Extra] = []
    if let weekday = search.weekday {
      extras.append(
        SearchView.Extra(text: localization.name(of: weekday), without: Self.address(query, "weekday", nil)))
    }
    if let hour = search.hour {
      extras.append(
        SearchView.Extra(
          text: words(
            "From {from} to {to}",
            ["from": localization.label(ofHour: hour), "to": localization.label(ofHour: (hour + 1) % 24)]),
          without: Self.address(query, "hour", nil)))
    }
    return extras
  }

  private func summary(_ found: CheckInSearch.Results, _ search: CheckInSearch, isContinued: Bool) -> String {
    if search.isEmpty { return words("Look for a word in titles, locations and notes, or choose a filter.") }
    if found.next != nil || isContinued { return words("Newest first") }
    return found.checkIns.isEmpty
      ? words("Nothing was found.") : words.count(found.checkIns.count, "{n} check-in", "{n} check-ins")
  }

  /// The address of a search with another value of a field, or without it. It always begins at the beginning, unless
  /// the field says where to go on.
  private static func address(_ query: FormFields, _ field: String, _ value: String?) -> String {
    let fields = ["q", "type", "place", "photo", "since", "until", "weekday", "hour"]
    var parts = fields.compactMap { name -> String? in
      guard name != field, let value = query[name], !value.isEmpty else { return nil }
      return "\(name)=\(FormFields.encoded(value))"
    }
    if let value { parts.append("\(field)=\(FormFields.encoded(value))") }
    return "/search" + (parts.isEmpty ? "" : "?" + parts.joined(separator: "&"))
  }
}
