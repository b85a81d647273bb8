import CheckInJournal
import Glibc

/// A colour, with components of 0...255.
struct Color: Hashable {
  var red: Int
  var green: Int
  var blue: Int

  init(_ hexadecimal: Int) {
    red = hexadecimal >> 16 & 255
    green = hexadecimal >> 8 & 255
    blue = hexadecimal & 255
  }

  /// The colour of a type of exercise.
  init(of type: ExerciseType) {
    switch type {
    case .unknown: self.init(0x8E8E93)
    case .run: self.init(0xFF9500)
    case .gym: self.init(0xFF3B30)
    case .swim: self.init(0x007AFF)
    case .bike: self.init(0x34C759)
    case .walk: self.init(0x5AC8FA)
    case .yoga: self.init(0xAF52DE)
    case .cycling: self.init(0x5856D6)
    case .strengthTraining: self.init(0xFF2D55)
    }
  }

  /// `#ff9500`
  var hexadecimal: String {
    let digits = String(red << 16 | green << 8 | blue, radix: 16)
    return "#" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
  }

  /// The shades of a heat map, for one, two, and three or more check-ins a day.
  static let heat = [Color(0x9BE9A8), Color(0x40C463), Color(0x30A14E)]

  /// The colour's relative luminance by WCAG 2.2, from 0 to 1.
  var luminance: Double {
    func linear(_ part: Int) -> Double {
      let value = Double(part) / 255
      return value <= 0.040_45 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// The luminance on which black and white have the same contrast: √(1.05 × 0.05) − 0.05.
  static let blackOrWhiteLuminance = 0.179

  /// The nearest of the 256 colours that terminals agree on: a cube of 6×6×6 at 16, greys at 232.
  var paletteIndex: Int {
    let levels = [0, 95, 135, 175, 215, 255]
    func nearest(_ part: Int) -> Int {
      levels.indices.min { abs(levels[$0] - part) < abs(levels[$1] - part) } ?? 0
    }
    let (redLevel, greenLevel, blueLevel) = (nearest(red), nearest(green), nearest(blue))
    let cubeDistance = distance(levels[redLevel], levels[greenLevel], levels[blueLevel])
    let greyStep = min(23, max(0, ((red + green + blue) / 3 - 3) / 10))
    let grey = 8 + 10 * greyStep
    return distance(grey, grey, grey) < cubeDistance ? 232 + greyStep : 16 + 36 * redLevel + 6 * greenLevel + blueLevel
  }

  private func distance(_ red: Int, _ green: Int, _ blue: Int) -> Int {
    (self.red - red) * (self.red - red) + (self.green - green) * (self.green - green)
      + (self.blue - blue) * (self.blue - blue)
  }
}
