package import Comparison
import Document
import HTTP
package import Workspace

/// The differences of two exchanges: outcome, request, response headers and response body.
package struct ExchangeComparison: Sendable {
    /// The status and the error, if they differ.
    package let outcome: [ComparisonRow]
    /// The times and sizes that differ: shown, but not counted as differences.
    package let facts: [String]
    /// The rows in which the requests differ.
    package let request: [ComparisonRow]
    /// The response headers that differ.
    package let headers: [ComparisonRow]
    /// The difference of the bodies.
    package let bodies: Comparison
    /// The part of the bodies that is stored, if it is not the whole: `66 kB of 300 kB`. The rest was not compared.
    package let comparedPart: String?
    /// True for equal bodies whose lengths differed before their secrets were masked.
    package let differsInSecrets: Bool

    /// Compares two exchanges. Reads body files, so do not call it on the main actor.
    ///
    /// - Throws: a `CancellationError`, or a `SystemError` if a body cannot be read.
    package init(_ old: Exchange, _ new: Exchange, rules: IgnoreRules) throws {
        let (left, right) = (old.response?.body, new.response?.body)
        let (leftBytes, rightBytes) = (try ComparedBytes(left), try ComparedBytes(right))
        comparedPart = Self.storedPart(of: left, leftBytes) ?? Self.storedPart(of: right, rightBytes)
        bodies = try Comparison(leftBytes.text(of: old.response), rightBytes.text(of: new.response), rules: rules)
        differsInSecrets = leftBytes.count == rightBytes.count && left?.byteCount != right?.byteCount && bodies.isEqual
        outcome = Comparison.rows(ofFields: Self.outcome(old), and: Self.outcome(new))
        facts = zip(Self.facts(old), Self.facts(new)).filter { $0.value != $1.value }.map { "\($0.name): \($0.value) → \($1.value)" }
        request = Comparison.rows(ofFields: Self.request(old), and: Self.request(new), rules: rules)
        headers = Comparison.rows(
            ofFields: Self.fields(old.response?.headers.fields), and: Self.fields(new.response?.headers.fields), rules: rules,
            foldsCase: true)
    }

    /// The stored part of an incomplete body; nil for a complete one.
    package static func storedPart(of body: ExchangeBody?, _ bytes: ComparedBytes) -> String? {
        guard let body, !body.isComplete else { return nil }
        return "\(ByteText.count(Int64(bytes.count))) of \(ByteText.count(body.byteCount))"
    }

    private static func outcome(_ exchange: Exchange) -> [(name: String, value: String)] {
        let status = exchange.response.map { $0.reason.isEmpty ? "\($0.status)" : "\($0.status) \($0.reason)" } ?? "no response"
        return [("Status", status), ("Error", exchange.error?.message ?? "none")]
    }

    private static func facts(_ exchange: Exchange) -> [(name: String, value: String)] {
        [("Time", TimeText.milliseconds(exchange.duration)), ("Size", ByteText.count(exchange.response?.body.byteCount ?? 0))]
    }

    private static func request(_ exchange: Exchange) -> [(name: String, value: String)] {
        [
            ("Method", exchange.request.method), ("URL", exchange.request.url), ("Environment", exchange.origin.environment ?? "none"),
            ("Body", ByteText.count(exchange.request.body.byteCount)),
        ] + fields(exchange.request.headers.fields)
    }

    private static func fields(_ fields: [HTTPHeaderField]?) -> [(name: String, value: String)] {
        (fields ?? []).map { ($0.name, $0.value) }
    }
}

extension ComparedBytes {
    /// The body of a response as UTF-8, if its media type names another character set.
    package func text(of response: Exchange.Response?) -> ComparedBytes {
        guard let type = response?.headers["Content-Type"]?.lowercased(), type.contains("charset"), !type.contains("utf-8") else {
            return self
        }
        let document = withUnsafeBytes { Document(Array($0), mediaType: type) }
        return document.charset == .utf8 ? self : ComparedBytes(document.text.withUnsafeBytes { Array($0) })
    }
}

extension Comparison {
    /// `equal`, or the number of differences.
    package var summary: String { isEqual ? "equal" : Self.count(counts.total) + (isCut ? " and more" : "") }

    /// The summary with the first places of differences in JSON: `2 differences: /id, /time`.
    package var summaryWithPlaces: String {
        var known: Set<String> = []
        let paths = rows.filter(\.isDifference).compactMap { $0.place?.pointer }.filter { known.insert($0).inserted }
        let shown = paths.prefix(Self.maxPlaces).joined(separator: ", ") + (paths.count > Self.maxPlaces ? ", …" : "")
        return summary + (paths.isEmpty ? "" : ": " + shown)
    }

    /// The maximum number of places in a summary.
    private static var maxPlaces: Int { 5 }

    /// `1 difference`, `2 differences`.
    package static func count(_ number: Int) -> String { CountText.of(number, "difference") }
}

extension Comparison.Kind {
    /// The kind of comparison, as named on the screen and the command line.
    package var title: String {
        switch self {
        case .json: "JSON by structure"
        case .xml: "XML by structure"
        case .text: "text by lines"
        case .binary: "bytes"
        }
    }
}

extension ComparedBytes {
    /// The bytes of a stored body.
    package convenience init(_ body: ExchangeBody?) throws {
        switch body?.storage {
        case .bytes(let bytes)?: self.init(bytes)
        case .file(let path)?: try self.init(file: path)
        case nil: self.init([])
        }
    }
}
