import Foundation
import Testing
import Workspace

@testable import Interchange

/// Braces in files and in words that a shell has split: no program but this one has variables in them.
@Suite struct LiteralWordsTests {
    private static let files: [String: String] = [
        "f": #"a\{{env:X}}"#, "h": "X-A: {{env:X}}\nX-B: b\n", "k": "header = \"X-A: \\{\\{x}}\"\ndata = {{env:X}}\n",
        "form": "a=%7B%7Benv%3AX%7D%7D", "j": #"{"\u007b{env:X}}": "\u007b\u007benv:X}}", "b": "{{env:X}}"}"#, "-": "{{env:X}}",
        "{{x}}": "{{env:X}}",
    ]

    /// The text that is sent for a text of a request.
    private func sent(_ text: String) -> String {
        Template(text).parts.map { if case .text(let text) = $0 { text } else { "VARIABLE" } }.joined()
    }

    private func exact(_ words: [String]) throws -> RequestDraft {
        let command = try #require(PastedCommand(words[0]))
        return try #require(try command.requests(ofWords: words) { Self.files[$0] }.first?.draft)
    }

    @Test(arguments: [
        (["-d", "m={{x}}"], "m={{x}}"), (["-d", "m=1", "-d", #"\{{x}}"#], #"m=1&\{{x}}"#),
        (["--json", #"{"a": "{{x}}"}"#], #"{"a": "{{x}}"}"#),
        (["--json", "{", "--json", "{x}}"], "{{x}}"), (["-d", "m=1", "-d", "@f"], #"m=1&a\{{env:X}}"#), (["--json", "@-"], "{{env:X}}"),
        (["--data-binary", "@-"], "{{env:X}}"), (["-d", "m=1", "-d", "@{{x}}"], "m=1&{{env:X}}"), (["-K", "k"], "{{env:X}}"),
        (["-d", "{{env:X}}", "-C", "2"], "{{env:X"), (["-d", "a=%7B%7Bx%7D%7D", "-C", "1"], "a=%7B%7Bx%7D%7"),
    ])
    func `the data of a command`(words: [String], body: String) throws {
        let draft = try exact(["curl", "h"] + words)
        #expect(draft.variableNames.isEmpty)
        #expect(sent(try #require(CurlBody.text(of: draft.body) { _ in nil })) == body)
    }

    /// A method has no variables, so its braces have no escape.
    @Test func `braces of a method stay as they are`() throws {
        #expect(try exact(["curl", "h", "-X", "{{M}}"]).method == "{{M}}")
        #expect(try CurlCommand.read("curl -X '{{M}}' h").draft.method == "{{M}}")
    }

    @Test func `characters for private use stay`() throws {
        let text = "\u{10FD7D}{{x}}{\u{10FD7D}{\u{F8FF}"
        for option in ["-d", "--data-raw"] {
            let draft = try exact(["curl", "h", option, text])
            #expect(sent(try #require(CurlBody.text(of: draft.body) { _ in nil })) == text)
        }
        let draft = try HTTPieLine.read("POST h X-A:\u{10FD7D}")
        #expect(draft.headers.map(\.value) == ["\u{10FD7D}"])
    }

    @Test(arguments: [["--json", "@-"], ["--json", "@at"], ["--json", "[", "--json", "@at"]])
    func `a text that begins with an at sign names no file`(words: [String]) throws {
        let requests = try PastedCommand.curl.requests(ofWords: ["curl", "h"] + words) { ["-": "@f", "at": "@f"][$0] }
        let draft = requests[0].draft
        #expect(draft.body.file.isEmpty || draft.body.file == "at")
        #expect(draft.body.kind == .file || draft.body.json == (words.contains("[") ? "[@f" : "@f"))
    }

    @Test func `an encoded value`() throws {
        let draft = try exact(["curl", "h", "--data-urlencode", "m@f"])
        #expect(draft.body.kind == .form && draft.body.form.map { sent($0.value) } == [#"a\{{env:X}}"#])
        let inQuery = try exact(["curl", "-G", "h", "--data-urlencode", "m={{x}}"])
        #expect(inQuery.variableNames.isEmpty && inQuery.query.map(\.value) == ["%7b%7bx%7d%7d"])
    }

    @Test func `the other words of a command`() throws {
        let draft = try exact([
            "curl", "-g", "http://h/{{p}}/:id?q={{q}}", "-H", "X-C: {{c}}", "-H", "@h", "-u", "{{u}}:{{w}}", "-F", "m=<f", "-F", "n={{n}}",
            "-F", "o=<f;encoder=base64", "-b", "c={{c}}",
        ])
        #expect(draft.variableNames.isEmpty)
        #expect(sent(draft.url) == #"http://h/{{p}}/\:id"# && draft.query.map { sent($0.value) } == ["{{q}}"])
        #expect(draft.headers.map { sent($0.value) } == ["{{c}}", "{{env:X}}", "b", "c={{c}}"])
        #expect(sent(draft.auth["username"]) == "{{u}}" && sent(draft.auth["password"]) == "{{w}}")
        let base64 = Data(#"a\{{env:X}}"#.utf8).base64EncodedString()
        #expect(draft.body.parts.map { sent($0.value) } == [#"a\{{env:X}}"#, "{{n}}", base64])
    }

    @Test func `globs keep their meaning`() throws {
        let requests = try PastedCommand.curl.requests(ofWords: ["curl", "http://h/{a,b}?q=1"])
        #expect(requests.map(\.draft.url) == ["http://h/a", "http://h/b"])
        let error = #expect(throws: ImportError.self) { try PastedCommand.curl.requests(ofWords: ["curl", "http://h/{{x}}"]) }
        #expect(error?.message.contains("http://h/{{x}}") == true, "as curl refuses it")
    }

    @Test func `words of Wget`() throws {
        let draft = try exact(["wget", "--post-data", "m={{x}}", "--header", "X: {{y}}", "--user", "{{u}}", "h/{{p}}"])
        #expect(draft.variableNames.isEmpty && sent(draft.url) == "http://h/{{p}}" && sent(draft.body.text) == "m={{x}}")
    }

    @Test func `a file that a command names is as a file of a message`() throws {
        let draft = try exact(["curl", "-g", "h", "-T", "{{x}}"])
        #expect(sent(draft.body.file) == "{{x}}" && draft.variableNames.isEmpty)
    }

    /// The text of a command has variables of a shell, and its files have none.
    @Test(arguments: [
        ("-d m=1 -d @f", ""), ("-d m=1 -d @form", ""), ("-d \"m=$A\" -d @form", "A"), ("-d m={{B}} --data-urlencode n@f", "B"),
        ("-H @h -H \"X-C: $A\"", "A"), ("-K k", ""), ("-d \"$(cat f)\"", ""), ("-F 'm=<f' -F n={{B}}", "B"), ("-d @- < f", ""),
        ("-F 'm=<f;encoder=quoted-printable'", ""), ("-d m=%7B%7BB%7D%7D", ""),
    ])
    func `files in the text of a command`(words: String, names: String) throws {
        for reading in [CommandReading.exact, .pasted] {
            let requests = try PastedCommand.curl.requests("curl http://h \(words)", reading) { Self.files[$0] }
            #expect(requests[0].draft.variableNames.sorted().joined(separator: " ") == names)
        }
    }

    @Test func `the value of a script's variable from a file`() throws {
        let requests = try PastedCommand.curl.requests("A=$(cat f)\ncurl \"http://h/$A\"", .exact) { Self.files[$0] }
        #expect(requests[0].draft.variables.map { sent($0.value) } == [#"a\{{env:X}}"#])
    }

    // MARK: HTTPie

    @Test func `files in the words of HTTPie`() throws {
        let draft = try HTTPieLine.read("POST h/ m=@f n:=@j q==@f X:@f t={{x}}", files: Self.files)
        #expect(draft.variableNames == ["x"] && draft.headers.map { sent($0.value) } == [#"a\{{env:X}}"#])
        #expect(draft.query.map { sent($0.value) } == [#"a\{{env:X}}"#])
        let text = sent(draft.body.json.replacing("{{x}}", with: "x"))
        let body = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        #expect(body?["m"] as? String == #"a\{{env:X}}"# && body?["t"] as? String == "x")
        #expect(body?["n"] as? [String: String] == ["{{env:X}}": "{{env:X}}", "b": "{{env:X}}"])
        for options in ["--form", "--multipart"] {
            let form = try HTTPieLine.read("\(options) POST h/ m=@f n:=@j", files: Self.files)
            #expect(form.variableNames.isEmpty)
        }
    }

    @Test func `a request keeps its other bodies`() throws {
        let base = RequestDraft(body: BodyDraft(kind: .json, text: "kept", json: "{}"))
        #expect(try HTTPieLine.read("h/ q==@f", over: base, files: Self.files).body == base.body)
    }

    @Test func `words of HTTPie that a shell has split`() throws {
        let line = "http POST h/{{p}}/:id 'm={{x}}' 'X:{{y}}' 'q=={{z}}+' 'n:={\"a\": \"\\u007b{e}}\"}' 'k[{{l}}]=@{{x}}' -a '{{u}}:{{w}}'"
        #expect(HTTPieLine.files(in: line) == ["{{x}}"])
        let draft = try HTTPieLine.read(line, files: Self.files, isLiteral: true)
        #expect(draft.variableNames.isEmpty && sent(draft.url) == #"h/{{p}}/\:id"#)
        #expect(draft.query.map { sent($0.value) } == ["{{z}}%2B"] && draft.headers.first.map { sent($0.value) } == "{{y}}")
        #expect(["x", "e", "l", "env:X"].allSatisfy { sent(draft.body.json).contains("{{\($0)}}") })
        #expect(sent(draft.auth["username"]) == "{{u}}")
        let error = #expect(throws: ImportError.self) { try HTTPieLine.read("http h/ {{x}}", isLiteral: true) }
        #expect(error?.message.contains("“{{x}}”") == true)
    }
}
