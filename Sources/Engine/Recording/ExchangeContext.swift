package import HTTP
package import Workspace

/// Facts about a request that the recorder needs; they travel with it as an option.
package struct ExchangeContext: Sendable {
    /// The exchange's id, chosen when it is sent.
    package let id: Exchange.ID
    /// The place that the request is sent from.
    package let origin: Exchange.Origin
    /// The draft as written.
    package let draft: RequestDraft?
    /// The exchange that this one repeats.
    package var repeats: Exchange.ID?
    /// How it is sent, variables replaced.
    package var options = RequestOptions()
    /// Puts signs in the place of secrets.
    package let mask: SecretMask

    /// Takes all of it.
    package init(
        id: Exchange.ID, origin: Exchange.Origin, draft: RequestDraft?, repeats: Exchange.ID? = nil,
        options: RequestOptions = RequestOptions(), mask: SecretMask
    ) {
        self.id = id
        self.origin = origin
        self.draft = draft
        self.repeats = repeats
        self.options = options
        self.mask = mask
    }
}

private enum ExchangeContextOption: HTTPRequestOption {
    static let defaultOptionValue: ExchangeContext? = nil
}

extension HTTPRequest {
    /// The facts for the recorder; nil for a request that is not recorded.
    package var exchangeContext: ExchangeContext? {
        get { self[option: ExchangeContextOption.self] }
        set { self[option: ExchangeContextOption.self] = newValue }
    }
}
