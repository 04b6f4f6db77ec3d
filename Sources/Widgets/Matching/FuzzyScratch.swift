/// A text made ready to be matched, in memory that the next one takes over.
///
/// The best way to match is found by dynamic programming in the manner of Smith and Waterman, as fzf does it, with its points: what
/// counts is where letters stand and how long the gaps between them are.
struct FuzzyScratch {
    private static let match: Int32 = 16
    private static let gapStart: Int32 = -3
    private static let gapMore: Int32 = -1
    private static let consecutive: Int32 = 4
    /// The first letter of a word says most.
    private static let firstFactor: Int32 = 2
    private static let none = Int32.min / 2
    /// Longer texts are matched by their beginning.
    private static let lengthLimit = 2_048

    private var letters: [Letter] = []
    /// The ways to match up to the letter before, and up to the one at hand, on each place.
    private var previous: [Way] = []
    private var current: [Way] = []

    /// A scalar of the text.
    private struct Letter {
        let scalar: UInt32
        /// Its small letter.
        let folded: UInt32
        /// What it is worth that a letter of the pattern stands here.
        let points: Int32

        init(_ scalar: Unicode.Scalar, after last: inout FuzzyPlace) {
            let place = FuzzyPlace(scalar)
            self.scalar = scalar.value
            folded = FuzzyWord.lowercased(scalar)
            points = place.points(after: last)
            last = place
        }

        @inline(__always)
        func isLetter(_ wanted: UInt32, of word: FuzzyWord) -> Bool { (word.isCaseSensitive ? scalar : folded) == wanted }
    }

    /// The best way to match up to a letter that stands on a place.
    private struct Way {
        var score = FuzzyScratch.none
        /// The points of the place where its last run of letters begins.
        var head: Int32 = 0
        /// The place of the letter before.
        var from: Int32 = 0
    }

    /// Takes over `text`, unless a letter of `words` is missing in it.
    mutating func take(_ text: String, for words: [FuzzyWord]) -> Bool {
        for word in words where word.isASCII && !word.mayBe(in: text) { return false }
        letters.removeAll(keepingCapacity: true)
        if !takeASCII(text) {
            var last = FuzzyPlace.space
            for scalar in text.unicodeScalars.prefix(Self.lengthLimit) { letters.append(Letter(scalar, after: &last)) }
        }
        return true
    }

    /// Takes over a text of ASCII alone, byte by byte; false for others.
    private mutating func takeASCII(_ text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { bytes in
            guard bytes.reduce(0, |) < 0x80 else { return false }
            var last = FuzzyPlace.space
            for byte in bytes.prefix(Self.lengthLimit) { letters.append(Letter(Unicode.Scalar(byte), after: &last)) }
            return true
        } ?? false
    }

    /// How well `word` is in the text; nil when it is not.
    mutating func score(of word: FuzzyWord) -> Int? {
        guard let window = window(of: word) else { return nil }
        for index in word.scalars.indices {
            swap(&previous, &current)
            Self.reset(&current, count: letters.count)
            fill(&current, before: index == 0 ? nil : previous, word.scalars[index], of: word, window.dropFirst(index))
        }
        return Int(current[window].reduce(Self.none) { max($0, $1.score) })
    }

    /// The places of the letters of `word` where it is best, as indices of scalars; nil when it is not in the text.
    func places(of word: FuzzyWord) -> [Int]? {
        guard let window = window(of: word) else { return nil }
        var rows: [[Way]] = []
        for index in word.scalars.indices {
            var row: [Way] = []
            Self.reset(&row, count: letters.count)
            fill(&row, before: rows.last, word.scalars[index], of: word, window.dropFirst(index))
            rows.append(row)
        }
        guard let last = rows.last, var place = last.indices.max(by: { last[$0].score < last[$1].score }) else { return nil }
        return rows.reversed().map { row in
            defer { place = Int(row[place].from) }
            return place
        }.reversed()
    }

    /// The UTF-8 offsets of the scalar at `place`.
    func range(of place: Int, in text: String) -> Range<Int> {
        let start = text.unicodeScalars.index(text.startIndex, offsetBy: place)
        let offset = text.utf8.distance(from: text.startIndex, to: start)
        return offset..<offset + UTF8.width(text.unicodeScalars[start])
    }

    private static func reset(_ row: inout [Way], count: Int) {
        row.removeAll(keepingCapacity: true)
        row.append(contentsOf: repeatElement(Way(), count: count))
    }

    /// Finds the best way for each place of a letter in `window` from those of the letter before it.
    private func fill(_ row: inout [Way], before: [Way]?, _ wanted: UInt32, of word: FuzzyWord, _ window: Range<Int>) {
        var gap = (score: Self.none, from: 0)
        for place in window {
            if let before, place >= 2 {
                gap.score += Self.gapMore
                let new = before[place - 2].score + Self.gapStart
                if new > gap.score { gap = (new, place - 2) }
            }
            let letter = letters[place]
            guard letter.isLetter(wanted, of: word) else { continue }
            let here = letter.points
            guard let before else {
                row[place] = Way(score: Self.match + here * Self.firstFactor, head: here)
                continue
            }
            let run = before[place - 1]
            let runPoints = max(here, run.head, Self.consecutive)
            if run.score + runPoints >= gap.score + here {
                row[place] = Way(score: run.score + Self.match + runPoints, head: max(run.head, here), from: Int32(place - 1))
            } else {
                row[place] = Way(score: gap.score + Self.match + here, head: here, from: Int32(gap.from))
            }
        }
    }

    /// From where the first letter first stands to where the last one last does, when all follow in their order.
    private func window(of word: FuzzyWord) -> Range<Int>? {
        guard let first = letters.firstIndex(where: { $0.isLetter(word.scalars[0], of: word) }) else { return nil }
        var index = 0
        for place in first..<letters.count where letters[place].isLetter(word.scalars[index], of: word) {
            index += 1
            guard index == word.scalars.count else { continue }
            let last = letters.lastIndex { $0.isLetter(word.scalars[index - 1], of: word) } ?? place
            return first..<last + 1
        }
        return nil
    }
}
