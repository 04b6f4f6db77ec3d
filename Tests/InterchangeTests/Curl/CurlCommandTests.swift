import HTTP
import Testing
import Workspace

@testable import Interchange

@Suite struct CurlCommandTests {
    private let form = "application/x-www-form-urlencoded"

    private func draft(_ text: String) throws -> RequestDraft { try CurlCommand.read(text).draft }

    @Test(arguments: [
        ("curl example.com", "GET", "http://example.com"),
        ("$ curl -X PURGE https://h/x", "PURGE", "https://h/x"),
        ("curl -XPUT 'https://h/a b'", "PUT", "https://h/a b"),
        ("curl -I https://h/", "HEAD", "https://h/"),
        ("curl --request=PATCH --url https://h/", "PATCH", "https://h/"),
        ("curl https://h/ -d a=1", "POST", "https://h/"),
        ("curl -T file.bin https://h/", "PUT", "https://h/file.bin"),
        ("curl -sSL https://h/ | jq .", "GET", "https://h/"),
        ("curl https://h/ > out.txt", "GET", "https://h/"),
    ])
    func `a command gives method and URL`(_ text: String, _ method: String, _ url: String) throws {
        let draft = try draft(text)
        #expect(draft.method == method)
        #expect(draft.url == url)
    }

    @Test(arguments: [
        ("curl https://h/a/../b/./c?x=/../y", "https://h/b/c"), ("curl https://h/a/..", "https://h/"),
        ("curl --path-as-is https://h/a/../b", "https://h/a/../b"), ("curl https://h/.well-known/x..y", "https://h/.well-known/x..y"),
        ("wget https://h/a/../b", "https://h/b"),
    ])
    func `dots in a path`(_ text: String, _ url: String) throws {
        #expect(try PastedCommand(text)?.read(text).draft.url == url)
    }

    @Test func `writes that dots stay`() throws {
        let command = try CurlWriter.write(HTTPRequest(url: "https://h/a/../b")) { $0 }
        #expect(command.contains("--path-as-is"))
        #expect(try draft(command).url == "https://h/a/../b")
    }

    @Test(arguments: [
        ("curl -H 'A: b' https://h/1 https://h/2", ["https://h/1", "https://h/2"]),
        ("curl https://h/1 --next -d x https://h/2", ["https://h/1", "https://h/2"]),
        ("curl ftp://h/1 https://h/2", ["https://h/2"]), ("curl https://h/<some id> word", ["https://h/<some id>"]),
        ("curl https://h/1 # https://h/2", ["https://h/1"]),
    ])
    func `a command with several requests`(_ text: String, _ urls: [String]) throws {
        #expect(try CurlCommand.requests(text).map(\.draft.url) == urls)
    }

    @Test func `a file of commands`() throws {
        let result = try Importer().read(
            name: "calls",
            bytes: Array(
                """
                #!/bin/sh
                # Create a user
                curl -H "Content-Type: application/json" \\
                  -d '{"text": "
                curl is inside
                "}' https://h/users | jq .

                $ curl 'https://h/users/1
                wget https://h/file
                """.utf8))
        let requests = result.collections[0].requests.map(\.request.draft)
        #expect(requests.map(\.name) == ["Create a user", "GET /file"])
        #expect(requests.first?.body.json.contains("curl is inside") == true)
        #expect(result.issues.contains { $0.severity == .failed && $0.place == .line(8) })
    }

    @Test func `commands copied by a browser for bash`() throws {
        let draft = try draft(
            """
            curl 'https://h/people?team=red&team=blue' \\
              -H 'accept: application/json' \\
              -H 'content-type: application/json' \\
              -b 'sid=1; theme=dark' \\
              --data-raw $'{"name":"Lea","say":"it\\'s \\u00e9\\n"}' \\
              --compressed
            """)
        #expect(draft.query == [Row("team", "red"), Row("team", "blue")])
        #expect(draft.headers == [Row("accept", "application/json"), Row("Cookie", "sid=1; theme=dark")])
        #expect(draft.body.kind == .json)
        #expect(draft.body.json == "{\"name\":\"Lea\",\"say\":\"it's é\n\"}")
        #expect(draft.options.redirects.follow == false)
    }

    @Test func `commands copied by a browser for the command prompt`() throws {
        let draft = try draft(
            """
            curl ^"https://h/x?a=1^&b=100^%^25^" ^\r
              -H ^"accept: */*^" ^\r
              -H ^"x-quote: a^\\^"b^" ^\r
              --data-raw ^"^{^\\^"n^\\^":1^}^"
            """)
        #expect(draft.url == "https://h/x")
        #expect(draft.query == [Row("a", "1"), Row("b", "100%25")])
        #expect(draft.headers == [Row("accept", "*/*"), Row("x-quote", "a\"b"), Row("Content-Type", form)])
        #expect(draft.body.json == "{\"n\":1}")
    }

    @Test(arguments: [
        (#"a^\^\nb"#, #"a\nb"#), ("a^\n\nb", "a\nb"), ("a^\r\n\r\nb", "a\nb"), (#"^\^\^\^"x^\^""#, #"\"x""#), (#"a^\^\"#, #"a\"#),
    ])
    func `backslashes and line breaks of a browser's copy for the command prompt`(_ text: String, _ value: String) throws {
        #expect(try ShellWords.command("curl ^\"h^\" ^\n -d ^\"\(text)^\"", .cmd).words.last == value)
    }

    @Test func `quoting of PowerShell is understood`() throws {
        let draft = try draft(
            """
            curl.exe -X POST "https://$server/x" `
              -H 'X-It: it''s' `
              -H "Authorization: Bearer $env:TOKEN" `
              -d '{\\"n\\": 1}'
            """)
        #expect(draft.url == "https://{{server}}/x")
        #expect(draft.headers == [Row("X-It", "it's"), Row("Authorization", "Bearer {{TOKEN}}"), Row("Content-Type", form)])
        #expect(draft.body.json == "{\"n\": 1}")
    }

    @Test func `variables of the shell become variables`() throws {
        let draft = try draft(#"curl "https://$HOST/${path}/\$x" -H 'A: $plain' -u "me:$PASS""#)
        #expect(draft.url == "https://{{HOST}}/{{path}}/$x")
        #expect(draft.headers == [Row("A", "$plain")])
        #expect(draft.auth == AuthDraft(.basic, fields: ["username": "me", "password": "{{PASS}}"]))
    }

    @Test func `forms and files become the body`() throws {
        let form = try draft("curl https://h/ -d name=Lea -d 'x=1&y=a+b'")
        #expect(form.body.form == [Row("name", "Lea"), Row("x", "1"), Row("y", "a b")])
        #expect(
            try draft("curl https://h/ -d 'a[]=1'").body
                == BodyDraft(kind: .text, text: "a[]=1", contentType: "application/x-www-form-urlencoded"))
        #expect(try draft("curl https://h/ -d '{}'").headers == [Row("Content-Type", "application/x-www-form-urlencoded")])
        #expect(try draft("curl https://h/ -b a=1 -b b=2 -r 0-9").headers == [Row("Cookie", "a=1;b=2"), Row("Range", "bytes=0-9")])
        let parts = try draft("curl https://h/ -F note=hi -F 'pic=@a.png;type=image/png;filename=b.png' --form-string at=@x")
        #expect(
            parts.body.parts == [
                .init("note", "hi"), .init("pic", "a.png", isFile: true, contentType: "image/png", fileName: "b.png"), .init("at", "@x"),
            ])
        #expect(
            try draft("curl https://h/ --data-binary @body.bin").body
                == BodyDraft(kind: .file, file: "body.bin", fileContentType: self.form))
        #expect(
            try draft("curl -G https://h/?a=1 -d b=2 --data-urlencode 'c=x y'").query == [Row("a", "1"), Row("b", "2"), Row("c", "x+y")])
        #expect(try draft(#"curl --json '{"a":1}' https://h/"#).headers == [Row("Accept", "application/json")])
    }

    @Test func `user, escapes and query items without values are read from a URL`() throws {
        let draft = try draft(#"curl 'https://me:pass@h/\{x\}?flag&a='"#)
        #expect((draft.url, draft.query) == ("https://h/{x}", [Row("flag", isBare: true), Row("a")]))
        #expect(try self.draft("curl -G https://h/ -d flag").query == [Row("flag", isBare: true)])
        #expect(draft.auth == AuthDraft(.basic, fields: ["username": "me", "password": "pass"]))
    }

    @Test func `options of the transfer`() throws {
        let draft = try draft(
            "curl -kL --max-redirs 3 -m 30 --connect-timeout 5 --retry 2 -x http://p:1 --http2 --tlsv1.2 --cacert ca.pem -E c.pem --digest -u a:b https://h/"
        )
        let options = draft.options
        #expect(options.tls.verify == false)
        #expect(options.redirects.follow == nil && options.redirects.limit == 3)
        #expect((options.timeout, options.connectTimeout, options.retry.attempts) == (30, 5, 3))
        #expect((options.proxy, options.httpVersion, options.tls.minimum) == ("http://p:1", "2", "1.2"))
        #expect(draft.auth.kind == .digest)
    }

    @Test func `omitted parts are reported`() throws {
        let losses = try CurlCommand.read("curl --ciphers x --frobnicate -o out https://h/ https://i/").losses
        #expect(losses.count == 4, "\(losses)")
        let mixed = try CurlCommand.read("curl http://h/ -d a=b -F c=d --json 1")
        #expect(mixed.draft.body.parts.map(\.name) == ["c"])
        #expect(
            mixed.losses == [
                "--data a=b is omitted: curl does not allow it with -F", "--json 1 is omitted: curl does not allow it with -F",
            ])
        #expect(losses[0].contains("--ciphers x"))
        #expect(losses[1].contains("--frobnicate"))
        #expect(losses[2].contains("-o out"))
        #expect(try CurlCommand.read("curl -sSvi --no-progress-meter https://h/").losses.isEmpty)
        #expect(try CurlCommand.read("curl -O -w %{http_code} -b jar.txt --no-alpn https://h/").losses.count == 4)
        let nameless = try CurlCommand.read("curl -F =v -F a=b https://h/")
        #expect((nameless.changes, nameless.losses) == ([], []))
    }

    @Test(arguments: [
        "-m 1e30", "-m inf", "-m nan", "-m -5", "--connect-timeout 1e7", "--retry 9223372036854775807", "--retry -1", "--max-redirs 1e3",
        "--max-redirs 9223372036854775807",
    ])
    func `a number out of range is omitted and reported`(option: String) throws {
        let imported = try CurlCommand.read("curl -L \(option) https://h/")
        #expect(imported.draft.options == RequestOptions())
        #expect(imported.losses == ["\(option) is omitted"])
    }

    @Test func `variables of curl are named, and become variables`() throws {
        let text = "curl --variable id=7 --expand-url 'https://h/{{id}}' --expand-data 'a={{id}}'"
        let imported = try CurlCommand.read(text)
        #expect((imported.draft.url, imported.draft.method) == ("https://h/{{id}}", "POST"))
        #expect(imported.losses.count == 3 && imported.losses.allSatisfy { $0.contains("variable") }, "\(imported.losses)")
        let error = #expect(throws: ImportError.self) { try CurlCommand.requests(text, reading: .exact) }
        #expect(error?.message.contains("--expand-url") == true)
    }

    @Test func `zero seconds are no limit`() throws {
        let imported = try CurlCommand.read("curl -L -m 0 --connect-timeout 0 --max-redirs -1 https://h/")
        #expect(imported.draft.options == RequestOptions())
        #expect(imported.losses.isEmpty)
    }

    @Test func `wget and PowerShell bound their seconds as curl does`() throws {
        for (command, text) in [
            (PastedCommand.wget, "wget --timeout 1e30 https://h/"), (.powerShell, "Invoke-WebRequest -Uri https://h/ -TimeoutSec 1e30"),
        ] {
            let imported = try command.read(text)
            #expect(imported.draft.options.timeout == nil)
            #expect(imported.losses.contains { $0.contains("1e30 is omitted") }, "\(imported.losses)")
        }
    }

    @Test(arguments: [
        ("curl https://x.example/a ; rm -rf /", "; rm -rf /"), ("curl https://h/ | jq .", "| jq ."),
        ("curl https://h/\necho done", "echo done"),
        ("curl.exe \"https://h/\" | more", "| more"), ("curl ^\"https://h/^\" & dir", "& dir"),
    ])
    func `text after the command is reported`(_ text: String, _ rest: String) throws {
        #expect(try CurlCommand.read(text).losses == ["“\(rest)” after the command is omitted"])
    }

    @Test(arguments: [
        ("curl https://h/c?id=<id>&k=<your key> -u admin:<pw> -H 'A: b'", ["<id>", "<your key>", "<pw>"]),
        ("curl https://h/<user-id>/x -d a=<A_1>", ["<user-id>", "<A_1>"]), ("curl <url> -u <user>:<pw>", ["<url>", "<user>", "<pw>"]),
        ("curl <base:url>/a", ["<base:url>"]), ("curl.exe https://h/<id> --request `\nPOST", ["<id>"]),
        ("curl ^\"https://h/^\" -u a:<pw> ^\n -X POST", ["<pw>"]),
    ])
    func `a placeholder without quotes is text`(_ command: String, _ placeholders: [String]) throws {
        let line = try ShellWords.command(command, ShellWords.dialect(of: command))
        for placeholder in placeholders { #expect(line.words.contains { $0.contains(placeholder) }, "\(line.words)") }
        #expect(line.placeholders.map(String.init) == placeholders)
        #expect(line.rest.isEmpty)
        #expect(line.losses.isEmpty && line.changes.count == placeholders.count)
    }

    @Test(arguments: ["https://h/a?x=1&", "https://h/?", "https://h/?=", "https://h/?a&&b", "https://h/?&a=1#f"])
    func `empty parts of a query stay`(_ url: String) throws {
        let draft = try CurlCommand.read("curl '\(url)'").draft
        #expect(try RequestResolver.resolve(ResolutionInput(draft)).request.url == url.replacing("#f", with: ""))
    }

    @Test(arguments: [
        ("https://user%40mail:s%3Ax@h/", "user@mail", "s:x"), ("https://a%3Ab:c@h/", "a:b", "c"), ("https://u@h/", "u", ""),
    ])
    func `the user of a URL is unescaped`(_ url: String, _ name: String, _ password: String) throws {
        let draft = try CurlCommand.read("curl \(url)").draft
        #expect(draft.url == "https://h/")
        #expect((draft.auth["username"], draft.auth["password"]) == (name, password))
    }

    @Test func `a segment with a colon is literal`() throws {
        let draft = try CurlCommand.read("curl 'https://h:80/v1/:name/a:b?x=/:y'").draft
        #expect(draft.url == "https://h:80/v1/\\:name/a:b")
        let resolved = try RequestResolver.resolve(ResolutionInput(draft))
        #expect(resolved.request.url == "https://h:80/v1/:name/a:b?x=/:y")
    }

    @Test(arguments: [
        ("--data-urlencode 'a=b c+d'", "a=b+c%2Bd"), ("--data-urlencode 'b c'", "b+c"), ("--data-urlencode '=b c'", "b+c"),
    ])
    func `a space in data to be escaped becomes a plus`(_ words: String, _ text: String) throws {
        let draft = try CurlCommand.read("curl h \(words)").draft
        let request = try RequestResolver.resolve(ResolutionInput(draft)).request
        #expect(try String(decoding: request.body.encode(), as: UTF8.self) == text)
    }

    @Test(arguments: ["curl https://h/ ;", "curl https://h/\n\n", "curl https://h/ &", "curl https://h/ \n# done"])
    func `text after the command is not reported as a loss`(_ text: String) throws {
        #expect(try CurlCommand.read(text).losses.isEmpty)
    }

    @Test(arguments: [
        ("curl https://h/ -H 'a: b", "'a: b"), ("curl -d \"x https://h/", "\"x https://h/"), ("curl.exe `\n -d 'x", "'x"),
        ("curl ^\"https://h/ -d 1", "\"https://h/ -d 1"),
    ])
    func `an open quote is shown where it opens`(_ text: String, _ place: String) throws {
        let error = try #require(throws: ImportError.self) { try CurlCommand.read(text) }
        #expect(error.message == "The curl command has a quote that is not closed. It opens here: \(place)")
    }

    @Test func `commands copied by an older browser for the command prompt`() throws {
        let draft = try draft(
            """
            curl "https://h/x?a=1^&b=100^%^25" ^
              -H "accept: */*" ^
              -H "sec-ch-ua: ^\\^"Chromium^\\^";v=^\\^"128^\\^"" ^
              --data-raw "^{^\\^"n^\\^":1^}" ^
              --compressed
            """)
        #expect(draft.url == "https://h/x")
        #expect(draft.query == [Row("a", "1"), Row("b", "100%25")])
        #expect(draft.headers.prefix(2) == [Row("accept", "*/*"), Row("sec-ch-ua", "\"Chromium\";v=\"128\"")])
        #expect(draft.body.json == "{\"n\":1}")
    }

    @Test func `files and input as data`() throws {
        #expect(try draft("curl https://h/ --data-binary @- < in.json").body.file == "in.json")
        let none = try CurlCommand.read("curl https://h/ -d a=1 -d @-")
        #expect(none.draft.body.text == "a=1&")
        #expect(none.losses == ["the standard input of curl is not available"])
        #expect(try CurlCommand.read("curl https://h/ -d @x -d a=1").losses == ["--data @x is omitted"])
        let joined = try CurlCommand.read("curl https://h/ -d @x")
        #expect(joined.draft.body.file == "x" && joined.draft.body.fileLineBreaks == BodyDraft.noLineBreaks)
        #expect(joined.losses.count == 1)
        #expect(try draft("curl https://h/ --data-binary @x").body.fileLineBreaks.isEmpty)
        #expect(try CurlCommand.read("curl https://h/ --data-binary @x").losses.isEmpty)
        #expect(try CurlCommand.read("curl https://h/ --data-urlencode n@x").losses == ["--data-urlencode n@x is omitted"])
        #expect(try CurlCommand.read("curl https://h/ 2>/dev/null").losses == ["“2>/dev/null” is omitted"])
    }

    @Test func `headers that curl omits or adds are reproduced`() throws {
        let bare = try draft("curl https://h/ -H 'Content-Type:' -d x")
        #expect((bare.headers, bare.body) == ([], BodyDraft(kind: .text, text: "x", contentType: BodyDraft.noContentType)))
        #expect(try draft("curl https://h/ -d ''").headers == [Row("Content-Type", form)])
        #expect(try draft("curl https://h/ -d ''").method == "POST")
        #expect(try draft("curl https://h/ -b a=1 -H 'cookie: b=2'").headers == [Row("cookie", "b=2")])
        // Without a boundary no server could tell the parts.
        #expect(try draft("curl https://h/ -H 'Content-Type: multipart/form-data' -F a=b").headers.isEmpty)
    }

    @Test(arguments: [
        ("https://h", "https://h/a%20b.txt"), ("https://h/in/", "https://h/in/a%20b.txt"), ("https://h/in", "https://h/in"),
        ("https://h/in/?x=1", "https://h/in/a%20b.txt"),
    ])
    func `the URL gets the name of an uploaded file`(_ url: String, _ full: String) throws {
        let draft = try draft("curl -T 'dir/a b.txt' \(url)")
        #expect(draft.url == full)
        #expect(draft.body == BodyDraft(kind: .file, file: "dir/a b.txt", fileContentType: BodyDraft.noContentType))
    }

    @Test(arguments: [("https://h/[1-3]", true), ("https://{a,b}/", true), ("https://h/{id}", false), (#"https://h/\[1-3\]"#, false)])
    func `several URLs in one are reported`(_ url: String, _ isPattern: Bool) throws {
        #expect(try CurlCommand.read("curl '\(url)'").changes.isEmpty == !isPattern)
        #expect(try CurlCommand.read("curl -g '\(url)'").changes.isEmpty)
    }

    @Test func `a word with a value never leaves it to be the URL`() throws {
        let imported = try CurlCommand.read("curl --capath /etc/x --dns-servers 1.1.1.1 -z 'yesterday' --parallel -q https://h/")
        #expect(imported.draft.url == "https://h/")
        #expect(imported.losses.map { $0.prefix { $0 != " " } } == ["--capath", "--dns-servers", "-z"])
    }

    @Test func `a megabyte of data is read`() throws {
        let text = String(repeating: "x", count: 1_000_000)
        #expect(try draft("curl https://h/ -d 'a=\(text)'").body.form.first?.value.utf8.count == 1_000_000)
    }

    @Test(arguments: ["curl", "curl -H", "curl 'https://h/", "curl \"x", "curl --data", "", "curl ^\"x"])
    func `broken commands are refused with a sentence`(_ text: String) {
        #expect(throws: ImportError.self) { try CurlCommand.read(text) }
    }

    @Test(arguments: [("curl x", true), ("  $ curl\\\n x", true), ("curl.exe x", true), ("curly x", false), ("https://h/?curl x", false)])
    func `commands are recognized by their first word`(_ text: String, _ isCommand: Bool) {
        #expect((CurlCommand.name(in: text) == "curl") == isCommand)
    }

    @Test func `too long a command is refused`() {
        #expect(throws: ImportError.self) { try CurlCommand.read("curl " + String(repeating: "x", count: CurlCommand.limit)) }
    }

    @Test func `written commands are read back`() throws {
        var request = HTTPRequest(
            method: .patch, url: "https://h/x?a=1", headers: ["X-It": "it's \"so\"", "Content-Type": "application/json"])
        request.redirectPolicy.isFollowing = true
        request.body = TextBody("{\"a\": \"b'c\"}\n")
        let text = try CurlWriter.write(request, mask: { $0 })
        let draft = try draft(text)
        #expect((draft.method, draft.url, draft.query) == ("PATCH", "https://h/x", [Row("a", "1")]))
        #expect(draft.headers == [Row("X-It", "it's \"so\"")])
        #expect(draft.body.json == "{\"a\": \"b'c\"}\n")
        #expect(draft.options == RequestOptions())
    }
}
