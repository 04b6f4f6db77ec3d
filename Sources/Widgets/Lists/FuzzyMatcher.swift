/// Fuzzy matching of a short pattern against many texts.
///
/// A pattern consists of words separated by spaces. A text matches if it contains the letters of each word in order, with any letters
/// between them, whether they have accents or not. A word with a capital letter is case-sensitive. Matches rank higher if letters start
/// words, are adjacent, and have small gaps.
public struct FuzzyMatcher: Sendable {
    /// The longest pattern that can match, in UTF-8 bytes. Only the beginning of longer texts is matched, see `FuzzyScratch`.
    public static let longestPattern = 4_096

    private let words: [FuzzyWord]
    /// The words in lower case with single spaces, if there are several.
    private let phrase: String?
    private let isTooLong: Bool

    /// Creates a matcher for `pattern`; an empty pattern matches everything.
    public init(_ pattern: String) {
        isTooLong = pattern.utf8.count > Self.longestPattern
        let parts = isTooLong ? [] : pattern.split(separator: " ")
        words = parts.map(FuzzyWord.init)
        phrase = parts.count > 1 ? parts.joined(separator: " ").lowercased() : nil
    }

    /// The indices of the texts that match `pattern`, best first; ties are ordered by length, then by index, or by index alone.
    public static func matches(of pattern: String, in texts: [String], keepingOrder: Bool = false) -> [Int] {
        FuzzyMatcher(pattern).ranked(texts.indices, keepingOrder: keepingOrder) { texts[$0] }
    }

    /// The numbers whose texts match, best first: those that contain a pattern of several words as it is, then by the score. Of equal
    /// ones, those that begin with the pattern's first word come first, then shorter ones, then the smaller number.
    ///
    /// - Parameter keepingOrder: True if shorter texts do not come before longer ones that match as well.
    public func ranked(_ numbers: some Sequence<Int>, keepingOrder: Bool = false, _ text: (Int) -> String) -> [Int] {
        guard !isTooLong else { return [] }
        guard !words.isEmpty else { return Array(numbers) }
        var scratch = FuzzyScratch()
        var found: [(part: Int, score: Int, tail: Int, length: Int, index: Int)] = []
        for index in numbers {
            let text = text(index)
            guard let score = score(text, &scratch) else { continue }
            let isWhole = phrase.map { text.contains(lowercased: $0, atWord: true) } ?? true
            found.append((isWhole ? 0 : 1, score, scratch.begins(with: words[0]) ? 0 : 1, keepingOrder ? 0 : text.utf8.count, index))
        }
        found.sort { ($0.part, $1.score, $0.tail, $0.length, $0.index) < ($1.part, $0.score, $1.tail, $1.length, $1.index) }
        return found.map(\.index)
    }

    /// The UTF-8 ranges of the matched letters in `text`, adjacent ones joined; nil if `text` does not match.
    public func ranges(in text: String) -> [Range<Int>]? {
        var scratch = FuzzyScratch()
        guard !isTooLong, scratch.load(text, for: words) else { return nil }
        var matched: Set<Int> = []
        for word in words {
            guard let places = scratch.places(of: word) else { return nil }
            matched.formUnion(places)
        }
        return Self.joined(matched.sorted().map { scratch.range(of: $0, in: text) })
    }

    private func score(_ text: String, _ scratch: inout FuzzyScratch) -> Int? {
        guard scratch.load(text, for: words) else { return nil }
        var total = 0
        for word in words {
            guard let score = scratch.score(of: word) else { return nil }
            total += score
        }
        return total
    }

    private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
        ranges.reduce(into: []) { result, range in
            if let last = result.last, last.upperBound == range.lowerBound {
                result[result.count - 1] = last.lowerBound..<range.upperBound
            } else {
                result.append(range)
            }
        }
    }
}

/// A word of a pattern.
struct FuzzyWord: Sendable {
    /// The scalars of the word without accents, lowercase unless the word is case-sensitive.
    let scalars: [UInt32]
    /// True if the word has a capital letter.
    let isCaseSensitive: Bool
    /// True if the word has only ASCII letters, not counting their accents.
    let isASCII: Bool

    init(_ word: Substring) {
        isCaseSensitive = word.contains(where: \.isUppercase)
        let letters = word.unicodeScalars.filter { !Self.isAccent($0) }
        let plain = (letters.isEmpty ? Array(word.unicodeScalars) : Array(letters)).map(Self.unaccented)
        scalars = plain.map { [isCaseSensitive] in isCaseSensitive ? $0.value : Self.lowercased($0) }
        isASCII = scalars.allSatisfy { $0 < 0x80 }
    }

    /// The first scalar of the lowercase form of `scalar`.
    static func lowercased(_ scalar: Unicode.Scalar) -> UInt32 {
        if scalar.value < 0x80 { return scalar.value >= 0x41 && scalar.value <= 0x5A ? scalar.value | 0x20 : scalar.value }
        // The mapping is a string of its own; most letters have none.
        guard scalar.properties.changesWhenLowercased else { return scalar.value }
        return scalar.properties.lowercaseMapping.unicodeScalars.first?.value ?? scalar.value
    }

    /// True for an accent that stands after its letter, as in names of files from macOS.
    static func isAccent(_ scalar: Unicode.Scalar) -> Bool { 0x300..<0x370 ~= scalar.value }

    /// The letter without its accents, in its case: `e` for `é`; other scalars as they are.
    static func unaccented(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0xC0..<0x460: plainLetters[0][Int(scalar.value) - 0xC0]
        case 0x1E00..<0x2000: plainLetters[1][Int(scalar.value) - 0x1E00]
        default: scalar
        }
    }

    /// The letters of the Latin, Greek and Cyrillic blocks without accents. Most have names such as LATIN SMALL LETTER E WITH ACUTE.
    private static let plainLetters: [[Unicode.Scalar]] = {
        let blocks = [UInt32(0xC0)..<0x460, 0x1E00..<0x2000].map { $0.compactMap { Unicode.Scalar($0) } }
        let letters = (UInt32(0x41)..<0x7B).compactMap { Unicode.Scalar($0) } + blocks[0]
        let named = letters.compactMap { letter in letter.properties.name.map { ($0, letter) } }
        let byName = Dictionary(named) { first, _ in first }
        let others = Dictionary(uniqueKeysWithValues: zip("ЁЃЇЌЎЙёѓїќўй".unicodeScalars, "ЕГІКУИегікуи".unicodeScalars))
        return blocks.map { block in
            block.map { scalar in
                guard let name = scalar.properties.name, let with = name.firstRange(of: " WITH ") else { return others[scalar] ?? scalar }
                return byName[String(name[..<with.lowerBound])] ?? scalar
            }
        }
    }()

    /// The only character without an accent outside ASCII whose lowercase form is an ASCII letter, which is k.
    private static let kelvinSign = Array("\u{212A}".utf8)

    /// A fast check for ASCII words: false if `text` certainly does not contain the letters in order.
    func mayBe(in text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { bytes in
            var index = 0
            for (place, byte) in bytes.enumerated() {
                // Latin letters with accents, which are U+00C0 to U+024F and U+1E00 to U+1EFF.
                if 0xC3...0xC9 ~= byte || byte == 0xE1 && bytes[place...].dropFirst().first.map({ 0xB8...0xBB ~= $0 }) == true {
                    return true
                }
                if byte >= 0x80, !isCaseSensitive, bytes[place...].starts(with: Self.kelvinSign) { return true }
                let isCapital = !isCaseSensitive && byte >= 0x41 && byte <= 0x5A
                guard UInt32(isCapital ? byte | 0x20 : byte) == scalars[index] else { continue }
                index += 1
                if index == scalars.count { return true }
            }
            return false
        } ?? true
    }
}

/// The working memory of a match, reused from text to text.
///
/// The best alignment is found by dynamic programming (Smith–Waterman) with the scores of fzf: the score depends on the positions of the
/// letters and the lengths of the gaps.
struct FuzzyScratch {
    private static let match: Int32 = 16
    private static let gapStart: Int32 = -3
    private static let gapMore: Int32 = -1
    private static let consecutive: Int32 = 4
    /// The factor for the first letter of a word, which counts most.
    private static let firstFactor: Int32 = 2
    private static let none = Int32.min / 2
    /// The maximum number of matched scalars of a text.
    private static let lengthLimit = 2_048

    private var letters: [Letter] = []
    /// The best alignments that end with the previous and the current letter, for each position.
    private var previous: [Way] = []
    private var current: [Way] = []

    /// A scalar of the text.
    private struct Letter {
        /// The scalar without accents.
        let scalar: UInt32
        /// The lowercase scalar.
        let folded: UInt32
        /// The bonus for matching a letter at this position.
        let points: Int32

        init(_ scalar: Unicode.Scalar, after last: inout FuzzyPlace) {
            let place = FuzzyPlace(scalar)
            let plain = FuzzyWord.unaccented(scalar)
            self.scalar = plain.value
            folded = FuzzyWord.lowercased(plain)
            points = place.points(after: last)
            last = place
        }

        @inline(__always)
        func isLetter(_ wanted: UInt32, of word: FuzzyWord) -> Bool { (word.isCaseSensitive ? scalar : folded) == wanted }
    }

    /// The best alignment that ends at a position.
    private struct Way {
        var score = FuzzyScratch.none
        /// The bonus of the position at which its last run of adjacent letters starts.
        var head: Int32 = 0
        /// The position of the previous letter.
        var from: Int32 = 0
    }

    /// Loads `text`. Returns false if it cannot match `words`.
    mutating func load(_ text: String, for words: [FuzzyWord]) -> Bool {
        for word in words where word.isASCII && !word.mayBe(in: text) { return false }
        letters.removeAll(keepingCapacity: true)
        if !loadASCII(text) {
            var last = FuzzyPlace.space
            for scalar in text.unicodeScalars.prefix(Self.lengthLimit) { letters.append(Letter(scalar, after: &last)) }
        }
        return true
    }

    /// Loads an ASCII text byte by byte. Returns false for other texts.
    private mutating func loadASCII(_ text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { bytes in
            guard bytes.reduce(0, |) < 0x80 else { return false }
            var last = FuzzyPlace.space
            for byte in bytes.prefix(Self.lengthLimit) { letters.append(Letter(Unicode.Scalar(byte), after: &last)) }
            return true
        } ?? false
    }

    /// True if the text begins with the word.
    func begins(with word: FuzzyWord) -> Bool {
        word.scalars.count <= letters.count && zip(word.scalars, letters).allSatisfy { $1.isLetter($0, of: word) }
    }

    /// The score of the best match of `word`; nil without a match.
    mutating func score(of word: FuzzyWord) -> Int? {
        guard let window = window(of: word) else { return nil }
        for index in word.scalars.indices {
            swap(&previous, &current)
            Self.reset(&current, count: letters.count)
            fill(&current, before: index == 0 ? nil : previous, word.scalars[index], of: word, window.dropFirst(index))
        }
        return Int(current[window].reduce(Self.none) { max($0, $1.score) })
    }

    /// The scalar indices of the best match of `word`; nil without a match.
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

    /// The UTF-8 range of the scalar at index `place`.
    func range(of place: Int, in text: String) -> Range<Int> {
        let start = text.unicodeScalars.index(text.startIndex, offsetBy: place)
        let offset = text.utf8.distance(from: text.startIndex, to: start)
        return offset..<offset + UTF8.width(text.unicodeScalars[start])
    }

    private static func reset(_ row: inout [Way], count: Int) {
        row.removeAll(keepingCapacity: true)
        row.append(contentsOf: repeatElement(Way(), count: count))
    }

    /// Computes the best alignment for each position of a letter in `window` from those of the previous letter.
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

    /// The range from the first occurrence of the first letter to the last occurrence of the last one; nil if the letters do not occur in
    /// order.
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

/// The class of a scalar, used to find the starts of words.
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

    /// The bonus for a letter of this class that follows one of class `last`.
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
