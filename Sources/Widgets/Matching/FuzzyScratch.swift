/// A text made ready to be matched, in memory that the next one takes over.
///
/// The best way to match is found by dynamic programming in the manner of Smith and Waterman, as fzf does it, with its points: what
/// counts is where letters stand and how long the gaps between them are.
struct FuzzyScratch {
    private static let match = 16
    private static let gapStart = -3
    private static let gapMore = -1
    private static let consecutive = 4
    private static let boundary = 8
    private static let camelCase = 7
    /// The first letter of a word says most.
    private static let firstFactor = 2
    private static let none = Int.min / 2
    /// Longer texts are matched by their beginning.
    private static let lengthLimit = 2_048

    private var scalars: [UInt32] = []
    private var folded: [UInt32] = []
    private var bonus: [Int] = []
    /// The ways to match up to the letter before, and up to the one at hand.
    private var previous: [Way] = []
    private var current: [Way] = []

    /// The best way to match up to a letter that stands on a place.
    private struct Way {
        var score = FuzzyScratch.none
        /// The points of the place where its last run of letters begins.
        var head = 0
        /// The place of the letter before.
        var from = 0
    }

    mutating func take(_ text: String) {
        scalars.removeAll(keepingCapacity: true)
        folded.removeAll(keepingCapacity: true)
        bonus.removeAll(keepingCapacity: true)
        var last = Kind.space
        for scalar in text.unicodeScalars.prefix(Self.lengthLimit) {
            let kind = Kind(scalar)
            scalars.append(scalar.value)
            folded.append(FuzzyWord.lowercased(scalar))
            bonus.append(Self.bonus(for: kind, after: last))
            last = kind
        }
    }

    /// How well `word` is in the text; nil when it is not.
    mutating func score(of word: FuzzyWord) -> Int? {
        let text = word.isCaseSensitive ? scalars : folded
        guard let start = Self.firstPlace(of: word.scalars, in: text) else { return nil }
        for index in word.scalars.indices {
            swap(&previous, &current)
            current.removeAll(keepingCapacity: true)
            fill(&current, from: previous, letter: word.scalars[index], isFirst: index == 0, text: text, start: start + index)
        }
        return current.reduce(Self.none) { max($0, $1.score) }
    }

    /// The places of the letters of `word` where it is best, as indices of scalars; nil when it is not in the text.
    func places(of word: FuzzyWord) -> [Int]? {
        let text = word.isCaseSensitive ? scalars : folded
        guard let start = Self.firstPlace(of: word.scalars, in: text) else { return nil }
        var rows: [[Way]] = []
        for index in word.scalars.indices {
            var row: [Way] = []
            fill(&row, from: rows.last ?? [], letter: word.scalars[index], isFirst: index == 0, text: text, start: start + index)
            rows.append(row)
        }
        guard let last = rows.last, var place = last.indices.max(by: { last[$0].score < last[$1].score }) else { return nil }
        return rows.reversed().map { row in
            defer { place = row[place].from }
            return place
        }.reversed()
    }

    /// The UTF-8 offsets of the scalar at `place`.
    func range(of place: Int, in text: String) -> Range<Int> {
        let start = text.unicodeScalars.index(text.startIndex, offsetBy: place)
        let offset = text.utf8.distance(from: text.startIndex, to: start)
        return offset..<offset + UTF8.width(text.unicodeScalars[start])
    }

    /// Finds the best way for each place of a letter from those of the letter before it.
    private func fill(_ row: inout [Way], from before: [Way], letter: UInt32, isFirst: Bool, text: [UInt32], start: Int) {
        row.append(contentsOf: repeatElement(Way(), count: text.count))
        var gap = (score: Self.none, from: 0)
        for place in start..<text.count {
            if !isFirst, place >= 2 {
                gap.score += Self.gapMore
                let new = before[place - 2].score + Self.gapStart
                if new > gap.score { gap = (new, place - 2) }
            }
            guard text[place] == letter else { continue }
            if isFirst {
                row[place] = Way(score: Self.match + bonus[place] * Self.firstFactor, head: bonus[place])
            } else {
                let run = place > 0 ? before[place - 1] : Way()
                let points = max(bonus[place], run.head, Self.consecutive)
                if run.score + points >= gap.score + bonus[place] {
                    row[place] = Way(score: run.score + Self.match + points, head: max(run.head, bonus[place]), from: place - 1)
                } else {
                    row[place] = Way(score: gap.score + Self.match + bonus[place], head: bonus[place], from: gap.from)
                }
            }
        }
    }

    /// Where the first letter first stands, when all follow in their order.
    private static func firstPlace(of word: [UInt32], in text: [UInt32]) -> Int? {
        var first: Int?
        var index = 0
        for (place, scalar) in text.enumerated() where scalar == word[index] {
            first = first ?? place
            index += 1
            if index == word.count { return first }
        }
        return nil
    }

    /// What a scalar is for the question where words begin.
    private enum Kind {
        case space, delimiter, punctuation, lower, upper, digit

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

        var isWord: Bool { self == .lower || self == .upper || self == .digit }
    }

    private static func bonus(for kind: Kind, after last: Kind) -> Int {
        guard kind.isWord else { return kind == .space ? boundary + 2 : boundary }
        switch last {
        case .space: return boundary + 2
        case .delimiter: return boundary + 1
        case .punctuation: return boundary
        case .lower where kind == .upper: return camelCase
        case .lower, .upper: return kind == .digit ? camelCase : 0
        case .digit: return 0
        }
    }
}
