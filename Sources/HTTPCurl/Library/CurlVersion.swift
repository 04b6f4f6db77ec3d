internal import CCurl

/// What the installed libcurl says of itself.
struct CurlVersion: Sendable {
    /// For example `7.88.1`.
    let text: String
    /// `0xXXYYZZ`, for comparing.
    let number: UInt32
    /// The TLS library and its version, for example `OpenSSL/3.0.19`; nil where TLS is not built in.
    let tlsLibrary: String?
    private let features: Int32

    init(_ info: curl_version_info_data) {
        text = String(cString: info.version)
        number = info.version_num
        tlsLibrary = info.ssl_version.map { String(cString: $0) }
        features = info.features
    }

    /// Whether libcurl was built with the feature of this `CURL_VERSION_…` bit.
    func has(_ feature: Int32) -> Bool { features & feature != 0 }

    var hasHTTP2: Bool { has(CURL_VERSION_HTTP2) }
    var hasHTTP3: Bool { has(CURL_VERSION_HTTP3) }
    /// 7.88 fails with `CURLE_HTTP2` on a connection made with prior knowledge that is used again; 8.0 does not.
    var breaksReusedPriorKnowledge: Bool { (0x075800..<0x080000).contains(number) }
    /// 7.88 may keep bytes that it has read from a connection of several HTTP/2 streams until more arrive, or for ever; 8.1 reads otherwise.
    var keepsBytesOfSharedConnections: Bool { number < 0x080100 }
    /// The content codings that libcurl undoes, in the order we offer them.
    var contentCodings: [String] {
        var codings: [String] = []
        if has(CURL_VERSION_LIBZ) { codings += ["gzip", "deflate"] }
        if has(CURL_VERSION_BROTLI) { codings.append("br") }
        if has(CURL_VERSION_ZSTD) { codings.append("zstd") }
        return codings
    }
}
