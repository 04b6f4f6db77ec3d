import HTTP
import Testing
import Workspace

@testable import Interchange

/// Commands in the middle of a shell's line, and the input that other commands give them.
@Suite struct CommandPreludeTests {
    @Test(arguments: [
        "$ curl h", "sudo curl h", "time sudo curl h", "env A=b curl h", "A=b C='d e' curl h", "(curl h)", "{ curl h; }", "X=$(curl h)",
        "X=\"$(curl h)\"", "X=`curl h`", "if curl h; then", "for i in 1 2; do curl h; done", "! curl h", "echo x | curl h",
        "TOKEN=$(curl h | jq -r .token)", "if [ -f a ]; then curl h; fi", "if [ ! -f a ]\nthen\n  curl h\nfi", "else curl h",
        "until $(curl h); do :; done", "export X=\"$(curl h)\"", "echo \"$(curl h)\"", "f() { curl h; }", "function f { curl h; }\nf",
        "# comment\ncurl h # tail", "#!/bin/sh\nset -e\ncurl h", "sudo -E env A=1 curl h", "( cd a && curl h )", "cat f || curl h",
        "timeout 5 curl h", "case x in x) curl h;; esac", "bash -c 'curl h'", "eval \"curl h\"", "bash <(curl h)",
        "kubectl exec -it pod -- curl h", "docker exec box curl h", "user@host:~$ curl h", "% curl h", "A=$(date) curl h", "A=b\ncurl h",
        "cat <<E > f\ncurl no\nE\ncurl h", "X=$((1<<2))\ncurl h", "echo it's\ncurl h", "echo \"$(echo \"$(curl h)\")\"", "a && curl h",
    ])
    func `what stands before a command is passed over`(_ text: String) throws {
        #expect(CurlCommand.isCommand(text))
        #expect(try CurlCommand.requests(text).map(\.draft.url) == ["http://h"])
    }

    @Test(arguments: [
        "echo curl h", "echo x", "A=b", "X=$(date)", "git clone h", "", "# curl h", "echo '; curl h'", "sudo apt install curl wget",
        "cat <<E\ncurl h\nE",
        "curly h", "docker pull curl",
    ])
    func `other texts are no command`(_ text: String) { #expect(!CurlCommand.isCommand(text)) }

    @Test(arguments: [
        ("echo 'a=1' | curl -d @- h", "a=1"), ("echo -n 'a b' | curl --data-binary @- h", "a b"),
        ("echo -e 'a\\nb' | curl --data-binary @- h", "a\nb\n"), ("printf 'a\\nb' | curl --data-binary @- h", "a\nb"),
        ("printf '%s' \"a b\" | curl --data-binary @- h", "a b"), ("cat <<EOF | curl --data-binary @- h\na\nb\nEOF", "a\nb\n"),
        ("curl --data-binary @- h <<< a", "a\n"), ("echo a | curl --data-binary @- h <<< b", "b\n"),
    ])
    func `the input comes from the command before`(_ text: String, _ expected: String) throws {
        let draft = try #require(try CurlCommand.requests(text, reading: .exact).first).draft
        #expect(try RequestResolver.resolve(ResolutionInput(draft)).request.body.encode() == Array(expected.utf8))
    }

    @Test func `a file may be the input`() throws {
        let draft = try #require(try CurlCommand.requests("cat a.json | curl --json @- h").first).draft
        #expect((draft.body.kind, draft.body.file) == (.file, "a.json"))
        #expect(draft.headers == [Row("Accept", "application/json")])
    }

    @Test func `several commands on a line are several requests`() throws {
        let requests = try CurlCommand.requests("curl a && curl -d x b; curl c | jq .")
        #expect(requests.map(\.draft.url) == ["http://a", "http://b", "http://c"])
        #expect(requests.map(\.losses.count) == [0, 0, 1])
    }

    @Test func `a script has variables, and commands within others`() throws {
        let text = """
            #!/bin/bash
            set -e
            BASE="http://h"
            export KEY='a b'
            NOW=$(date)

            # Log in
            TOKEN=$(curl -s -d "key=$KEY" $BASE/login \\
              -H 'A: b' | jq -r .token)
            echo '{"a": 1}' | curl --json @- "$BASE/items"
            curl -d @- $BASE/lines <<EOF
            NAME=value
            EOF
            """
        let root = try Importer().read(name: "a.sh", bytes: Array(text.utf8)).collections[0].root
        let drafts = root.items.compactMap { if case .request(let request) = $0 { request.draft } else { nil } }
        #expect(root.draft.variables == [Row("BASE", "http://h"), Row("KEY", "a b")])
        #expect(drafts.map(\.name) == ["Log in", "POST /items", "POST /lines"])
        #expect(drafts[0].headers == [Row("A", "b")])
        #expect(drafts[1].body.json == "{\"a\": 1}\n")
        #expect(drafts[2].body.form == [Row("NAME", "value")])
    }

    @Test func `parts of a form from the input, from several files, and within others`() throws {
        let input = try #require(try CurlCommand.requests("curl -F a=@- -F 'b=<-;type=x/y' h <<< text").first).draft.body.parts
        #expect(input.map(\.value) == ["text\n", "text\n"] && input.map(\.fileName) == ["-", ""])
        #expect(!input.contains(where: \.isFile) && input[1].contentType == "x/y")
        let files = try #require(try CurlCommand.requests("curl -F 'a=@b,\"c,d\";type=x/y' h").first)
        #expect(files.draft.body.parts.map(\.value) == ["b", "c,d"] && files.draft.body.parts[1].contentType == "x/y")
        #expect(files.changes.count == 1)
        let group = try #require(try CurlCommand.requests("curl -F '=(;type=a/b' -F a=b -F '=)' -F 'c=d;encoder=base64' h").first)
        #expect(group.draft.body.parts.map(\.value) == ["b", "ZA=="] && group.losses.count == 2)
    }

    @Test(arguments: [
        ("curl -A '' h", [Row("User-Agent", "", isEnabled: false)]), ("curl -e 'http://r;auto' h", [Row("Referer", "http://r")]),
        ("curl -e ';auto' h", []), ("curl --json @f h", [Row("Accept", "application/json")]),
        ("curl -G --json 1 h", [Row("Content-Type", "application/json"), Row("Accept", "application/json")]),
    ])
    func `headers that curl adds`(_ text: String, _ expected: [Row]) throws {
        #expect(try #require(try CurlCommand.requests(text).first).draft.headers == expected)
    }
}
