package import HTTP
package import Workspace

/// Converts the recorded exchange of the loaders to an exchange of the history: values instead of handles, masks instead of secrets.
struct ExchangeConversion {
    private static let keptRequestBody: Int64 = 1 << 20
    private let recorded: HTTPExchange
    private let context: ExchangeContext
    /// All transfers; stored because ``HTTP/HTTPExchange/hops`` builds an array at each access.
    private let allHops: [HTTPHop]
    /// The secrets of the request, and the tokens obtained for it.
    let mask: SecretMask
    private let cookies: JarCookies

    init(_ recorded: HTTPExchange, _ context: ExchangeContext) {
        self.recorded = recorded
        self.context = context
        allHops = recorded.hops
        cookies = JarCookies(recorded.trace.compactMap { if case .changed(let change) = $0.event { change } else { nil } })
        mask = context.mask.adding(Self.tokens(in: recorded).union(Self.secrets(inRedirectsOf: recorded, allHops)))
    }

    /// The tokens that a link obtained, which were not known when the request was resolved.
    private static func tokens(in recorded: HTTPExchange) -> Set<String> {
        guard recorded.request.oauthConfiguration != nil else { return [] }
        let sent =
            recorded.hops.map(\.request)
            + recorded.trace.compactMap { entry in
                if case .changed(let change) = entry.event { change.after } else { nil }
            }
        return Set(sent.compactMap { $0.headers["Authorization"]?.split(separator: " ", maxSplits: 1).last.map(String.init) })
    }

    /// The credentials in the addresses to which servers sent the request on.
    private static func secrets(inRedirectsOf recorded: HTTPExchange, _ hops: [HTTPHop]) -> Set<String> {
        // Most exchanges have no redirect, and looking through a trace takes time.
        guard hops.count > 1 || recorded.error != nil || recorded.response?.headers["Location"] != nil else { return [] }
        var addresses = Set(hops.dropFirst().map(\.request.url))
        for entry in recorded.trace {
            guard case .redirected(_, let response, let next) = entry.event else { continue }
            addresses.formUnion([next.url, response.headers["Location"] ?? ""])
        }
        return addresses.reduce(into: []) { $0.formUnion(TypedCredential.secrets(inURL: $1)) }
    }

    /// The whole exchange, with or without its trace.
    func exchange(isTraced: Bool) -> Exchange {
        let offline = context.offline.text
        return Exchange(
            id: context.id, startedAt: recorded.startedAt, duration: duration, origin: context.origin,
            draft: context.draft?.withoutSecrets(), options: context.options.masked(by: mask), request: request,
            hops: hops, response: response, error: recorded.error.map(failure), trace: isTraced ? trace : [],
            notes: Exchange.Notes(tags: offline == nil ? [] : [Exchange.offlineTag]), repeats: context.repeats, offline: offline)
    }

    /// The exchange with its outcome alone.
    var outcome: Exchange {
        Exchange(
            id: context.id, startedAt: recorded.startedAt, duration: duration, origin: context.origin, request: request, response: response,
            error: recorded.error.map(failure), repeats: context.repeats, offline: context.offline.text)
    }

    /// The time of all transfers with the pauses between them; the total time if theirs is not known or the exchange failed. This duration
    /// is shown everywhere.
    private var duration: Double {
        let times = allHops.compactMap { $0.metrics?.timings.lastByte }
        guard recorded.error == nil, !times.isEmpty, times.count == allHops.count else { return recorded.duration.seconds }
        return allHops.reduce(times.reduce(0) { $0 + $1.seconds }) { $0 + $1.pause.seconds }
    }

    private var trace: [Exchange.TraceLine] {
        let entries = recorded.trace.map { entry in
            guard case .changed(let change) = entry.event else { return entry }
            return HTTPTraceEntry(offset: entry.offset, event: .changed(cookies.concealed(in: change)))
        }
        return TraceText.lines(of: entries).map { Exchange.TraceLine(offset: $0.offset.seconds, text: masked($0.text)) }
    }

    /// The transfers of the request, without transfers of a login to another server.
    private var ownHops: some BidirectionalCollection<HTTPHop> { allHops.lazy.filter { !$0.request.isForAuthentication } }

    private var request: Exchange.Request {
        let first = ownHops.first
        // Without a transfer, as offline, the URL is not complete yet.
        let sent = first?.request ?? recorded.request.serverEnvironment?.applied(to: recorded.request) ?? recorded.request
        var request = Exchange.Request(
            method: sent.method.rawValue, url: masked(sent.url), headers: masked(sent.headers), jarCookies: cookies.names,
            environmentHeaders: (sent.serverEnvironment?.headers ?? [:]).fields.map(\.name).filter(sent.headers.contains),
            headerBytes: masked(requestHead: first?.metrics?.requestHeaderBytes ?? []), body: body(of: sent))
        let method = recorded.request.authenticationMethod
        request.hasOneTimeCredentials = [.digest, .awsSignature, .ntlm, .negotiate].contains(method)
        return request
    }

    private var response: Exchange.Response? {
        recorded.response.map { head in
            Exchange.Response(
                status: head.status.rawValue, reason: masked(head.message), version: head.version, headers: masked(head.headers),
                headerBytes: mask.masked(ownHops.last?.metrics?.responseHeaderBytes ?? []), body: responseBody)
        }
    }

    private var responseBody: ExchangeBody {
        guard let body = recorded.body else { return ExchangeBody() }
        return switch body.storage {
        case .memory(let bytes):
            ExchangeBody(storage: .bytes(mask.masked(bytes)), byteCount: body.byteCount, isComplete: body.isComplete)
        case .file(let path):
            ExchangeBody(storage: .file(path), byteCount: body.byteCount, isComplete: body.isComplete, sha256: body.sha256)
        }
    }

    /// The body of a request if it is small; only the length of a larger one.
    private func body(of request: HTTPRequest) -> ExchangeBody {
        guard case .known(let count) = request.body.length else {
            return ExchangeBody(storage: .bytes([]), byteCount: 0, isComplete: false)
        }
        if count <= Self.keptRequestBody, let bytes = try? request.body.encode() { return ExchangeBody(mask.masked(bytes)) }
        return ExchangeBody(storage: .bytes([]), byteCount: count, isComplete: false)
    }

    private var hops: [Exchange.Hop] { allHops.map(hop) }

    private func hop(_ hop: HTTPHop) -> Exchange.Hop {
        var metrics = hop.metrics ?? HTTPMetrics()
        metrics.requestHeaderBytes = masked(requestHead: metrics.requestHeaderBytes)
        metrics.responseHeaderBytes = mask.masked(metrics.responseHeaderBytes)
        return Exchange.Hop(
            method: hop.request.method.rawValue, url: masked(hop.request.url), status: hop.response?.status.rawValue,
            reason: hop.response?.message ?? "", metrics: metrics, error: hop.error.map(failure), attempt: hop.attempt,
            pause: hop.pause.seconds)
    }

    private func failure(_ error: HTTPError) -> Exchange.Failure {
        Exchange.Failure(code: "\(error.code)", message: masked(error.message))
    }

    private func masked(_ text: String) -> String { mask.masked(text) }

    /// The head with its secrets masked, among them the credentials for a proxy that the process environment sets.
    private func masked(requestHead bytes: [UInt8]) -> [UInt8] {
        let name = Array("proxy-authorization:".utf8)
        func isCredential(_ line: ArraySlice<UInt8>) -> Bool { line.prefix(name.count).elementsEqual(name, by: { $0 | 0x20 == $1 }) }
        let head = mask.masked(bytes)
        let lines = head.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // A fast path: few heads have one.
        guard lines.contains(where: isCredential) else { return head }
        let masked = lines.map { line -> [UInt8] in
            guard isCredential(line) else { return Array(line) }
            let scheme = line.dropFirst(name.count).split(separator: UInt8(ascii: " ")).first ?? []
            return Array(line.prefix(name.count)) + [UInt8(ascii: " ")] + scheme + Array(" \(SecretMask.sign)\r".utf8)
        }
        return Array(masked.joined(separator: [UInt8(ascii: "\n")]))
    }

    private func masked(_ headers: HTTPHeaders) -> HTTPHeaders {
        HTTPHeaders(headers.fields.map { HTTPHeaderField(name: $0.name, value: masked($0.value)) })
    }
}

extension Exchange.Request {
    /// True if the whole body is stored, and it contained no secret.
    private var isBodyWhole: Bool {
        body.isComplete && (body.isEmpty || !SecretMask.isSeen(in: body.beginning(Int(body.byteCount))))
    }

    /// True if the request can be sent again from the history alone: it contained no secret, and its whole body is stored.
    fileprivate var isWhole: Bool {
        let texts = [url] + headersWithoutJar.fields.map(\.value)
        return !texts.contains(where: SecretMask.isSeen) && isBodyWhole
    }

    /// True if the URL is stored whole, with its server.
    private var isURLWhole: Bool { url.contains("://") && !SecretMask.isSeen(in: url) }

    /// Removes the parts that are stored whole, which need not be resolved again.
    func leaveOutStored(in input: inout ResolutionInput) {
        input.draft = leavingOutStored(input.draft)
        guard isURLWhole else { return }
        let masked = Set(headers.fields.filter { SecretMask.isSeen(in: $0.value) }.map { $0.name.lowercased() })
        let needed = masked.intersection(environmentHeaders.map { $0.lowercased() })
        input.needsEnvironment = !needed.isEmpty
        input.environment?.headers.removeAll { !needed.contains($0.name.lowercased()) }
        // Without one of them the request would go without a credential.
        let found = Set((input.environment?.headers ?? []).filter(\.isEnabled).map { $0.name.lowercased() })
        if !needed.isSubset(of: found) { input.environment = nil }
    }

    private func leavingOutStored(_ draft: RequestDraft) -> RequestDraft {
        var draft = draft
        // Nothing in a stored text is a variable.
        func isPlain(_ text: String) -> Bool { !text.contains("{{") && !SecretMask.isSeen(in: text) }
        if isURLWhole, isPlain(url), !url.contains("/:") { (draft.url, draft.query, draft.pathParameters) = (url, [], []) }
        for index in draft.headers.indices {
            let stored = headersWithoutJar.fields.filter { $0.isNamed(draft.headers[index].name) }
            guard let first = stored.first, stored.allSatisfy({ isPlain($0.value) }) else { continue }
            draft.headers[index].value = first.value
        }
        if isBodyWhole { draft.body = BodyDraft() }
        return draft
    }

    /// The request that was resolved again, with the parts as they were sent that are stored whole: the URL, the headers that it has now
    /// too, those of the body and of the environment, and the body. Headers that the chain adds, such as signatures, are made anew.
    func restored(in now: HTTPRequest) -> HTTPRequest {
        // The body may be in a file.
        let isBodyWhole = isBodyWhole
        var again = now
        again.method = HTTPMethod(rawValue: method)
        if isURLWhole { again.url = url }
        if isBodyWhole, !body.isEmpty { again.body = DataBody(body.beginning(Int(body.byteCount))) }
        let sent = Dictionary(grouping: headersWithoutJar.fields) { $0.name.lowercased() }
        /// The fields of a name as they were sent; nil if they contained a secret.
        func stored(_ name: String) -> [HTTPHeaderField]? {
            let fields = sent[name.lowercased()] ?? []
            return fields.contains { SecretMask.isSeen(in: $0.value) } ? nil : fields
        }
        /// True for a header that describes the body; of one that is made anew, it may name the boundary.
        func isOfBody(_ name: String) -> Bool { name.lowercased().hasPrefix("content-") }
        let names = now.headers.fields.map(\.name) + (isBodyWhole ? headersWithoutJar.fields.map(\.name).filter(isOfBody) : [])
        var seen: Set<String> = ["content-length"]
        again.headers = HTTPHeaders(
            names.filter { seen.insert($0.lowercased()).inserted }.flatMap { name -> [HTTPHeaderField] in
                let fields = now.headers.fields.filter { $0.isNamed(name) }
                return isOfBody(name) && !isBodyWhole ? fields : stored(name) ?? fields
            })
        guard var environment = again.serverEnvironment ?? (environmentHeaders.isEmpty ? nil : ServerEnvironment(host: nil)) else {
            return again
        }
        environment.headers = HTTPHeaders(
            Set(environmentHeaders.map { $0.lowercased() }).sorted().flatMap { name in
                stored(name) ?? environment.headers.fields.filter { $0.isNamed(name) }
            })
        // A whole URL has the query of the environment, whose server may be another one now.
        if isURLWhole { (environment.host, environment.queryItems) = (nil, []) }
        again.serverEnvironment = environment
        return again
    }
}

extension Exchange {
    /// True if the request can be sent again from the history alone: it contained no secret, and its whole body is stored.
    var isRequestWhole: Bool { request.isWhole }

    /// The request as it was sent, to be sent again. The transport adds its headers again, and the cookie jar its cookies.
    package var requestAsSent: HTTPRequest {
        let headers = request.headersWithoutJar.fields.filter { field in !["host", "content-length"].contains(field.name.lowercased()) }
        var again = HTTPRequest(method: HTTPMethod(rawValue: request.method), url: request.url, headers: HTTPHeaders(headers))
        // Everything that was sent is stored.
        again.omitAutomaticHeaders()
        if !request.body.isEmpty { again.body = DataBody(request.body.beginning(Int(request.body.byteCount))) }
        // The credentials are in the request already; naming the environment keeps them from following a redirect to another server.
        let ofEnvironment = again.headers.fields.filter { field in
            request.environmentHeaders.contains { $0.lowercased() == field.name.lowercased() }
        }
        again.serverEnvironment = origin.environment.map { ServerEnvironment(name: $0, host: nil, headers: HTTPHeaders(ofEnvironment)) }
        return again
    }

    /// The draft for composing the request again: as written, or else made from the sent request.
    package var composableDraft: RequestDraft {
        if let draft { return draft }
        let rows = request.headers.fields.map { Row($0.name, $0.value) }
        let text = String(decoding: request.body.beginning(1 << 20), as: UTF8.self)
        let body = text.isEmpty ? BodyDraft() : BodyDraft(kind: .text, text: text)
        return RequestDraft(name: origin.name, method: request.method, url: request.url, headers: rows, body: body)
    }
}
