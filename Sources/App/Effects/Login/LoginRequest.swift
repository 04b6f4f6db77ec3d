import HTTP

/// What a person is to do so that a request gets its token.
public struct LoginRequest: Sendable, Equatable {
    /// Its number in this run.
    public let id: Int
    /// The page to open.
    public let page: String
    /// What is to be typed in there; nil where the browser comes back with what is needed.
    public let code: String?
    /// Whether the browser can come back by itself.
    public let comesBack: Bool

    /// Whether a text is a URL that a login ends at: it holds a code, or why there is none (RFC 6749, section 4.1.2).
    static func isAnswer(_ text: String) -> Bool {
        guard let url = WebURL(text) else { return false }
        let query = url.search.dropFirst().split(separator: "&")
        return query.contains { $0.hasPrefix("code=") || $0.hasPrefix("error=") }
    }

    init(id: Int, _ prompt: OAuthPrompt) {
        self.id = id
        switch prompt {
        case .openURL(let url): (page, code, comesBack) = (url, nil, true)
        case .pasteURL(let url): (page, code, comesBack) = (url, nil, false)
        case .enterCode(let device):
            (page, code, comesBack) = (device.completeVerificationURL ?? device.verificationURL, device.userCode, true)
        }
    }
}
