public import HTTP
public import JSON

/// Runs what a request says of its answer.
public enum AnswerChecks {
    /// Takes the values out and looks whether the assertions hold. Sends nothing. Ends early, with what could not be found, when its task is cancelled.
    public static func run(
        _ captures: [Capture], _ assertions: [Assertion], on facts: AnswerFacts, _ queries: BodyQueries
    ) async -> CheckReport {
        var captured: [CheckReport.Captured] = []
        for capture in captures where capture.isEnabled && !capture.variable.isEmpty {
            captured.append(await take(capture, facts, queries))
        }
        var checked: [CheckReport.Checked] = []
        for assertion in assertions where assertion.isEnabled && !assertion.subject.isEmpty {
            checked.append(await check(assertion, facts, queries))
        }
        return CheckReport(captures: captured, assertions: checked)
    }

    private static func take(_ capture: Capture, _ facts: AnswerFacts, _ queries: BodyQueries) async -> CheckReport.Captured {
        let place = capture.query.isEmpty ? capture.from : "\(capture.from) \(capture.query)"
        do throws(CheckFailure) {
            guard let source = CaptureSource(capture.from) else { throw CheckFailure("expected from \(CaptureSource.names)") }
            let found = try await facts.values(source, capture.query, queries)
            // A null is never meant to be sent on: `null` would be a name in an address.
            guard let first = found.first(where: { !$0.isNull }) else {
                throw CheckFailure(found.isEmpty ? "nothing was found" : "nothing but null was found")
            }
            let text = AssertionPredicate.text(first)
            guard !text.contains(SecretMask.sign) else {
                // A secret that was captured is left out of the history alone.
                throw CheckFailure(
                    "the answer repeats a secret of its request, which captures do not see"
                        + (capture.holdsSecret ? ", or its own was left out of the history, and comes with the next answer" : ""))
            }
            return .init(
                variable: capture.variable, place: place, value: CapturedValue(text, isSecret: capture.holdsSecret), problem: nil)
        } catch {
            return .init(variable: capture.variable, place: place, value: nil, problem: error.message)
        }
    }

    private static func check(_ assertion: Assertion, _ facts: AnswerFacts, _ queries: BodyQueries) async -> CheckReport.Checked {
        let expected = assertion.value.isNull ? "" : " " + assertion.value.compactText
        let sentence = "\(assertion.subject) \(assertion.predicate)\(expected)"
        do throws(CheckFailure) {
            guard let subject = AssertionSubject(assertion.subject) else { throw CheckFailure("expected \(AssertionSubject.names)") }
            guard let predicate = AssertionPredicate(rawValue: assertion.predicate) else {
                throw CheckFailure("expected \(AssertionPredicate.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            let found = try await facts.values(subject.source, subject.query, queries)
            let counted = predicate.isOfPresence && !queries.findsNull(subject.query) ? found.filter { !$0.isNull } : found
            if try predicate.holds(counted, assertion.value, matching: queries) { return .init(sentence: sentence, problem: nil) }
            return .init(sentence: sentence, problem: "found " + description(found))
        } catch {
            return .init(sentence: sentence, problem: error.message)
        }
    }

    private static func description(_ values: [JSONValue]) -> String {
        guard let first = values.first else { return "nothing" }
        let text = first.compactText
        return (text.count > 80 ? text.prefix(79) + "…" : text) + (values.count > 1 ? " and \(values.count - 1) more" : "")
    }
}

/// What of an answer captures and assertions look at.
public struct AnswerFacts: Sendable {
    /// The status code.
    public var status: Int
    /// The header fields in order.
    public var headers: HTTPHeaders
    /// The URL that answered.
    public var url: String
    /// Milliseconds until all of it was there.
    public var milliseconds: Double
    /// What came after the headers, decoded.
    public var body: [UInt8]

    /// An answer of these parts.
    public init(status: Int, headers: HTTPHeaders, url: String = "", milliseconds: Double = 0, body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.url = url
        self.milliseconds = milliseconds
        self.body = body
    }

    /// An answer of the history; of its body at most `limit` bytes. Not for the main actor.
    public init?(_ exchange: Exchange, bodyLimit: Int) {
        guard let response = exchange.response else { return nil }
        self.init(
            status: response.status, headers: response.headers, url: exchange.hops.last?.url ?? exchange.request.url,
            milliseconds: exchange.duration * 1000, body: response.body.beginning(bodyLimit))
    }

    /// Everything that is found there, in order.
    public func values(_ source: CaptureSource, _ query: String, _ queries: BodyQueries) async throws(CheckFailure) -> [JSONValue] {
        switch source {
        case .status: return [.number(status)]
        case .time: return [.number(Seconds(nearest: milliseconds).whole)]
        case .url: return [.string(url)]
        case .header: return headers.fields.filter { $0.name.lowercased() == query.lowercased() }.map { .string($0.value) }
        case .cookie: return cookies.filter { $0.name == query }.map { .string($0.value) }
        case .body:
            if query.isEmpty { return [.string(String(decoding: body, as: UTF8.self))] }
            return try await queries.values(query, body, headers["Content-Type"])
        }
    }

    /// The cookies that the answer sets, as far as name and value go (RFC 6265, section 5.2).
    private var cookies: [(name: String, value: String)] {
        headers.fields.filter { $0.name.lowercased() == "set-cookie" }.compactMap { field in
            let pair = field.value.prefix { $0 != ";" }
            guard let sign = pair.firstIndex(of: "=") else { return nil }
            return (String(pair[..<sign].trimmingSpace), String(pair[pair.index(after: sign)...].trimmingSpace))
        }
    }
}

/// What runs queries over bodies. The languages are not this module's.
public struct BodyQueries: Sendable {
    /// Everything that a query finds in a body, in order.
    public var values: @Sendable (_ query: String, _ body: [UInt8], _ mediaType: String?) async throws(CheckFailure) -> [JSONValue]
    /// Whether a regular expression is found in a text.
    public var matches: @Sendable (_ pattern: String, _ text: String) throws(CheckFailure) -> Bool

    /// Whether null is what a query found; else it is the query's word for nothing, as for a member that is not there in jq.
    public var findsNull: @Sendable (_ query: String) -> Bool

    /// Takes all three.
    public init(
        values: @escaping @Sendable (String, [UInt8], String?) async throws(CheckFailure) -> [JSONValue],
        matches: @escaping @Sendable (String, String) throws(CheckFailure) -> Bool,
        findsNull: @escaping @Sendable (String) -> Bool = { _ in false }
    ) {
        self.values = values
        self.matches = matches
        self.findsNull = findsNull
    }
}
