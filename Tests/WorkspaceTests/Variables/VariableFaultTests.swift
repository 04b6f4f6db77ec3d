import Testing
import Workspace

@Suite struct VariableFaultTests {
    @Test(arguments: [
        ("a", true), ("a b", true), ("1x", true), ("a}", false), ("{a", false), ("a\"", false), (" a", false), ("a\nb", false), ("", false),
    ])
    func `what can stand between braces`(_ name: String, _ isName: Bool) {
        #expect((VariableFault.expectedName(insteadOf: name) == nil) == isName)
    }

    @Test func `a value that comes back to itself, also by others`() {
        let rows = [
            Row("a", "{{b}}"), Row("b", "x {{c}}"), Row("c", "{{a}}"), Row("d", "{{a}}"), Row("e", "{{e}}", isEnabled: false),
            Row("f", "{{e}}"),
        ]
        let reasons = VariableFault.reasons(of: rows)
        #expect(reasons[0] == "a value that does not refer to itself: a → b → c → a")
        #expect(reasons[1] == "a value that does not refer to itself: b → c → a → b")
        #expect(reasons[3...].allSatisfy { $0 == nil })
    }

    @Test func `an empty row has none`() {
        #expect(VariableFault.reasons(of: [Row("", ""), Row("", "x")]) == [nil, "a name"])
    }
}
