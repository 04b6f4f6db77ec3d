public import HTTP

/// A test of the bytes that a transport sends and receives, run against a scripted server.
///
/// These cases do not apply to a mock, which has no bytes to frame, to decode or to cut off. Tests of requests and responses alone are
/// ``ExchangeScript``s, which run on mocks and transports.
///
/// ```swift
/// @Test(arguments: ConformanceCase.all) func conforms(to conformance: ConformanceCase) async throws {
///     try await conformance.run(CurlLoader())
/// }
/// ```
public struct ConformanceCase: Sendable, CustomStringConvertible {
    /// The expected behaviour, as a clause; unique.
    public let name: String
    private let body: @Sendable (any HTTPLoader) async throws -> Void

    /// The name.
    public var description: String { name }

    init(_ name: String, _ body: @escaping @Sendable (any HTTPLoader) async throws -> Void) {
        self.name = name
        self.body = body
    }

    /// Runs the case.
    /// - Parameter loader: a fresh transport, without state of other cases.
    /// - Throws: ``ConformanceFailure`` for unexpected behaviour, or the error that kept the case from running.
    public func run(_ loader: any HTTPLoader) async throws { try await body(loader) }

    /// Every case.
    public static var all: [ConformanceCase] {
        badAnswers + bounds + messages + bodies + codings + connections + endings + proxies
    }
}

/// Unexpected behaviour of a transport.
public struct ConformanceFailure: Error, CustomStringConvertible {
    /// The expected and the actual behaviour.
    public let description: String

    init(_ description: String) { self.description = description }
}

/// The result of a request: the response, its body, the error.
struct Exchange: Sendable {
    var response: HTTPResponse?
    var body: [UInt8] = []
    var error: HTTPError?

    /// Sends a request and reads the whole body, up to a limit that no case reaches.
    static func of(_ request: HTTPRequest, on loader: any HTTPLoader) async -> Exchange {
        var exchange = Exchange()
        do throws(HTTPError) {
            let response = try await loader.load(request)
            exchange.response = response
            for try await chunk in response.body { exchange.body += chunk }
        } catch {
            exchange.error = error
        }
        return exchange
    }

    /// Throws unless the exchange ended well with this status.
    func expectStatus(_ status: HTTPStatus) throws {
        try expect("error", error?.description, is: nil)
        try expect("status", response?.status, is: status)
    }

    var text: String { String(decoding: body, as: UTF8.self) }
}

/// Throws unless both are equal.
func expect<Value: Equatable>(_ what: String, _ actual: Value, is expected: Value) throws {
    guard actual == expected else { throw ConformanceFailure("\(what): expected \(expected), got \(actual)") }
}

/// Throws unless the condition is true.
func expect(_ what: String, _ condition: Bool) throws {
    guard condition else { throw ConformanceFailure(what) }
}

/// Returns the value, or throws if it is nil.
func need<Value>(_ what: String, _ value: Value?) throws -> Value {
    guard let value else { throw ConformanceFailure("\(what) is missing") }
    return value
}

/// An invalid request, which a transport must refuse before it sends anything.
struct RequestMistake: Sendable {
    let what: String
    /// A part of the error message that names the mistake.
    let words: String
    let change: @Sendable (inout HTTPRequest) -> Void

    init(_ what: String, _ words: String, _ change: @escaping @Sendable (inout HTTPRequest) -> Void) {
        self.what = what
        self.words = words
        self.change = change
    }

    /// Mistakes in the request itself, for every kind of loader.
    static let inMessages = [
        RequestMistake("a scheme that is not HTTP", "scheme \"ftp\"") { $0.scheme = "ftp" },
        RequestMistake("an invalid URL", "cannot be read as a URL") { $0.url = "http://host:port/" },
        RequestMistake("a missing host", "no host") { $0.host = nil },
        RequestMistake("a host with a space", "host \"a b\"") { $0.host = "a b" },
        RequestMistake("an invalid port", "port 70000") { $0.port = 70_000 },
        RequestMistake("a query with a space", "percent-encode") { $0.percentEncodedQuery = "a b" },
        RequestMistake("a header with a line break", "header X") { $0.headers["X"] = "a\r\nY: b" },
        RequestMistake("a header with a NUL", "header X") { $0.headers["X"] = "a\0" },
        RequestMistake("a header name with a line break", "header name") { $0.headers["X\r\nY"] = "b" },
        RequestMistake("a header name with a space", "header name") { $0.headers["X Y"] = "b" },
        RequestMistake("a header without a name", "header name") { $0.headers[""] = "b" },
        RequestMistake("a method that is not a token", "method \"NO GOOD\"") { $0.method = "NO GOOD" },
        RequestMistake("a missing file", "/does/not/exist") { $0.body = FileBody(path: "/does/not/exist") },
        RequestMistake("a folder as a file", "it is a folder") { $0.body = FileBody(path: "/") },
        RequestMistake("a part with a missing file", "/does/not/exist") { $0.body = MultipartBody([.file("a", path: "/does/not/exist")]) },
        RequestMistake("a body that fails to encode", "cannot be sent") { $0.body = JSONBody(Double.infinity) },
    ]

    /// Mistakes in options of the transport.
    static let inTransport = [
        RequestMistake("a missing client certificate", "clientCertificate") {
            $0.clientCertificate = HTTPClientCertificate(path: "/does/not/exist")
        },
        RequestMistake("missing authorities", "certificateAuthoritiesPath") { $0.certificateAuthoritiesPath = "/does/not/exist" },
        RequestMistake("an unknown coding", "rot13") { $0.decompression = .codings(["rot13"]) },
        RequestMistake("a pin of the wrong form", "md5//x") { $0.serverTrust.pinnedPublicKeys = ["md5//x"] },
        RequestMistake("a socket's path that libcurl would cut off", "Unix socket") { $0.unixSocketPath = "/a\0b" },
    ]
}
