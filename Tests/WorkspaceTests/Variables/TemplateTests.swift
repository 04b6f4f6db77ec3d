import Testing
import Workspace

/// References in texts.
struct TemplateTests {
    /// Parts as text: references in angle brackets.
    private static func outline(_ text: String) -> [String] {
        Template(text).parts.map { part in
            switch part {
            case .text(let text): text
            case .reference(let name, _): "<\(name)>"
            }
        }
    }

    @Test(arguments: [
        ("{{a", true), ("x{{", true), ("{{a}}/{{b", true), ("{{a}}", false), ("a", false), (#"\{{a"#, false), (#"{"a":{{"b":1}}"#, false),
        ("{{a\n", false),
    ])
    func `a text that ends within a reference is cut off`(_ text: String, _ isCutOff: Bool) {
        #expect(Template.isCutOff(text) == isCutOff)
    }

    @Test(arguments: [
        ("", []),
        ("plain", ["plain"]),
        ("{{a}}", ["<a>"]),
        ("x{{ a }}y{{$uuid}}z", ["x", "<a>", "y", "<$uuid>", "z"]),
        ("{{env:HOME}}", ["<env:HOME>"]),
        (#"\{{a}}"#, ["{{a}}"]),
        (#"\{{a}}{{b}}"#, ["{{a}}", "<b>"]),
        ("{{a", ["{{a"]),
        ("{{}}", ["{{}}"]),
        ("{{  }}", ["{{  }}"]),
        ("{{{a}}}", ["{", "<a>", "}"]),
        ("{{a{{b}}", ["{{a", "<b>"]),
        (#"{"a":{"b":{}}}"#, [#"{"a":{"b":{}}}"#]),
        ("{{a\nb}}", ["{{a\nb}}"]),
        (#"{{"a"}}"#, [#"{{"a"}}"#]),
        ("é{{ä ö}}", ["é", "<ä ö>"]),
        (#"{{$datetime "Y"}}{{ $f("a") }}"#, [#"<$datetime "Y">"#, #"<$f("a")>"#]),
    ])
    func findsReferences(text: String, parts: [String]) { #expect(Self.outline(text) == parts) }

    @Test func reportsTheRangeOfAReference() throws {
        let text = "a{{ b }}c"
        guard case .reference(_, let range) = Template(text).parts[1] else { return #expect(Bool(false)) }
        #expect(text[range] == "{{ b }}")
    }

    @Test(arguments: [
        ("", false), ("{", false), ("{ {", false), ("{\"a\": {}}", false), ("{{", true), ("é {a} {{b}}", true),
        ("a longer text, then {{{b}}}", true),
    ]) func mayReferWithTwoBraces(_ text: String, _ isPossible: Bool) {
        #expect(Template.mayRefer(text[...]) == isPossible)
        #expect(!Template.mayRefer(text.prefix(1)))
    }
}
