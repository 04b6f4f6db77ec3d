internal import HTTP

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
