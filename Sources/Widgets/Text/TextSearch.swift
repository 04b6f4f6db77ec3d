/// A literal search pattern. Case is ignored by default unless the pattern has a capital letter.
struct TextSearch: Equatable, Sendable {
    let pattern: String
    /// True if a match must be a whole word.
    let wholeWord: Bool
    private let ignoresCase: Bool
    private let bytes: [UInt8]

    init(_ pattern: String, wholeWord: Bool = false, matchesCase: Bool = false) {
        self.pattern = pattern
        self.wholeWord = wholeWord
        ignoresCase = !matchesCase && !pattern.contains(where: \.isUppercase)
        bytes = Array(pattern.utf8)
    }

    /// The UTF-8 ranges of the matches that start in `range` of a line, without overlaps.
    func matches(in line: TextLine, range: Range<Int>? = nil) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var start = range?.lowerBound ?? 0
        let end = range?.upperBound ?? line.count
        while let match = next(in: line, from: start, before: end) {
            found.append(match)
            start = match.upperBound
        }
        return found
    }

    /// The first match that starts at or after `start`, and before `end`. A line may have megabytes, of which only this part is read.
    func next(in line: TextLine, from start: Int, before end: Int = .max) -> Range<Int>? {
        guard !bytes.isEmpty else { return nil }
        var start = start
        while let match = candidate(in: line, from: start, before: end) {
            if isWhole(match, in: line) { return match }
            start = match.lowerBound + 1
        }
        return nil
    }

    /// The first match at or after `position`, or else the first one in the text; nil without a match.
    func next(in lines: [TextLine], from position: TextPosition) -> Range<TextPosition>? {
        for step in 0...lines.count {
            let number = (position.line + step) % lines.count
            let start = step == 0 ? position.offset : 0
            if let match = next(in: lines[number], from: start) { return Self.range(match, number) }
        }
        return nil
    }

    /// The last match before `position`, or else the last one in the text; nil without a match.
    func previous(in lines: [TextLine], from position: TextPosition) -> Range<TextPosition>? {
        for step in 0...lines.count {
            let number = (position.line - step + lines.count) % lines.count
            let end = step == 0 ? position.offset : lines[number].count
            if let match = matches(in: lines[number], range: 0..<end).last { return Self.range(match, number) }
        }
        return nil
    }

    private static func range(_ match: Range<Int>, _ line: Int) -> Range<TextPosition> {
        TextPosition(line: line, offset: match.lowerBound)..<TextPosition(line: line, offset: match.upperBound)
    }

    private func isWhole(_ match: Range<Int>, in line: TextLine) -> Bool {
        guard line.roundedDown(match.lowerBound) == match.lowerBound, line.roundedDown(match.upperBound) == match.upperBound else {
            return false
        }
        guard wholeWord else { return true }
        let around = [line.character(before: match.lowerBound), line.character(at: match.upperBound)]
        return !around.contains { $0.map { CharacterClass($0) == .word } ?? false }
    }

    private func candidate(in line: TextLine, from start: Int, before end: Int) -> Range<Int>? {
        if ignoresCase, bytes.contains(where: { $0 >= 0x80 }) { return folded(in: line, from: start, before: end) }
        return line.text.utf8.withContiguousStorageIfAvailable { text in
            let last = min(text.count - bytes.count, end - 1)
            var place = start
            while place <= last {
                if matches(text, at: place) { return place..<place + bytes.count }
                place += 1
            }
            return nil
        } ?? nil
    }

    @inline(__always)
    private func matches(_ text: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
        for index in bytes.indices {
            let byte = text[place + index]
            guard byte == bytes[index] || ignoresCase && byte >= 0x41 && byte <= 0x5A && byte | 0x20 == bytes[index] else { return false }
        }
        return true
    }

    /// The first match of a pattern with non-ASCII letters, ignoring case.
    private func folded(in line: TextLine, from start: Int, before end: Int) -> Range<Int>? {
        var place = line.roundedUp(start)
        let limit = min(line.count, end)
        while place < limit {
            var end = place
            let isMatch = pattern.allSatisfy { wanted in
                guard let character = line.character(at: end), character.lowercased() == wanted.lowercased() else { return false }
                end = line.next(end)
                return true
            }
            if isMatch { return place..<end }
            place = line.next(place)
        }
        return nil
    }
}

extension String {
    /// The text in lower case and without accents.
    public var searchable: String {
        let text = lowercased()
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { !FuzzyWord.isAccent($0) }.map(FuzzyWord.unaccented)))
    }

    /// True if the text contains a word, ignoring case and accents. An ASCII word is looked for in the bytes, since a palette searches
    /// thousands of texts, many of which have other letters too; only a text that may have accents is copied without them.
    ///
    /// - Parameter atWord: true to accept it only where a word of the text begins.
    public func contains(lowercased word: String, atWord: Bool) -> Bool {
        let word = word.searchable
        guard word.utf8.allSatisfy({ $0 < 0x80 }) else {
            return !utf8.allSatisfy { $0 < 0x80 } && searchable.containsFolded(word, atWord: atWord)
        }
        // Letters with accents, and accents after their letters.
        let mayHaveAccents = utf8.contains { 0xC3...0xCD ~= $0 || $0 == 0xE1 }
        return (mayHaveAccents ? searchable : self).contains(ascii: word.utf8, atWord: atWord)
    }

    private func contains(ascii pattern: String.UTF8View, atWord: Bool) -> Bool {
        guard let first = pattern.first else { return true }
        func folded(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
        let found = utf8.withContiguousStorageIfAvailable { bytes -> Bool in
            guard pattern.count <= bytes.count else { return false }
            let beginsWord = atWord && Self.isInWord(first)
            return (0...(bytes.count - pattern.count)).contains { start in
                folded(bytes[start]) == first && !(beginsWord && Self.isInWord(before: start, bytes))
                    && zip(bytes[start...], pattern).allSatisfy { folded($0) == $1 }
            }
        }
        return found ?? searchable.containsFolded(String(pattern), atWord: atWord)
    }

    private static func isInWord(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) }

    /// True if a letter or a digit, with the marks on it, ends before an offset.
    private static func isInWord(before offset: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var end = offset
        while end > 0 {
            var start = end - 1
            while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
            if bytes[start] < 0x80 { return isInWord(bytes[start]) }
            guard let scalar = String(decoding: bytes[start..<end], as: UTF8.self).unicodeScalars.first else { return false }
            guard scalar.properties.isGraphemeExtend else { return scalar.properties.isAlphabetic }
            end = start
        }
        return false
    }

    private func containsFolded(_ word: String, atWord: Bool) -> Bool {
        guard atWord, word.first?.isLetter == true else { return contains(word) }
        return ranges(of: word).contains { range in
            range.lowerBound == startIndex || !self[index(before: range.lowerBound)].isLetter
        }
    }
}
