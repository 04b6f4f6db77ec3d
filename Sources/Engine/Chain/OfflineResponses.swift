public import HTTP
import Platform
import Synchronization
public import Workspace

/// Serves stored responses and saved examples instead of the network: for requests with that option, or for all.
///
/// It comes before the links for sharing, caching, retries, redirects and authentication, so that no token or cookie is sent. Its responses
/// are marked in the exchange (``Workspace/Exchange/offline``) and never served again.
public final class OfflineResponses: HTTPLoaderLink {
    /// Opens the history.
    public typealias OpenHistory = @Sendable () async throws(HistoryError) -> any HistoryStore

    private struct State {
        var openHistory: OpenHistory?
        var isForAll = false
    }

    /// The number of entries that are read at once.
    private static let pageSize = 200
    /// The time until a simulated timeout, for a request without a timeout.
    private static let defaultTimeout = Duration.seconds(60)

    // Guards the switch and the history, which the chain reads on any thread.
    private let state: Mutex<State>
    private let clock: HTTPClock
    /// Returns a number from 0 to 1 for each request, which selects its fault.
    private let chance: @Sendable () -> Double

    /// Creates a link with a history; nil until one is attached.
    public init(
        _ openHistory: OpenHistory? = nil, clock: HTTPClock = .system, chance: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) {
        state = Mutex(State(openHistory: openHistory))
        self.clock = clock
        self.chance = chance
    }

    package func attach(_ openHistory: @escaping OpenHistory) { state.withLock { $0.openHistory = openHistory } }

    /// True to give all requests stored responses, whatever their options.
    package var isForAll: Bool {
        get { state.withLock { $0.isForAll } }
        set { state.withLock { $0.isForAll = newValue } }
    }

    /// Returns a stored response, or the response of the next loader.
    ///
    /// - Throws: ``HTTPError/Code/noStoredResponse`` if there is none, or the fault set in the options.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        let isForAll = isForAll
        guard let context = request.exchangeContext else {
            guard isForAll else { return try await nextLoader.load(request, task: task) }
            throw HTTPError(.noStoredResponse, request: request, message: "Offline mode is on; nothing is sent.")
        }
        let options = context.options.offline
        guard isForAll || options.isOn else { return try await nextLoader.load(request, task: task) }
        if let delay = options.delay.map({ Seconds(nearest: $0).duration }) {
            // A request that is cancelled during the delay was offline as well.
            context.offline.set("ended before its stored response")
            task.report(.waiting(for: delay, reason: "the offline delay"))
            try await clock.wait(delay, for: request, task: task)
        }
        if let fault = fault(options) { return try await response(to: request, fault, context, task) }
        guard let storedResponse = await stored(for: request, context) else {
            context.offline.set("no stored response")
            throw HTTPError(.noStoredResponse, request: request, message: Self.advice(request, isForAll))
        }
        let title = storedResponse.title
        context.offline.set(title)
        task.report(.answeredFromStore(reason: title))
        return try storedResponse.response(to: request)
    }

    private static func advice(_ request: HTTPRequest, _ isForAll: Bool) -> String {
        let way =
            isForAll ? "“Toggle offline mode” ends offline mode for all requests." : "Set `offline.from` to “no” to use the network."
        return "Offline: neither the history nor the examples contain a complete response to \(request.method) \(request.url). "
            + "Send it once over the network, or save an example. \(way)"
    }

    // MARK: Finding

    private func stored(for request: HTTPRequest, _ context: ExchangeContext) async -> ServedResponse? {
        let options = context.options.offline
        if options.from == "examples" || options.example != nil, let example = Self.example(of: context) { return example }
        if let response = await recorded(request, context) { return response }
        return Self.example(of: context)
    }

    /// The example named in the options, or the first one; one without a status of its own only in place of none.
    private static func example(of context: ExchangeContext) -> ServedResponse? {
        guard let path = context.origin.requestPath, let store = try? WorkspaceStore(opening: context.origin.workspace),
            let examples = try? store.savedResponses(of: path).content.examples
        else { return nil }
        let name = context.options.offline.example
        let example =
            name == nil ? examples.first { $0.status != 0 } ?? examples.first : examples.first { $0.name == name }
        return example.map { ServedResponse($0, of: $0.request ?? context.draft ?? RequestDraft(), at: path) }
    }

    /// The newest complete response to this URL, or else to a request of the same file.
    private func recorded(_ request: HTTPRequest, _ context: ExchangeContext) async -> ServedResponse? {
        guard let open = state.withLock({ $0.openHistory }), let history = try? await open() else { return nil }
        let (method, url) = (request.method.rawValue, context.mask.masked(request.url))
        let ofURL = await newest(HistoryFilter.text(forWholeURL: url), method, in: history) { $0.url == url }
        guard ofURL == nil, let path = context.origin.requestPath else { return ofURL }
        return await newest("request:" + FilterText.quoted(path), method, in: history) {
            $0.origin.requestPath == path && $0.origin.workspace == context.origin.workspace
        }
    }

    /// The newest complete response among the entries that a filter finds.
    ///
    /// - Parameter matches: true for an entry of the request, since a filter also finds texts that begin with its values.
    private func newest(
        _ filter: String, _ method: String, in history: any HistoryStore, where matches: (ExchangeSummary) -> Bool
    ) async -> ServedResponse? {
        let filter = HistoryFilter(text: "\(filter) method:\(method) -tag:\(Exchange.offlineTag)")
        var cursor: HistoryCursor?
        while let rows = try? await history.list(after: cursor, limit: Self.pageSize, filter: filter), let last = rows.last {
            for row in rows where row.isServable && row.method == method && matches(row) {
                let exchange = try? await history.exchange(row.id)
                if let exchange, exchange.offline == nil, let response = ServedResponse(exchange) { return response }
            }
            cursor = last.cursor
        }
        return nil
    }

    // MARK: Faults

    private func fault(_ options: RequestOptions.Offline) -> ResponseFault.Kind? {
        options.faults.isEmpty ? nil : ResponseFault.choose(from: options.faults.compactMap(ResponseFault.init), chance())
    }

    private func response(
        to request: HTTPRequest, _ fault: ResponseFault.Kind, _ context: ExchangeContext, _ task: HTTPTask
    ) async throws(HTTPError) -> HTTPResponse {
        let title = "a simulated fault (`offline.faults`)"
        context.offline.set(title)
        task.report(.answeredFromStore(reason: title))
        switch fault {
        case .status(let status):
            let status = HTTPStatus(rawValue: status)
            return HTTPResponse(request: request, status: status, message: status.reasonPhrase ?? "")
        case .reset: throw HTTPError(.invalidResponse, request: request, message: "The connection ended without a response: \(title).")
        case .timeout:
            let limits = request.timeouts
            try await clock.wait(limits.total ?? limits.idle ?? Self.defaultTimeout, for: request, task: task)
            throw HTTPError(.timedOut, request: request, message: "No response arrived: \(title).")
        }
    }
}

extension ExchangeSummary {
    /// True if the entry has a whole response of a server. Stored responses that were served offline did not come from one.
    package var isServable: Bool { status != nil && errorCode == nil && !notes.tags.contains(Exchange.offlineTag) }
}

extension RequestOptions.Offline {
    /// True if a stored response replaces the network.
    package var isOn: Bool { from == "history" || from == "examples" }
}

extension HTTPError.Code {
    /// The code of a request without a stored response.
    package static let noStoredResponse = Self("noStoredResponse", explanation: "There is no stored response for the request.")
}

/// The name of the stored response of an exchange; tells the recorder which one the link returned.
package final class OfflineSource: Sendable {
    // Guards the text: the link and the recorder run on any thread.
    private let title = Mutex<String?>(nil)

    /// The name; nil for a response from the network.
    var text: String? { title.withLock { $0 } }

    func set(_ text: String) { title.withLock { $0 = text } }
}

/// A stored response or an example that replaces a server's response, with its request.
public struct ServedResponse: Sendable {
    /// The id of the entry, or the path of the request and the name of the example.
    public let name: String
    /// The description for the user: `the stored response of 2026-11-20 09:15 UTC`, `the example “Empty list”`.
    let title: String
    /// The method, such as `GET`.
    public let method: String
    /// The path of the URL; in examples with `:name` and `{{name}}`.
    public let path: String
    /// The query items, decoded; those with variables are left out.
    public let query: [(name: String, value: String)]
    /// The status code.
    public let status: Int
    let reason: String
    /// The headers in order.
    public let headers: [HTTPHeaderField]
    /// The body.
    public let body: ExchangeBody

    /// The response of an entry; nil if it is missing or incomplete.
    package init?(_ exchange: Exchange) {
        guard let response = exchange.response, response.body.isComplete, let url = WebURL(exchange.request.url) else { return nil }
        let date = CivilTime.iso8601(secondsSince1970: exchange.startedAt.timeIntervalSince1970)
        name = exchange.id
        title = "the stored response of " + date.prefix(16).replacing("T", with: " ") + " UTC"
        (method, path, query) = (exchange.request.method, url.pathname, Self.items(url.search.dropFirst()))
        (status, reason, headers, body) = (response.status, response.reason, response.headers.fields, response.body)
    }

    package init(_ example: SavedResponse, of draft: RequestDraft, at path: String) {
        let url = draft.url.prefix { $0 != "#" }
        let written = url.firstIndex(of: "?").map { Self.items(url[url.index(after: $0)...]) } ?? []
        let rows = draft.query.filter(\.isEnabled).map { ($0.name, $0.value) }
        name = WorkspacePath.shown(path) + (example.name.isEmpty ? "" : ": \(example.name)")
        title = example.name.isEmpty ? "an example" : "the example “\(example.name)”"
        method = draft.method
        self.path = Self.path(ofURL: url.prefix { $0 != "?" })
        query = (written + rows).filter { !($0.0 + $0.1).contains("{{") }
        (status, reason) = (example.servedStatus, example.reason)
        headers = example.headers.filter(\.isEnabled).map { HTTPHeaderField(name: $0.name, value: $0.value) }
        body = ExchangeBody(example.body)
    }

    /// The path of a URL as written: without scheme and host, or the variable in their place.
    private static func path(ofURL url: Substring) -> String {
        var rest = url
        if let authority = rest.firstRange(of: "://") {
            rest = rest[authority.upperBound...].drop { $0 != "/" }
        } else if rest.hasPrefix("{{"), let end = rest.firstRange(of: "}}") {
            rest = rest[end.upperBound...]
        }
        return rest.hasPrefix("/") ? String(rest) : "/\(rest)"
    }

    private static func items(_ query: some StringProtocol) -> [(name: String, value: String)] {
        query.formPairs.map { ($0.name, $0.value ?? "") }
    }

    fileprivate func response(to request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        let content: HTTPResponseBody
        switch body.storage {
        case .bytes(let bytes): content = HTTPResponseBody(bytes, for: request)
        case .file(let path): content = HTTPResponseBody(try FileSource(path, request), expectedByteCount: body.byteCount, for: request)
        }
        return HTTPResponse(
            request: request, status: HTTPStatus(rawValue: status), message: reason, headers: HTTPHeaders(headers), body: content)
    }
}

/// The bytes of a file, read on demand.
private final class FileSource: HTTPResponseBodySource {
    private static let chunkByteCount = 64 << 10
    private let request: HTTPRequest
    // Guards the file; nil after its end.
    private let file: Mutex<Shared<Descriptor>?>

    init(_ path: String, _ request: HTTPRequest) throws(HTTPError) {
        self.request = request
        guard let descriptor = try? Descriptor(opening: path, O_RDONLY | O_NOFOLLOW) else { throw Self.unreadable(request) }
        file = Mutex(Shared(descriptor))
    }

    func next() async throws(HTTPError) -> [UInt8]? {
        guard let file = file.withLock({ $0 }) else { return nil }
        guard let chunk = try? file.value.read(Self.chunkByteCount) else { throw Self.unreadable(request) }
        if chunk.isEmpty { cancel() }
        return chunk.isEmpty ? nil : chunk
    }

    func cancel() { file.withLock { $0 = nil } }

    private static func unreadable(_ request: HTTPRequest) -> HTTPError {
        HTTPError(.noStoredResponse, request: request, message: "The file of the stored body can no longer be read.")
    }
}
