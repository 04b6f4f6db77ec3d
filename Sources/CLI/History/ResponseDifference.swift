import Comparison
import Engine
import JSON
import Screen
import Workspace

/// The options of a comparison.
struct DifferenceOptions: Sendable {
    /// The options of `diff` and `replay`.
    static let rules = [
        OptionSpec("headers", "Compare response headers too, except Date and Age"),
        OptionSpec("ignore-header", value: "NAME", "Ignore a header, with --headers", repeats: true),
        OptionSpec(
            "ignore", "i", value: "PATH", "Ignore a JSON Pointer (* matches one step, ** any), or all members with a name",
            repeats: true),
        OptionSpec("ignore-ids", "Ignore members named id, _id, uuid or guid, and all UUIDs"),
        OptionSpec("ignore-times", "Ignore all times, such as 2026-11-23T06:00:00Z or the date in a header"),
        OptionSpec("ignore-order", "Ignore the order of the elements of arrays"),
        OptionSpec("no-rules", "Do not apply the ignore rules saved with the request"),
    ]

    /// The differences of bodies to ignore.
    let rules: IgnoreRules
    private let usesSavedRules: Bool
    /// The lower-case names of headers to ignore; nil to ignore all.
    private let ignoredHeaders: Set<String>?

    init(_ words: CommandWords) throws(UsageError) {
        for path in words.values("ignore") where path.hasPrefix("$") || path.hasPrefix(".") || path.contains(/~(?![01])/) {
            throw UsageError("--ignore \(path): expected a JSON Pointer such as /items/*/id, or the name of a member")
        }
        usesSavedRules = !words.has("no-rules")
        rules = IgnoreRules(
            paths: words.values("ignore"), ids: words.has("ignore-ids"), times: words.has("ignore-times"), order: words.has("ignore-order"))
        // They contain the time of the response (RFC 9110, section 6.6.1; RFC 9111, section 5.1).
        ignoredHeaders = words.has("headers") ? Set(["date", "age"] + words.values("ignore-header").map { $0.lowercased() }) : nil
    }

    /// The rules together with the rules saved with the request of an exchange, if there is one.
    ///
    /// - Throws: a ``CommandError`` if there are too many paths.
    func rules(of exchange: Exchange?) throws -> IgnoreRules {
        var rules = rules
        if usesSavedRules, let origin = exchange?.origin, let path = origin.requestPath,
            let saved = try? WorkspaceStore(opening: origin.workspace).request(at: path)
        {
            rules = rules.adding(saved.draft.comparison)
        }
        if let path = rules.unusedPaths.first { throw CommandError("too many different paths are ignored, from \(path) on", code: 2) }
        return rules
    }

    /// The rows of headers that differ.
    func counted(_ rows: [ComparisonRow]) -> [ComparisonRow] {
        guard let ignoredHeaders else { return [] }
        return rows.filter { row in
            let name = (row.left ?? row.right)?.text.prefix { $0 != ":" } ?? ""
            return !ignoredHeaders.contains(name.lowercased())
        }
    }
}

/// The differences of two responses.
struct ResponseDifference: Sendable {
    /// The rows of status and error.
    let outcome: [ComparisonRow]
    let headers: [ComparisonRow]
    let bodies: Comparison
    /// The part of the bodies that was compared, if it is not the whole.
    private var comparedPart: String?

    /// Compares two sides; with status and headers if both are exchanges.
    init(_ old: ComparedSide, _ new: ComparedSide, _ options: DifferenceOptions) throws {
        guard let left = old.exchange, let right = new.exchange else {
            let rules = try options.rules(of: new.exchange ?? old.exchange)
            self.init(bodies: try Comparison(old.bytes, new.bytes, rules: rules))
            return
        }
        try self.init(left, right, options)
    }

    /// Compares two exchanges.
    init(_ old: Exchange, _ new: Exchange, _ options: DifferenceOptions) throws {
        let compared = try ExchangeComparison(old, new, rules: try options.rules(of: new))
        self.init(bodies: compared.bodies, outcome: compared.outcome, headers: options.counted(compared.headers))
        comparedPart = compared.comparedPart
    }

    private init(bodies: Comparison, outcome: [ComparisonRow] = [], headers: [ComparisonRow] = []) {
        (self.bodies, self.outcome, self.headers) = (bodies, outcome, headers)
    }

    var isEqual: Bool { outcome.isEmpty && headers.isEmpty && bodies.isEqual }

    // MARK: Forms

    var lines: [DifferenceLine] {
        let body =
            bodies.isEqual ? [] : [.heading("Body, \(bodies.kind.title): \(bodies.summary)")] + DifferenceLine.lines(of: bodies.rows)
        return outcome.flatMap(DifferenceLine.lines)
            + (headers.isEmpty ? [] : [.heading("Response headers")] + headers.flatMap(DifferenceLine.lines)) + body
    }

    /// The differences as short phrases.
    var problems: [String] {
        let heads = (outcome + headers).map { "\($0.left?.text ?? "nothing") → \($0.right?.text ?? "nothing")" }
        guard !bodies.isEqual else { return heads + (comparedPart.map { ["only \($0) of the body is stored and was compared"] } ?? []) }
        return heads + ["body, \(bodies.kind.title): \(bodies.summaryWithPlaces)"]
    }

    var json: JSONValue {
        let counts = bodies.counts
        return [
            "equal": .bool(isEqual), "outcome": .array(outcome.map(Self.json)), "headers": .array(headers.map(Self.json)),
            "body": [
                "kind": .string("\(bodies.kind)"), "added": .number(counts.added), "removed": .number(counts.removed),
                "changed": .number(counts.changed), "moved": .number(counts.moved), "isCut": .bool(bodies.isCut),
                "differences": .array(
                    bodies.kind == .json ? values : bodies.rows.filter(\.isDifference).map(Self.json)),
            ],
        ]
    }

    /// The differences of JSON bodies with their values. A value of several lines has several rows with one path.
    private var values: [JSONValue] {
        var differences: [[ComparisonRow]] = []
        for row in bodies.rows where row.isDifference {
            if let last = differences.last?.last, last.place == row.place, row.kind == .added || row.kind == .removed,
                last.isReplacement ? row.isReplacement : last.kind == row.kind && !row.isReplacement
            {
                differences[differences.count - 1].append(row)
            } else {
                differences.append([row])
            }
        }
        return differences.map { rows in
            var entry = Self.json(rows[0])
            if let move = rows[0].move, let values = try? bodies.values(of: move) {
                (entry["from"], entry["old"], entry["new"]) = (.string(move.from), values.old, values.new)
                return entry
            }
            for (name, lines) in [("old", rows.compactMap(\.left?.text)), ("new", rows.compactMap(\.right?.text))] where !lines.isEmpty {
                let text = lines.joined(separator: "\n")
                let member = try? JSONValue(parsing: "{\(text)}").object?.first?.value
                // A text that is cut is not JSON.
                entry[name] = (try? JSONValue(parsing: text)) ?? member ?? .string(text)
            }
            return entry
        }
    }

    private static func json(_ row: ComparisonRow) -> JSONValue {
        let kind =
            switch row.kind {
            case .added where !row.isReplacement: "added"
            case .removed where !row.isReplacement: "removed"
            case .moved: "moved"
            case .changed, .same, .fold, .added, .removed: "changed"
            }
        let members = [
            ("kind", kind), ("path", row.place?.pointer), ("from", row.move?.from), ("old", row.left?.text), ("new", row.right?.text),
        ]
        return .object(JSONObject(members.compactMap { name, text in text.map { JSONMember(name, .string($0)) } }))
    }
}

/// A line of a comparison on the command line: a sign and a text.
struct DifferenceLine: Sendable {
    private let sign: String
    private let content: String

    init(_ sign: String, _ content: String) {
        self.sign = sign
        self.content = content
    }

    /// The title of a part.
    static func heading(_ text: String) -> DifferenceLine { DifferenceLine("", text) }

    /// The lines of rows, with the path of each block of differences before it.
    static func lines(of rows: [ComparisonRow]) -> [DifferenceLine] {
        var isInBlock = false
        return rows.flatMap { row in
            let place = row.isDifference && !isInBlock ? row.place : nil
            isInBlock = row.isDifference
            let pointer = place?.pointer ?? ""
            return (pointer.isEmpty ? [] : [DifferenceLine("@ ", pointer)]) + lines(row)
        }
    }

    /// The lines of a row: one for each side that differs.
    static func lines(_ row: ComparisonRow) -> [DifferenceLine] {
        if case .fold(let fold) = row.kind { return [DifferenceLine("  ", "⋯ \(CountText.number(fold.count)) equal")] }
        guard row.isDifference else { return [DifferenceLine("  ", (row.left ?? row.right)?.text ?? "")] }
        let isMoved = row.kind == .moved
        return [
            row.left.map { DifferenceLine(isMoved ? "⇢ " : "- ", $0.text) },
            row.right.map { DifferenceLine(isMoved ? "⇠ " : "+ ", $0.text) },
        ]
        .compactMap(\.self)
    }

    /// The line for a terminal or a pipe, with its line break.
    func text(hasColors: Bool) -> String {
        let line = VisibleText.escaping(sign + content, keeping: ["\t"])
        guard hasColors, let color = ["": "1", "- ": "31", "+ ": "32", "⇢ ": "33", "⇠ ": "33", "@ ": "36"][sign] else { return line + "\n" }
        return "\u{1B}[\(color)m\(line)\u{1B}[0m\n"
    }
}
