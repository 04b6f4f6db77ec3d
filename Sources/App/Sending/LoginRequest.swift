import HTTP
import Workspace

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
    /// What was sent that asked for it; nil where that is not known.
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
