/// A value of a field to choose from.
struct Choice {
  var value: String
  var label: String
  var isChosen: Bool
}
