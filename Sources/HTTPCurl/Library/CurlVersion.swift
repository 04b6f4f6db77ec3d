internal import CCurl

/// What the installed libcurl says of itself.
struct CurlVersion: Sendable {
    /// For example `7.88.1`.
    let text: String
    /// `0xXXYYZZ`, for comparing.
    let number: UInt32
    /// The TLS library and its version, for example `OpenSSL/3.0.19`; nil where TLS is not built in.
    let tlsLibrary: String?
    /// What is asked for by default, for `Accept-Encoding`.
    let acceptedCodings: String
    /// The same as a header line; nil where nothing can be undone.
    let acceptingLine: String?
    private let features: Int32

    init(_ info: curl_version_info_data) {
        text = String(cString: info.version)
        number = info.version_num
        tlsLibrary = info.ssl_version.map { String(cString: $0) }
        features = info.features
        let codings = Self.contentCodings(info.features)
        contentCodings = codings
        acceptedCodings = codings.joined(separator: ", ")
        acceptingLine = codings.isEmpty ? nil : "Accept-Encoding: \(acceptedCodings)"
    }

    /// Whether libcurl was built with the feature of this `CURL_VERSION_…` bit.
    func has(_ feature: Int32) -> Bool { features & feature != 0 }

    var hasHTTP2: Bool { has(CURL_VERSION_HTTP2) }
    var hasHTTP3: Bool { has(CURL_VERSION_HTTP3) }
    /// 7.88 fails with `CURLE_HTTP2` on a connection made with prior knowledge that is used again; 8.0 does not.
    var breaksReusedPriorKnowledge: Bool { (0x075800..<0x080000).contains(number) }
    /// 7.88 may keep bytes that it has read from a connection of several HTTP/2 streams until more arrive, or for ever; 8.1 reads otherwise.
    var keepsBytesOfSharedConnections: Bool { number < 0x080100 }
    /// 7.83 to 8.0 keep a pointer to the last header line of the transfer before in a handle that is used again, and write there when an answer begins
    /// with a line that continues another one.
    var keepsLastHeader: Bool { (0x075300..<0x080100).contains(number) }
    /// The content codings that libcurl undoes, in the order we offer them.
    let contentCodings: [String]

    private static func contentCodings(_ features: Int32) -> [String] {
        var codings: [String] = []
        if features & CURL_VERSION_LIBZ != 0 { codings += ["gzip", "deflate"] }
        if features & CURL_VERSION_BROTLI != 0 { codings.append("br") }
        if features & CURL_VERSION_ZSTD != 0 { codings.append("zstd") }
        return codings
    }
}
