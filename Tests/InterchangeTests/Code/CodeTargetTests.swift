import Foundation
import HTTP
import HTTPConformance
import Platform
import Testing
import Workspace

@testable import Interchange

/// Code for other programs, run where the machine has its tool, and what arrives of it.
@Suite struct CodeTargetTests {
    /// A request without its server.
    struct Sample: Sendable, CustomTestStringConvertible {
        let name: String
        var method = HTTPMethod.post
        var target = "/p"
        var headers: HTTPHeaders = [:]
        var body: any HTTPBody = EmptyBody()
        /// The limits of clients that change the request.
        var changedBy: Set<CodeTarget.Limit> = []

        /// True if a client can send the request unchanged.
        func suits(_ target: CodeTarget) -> Bool { changedBy.isDisjoint(with: target.limits) }

        var testDescription: String { name }

        func request(to base: String) -> HTTPRequest {
            HTTPRequest(method: method, url: base + target, headers: headers, body: body)
        }
    }

    static let awkward = """
        {
          "quotes": "\\"'`´“”", "shell": "$HOME $(id) `id` %PATH% !x ^y ~",
          "templates": "${x} #{y} {{z}} \\u0041 \\\\ /* */ // <!-- -->",\t
          "text": "Grüße, 世界 😀 \u{202E}\u{200B}"
        }

        """

    static func samples(_ file: String) -> [Sample] {
        let boundary = "apus-test-boundary"
        return [
            Sample(
                name: "query", method: .get, target: "/a%20b/%C3%BC?q=1&q=2&e=&bare&x=%26%3D'~(!)*[]",
                headers: ["Accept": "a/b, */*", "X-Quoted": #"a "b" 'c' \d $e `f` %g #{h} "#.trimmingCharacters(in: .whitespaces)]),
            Sample(name: "JSON", headers: ["Content-Type": "application/json"], body: DataBody(Array(awkward.utf8))),
            Sample(name: "lines", headers: ["Content-Type": "text/plain"], body: DataBody(Array("a\r\nb\n\n\"\"\"c\n@d".utf8))),
            Sample(name: "form", headers: ["Content-Type": "application/x-www-form-urlencoded"], body: DataBody(Array("a=1&b=%20".utf8))),
            Sample(name: "at sign", headers: ["Content-Type": "text/plain"], body: DataBody(Array("@not-a-file".utf8))),
            Sample(name: "untyped", method: .put, body: DataBody(Array("plain".utf8)), changedBy: [.addsType]),
            Sample(name: "file", method: .put, headers: ["Content-Type": "application/x-bytes"], body: FileBody(path: file)),
            Sample(
                name: "empty values",
                headers: ["Content-Type": "application/x-www-form-urlencoded", "X-Empty": "", "Cookie": "a=\"b c\"; d="],
                body: DataBody(Array("a=&b=&=c&a=%2B+%C3%BC".utf8))),
            Sample(name: "no bytes", headers: ["Content-Type": "text/plain"], body: DataBody([])),
            Sample(
                name: "names of parts",
                body: MultipartBody([.field("a b", "1"), .field("a b", "2"), .field("ü 😀[]", "")], boundary: boundary)),
            // HTTPie escapes quotes in names in its own way.
            Sample(
                name: "quotes in names", body: MultipartBody([.field("a\"b\\c", "1", contentType: "a/b")], boundary: boundary),
                changedBy: [.noTypesOfTextParts]),
            Sample(
                name: "name of a file",
                body: MultipartBody(
                    [.file("f", path: file, fileName: "ü \"q\" $x `y`;z,.bin", contentType: "text/plain")], boundary: boundary),
                changedBy: [.noFilesInParts, .ownFileNames]),
            Sample(
                name: "long", headers: ["Content-Type": "text/plain"],
                body: DataBody(Array(String(repeating: "'a\"b\\ü\n", count: 30_000).utf8))),
            Sample(name: "delete", method: .delete, target: "/x?y"),
            Sample(name: "brackets", method: .get, target: "/a[1]/b?c[d]=[e]"),
            Sample(name: "backslashes", body: MultipartBody([.field("a", "c\\d\\\\=e\\")], boundary: boundary)),
            Sample(name: "beyond ASCII", method: .get, headers: ["X-A": "é→ü 😀"], changedBy: [.headersInASCII]),
            Sample(
                name: "lower case", method: "patch", body: DataBody(Array("a".utf8)), changedBy: [.addsType, .methodsInCapitals]),
            Sample(name: "own method", method: "PROPFIND"),
            Sample(
                name: "repeated", method: .get, headers: ["X-A": "1", "X-B": "2", "X-A": "3"],
                changedBy: [.joinsHeaders]),
            Sample(
                name: "body of GET", method: .get, headers: ["Content-Type": "text/plain"], body: DataBody(Array("b".utf8)),
                changedBy: [.noBodyOfGET]),
            // A quote with a combining mark is another character for Swift, but not for a shell.
            Sample(
                name: "marks", headers: ["Content-Type": "text/plain", "X-B": "=@/etc/hostname"],
                body: DataBody(Array("'\u{301}; exit 9 # \"\u{301} + `\u{301}$\u{301}(exit 9)\\\u{301}".utf8))),
            Sample(
                name: "attributes of a type",
                body: MultipartBody(
                    [
                        .field("a", "1", contentType: "text/x;headers=@/etc/hostname"), .field("b", "@/etc/hostname"),
                        .field("c", "'\u{301}\"\u{301}", contentType: "text/x; filename=y, z"),
                        .field("d", "4", contentType: "text/x; charset=utf-8"),
                    ], boundary: boundary), changedBy: [.noTypesOfTextParts, .noHeadersOfParts]),
            Sample(
                name: "fields", body: MultipartBody([.field("a", "1 & 2"), .field("b", "<x> @y; z=\"1\"\n2")], boundary: boundary)),
            Sample(
                name: "parts",
                body: MultipartBody(
                    [.field("a", "1"), .file("f", path: file, fileName: "n.bin", contentType: "application/x-bytes")], boundary: boundary),
                changedBy: [.noFilesInParts, .ownFileNames]),
            Sample(
                name: "typed part", body: MultipartBody([.field("j", "{\"a\": 1}", contentType: "application/json")], boundary: boundary),
                changedBy: [.noTypesOfTextParts]),
            Sample(
                name: "headers of a part",
                body: MultipartBody(
                    [MultipartPart(name: "h", additionalHeaders: ["X-A": "1; \"a\"", "X-B": "2"], body: DataBody(Array("3".utf8)))],
                    boundary: boundary),
                changedBy: [.noHeadersOfParts]),
        ]
    }

    /// A program that runs code: its words before the file's path, and words that succeed where it is installed.
    struct Runner: Sendable {
        let words: [String]
        let probe: [String]
        /// The end of the file's name, for a program that reads no other files.
        var ending = "txt"

        static let all: [String: Runner] = [
            "curl": .init(words: ["sh"], probe: ["curl", "--version"]), "wget": .init(words: ["sh"], probe: ["wget", "--version"]),
            "httpie": .init(words: ["sh"], probe: ["http", "--version"]),
            "powershell": .init(words: ["pwsh", "-NoProfile", "-File"], probe: ["pwsh", "-Version"], ending: "ps1"),
            "python-requests": .init(words: ["python3"], probe: ["python3", "-c", "import requests"]),
            "python-httpx": .init(words: ["python3"], probe: ["python3", "-c", "import httpx"]),
            "javascript-fetch": .init(words: ["node"], probe: ["node", "--version"], ending: "mjs"),
            "javascript-axios": .init(words: ["node"], probe: ["node", "--input-type=module", "--eval", "import 'axios'"], ending: "mjs"),
            "go": .init(words: ["go", "run"], probe: ["go", "version"], ending: "go"),
            "java": .init(words: ["java"], probe: ["javac", "--version"], ending: "java"),
            "php": .init(words: ["php"], probe: ["php", "-r", "curl_init();"]),
            "ruby": .init(words: ["ruby"], probe: ["ruby", "--version"]),
        ]

        func isInstalled() async -> Bool { (try? await ChildProcess.run(.init(probe), outputLimit: 1 << 20).status) == 0 }
    }

    @Test(arguments: CodeTarget.all.filter { Runner.all[$0.id] != nil }.map(\.id))
    func `a request arrives from code as from the workbench`(_ id: String) async throws {
        let (target, runner) = (try #require(CodeTarget.named(id)), try #require(Runner.all[id]))
        guard await runner.isInstalled() else { return }
        let (folder, file) = try makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // A module is searched next to the file that imports it.
        if let modules = processEnvironment["NODE_PATH"] {
            try FileManager.default.createSymbolicLink(atPath: folder + "/node_modules", withDestinationPath: modules)
        }
        for sample in Self.samples(file) where sample.suits(target) {
            if sample.headers["Content-Type"] == nil, sample.body is FileBody { continue }
            let server = try recorder()
            let request = sample.request(to: server.url)
            if case .parts(let parts, _) = try CodeRequest(request).body, parts.contains(where: \.isFile),
                target.limits.contains(.noFilesInParts)
            {
                continue
            }
            // An argument of wget is limited.
            if id == "wget", sample.name == "long" { continue }
            let code = try target.code(for: CodeRequest(request))
            let path = "\(folder)/Main.\(runner.ending)"
            try Data(code.text.utf8).write(to: URL(filePath: path))
            let result = try await run(runner.words + [path])
            #expect(result.status == 0, "\(id), \(sample.name): \(result.errorText)")
            let received = try #require(server.requests.last, "\(id), \(sample.name) sent nothing: \(code.text)")
            try expect(received, equals: request, "\(id), \(sample.name)")
            #expect(code.losses == (target.limits.contains(.noRedirects) ? ["Redirects are not followed."] : []), "\(id), \(sample.name)")
        }
    }

    @Test func `differences of a client are reported`() throws {
        let request = try CodeRequest(HTTPRequest(method: "patch", url: "http://h/", headers: ["X": "é", "Expect": "100-continue"]))
        #expect(try CodeTarget.curl.code(for: request).losses == [])
        #expect(try CodeTarget.wget.code(for: request).losses == ["wget sends the method in capital letters."])
        #expect(try CodeTarget.ruby.code(for: request).losses == ["Redirects are not followed."])
        #expect(
            try CodeTarget.java.code(for: request).losses == [
                "Java refuses header values with characters beyond ASCII.",
                "The header “Expect” is omitted, since Java sets it itself.",
            ])
    }

    @Test func `a backslash that HTTPie would drop is refused`() {
        for headers in [["X": #"\:"#], ["X": #"a\\\@"#]] as [HTTPHeaders] {
            #expect(throws: ImportError.self) {
                try CodeTarget.httpie.code(for: CodeRequest(HTTPRequest(url: "http://h/", headers: headers)))
            }
        }
    }

    @Test(arguments: CodeTarget.all.map(\.id)) func `credentials of a URL become a header`(_ id: String) throws {
        let target = try #require(CodeTarget.named(id))
        let request = HTTPRequest(url: "http://us%40er:p%3Aw@h/")
        let code = try target.code(for: CodeRequest(request)).text
        #expect(code.contains("Basic dXNAZXI6cDp3") && !code.contains("us%40er"), "\(code)")
        let masked = try target.code(for: CodeRequest(request) { $0.replacing("p%3Aw", with: "••••") }).text
        #expect(masked.contains("Basic ••••") && !masked.contains("p%3Aw") && !masked.contains("dXNAZXI6cDp3"), "\(masked)")
    }

    @Test func `PHP sends GET after POST is redirected`() throws {
        let code = try CodeTarget.php.code(for: CodeRequest(HTTPRequest(method: .post, url: "http://h/"))).text
        #expect(code.contains("CURLOPT_POST => true") && !code.contains("CUSTOMREQUEST"))
    }

    /// One program of all requests, since compiling takes long.
    @Test func `code for URLSession compiles, and its requests arrive`() async throws {
        let target = CodeTarget.swiftURLSession
        let (folder, file) = try makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try recorder()
        let samples = Self.samples(file).filter { $0.suits(target) }
        var functions: [String] = []
        for (index, sample) in samples.enumerated() {
            let code = try target.code(for: CodeRequest(sample.request(to: server.url)))
            let statements = code.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(4).joined(separator: "\n")
            functions.append("func send\(index)() async throws {\n\(statements)\n}")
        }
        let calls = samples.indices.map { "try await send\($0)()" }
        let head = "import Foundation\n#if canImport(FoundationNetworking)\nimport FoundationNetworking\n#endif\n"
        let path = folder + "/main.swift"
        try Data((head + (functions + calls).joined(separator: "\n")).utf8).write(to: URL(filePath: path))
        let compiled = try await run(["swiftc", "-swift-version", "6", path, "-o", folder + "/program"])
        try #require(compiled.status == 0, "\(String(decoding: compiled.output, as: UTF8.self)) \(compiled.errorText)")
        let result = try await run([folder + "/program"])
        #expect(result.status == 0, "\(result.errorText)")
        try #require(server.requests.count == samples.count)
        for (sample, received) in zip(samples, server.requests) {
            try expect(received, equals: sample.request(to: server.url), "\(sample.name)")
        }
    }

    private static let root = FileManager.default.currentDirectoryPath
    private static let modules = root + "/.build/debug/Modules"
    private static var hasModules: Bool { FileManager.default.fileExists(atPath: modules + "/HTTPCurl.swiftmodule") }

    @Test(.enabled(if: hasModules, "the modules are built elsewhere")) func `code for the loaders of the project compiles`() async throws {
        let (root, modules) = (Self.root, Self.modules)
        let (folder, file) = try makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let maps = try FileManager.default.contentsOfDirectory(atPath: root + "/Sources").filter { $0.hasPrefix("C") }
            .map { "\(root)/Sources/\($0)/module.modulemap" }.filter(FileManager.default.fileExists)
        let words = ["swiftc", "-typecheck", "-swift-version", "6", "-I", modules] + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
        for sample in Self.samples(file) {
            var request = sample.request(to: "http://127.0.0.1")
            request.authenticate(with: .digest(BasicCredentials(username: "u", password: "p")))
            var options = RequestOptions()
            (options.timeout, options.tls.verify, options.redirects.limit) = (2.5, false, 3)
            let code = try CodeTarget.swiftHTTP.code(for: CodeRequest(request, options: options))
            let path = folder + "/main.swift"
            try Data(code.text.utf8).write(to: URL(filePath: path))
            let result = try await run(words + [path])
            #expect(result.status == 0, "\(result.errorText)\n\(code.text)")
        }
    }

    @Test func `code for axios is a module`() async throws {
        guard await Runner(words: [], probe: ["node", "--version"]).isInstalled() else { return }
        let (folder, file) = try makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for sample in Self.samples(file) {
            let path = folder + "/main.mjs"
            let code = try CodeTarget.javaScriptAxios.code(for: CodeRequest(sample.request(to: "http://127.0.0.1")))
            try Data(code.text.utf8).write(to: URL(filePath: path))
            let result = try await run(["node", "--check", path])
            #expect(result.status == 0, "\(result.errorText)")
        }
    }

    @Test(arguments: CodeTarget.all.map(\.id))
    func `an option that code does not set is named`(_ id: String) throws {
        let target = try #require(CodeTarget.named(id))
        for option in RequestOption.all {
            var options = RequestOptions()
            let text = ["yes", "no", "1", "1.2", "none", "a:1:1.1.1.1", "200", "immediate", "ipv4", "strict", "/x"].first {
                option.setText($0, in: &options) == nil && option.isSet(in: options)
            }
            guard text != nil else { continue }
            let losses = try target.code(for: CodeRequest(HTTPRequest(url: "http://h/"), options: options)).losses
            let others = losses.filter { $0 != "Redirects are not followed." }
            #expect(others.isEmpty || others == ["The option “\(option.label)” is omitted."], "\(option.name)")
        }
    }

    @Test(arguments: ["POST", "PUT", "PATCH", "DELETE", "GET"])
    func `code states the length of no body where the workbench does`(method: HTTPMethod) throws {
        let request = try CodeRequest(HTTPRequest(method: method, url: "https://h/"))
        let states = [.post, .put, .patch].contains(method)
        #expect(try CodeTarget.rawHTTP.code(for: request).text.contains("Content-Length: 0\r\n") == states)
        let php = try CodeTarget.php.code(for: request).text
        #expect(php.contains("CURLOPT_POSTFIELDS => \"\"") == states && php.contains("\"Content-Type:\"") == states)
    }

    @Test func `a request to the server itself has a URL without the asterisk`() throws {
        let request = HTTPRequest(method: .options, url: "http://h:8080*")
        for target in CodeTarget.all {
            let code = try target.code(for: CodeRequest(request))
            #expect(target.reachesServer == code.losses.isEmpty, "\(target.id): \(code.losses)")
            #expect(!code.text.contains("8080*") || target.id == "swift-http", "\(code.text)")
        }
        #expect(try CodeTarget.rawHTTP.code(for: CodeRequest(request)).text.hasPrefix("OPTIONS * HTTP/1.1\r\n"))
    }

    /// HTTPie's separators are those of version 3.2.4.
    @Test(arguments: [
        (HTTPHeaders(["X": "@/etc/passwd", "Y": "=1", "Z": "a=@b"]), [#"'X:\@/etc/passwd'"#, #"'Y:\=1'"#, "Z:a=@b", "\n  GET "]),
        (HTTPHeaders(["-oX": "1"]), ["-- GET http://h/", "-oX:1"]),
    ]) func `values are neither files nor options of HTTPie`(_ headers: HTTPHeaders, _ words: [String]) throws {
        let code = try CodeTarget.httpie.code(for: CodeRequest(HTTPRequest(url: "http://h/", headers: headers))).text
        for word in words { #expect(code.contains(word), "\(code)") }
    }

    @Test func `secrets are masked in every part`() throws {
        var request = HTTPRequest(method: .post, url: "https://h/?k=SECRET", headers: ["Authorization": "Bearer SECRET"])
        request.body = DataBody(Array("{\"k\": \"SECRET\"}".utf8), contentType: "application/json")
        request.authenticate(with: .digest(BasicCredentials(username: "u", password: "SECRET")))
        for target in CodeTarget.all {
            let code = try target.code(for: CodeRequest(request) { $0.replacing("SECRET", with: "hidden") })
            #expect(!code.text.contains("SECRET") && code.text.contains("hidden"), "\(target.id)")
        }
        request.body = MultipartBody([
            .field("SECRET", "SECRET", contentType: "text/SECRET"), .file("f", path: "/SECRET", fileName: "SECRET"),
        ])
        for target in CodeTarget.all {
            guard let code = try? target.code(for: CodeRequest(request, mask: { $0.replacing("SECRET", with: "hidden") })) else { continue }
            #expect(!code.text.contains("SECRET") && code.text.contains("hidden"), "\(target.id)")
        }
    }

    private func recorder() throws -> FaultServer {
        try FaultServer { connection in
            while try connection.readRequest() != nil { try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") }
        }
    }

    /// A folder with a file of bytes that are no text.
    private func makeFolder() throws -> (folder: String, file: String) {
        let folder = FileManager.default.temporaryDirectory.path + "/apus-code-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let file = folder + "/a file.bin"
        try Data("\u{0}bytes\r\n\u{1}".utf8).write(to: URL(filePath: file))
        return (folder, file)
    }

    private func run(_ words: [String]) async throws -> ChildProcess.Result {
        var command = ChildProcess.Command(words)
        (command.output, command.errorOutput) = (.pipe, .pipe)
        return try await ChildProcess.run(command, outputLimit: 1 << 20)
    }

    private func expect(_ received: ReceivedRequest, equals request: HTTPRequest, _ name: Comment) throws {
        #expect(received.method == request.method.rawValue, name)
        let target = request.percentEncodedPath + (request.percentEncodedQuery.map { "?" + $0 } ?? "")
        #expect(received.target.replacing("%5B", with: "[").replacing("%5D", with: "]").replacing("%27", with: "'") == target, name)
        for field in request.headers.fields {
            let values = received.headers.filter { $0.name.lowercased() == field.name.lowercased() }.map(\.value)
            #expect(values.contains(field.value), "\(name): \(field.name) is \(values)")
        }
        if request.headers["Content-Type"] == nil, !(request.body is MultipartBody) { #expect(received["Content-Type"] == nil, name) }
        guard let form = request.body as? MultipartBody else { return #expect(received.body == (try request.body.encode()), name) }
        let type = try #require(received["Content-Type"])
        let boundary = String(type[try #require(type.firstRange(of: "boundary=")).upperBound...])
        let text = String(decoding: received.body, as: UTF8.self).replacing(boundary.filter { $0 != "\"" }, with: form.boundary)
        #expect(text == String(decoding: try form.encode(), as: UTF8.self), name)
    }
}
