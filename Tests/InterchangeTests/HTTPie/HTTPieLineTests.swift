import Testing
import Workspace

@testable import Interchange

@Suite struct HTTPieLineTests {
    @Test func `the words of the documentation`() throws {
        let draft = try HTTPieLine.read("POST :3000/people page==2 name=Lea age:=3 'tags:=[1, 2]' X-Token:abc")
        #expect((draft.method, draft.url) == ("POST", ":3000/people"))
        #expect(draft.query == [Row("page", "2")])
        #expect(draft.headers == [Row("X-Token", "abc")])
        #expect(draft.body.kind == .json)
        #expect(draft.body.json == "{\n  \"name\": \"Lea\",\n  \"age\": 3,\n  \"tags\": [\n    1,\n    2\n  ]\n}")
    }

    @Test(arguments: [
        ("example.com name=x", "POST"), ("example.com q==x", "GET"), ("http PUT example.com a=b", "PUT"), ("xh example.com X-A:b", "GET"),
    ])
    func `the method follows from the items`(_ text: String, _ method: String) throws {
        #expect(try HTTPieLine.read(text).method == method)
    }

    @Test(arguments: [
        ("https example.org/x", "https://example.org/x"), ("https :8099/post", "https://localhost:8099/post"),
        ("xhs GET :/a", "https://localhost/a"), ("https http://a.example/", "http://a.example/"), ("http a.example", "a.example"),
        ("https --json POST :8099/post a=b", "https://localhost:8099/post"), ("https /a", "https://localhost/a"),
    ])
    func `the word https is a scheme`(_ text: String, _ url: String) throws {
        #expect(try HTTPieLine.read(text).url == url)
    }

    @Test(
        arguments: [
            ("X-A:1 x-a:2 Cookie:a=b Cookie:c=d", ["X-A=1", "x-a=2", "Cookie=a=b", "Cookie=c=d"]), ("X-A:1 X-A: X-A:3", ["X-A=3"]),
            ("X-A:1 X-A:", []), ("User-Agent: User-Agent:x", ["X-A=0", "User-Agent=x"]), ("X-A:2", ["X-A=2"]),
        ] as [(String, [String])])
    func `a repeated header is sent each time, in place of that of the request`(_ items: String, _ expected: [String]) throws {
        let base = RequestDraft(headers: [Row("X-A", "0")])
        let headers = try HTTPieLine.read("http h " + items, over: base).headers.filter(\.isEnabled).map { "\($0.name)=\($0.value)" }
        #expect(headers == expected)
    }

    @Test func `letters of options stand together, the last one with its value`() {
        for words in [["-jhofile", "h"], ["-jho=file", "h"], ["-jho", "file", "h"], ["-j", "-h", "-o", "file", "h"]] {
            let options = HTTPieOptions(words)
            #expect(options.words == ["h"] && options.unknown.isEmpty && options.has("--json"), "\(words)")
            #expect(options.output.headPlace == "file", "\(words)")
        }
        #expect(HTTPieOptions(["-jz4", "h", "-vo"]).unknown == ["-z", "-4", "-o"])
        #expect(HTTPieOptions(["-", "-j"]).words == ["-"])
    }

    @Test func `https before a variable is refused, since that may hold a scheme`() {
        #expect(throws: ImportError.self) { try HTTPieLine.read("https {{base}}/x") }
    }

    @Test func `a file creates parts, and --form a form`() throws {
        let parts = try HTTPieLine.read("POST h/ name=x 'photo@a b.png;type=image/png'").body
        #expect(parts.kind == .multipart)
        #expect(parts.parts == [.init("name", "x"), .init("photo", "a b.png", isFile: true, contentType: "image/png")])
        let form = try HTTPieLine.read("http --form POST h/ a=1 b=2").body
        #expect(form.form == [Row("a", "1"), Row("b", "2")])
        let multipart = try HTTPieLine.read("http --multipart POST h/ a=1").body
        #expect((multipart.kind, multipart.parts) == (.multipart, [.init("a", "1")]))
        #expect(try HTTPieLine.read("http -vf POST h/ a=1").body.kind == .form)
    }

    @Test func `values out of files`() throws {
        let line = "POST h/ note=@a.txt tags:=@'b c.json' pic@x.png"
        #expect(HTTPieLine.files(in: line) == ["a.txt", "b c.json"])
        #expect(HTTPieLine.files(in: "https://h/=@x") == [])
        let draft = try HTTPieLine.read("POST h/ note=@a.txt tags:=@b", files: ["a.txt": "one\ntwo", "b": "[1]"])
        #expect(draft.body.json == "{\n  \"note\": \"one\\ntwo\",\n  \"tags\": [\n    1\n  ]\n}")
        #expect(throws: ImportError.self) { try HTTPieLine.read("h/ tags:=@b", files: ["b": "no"]) }
    }

    @Test func `a single file is the whole body`() throws {
        let draft = try HTTPieLine.read("h/ @data.bin X-A:1")
        #expect((draft.method, draft.body.kind, draft.body.file) == ("POST", .file, "data.bin"))
        #expect(throws: ImportError.self) { try HTTPieLine.read("h/ @data.bin a=1") }
    }

    @Test(arguments: [
        ("h/ photo@", 9), ("h/ photo@da", 9), ("POST h/ note=@", 14), ("http -f POST h/ a:=@x/y", 20), ("h/ @d", 4), (#"h/ a@b\ c"#, 5),
        ("me@host/", nil), ("POST me@host", nil), ("h/ a=b@c", nil), ("h/ 'a@b", nil), ("h/ a@b c=d", nil), ("", nil),
    ])
    func `the place of a path that the last word begins`(_ text: String, _ start: Int?) {
        #expect(HTTPieLine.pathStart(in: text) == start)
    }

    /// The expected values are HTTPie's, version 3.2.4.
    @Test(arguments: [
        ("'a[b][]=1' 'a[b][]:=2' 'a[c]=x'", #"{"a":{"b":["1",2],"c":"x"}}"#), ("'[]=1' '[]:=2'", #"["1",2]"#),
        ("'m[0][k]=v' 'm[2]=z'", #"{"m":[{"k":"v"},null,"z"]}"#), ("'[0][a]=1' '[0][b]=2' '[1]:=3'", #"[{"a":"1","b":"2"},3]"#),
        ("'a[0][]=1' 'a[0][]=2'", #"{"a":[["1","2"]]}"#), ("'a[]:=1' 'a[0]:=9'", #"{"a":[9]}"#), ("1=x", #"{"1":"x"}"#),
        (#"'a\[b\]=1'"#, #"{"a[b]":"1"}"#), (#"'a[\1]=1' 'a[b]=2'"#, #"{"a":{"1":"1","b":"2"}}"#), (#"'\1=x'"#, #"{"1":"x"}"#),
        (#"'a[\\]=1'"#, #"{"a":{"\\":"1"}}"#), (#"'a\\[b]=1'"#, #"{"a\\":{"b":"1"}}"#), (#"'a\\=1'"#, #"{"a\\":"1"}"#),
        (#"'a\b=1'"#, #"{"a\\b":"1"}"#), ("'a[1.5]=x'", #"{"a":{"1.5":"x"}}"#),
        ("=x", #"{"":"x"}"#), ("a=1 :=2", #"{"a":"1","":2}"#),
    ])
    func `nested names become nested JSON`(_ items: String, _ body: String) throws {
        #expect(try HTTPieLine.read("POST h/ \(items)").body.json.filter { !$0.isWhitespace } == body)
    }

    @Test(arguments: [
        ("'a[b=1'", "expected ] after “a[b”"), ("'[a]=1'", "expected a number or ] after “[a”"), ("'a[-1]=x'", "from 0 to"),
        ("'a[99999999]=x'", "from 0 to"), ("'a[]b=1'", "expected [ after “a[]”"), ("'a]=1'", "expected [ after “a”"),
        ("'a\(String(repeating: "[b]", count: 30_000))=1'", "deeper than 64"),
        ("'[0]=1' a=2", "“a” needs an object"), ("'a[x]=1' 'a[]=2'", "“a[]” needs an array"), ("a=2 'a[b]=1'", "“a[b]” needs an object"),
    ])
    func `names that fit nowhere are refused`(_ items: String, _ sentence: String) {
        let error = #expect(throws: ImportError.self) { try HTTPieLine.read("POST h/ \(items)") }
        #expect(error?.description.contains(sentence) == true, "\(String(describing: error))")
    }

    @Test func `a header without a value is removed`() throws {
        let draft = try HTTPieLine.read("h/ accept: X: 'Y;'", over: RequestDraft(headers: [Row("X", "1"), Row("Accept", "a")]))
        #expect(draft.headers == [Row("accept", "", isEnabled: false), Row("Y", "")])
    }

    @Test(arguments: ["GET :3000/get X; Y:1", "http :3000/get X; Y:1", ":3000/get X;  Y:1 ", "get :3000/get X; Y:1; rest"])
    func `a semicolon after a name is an empty header`(_ line: String) throws {
        #expect(HTTPieLine.isLine(line))
        let draft = try HTTPieLine.read(line)
        #expect(draft.url.hasSuffix(":3000/get") && draft.headers == [Row("X", ""), Row("Y", "1")])
        #expect(try HTTPieLine.read(":3000/get A; X;").headers == [Row("A", ""), Row("X", "")])
    }

    @Test(arguments: ["POST h/ a=1", "http GET localhost", "http localhost", "h/ X:1"], ["; echo done", " ; rest", ";"])
    func `a semicolon elsewhere ends the command`(_ line: String, _ end: String) throws {
        #expect(try HTTPieLine.read(line + end) == HTTPieLine.read(line))
    }

    @Test func `a line with many semicolons is read at once`() throws {
        let line = "GET h/" + (0..<50_000).map { " a\($0);" }.joined()
        #expect(try HTTPieLine.read(line).headers.count >= 64)
    }

    @Test func `headers and queries out of files`() throws {
        #expect(HTTPieLine.files(in: "GET h/ H:@a q==@b") == ["a", "b"])
        let draft = try HTTPieLine.read("GET h/ H:@a q==@b", files: ["a": "one\n", "b": "two\r\n\n"])
        #expect((draft.headers, draft.query) == ([Row("H", "one")], [Row("q", "two")]))
    }

    @Test func `a backslash makes a separator part of the name`() throws {
        #expect(try HTTPieLine.read(#"h/ 'a\:b:c'"#).headers == [Row("a:b", "c")])
    }

    @Test func `values that the line does not mention are kept`() throws {
        let base = RequestDraft(name: "Mine", headers: [Row("Accept", "a"), Row("X", "1")], body: BodyDraft(kind: .text, text: "t"))
        let draft = try HTTPieLine.read("PUT h/ accept:b", over: base)
        #expect((draft.name, draft.body.text, draft.method) == ("Mine", "t", "PUT"))
        #expect(draft.headers == [Row("X", "1"), Row("accept", "b")])
    }

    @Test(arguments: ["POST", "POST h/ word", "h/ a:=nojson", "h/ 'a=b", "h/ a=@file", "h/ :x", "h/ http://b", "POST h/ a=b https://c"])
    func `broken lines are refused with a sentence`(_ text: String) {
        #expect(throws: ImportError.self) { try HTTPieLine.read(text) }
    }

    @Test(arguments: [
        ("https://h/x", false), ("POST h/", true), ("h/ a=b", true), ("h/a b c", false), ("http h/", true), ("{{base}}/a b", false),
        ("", false), ("http://h/get?q=a b&z=1", false), ("http://[::1/x y?a=%zz#f", false), ("http://h/get?q=a b=1", true),
    ])
    func `words after the URL`(_ text: String, _ isLine: Bool) {
        #expect(HTTPieLine.isLine(text) == isLine)
    }

    @Test(arguments: [("POST h/ a=b", true), ("http PUT h/", true), ("h/ a=b", false), ("http h/ POST=x", false), ("", false)])
    func `whether the method is explicit`(_ text: String, _ isNamed: Bool) {
        #expect(HTTPieLine.namesMethod(text) == isNamed)
    }

    @Test func `options with an equivalent are applied`() throws {
        let draft = try HTTPieLine.read("https h.example/p a=1 --json -a user:p:w --follow --verify=no --timeout 3")
        #expect(draft.headers == [Row("Accept", "application/json, */*;q=0.5")])
        #expect(draft.auth == AuthDraft(.basic, fields: ["username": "user", "password": "p:w"]))
        #expect((draft.options.redirects.follow, draft.options.tls.verify, draft.options.timeout) == (true, false, 3))
        #expect(try HTTPieLine.read("GET h/ -A bearer --auth=tok").auth == AuthDraft(.bearer, fields: ["token": "tok"]))
        #expect(try HTTPieLine.read("--form POST h/ a=b").body.form == [Row("a", "b")])
        #expect(HTTPieLine.isLine("--form POST h/ a=b"))
    }

    @Test(
        arguments: [
            ("http h/", false), ("xhs POST h/ a=b", false), ("http -F h/", true), ("https --max-redirects 3 h/", false), ("GET h/", nil),
            ("h/ --follow", true),
        ] as [(String, Bool?)])
    func `a program follows redirects if it is told to`(_ text: String, _ follows: Bool?) throws {
        #expect(try HTTPieLine.read(text).options.redirects.follow == follows)
    }

    @Test(arguments: ["GET h/ --session=x", "GET h/ --timeout x", "GET h/ -A hawk -a x", "GET h/ -a"])
    func `an unsupported option is refused by name`(_ text: String) {
        #expect(throws: ImportError.self) { try HTTPieLine.read(text) }
    }

    @Test(arguments: [("--session=x", false), ("--http-version=2", true), ("-4", true), ("--print-it", false), ("--no-such", false)])
    func `the options of the request are named only for options that they have`(_ word: String, _ isNamed: Bool) {
        #expect {
            try HTTPieLine.read("GET h/ \(word)")
        } throws: {
            ($0 as? ImportError)?.message.contains("the options of the request") == isNamed
        }
    }

    @Test(arguments: [
        ("http h/ --raw={\"a\":1}", BodyDraft.Kind.json, "{\"a\":1}"), ("http h/ --raw 'a b'", .text, "a b"),
        ("PUT h/ --form --raw=a=1", .text, "a=1"),
        ("http h/ --raw=", .text, ""),
    ])
    func `a text is the whole body`(_ text: String, _ kind: BodyDraft.Kind, _ expected: String) throws {
        let draft = try HTTPieLine.read(text.replacing("{\"a\":1}", with: "'{\"a\":1}'"))
        #expect(draft.method == (text.hasPrefix("PUT") ? "PUT" : "POST"))
        #expect((draft.body.kind, kind == .json ? draft.body.json : draft.body.text) == (kind, expected))
        #expect(
            kind == .json
                || draft.body.contentType.hasPrefix(text.contains("--form") ? "application/x-www-form-urlencoded" : "application/json"))
        #expect(throws: ImportError.self) { try HTTPieLine.read("h/ --raw=x a=b") }
        #expect(throws: ImportError.self) { try HTTPieLine.read("h/ --raw=x @f") }
    }

    @Test(arguments: [
        ("http h/ --ssl=tls1.2", "tls.minimum", "1.2"), ("http h/ --ssl=ssl2.3", "tls.minimum", ""),
        ("http h/ --cert c --cert-key-pass p", "tls.passphrase", "p"), ("http h/ --proxy=http:http://p:1", "proxy", "http://p:1"),
        ("http h/ --proxy=https:http://p:1", "proxy", ""), ("https h/ --proxy=https:http://p:1", "proxy", "http://p:1"),
        ("http h/ --proxy=http:http://p:1 --proxy=all:http://q", "proxy", "http://p:1"), ("http h/ --verify=no", "tls.verify", "no"),
        ("http h/ --no-verify --verify=no", "tls.verify", ""), ("http -F h/ --no-follow", "redirects.follow", "no"),
        ("GET h/ --no-timeout --timeout 3", "timeout", ""),
    ])
    func `an option becomes one of the request`(_ text: String, _ name: String, _ value: String) throws {
        let options = try HTTPieLine.read(text).options
        #expect(try #require(RequestOption.named(name)).text(in: options) == value)
    }

    @Test(arguments: [
        ("http h/a/../b/./c", "h/b/c"), ("http h/a/../b --path-as-is", "h/a/../b"), ("http :8099/a/..", ":8099/"), ("h/a/../b", "h/a/../b"),
        ("https h/../a", "https://h/a"), ("http https://h/a/../b", "https://h/b"), ("http h/ --default-scheme=https", "https://h/"),
        ("https h/ --default-scheme=http", "https://h/"), ("http h/..a/.b", "h/..a/.b"), ("http h", "h"),
        ("http {{base}}/a/../b", "{{base}}/b"),
    ])
    func `the address of a program`(_ text: String, _ url: String) throws { #expect(try HTTPieLine.read(text).url == url) }

    @Test(arguments: [
        "--ignore-netrc", "--unsorted", "--sorted", "--no-sorted", "--format-options=json.indent:2", "--response-charset=utf-8",
        "--traceback",
        "--response-mime=text/xml", "--debug", "--all", "-P hb", "--chunked",
    ])
    func `words without effect on the request`(_ word: String) throws {
        #expect(try HTTPieLine.read("GET h/ \(word)") == RequestDraft(url: "h/"))
    }

    @Test func `a body in chunks`() throws {
        #expect(try HTTPieLine.read("h/ a=1 --chunked").headers == [Row("Transfer-Encoding", "chunked")])
    }

    private static let json = "Content-Type=application/json"
    private static let form = "Content-Type=application/x-www-form-urlencoded; charset=utf-8"
    private static let accept = "Accept=application/json, */*;q=0.5"

    /// The expected headers are HTTPie's, version 3.2.4, without those of the kind of body.
    @Test(
        arguments: [
            ("http h", []), ("http POST h", []), ("http h a=1", [accept]), ("http h a:=1", [accept]), ("http --raw=x h", [accept]),
            ("http -j h", [accept, json]), ("http -fj h q==1", [accept, json]),
            ("http -j h a=1", [accept]), ("http -f h a=1", [form]), ("http -f h", [form]),
            ("http -jf h a=1", [form]), ("http -f --raw=a=1 h", []), ("http --multipart h a=1", []),
            ("http -f h a@f", []), ("http h @f.xml", [accept]), ("http h @d.x/f", [accept, json]),
            ("http h a=1 accept:x", ["accept=x"]), ("http h a=1 Accept:", []), ("http -j h Content-Type:x", ["Content-Type=x", accept]),
            ("http -j h Content-Type:", [accept]), ("http -f h a=1 content-type:x", ["content-type=x"]),
            ("http -j h accept;", ["accept=", json]),
            ("-j h", [accept, json]), ("h a=1", []), ("-f h a=1", []),
        ] as [(String, [String])])
    func `the headers that HTTPie adds`(_ line: String, _ expected: [String]) throws {
        let headers = try HTTPieLine.read(line).headers.filter(\.isEnabled).map { "\($0.name)=\($0.value)" }
        #expect(Set(headers) == Set(expected))
    }

    @Test func `headers of the open request stay`() throws {
        let base = RequestDraft(headers: [Row("accept", "a"), Row("Content-Type", "b", isEnabled: false)])
        #expect(try HTTPieLine.read("http -j h", over: base).headers == base.headers)
        let text = RequestDraft(body: BodyDraft(kind: .xml, xml: "<a/>"))
        #expect(try HTTPieLine.read("http -j h", over: text).headers.map(\.name) == ["Accept"])
    }

    @Test(arguments: ["--ssl=4", "--default-scheme=ftp", "--proxy=x", "-x", "--compress", "--boundary=x", "--proxy=http:ftp://x"])
    func `an invalid item is refused`(_ word: String) {
        #expect(throws: ImportError.self) { try HTTPieLine.read("http h/ \(word)") }
    }

    @Test func `a method in lower case`() throws {
        let draft = try HTTPieLine.read("get http://h.example/a b==c")
        #expect((draft.method, draft.url, draft.headers) == ("GET", "http://h.example/a", []))
    }

    @Test func `signs of a query are literal`() throws {
        let query = try HTTPieLine.read("h/ q==a+b r==100%25 's=={{$datetime +1}}+'").query
        #expect(query == [Row("q", "a%2Bb"), Row("r", "100%2525"), Row("s", "{{$datetime +1}}%2B")])
    }
}
