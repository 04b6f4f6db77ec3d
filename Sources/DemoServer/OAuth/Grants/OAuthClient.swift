/// A program that may ask for tokens.
struct OAuthClient: Sendable, Hashable {
    let id: String
    /// `nil` for a program that cannot keep one (RFC 6749, section 2.1).
    let secret: String?

    /// A program on somebody's machine: needs PKCE, may not act for itself.
    static let application = OAuthClient(id: "demo-app", secret: nil)
    /// A program on a server.
    static let service = OAuthClient(id: "demo-service", secret: "demo-secret")

    static let all = [application, service]

    static func named(_ id: String) -> OAuthClient? {
        all.first { $0.id == id }
    }
}
