import Interchange
import JSON
import Testing

@Suite struct YAMLReaderTests {
    @Test(arguments: [
        ("a: 1\nb: [x, 'y', null, ~, true, False]", #"{"a":1,"b":["x","y",null,null,true,false]}"#),
        (
            "on: yes\nversion: 1.10\nzip: 007\ndate: 2024-01-01\nbig: 1_000\nhex: 0x1F",
            #"{"on":"yes","version":1.10,"zip":"007","date":"2024-01-01","big":"1_000","hex":"0x1F"}"#
        ),
        ("a: &x {b: 1}\nc: *x\nd:\n  <<: *x\n  e: 2", #"{"a":{"b":1},"c":{"b":1},"d":{"e":2,"b":1}}"#),
        ("text: |\n  one\n  two\nfolded: >-\n  a\n  b", #"{"text":"one\ntwo\n","folded":"a b"}"#),
        ("? [1, 2]\n: x\n3: y", #"{"[1,2]":"x","3":"y"}"#),
        ("quoted: \"1\"\ntagged: !!str 2\nnumber: !!int \"3\"", #"{"quoted":"1","tagged":"2","number":3}"#),
        ("", "null"),
    ])
    func readsAsJSON(_ text: String, _ expected: String) throws {
        #expect(try YAMLReader.document(Array(text.utf8)).compactText == expected)
    }

    @Test func readsSeveralDocuments() throws {
        #expect(try YAMLReader.documents(Array("--- 1\n--- 2\n".utf8)) == [1, 2])
    }

    @Test(arguments: [("a: [1", 1), ("a: b: c", 1), ("x: 1\n\ty: 2", 2), ("a: *b", 1)])
    func namesThePlace(_ text: String, _ line: Int) {
        let error = #expect(throws: ImportError.self) { try YAMLReader.document(Array(text.utf8)) }
        guard case .line(let found, _) = error?.place else { return #expect(Bool(false), "no line: \(String(describing: error))") }
        #expect(found >= line)
    }

    @Test func refusesAliasBombs() {
        var text = "a0: &a0 [1,1,1,1,1,1,1,1,1,1]\n"
        for level in 1...20 { text += "a\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ","))]\n" }
        #expect(throws: ImportError.self) { try YAMLReader.document(Array(text.utf8)) }
        let deep = String(repeating: "[", count: 10_000)
        #expect(throws: ImportError.self) { try YAMLReader.document(Array(deep.utf8)) }
        #expect(throws: ImportError.self) { try YAMLReader.document(Array("a: &a [*a]".utf8)) }
    }

    @Test func `a tab on a blank line of a block is not an error`() throws {
        let text = "a: |\n  \t\n  b\n\t\nc: 1\n"
        #expect(try YAMLReader.document(Array(text.utf8)) == ["a": "\nb\n", "c": 1])
        #expect(throws: ImportError.self) { try YAMLReader.document(Array("a:\n\tb: 1\n".utf8)) }
    }
}
