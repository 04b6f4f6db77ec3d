import DemoServer
import Foundation
import JSON
import Testing

/// Secrets of `--secret-from` in everything that a command prints, reports or keeps.
@Suite(.serialized, .timeLimit(.minutes(5))) struct SecretMaskingTests {
    /// Signs that XML, HTML, JSON and URLs each write in their own way.
    private static let secret = #"qzvx<er&"secret/7"#
    /// A part of it that every way of writing leaves as it is.
    private static let marker = "qzvx"
    private let server: DemoServer

    init() throws { server = try DemoServer.start() }

    private func program() throws -> Program {
        let request = #"""
            {"name": "Echo", "method": "POST", "url": "\#(server.url)/anything", "headers": [{"name": "X-Plain", "value": "{{plain}}"}],
             "query": [{"name": "q", "value": "{{plain}}"}], "body": {"type": "text", "text": "{{plain}}"},
             "captures": [{"variable": "seen", "from": "body", "query": "$.args.q"}],
             "assertions": [{"subject": "body", "query": "$.args.q", "predicate": "equals", "value": "other"}]}
            """#
        return try Program(files: ["collections/api/echo.request.json": request])
    }

    @Test(arguments: [
        ["send", "api/echo", "--print", "HBh"], ["send", "api/echo", "--json"],
        ["send", "api/echo", "--check", "--print", "h"], ["send", "api/echo", "--offline"],
        ["send", "api/echo", "--offline", "--format", "json"], ["send", "api/echo", "--offline", "--format", "curl"],
        ["send", "http://127.0.0.1:1/{{plain}}"], ["run", "api/echo"], ["run", "api/echo", "--history"],
        ["run", "api/echo", "--history", "--report", "json=-"],
        ["run", "api/echo"] + ["junit=r.xml", "json=r.json", "html=r.html", "tap=r.tap", "github=r.txt"].flatMap { ["--report", $0] },
    ])
    func `a secret is written nowhere`(words: [String]) async throws {
        let program = try program()
        let outcome = try await program.run(words + ["--secret-from", "plain=env:HIDDEN"], environment: ["HIDDEN": Self.secret])
        #expect(!outcome.output.contains(Self.marker), "\(outcome.output)")
        #expect(!outcome.error.contains(Self.marker), "\(outcome.error)")
        #expect(!(outcome.output + outcome.error).isEmpty)
        let files = try #require(FileManager.default.enumerator(at: program.folder, includingPropertiesForKeys: nil))
        for case let file as URL in files {
            guard let bytes = try? Data(contentsOf: file) else { continue }
            #expect(bytes.range(of: Data(Self.marker.utf8)) == nil, "\(file.lastPathComponent)")
        }
    }

    @Test func `a command without secrets has variables of the shell, and can be pasted`() async throws {
        let program = try Program()
        let words = [
            "send", "--offline", "--format", "curl", "POST", "http://127.0.0.1:1/?token={{token}}", "X-Own:it's {{own}}", "X-Other:{{own}}",
            "password={{word}}",
        ]
        let secrets = ["token", "own", "word"].flatMap { ["--secret-from", "\($0)=env:A_\($0)"] }
        let own = ["A_token": "t0ken-value", "A_own": "own-value", "A_word": "pa55-value"]
        let paste = #"command=$("$@") && curl() { printf '%s\n' "$@"; } && eval "$command""#
        let unset = try await program.run(words + secrets, environment: own, shell: paste)
        #expect(unset.code != 0 && unset.output.isEmpty && unset.error.contains("SECRET"), "\(unset)")
        let set = ["SECRET": "1 '\"", "SECRET_X_OTHER": "2", "SECRET_TOKEN": "3", "SECRET_PASSWORD": "4"]
        let pasted = try await program.run(words + secrets, environment: own.merging(set) { $1 }, shell: paste)
        for text in ["X-Own: it's 1 '\"\n", "X-Other: 2\n", "/?token=3\n", "\"password\": \"4\""] {
            #expect(pasted.output.contains(text), "\(pasted)")
        }
        #expect(set.keys.allSatisfy(pasted.error.contains) && !(pasted.output + pasted.error).contains("-value"), "\(pasted)")
    }

    @Test(arguments: [["send", "api/login", "--print", "HBh"], ["run", "api/login", "--history", "--report", "json=-"]])
    func `a variable whose name sounds like a credential is masked`(words: [String]) async throws {
        let request = #"{"name": "Login", "url": "\#(server.url)/anything?a={{adminPassword}}", "docs": "{{adminPassword}}"}"#
        let program = try Program(files: ["collections/api/login.request.json": request])
        let outcome = try await program.run(words + ["-v", "adminPassword=qzvx-word"])
        #expect(outcome.code == 0 && !(outcome.output + outcome.error).contains(Self.marker), "\(outcome)")
        let listed = try await program.run(["history", "--json"])
        #expect(listed.output.contains("anything") && !listed.output.contains(Self.marker))
    }

    /// Messages are cut within the secret, or come from a preview.
    @Test(
        arguments: [
            ["send", "api/bad"], ["send", "api/bad", "--offline"], ["send", "api/bad", "--offline", "--format", "json"],
            ["send", "api/bad", "--offline", "--format", "curl"], ["send", "api/bad", "--print", "H"],
            ["run", "api/bad", "--history", "--report", "json=-"],
        ], ["qzvxsecret", "qzvx" + String(repeating: "abcdefghij", count: 50)])
    func `a secret in an error is written nowhere`(words: [String], secret: String) async throws {
        let request = #"{"name": "Bad", "url": "http://127.0.0.1:75x51/echo?access={{plain}}"}"#
        let program = try Program(files: ["collections/api/bad.request.json": request])
        let outcome = try await program.run(words + ["--secret-from", "plain=env:HIDDEN"], environment: ["HIDDEN": secret])
        #expect(outcome.code == 3 && !(outcome.output + outcome.error).contains(Self.marker), "\(outcome)")
    }

    @Test func `a preview masks the cookies of the jar`() async throws {
        let program = try Program(files: [
            "environments/e.json": #"{"name": "e"}"#,
            "collections/api/set.request.json": #"{"url": "\#(server.url)/response-headers?Set-Cookie=sid%3Dqzvxjar%3BMax-Age%3D1000"}"#,
            "collections/api/get.request.json": #"{"url": "\#(server.url)/cookies"}"#,
        ])
        #expect(try await program.run(["send", "api/set", "-e", "e"]).code == 0)
        for format in ["http", "json", "curl"] {
            let outcome = try await program.run(["send", "api/get", "-e", "e", "--offline", "--format", format])
            #expect(outcome.output.contains("sid=") && !outcome.output.contains("qzvxjar"), "\(outcome)")
        }
    }

    @Test func `a long body is not read into memory for a preview`() async throws {
        let program = try Program(files: [
            "collections/api/big.request.json":
                #"{"method": "POST", "url": "\#(server.url)/post", "body": {"type": "file", "path": "big"}}"#
        ])
        let path = program.folder.appending(path: "space/big").path
        #expect(FileManager.default.createFile(atPath: path, contents: nil) && truncate(path, 1 << 42) == 0)
        for format in ["http", "json"] {
            let outcome = try await program.run(["send", "api/big", "--offline", "--print", "HB", "--format", format])
            #expect(outcome.code == 0, "\(outcome)")
            #expect(outcome.output.contains(format == "http" ? "which is not shown" : #""body": null"#), "\(outcome)")
        }
    }

    @Test(arguments: [
        ["run", "http://u:qzvxpw@127.0.0.1:1/n?access_token=qzvx", "--report", "junit=-,tap=r.tap,github=r.txt"],
        ["run", "a.http", "--report", "junit=r.xml"], ["send", "a.http#other"], ["send", "--offline", "//u:qzvxpw@127.0.0.1:1/n"],
        ["send", "--print", "H", "http://qzvxtoken0123456789@127.0.0.1:1/n"], ["send", "http://u:qzvxpw@127.0.0.1:99999/n"],
        ["send", "http://u:qzvxpw@[::1/n"], ["send", "ftp://u:qzvxpw@h/n"], ["list", "requests", "--json"],
        ["send", "http://h.test/", "--option", "proxy=http://u:qzvxpw@127.0.0.1:1"],
    ])
    func `a password in a URL is written nowhere`(words: [String]) async throws {
        let url = "http://u:qzvxpw@127.0.0.1:1/n"
        let program = try Program(files: ["collections/api/a.request.json": #"{"url": "\#(url)"}"#])
        try "GET \(url)?access_token=qzvx\n\n###\nGET \(url)\n".write(
            to: program.folder.appending(path: "space/a.http"), atomically: true, encoding: .utf8)
        for words in [words, ["history"], ["history", "--json", "--full"]] {
            let outcome = try await program.run(words)
            #expect(!(outcome.output + outcome.error).contains(Self.marker), "\(outcome)")
        }
        let files = try #require(FileManager.default.enumerator(at: program.folder, includingPropertiesForKeys: nil))
        for case let file as URL in files where !["a.request.json", "a.http"].contains(file.lastPathComponent) {
            guard let bytes = try? Data(contentsOf: file) else { continue }
            for text in [Self.marker, Data("u:qzvxpw".utf8).base64EncodedString()] {
                #expect(bytes.range(of: Data(text.utf8)) == nil, "\(file.lastPathComponent)")
            }
        }
    }

    /// The history stores the head of the request in Base64.
    @Test(arguments: [true, false]) func `credentials for a proxy are not in the stored head`(isFromEnvironment: Bool) async throws {
        let proxy = try ScriptedServer { _, _ in "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n" }
        let url = proxy.url.replacing("http://", with: "http://u:qzvxpw@")
        let program = try Program()
        let outcome = try await program.run(
            ["send", "http://h.test/n"] + (isFromEnvironment ? [] : ["--option", "proxy=\(url)"]),
            environment: isFromEnvironment ? ["http_proxy": url] : [:])
        #expect(outcome.code == 0, "\(outcome)")
        let credentials = Data("u:qzvxpw".utf8).base64EncodedString()
        #expect(proxy.requests.first?.contains("Proxy-Authorization: Basic \(credentials)") == true)
        let files = try #require(FileManager.default.enumerator(at: program.folder, includingPropertiesForKeys: nil))
        let stored = files.compactMap { ($0 as? URL).flatMap { try? Data(contentsOf: $0) } }
        func isStored(_ text: String) -> Bool {
            Self.encodings(of: text).contains { encoded in stored.contains { $0.range(of: Data(encoded.utf8)) != nil } }
        }
        #expect(isStored("Host: h.test") && !isStored(credentials))
    }

    /// The parts of a longer text in Base64 that the text determines, for each of the three places where it may begin.
    private static func encodings(of text: String) -> [String] {
        (0..<3).map { shift in
            let encoded = (Data(repeating: 0, count: shift) + Data(text.utf8)).base64EncodedString()
            return String(encoded.prefix((text.utf8.count + shift) / 3 * 4).dropFirst(shift == 0 ? 0 : shift + 1))
        }
    }

    @Test(arguments: [
        [], ["--stream"], ["--print", "b"], ["--output", "-"], ["--query", "$.data"], ["--query", ".data"],
    ]) func `a program that reads the output gets the body unmasked`(words: [String]) async throws {
        let outcome = try await program().run(
            ["send", "api/echo", "--secret-from", "plain=env:HIDDEN"] + words, environment: ["HIDDEN": "data"])
        let isQuery = words.first == "--query"
        #expect(
            try outcome.code == 0
                && (isQuery ? .string(outcome.output) : JSONValue(parsing: outcome.output)["data"]) == .string(isQuery ? "data\n" : "data"))
    }

    @Test(arguments: [
        ["send", "api/captured", "--json"], ["send", "api/cookie", "--json"], ["run", "api", "--report", "json=-"],
        ["run", "api", "--report", "html=-"], ["run", "api", "--history", "--report", "json=-"],
    ])
    func `neither a captured secret nor a cookie is in a report`(words: [String]) async throws {
        let captured = #"""
            {"method": "POST", "url": "\#(server.url)/anything", "body": {"type": "text", "text": "qzvx\"capture"},
             "captures": [{"variable": "seen", "from": "body", "query": "$.data", "secret": true}]}
            """#
        let cookie = #"""
            {"method": "GET", "url": "\#(server.url)/cookies/set/one/qz%76x", "options": {"redirects": {"follow": false}}}
            """#
        let program = try Program(files: [
            "collections/api/captured.request.json": captured, "collections/api/cookie.request.json": cookie,
        ])
        let outcome = try await program.run(words)
        #expect(outcome.code == 0 && outcome.output.contains("••••"), "\(outcome.error)\(outcome.output)")
        #expect(!outcome.output.contains(Self.marker), "\(outcome.output)")
    }

    @Test(arguments: [
        ["send", "api/a", "--json"], ["run", "api", "--report", "json=-"], ["run", "api", "--report", "html=-"],
        ["run", "api", "--history", "--report", "json=-"],
    ])
    func `a cookie that a server repeats is neither reported nor stored`(words: [String]) async throws {
        let body = "You are sid=abc123secret"
        let server = try ScriptedServer { number, _ in
            let cookie = number == 0 ? "Set-Cookie: sid=abc123secret; Max-Age=1000\r\n" : ""
            return "HTTP/1.1 200 OK\r\n\(cookie)Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
        }
        let program = try Program(files: [
            "collections/api/a.request.json": #"{"name": "A", "url": "\#(server.url)/a"}"#,
            "collections/api/b.request.json": #"{"name": "B", "url": "\#(server.url)/b"}"#,
        ])
        let outcome = try await program.run(words)
        #expect(outcome.code == 0 && outcome.output.contains("You are sid=••••"), "\(outcome.error)\(outcome.output)")
        let entries = try await program.run(["history", "--json", "--full"])
        #expect(![outcome, entries].contains { $0.output.contains("abc123secret") })
    }

    /// A large response waits in a file as it arrived, until the history has masked it.
    @Test(arguments: [
        (#"exec "$@""#, ["--query", ".a.b.c"]), (#"exec "$@""#, ["--output", "/dev/full"]), (#""$@" | head -c 10"#, []),
        (#""$@" & sleep 1; kill -TERM $!; wait $!"#, ["--stream"]),
    ])
    func `a send that fails or is interrupted leaves no response behind`(shell: String, words: [String]) async throws {
        let request = #"""
            {"method": "POST", "url": "\#(server.url)/anything", "body": {"type": "text", "text": "\#(String(repeating: "x", count: 200_000)){{plain}}"}}
            """#
        let slow = #"{"url": "\#(server.url)/drip?numbytes=400000&duration=2", "headers": [{"name": "X", "value": "{{plain}}"}]}"#
        let program = try Program(files: ["collections/api/large.request.json": request, "collections/api/slow.request.json": slow])
        let name = shell.contains("kill") ? "api/slow" : "api/large"
        _ = try await program.run(
            ["send", name, "--secret-from", "plain=env:HIDDEN"] + words, environment: ["HIDDEN": "qzvxdata"], shell: shell)
        let files = try #require(FileManager.default.enumerator(at: program.folder, includingPropertiesForKeys: nil))
        let left = files.compactMap { ($0 as? URL)?.path }.filter { $0.contains("/history-incoming/") }
        #expect(left == [])
    }

    /// As in the workbench, which has the body as it arrived. A long secret would be cut where it is quoted.
    @Test(arguments: [["send", "api/echo", "--check", "--print", "h"], ["run", "api/echo"], ["run", "api/echo", "--history"]])
    func `a secret in the response is compared, captured and never shown`(words: [String]) async throws {
        let secret = Self.marker + String(repeating: "0123456789", count: 12)
        let echo = #"""
            {"method": "POST", "url": "\#(server.url)/anything", "body": {"type": "text", "text": "{{plain}}"},
             "captures": [{"variable": "seen", "from": "body", "query": "$.data"}],
             "assertions": [{"subject": "body $.data", "predicate": "equals", "value": "{{plain}}"},
                            {"subject": "body $.data", "predicate": "startsWith", "value": "qz"}]}
            """#
        let program = try Program(files: ["collections/api/echo.request.json": echo])
        let outcome = try await program.run(words + ["--secret-from", "plain=env:HIDDEN"], environment: ["HIDDEN": secret])
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.error)")
        let file = program.folder.appending(path: "space/collections/api/echo.request.json")
        try Data(echo.replacing("\"qz\"", with: "\"other\"").utf8).write(to: file)
        let failed = try await program.run(words + ["--secret-from", "plain=env:HIDDEN"], environment: ["HIDDEN": secret])
        #expect(failed.code == 1 && (failed.output + failed.error).contains("••••"))
        #expect(!(failed.output + failed.error).contains(Self.marker), "\(failed.output)\(failed.error)")
    }

    /// Headers and the URL are compared as they arrived, like the body.
    @Test(arguments: [["send", "api/headers", "--check", "--print", "h"], ["run", "api/headers"], ["run", "api/headers", "--history"]])
    func `a secret in a header or the URL is compared, captured and never shown`(words: [String]) async throws {
        let request = #"""
            {"method": "GET", "url": "\#(server.url)/response-headers", "query": [{"name": "X-Echo", "value": "{{plain}}"}],
             "captures": [{"variable": "seen", "from": "header", "query": "X-Echo"}],
             "assertions": [{"subject": "header X-Echo", "predicate": "equals", "value": "{{plain}}"},
                            {"subject": "url", "predicate": "contains", "value": "X-Echo={{plain}}"},
                            {"subject": "header X-Echo", "predicate": "startsWith", "value": "qz"}]}
            """#
        let program = try Program(files: ["collections/api/headers.request.json": request])
        let outcome = try await program.run(
            words + ["--secret-from", "plain=env:HIDDEN"], environment: ["HIDDEN": Self.marker + "0123456789"])
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.error)")
        let file = program.folder.appending(path: "space/collections/api/headers.request.json")
        try Data(request.replacing("\"qz\"", with: "\"other\"").utf8).write(to: file)
        let failed = try await program.run(
            words + ["--secret-from", "plain=env:HIDDEN"], environment: ["HIDDEN": Self.marker + "0123456789"])
        #expect(failed.code == 1 && (failed.output + failed.error).contains("••••"))
        #expect(!(failed.output + failed.error).contains(Self.marker), "\(failed.output)\(failed.error)")
    }

    @Test(arguments: ["", "\n", "\r\n"]) func `a secret from a file ends before its line break`(lineEnd: String) async throws {
        let program = try program()
        try Data("marker-7\(lineEnd)".utf8).write(to: program.folder.appending(path: "space/secret.txt"))
        let words = ["send", "api/echo", "--secret-from", "plain=file:secret.txt", "--output", "body.json"]
        #expect(try await program.run(words).code == 0)
        #expect(try program.text(of: "body.json").contains(#""marker-7""#))
    }

    @Test(arguments: [[], Array("\n".utf8), [0xFF]] as [[UInt8]]) func `a secret file without text is refused`(_ bytes: [UInt8])
        async throws
    {
        let program = try program()
        try Data(bytes).write(to: program.folder.appending(path: "space/secret.txt"))
        let outcome = try await program.run(["send", "api/echo", "--secret-from", "plain=file:secret.txt"])
        #expect(outcome.code == 3 && outcome.error.contains("secret.txt"), "\(outcome)")
    }

    @Test func `a secret from an empty variable is refused`() async throws {
        let words = ["send", "api/echo", "--secret-from", "plain=env:HIDDEN"]
        let outcome = try await program().run(words, environment: ["HIDDEN": ""])
        #expect(outcome.code == 3 && outcome.error.contains("HIDDEN, which is empty"), "\(outcome)")
    }

    /// Without a history, a report has the first 64 KiB of a large response, which may end within a secret.
    @Test(arguments: [65_520, 65_526, 65_530]) func `the beginning of a secret at the end of a stored part is masked`(_ offset: Int)
        async throws
    {
        let server = try ScriptedServer { _, head in
            let key = head.split(separator: "\r\n").first { $0.hasPrefix("X-Key: ") }.map { String($0.dropFirst(7)) } ?? ""
            let body = String(repeating: "p", count: offset) + key + String(repeating: "q", count: 100_000)
            return "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n" + body
        }
        let request = #"{"url": "\#(server.url)/edge", "headers": [{"name": "X-Key", "value": "{{key}}"}]}"#
        let program = try Program(files: ["collections/api/edge.request.json": request])
        let outcome = try await program.run(
            ["run", "api", "--secret-from", "key=env:HIDDEN", "--report", "json=e.json,html=e.html"],
            environment: ["HIDDEN": "ABCDEFGHIJKLMNOPQRST"])
        #expect(outcome.code == 0, "\(outcome)")
        for name in ["e.json", "e.html"] { #expect(try !program.text(of: name).contains("ABCDEF")) }
    }

    @Test func `standard input holds one secret`() async throws {
        let words = ["send", "api/echo", "--secret-from", "plain=-", "--secret-from", "other=-"]
        let outcome = try await program().run(words, input: "marker-7\n")
        #expect(outcome.code == 3 && outcome.error.contains("other"), "\(outcome)")
    }

    @Test(arguments: [["--secret-from", "plain=-"], ["--variable", "plain=1"]])
    func `a variable for words after dashes, which have none, is refused`(_ option: [String]) async throws {
        let outcome = try await program().run(["send"] + option + ["--", "curl", "http://127.0.0.1:1/"], input: "marker-7\n")
        #expect(outcome.code == 2 && outcome.output.isEmpty, "\(outcome)")
    }

    @Test func `a secret file over the limit is refused with the limit`() async throws {
        let program = try program()
        try Data(count: (1 << 20) + 1).write(to: program.folder.appending(path: "space/secret.txt"))
        let outcome = try await program.run(["send", "api/echo", "--secret-from", "plain=file:secret.txt"])
        #expect(outcome.code == 3 && outcome.error.contains("larger than 1 MB"), "\(outcome.error)")
    }

    @Test func `a saved file has the bytes of the response`() async throws {
        let program = try program()
        let words = ["send", "api/echo", "--output", "body.json", "--secret-from", "plain=env:HIDDEN"]
        #expect(try await program.run(words, environment: ["HIDDEN": "marker-7"]).code == 0)
        #expect(try program.text(of: "body.json").contains("marker-7"))
    }
}
