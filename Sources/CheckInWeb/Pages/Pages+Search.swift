import CheckInJournal
import CheckInLanguage
import Hummingbird

extension Pages {
  private static let resultsOnPage = 50

  func search(_ request: Request) async throws -> Response {
    let query = try FormFields(queryOf: request)
    let (filter, problem) = filter(query)
    let place = try query["after"].map { text in
      guard let place = CheckInPlace(text) else { throw Self.notFound }
      return place
    }
    let view = try await access.run { [access, localization] journal in
      let layout = layout(words("Search"), of: journal, isLive: false)
      // Without a question there is nothing to answer: everything is under Months.
      let found =
        filter.isEmpty || problem != nil
        ? CheckInFilter.Results() : try journal.search(filter, after: place, limit: Self.resultsOnPage)
      var view = SearchView(
        layout: layout, q: query["q"] ?? "", types: typeChoices(filter), place: query["place"] ?? "",
        photos: photoChoices(filter), since: query["since"] ?? "", until: query["until"] ?? "",
        latest: access.today.description, weekday: filter.weekday.map { String($0.rawValue) },
        hour: filter.hour.map(String.init), extras: extras(of: filter, query: query), isFiltered: !filter.isEmpty,
        summary: "",
        results: found.checkIns.map { SearchView.Result($0, filter: filter, in: localization) },
        isEmpty: found.checkIns.isEmpty && found.next == nil && place == nil, problem: problem,
        next: found.next.map { Self.address(of: query, setting: "after", to: $0.description) },
        isContinued: place != nil)
      view.summary = summary(of: found, filter: filter, isContinued: place != nil)
      return view
    }
    return html("search", with: view)
  }

  /// Returns the filter that an address specifies, and a message if part of it is invalid.
  private func filter(_ query: FormFields) -> (CheckInFilter, problem: String?) {
    var filter = CheckInFilter(words: SearchWords(query["q"] ?? ""), place: SearchWords(query["place"] ?? ""))
    var problem: String?
    if let name = query["type"], !name.isEmpty {
      if let type = ExerciseType(name: name.replacing("-", with: " ")) ?? ExerciseType(name: name) {
        filter.types = [type]
      } else {
        problem = words("There is no such exercise type.")
      }
    }
    switch query["photo"] ?? "" {
    case "yes": filter.hasPhoto = true
    case "no": filter.hasPhoto = false
    default: break
    }
    func day(_ name: String) -> CivilDay? {
      guard let text = query[name], !text.isEmpty else { return nil }
      let day = CivilDay(text)
      if day == nil { problem = words("Write days as 2026-11-21.") }
      return day
    }
    filter.from = day("since")
    filter.to = day("until")
    if let from = filter.from, let to = filter.to, to < from { problem = words("The period ends before it begins.") }
    filter.weekday = query["weekday"].flatMap { Int($0) }.flatMap { Weekday(rawValue: $0) }
    filter.hour = query["hour"].flatMap { Int($0) }.flatMap { (0...23).contains($0) ? $0 : nil }
    return (filter, problem)
  }

  private func typeChoices(_ filter: CheckInFilter) -> [Choice] {
    [Choice(value: "", label: words("Every type"), isChosen: filter.types.isEmpty)]
      + ExerciseType.selectable.map { type in
        Choice(
          value: type.slug, label: localization.name(of: type), isChosen: filter.types.contains(type))
      }
  }

  private func photoChoices(_ filter: CheckInFilter) -> [Choice] {
    [
      ("", words("All"), nil), ("yes", words("With a photo"), true),
      ("no", words("Without a photo"), false),
    ].map { value, label, wanted in
      Choice(value: value, label: label, isChosen: filter.hasPhoto == wanted)
    }
  }

  /// The filters that statistics lead to, and that have no field of their own.
  private func extras(of filter: CheckInFilter, query: FormFields) -> [SearchView.Extra] {
    var extras: [SearchView.Extra] = []
    if let weekday = filter.weekday {
      extras.append(
        SearchView.Extra(
          text: localization.name(of: weekday), without: Self.address(of: query, setting: "weekday", to: nil)))
    }
    if let hour = filter.hour {
      extras.append(
        SearchView.Extra(
          text: words(
            "From {from} to {to}",
            ["from": localization.label(ofHour: hour), "to": localization.label(ofHour: (hour + 1) % 24)]),
          without: Self.address(of: query, setting: "hour", to: nil)))
    }
    return extras
  }

  private func summary(of found: CheckInFilter.Results, filter: CheckInFilter, isContinued: Bool) -> String {
    if filter.isEmpty { return words("Look for a word in titles, locations and notes, or choose a filter.") }
    if found.next != nil || isContinued { return words("Newest first") }
    return found.checkIns.isEmpty
      ? words("Nothing was found.") : words.count(found.checkIns.count, "{n} check-in", "{n} check-ins")
  }

  /// The address of a search with another value of a field, or without it. It always begins at the beginning, unless
  /// the field says where to go on.
  private static func address(of query: FormFields, setting field: String, to value: String?) -> String {
    let fields = ["q", "type", "place", "photo", "since", "until", "weekday", "hour"]
    var parts = fields.compactMap { name -> String? in
      guard name != field, let value = query[name], !value.isEmpty else { return nil }
      return "\(name)=\(FormFields.encoded(value))"
    }
    if let value { parts.append("\(field)=\(FormFields.encoded(value))") }
    return "/search" + (parts.isEmpty ? "" : "?" + parts.joined(separator: "&"))
  }
}
