import Testing

@testable import Document

@Suite struct SearchResultsTests {
    /// About 200 kB with a word that is rare, in places that are no multiples of anything.
    private static let text: [UInt8] = {
        var random = RandomJSON(seed: 1)
        var bytes: [UInt8] = []
        while bytes.count < 200_000 {
            bytes += Array("needle".utf8) + [UInt8](repeating: 0x2E, count: Int.random(in: 1...9000, using: &random))
        }
        return bytes
    }()

    @Test(arguments: [false, true])
    func everyMatchIsReachedFromEverywhere(_ isRegularExpression: Bool) async throws {
        let query = SearchQuery(isRegularExpression ? "needle\\.+" : "needle", isRegularExpression: isRegularExpression)
        let pattern = try SearchPattern(query)
        let all = Self.text.withUnsafeBytes { pattern.matches(in: 0..<$0.count, of: $0) }
        let updates = SearchUpdates(Document(Self.text, kind: .text), for: pattern)
        let results = try #require(await Array(updates).last)
        #expect(results.isComplete)
        #expect(results.count == all.count)
        #expect((0..<results.count).map { results.match($0)?.range } == all)
        for (ordinal, match) in all.enumerated() {
            #expect(results.next(from: match.lowerBound) == .init(range: match, ordinal: ordinal))
            #expect(results.next(from: match.lowerBound + 1)?.range == all.dropFirst(ordinal + 1).first)
            #expect(results.previous(before: match.lowerBound)?.range == all.prefix(ordinal).last)
        }
        #expect(results.previous(before: .max)?.range == all.last)
        #expect(results.matches(in: 0..<Self.text.count).map(\.range) == all)
    }

    @Test func findsAMatchThatSpansSearchSteps() async throws {
        let pattern = try SearchPattern(SearchQuery(".+", isRegularExpression: true))
        let bytes = [UInt8](repeating: 0x61, count: 70_000) + [0x0A] + [UInt8](repeating: 0x62, count: 10)
        let results = try #require(await Array(SearchUpdates(Document(bytes, kind: .text), for: pattern)).last)
        #expect(results.matches(in: 0..<bytes.count).map(\.range) == [0..<70_000, 70_001..<70_011])
    }

    @Test func searchesArrivingBytes() async throws {
        let source = ByteSource()
        try source.append(Array("one t".utf8))
        let document = try #require(await first(of: DocumentUpdates(source)))
        var iterator = SearchUpdates(document, for: try SearchPattern(SearchQuery("two"))).makeAsyncIterator()
        #expect(await iterator.next()?.count == 0)
        try source.append(Array("wo two".utf8))
        #expect(await iterator.next()?.count == 2)
        source.finish()
        let last = await iterator.next()
        #expect(last?.isComplete == true)
        #expect(last?.count == 2)
        #expect(await iterator.next() == nil)
    }

    @Test func matchesAreMarkedInRows() throws {
        let view = DocumentView(Document(Array(#"{"key" : "value","é":[1,2]}"#.utf8), kind: .json))
        let pattern = try SearchPattern(SearchQuery(#"y" : "v|é.|1,2"#, isRegularExpression: true))
        let marked = view.rows(0..<view.rowCount, marking: pattern).map { row in
            row.matches.map { String(decoding: Array(row.text.utf8)[$0.range], as: UTF8.self) }
        }
        #expect(marked == [[], [#"y": "v"#], [#"é""#], ["1,"], ["2"], [], []])
    }

    @Test func revealsAFoldedMatch() async throws {
        let text = #"{"a":[{"b":1},{"c":"here"}]}"#
        let document = Document(Array(text.utf8), kind: .json)
        let results = try #require(await Array(SearchUpdates(document, for: try SearchPattern(SearchQuery("here")))).last)
        let match = try #require(results.next(from: 0))
        var view = DocumentView(document)
        view.toggleFold(atRow: 5)
        view.toggleFold(atRow: 0)
        #expect(view.row(at: match.range.lowerBound) == 0)
        #expect(view.reveal(match.range.lowerBound) == 6)
        view.fold(to: await document.foldLevel(1))
        let row = view.reveal(match.range.lowerBound)
        #expect(view.rows(row..<row + 1).first?.text == #""c": "here""#)
    }

    @Test func `matches in available data are the same as in arriving data, and stored`() async throws {
        let pattern = try SearchPattern(SearchQuery("needle"))
        let results = SearchResults(pattern, in: Self.text)
        let stepwise = try #require(await Array(SearchUpdates(Document(Self.text, kind: .text), for: pattern)).last)
        #expect(results.isComplete)
        #expect(results.end == stepwise.end)
        #expect(results.held?.count == stepwise.count)
        for offset in [0, 1, 70_000, 150_000, Self.text.count] {
            #expect(results.next(from: offset) == stepwise.next(from: offset))
            #expect(results.previous(before: offset) == stepwise.previous(before: offset))
            #expect(results.matches(in: offset / 2..<offset) == stepwise.matches(in: offset / 2..<offset))
        }
        #expect(results.match(results.count - 1) == stepwise.match(stepwise.count - 1))
    }

    @Test(arguments: [#"^\{|(.{2,9}).*\1 e"#, #"^\{|(\w+).*\1\1e"#, #"^\{|(.+)(\w+) \1e"#, #"^\{|(.+)\w++\1 e"#])
    func `steps are counted for all positions together, and earlier matches are kept`(pattern: String) throws {
        let text = Array("{".utf8) + Array((0..<60).map { "\"id\":\($0),\"name\":\"n\($0 * 7)\"" }.joined(separator: ",").utf8)
        let query = SearchQuery(pattern, isRegularExpression: true)
        let whole = SearchResults(try SearchPattern(query), in: text)
        #expect(!whole.hasGaps)
        #expect(whole.count == 1)
        let bounded = SearchResults(try SearchPattern(query, stepLimit: 10_000), in: text)
        #expect(bounded.hasGaps)
        #expect(bounded.isComplete)
        #expect(bounded.match(0)?.range == 0..<1)
    }

    @Test(arguments: [".", #"\w+"#, #"id.*name"#, #""(\w+)":(\d+)"#, "(?i)NAME|id", #"[a-z]+\d"#])
    func `a pattern that reads the text once takes few steps`(pattern: String) throws {
        let text = Array((0..<400).map { "\"id\":\($0),\"name\":\"n\($0 * 7)\"" }.joined(separator: ",").utf8)
        let query = SearchQuery(pattern, isRegularExpression: true)
        let bounded = SearchResults(try SearchPattern(query, stepLimit: 4 * text.count), in: text)
        #expect(!bounded.hasGaps)
        #expect(bounded.matches(in: 0..<text.count) == SearchResults(try SearchPattern(query), in: text).matches(in: 0..<text.count))
    }

    private func first(of updates: DocumentUpdates) async -> Document? {
        var iterator = updates.makeAsyncIterator()
        return await iterator.next()
    }
}
