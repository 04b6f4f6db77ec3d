import Foundation
import JSON
import Testing

/// Downloads that continue an interrupted one.
@Suite(.timeLimit(.minutes(5))) struct DownloadTests {
    private static func response(_ status: String, _ fields: [String], _ body: String, length: Int? = nil) -> String {
        let head = ["HTTP/1.1 \(status)", "Content-Length: \(length ?? body.utf8.count)", "Connection: close"] + fields
        return head.joined(separator: "\r\n") + "\r\n\r\n" + body
    }

    /// The response to the second call of a download of `0123456789` that was interrupted after `01234`.
    @Test(arguments: [
        (response("206 Partial Content", ["Content-Range: bytes 5-9/10"], "56789"), 2, "0123456789"),
        (response("200 OK", ["ETag: \"two\""], "another"), 2, "another"),
        (response("206 Partial Content", ["Content-Range: bytes 0-9/10"], "0123456789"), 3, "whole"),
        (response("206 Partial Content", ["Content-Range: bytes 5-9/10", "ETag: \"two\""], "fghij"), 3, "whole"),
        (response("206 Partial Content", ["Content-Range: bytes 5-6/10"], "56"), 3, "whole"),
        (response("206 Partial Content", ["Content-Range: bytes 5-7/8"], "567"), 3, "whole"),
        (response("206 Partial Content", ["Content-Range: bytes 5-9/10", "Content-Encoding: gzip"], "zipzp"), 3, "whole"),
        (response("416 Range Not Satisfiable", ["Content-Range: bytes */3"], ""), 3, "whole"),
    ])
    func `parts of two versions are never joined`(second: String, count: Int, expected: String) async throws {
        let server = try ScriptedServer { number, _ in
            switch number {
            case 0: Self.response("200 OK", ["ETag: \"one\""], "01234", length: 10)
            case 1: second
            default: Self.response("200 OK", ["ETag: \"three\""], "whole")
            }
        }
        let program = try Program()
        let words = ["send", "\(server.url)/file.txt", "--download", "--no-history"]
        #expect(try await program.run(words).code == 3)
        #expect(try program.text(of: "file.txt.part") == "01234")
        let outcome = try await program.run(words)
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(try program.text(of: "file.txt") == expected)
        #expect(server.requests.count == count)
        #expect(server.requests[1].contains("Range: bytes=5-\r\n") && server.requests[1].contains("If-Range: \"one\"\r\n"))
        #expect(server.requests.dropFirst(2).allSatisfy { !$0.contains("Range:") })
        for rest in ["file.txt.part", "file.txt.part.json"] { #expect(throws: (any Error).self) { try program.text(of: rest) } }
    }

    /// The size of the whole file would not fit into a number.
    @Test func `a server may name any length`() async throws {
        let server = try ScriptedServer { number, _ in
            number == 0
                ? Self.response("200 OK", ["ETag: \"one\""], "01234", length: 10)
                : Self.response("206 Partial Content", ["Content-Range: bytes 5-9/10"], "56789", length: .max)
        }
        let program = try Program()
        let words = ["send", "\(server.url)/file.txt", "--download", "--no-history"]
        for _ in 1...2 { #expect(try await program.run(words).code == 3) }
        #expect(try program.text(of: "file.txt.part") == "0123456789")
    }

    @Test func `a rest longer than announced is an error`() async throws {
        let server = try ScriptedServer { number, _ in
            number == 0
                ? Self.response("200 OK", ["ETag: \"one\""], "01234", length: 10)
                : Self.response("206 Partial Content", ["Content-Range: bytes 5-9/10"], "56789more")
        }
        let program = try Program()
        let words = ["send", "\(server.url)/file.txt", "--download", "--no-history"]
        #expect(try await program.run(words).code == 3)
        let outcome = try await program.run(words)
        #expect(outcome.code == 3 && outcome.error.contains("Content-Range"), "\(outcome.error)")
        #expect(throws: (any Error).self) { try program.text(of: "file.txt") }
    }

    @Test func `a broken configuration and damaged cookies are reported`() async throws {
        let server = try ScriptedServer { _, _ in Self.response("200 OK", ["Set-Cookie: a=1; Max-Age=1000"], "text") }
        let program = try Program()
        let homes = ["XDG_CONFIG_HOME": "c", "XDG_DATA_HOME": "d"].mapValues { program.folder.appending(path: $0).path }
        #expect(try await program.run(["send", server.url], environment: homes).error.isEmpty)
        let data = program.folder.appending(path: "d/apus")
        let names = try FileManager.default.contentsOfDirectory(atPath: data.path)
        let jar = try #require(names.first { $0.hasSuffix(".cookies.json") })
        try Data("{".utf8).write(to: data.appending(path: jar))
        let configuration = program.folder.appending(path: "c/apus")
        try FileManager.default.createDirectory(at: configuration, withIntermediateDirectories: true)
        try Data("{".utf8).write(to: configuration.appending(path: "config.json"))
        let outcome = try await program.run(["send", server.url], environment: homes)
        #expect(outcome.code == 0 && outcome.error.contains("config.json:1:2"), "\(outcome.error)")
        #expect(outcome.error.contains("\(jar).damaged"), "\(outcome.error)")
    }

    @Test(.timeLimit(.minutes(5))) func `a pipe in the place of the history is refused`() async throws {
        let server = try ScriptedServer { _, _ in Self.response("200 OK", [], "text") }
        let program = try Program()
        let data = program.folder.appending(path: "d/apus")
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
        try #require(mkfifo(data.appending(path: "history.sqlite").path, 0o600) == 0)
        let outcome = try await program.run(
            ["send", server.url], environment: ["XDG_DATA_HOME": program.folder.appending(path: "d").path])
        #expect(outcome.error.contains("history.sqlite") && outcome.error.contains("it is a pipe"), "\(outcome.error)")
    }

    /// The deflate data of `aura` without its last two bytes, which HTTP calls complete.
    @Test func `compressed data without its end is an error, and with lenient parsing a remark`() async throws {
        let server = try ScriptedServer { _, _ in Self.response("200 OK", ["Content-Encoding: deflate"], "K,-J") }
        let program = try Program()
        let refused = try await program.run(["send", server.url, "--no-history"])
        #expect(refused.code == 3 && refused.error.contains("--option parsing"))
        for words in [[], ["--output", "file.txt"]] {
            let accepted = try await program.run(["send", "\(server.url)/file.txt", "--no-history", "--option", "parsing=lenient"] + words)
            #expect(accepted.code == 0 && accepted.error.contains("the body may be incomplete"))
            #expect(try words.isEmpty ? accepted.output == "aur" : program.text(of: "file.txt") == "aur")
        }
    }

    @Test func `an output file keeps its permissions, and its content if the response fails`() async throws {
        let server = try ScriptedServer { number, _ in Self.response(number == 0 ? "404 Not Found" : "200 OK", [], "new") }
        let program = try Program(files: ["keep": "old"])
        let path = program.folder.appending(path: "space/keep").path
        try FileManager.default.setAttributes([.posixPermissions: 0o664], ofItemAtPath: path)
        let failed = try await program.run(["send", "\(server.url)/a", "--fail", "--output", "keep"])
        #expect(try failed.code == 4 && program.text(of: "keep") == "old", "\(failed.error)")
        #expect(try await program.run(["send", "\(server.url)/a", "--fail", "--output", "keep"]).code == 0)
        #expect(try program.text(of: "keep") == "new")
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o664)
        let unset = try await program.run(["send", "\(server.url)/a", "--output", ""])
        #expect(unset.code == 2 && server.requests.count == 2)
    }

    private static let outputs = [
        ["-o", "DIR/f"], ["-d", "-o", "DIR/f"], ["--", "curl", "-D", "DIR/f"], ["--", "curl", "-I", "-o", "DIR/f"],
        ["--", "curl", "-o", "DIR/f"], ["--", "wget", "-O", "DIR/f"], ["--", "http", "-o", "DIR/f"],
    ]

    private static func words(_ options: [String], _ folder: String, _ server: ScriptedServer) -> [String] {
        ["send"] + options.map { $0.replacing("DIR", with: folder) } + ["\(server.url)/a"]
    }

    @Test(arguments: outputs) func `nothing is sent if the folder of an output does not exist or is a file`(_ options: [String])
        async throws
    {
        let server = try ScriptedServer { _, _ in Self.response("200 OK", [], "text") }
        let program = try Program(files: ["file": "old"])
        for folder in ["file", "none"] {
            let outcome = try await program.run(Self.words(options, folder, server))
            #expect(outcome.code == 2 && outcome.error.contains("\(folder)/f"), "\(outcome)")
        }
        #expect(try server.requests.isEmpty && program.text(of: "file") == "old")
    }

    /// Permissions do not bind the superuser. A file that is there is replaced by a new one.
    @Test(.enabled(if: geteuid() != 0), arguments: outputs + [["-d"], ["--", "curl", "-OJ"]])
    func `nothing is sent if a folder cannot be written to`(_ options: [String]) async throws {
        let server = try ScriptedServer { _, _ in Self.response("200 OK", [], "text") }
        let program = try Program(files: ["locked/f": "old"])
        let locked = program.folder.appending(path: "space/locked").path
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: locked)
        let outcome = try await program.run(Self.words(options, ".", server), in: "space/locked")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: locked)
        #expect(outcome.code == 2, "\(outcome)")
        #expect(try server.requests.isEmpty && program.text(of: "locked/f") == "old")
    }

    @Test func `an unrequested part is not saved`() async throws {
        let server = try ScriptedServer { _, _ in Self.response("206 Partial Content", ["Content-Range: bytes 0-1/4"], "ab") }
        let program = try Program()
        #expect(try await program.run(["send", "\(server.url)/file.txt", "--download", "--no-history"]).code == 1)
        #expect(throws: (any Error).self) { try program.text(of: "file.txt") }
    }

    @Test func `an existing file is never overwritten`() async throws {
        let server = try ScriptedServer { _, _ in
            Self.response("200 OK", [#"Content-Disposition: attachment; filename="file.txt""#], "theirs")
        }
        let program = try Program(files: ["file.txt": "mine"])
        #expect(try await program.run(["send", "\(server.url)/x", "--download", "--no-history"]).code == 0)
        #expect(try program.text(of: "file.txt") == "mine")
        #expect(try program.text(of: "file-1.txt") == "theirs")
        #expect(try await program.run(["send", "\(server.url)/file.txt", "--download", "--no-history"]).error.contains("file-2.txt"))
    }

    @Test func `a download has the name of the output, which it replaces when it is complete`() async throws {
        let server = try ScriptedServer { number, _ in
            switch number {
            case 0: Self.response("200 OK", ["ETag: \"one\""], "01234", length: 10)
            case 1: Self.response("206 Partial Content", ["Content-Range: bytes 5-9/10"], "56789")
            default: Self.response("404 Not Found", [], "none")
            }
        }
        let program = try Program(files: ["sub/mine": "old"])
        let words = ["send", "\(server.url)/file.txt", "-d", "-o", "sub/mine", "--no-history"]
        #expect(try await program.run(words).code == 3)
        #expect(try program.text(of: "sub/mine") == "old" && program.text(of: "sub/mine.part") == "01234")
        let other = try await program.run(["send", "\(server.url)/other", "-d", "-o", "sub/mine", "--no-history"])
        #expect(other.code == 2 && other.error.contains("sub/mine.part") && server.requests.count == 1, "\(other)")
        #expect(try await program.run(words).code == 0 && program.text(of: "sub/mine") == "0123456789")
        #expect(server.requests[1].contains("Range: bytes=5-\r\n"))
        #expect(try await program.run(words).code == 1 && program.text(of: "sub/mine") == "0123456789")
        let files = try FileManager.default.contentsOfDirectory(atPath: program.folder.appending(path: "space/sub").path)
        #expect(files == ["mine"], "\(files)")
    }

    /// The server responds to none before all have asked.
    @Test func `downloads of one name at the same time get names of their own`() async throws {
        let server = try ScriptedServer(holding: 4) { number, _ in Self.response("200 OK", ["ETag: \"one\""], "whole \(number)") }
        let program = try Program()
        let ends = #"for i in 1 2 3 4; do "$@" & all="$all $!"; done; for one in $all; do wait $one || exit 1; done"#
        let outcome = try await program.run(["send", "\(server.url)/file.txt", "--download", "--no-history"], shell: ends)
        #expect(outcome.code == 0, "\(outcome.error)")
        let names = ["file.txt", "file-1.txt", "file-2.txt", "file-3.txt"]
        #expect(try Set(names.map(program.text)) == Set((0..<4).map { "whole \($0)" }))
        let files = try FileManager.default.contentsOfDirectory(atPath: program.folder.appending(path: "space").path)
        #expect(files.filter { $0.hasPrefix("file") }.count == 4, "\(files)")
    }

    /// Two addresses with the same last segment; the part of the second keeps its name when that of the first is free again.
    @Test func `the incomplete download of another URL is kept, and each is continued`() async throws {
        let server = try ScriptedServer { _, request in
            let letters = request.contains("id=2") ? "abcde" : "vwxyz"
            guard request.contains("Range:") else {
                return Self.response("200 OK", ["ETag: \"one\""], String(letters.prefix(2)), length: 5)
            }
            return Self.response("206 Partial Content", ["Content-Range: bytes 2-4/5"], String(letters.suffix(3)))
        }
        let program = try Program()
        func download(_ id: Int) async throws -> Int32 {
            try await program.run(["send", "\(server.url)/big?id=\(id)", "--download", "--no-history"]).code
        }
        for id in [2, 3] { #expect(try await download(id) == 3) }
        #expect(try program.text(of: "big.part") == "ab" && program.text(of: "big-1.part") == "vw")
        for id in [2, 3] { #expect(try await download(id) == 0) }
        #expect(try program.text(of: "big") == "abcde" && program.text(of: "big-1") == "vwxyz")
        let files = try FileManager.default.contentsOfDirectory(atPath: program.folder.appending(path: "space").path)
        #expect(files.filter { $0.hasPrefix("big") }.count == 2, "\(files)")
    }

    @Test func `a download that is refused leaves no file`() async throws {
        let server = try ScriptedServer { _, _ in Self.response("404 Not Found", [], "none") }
        let program = try Program()
        #expect(try await program.run(["send", "\(server.url)/file.txt", "--download", "--no-history"]).code == 1)
        let files = try FileManager.default.contentsOfDirectory(atPath: program.folder.appending(path: "space").path)
        #expect(files == ["collections"], "\(files)")
    }

    /// The file name is the last segment of the URL.
    @Test(arguments: [("a/%1b]0;x%07%c2%9f", "]0;x"), ("%2e%2e%2fb%e2%80%ae", "b"), ("%2e", "download")])
    func `a name of the URL has no control characters`(path: String, name: String) async throws {
        let server = try ScriptedServer { _, _ in Self.response("200 OK", [], "text") }
        let program = try Program()
        #expect(try await program.run(["send", "\(server.url)/\(path)", "--download", "--no-history"]).code == 0)
        #expect(try program.text(of: name) == "text")
    }

    @Test(arguments: ["file.txt.part", "file.txt.part.json"]) func `files and pipes of other programs are kept`(_ name: String) async throws
    {
        let server = try ScriptedServer { _, _ in Self.response("200 OK", [], "whole") }
        let program = try Program(files: [name: "01234"])
        #expect(mkfifo(program.folder.appending(path: "space/file.txt-1.part").path, 0o600) == 0)
        #expect(try await program.run(["send", "\(server.url)/file.txt", "--download", "--no-history"]).code == 0)
        #expect(try program.text(of: "file.txt") == "whole" && program.text(of: name) == "01234")
        let files = try FileManager.default.contentsOfDirectory(atPath: program.folder.appending(path: "space").path)
        #expect(files.filter { $0.hasPrefix("file.txt") }.sorted() == ["file.txt", "file.txt-1.part", name].sorted())
        #expect(server.requests.allSatisfy { !$0.contains("Range:") })
    }
}

/// Requests that `apus send --offline` prints.
@Suite(.timeLimit(.minutes(5))) struct OfflineTests {
    @Test(arguments: ["http", "curl", "json"])
    func `a request that would fail before it is sent is not shown without the reason`(format: String) async throws {
        let auth = #"{"type": "basic", "username": "a:b", "password": "c"}"#
        let program = try Program(files: [
            "collections/a/auth.request.json": #"{"url": "http://h/", "auth": \#(auth)}"#,
            "collections/a/header.request.json": #"{"url": "http://h/", "headers": [{"name": "a b", "value": "c"}]}"#,
        ])
        for name in ["a/auth", "a/header"] {
            let outcome = try await program.run(["send", name, "--offline", "--format", format])
            #expect(outcome.code == 3 && outcome.output.isEmpty && !outcome.error.isEmpty, "\(name) \(outcome.output)\(outcome.error)")
        }
    }

    @Test(arguments: ["tls.authorities", "tls.certificate"])
    func `a file that cannot be read is named with its option`(name: String) async throws {
        let outcome = try await Program().run(["send", "https://h/", "--offline", "-O", "\(name)=/nowhere"])
        #expect(outcome.code == 3 && outcome.error.contains("--option \(name)") && !outcome.error.contains("`"), "\(outcome)")
    }

    @Test(arguments: [["a=1"], ["--form", "a=1"], ["--multipart", "a=1"]])
    func `a request as JSON has the headers that belong to its body`(items: [String]) async throws {
        let outcome = try await Program().run(["send", "POST", "http://h/", "--offline", "--format", "json"] + items)
        let request = try JSONValue(parsing: outcome.output)
        let type = request["headers"]?.array?.first { $0["name"] == "Content-Type" }?["value"]?.string ?? ""
        let named = ["a=1": "application/json", "--form": "application/x-www-form-urlencoded", "--multipart": "multipart/form-data"]
        #expect(type.hasPrefix(named[items[0]] ?? "none"), "\(outcome)")
        if let boundary = type.firstRange(of: "boundary=").map({ type[$0.upperBound...] }) {
            #expect(request["body"]?.string?.contains(boundary) == true)
        }
    }

    @Test(arguments: [["--output", "file"], ["--download"], ["--stream"], ["--json"], ["--query", "."], ["--check"]])
    func `options for a response are refused offline`(options: [String]) async throws {
        let outcome = try await Program().run(["send", "http://127.0.0.1:1/x", "--offline"] + options)
        #expect(outcome.code == 2 && outcome.error.contains(options[0]), "\(outcome.output)\(outcome.error)")
    }

    @Test func `the parts of a request can be chosen offline`() async throws {
        let outcome = try await Program().run(["send", "POST", "http://127.0.0.1:1/x", "a=1", "--offline", "--print", "B"])
        #expect(outcome.code == 0 && outcome.output.hasPrefix("{") && !outcome.output.contains("User-Agent"), "\(outcome.output)")
    }

    @Test func `a variable fills a path parameter without a value`() async throws {
        let program = try Program(files: ["collections/api/a.request.json": #"{"url": "http://h/people/:id"}"#])
        let filled = try await program.run(["send", "api/a", "--offline", "-v", "id=a/5"])
        #expect(filled.output.hasPrefix("GET http://h/people/a%2F5"), "\(filled)")
        let missing = try await program.run(["send", "api/a", "--offline"])
        #expect(missing.code == 3 && missing.error.contains("--variable id=VALUE"), "\(missing)")
    }

    @Test(arguments: [
        ["--format", "curl"], ["--output", "f", "--query", "."], ["--download", "--output", "-"], ["--json", "--query", ".a"],
        ["--stream", "--query", ".a"], ["--json", "--stream"],
    ])
    func `an option that would be ignored is refused before anything is sent`(_ options: [String]) async throws {
        let server = try ScriptedServer { _, _ in "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" }
        let outcome = try await Program().run(["send", server.url] + options)
        #expect(outcome.code == 2 && outcome.error.contains(options[0]), "\(outcome)")
        #expect(server.requests.isEmpty)
    }

    /// The namespace of a prefix is known only with the response; jq has no prefixes. Nothing listens at the address.
    @Test(arguments: [(".a | noprefix", 2), (".a | nosuch", 2), ("//prefix[", 2), ("//p:a", 3), (".prefix", 3)])
    func `a query with a syntax error is refused before anything is sent`(query: String, code: Int) async throws {
        let outcome = try await Program().run(["send", "POST", "http://127.0.0.1:1/", "a=b", "--query", query])
        #expect(Int(outcome.code) == code, "\(outcome)")
    }

    @Test func `a word before the command after two dashes is refused`() async throws {
        let outcome = try await Program().run(["send", "http://127.0.0.1:1/", "--offline", "--", "curl", "http://127.0.0.1:1/x"])
        #expect(outcome.code == 2 && outcome.error.contains("http://127.0.0.1:1/"), "\(outcome.output)\(outcome.error)")
    }
}
