import Testing

@testable import Document

@Suite struct SearchPatternTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var query: SearchQuery
        var text: String
        var found: [String]
        var testDescription: String { query.text }

        init(_ query: String, _ text: String, _ found: [String], expression: Bool = false, letterCase: SearchQuery.Case = .smart) {
            self.query = SearchQuery(query, isRegularExpression: expression, letterCase: letterCase)
            self.text = text
            self.found = found
        }
    }

    @Test(arguments: [
        Case("name", #"{"name":1,"NAME":2}"#, ["name", "NAME"]),
        Case("Name", "name Name NAME", ["Name"]),
        Case("name", "name Name", ["name"], letterCase: .sensitive),
        Case("NAME", "name Name", ["name", "Name"], letterCase: .insensitive),
        Case("aa", "aaaaa", ["aa", "aa"]),
        Case("x", "", []),
        Case("longer than the text", "text", []),
        Case("{[", "{[{{[", ["{[", "{["], letterCase: .insensitive),
        Case("größe", "GRÖSSE GRÖßE größe", ["GRÖßE", "größe"]),
        Case("\\d+", "a1b22c333", ["1", "22", "333"], expression: true),
        Case("\\W+", "ab, C!", [", ", "!"], expression: true),
        Case("^b.*$", "abc\nbcd\nb", ["bcd", "b"], expression: true),
        Case("x*", "axxb", ["xx"], expression: true),
        Case("(?<=a)b", "ab bb", ["b"], expression: true),
        Case("é.", "éé日", ["éé"], expression: true),
        Case("日", "\u{FEFF}日本", ["日"], expression: true),
    ])
    func findsWhatStandsThere(_ test: Case) throws {
        let pattern = try SearchPattern(test.query)
        let bytes = Array(test.text.utf8)
        let found = bytes.withUnsafeBytes { pattern.matches(in: 0..<bytes.count, of: $0) }
        #expect(found.map { String(decoding: bytes[$0], as: UTF8.self) } == test.found)
    }

    @Test func bytesThatAreNotTextAreSkipped() throws {
        let bytes: [UInt8] = [0xFF, 0x61, 0xC3, 0x61, 0x80, 0x61]
        let pattern = try SearchPattern(SearchQuery("a.?", isRegularExpression: true))
        #expect(bytes.withUnsafeBytes { pattern.matches(in: 0..<6, of: $0) } == [1..<2, 3..<4, 5..<6])
    }

    @Test(arguments: [("a(b", 4), ("[z-a]", 4), ("*", 1), ("日本(", 4)])
    func aWrongPatternSaysWhere(_ pattern: String, _ place: Int) {
        let error = #expect(throws: DocumentError.self) { try SearchPattern(SearchQuery(pattern, isRegularExpression: true)) }
        #expect(error?.code == .invalidPattern)
        #expect(error?.place == place)
    }

    @Test func nothingCannotBeLookedFor() {
        #expect(throws: DocumentError.self) { try SearchPattern(SearchQuery("")) }
    }

    @Test func aPatternThatIsTooMuchWorkGivesUp() throws {
        let pattern = try SearchPattern(SearchQuery("(a|aa)+$", isRegularExpression: true))
        let bytes = [UInt8](repeating: 0x61, count: 5000) + Array("x".utf8)
        let isWhole = bytes.withUnsafeBytes { pattern.forEachMatch(in: 0..<bytes.count, of: $0) { _ in true } }
        #expect(!isWhole)
    }

    @Test(arguments: UInt64(0)..<20)
    func wordsAreFoundWhereverTheyStand(_ seed: UInt64) throws {
        var random = RandomJSON(seed: seed)
        let bytes = (0..<2000).map { _ in UInt8.random(in: 0x61...0x63, using: &random) }
        let needle = (0..<Int(seed % 5) + 1).map { _ in UInt8.random(in: 0x61...0x63, using: &random) }
        let pattern = try SearchPattern(SearchQuery(String(decoding: needle, as: UTF8.self)))
        var expected: [Int] = []
        var place = 0
        while place + needle.count <= bytes.count {
            let isHere = bytes[place..<place + needle.count].elementsEqual(needle)
            if isHere { expected.append(place) }
            place += isHere ? needle.count : 1
        }
        #expect(bytes.withUnsafeBytes { pattern.matches(in: 0..<bytes.count, of: $0) }.map(\.lowerBound) == expected)
    }
}
