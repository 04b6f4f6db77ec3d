/// libcurl's remark that it has nothing to answer a `Negotiate` challenge with: `gss_init_sec_context() failed: …`. It then sends the request
/// without `Authorization`, and the answer is the server's 401 with no word of why.
enum NegotiateRemark {
    private static let beginning = Array("gss_init_sec_context() failed: ".utf8)

    /// A sentence for a person, with the words of the security library.
    static func parse(_ bytes: UnsafeRawBufferPointer) -> String? {
        guard bytes.first == beginning[0], bytes.starts(with: beginning) else { return nil }
        let text = HeaderText.string(bytes.part(beginning.count..<bytes.count).withoutLineEnd)
        let reason = text.split(separator: " ").joined(separator: " ")
        return "There is no Kerberos ticket to answer Negotiate with: get one with kinit and send again. (\(reason))"
    }
}
