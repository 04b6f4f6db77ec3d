import Foundation
import HTTP
import HTTPConformance
import HTTPURLSession
import Testing

/// The cases that `URLSession` keeps on Linux. It does not keep the others: it has no options for them, sends and gives fields in an order and a case of its
/// own, normalizes paths, reports other errors for invalid responses, and measures less. Two invalid responses end the process in Foundation itself.
@Suite(.timeLimit(.minutes(5))) struct URLSessionConformanceTests {
    private static let kept: Set = [
        "nothing at all is an invalid response",
        "an interim answer and nothing more is an invalid response",
        "a reset instead of a response is an invalid response",
        "a reset in the body is an invalid response, after what had arrived",
        "an unsound header is passed on where the request says so",
        "a header limit set by the request holds",
        "a body limit set by the request holds",
        "an endless body ends where its reader stops",
        "a decompression bomb ends where its reader stops",
        "a length tells where a body ends",
        "the same length twice tells where a body ends",
        "the end of the connection tells, in HTTP/1.1 where a body ends",
        "the end of the connection tells, in HTTP/1.0 where a body ends",
        "bytes after the length are not part of it where a body ends",
        "a response without a body has none, whatever it announces",
        "a body of known length is sent whole",
        "a body of unknown length is sent in chunks",
        "a response may come while the body is still sent",
        "Connection: close ends a connection",
        "a kept connection that the server has closed is replaced",
        "fifty requests at once are all answered, over at most six connections",
        "cancelling while waiting for the head closes the connection",
        "cancelling the reader's Swift task closes the connection",
        "cancelling the HTTP task while nobody reads closes the connection",
        "releasing an unread body closes the connection",
        "a task that is cancelled before it starts sends nothing",
        "a slow reader holds the server back, and gets every byte",
        "a time limit ends a transfer that gets no answer",
        "a time limit ends a body that does not end",
        "an idle limit ends a transfer on which nothing moves",
        "a reset ends what is under way and the loader serves again",
        "a port where nobody listens cannot be connected to",
        "a host that does not exist cannot be resolved",
    ]

    /// True if the cases are asked for: on Linux, FoundationNetworking misses its times beside other tests, or ends the process.
    private static let isWanted = ProcessInfo.processInfo.environment["URLSESSION_CONFORMANCE"] != nil

    @Test(.enabled(if: isWanted), arguments: ConformanceCase.all.filter { kept.contains($0.name) })
    func keepsPromise(_ conformance: ConformanceCase) async throws {
        await #expect(throws: Never.self) { try await conformance.run(URLSessionLoader()) }
    }

    @Test func everyNameBelongsToACase() {
        #expect(Self.kept.subtracting(ConformanceCase.all.map(\.name)).isEmpty)
    }

    /// A body of unknown length that breaks when some of it was sent.
    private struct BreakingBody: HTTPBody {
        struct Break: Error {}
        struct Bytes: HTTPByteStream {
            var sentCount = 0

            mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
                guard sentCount < 400_000 else { throw Break() }
                sentCount += buffer.count
                buffer.initializeMemory(as: UInt8.self, repeating: 0x61)
                return buffer.count
            }
        }
        var length: HTTPBodyLength { .unknown }
        func makeBytes() -> any HTTPByteStream { Bytes() }
        func encode() throws -> [UInt8] { throw Break() }
    }

    @Test func aBodyThatBreaksWhileItIsSentFailsTheUpload() async throws {
        let server = try FaultServer { connection in
            // Gives nil for a body without its end.
            guard try connection.readRequest() != nil else { return }
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
        let error = await #expect(throws: HTTPError.self) {
            try await URLSessionLoader().load(server.request(method: .post, body: BreakingBody()))
        }
        #expect(error?.underlyingError is BreakingBody.Break)
        #expect(server.requests.isEmpty)
    }

    @Test func refusesUnsupportedOptions() async {
        var request = HTTPRequest(url: "http://127.0.0.1:1/")
        request.unixSocketPath = "/run/x"
        request.decompression = .codings(["br"])
        #expect(URLSessionLoader.unsupportedOptions(of: request) == ["unixSocketPath", "decompression"])
        let error = await #expect(throws: HTTPError.self) { try await URLSessionLoader().load(request) }
        #expect(error?.code == .invalidRequest)
        #if canImport(FoundationNetworking)
            request = HTTPRequest(url: "http://127.0.0.1:1/")
            request.proxy = .none
            #expect(URLSessionLoader.unsupportedOptions(of: request) == ["proxy"])
        #endif
        request = HTTPRequest(url: "http://127.0.0.1:1/", headers: ["Range": "bytes=0-1"])
        #expect(URLSessionLoader.unsupportedOptions(of: request).isEmpty)
    }
}
