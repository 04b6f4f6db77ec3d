/// What a scalar is for the question where words begin.
enum FuzzyPlace: Equatable {
    case space, delimiter, punctuation, lower, upper, digit

    private static let boundary: Int32 = 8
    private static let camelCase: Int32 = 7

    init(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x61...0x7A: self = .lower
        case 0x41...0x5A: self = .upper
        case 0x30...0x39: self = .digit
        case 0x20, 0x09: self = .space
        case 0x2F, 0x2C, 0x3A, 0x3B, 0x7C: self = .delimiter
        case 0..<0x80: self = .punctuation
        default: self = scalar.properties.isUppercase ? .upper : scalar.properties.isAlphabetic ? .lower : .punctuation
        }
    }

    /// The points for a letter that stands here, behind `last`.
    func points(after last: FuzzyPlace) -> Int32 {
        switch self {
        case .space: return Self.boundary + 2
        case .delimiter, .punctuation: return Self.boundary
        case .lower, .upper, .digit: break
        }
        switch last {
        case .space: return Self.boundary + 2
        case .delimiter: return Self.boundary + 1
        case .punctuation: return Self.boundary
        case .lower: return self == .lower ? 0 : Self.camelCase
        case .upper: return self == .digit ? Self.camelCase : 0
        case .digit: return 0
        }
    }
}
