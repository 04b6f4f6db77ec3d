#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A page to log in at (RFC 6749 section 4.1.1).
public struct OAuthLogin: Hashable, Sendable {
    /// Where the browser is to come back to, as it was configured. On this machine, no port or port 0 stands for any that is free
    /// (RFC 8252 section 7.3): who shows the page listens first, and says where.
    public let redirectURL: String
    private let endpoint: String
    private let parameters: [String: String]

    init(redirectURL: String, endpoint: String, parameters: [String: String]) {
        self.redirectURL = redirectURL
        self.endpoint = endpoint
        self.parameters = parameters
    }

    /// The URL of the page, from which the browser comes back to this redirect URL.
    public func url(redirectURL: String) -> String {
        var request = HTTPRequest(url: endpoint)
        let all = parameters.merging(["redirect_uri": redirectURL]) { $1 }
        request.appendQueryItems(all.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) })
        return request.url
    }
}

/// How a login ended (RFC 6749 section 4.1.2).
public struct OAuthRedirect: Hashable, Sendable {
    /// Where the browser was sent, with a code or an error in the query.
    public let url: String
    /// The redirect URL that the page was asked with; the token is asked for with the same (section 4.1.3).
    public let redirectURL: String

    /// A URL that the browser was sent to, and the redirect URL that the page knew.
    public init(url: String, redirectURL: String) {
        self.url = url
        self.redirectURL = redirectURL
    }

    /// Whether a URL has the state that the login page was asked with (RFC 6749 section 10.12): what has another is of another login. A
    /// page that was asked without one takes every URL.
    public static func isAnswer(_ url: String, to page: String) -> Bool {
        guard let state = items(of: page)["state"] else { return true }
        return items(of: url)["state"] == state
    }

    /// What a URL says, by name; the first of a name counts.
    static func items(of url: String) -> [String: String] {
        var answer = HTTPRequest(url: url)
        // Written as a form (RFC 6749 appendix B): a plus is a space.
        answer.percentEncodedQuery = answer.percentEncodedQuery?.replacing("+", with: "%20")
        return Dictionary(answer.queryItems.map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }
}
