internal import HTTP

/// libcurl's remark on what TLS agreed on: `SSL connection using TLSv1.3 / TLS_AES_256_GCM_SHA384 / …`, the same words for every TLS library.
enum TLSRemark {
    private static let beginning = Array("SSL connection using ".utf8)

    static func parse(_ bytes: UnsafeRawBufferPointer) -> HTTPTLSDetails? {
        guard bytes.first == beginning[0], bytes.starts(with: beginning) else { return nil }
        let text = HeaderText.string(bytes.part(beginning.count..<bytes.count).withoutLineEnd)
        let parts = text.split(separator: "/").map { $0.filter { $0 != " " } }
        return HTTPTLSDetails(version: parts.first, cipher: parts.count > 1 ? parts[1] : nil)
    }
}
