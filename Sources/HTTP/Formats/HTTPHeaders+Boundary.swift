extension HTTPHeaders {
    /// The boundary between the parts that `Content-Type` names; nil where it is no `multipart/…`, or names none (RFC 2046 section 5.1.1).
    public var multipartBoundary: String? {
        guard let type = self["Content-Type"], ASCII.lowercased(ASCII.trimmed(type)).hasPrefix("multipart/") else { return nil }
        return HeaderParameters.parse(type).parameters.first { $0.name == "boundary" }?.value
    }
}
