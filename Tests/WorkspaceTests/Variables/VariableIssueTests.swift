import Testing
import Workspace

@Suite struct VariableFaultTests {
    @Test(arguments: [
        ("a", true), ("a b", true), ("1x", true), ("a}", false), ("{a", false), ("a\"", false), (" a", false), ("a\nb", false), ("", false),
    ])
    func `valid text between braces`(_ name: String, _ isName: Bool) {
        #expect((VariableIssue.expectedName(insteadOf: name) == nil) == isName)
    }

    @Test func `a value that refers to itself, also indirectly`() {
        let rows = [
            Row("a", "{{b}}"), Row("b", "x {{c}}"), Row("c", "{{a}}"), Row("d", "{{a}}"), Row("e", "{{e}}", isEnabled: false),
            Row("f", "{{e}}"),
        ]
        let reasons = VariableIssue.reasons(of: rows)
        #expect(reasons[0] == "a value that does not refer to itself: a → b → c → a")
        #expect(reasons[1] == "a value that does not refer to itself: b → c → a → b")
        #expect(reasons[3...].allSatisfy { $0 == nil })
    }

    private static func circle(_ rows: [Row]) -> [String?] {
        VariableIssue.reasons(of: rows).map { $0.map { String($0.drop { $0 != ":" }.dropFirst(2)) } }
    }

    @Test func `the shortest of several cycles is reported, and paths into a cycle are not part of it`() {
        let rows = [
            Row("a", "{{b}}{{c}}"), Row("b", "{{a}}"), Row("c", "{{b}}{{e}}"), Row("d", "{{d}}{{a}}"), Row("e", "{{f}}"), Row("f", "x"),
        ]
        #expect(Self.circle(rows) == ["a → b → a", "b → a → b", "c → b → a → c", "d → d", nil, nil])
    }

    @Test func `a very long circle is found, and its ends are named`() {
        let count = 5_000
        var rows = (0..<count).map { Row("v\($0)", "{{v\($0 + 1)}}") }
        #expect(VariableIssue.reasons(of: rows).allSatisfy { $0 == nil })
        rows[count - 1].value = "{{v0}}"
        let circles = Self.circle(rows)
        #expect(circles.first == "v0 → v1 → … → v0")
        #expect(circles.allSatisfy { $0 != nil })
    }

    @Test func `an empty row has no problem`() {
        #expect(VariableIssue.reasons(of: [Row("", ""), Row("", "x")]) == [nil, "a name"])
    }
}
