public import HTTP

/// One thing that every transport must do with the bytes of a connection, tried against a scripted server.
///
/// A mock has no bytes to send, to frame, to unpack or to cut off, so that none of these says anything of it. What can be said of a request and its
/// answer alone is an ``ExchangeScript``, which mocks play as transports do.
///
/// ```swift
/// @Test(arguments: ConformanceCase.all) func conforms(to conformance: ConformanceCase) async throws {
///     try await conformance.run(CurlLoader())
/// }
/// ```
public struct ConformanceCase: Sendable, CustomStringConvertible {
    /// What is promised, as a clause; unique.
    public let name: String
    private let body: @Sendable (any HTTPLoader) async throws -> Void

    /// The name.
    public var description: String { name }

    init(_ name: String, _ body: @escaping @Sendable (any HTTPLoader) async throws -> Void) {
        self.name = name
        self.body = body
    }

    /// Tries the case.
    /// - Parameter loader: fresh, so that nothing is left of other cases.
    /// - Throws: ``ConformanceFailure`` where the promise is broken, or what kept the case from being tried.
    public func run(_ loader: any HTTPLoader) async throws { try await body(loader) }

    /// Every case.
    public static var all: [ConformanceCase] {
        badAnswers + bounds + messages + bodies + codings + connections + endings + proxies
    }
}

/// A promise that a transport broke.
public struct ConformanceFailure: Error, CustomStringConvertible {
    /// What was expected and what came.
    public let description: String

    init(_ description: String) { self.description = description }
}

/// A request tried to its end: what came, and how it ended.
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

    /// Breaks off the case unless the exchange came to a good end with this status.
    func expectStatus(_ status: HTTPStatus) throws {
        try expect("error", error?.description, is: nil)
        try expect("status", response?.status, is: status)
    }

    var text: String { String(decoding: body, as: UTF8.self) }
}

/// Breaks off the case unless both are equal.
func expect<Value: Equatable>(_ what: String, _ actual: Value, is expected: Value) throws {
    guard actual == expected else { throw ConformanceFailure("\(what): expected \(expected), got \(actual)") }
}

/// Breaks off the case unless the condition holds.
func expect(_ what: String, _ condition: Bool) throws {
    guard condition else { throw ConformanceFailure(what) }
}

/// The value, or the case is broken off.
func need<Value>(_ what: String, _ value: Value?) throws -> Value {
    guard let value else { throw ConformanceFailure("\(what) is missing") }
    return value
}

/// Something wrong with a request, which a transport must refuse before it sends anything.
struct RequestMistake: Sendable {
    let what: String
    /// By which the message names it.
    let words: String
    let change: @Sendable (inout HTTPRequest) -> Void

    init(_ what: String, _ words: String, _ change: @escaping @Sendable (inout HTTPRequest) -> Void) {
        self.what = what
        self.words = words
        self.change = change
    }

    /// What is wrong with the message itself, whatever carries it.
    static let inMessages = [
        RequestMistake("a scheme that is not HTTP", "scheme \"ftp\"") { $0.scheme = "ftp" },
        RequestMistake("a URL that is none", "cannot be read as a URL") { $0.url = "http://host:port/" },
        RequestMistake("a missing host", "no host") { $0.host = nil },
        RequestMistake("a host with a space", "host \"a b\"") { $0.host = "a b" },
        RequestMistake("a port that is none", "port 70000") { $0.port = 70_000 },
        RequestMistake("a query with a space", "percent-encode") { $0.percentEncodedQuery = "a b" },
        RequestMistake("a header with a line break", "header X") { $0.headers["X"] = "a\r\nY: b" },
        RequestMistake("a header with a NUL", "header X") { $0.headers["X"] = "a\0" },
        RequestMistake("a header name with a line break", "header name") { $0.headers["X\r\nY"] = "b" },
        RequestMistake("a header without a name", "header name") { $0.headers[""] = "b" },
        RequestMistake("a method that is no token", "method \"NO GOOD\"") { $0.method = "NO GOOD" },
        RequestMistake("a missing file", "/does/not/exist") { $0.body = FileBody(path: "/does/not/exist") },
        RequestMistake("a folder as a file", "it is a folder") { $0.body = FileBody(path: "/") },
        RequestMistake("a part with a missing file", "/does/not/exist") { $0.body = MultipartBody([.file("a", path: "/does/not/exist")]) },
        RequestMistake("a body that fails to encode", "cannot be sent") { $0.body = JSONBody(Double.infinity) },
    ]

    /// What is wrong with the way that the message is to go.
    static let inTransport = [
        RequestMistake("a missing client certificate", "clientCertificate") {
            $0.clientCertificate = HTTPClientCertificate(path: "/does/not/exist")
        },
        RequestMistake("missing authorities", "certificateAuthoritiesPath") { $0.certificateAuthoritiesPath = "/does/not/exist" },
        RequestMistake("a coding that nobody knows", "rot13") { $0.decompression = .codings(["rot13"]) },
        RequestMistake("a pin of the wrong form", "md5//x") { $0.serverTrust.pinnedPublicKeys = ["md5//x"] },
        RequestMistake("a socket's path that libcurl would cut off", "Unix socket") { $0.unixSocketPath = "/a\0b" },
    ]
}
