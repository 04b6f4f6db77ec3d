extension HTTPHeaderField {
    /// Why this field cannot be sent (RFC 9110 section 5), as a sentence for a person; nil where it can.
    public var fault: String? {
        guard ASCII.isToken(name) else {
            return "The header name \(name.quotedForMessage) is not a token: no spaces, colons, line breaks or letters outside ASCII."
        }
        guard !value.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) else {
            return "The value of header \(name) holds a line break or NUL, which would start another header: remove it."
        }
        return nil
    }
}

extension HTTPHeaders {
    /// What is wrong with the first field that cannot be sent.
    var firstFault: String? { lazy.compactMap(\.fault).first }
}
