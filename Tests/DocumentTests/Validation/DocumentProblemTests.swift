import Testing

@testable import Document

@Suite struct DocumentProblemTests {
    @Test(arguments: [
        ("{\n  \"a\": nope\n}", "Expected true, false or null, found “nope”.", 2, 8),
        ("[1, 2", "The text ends before all brackets are closed.", 1, 6),
        ("{\"é\": [}", "Unexpected “}”: another kind of bracket is open.", 1, 8),
        ("[1,,2]", "Expected a value, found “,”.", 1, 4),
    ])
    func reportsThePositionOfAProblem(_ text: String, _ message: String, _ line: Int, _ column: Int) {
        let problem = Document(Array(text.utf8), kind: .json).problem
        #expect(problem?.message == message)
        #expect(problem?.line == line)
        #expect(problem?.column == column)
    }

    @Test(arguments: ["", "{}", "[1]\n"])
    func validTextHasNoProblem(_ text: String) {
        let document = Document(Array(text.utf8), kind: .json)
        #expect(document.problem == nil)
        #expect(document.isComplete)
    }

    @Test(arguments: [
        ("{\"a\":[1,2],\"b\":\"x\ny\",\n\"c\":[3]}", ["{", "  \"a\": [", "    1,", "    2", "  ],", "\"b\":\"x", "y\",", "\"c\":[3]}"]),
        ("[1,// two, [\n2]", ["[", "  1,", "// two, [", "2]"]),
        ("[1]}{\n\"x\"", ["[", "  1", "]", "}{", "\"x\""]),
        ("// c\n{\"a\":1}", ["// c", "{\"a\":1}"]),
    ])
    func showsTheRestAfterAProblemAsText(_ text: String, _ expected: [String]) {
        let view = DocumentView(Document(Array(text.utf8), kind: .json))
        #expect(view.plainLines == expected)
        #expect(view.lineCount == expected.count)
    }

    @Test func minorProblemsKeepTheStructure() {
        let view = DocumentView(Document(Array("{\"a\":NaN,\"b\":[01,],}".utf8), kind: .json))
        #expect(view.plainLines == ["{", "  \"a\": NaN,", "  \"b\": [", "    01,", "  ],", "}"])
        #expect(view.document.problem?.offset == 5)
    }

    @Test func aFoldOverTextAtTheEndHidesIt() {
        var view = DocumentView(Document(Array("[1,[2,/* x */\n3]]".utf8), kind: .json))
        #expect(view.toggleFold(atRow: 2) == 2)
        #expect(view.plainLines == ["[", "  1,", "  […"])
        #expect(view.path(atRow: 1)?.jq == ".[0]")
    }

    @Test(arguments: UInt64(0)..<3)
    func findsTextAfterAProblemAcrossCheckpoints(_ seed: UInt64) async {
        var random = RandomJSON(seed: seed)
        let json = Array(("[" + random.value(size: 50_000) + ",").utf8)
        let text = (0..<3000).map { "// line \($0)" }
        let source = ByteSource(json + Array(text.joined(separator: "\n").utf8))
        let documents = await Array(DocumentUpdates(source, reading: Interpretation(kind: .json)))
        let view = DocumentView(documents[documents.count - 1])
        let first = view.lineCount - text.count
        #expect(view.rows(view.rowCount - text.count..<view.rowCount).map(\.text) == text)
        #expect(view.document.problem?.offset == json.count)
        #expect(view.row(ofLine: first) == view.row(at: json.count))
        #expect(view.rows(view.row(ofLine: first + 1000)..<view.row(ofLine: first + 1001)).first?.text == text[1000])
    }
}
