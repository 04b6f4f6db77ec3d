public import HTTP
import Platform
public import Workspace

/// Turns what passes the `RecordExchanges` link into exchanges without secrets, for the history and for the screen.
public final class ExchangeRecorder: HTTPRecorder {
    private let makeBodyPath: @Sendable () -> String?
    private let finished: @Sendable (Exchange, SecretMask) -> Void

    /// Takes where a large body is kept until the history has it (nil to keep its beginning only), and who is told.
    ///
    /// `finished` is called once for each exchange, on whichever thread it ended, with the mask that is still to be put on a body that is a file.
    public init(makeBodyPath: @escaping @Sendable () -> String?, finished: @escaping @Sendable (Exchange, SecretMask) -> Void) {
        self.makeBodyPath = makeBodyPath
        self.finished = finished
    }

    /// Memory while the body is small, then a private file.
    public func makeBodySink(for response: HTTPResponse) -> any HTTPBodySink {
        SpoolSink(makePath: makeBodyPath)
    }

    /// An exchange is over.
    public func record(_ exchange: HTTPExchange) {
        guard let context = exchange.request.exchangeContext else { return }
        let conversion = ExchangeConversion(exchange, context)
        finished(conversion.exchange, conversion.mask)
    }
}

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
    /// Names the stored response that is given in place of the network's.
    package let offline = OfflineSource()

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

/// Keeps the secrets of a large answer, and those that a request takes out of its answer, out of the history.
package struct CapturedSecrets: Sendable {
    private static let bodyLimit = 64 << 20
    private let queries: BodyQueries

    /// Takes what runs the queries of captures.
    package init(queries: BodyQueries) { self.queries = queries }

    /// The exchange without the secrets that its captures find in it, without cookies, and without the secrets of `mask` in a body that is a file.
    ///
    /// A file that is not kept for a secret in it is removed: it was made for the history alone.
    package func masked(_ exchange: Exchange, _ mask: SecretMask) async -> Exchange {
        let masked = exchange.masked(by: mask.adding(await captured(exchange))).concealingCookies()
        if case .file(let path)? = exchange.response?.body.storage, masked.response?.body.storage != .file(path) { unlink(path) }
        return masked
    }

    private func captured(_ exchange: Exchange) async -> [String] {
        let captures = exchange.draft?.captures.filter { $0.isEnabled && $0.holdsSecret } ?? []
        guard !captures.isEmpty, let facts = ResponseFacts(exchange, bodyLimit: Self.bodyLimit) else { return [] }
        return await ResponseChecks.run(captures, [], on: facts, queries).values.values.map(\.text)
    }
}

/// The cookies that the jar added to requests: their names are shown, and their values are not, since they are credentials as often as not.
struct JarCookies {
    private static let jar = "\(CookieJar.self)"
    /// The `name=value` pairs that the jar adds.
    private let pairs: Set<String>

    /// Takes what the links made of requests.
    init(_ changes: some Sequence<HTTPRequestChange>) {
        pairs = Set(changes.filter { $0.link == Self.jar }.flatMap { Self.pairs(of: $0.after).subtracting(Self.pairs(of: $0.before)) })
    }

    /// Their names, sorted.
    var names: [String] { Set(pairs.map { String($0.prefix { $0 != "=" }) }).sorted() }

    /// A request with the names alone of those cookies.
    func concealed(in request: HTTPRequest) -> HTTPRequest {
        guard !pairs.isEmpty else { return request }
        var concealed = request
        concealed.headers = HTTPHeaders(request.headers.fields.map { self.concealed(in: $0) })
        return concealed
    }

    /// A field with the names alone of those cookies.
    func concealed(in field: HTTPHeaderField) -> HTTPHeaderField {
        guard field.isNamed("Cookie") else { return field }
        // What is not the jar's stays as it is, also where a secret in it looks like several pairs: it is found as a whole.
        let shown = field.value.split(separator: ";", omittingEmptySubsequences: false).map { piece in
            let pair = piece.drop { $0 == " " }
            return pairs.contains(String(pair)) ? piece.prefix { $0 != "=" } + "=" + SecretMask.sign : piece
        }
        return HTTPHeaderField(name: field.name, value: shown.joined(separator: ";"))
    }

    /// A change of a request with the names alone of those cookies.
    func concealed(in change: HTTPRequestChange) -> HTTPRequestChange {
        HTTPRequestChange(link: change.link, before: concealed(in: change.before), after: concealed(in: change.after))
    }

    private static func pairs(of request: HTTPRequest) -> Set<String> {
        Set(request.headers.values(for: "Cookie").flatMap(split))
    }

    private static func split(_ value: String) -> [String] {
        value.split(separator: ";").map { String($0.drop { $0 == " " }) }
    }
}

/// The OAuth settings that the core names in messages.
enum OAuthSettingNames {
    /// Puts the names that a person finds on the Auth tab in the place of the OAuth settings that the core names in backticks.
    static func replaced(in message: String) -> String {
        var named = message
        for (core, field) in settings {
            named = named.replacing("`\(core)`", with: "“\(AuthKind.field(field)?.label ?? field)” (Auth tab)")
        }
        return named
    }

    private static let settings = [
        ("endpoints.token", "tokenURL"), ("endpoints.authorization", "authorizationURL"),
        ("endpoints.deviceAuthorization", "deviceURL"),
    ]
}
