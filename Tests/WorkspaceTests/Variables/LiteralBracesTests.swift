import Testing

@testable import Workspace

@Suite struct LiteralBracesTests {
    @Test(arguments: [
        "{{x}}", #"\{{x}}"#, #"\\{{x}}"#, "{{{x}}}", "{{{{x}}}}", "{", "a{", #"{"a": "{{x}}"}"#, "{{ä}}🙂{{", "{{\n{{env:HOME}}",
    ])
    func `marked braces become text`(text: String) {
        let escaped = LiteralBraces.escaped(LiteralBraces.marked(text))
        #expect(Template(escaped).parts == [.text(text)])
        #expect(LiteralBraces.marked(LiteralBraces.marked(text)) == LiteralBraces.marked(text))
        #expect(LiteralBraces.removed(LiteralBraces.marked(text)) == text)
    }

    @Test(arguments: [
        (LiteralBraces.brace + LiteralBraces.brace + "x}}", "{{x}}"), ("{" + LiteralBraces.brace + "x}}", "{{x}}"),
        (LiteralBraces.brace + "{x}}", "{{x}}"), (#"\"# + LiteralBraces.brace + "{x}}", #"\{{x}}"#),
    ])
    func `a brace of an escape begins no variable`(joined: String, text: String) {
        #expect(Template(LiteralBraces.escaped(joined)).parts == [.text(text)])
    }

    @Test func `unmarked braces keep their meaning`() {
        let text = LiteralBraces.marked("{{a}} ") + "{{b}}"
        #expect(Template(LiteralBraces.escaped(text)).names == ["b"])
    }

    @Test func `an encoding does not see the marks`() {
        let text = LiteralBraces.marked("{{a}}")
        #expect(LiteralBraces.encoding(text) { String($0.utf8.count) } == "5")
        #expect(LiteralBraces.removed(LiteralBraces.encoding(text) { "\\" + $0 }) == "\\{{a}}")
        #expect(LiteralBraces.encoding("{x") { "{" + $0 } == "{{x")
    }

    @Test func `a request keeps what its file does not contain`() {
        var draft = RequestDraft(
            name: "{{n}}", url: "h", auth: .basic("{{u}}", "p"), body: BodyDraft(kind: .json, text: "t", json: "{{j}}"))
        draft.auth.fields["token"] = "kept"
        let escaped = draft.escapingBraces(all: true)
        #expect(escaped.name == "{{n}}" && escaped.auth["username"] == #"\{{u}}"# && escaped.body.json == #"\{{j}}"#)
        #expect(escaped.auth["token"] == "kept" && escaped.body.text == "t")
        #expect(draft.escapingBraces(all: false) == draft)
    }
}
