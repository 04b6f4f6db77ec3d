import HTTP
import Workspace

/// Facts about a request that the recorder needs; they travel with it as an option.
struct ExchangeContext: Sendable {
    /// The exchange's id, chosen when it is sent.
    let id: Exchange.ID
    /// The place that the request is sent from.
    let origin: Exchange.Origin
    /// The draft as written.
    let draft: RequestDraft?
    /// How it is sent, variables replaced.
    var options = RequestOptions()
    /// Puts signs in the place of secrets.
    let mask: SecretMask
}

private enum ExchangeContextOption: HTTPRequestOption {
    static let defaultOptionValue: ExchangeContext? = nil
}

extension HTTPRequest {
    /// The facts for the recorder; nil for a request that is not recorded.
    var exchangeContext: ExchangeContext? {
        get { self[option: ExchangeContextOption.self] }
        set { self[option: ExchangeContextOption.self] = newValue }
    }
}
