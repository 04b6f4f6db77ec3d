internal import HTTP

/// libcurl's remarks on what TLS agreed on, the same words for every TLS library:
///
///     SSL connection using TLSv1.3 / TLS_AES_256_GCM_SHA384 / …
///     ALPN: server accepted h2
///      SSL certificate verify result: certificate has expired (10), continuing anyway.
enum TLSRemark {
    private static let beginning = Array("SSL connection using ".utf8)
    private static let protocolBeginnings = ["ALPN: server accepted ", "ALPN, server accepted to use "].map { Array($0.utf8) }
    private static let issuerNotFound = ["(20)", "(21)"]
    private static let problemBeginning = Array(" SSL certificate verify result: ".utf8)

    /// Adds what a remark says to what is known; the first one of a connection begins anew.
    static func note(_ bytes: UnsafeRawBufferPointer, in details: inout HTTPTLSDetails?) {
        if let new = parse(bytes) {
            details = new
        } else if details != nil, let text = protocolBeginnings.lazy.compactMap({ rest(of: bytes, behind: $0) }).first {
            details?.applicationProtocol = text
        } else if details != nil, let text = rest(of: bytes, behind: problemBeginning) {
            let problem = text.firstRange(of: ", continuing").map { String(text[..<$0.lowerBound]) } ?? text
            // Where nothing is verified, libcurl reads no authorities: that none is found says nothing.
            if !issuerNotFound.contains(where: problem.hasSuffix) { details?.verifyProblem = problem }
        }
    }

    static func parse(_ bytes: UnsafeRawBufferPointer) -> HTTPTLSDetails? {
        guard let text = rest(of: bytes, behind: beginning) else { return nil }
        let parts = text.split(separator: "/").map { $0.filter { $0 != " " } }
        return HTTPTLSDetails(version: parts.first, cipher: parts.count > 1 ? parts[1] : nil)
    }

    private static func rest(of bytes: UnsafeRawBufferPointer, behind beginning: [UInt8]) -> String? {
        guard bytes.first == beginning[0], bytes.starts(with: beginning) else { return nil }
        return HeaderText.string(bytes.part(beginning.count..<bytes.count).withoutLineEnd)
    }
}
