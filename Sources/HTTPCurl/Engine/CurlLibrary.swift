internal import CCurl
internal import Dispatch
internal import Platform

/// libcurl, opened at run time: its table of functions, its version and its build features.
///
/// The unchecked conformance is sound because a value never changes: the table is written before the initializer
/// returns and is never freed, and libcurl stays open for the life of the process.
struct CurlLibrary: @unchecked Sendable {
    /// Guards ``opened`` and the initialization of libcurl's global state. A thread that waits for a `Mutex` on Linux occupies a processor as
    /// long as the owner runs, which would slow down the opening; for a semaphore it sleeps.
    private static let gate = DispatchSemaphore(value: 1)
    private nonisolated(unsafe) static var opened: CurlLibrary?

    /// The library of this process, opened on first use. A failure is not cached, since the cause, such as a missing descriptor, may be
    /// temporary.
    static func shared() throws(CurlUnavailableError) -> CurlLibrary {
        gate.wait()
        defer { gate.signal() }
        if let opened { return opened }
        let library = try CurlLibrary(names: DynamicLibrary.Names.curl)
        opened = library
        return library
    }

    let functions: UnsafePointer<ccurl_functions>
    let version: CurlVersion

    /// Opens the first existing library of `names`.
    ///
    /// - Throws: `CurlUnavailableError` if none is found, or the one that was found lacks a function or does not start.
    init(names: [String]) throws(CurlUnavailableError) {
        var cause: String?
        guard let handle = DynamicLibrary(names, failed: { cause = cause ?? $0 })?.handle else {
            throw CurlUnavailableError(
                reason: cause.map { "libcurl cannot be opened (\($0))" }
                    ?? "libcurl is not installed (looked for \(names.joined(separator: ", ")))")
        }
        let table = UnsafeMutablePointer<ccurl_functions>.allocate(capacity: 1)
        table.initialize(to: ccurl_functions())
        if let missing = ccurl_load(table, handle) {
            throw CurlUnavailableError(reason: "the installed libcurl lacks \(String(cString: missing)): it is older than 7.68")
        }
        guard table.pointee.global_init(CCURL_GLOBAL_DEFAULT) == CURLE_OK, let info = ccurl_version(table) else {
            throw CurlUnavailableError(reason: "libcurl could not be initialized")
        }
        functions = UnsafePointer(table)
        version = CurlVersion(info.pointee)
    }
}

/// The version and the features of the installed libcurl.
struct CurlVersion: Sendable {
    /// The version, such as `7.88.1`.
    let text: String
    /// The version as `0xXXYYZZ`, for comparing.
    let number: UInt32
    /// The TLS library and its version, for example `OpenSSL/3.0.19`; nil if TLS is not built in.
    let tlsLibrary: String?
    /// The default line for `Accept-Encoding`; nil if nothing can be decoded.
    let acceptEncodingLine: String?
    private let features: Int32

    init(_ info: curl_version_info_data) {
        text = String(cString: info.version)
        number = info.version_num
        tlsLibrary = info.ssl_version.map { String(cString: $0) }
        features = info.features
        contentCodings = CodingLibraries.shared.codings
        acceptEncodingLine = contentCodings.isEmpty ? nil : "Accept-Encoding: \(contentCodings.joined(separator: ", "))"
    }

    /// True if libcurl was built with the feature of this `CURL_VERSION_…` bit.
    func has(_ feature: Int32) -> Bool { features & feature != 0 }

    /// Version, TLS library and features, as `7.88.1, OpenSSL/3.0.19, HTTP/2, NTLM, Negotiate; decodes gzip, deflate, br, zstd`.
    var description: String {
        let features = [
            (hasHTTP2, "HTTP/2"), (hasHTTP3, "HTTP/3"), (has(CURL_VERSION_NTLM), "NTLM"), (has(CURL_VERSION_SPNEGO), "Negotiate"),
        ]
        let parts = [text, tlsLibrary ?? "no TLS"] + features.filter(\.0).map(\.1)
        return "\(parts.joined(separator: ", ")); decodes \(contentCodings.isEmpty ? "nothing" : contentCodings.joined(separator: ", "))"
    }

    var hasHTTP2: Bool { has(CURL_VERSION_HTTP2) }
    var hasHTTP3: Bool { has(CURL_VERSION_HTTP3) }
    /// True for 7.88, which fails with `CURLE_HTTP2` when it reuses a connection made with prior knowledge; 8.0 does not.
    var breaksReusedPriorKnowledge: Bool { (0x075800..<0x080000).contains(number) }
    /// True before 8.1: bytes read from a connection with several HTTP/2 streams may stay undelivered until more arrive, or forever.
    var keepsBytesOfSharedConnections: Bool { number < 0x080100 }
    /// True for 7.83 to 8.0: a reused handle keeps a pointer to the last header line of the previous transfer, and writes to it if a
    /// response begins with a continuation line.
    var keepsLastHeader: Bool { (0x075300..<0x080100).contains(number) }
    /// The content codings that can be decoded, in the order in which they are offered.
    let contentCodings: [String]
}

/// The error if libcurl cannot be used on this machine.
struct CurlUnavailableError: Error {
    /// The problem, as a clause without a full stop.
    let reason: String

    /// The problem and the remedy, as sentences for the user.
    var message: String { "Nothing can be sent: \(reason). \(remedy)" }

    private var remedy: String {
        if reason.lowercased().contains(SystemError(EMFILE).reason) { return "Close files or connections, or raise the limit (ulimit -n)." }
        return "Install libcurl (Debian: libcurl4, Fedora: libcurl, Arch: curl, macOS: brew install curl)."
    }
}
