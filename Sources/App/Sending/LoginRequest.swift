import HTTP
import Workspace

/// A login that a person must do so that a request gets its token.
public struct LoginRequest: Sendable, Equatable {
    /// Its number in this run.
    public let id: Int
    /// The page to open.
    public let page: String
    /// The code to type at the page; nil if the browser comes back by itself.
    public let code: String?
    /// True if the browser can come back by itself.
    public let comesBack: Bool
    /// The exchange that asked for the login; nil if that is not known.
    let exchange: Exchange.ID?

    /// Why a text is not the URL that the login of a page ended at: that holds a code, or why there is none (RFC 6749, section 4.1.2). Nil
    /// where it is.
    static func problem(of text: String, for page: String?) -> String? {
        let query = WebURL(text)?.search.dropFirst().split(separator: "&") ?? []
        guard query.contains(where: { $0.hasPrefix("code=") || $0.hasPrefix("error=") }) else { return "That is no URL with code=…" }
        return OAuthRedirect.isAnswer(text, to: page ?? "") ? nil : "That URL is of another login: its state is not this one's"
    }

    init(id: Int, _ prompt: OAuthPrompt, for exchange: Exchange.ID? = nil) {
        self.id = id
        self.exchange = exchange
        switch prompt {
        case .openURL(let url): (page, code, comesBack) = (url, nil, true)
        case .pasteURL(let url): (page, code, comesBack) = (url, nil, false)
        case .enterCode(let device):
            (page, code, comesBack) = (device.completeVerificationURL ?? device.verificationURL, device.userCode, true)
        }
    }
}
