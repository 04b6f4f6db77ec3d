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
        "C:\\Users\\me>curl h", "C:\\>curl h", "PS C:\\> curl h", "PS> curl h", "PS C:\\Users\\O'Neil> curl.exe h", "[root@h ~]# curl h",
        "[me@h a b]$ sudo curl h", "me@mac ~ % curl h", "❯ curl h", "➜  ~ curl h", "➜  apus git:(main) ✗ curl h",
    ])
    func `words before a command are skipped`(_ text: String) throws {
        #expect(CurlCommand.name(in: text) == "curl")
        #expect(try CurlCommand.requests(text).map(\.draft.url) == ["http://h"])
    }

    @Test(arguments: [
        ("curl -s \"${args[@]}\" 'http://h/x'", "http://h/x", 1), ("curl \"$@\" http://h/x", "http://h/x", 1),
        ("curl \"${args[@]}\" \"$url\"", "{{url}}", 1), ("curl -s $OPTS \"$BASE/x\"", "{{BASE}}/x", 1),
        ("curl $OPTS http://h/x", "http://h/x", 1), ("curl \"$url\" word", "{{url}}", 0),
    ]) func `the words of a shell array are not taken for URLs`(_ text: String, _ url: String, _ lossCount: Int) throws {
        let requests = try CurlCommand.requests(text)
        #expect(requests.map(\.draft.url) == [url] && requests[0].losses.count == lossCount)
    }

    @Test(arguments: [
        "echo curl h", "echo x", "A=b", "X=$(date)", "git clone h", "", "# curl h", "echo '; curl h'", "sudo apt install curl wget",
        "cat <<E\ncurl h\nE",
        "curly h", "docker pull curl", "command -v curl", "if ! command -v curl >/dev/null; then exit; fi",
        "C:\\>dir", "PS C:\\> ls", "[root@h ~]# ls", "❯ ls", "me@mac ~ % ls",
        "docker run x \"apt-get install jq curl -y\"", "ssh h 'cd a; apt-get install curl -y'",
    ])
    func `texts that are not commands`(_ text: String) { #expect(CurlCommand.name(in: text) != "curl") }

    @Test(arguments: [
        ("echo 'a=1' | curl -d @- h", "a=1"), ("echo -n 'a b' | curl --data-binary @- h", "a b"),
        ("echo -e 'a\\nb' | curl --data-binary @- h", "a\nb\n"), ("printf 'a\\nb' | curl --data-binary @- h", "a\nb"),
        ("printf '%s' \"a b\" | curl --data-binary @- h", "a b"), ("cat <<EOF | curl --data-binary @- h\na\nb\nEOF", "a\nb\n"),
        ("curl --data-binary @- h <<< a", "a\n"), ("echo a | curl --data-binary @- h <<< b", "b\n"),
    ])
    func `the input comes from the previous command`(_ text: String, _ expected: String) throws {
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

    @Test func `defaults of variables in a script are their values`() throws {
        let text = """
            #!/bin/bash
            BASE="${BASE_URL:-http://h}"
            PORT=${PORT:-8080}
            : ${TEAM:=blue}
            curl "$BASE:$PORT/${TEAM:=blue}"
            """
        let root = try Importer().read(name: "a.sh", bytes: Array(text.utf8)).collections[0].root
        let variables = Dictionary(root.draft.variables.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        #expect(variables["BASE"] == "{{BASE_URL}}" && variables["BASE_URL"] == "http://h" && variables["PORT"] == "8080")
        let requests = CollectionTree(root).requests
        #expect(requests.first?.request.draft.url == "{{BASE}}:{{PORT}}/{{TEAM}}")
        #expect(requests.first?.request.draft.variables == [Row("TEAM", "blue")], "\(variables)")
    }

    @Test func `a script has variables and nested commands`() throws {
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

    @Test func `a command in a comment is no name, and unused assignments are no variables`() throws {
        let text = """
            RED='\\033[0;31m'
            HOST=h.example
            BASE=https://$HOST/v1
            services=(a b)
            #curl -d '{"user":"u","password":"s3cretpw9"}' http://h/login
            curl -X POST "$BASE/login"
            # curl the list
            curl $BASE/list
            """
        let root = try Importer().read(name: "a.sh", bytes: Array(text.utf8)).collections[0].root
        #expect(root.draft.variables.map(\.name) == ["HOST", "BASE"])
        let names = root.items.compactMap { if case .request(let request) = $0 { request.draft.name } else { nil } }
        #expect(names == ["POST /login", "curl the list"])
    }

    @Test func `parts of a form from the input, from several files, and nested`() throws {
        let input = try #require(try CurlCommand.requests("curl -F a=@- -F 'b=<-;type=x/y' h <<< text").first).draft.body.parts
        #expect(input.map(\.value) == ["text\n", "text\n"] && input.map(\.fileName) == ["-", ""])
        #expect(!input.contains(where: \.isFile) && input[1].contentType == "x/y")
        let files = try #require(try CurlCommand.requests("curl -F 'a=@b,\"c,d\";type=x/y' h").first)
        #expect(files.draft.body.parts.map(\.value) == ["b", "c,d"] && files.draft.body.parts[1].contentType == "x/y")
        #expect(files.changes.count == 1)
        let group = try #require(try CurlCommand.requests("curl -F '=(;type=a/b' -F a=b -F '=)' -F 'c=d;encoder=base64' h").first)
        let content = "--part-1\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\nb\r\n--part-1--\r\n"
        #expect(group.draft.body.parts.map(\.value) == [content, "ZA=="] && group.losses.isEmpty)
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

/// Words and expansions of a shell.
@Suite struct ShellWordsTests {
    @Test(arguments: [
        ("curl ^\"https://h/^\"", ShellWords.Dialect.cmd), ("curl \"h\" -d \"^\\^\"a^\\^\"\"", .cmd), ("curl h ^\n -I", .cmd),
        (#"curl "h" 2>/dev/null | sed 's/.*"t":"\([^"]*\)".*/\1/p'"#, .bash), ("curl 'h?q=[^\"]'", .bash),
        ("curl h -d @- <<E\na^\nb`\nE", .bash), ("curl h \\\n -d 'a`\nb'", .bash), ("curl h `\n -I", .powerShell),
    ])
    func `a caret before a quote`(_ text: String, _ dialect: ShellWords.Dialect) { #expect(ShellWords.dialect(of: text) == dialect) }

    @Test(arguments: [
        ("curl https://h/ -T - < in.txt", ShellCommand.Input.file("in.txt"), []), ("curl https://h/ -d @- <in", .file("in"), []),
        ("curl https://h/ -d @- <in>out", .file("in"), [">out"]), ("curl https://h/ -d @- < in > out", .file("in"), [">out"]),
        ("curl https://h/ -d @- <in >/dev/null 2>&1", .file("in"), [">/dev/null", "2>&1"]),
        ("curl h -d @- <in>/dev/null", .file("in"), [">/dev/null"]), ("curl https://h/ >> out", nil, [">>out"]),
        ("curl 2>/dev/null https://h/ &> all", nil, ["2>/dev/null", "&>all"]), ("curl https://h/ 2>&1 -d @- < a < b", .file("b"), ["2>&1"]),
    ])
    func `a redirection is not part of the command's words`(_ command: String, _ input: ShellCommand.Input?, _ outputs: [String]) throws {
        for reading in [CommandReading.pasted, .exact] {
            let line = try ShellWords.command(command, .bash, reading)
            #expect((line.input, line.outputs) == (input, outputs))
            #expect(line.placeholders.isEmpty && line.rest.isEmpty)
            #expect(line.words.filter { ["https://h/", "curl", "-d", "@-", "-T", "-", "h"].contains($0) } == line.words)
        }
    }

    @Test func `options after a redirection are read`() throws {
        let imported = try CurlCommand.read("curl https://h/ > out.txt -H 'A: b' 2>&1 -X PUT | jq .")
        #expect((imported.draft.method, imported.draft.headers) == ("PUT", [Row("A", "b")]))
        #expect(imported.losses == ["“>out.txt” is omitted", "“2>&1” is omitted", "“| jq .” after the command is omitted"])
    }

    @Test(arguments: [
        (#"curl h -H "A: $(cat "a b" | jq -r '.x)')" -d 1"#, #"A: $(cat "a b" | jq -r '.x)')"#),
        ("curl h -H A:$(date +%s) -d 1", "A:$(date +%s)"), ("curl h -H \"A: `pass show x`\" -d 1", "A: `pass show x`"),
        ("curl h -H A:${X:-$Y} -d 1", "A:${X:-$Y}"),
    ])
    func `text that a shell would expand is one word`(_ command: String, _ header: String) throws {
        let line = try ShellWords.command(command, .bash)
        #expect(line.words == ["curl", "h", "-H", header, "-d", "1"])
        #expect(line.changes.count == 1)
    }

    @Test(arguments: [
        (#"\xC3\xA9"#, "é"), (#"\303\251\x41"#, "éA"), (#"\a\b\e\f\v"#, "\u{7}\u{8}\u{1B}\u{C}\u{B}"), (#"\x"#, #"\x"#),
        (#"\ud83d\ude00"#, "😀"),
    ])
    func `escapes of the shell`(_ text: String, _ value: String) throws {
        #expect(try ShellWords.command("curl $'\(text)'", .bash).words == ["curl", value])
    }

    @Test func `a here-document keeps the backslash before a quote`() throws {
        let command = "curl h --json @- <<EOF\n{\"a\": \"\\\"\\$x\"}\nEOF"
        #expect(try ShellWords.command(command, .bash).input == .text("{\"a\": \"\\\"$x\"}\n"))
    }

    @Test(arguments: [
        ("curl h --data-binary @- <<'EOF' | jq .\n{\"a\": 1}\nEOF\n", "{\"a\": 1}\n"),
        ("curl h --data-binary @- <<EOF > out.txt\nx\nEOF", "x\n"),
    ])
    func `words after the mark of a here-document are not the body`(_ command: String, _ text: String) throws {
        let body = try CurlCommand.read(command).draft.body
        #expect(body.text + body.json == text)
    }

    @Test func `an escape without digits is text, as in bash`() throws {
        #expect(try CurlCommand.read(#"curl h -H $'X: \u{41}\u0041\x'"#).draft.headers == [Row("X", #"\u{41}A\x"#)])
    }

    @Test(arguments: [
        ("<<< '{\"a\": 1}'", "{\"a\": 1}\n"), ("<<EOF\n{\"a\": \"$x\"}\nEOF\n", "{\"a\": \"{{x}}\"}\n"),
        ("<<'EOF'\n[\"$x\"]\nEOF\nls", "[\"$x\"]\n"),
        ("<<-EOF -H 'A: b'\n\t[1,\n\t2]\n\tEOF", "[1,\n2]\n"),
    ])
    func `the input of a command is its body`(_ input: String, _ body: String) throws {
        let imported = try CurlCommand.read("curl https://h/ -H 'Content-Type: application/json' --data-binary @- \(input)")
        #expect(imported.draft.body == BodyDraft(kind: .json, json: body))
        #expect(imported.draft.method == "POST")
        #expect(imported.losses == (input.hasSuffix("ls") ? ["“ls” after the command is omitted"] : []))
        #expect(imported.draft.headers == (input.contains("A: b") ? [Row("A", "b")] : []))
        // -d leaves the line breaks out.
        let joined = try CurlCommand.read("curl https://h/ -H 'Content-Type: application/json' -d @- \(input)").draft.body.json
        #expect(joined == body.filter { !$0.isNewline })
    }
}
