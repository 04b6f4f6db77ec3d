import Foundation
import HTTP
import HTTPTesting
import Testing

@Suite struct DownloadTests {
    private let path = NSTemporaryDirectory() + UUID().uuidString
    private let request = HTTPRequest(url: "https://host/file")

    private func remove() {
        for end in ["", ".partial", ".partial.json"] { try? FileManager.default.removeItem(atPath: path + end) }
    }

    private func files() -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: ["", ".partial", ".partial.json"].compactMap { end in
                FileManager.default.contents(atPath: path + end).map {
                    (end, end == ".partial.json" ? "" : String(decoding: $0, as: UTF8.self))
                }
            })
    }

    /// A response that breaks off after `ab`.
    private func broken(_ headers: HTTPHeaders) -> MockLoader.Handler {
        { request throws(HTTPError) in
            HTTPResponse(
                request: request, status: .ok, headers: headers,
                body: HTTPResponseBody(
                    ListSource([[0x61, 0x62]], failingWith: HTTPError(.timedOut, request: request)), expectedByteCount: 4, for: request))
        }
    }

    /// It asks for another part than the one that is missing.
    @Test func doesNotContinueARequestedRange() async throws {
        defer { remove() }
        let mock = MockLoader().then(broken(["ETag": "\"1\""])).then(206, headers: ["Content-Range": "bytes 0-0/4"], body: "a")
        await #expect(throws: HTTPError.self) { try await mock.download(request, to: path) }
        var part = request
        part.headers["Range"] = "bytes=0-0"
        #expect(try await mock.download(part, to: path).byteCount == 1)
        #expect(mock.requests.last?.headers["Range"] == "bytes=0-0")
        #expect(files() == ["": "a"])
    }

    @Test func renamesACompleteDownload() async throws {
        defer { remove() }
        let mock = MockLoader().then(200, headers: ["ETag": "\"1\""], body: "abcd")
        var steps: [Int64] = []
        let result = try await mock.download(request, to: path) { count, _ in steps.append(count) }
        #expect((result.byteCount, result.resumedByteCount, result.head.status) == (4, 0, 200))
        #expect(steps == [4])
        #expect(files() == ["": "abcd"])
        #expect(mock.requests.first?.headers["Accept-Encoding"] == "identity")
    }

    @Test(
        arguments: [
            (["ETag": "\"1\""], "\"1\""),
            (["ETag": "W/\"1\"", "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"], "Sun, 06 Nov 1994 08:49:37 GMT"),
        ] as [(HTTPHeaders, String)])
    func resumesAnInterruptedDownload(headers: HTTPHeaders, validator: String) async throws {
        defer { remove() }
        let mock = MockLoader().then(broken(headers)).then(206, headers: ["Content-Range": "bytes 2-3/4"], body: "cd")
        await #expect(throws: HTTPError.self) { try await mock.download(request, to: path) }
        #expect(files() == [".partial": "ab", ".partial.json": ""])
        var steps: [[Int64?]] = []
        let result = try await mock.download(request, to: path) { steps.append([$0, $1]) }
        #expect((result.byteCount, result.resumedByteCount) == (4, 2))
        #expect(steps == [[4, 4]])
        #expect(files() == ["": "abcd"])
        #expect(mock.requests.last?.headers["Range"] == "bytes=2-")
        #expect(mock.requests.last?.headers["If-Range"] == validator)
    }

    @Test func restartsForAnotherVersion() async throws {
        defer { remove() }
        let mock = MockLoader().then(broken(["ETag": "\"1\""])).then(200, headers: ["ETag": "\"2\""], body: "wxyz")
        await #expect(throws: HTTPError.self) { try await mock.download(request, to: path) }
        #expect(try await mock.download(request, to: path).resumedByteCount == 0)
        #expect(files() == ["": "wxyz"])
    }

    /// The third one ignores `If-Range`, the fourth one sends only a part of the rest, and those after it belong to other bytes than the first.
    @Test(
        arguments: [
            (206, ["Content-Range": "bytes 0-3/4"]), (416, ["Content-Range": "bytes */1"]),
            (206, ["Content-Range": "bytes 2-3/4", "ETag": "\"2\""]), (206, ["Content-Range": "bytes 2-2/4"]),
            (206, ["Content-Range": "bytes 2-2/3"]), (206, ["Content-Range": "bytes 2-2/*"]),
            (206, ["Content-Range": "bytes 2-3/4", "Content-Encoding": "gzip"]),
        ] as [(HTTPStatus, HTTPHeaders)])
    func restartsWhenTheRangeDoesNotMatch(status: HTTPStatus, headers: HTTPHeaders) async throws {
        defer { remove() }
        let mock = MockLoader().then(broken(["ETag": "\"1\""])).then(status, headers: headers, body: "?").then(200, body: "abcd")
        await #expect(throws: HTTPError.self) { try await mock.download(request, to: path) }
        try await mock.download(request, to: path)
        #expect(files() == ["": "abcd"])
        #expect(mock.requests.map { $0.headers.contains("Range") } == [false, true, false])
    }

    @Test(arguments: ["c", "cde"]) func endsForAnotherNumberOfBytesThanAnnounced(_ rest: String) async throws {
        defer { remove() }
        let mock = MockLoader().then(broken(["ETag": "\"1\""])).then(206, headers: ["Content-Range": "bytes 2-3/4"], body: rest)
        await #expect(throws: HTTPError.self) { try await mock.download(request, to: path) }
        let error = await #expect(throws: HTTPError.self) { try await mock.download(request, to: path) }
        #expect(error?.code == .invalidResponse && error?.message.contains("Content-Range") == true, "\(error?.message ?? "")")
        // What is too short can be continued.
        #expect(files() == (rest == "c" ? [".partial": "abc", ".partial.json": ""] : [".partial": "ab", ".partial.json": ""]))
        try await mock.then(200, body: "abcd").download(request, to: path)
        #expect(files() == ["": "abcd"])
    }

    @Test(arguments: [".partial", ".partial.json"]) func `files of other programs are kept`(_ end: String) async throws {
        defer { remove() }
        try Data("own".utf8).write(to: URL(filePath: path + end))
        let mock = MockLoader().then(200, headers: ["ETag": "\"1\""], body: "abcd")
        let error = await #expect(throws: HTTPError.self) { try await mock.download(request, to: path) }
        #expect(error?.message.contains(".partial") == true)
        #expect(FileManager.default.contents(atPath: path + end) == Data("own".utf8))
        #expect(files().count == 1)
    }

    @Test func doesNotContinueWithoutAValidator() async throws {
        defer { remove() }
        let mock = MockLoader().then(broken([:])).then(200, body: "abcd")
        await #expect(throws: HTTPError.self) { try await mock.download(request, to: path) }
        try await mock.download(request, to: path)
        #expect(mock.requests.last?.headers.contains("Range") == false)
    }

    @Test func anotherURLIsNotContinued() async throws {
        defer { remove() }
        let mock = MockLoader().then(broken(["ETag": "\"1\""])).then(200, body: "other")
        await #expect(throws: HTTPError.self) { try await mock.download(request, to: path) }
        try await mock.download(HTTPRequest(url: "https://host/other"), to: path)
        #expect(files() == ["": "other"])
        #expect(mock.requests.last?.headers.contains("Range") == false)
    }

    /// The bytes of two programs that download the same file at the same time would mix, or one would move the file of the other.
    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            (206, ["Content-Range": "bytes 2-3/4"]), (206, ["Content-Range": "bytes 1-3/4"]), (200, [:]),
        ] as [(HTTPStatus, HTTPHeaders)])
    func anotherDownloadToTheSameFileFails(status: HTTPStatus, headers: HTTPHeaders) async throws {
        defer { remove() }
        let source = PausedSource([[0x61, 0x62], [0x63, 0x64]])
        let slow = MockLoader().then { request throws(HTTPError) in
            HTTPResponse(
                request: request, status: .ok, headers: ["ETag": "\"1\""],
                body: HTTPResponseBody(source, expectedByteCount: 4, for: request))
        }
        async let first = slow.download(request, to: path)
        await source.isReached()
        let other = MockLoader().then(status, headers: headers, body: "xy").then(200, body: "wxyz")
        let error = await #expect(throws: HTTPError.self) { try await other.download(request, to: path) }
        #expect(error?.message.contains("another program is using it") == true, "\(error?.message ?? "")")
        source.resume()
        #expect(try await first.byteCount == 4)
        #expect(files() == ["": "abcd"])
    }

    @Test func aReservedFileIsNobodyElses() throws {
        defer { remove() }
        let partial = PartialFile(at: path + ".partial", of: request.url)
        let first = try #require(try partial.reserved())
        #expect(try partial.reserved() == nil && PartialFile(at: path + ".partial", of: "https://host/other").reserved() == nil)
        #expect(files().keys.sorted() == [".partial", ".partial.json"])
        first.release()
        #expect(files().isEmpty)
        // The lock of a file that is gone keeps nobody away.
        let second = try #require(try partial.reserved())
        first.release()
        #expect(files().count == 2)
        second.release()
    }

    /// The name of the version is longer than a file system allows, as if the disk were full.
    @Test func `a download without a writable version leaves no file`() throws {
        let folder = path + ".folder"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let partial = PartialFile(at: "\(folder)/\(String(repeating: "a", count: 253))", of: request.url)
        #expect(throws: (any Error).self) { try partial.reserved() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }

    @Test func `bytes of another URL are not reserved`() async throws {
        defer { remove() }
        await #expect(throws: HTTPError.self) { try await MockLoader().then(broken([:])).download(request, to: path) }
        let kept = files()
        #expect(try PartialFile(at: path + ".partial", of: "https://host/other").reserved() == nil && files() == kept)
        // Its own download has it, also if it must begin again.
        #expect(try PartialFile(at: path + ".partial", of: request.url).reserved() != nil)
        // A file that got no bytes is nobody's.
        try Data().write(to: URL(filePath: path + ".partial"))
        #expect(try PartialFile(at: path + ".partial", of: "https://host/other").reserved() != nil)
    }

    /// Neither does a part that was not asked for.
    @Test(arguments: [404, 206] as [HTTPStatus]) func writesNothingForAnUnsuccessfulStatus(_ status: HTTPStatus) async throws {
        defer { remove() }
        let error = await #expect(throws: HTTPError.self) {
            try await MockLoader().then(status, body: "none").download(request, to: path)
        }
        #expect(error?.code == .unacceptableStatus)
        #expect(try await error?.response?.body.text() == "none")
        #expect(files().isEmpty)
    }
}
