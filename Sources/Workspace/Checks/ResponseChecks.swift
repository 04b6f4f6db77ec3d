public import HTTP
public import JSON
import Platform

/// Evaluates the captures and assertions of a request.
public enum ResponseChecks {
    /// Extracts the captured values and tests the assertions. Sends nothing. A cancelled task ends early with errors for the remaining
    /// ones.
    ///
    /// - Parameter expected: the values of the assertions with their variables replaced; by default the values as written. Variables that
    ///   are left are replaced by captures of the same response.
    public static func run(
        _ captures: [Capture], _ assertions: [Assertion], expecting expected: [JSONValue] = [], on facts: ResponseFacts,
        _ queries: BodyQueries
    ) async -> CheckReport {
        var captured: [CheckReport.Captured] = []
        for capture in captures where capture.isEnabled && !capture.variable.isEmpty {
            captured.append(await extract(capture, facts, queries))
        }
        var checked: [CheckReport.Checked] = []
        let values = expected.count == assertions.count ? expected : assertions.map(\.value)
        for (assertion, value) in zip(assertions, values) where assertion.isEnabled && !assertion.subject.isEmpty {
            let secrets = Set(captured.compactMap { $0.value?.isSecret == true ? $0.value?.text : nil })
            checked.append(
                await check(assertion, expecting: replacing(value, captured), facts, queries, hiding: facts.mask.adding(secrets)))
        }
        return CheckReport(captures: captured, assertions: checked)
    }

    private static func extract(_ capture: Capture, _ facts: ResponseFacts, _ queries: BodyQueries) async -> CheckReport.Captured {
        let place = capture.query.isEmpty ? capture.from : "\(capture.from) \(capture.query)"
        do throws(CheckError) {
            guard let source = CaptureSource(capture.from) else { throw CheckError(capture.fault ?? "") }
            let values = try await facts.values(source, capture.query, queries)
            // A null is treated as missing: in a URL it would become the word `null`.
            guard let first = values.first(where: { !$0.isNull }) else {
                throw CheckError(values.isEmpty ? "nothing was found" : "only null was found")
            }
            let text = AssertionPredicate.text(first)
            guard !text.contains(SecretMask.sign) else {
                // Captured secrets are masked in stored responses only.
                throw CheckError(
                    "the response contains a secret of its request, which is masked here"
                        + (capture.holdsSecret ? ", or the captured secret itself: send the request again" : ""))
            }
            // A value that contains a secret of the request is one itself.
            let isSecret = capture.holdsSecret || facts.mask.masked(text) != text
            return .init(variable: capture.variable, place: place, value: CapturedValue(text, isSecret: isSecret), problem: nil)
        } catch {
            return .init(variable: capture.variable, place: place, value: nil, problem: error.message)
        }
    }

    /// An expected value in which captured values replace their variables.
    private static func replacing(_ value: JSONValue, _ captured: [CheckReport.Captured]) -> JSONValue {
        guard let text = value.string, !captured.isEmpty else { return value }
        let template = Template(text)
        guard !template.names.isEmpty else { return value }
        let values = Dictionary(captured.compactMap { one in one.value.map { (one.variable, $0.text) } }) { $1 }
        let pieces = template.parts.map { part in
            switch part {
            case .text(let text): text
            case .reference(let name, let range): values[name] ?? String(text[range])
            }
        }
        return .string(pieces.joined())
    }

    /// The first variable of an assertion that its expected value still contains; nil if all are replaced.
    private static func missing(in value: JSONValue, of assertion: Assertion) -> String? {
        guard let written = assertion.value.string, let text = value.string else { return nil }
        let names = Template(text).names
        return Template(written).names.first { names.contains($0) }
    }

    private static func check(
        _ assertion: Assertion, expecting value: JSONValue, _ facts: ResponseFacts, _ queries: BodyQueries, hiding mask: SecretMask
    ) async -> CheckReport.Checked {
        let expected = assertion.value.isNull ? "" : " " + assertion.value.compactText
        func checked(_ problem: String?) -> CheckReport.Checked {
            func sentence(_ predicate: String) -> String {
                [assertion.subject, predicate].filter { !$0.isEmpty }.joined(separator: " ") + expected
            }
            let words = AssertionPredicate(rawValue: assertion.predicate)?.words ?? assertion.predicate
            return .init(sentence: sentence(words), problem: problem, written: sentence(assertion.predicate))
        }
        do throws(CheckError) {
            guard let subject = AssertionSubject(assertion.subject), let predicate = AssertionPredicate(rawValue: assertion.predicate)
            else {
                throw CheckError(assertion.fault ?? "")
            }
            let values = try await facts.values(subject.source, subject.query, queries)
            let counted = predicate.isOfPresence && !queries.findsNull(subject.query) ? values.filter { !$0.isNull } : values
            if let name = missing(in: value, of: assertion) { return checked("{{\(name)}} has no value") }
            if try predicate.holds(counted, value, matching: queries) { return checked(nil) }
            // The sentence names the variables of the expected value.
            let expectation = value == assertion.value ? "" : ", expected \(description([value], mask))"
            return checked("found " + description(values, mask) + expectation)
        } catch {
            return checked(error.message)
        }
    }

    private static func description(_ values: [JSONValue], _ mask: SecretMask) -> String {
        guard let first = values.first else { return "nothing" }
        // Masked before it is cut: a part of a secret would not be recognized.
        let text = mask.masked(first.compactText)
        return (text.count > 80 ? text.prefix(79) + "…" : text) + (values.count > 1 ? " and \(values.count - 1) more" : "")
    }
}

/// The parts of a response that captures and assertions can read.
public struct ResponseFacts: Sendable {
    /// The status code.
    public var status: Int
    /// The HTTP version; nil if it is not known.
    public var version: HTTPVersion?
    /// The header fields in order.
    public var headers: HTTPHeaders
    /// The header bytes as received, which contain the trailers.
    package var headerBytes: [UInt8] = []
    /// The URL of the response, after redirects.
    public var url: String
    /// Milliseconds until the response was complete.
    public var milliseconds: Double
    /// The decoded body, or its beginning.
    public var body: [UInt8]
    /// False if the end of the body is not available. Queries of such a body fail.
    public var isBodyComplete: Bool
    /// The secrets that a body as it arrived may contain.
    public var mask = SecretMask()

    /// The parts of a response.
    public init(
        status: Int, headers: HTTPHeaders, url: String = "", milliseconds: Double = 0, body: [UInt8] = [], isBodyComplete: Bool = true
    ) {
        self.status = status
        self.headers = headers
        self.url = url
        self.milliseconds = milliseconds
        self.body = body
        self.isBodyComplete = isBodyComplete
    }

    /// The reason why queries of the body fail; nil if the body is complete.
    public var bodyProblem: String? {
        guard !isBodyComplete else { return nil }
        return "only the first \(body.count < 1_000_000 ? "\(body.count) bytes" : "\(body.count / 1_000_000) MB") of the body are available"
    }

    /// All values that a query finds in a source, in order.
    public func values(_ source: CaptureSource, _ query: String, _ queries: BodyQueries) async throws(CheckError) -> [JSONValue] {
        switch source {
        case .status: return [.number(status)]
        case .time: return [.number(Seconds(nearest: milliseconds).whole)]
        case .url: return [.string(url)]
        case .version: return version.map { [.string("\($0)".replacing("HTTP/", with: ""))] } ?? []
        case .header:
            let named = headers.values(for: query)
            return (named.isEmpty ? HTTPHeaderParts(headerBytes).trailers.values(for: query) : named).map { .string($0) }
        case .cookie: return cookies.filter { $0.name == query }.map { .string($0.value) }
        case .body:
            if let bodyProblem { throw CheckError(bodyProblem) }
            if query.isEmpty { return [.string(queries.text(body, headers["Content-Type"]))] }
            return try await queries.values(query, body, headers["Content-Type"])
        }
    }

    /// The names and values of the cookies that the response sets (RFC 6265, section 5.2).
    private var cookies: [(name: String, value: String)] {
        headers.fields.filter { $0.isNamed("set-cookie") }.compactMap { field in
            let pair = field.value.prefix { $0 != ";" }
            guard let sign = pair.firstIndex(of: "=") else { return nil }
            return (String(pair[..<sign].trimmingSpacesAndTabs), String(pair[pair.index(after: sign)...].trimmingSpacesAndTabs))
        }
    }
}

extension RequestDraft {
    /// True if a capture or an assertion reads the body of the response.
    public var readsResponseBody: Bool {
        captures.contains { $0.isEnabled && CaptureSource($0.from) == .body }
            || assertions.contains { $0.isEnabled && AssertionSubject($0.subject)?.source == .body }
    }
}

/// The query languages for bodies, which other modules implement.
public struct BodyQueries: Sendable {
    /// Finds all values of a query in a body, in order.
    public var values: @Sendable (_ query: String, _ body: [UInt8], _ mediaType: String?) async throws(CheckError) -> [JSONValue]
    /// True if a regular expression matches a text.
    public var matches: @Sendable (_ pattern: String, _ text: String) throws(CheckError) -> Bool

    /// True if the query selects null; false if null is the language's result for a missing member, as in jq.
    public var findsNull: @Sendable (_ query: String) -> Bool
    /// The text of a whole body.
    public var text: @Sendable (_ body: [UInt8], _ mediaType: String?) -> String

    /// Takes the functions; by default a body is UTF-8.
    public init(
        values: @escaping @Sendable (String, [UInt8], String?) async throws(CheckError) -> [JSONValue],
        matches: @escaping @Sendable (String, String) throws(CheckError) -> Bool,
        findsNull: @escaping @Sendable (String) -> Bool = { _ in false },
        text: @escaping @Sendable ([UInt8], String?) -> String = { body, _ in String(decoding: body, as: UTF8.self) }
    ) {
        self.values = values
        self.matches = matches
        self.findsNull = findsNull
        self.text = text
    }
}

/// The results of the captures and assertions of a request.
public struct CheckReport: Hashable, Sendable {
    /// The result of a capture.
    public struct Captured: Hashable, Sendable {
        /// The variable that is set.
        public let variable: String
        /// The source and the query.
        public let place: String
        /// The first value found; nil if there was none.
        public let value: CapturedValue?
        /// The reason why there is no value.
        public let problem: String?
    }

    /// The result of a check.
    public struct Checked: Hashable, Sendable {
        /// The origins of checks.
        public enum Kind: String, Hashable, Sendable {
            /// An assertion of the request.
            case assertion
            /// A rule of the OpenAPI document of the collection.
            case contract
            /// Something that the document does not describe; it never fails.
            case note
        }

        /// The check as a sentence.
        public let sentence: String
        /// The sentence with the words of files, for other programs.
        public let written: String
        /// The reason why it failed; nil if it passed.
        public let problem: String?
        /// The origin of the check.
        public let kind: Kind

        /// Creates a result; of an assertion by default.
        public init(sentence: String, problem: String?, kind: Kind = .assertion, written: String? = nil) {
            self.sentence = sentence
            self.written = written ?? sentence
            self.problem = problem
            self.kind = kind
        }
    }

    /// The captured values in the order of the request.
    public let captures: [Captured]
    /// The assertions in the order of the request, then the checks of the contract.
    public private(set) var assertions: [Checked]

    /// The report of a request without captures and assertions.
    package static let empty = CheckReport(captures: [], assertions: [])

    /// This report with more checks.
    public func adding(_ checks: [Checked]) -> CheckReport {
        var report = self
        report.assertions += checks
        return report
    }

    /// True if the request has no captures and assertions.
    public var isEmpty: Bool { captures.isEmpty && assertions.isEmpty }
    /// The number of failed assertions and of captures without a value.
    public var failureCount: Int { missingCount + failedAssertionCount }
    /// The number of captures without a value.
    public var missingCount: Int { captures.count { $0.problem != nil } }
    /// The number of failed assertions.
    public var failedAssertionCount: Int { assertions.count { $0.problem != nil } }
    /// The captured values by variable.
    public var values: [String: CapturedValue] {
        Dictionary(captures.compactMap { capture in capture.value.map { (capture.variable, $0) } }) { $1 }
    }
}

/// The reason why a capture or assertion could not be evaluated.
public struct CheckError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The end of a sentence, without its full stop.
    public let message: String
    /// The values that a query found before the error.
    public let found: [JSONValue]

    /// An error with this message.
    public init(_ message: String, found: [JSONValue] = []) { (self.message, self.found) = (message, found) }

    /// The message.
    public var description: String { message }
}
