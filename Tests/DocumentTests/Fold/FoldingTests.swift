import Testing

@testable import Document

@Suite struct FoldingTests {
    private static let text = #"{"a":[1,{"x":2},3],"b":{},"c":{"d":[4]}}"#

    @Test func aFoldHidesItsContent() {
        var view = DocumentView(Document(Array(Self.text.utf8), kind: .json))
        #expect(view.toggleFold(atRow: 1) == 1)
        #expect(view.plainLines == ["{", #"  "a": […],"#, #"  "b": {},"#, #"  "c": {"#, #"    "d": ["#, "      4", "    ]", "  }", "}"])
        #expect(view.rows(1..<2).first?.fold == .collapsed(hiddenLineCount: 6))
        #expect(view.rows(2..<3).first?.line == 8)
    }

    @Test func foldingInsideALineFoldsTheEnclosingValue() {
        var view = DocumentView(Document(Array(Self.text.utf8), kind: .json))
        #expect(view.toggleFold(atRow: 4) == 3)
        #expect(view.toggleFold(atRow: 4) == 1)
        #expect(view.rows(0..<4).map(\.text) == ["{", #""a": […],"#, #""b": {},"#, #""c": {"#])
        #expect(view.setFold(collapsed: false, atRow: 1) == 1)
        #expect(view.rows(3..<4).map(\.text) == ["{…},"])
    }

    @Test func anIncompleteFoldGrows() async throws {
        let source = ByteSource()
        var iterator = DocumentUpdates(source, reading: Interpretation(kind: .json)).makeAsyncIterator()
        try source.append(Array(#"[{"a":1"#.utf8))
        var view = DocumentView(try #require(await iterator.next()))
        #expect(view.toggleFold(atRow: 1) == 1)
        #expect(view.plainLines == ["[", "  {…"])
        try source.append(Array(#","b":2"#.utf8))
        view.update(try #require(await iterator.next()))
        #expect(view.plainLines == ["[", "  {…"])
        try source.append(Array("},3]".utf8))
        view.update(try #require(await iterator.next()))
        #expect(view.plainLines == ["[", "  {…},", "  3", "]"])
    }

    @Test(arguments: [
        (0, ["{…}"]), (1, ["{", #"  "a": […],"#, #"  "b": {},"#, #"  "c": {…}"#, "}"]),
        (2, ["{", #"  "a": ["#, "    1,", "    {…},", "    3", "  ],", #"  "b": {},"#, #"  "c": {"#, #"    "d": […]"#, "  }", "}"]),
    ])
    func everythingCanBeFoldedToALevel(_ level: Int, _ expected: [String]) async throws {
        let document = Document(Array(Self.text.utf8), kind: .json)
        var view = DocumentView(document)
        view.fold(to: await document.foldLevel(level))
        #expect(view.plainLines == expected)
        view.fold(to: nil)
        #expect(view.rowCount == 15)
    }

    @Test func aValueFoldedByLevelCanBeExpanded() async throws {
        let document = Document(Array(Self.text.utf8), kind: .json)
        var view = DocumentView(document)
        view.fold(to: await document.foldLevel(1))
        #expect(view.toggleFold(atRow: 1) == 1)
        #expect(
            view.plainLines == [
                "{", #"  "a": ["#, "    1,", "    {", #"      "x": 2"#, "    },", "    3", "  ],", #"  "b": {},"#, #"  "c": {…}"#, "}",
            ])
        #expect(view.toggleFold(atRow: 4) == 3)
        #expect(view.plainLines == ["{", #"  "a": ["#, "    1,", "    {…},", "    3", "  ],", #"  "b": {},"#, #"  "c": {…}"#, "}"])
        #expect(view.toggleFold(atRow: 0) == 0)
        #expect(view.plainLines == ["{…}"])
    }

    @Test(arguments: UInt64(0)..<3, [nil, 1, 3])
    func rowsWithFoldsAreTheRowsThatAreNotHidden(_ seed: UInt64, _ level: Int?) async throws {
        var random = RandomJSON(seed: seed)
        let document = Document(Array(random.value(size: 40_000).utf8), kind: .json)
        var view = DocumentView(document)
        var expected = ReferenceFolds(view.rows(0..<view.rowCount), level: level)
        if let level { view.fold(to: await document.foldLevel(level)) }
        for _ in 0..<12 {
            let row = Int.random(in: 0..<view.rowCount, using: &random)
            guard let folded = view.toggleFold(atRow: row) else { continue }
            expected.toggle(line: view.rows(folded..<folded + 1)[0].line)
        }
        let rows = view.rows(0..<view.rowCount)
        #expect(rows.map(\.line) == expected.visibleLines)
        #expect(rows.map(\.row) == Array(0..<view.rowCount))
        for row in rows where Int.random(in: 0..<10, using: &random) == 0 {
            #expect(view.rows(row.row..<row.row + 1) == [row])
            #expect(view.row(at: row.offset) == row.row)
            if !row.isContinuation { #expect(view.row(ofLine: row.line) == row.row) }
        }
    }
}

/// The rows of a whole document, and which of them are hidden, found by going through all of them.
private struct ReferenceFolds {
    let rows: [DisplayLine]
    let level: Int?
    var toggled: Set<Int> = []

    init(_ rows: [DisplayLine], level: Int?) {
        self.rows = rows
        self.level = level
    }

    mutating func toggle(line: Int) {
        if toggled.remove(line) == nil { toggled.insert(line) }
    }

    var visibleLines: [Int] {
        var visible: [Int] = []
        var collapsed: DisplayLine?
        for row in rows {
            if let opening = collapsed, row.line != opening.line {
                if row.indent > opening.indent || row.isContinuation { continue }
                collapsed = nil
                continue
            }
            visible.append(row.line)
            if row.fold == .expanded, isCollapsed(row) { collapsed = row }
        }
        return visible
    }

    private func isCollapsed(_ row: DisplayLine) -> Bool {
        (row.indent / 2 == level) != toggled.contains(row.line)
    }
}
