public import HTTP
import Platform
public import Workspace

/// Converts the exchanges of the `RecordExchanges` link to exchanges without secrets, for the history and the screen.
public final class ExchangeRecorder: HTTPRecorder {
    /// The parts of an exchange that are recorded.
    public enum Content: Sendable {
        /// Everything.
        case all
        /// Everything except for the trace, which only the history and the workbench show.
        case untraced
        /// The outcome: the response or the error with the duration, and the first request without its draft; no hops and no trace.
        case outcome
    }

    /// The large bodies that are stored whole, in files.
    public enum LargeBodies: Sendable {
        /// Every body.
        case all
        /// The bodies that a capture, an assertion or a contract of the request reads.
        case checked
    }

    private let content: Content
    private let largeBodies: LargeBodies
    private let makeBodyPath: @Sendable () -> String?
    private let finished: @Sendable (Exchange, ArrivedResponse) -> Void
    private let arriving: (@Sendable (Exchange) -> Void)?

    /// Creates a recorder from the function for the temporary path of a large body (nil to store only its beginning), and the function that
    /// receives exchanges.
    ///
    /// `finished` is called once for each exchange, on the thread on which it ended, with the response as it arrived. `arriving` is called before it
    /// if the body takes longer than the head, with what is known until then; nil if nobody follows.
    public init(
        _ content: Content = .all, storing largeBodies: LargeBodies = .all, makeBodyPath: @escaping @Sendable () -> String?,
        finished: @escaping @Sendable (Exchange, ArrivedResponse) -> Void, arriving: (@Sendable (Exchange) -> Void)? = nil
    ) {
        self.content = content
        self.largeBodies = largeBodies
        self.makeBodyPath = makeBodyPath
        self.finished = finished
        self.arriving = arriving
    }

    /// A sink that stores a small body in memory and a large one in a private file.
    public func makeBodySink(for response: HTTPResponse) -> any HTTPBodySink {
        guard largeBodies == .checked else { return SpoolSink(makePath: makeBodyPath) }
        let (context, makeBodyPath) = (response.request.exchangeContext, makeBodyPath)
        return SpoolSink { context?.readsResponseBody == true ? makeBodyPath() : nil }
    }

    /// Passes on an exchange whose body is still arriving, as it is known at its head.
    public func recordArrival(of exchange: HTTPExchange) {
        guard let arriving, let context = exchange.request.exchangeContext else { return }
        arriving(ExchangeConversion(exchange, context).exchange(isTraced: true))
    }

    /// Receives an ended exchange.
    public func record(_ exchange: HTTPExchange) {
        guard let context = exchange.request.exchangeContext else { return }
        let conversion = ExchangeConversion(exchange, context)
        let recorded =
            switch content {
            case .all: conversion.exchange(isTraced: true)
            case .untraced: conversion.exchange(isTraced: false)
            case .outcome: conversion.outcome
            }
        finished(recorded, ArrivedResponse(exchange, conversion.mask))
    }
}

/// The parts of a response as they arrived, with their secrets. They are for checks, and are never stored or shown.
public struct ArrivedResponse: Hashable, Sendable {
    /// The URL of the last request.
    private let url: String
    /// The header fields.
    private let headers: HTTPHeaders
    /// The header bytes of the last transfer, which contain the trailers.
    private let headerBytes: [UInt8]
    /// The body in memory; nil for one in a file.
    private let body: [UInt8]?
    /// The secrets of the request and the cookies of all transfers, which must still be masked in stored and reported texts.
    package let mask: SecretMask

    init(_ exchange: HTTPExchange, _ mask: SecretMask) {
        let hops = exchange.hops
        let last = hops.last
        url = (last?.request ?? exchange.request).url
        headerBytes = last?.metrics?.responseHeaderBytes ?? []
        headers = exchange.response?.headers ?? HTTPHeaders()
        body = if case .memory(let bytes)? = exchange.body?.storage { bytes } else { nil }
        var cookies: Set<String> = TypedCredential.secrets(inCookiesOf: headers)
        for hop in hops {
            cookies.formUnion(TypedCredential.secrets(inCookiesOf: hop.request.headers))
            if let response = hop.response { cookies.formUnion(TypedCredential.secrets(inCookiesOf: response.headers)) }
        }
        self.mask = mask.adding(unlikely: cookies)
    }

    /// The parts of the recorded exchange for its checks, with secrets as they arrived. Reads files.
    package func facts(of exchange: Exchange, bodyLimit: Int) -> ResponseFacts? {
        var facts = ResponseFacts(exchange, bodyLimit: bodyLimit)
        facts?.url = url
        facts?.headers = headers
        facts?.headerBytes = headerBytes
        if let body { facts?.body = body }
        facts?.mask = mask
        return facts
    }
}

/// Facts about a request for the recorder, passed with the request as an option. A class, since each link of the chain copies the request.
package final class ExchangeContext: Sendable {
    /// The exchange's id, chosen when it is sent.
    package let id: Exchange.ID
    /// The origin of the request.
    package let origin: Exchange.Origin
    /// The draft as written.
    package let draft: RequestDraft?
    /// The exchange that this one replays.
    package let repeats: Exchange.ID?
    /// The options, with variables replaced.
    package let options: RequestOptions
    /// The mask that replaces secrets.
    package let mask: SecretMask
    /// The name of the stored response instead of the network's.
    package let offline = OfflineSource()

    /// True if a check of the request reads the body of the response.
    var readsResponseBody: Bool { origin.openAPI != nil || draft?.readsResponseBody == true }

    /// Creates a context.
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

private enum ExchangeContextOption: HTTPRequestOption { static let defaultOptionValue: ExchangeContext? = nil }

extension HTTPRequest {
    /// The facts for the recorder; nil for a request that is not recorded.
    package var exchangeContext: ExchangeContext? {
        get { self[option: ExchangeContextOption.self] }
        set { self[option: ExchangeContextOption.self] = newValue }
    }
}

/// Keeps secrets out of the history: those in a large response, in a redirect that was not followed, and those that captures find in a
/// response.
package struct CapturedSecrets: Sendable {
    private static let bodyLimit = 64 << 20
    private let queries: BodyQueries

    /// Creates a mask for captured secrets from the functions that run the queries of captures.
    package init(queries: BodyQueries = LiveQueries.all) { self.queries = queries }

    /// The exchange without the secrets found by its captures, without cookies, and without the secrets of `mask` in a body file.
    ///
    /// A file with a secret is removed, since it was made only for the history.
    package func masked(_ exchange: Exchange, _ mask: SecretMask) async -> Exchange {
        // Cookies that are concealed already need no search in the heads.
        let masked = exchange.concealingCookies().masked(by: await self.mask(of: exchange, mask))
        if case .file(let path)? = exchange.response?.body.storage, masked.response?.body.storage != .file(path) { unlink(path) }
        return masked
    }

    /// The mask that also covers the secrets found by the captures of an exchange, and the credentials in the address of its response.
    package func mask(of exchange: Exchange, _ mask: SecretMask) async -> SecretMask {
        let location = exchange.response?.headers["Location"].map(TypedCredential.secrets(inURL:)) ?? []
        return mask.adding(await captured(exchange).union(location))
    }

    private func captured(_ exchange: Exchange) async -> Set<String> {
        let captures = exchange.draft?.captures.filter { $0.isEnabled && $0.holdsSecret } ?? []
        guard !captures.isEmpty, var facts = ResponseFacts(exchange, bodyLimit: Self.bodyLimit) else { return [] }
        // A secret in the available part must not be stored.
        facts.isBodyComplete = true
        // Complete also for a cancelled command: the exchange is stored anyway.
        let report = await Task { [facts] in await ResponseChecks.run(captures, [], on: facts, queries) }.value
        return Set(report.values.values.map(\.text))
    }
}

/// The cookies that the jar added to requests: the names are shown, the values are not, since many are credentials.
struct JarCookies {
    private static let jar = "\(CookieJar.self)"
    /// The `name=value` pairs added by the jar.
    private let pairs: Set<String>

    /// Collects the pairs from the changes of the links.
    init(_ changes: some Sequence<HTTPRequestChange>) {
        pairs = Set(changes.filter { $0.link == Self.jar }.flatMap { Self.pairs(of: $0.after).subtracting(Self.pairs(of: $0.before)) })
    }

    /// The names of the cookies, sorted.
    var names: [String] { Set(pairs.map { String($0.prefix { $0 != "=" }) }).sorted() }

    /// A request in which these cookies have no values.
    func concealed(in request: HTTPRequest) -> HTTPRequest {
        guard !pairs.isEmpty else { return request }
        var concealed = request
        concealed.headers = HTTPHeaders(request.headers.fields.map { self.concealed(in: $0) })
        return concealed
    }

    /// A field in which these cookies have no values.
    func concealed(in field: HTTPHeaderField) -> HTTPHeaderField {
        guard field.isNamed("Cookie") else { return field }
        // Other parts stay unchanged, even if a secret in them looks like several pairs: secrets are masked as a whole.
        let shown = field.value.split(separator: ";", omittingEmptySubsequences: false).map { piece in
            let pair = piece.drop { $0 == " " }
            return pairs.contains(String(pair)) ? piece.prefix { $0 != "=" } + "=" + SecretMask.sign : piece
        }
        return HTTPHeaderField(name: field.name, value: shown.joined(separator: ";"))
    }

    /// A change of a request in which these cookies have no values.
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
