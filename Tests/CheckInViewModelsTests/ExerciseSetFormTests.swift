import CheckInJournal
import CheckInViewModels
import Testing

@Suite("The form of a set")
struct ExerciseSetFormTests {
  private func form(_ change: (inout ExerciseSetForm) -> Void) -> ExerciseSetForm {
    var form = ExerciseSetForm(unit: .kilograms)
    change(&form)
    return form
  }

  @Test("What was typed is the set, with comma or point, and empty fields are left out")
  func read() throws {
    let typed = form {
      ($0.weight, $0.reps, $0.rpe, $0.kind, $0.note) = ("82,5", " 8 ", "8.5", "failure", "a\r\nb")
    }
    let read = typed.entry()
    let (entry, messages) = (read.entry, read.messages)
    #expect(messages.isEmpty && SetNotation.text(entry, unit: .kilograms) == "f82.5x8@8.5" && entry.note == "a\nb")
    let run = form { ($0.distance, $0.distanceUnit, $0.time) = ("3.1", .miles, "25:00") }.entry()
    #expect(run.messages.isEmpty && run.entry.millimetres == 4_988_966 && run.entry.seconds == 1500)
    #expect(form { $0.time = "90" }.entry().entry.seconds == 90)
  }

  @Test("A set that is shown and sent again is the same set")
  func roundTrip() throws {
    for text in ["82.5x10@8.5", "w185lbx5", "dx12", "1:02:03", "5.02km", "400m", "5kmx25:00", "40x1:00", "20x40m"] {
      let entry = try #require(try SetNotation.parse(text, unit: .kilograms).first)
      let again = ExerciseSetForm(entry, unit: .kilograms).entry()
      #expect(again.entry == entry && again.messages.isEmpty, "\(text)")
    }
  }

  @Test("Everything that is wrong is told, each by its field")
  func wrong() {
    let typed = form {
      ($0.weight, $0.reps, $0.distance, $0.time, $0.kind, $0.rpe) = ("1e3", "many", "far", "later", "hard", "11")
    }
    #expect(typed.entry().messages.map(\.field) == [.weight, .reps, .distance, .time, .kind, .rpe])
    #expect(form { $0.weight = "80" }.entry().messages.map(\.message) == [WorkoutValidation.setEmpty])
    #expect(form { $0.reps = "10001" }.entry().messages.map(\.field) == [.reps])
    #expect(form { $0.reps = "-5" }.entry().messages.map(\.field) == [.reps])
    #expect(form { $0.reps = "99999999999999999999" }.entry().messages.map(\.field) == [.reps])
    let long = form { ($0.reps, $0.note) = ("5", String(repeating: "x", count: 20_000)) }
    #expect(long.entry().messages.map(\.field) == [.note])
  }
}
