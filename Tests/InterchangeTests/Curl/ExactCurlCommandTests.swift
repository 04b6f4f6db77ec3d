import HTTP
import Testing
import Workspace

@testable import Interchange

/// Commands read as a shell and curl read them. What curl 7.88 did with each was recorded by a server on this machine.
@Suite struct ExactCurlCommandTests {
    private func urls(_ text: String) throws -> [String] {
        try CurlCommand.requests(text, reading: .exact).map { imported in
            imported.draft.url
                + (imported.draft.query.isEmpty ? "" : "?" + imported.draft.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&"))
        }
    }

    @Test(arguments: [
        ("curl http://h/a?b=1&c=2", ["http://h/a?b=1"]), ("curl http://h/<id>out -d a=1", ["http://h/"]),
        ("curl http://h/<id> -d b", ["http://h/", "http://b"]), ("curl http://h/<id>", ["http://h/"]),
        ("curl http://h/a; curl http://h/b", ["http://h/a", "http://h/b"]),
        ("curl http://h/a &&\ncurl http://h/b", ["http://h/a", "http://h/b"]),
        ("curl http://h/a | curl http://h/b", ["http://h/a", "http://h/b"]), ("curl http://h/a \\", ["http://h/a"]),
        ("curl -D >(grep -i x >&2) http://h/a", ["http://h/a"]), ("curl http://h/a&&b", ["http://h/a"]),
        ("curl http://h/a|b", ["http://h/a"]),
        ("curl http://h/a b http://c", ["http://h/a", "http://b", "http://c"]), ("curl -- http://h/a", ["http://h/a"]),
        ("curl http://h/a --next -d x http://h/b", ["http://h/a", "http://h/b"]),
        ("curl http://h/a -s: http://h/b", ["http://h/a", "http://h/b"]),
        ("curl -d --next http://h/a", ["http://h/a"]), ("curl http://h/ftp ftp://h/x", ["http://h/ftp"]),
    ])
    func `words as in a shell`(_ text: String, _ expected: [String]) throws { #expect(try urls(text) == expected) }

    @Test(arguments: [
        ("curl -G -d '' h/a", "http://h/a"), ("curl -G -d '' h/a?b=1", "http://h/a?b=1&"),
        ("curl -G --data-urlencode 'a=*/é' h", "http://h?a=%2a%2f%c3%a9"), ("curl --url-query 'a=b/c' h", "http://h?a=b%2fc"),
    ])
    func `data in the query`(_ text: String, _ expected: String) throws { #expect(try urls(text) == [expected]) }

    @Test(arguments: ["curl -d a -I h", "curl -F a=b -I h", "curl -T f -d a h", "curl -T f -F a=b h", "curl -F a=b -d c h"])
    func `mutually exclusive options`(_ text: String) {
        #expect(throws: ImportError.self) { try CurlCommand.requests(text, reading: .exact) }
        #expect((try? CurlCommand.requests(text))?.count == 1)
    }

    @Test(arguments: [
        ("h/{a,b}", ["h/a", "h/b"]), ("h/{id}", ["h/id"]), ("h/[1-3]", ["h/1", "h/2", "h/3"]), ("h/[08-10]", ["h/08", "h/09", "h/10"]),
        ("h/[1-10:4]", ["h/1", "h/5", "h/9"]), ("h/[a-c]", ["h/a", "h/b", "h/c"]), ("h/[a-e:2]", ["h/a", "h/c", "h/e"]),
        ("h/{a,b}/[1-2]", ["h/a/1", "h/a/2", "h/b/1", "h/b/2"]), ("h/{a,}", ["h/a", "h/"]), ("[::1]:80/{x}", ["[::1]:80/x"]),
        (#"h/\{a\}"#, ["h/{a}"]), (#"h/{a\,b,c}"#, ["h/a,b", "h/c"]), (#"h/a\b"#, [#"h/a\b"#]), ("h/{{{x}},y}", ["h/{{x}}", "h/y"]),
        ("h/[3-3]", ["h/3"]), ("h/[1- 2]", ["h/1", "h/2"]), ("h/?a[]=1&b[]=[1-2]", ["h/?a[]=1&b[]=1", "h/?a[]=1&b[]=2"]),
    ])
    func `a URL that expands to several`(_ url: String, _ expected: [String]) throws {
        #expect(try CurlPattern(url).texts() == expected)
    }

    @Test(arguments: [
        "h/{a", "h/a}", "h/[1", "h/1]", "h/{}", "h/{a{b}}", "h/{a[1-2]}", "h/[x]", "h/[2-1]", "h/[1-3:5]", "h/[1-3:0]", "h/[A-z]",
        "h/[1-99999999]", "h/[1-1000][1-1000]", "h/[1-2", "h/[a-1]",
    ])
    func `a URL that curl refuses`(_ url: String) {
        #expect(throws: ImportError.self) { try CurlPattern(url).texts() }
        #expect(throws: ImportError.self) { try CurlCommand.requests("curl '\(url)'", reading: .exact) }
    }

    /// More than 16 MB in all, although each has fewer than 10,000 URLs.
    @Test(arguments: [
        "h/[\(String(repeating: "0", count: 2000))-9998]", "h/\(String(repeating: "x", count: 2000))[1-9999]",
        "h/{\(String(repeating: "x", count: 200_000)),y}[1-99]",
    ])
    func `URLs that are too long together are refused`(_ url: String) {
        #expect(throws: ImportError.self) { try CurlPattern(url).texts() }
    }

    @Test func `files and URLs that are too many together are refused`() {
        #expect(throws: CurlPattern.tooMany) {
            try CurlCommand.requests("curl -T 'f[1-9999]' 'http://h/[1-9999]'", reading: .exact)
        }
    }

    @Test func `braces stay with globoff`() throws {
        #expect(try urls("curl -g 'http://h/{a,b}[1-2]'") == ["http://h/{a,b}[1-2]"])
        #expect(try urls("curl -g --no-globoff 'http://h/{a,b}'") == ["http://h/a", "http://h/b"])
    }

    @Test func `uploads apply to the URLs in their order`() throws {
        let drafts = try CurlCommand.requests("curl -T a http://h/1 http://h/2 -T b http://h/3", reading: .exact).map(\.draft)
        #expect(drafts.map(\.method) == ["PUT", "PUT", "GET"])
        #expect(drafts.map(\.body.file) == ["a", "b", ""])
        #expect(try CurlCommand.requests("curl -T '{a,b}' http://h/", reading: .exact).map(\.draft.url) == ["http://h/a", "http://h/b"])
    }

    @Test(arguments: [
        "curl --data=x http://h/", "curl --frobnicate http://h/", "curl -ß http://h/", "curl --he http://h/", "curl -d a -F b=c http://h/",
        "curl", "curl 'http://h/a b'",
    ])
    func `errors of curl and the shell are errors`(_ text: String) {
        #expect(throws: ImportError.self) { try CurlCommand.requests(text, reading: .exact) }
    }

    @Test func `options are abbreviated and negated`() throws {
        let draft = try CurlCommand.read("curl -L --no-location -k --no-insecure --comp --heade 'A: b' -I --no-head http://h/").draft
        #expect(draft.options.redirects.follow == false && draft.options.tls.verify == nil)
        #expect((draft.headers, draft.method) == ([Row("A", "b")], "GET"))
    }

    @Test func `words that a shell has split are not split again`() throws {
        let words = ["curl", "-d", "x^\"y $HOME <a b>", "http://h/?a=1&b=2"]
        let draft = try #require(try PastedCommand.curl.requests(ofWords: words).first?.draft)
        #expect((draft.body.text, draft.query) == ("x^\"y $HOME <a b>", [Row("a", "1"), Row("b", "2")]))
        #expect(try PastedCommand.wget.requests(ofWords: ["wget", "h/{a,b}", "i"]).map(\.draft.url) == ["http://h/{a,b}", "http://i"])
    }

    @Test func `the first one of two schemes applies`() throws {
        let imported = try CurlCommand.read("curl http://h/ --oauth2-bearer t --user a:b --digest")
        #expect(imported.draft.auth.kind == .digest)
        #expect(imported.losses.count == 1)
    }
}

extension ExactCurlCommandTests {
    private static let files = [
        "f.txt": "a b\r\nc&d\n", "h.txt": "A: 1\nB: 2\n", "-": "in\nput",
        "jar": """
        # Netscape HTTP Cookie File
        h\tFALSE\t/\tFALSE\t0\tsid\t1
        #HttpOnly_.h\tTRUE\t/\tFALSE\t9999999999\ttheme\tdark
        h\tFALSE\t/admin\tFALSE\t0\tadm\t2
        h\tFALSE\t/\tTRUE\t0\ttls\t3
        h\tFALSE\t/\tFALSE\t100\told\t4
        i\tTRUE\t/\tFALSE\t0\tother\t5
        h\tFALSE\t/\tFALSE\t0\tempty
        """,
        "config": """
        # more options
        header = "X: \\"q\\"\\t"
        -HY:1
        user-agent: it is
        data=a
        compressed
        d b
        url http://h/config
        """,
        "tag": "\"1\"\n",
    ]

    /// The body that a command sends, with the files above.
    private func body(_ words: String) throws -> String {
        let all = try PastedCommand.curl.requests("curl h \(words)", .exact) { Self.files[$0] }
        return try String(decoding: RequestResolver.resolve(ResolutionInput(all[0].draft)).request.body.encode(), as: UTF8.self)
    }

    @Test(arguments: [
        ("-d @f.txt -d x=1", "a bc&d&x=1"), ("--data-binary @f.txt -d x", "a b\r\nc&d\n&x"),
        ("--data-urlencode n@f.txt", "n=a+b%0D%0Ac%26d%0A"),
        ("--data-urlencode @f.txt -d x", "a+b%0D%0Ac%26d%0A&x"), ("--json @f.txt --json 1", "a b\r\nc&d\n1"),
        ("--json @f.txt -d x --json y", "a b\r\nc&d\n&xy"), ("-d @-", "input"),
        ("--data-binary @-", "in\nput"), ("-T -", "in\nput"), ("-d @- < f.txt -d x", "a bc&d&x"), ("-d @missing -d x", "&x"),
    ])
    func `files are read into the data around them`(_ words: String, _ expected: String) throws { #expect(try body(words) == expected) }

    @Test func `headers and parts of files`() throws {
        let imported = try PastedCommand.curl.requests("curl h -H @h.txt -F 'a=<f.txt;type=text/x' -F p=@x.json", .exact) {
            Self.files[$0]
        }[0]
        #expect(imported.draft.headers == [Row("A", "1"), Row("B", "2")])
        #expect(
            imported.draft.body.parts == [
                .init("a", "a b\r\nc&d\n", contentType: "text/x"),
                .init("p", "x.json", isFile: true, contentType: "application/octet-stream"),
            ])
        #expect(imported.losses.isEmpty)
    }

    @Test(arguments: [
        ("--url-query 'a=b c'", "a=b+c"), ("--url-query +x=%20", "x=%20"), ("--url-query q@f.txt", "q=a+b%0d%0ac%26d%0a"),
        ("-G -d a=1 -d b", "a=1&b"),
        ("-G --data-urlencode q@f.txt", "q=a+b%0d%0ac%26d%0a"), ("-G -d 'a=1&'", "a=1&"), ("-G -d '&' -d b", "&&b"),
    ])
    func `words of a query`(_ words: String, _ query: String) throws {
        let draft = try PastedCommand.curl.requests("curl h/ \(words)", .exact) { Self.files[$0] }[0].draft
        #expect(try RequestResolver.resolve(ResolutionInput(draft)).request.percentEncodedQuery == query)
    }

    @Test(arguments: [
        ("-b jar http://h/", ["Cookie: empty=; theme=dark; sid=1"]),
        ("-b jar http://h/admin/x", ["Cookie: adm=2; empty=; theme=dark; sid=1"]),
        ("-b jar https://h/administrator", ["Cookie: empty=; theme=dark; tls=3; sid=1"]), ("-b jar http://sub.h/", ["Cookie: theme=dark"]),
        ("-b a=b -b jar -b c=d http://h/", ["Cookie: empty=; theme=dark; sid=1; a=b;c=d"]), ("-j -b jar http://h/", ["Cookie: theme=dark"]),
        ("-b jar -H 'Cookie: own' http://h/", ["Cookie: empty=; theme=dark; sid=1", "Cookie: own"]), ("-b missing http://h/", []),
        ("-b '' http://h/", []), ("--tr-encoding http://h/", ["Connection: TE", "TE: gzip"]),
        ("--etag-compare tag http://h/", ["If-None-Match: \"1\""]),
        ("-z 'Tue, 02 Jan 2024 03:04:05 GMT' http://h/", ["If-Modified-Since: Tue, 02 Jan 2024 03:04:05 GMT"]),
        ("-z '-Tue, 02 Jan 2024 03:04:05 GMT' http://h/", ["If-Unmodified-Since: Tue, 02 Jan 2024 03:04:05 GMT"]),
    ])
    func `headers of options and files`(_ words: String, _ headers: [String]) throws {
        let draft = try PastedCommand.curl.requests("curl \(words)", .exact) { Self.files[$0] }[0].draft
        #expect(draft.headers.map { "\($0.name): \($0.value)" } == headers)
    }

    @Test(arguments: ["curl -K config", "curl --config config", "curl -Kconfig", "curl -K - < config", "cat config | curl -K -"])
    func `options of a config file`(_ command: String) throws {
        let imported = try PastedCommand.curl.requests(command, .exact) { Self.files[$0] }[0]
        #expect(imported.draft.url == "http://h/config" && imported.draft.method == "POST")
        #expect(imported.draft.headers.prefix(3) == [Row("X", "\"q\"\t"), Row("Y", "1"), Row("User-Agent", "it")])
        #expect(imported.losses.count == 1)
    }

    @Test func `a config file that names itself ends`() throws {
        let imported = try PastedCommand.curl.requests("curl -K self http://h", .exact) { _ in "config = self\nconfig = self" }
        #expect(imported[0].draft.url == "http://h" && !imported[0].losses.isEmpty)
    }

    @Test(arguments: [
        ("--request-target /other?x=1 http://h:1/path?y", "http://h:1/other?x=1"), ("--request-target '*' http://h:1/", "http://h:1*"),
        ("--request-target /z -G -d q=1 http://h/y", "http://h/z"),
        ("-d a --next -X PUT http://h/", "http://h/"),
    ])
    func `the target of a request`(_ words: String, _ url: String) throws { #expect(try urls("curl \(words)") == [url]) }

    @Test func `options before the first URL apply after --next`() throws {
        let draft = try CurlCommand.requests("curl -d a=1 --next -X PUT http://h/", reading: .exact)[0].draft
        #expect(draft.method == "PUT" && draft.body.form == [Row("a", "1")])
    }

    @Test(arguments: [
        ("\"$(cat f.txt)\"", "a b\r\nc&d"), ("\"$(< f.txt)\"", "a b\r\nc&d"), ("$(echo -n hi)", "hi"), ("\"$(printf '%s-%d' a 3)\"", "a-3"),
        ("\"$(cat <<'E'\n{\"a\": \"it's\"}\nE\n)\"", "{\"a\": \"it's\"}"), ("`echo x`", "x"), ("${X:-y z}", "y z"),
        ("'a\u{301}\"'$'\u{301}'\u{301}", "a\u{301}\"\u{301}\u{301}"), ("\"\u{301}x\"", "\u{301}x"),
    ])
    func `words defined by the script`(_ word: String, _ text: String) throws {
        #expect(try body("--data-raw \(word)") == text)
    }

    @Test func `variables of a script`() throws {
        let all = try CurlCommand.requests(
            "B=http://h; export K='a b' L=1\nfor i in x y; do curl \"$B/$i\" -H \"K: $K\"; done\nB=http://i\ncurl $B")
        let urls = try all.map { try RequestResolver.resolve(ResolutionInput($0.draft)).request.url }
        #expect(urls == ["http://h/x", "http://i"])
        #expect(all[0].draft.variables.map(\.name) == ["B", "K", "i"])
    }

    @Test func `parts of a form with attributes`() throws {
        let words = "-F 'a=b;headers=@h2' -F 'c=d;encoder=base64' -F 'e=@-;filename=x.txt' -F 'g=@f;encoder=8bit'"
        let parts = try PastedCommand.curl.requests("curl h \(words) <<< in", .exact) { $0 == "h2" ? "A: 1\n# no\n\nB: 2\n" : nil }[0].draft
            .body.parts
        #expect(parts.map(\.headers) == ["A: 1\nB: 2", "Content-Transfer-Encoding: base64", "", "Content-Transfer-Encoding: 8bit"])
        #expect(parts.map(\.value) == ["b", "ZA==", "in\n", "f"])
        #expect(parts.map(\.contentType) == ["", "", "text/plain", "application/octet-stream"])
    }

    @Test func `query and data of separators only`() throws {
        let draft = try CurlCommand.read("curl -G 'http://h/?a&#f' -d b").draft
        #expect(try RequestResolver.resolve(ResolutionInput(draft)).request.percentEncodedQuery == "a&b")
        #expect(try body("-d =") == "=" && body("-d 'a=1&=&b=2'") == "a=1&=&b=2")
    }

    /// The bodies are those that curl 7.88 sends, but for its boundary.
    @Test(arguments: [
        ("-F =x", ["Content-Disposition: form-data", "", "x"]),
        (
            "-F '=(;type=multipart/alternative' -F a=1 -F '=@f.txt;type=a/b' -F =)",
            [
                "Content-Disposition: form-data", "Content-Type: multipart/alternative; boundary=part-1", "",
                "--part-1", "Content-Disposition: attachment; name=\"a\"", "", "1",
                "--part-1", "Content-Disposition: attachment; filename=\"f.txt\"", "Content-Type: a/b", "", "--part-0", "--part-1--", "",
            ]
        ),
        (
            "-F 'n=(' -F 'm=(' -F =b",
            [
                "Content-Disposition: form-data; name=\"n\"", "Content-Type: multipart/mixed; boundary=part-2", "",
                "--part-2", "Content-Disposition: attachment; name=\"m\"", "Content-Type: multipart/mixed; boundary=part-1", "",
                "--part-1", "", "b", "--part-1--", "", "--part-2--", "",
            ]
        ),
        (
            "-F 'a=@f.txt,./f.txt;type=a/b'",
            [
                "Content-Disposition: form-data; name=\"a\"", "Content-Type: multipart/mixed; boundary=part-1", "",
                "--part-1", "Content-Disposition: attachment; filename=\"f.txt\"", "Content-Type: text/plain", "", "--part-0",
                "--part-1", "Content-Disposition: attachment; filename=\"f.txt\"", "Content-Type: a/b", "", "--part-0", "--part-1--", "",
            ]
        ),
        (#"--form-escape -F 'a"\b=1'"#, [#"Content-Disposition: form-data; name="a\"\\b""#, "", "1"]),
        (#"-F 'a=1;headers="Content-Disposition: form-data; name=z"'"#, ["Content-Disposition: form-data; name=z", "", "1"]),
        (
            #"-F 'a=@f.txt;headers="content-type: a/b";encoder=base64'"#,
            [
                #"Content-Disposition: form-data; name="a"; filename="f.txt""#, "content-type: a/b", "Content-Transfer-Encoding: base64",
                "",
                "LS1wYXJ0LTA=",
            ]
        ),
    ])
    func `nested parts and parts with their own headers`(_ words: String, _ lines: [String]) throws {
        let draft = try CurlCommand.requests("curl h \(words)", reading: .exact) { $0.hasSuffix("f.txt") ? "--part-0" : nil }[0].draft
        let form = try #require(RequestResolver.resolve(ResolutionInput(draft)).request.body as? MultipartBody)
        let expected = ["--" + form.boundary] + lines + ["--\(form.boundary)--", ""]
        #expect(String(decoding: try form.encode(), as: UTF8.self) == expected.joined(separator: "\r\n"))
    }

    @Test func `an unmatched bracket is an error`() {
        #expect(throws: ImportError.self) { try CurlCommand.requests("curl h -F a=1 -F '=)'", reading: .exact) }
    }

    @Test(arguments: [
        ("'h?q=%zz'", "http://h?q=%zz"), ("'h/?a=%41&b=1%'", "http://h/?a=%41&b=1%"), ("-G -d a=50% h/", "http://h/?a=50%"),
        ("http:/h/x", "http://h/x"), ("HTTP:///h/x", "HTTP://h/x"),
    ])
    func `a URL that curl accepts`(_ words: String, _ url: String) throws {
        let draft = try CurlCommand.requests("curl \(words)", reading: .exact)[0].draft
        #expect((draft.url, draft.query) == (url, []))
    }

    @Test func `the last range, a removed type, the method of a form and a name with an at sign`() throws {
        #expect(try CurlCommand.read("curl h -r 1-2 -r 3-4").draft.headers == [Row("Range", "bytes=3-4")])
        #expect(try CurlCommand.read("curl h -d a -H 'Content-Type: '").draft.body.contentType == BodyDraft.noContentType)
        #expect(try CurlCommand.read("curl h -G -F a=1").draft.method == "POST")
        #expect(try body("--data-urlencode 'a@b=c d'") == "a@b=c+d")
        #expect(try CurlCommand.read("curl --proxy1.0 p:1 h").draft.options.proxy == "p:1")
    }

    @Test(arguments: [("n= x y ", "x y"), (#"n=" x ""#, " x "), ("n=a;b ", "a;b"), ("n=x ;type=a/b", "x")])
    func `space around a part's value`(_ word: String, _ value: String) throws {
        #expect(try CurlCommand.read("curl h -F '\(word)'").draft.body.parts.first?.value == value)
    }

    @Test func `a continued transfer`() throws {
        #expect(try CurlCommand.read("curl -C 5 h").draft.headers == [Row("Range", "bytes=5-")])
        #expect(try CurlCommand.read("curl -C - h").losses == ["-C - is omitted"])
    }
}
