import Foundation
import HTTP
import HTTPConformance
import HTTPTesting
import Hashing
import Platform
import Testing
import Workspace

@testable import Interchange

/// Commands of curl through the workbench and back: the real curl sends the same by both.
@Suite struct CurlRoundTripTests {
    private static let paths = [
        "/", "/a%20b/%C3%BC", "/x/../y/./z", "/p?q=1&q=2&e=&bare", "/p?x=%26%3D'~(!)*", "/p?a=b;c=d#frag", "/p?u=http://h/?z", "//double",
    ]
    private static let options = [
        ["-H", #"X-A: a "b" 'c' \d $e `f`"#], ["-H", "X-Empty;"], ["-H", "X-A: 1", "-H", "X-A: 2"], ["-A", "agent/1 (x; y)"],
        ["-e", "http://r/?a=b"], ["-b", "a=1; b=\"2\""], ["-u", "me:pa:s s"], ["-H", "Content-Type: text/x; a=\"b\""],
        ["--oauth2-bearer", "t.o-k_en"], ["-X", "PATCH"], ["-X", "PURGE"],
        ["-H", "Accept:"], ["-H", "User-Agent:"], ["--compressed"], ["-H", "Content-Type:"],
    ]
    private static let bodies = [
        [], ["-d", ""], ["-d", "", "-H", "Content-Type:"], ["-d", "a=1", "-d", "b=2 3&c=%20"], ["--data-raw", "@not-a-file"],
        ["--json", "{\"a\": [1, \"é\"]}"], ["-I"],
        ["--data-urlencode", "q=ä &="], ["--data-urlencode", "plain text"], ["-G", "-d", "q=1", "-d", "r=2"],
        ["--data-binary", "one\ntwo\r\nthree\n"], ["-F", "a=b", "-F", "j={\"x\": 1};type=application/json"],
        ["--form-string", "a=@b;type=c", "-F", "n=\"x;y\";filename=\"q \\\"r.txt\""],
        ["-d", "{\"n\": 1}", "-H", "Content-Type: application/json"],
    ]

    private static func command(_ seed: UInt64, to url: String) -> String {
        var numbers = SplitMix64(seed: seed)
        var words = Self.bodies.randomElement(using: &numbers) ?? []
        for _ in 0..<Int.random(in: 0...3, using: &numbers) { words += Self.options.randomElement(using: &numbers) ?? [] }
        words.append(url + (Self.paths.randomElement(using: &numbers) ?? ""))
        return (["curl", "--silent", "--globoff", "--max-time", "20"] + words.map(CurlWriter.quoted)).joined(separator: " ")
    }

    @Test(arguments: [0..<60, 60..<120, 120..<180] as [Range<UInt64>])
    func `a command equals its copy after reading`(_ seeds: Range<UInt64>) async throws {
        guard (try? await ChildProcess.run(.init(["curl", "--version"]), outputLimit: 1 << 20).status) == 0 else { return }
        for seed in seeds {
            let server = try FaultServer { connection in
                while try connection.readRequest() != nil {
                    try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                    return
                }
            }
            let command = Self.command(seed, to: server.url)
            let copy = try await Self.copy(of: command)
            for text in [command, copy] {
                var child = ChildProcess.Command(["sh", "-c", text])
                (child.output, child.errorOutput) = (.pipe, .pipe)
                let result = try await ChildProcess.run(child, outputLimit: 1 << 20)
                try #require(result.status == 0, "\(text): \(result.errorText)")
            }
            try #require(server.requests.count == 2, "\(command)\n\(copy)")
            #expect(Self.facts(server.requests[0]) == Self.facts(server.requests[1]), "\(seed): \(command)\n\(copy)")
        }
    }

    @Test func `a server itself remains the target`() async throws {
        let copy = try await Self.copy(of: "curl -X OPTIONS --request-target '*' http://h:1")
        let draft = try CurlCommand.read(copy).draft
        #expect(draft.url == "http://h:1*" && draft.method == "OPTIONS" && copy.contains("--request-target '*'"))
    }

    /// The command that the workbench makes of a command.
    private static func copy(of command: String) async throws -> String {
        let imported = try CurlCommand.read(command)
        #expect(imported.losses.isEmpty, "\(command)")
        let resolved = try RequestResolver.resolve(ResolutionInput(imported.draft, root: "/"))
        let end = MockLoader().then(.noContent)
        _ = try await StandardChain(defaultHeaders: [:]).loader(over: end).load(resolved.request)
        return try CurlWriter.write(try #require(end.requests.last), options: imported.draft.options) { $0 }
    }

    /// A request as it arrived, its boundary named alike.
    private static func facts(_ request: ReceivedRequest) -> [String] {
        let type = request["Content-Type"] ?? ""
        let boundary = type.firstRange(of: "boundary=").map { String(type[$0.upperBound...]) }
        func plain(_ text: String) -> String { boundary.map { text.replacing($0, with: "BOUNDARY") } ?? text }
        // Apus always asks for packed responses, and says the length of an empty body as the method wants it (RFC 9110, section 8.6).
        let ignored = request.headers.filter {
            ["host", "accept-encoding"].contains($0.name.lowercased()) || $0.name.lowercased() == "content-length" && $0.value == "0"
        }
        let headers = request.headers.filter { header in !ignored.contains { $0.name == header.name } }.map {
            "\($0.name.lowercased()): \(plain($0.value))"
        }
        return ["\(request.method) \(request.target)", plain(String(decoding: request.body, as: UTF8.self))] + headers.sorted()
    }
}
