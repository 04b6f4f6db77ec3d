/// How a request deals with stored answers.
public enum HTTPCachePolicy: String, Hashable, Sendable, CaseIterable {
    /// As RFC 9111 says: fresh ones are used, stale ones are validated, new ones are stored.
    case useProtocol
    /// Neither looks at stored answers nor stores new ones.
    case ignore
    /// Asks the server, and stores the answer.
    case reload
    /// Uses what is stored, however old; asks the server only when there is nothing.
    case preferStored
    /// Uses what is stored, however old; 504 when there is nothing (RFC 9111 section 5.2.1.7).
    case onlyStored
}

private enum CachePolicyOption: HTTPRequestOption {
    static let defaultOptionValue: HTTPCachePolicy? = nil
}

extension HTTPRequest {
    /// How ``Cache`` treats this request; nil leaves it to the link.
    public var cachePolicy: HTTPCachePolicy? {
        get { self[option: CachePolicyOption.self] }
        set { self[option: CachePolicyOption.self] = newValue }
    }
}
