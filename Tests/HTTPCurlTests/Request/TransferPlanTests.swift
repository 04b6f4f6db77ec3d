import CCurl
import HTTP
import Testing

@testable import HTTPCurl

@Suite struct TransferPlanTests {
    static let content = Array("content".utf8)
    static let bodies: [(String, any HTTPBody)] = [
        ("none", EmptyBody()), ("bytes", DataBody(content)), ("long", DataBody([UInt8](repeating: 1, count: 300_000))),
        ("stream", StreamBody(length: .unknown, replay: .once) { throw CancellationError() }),
    ]
    /// Framing fields set by the caller, and the bodies that they describe correctly.
    static let fields: [(HTTPHeaders, Set<String>)] = [
        ([:], ["none", "bytes", "long", "stream"]), (["Content-Length": "0"], ["none"]), (["Content-Length": "7"], ["bytes"]),
        (["content-length": "300000"], ["long"]), (["Content-Length": "3"], []), (["Content-Length": "x"], []),
        (["Content-Length": "+7"], []),
        (["Content-Length": "7", "content-length": "7"], []), (["Transfer-Encoding": "chunked"], ["bytes", "long", "stream"]),
        (["Transfer-Encoding": "gzip"], []), (["Transfer-Encoding": "chunked", "Content-Length": "7"], []),
    ]

    struct Unreadable: Error {}

    /// Errors are found also if only reading shows them.
    @Test func aBodyThatCannotBeReadIsNotSentAsAnEmptyOne() throws {
        let body = StreamBody(length: .known(7), replay: .restartable) { throw Unreadable() }
        let version = try CurlLibrary.shared().version
        let error = #expect(throws: HTTPError.self) {
            try TransferPlan(HTTPRequest(method: .put, url: "http://host/", body: body), version: version)
        }
        #expect(error?.code == .invalidRequest)
        #expect(error?.underlyingError is Unreadable)
    }

    /// Small bodies follow the same rule as those that are read while they are sent.
    @Test func aBodyHasItsAnnouncedLength() throws {
        let version = try CurlLibrary.shared().version
        func content(announcing length: Int64) throws -> TransferPlan.Content {
            let body = StreamBody(length: .known(length), replay: .restartable) { DataBody(Array("abcd".utf8)).makeBytes() }
            return try TransferPlan(HTTPRequest(method: .put, url: "http://host/", body: body), version: version).content
        }
        #expect(throws: HTTPError.self) { try content(announcing: 10) }
        guard case .bytes(Array("ab".utf8)) = try content(announcing: 2) else { return #expect(Bool(false), "more bytes than announced") }
    }

    /// Bytes that a server could read as the next request must not share a connection.
    @Test(arguments: fields) func ambiguousFramingDoesNotShareAConnection(headers: HTTPHeaders, framed: Set<String>) throws {
        let version = try CurlLibrary.shared().version
        for (name, body) in Self.bodies {
            let plan = try TransferPlan(HTTPRequest(method: .get, url: "http://host/", headers: headers, body: body), version: version)
            let isAlone = Set(plan.settings.map(\.option.rawValue)).isSuperset(of: [
                CURLOPT_FRESH_CONNECT.rawValue, CURLOPT_FORBID_REUSE.rawValue,
            ])
            #expect(isAlone == !framed.contains(name), "\(name)")
        }
    }

    private static let proxy = HTTPProxy(kind: .http, host: "proxy", port: 3128)
    private static let tunnel = HTTPProxy(kind: .http, host: "proxy", port: 3128, tunnels: true)
    private static let socks = HTTPProxy(kind: .socks5, host: "proxy", port: 1080)
    /// URL, a change of the request, and the place that its connection goes to.
    private static let targets: [(String, @Sendable (inout HTTPRequest) -> Void, ConnectionTarget)] = [
        ("http://Host/", { _ in }, ConnectionTarget(host: "host", port: 80)),
        ("http://host/", { $0.unixSocketPath = "/run/x" }, ConnectionTarget(host: "/run/x", port: 0)),
        ("http://host/", { $0.proxy = .through(proxy) }, ConnectionTarget(host: "proxy", port: 3128)),
        ("https://host/", { $0.proxy = .through(proxy) }, ConnectionTarget(host: "host", port: 443)),
        ("http://host/", { $0.proxy = .through(tunnel) }, ConnectionTarget(host: "host", port: 80)),
        ("http://host/", { $0.proxy = .through(socks) }, ConnectionTarget(host: "host", port: 80)),
        ("http://host/", { $0.connectOverrides = [HTTPConnectOverride(newPort: 8080)] }, ConnectionTarget(host: "host", port: 8080)),
    ]

    /// The limit of connections per host applies to it.
    @Test(arguments: targets) func findsTheConnectionTarget(
        url: String, change: @Sendable (inout HTTPRequest) -> Void, target: ConnectionTarget
    ) throws {
        var request = HTTPRequest(url: url)
        change(&request)
        #expect(try TransferPlan(request, version: CurlLibrary.shared().version).connectionTarget == target)
    }

    /// Without a driver, nothing would end a transfer in time.
    @Test(arguments: [(nil, true), (Duration.seconds(1), false)]) func aTotalTimeoutNeedsADriver(total: Duration?, isFetched: Bool)
        throws
    {
        var request = HTTPRequest(url: "http://host/")
        request.timeouts.total = total
        #expect(try TransferPlan(request, version: CurlLibrary.shared().version).isFetchedByReader == isFetched)
    }

    private static let codings: [(HTTPDecompression, String?)] = [
        (.automatic, "gzip, deflate, br, zstd"), (.none, nil), (.codings([]), nil), (.codings(["gzip", "identity"]), "gzip, identity"),
    ]

    @Test(arguments: codings)
    func `requests the codings that it decodes`(_ decompression: HTTPDecompression, _ expected: String?) throws {
        let version = try CurlLibrary.shared().version
        var request = HTTPRequest(url: "http://host/")
        request.decompression = decompression
        let plan = try TransferPlan(request, version: version)
        #expect(plan.headerLines.first { $0.hasPrefix("Accept-Encoding:") } == expected.map { "Accept-Encoding: " + $0 })
        #expect(plan.decompresses == (expected != nil))
        request.headers["Accept-Encoding"] = "br"
        #expect(
            try TransferPlan(request, version: version).headerLines.filter { $0.hasPrefix("Accept-Encoding") } == ["Accept-Encoding: br"])
    }

    @Test func `refuses a coding that cannot be decoded`() throws {
        let version = try CurlLibrary.shared().version
        var request = HTTPRequest(url: "http://host/")
        request.decompression = .codings(["gzip", "compress"])
        let error = #expect(throws: HTTPError.self) { try TransferPlan(request, version: version) }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.contains("compress cannot be decoded") == true)
    }
}
