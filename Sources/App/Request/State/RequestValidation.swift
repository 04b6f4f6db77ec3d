import Engine
import HTTP
import Interchange
import Widgets
import Workspace

extension RequestState {
    /// Marks each row that cannot be sent with its problem. The typed text stays.
    mutating func validate() {
        checkSyntax(upTo: Self.maxCheckedAtOnce)
        urlProblem = URLIssue.reason(against: url.text) ?? HTTPieLine.secondURL(in: url.text)
        methodProblem = HTTPRequest.fault(ofMethod: base.method.trimmed)
        // This runs at each key; variables change rarely.
        if variables.rows != validVariables {
            Self.update(&variables.rows, VariableRows.validated(variables.rows))
            validVariables = variables.rows
        }
        Self.update(&auth.rows, AuthFields.validated(auth.rows, of: base.auth))
        Self.update(&options.rows, OptionFields.validated(options.rows))
        Self.update(&headers.rows, headers.rows.map { $0.with(problem: $0.headerNameProblem) })
        queries.begin()
        Self.update(&captures.rows, captures.rows.map { $0.with(problem: Self.problem(capture: $0, &queries)) })
        Self.update(&assertions.rows, assertions.rows.map { $0.with(problem: Self.problem(assertion: $0, &queries)) })
    }

    /// Everything that prevents sending the request, each with its place.
    var fieldProblems: [String] {
        (methodProblem.map { [$0] } ?? []) + (urlProblem.map { [$0] } ?? [])
            + Self.problems(of: headers, "header") + Self.problems(of: auth, "Authentication,")
            + captures.rows.compactMap(Self.unknownSource) + unsavableProblems
    }

    /// True if a field ends within a reference to a variable, which is sent as it is. A body may contain such braces for other reasons.
    var hasCutOffReference: Bool {
        let rows = [params, headers, auth].flatMap(\.rows).filter(\.isEnabled)
        return Template.isCutOff(url.text) || rows.contains { $0.cells.contains(where: Template.isCutOff) }
    }

    private static func unknownSource(_ row: TableRow) -> String? {
        guard row.isEnabled, !row[1].isEmpty, CaptureSource(row[1]) == nil else { return nil }
        return "capture \(row[0]): expected \(fromSources), not “\(row[1])”"
    }

    private static var fromSources: String { "from \(CaptureSource.names)" }

    /// Problems of typed text that a file cannot store, each with its place.
    var unsavableProblems: [String] {
        Self.problems(of: options, "option")
            + captures.rows.filter(TestRows.hasUnknownSecrecy).map {
                "capture \($0[0]): expected yes or no in Secret, not “\($0[3])”"
            } + (documentProblem.map { ["Text tab: \($0)"] } ?? [])
    }

    private static func problems(of table: RowsState, _ place: String) -> [String] {
        table.rows.filter(\.isEnabled).compactMap { row in row.problem.map { "\(place) \(row[0]): expected \($0)" } }
    }

    private static func problem(capture row: TableRow, _ queries: inout CheckedQueries) -> String? {
        guard row.isEnabled, !row.isBlank else { return nil }
        if row[0].isEmpty { return "needs a variable" }
        if let expected = VariableIssue.expectedName(insteadOf: row[0]) { return expected }
        guard let source = CaptureSource(row[1].isEmpty ? "body" : row[1]) else { return "expected \(fromSources)" }
        if row[2].isEmpty, source == .header || source == .cookie { return "needs the \(source.rawValue)’s name as its query" }
        if source == .body, let problem = queries.problem(row[2]) { return problem }
        return TestRows.hasUnknownSecrecy(row) ? "expected yes or no in Secret" : nil
    }

    private static func problem(assertion row: TableRow, _ queries: inout CheckedQueries) -> String? {
        guard row.isEnabled, !row.isBlank else { return nil }
        guard let subject = AssertionSubject(row[0]) else { return "expected \(AssertionSubject.names)" }
        guard let predicate = row[1].isEmpty ? AssertionPredicate.equals : AssertionPredicate(words: row[1]) else {
            return "unknown condition; one of " + AssertionPredicate.allCases.map(\.words).joined(separator: ", ")
        }
        if subject.source == .body, let problem = queries.problem(subject.query) { return problem }
        return predicate == .matches ? queries.problem(pattern: row[2]) : nil
    }

    /// Stores the results of query checks. This does not count as a change to the request.
    mutating func store(queryProblems: [String: String]) {
        queries.store(queryProblems)
        validate()
    }

    private static func update(_ rows: inout [TableRow], _ new: [TableRow]) {
        if rows != new { rows = new }
    }
}

extension RequestState {
    /// The maximum length of a text that is checked at each key; a longer one is checked about once per second.
    private static let maxCheckedAtOnce = 16 << 10
    /// The maximum length of a text that is checked at once when typing ends; a longer one is checked outside the main actor.
    static let maxCheckedAtEnd = 256 << 10
    /// The maximum length of a text that is checked while it is typed.
    static let maxCheckedWhileTyping = 4 << 20

    /// Checks the syntax of the body's texts that have one and are not longer than `limit`.
    mutating func checkSyntax(upTo limit: Int) {
        for (section, area) in uncheckedTexts where !area.isLonger(than: limit) {
            checkedVersions[section] = area.version
            syntaxProblems[section] = BodyFormat.fault(in: area.text, section.syntax)
        }
    }

    /// The check of a text whose syntax is not known, unless it is longer than `limit`; nil if there is none. Each version is given out once.
    mutating func nextCheck(upTo limit: Int = .max) -> FormatJob? {
        guard let (section, area) = uncheckedTexts.first(where: { limit == .max || !$0.area.isLonger(than: limit) }) else { return nil }
        checkedVersions[section] = area.version
        return FormatJob(section: section, area: area, purpose: .mark)
    }

    private var uncheckedTexts: [(section: RequestSection, area: TextAreaState)] {
        RequestSection.shown(on: .body, of: self).filter(\.syntax.isChecked).compactMap { section in
            guard let area = section.area.map({ self[keyPath: $0] }), area.version != checkedVersions[section] else { return nil }
            return (section, area)
        }
    }

    /// The syntax fault of the body; nil if there is none.
    var bodyProblem: (section: RequestSection, fault: BodyFormat.SyntaxError)? {
        RequestSection.shown(on: .body, of: self).lazy.compactMap { section in self.syntaxProblems[section].map { (section, $0) } }.first
    }

    /// The title of a section, and the problem of the section as a whole.
    func heading(of section: RequestSection) -> (title: String, problem: String?) {
        (section.title, syntaxProblems[section]?.description)
    }
}

extension BodyFormat.SyntaxError: CustomStringConvertible {
    /// The place and the message.
    var description: String { "line \(line), column \(column): \(message)" }
}

/// The syntax checks of the queries in captures and assertions.
struct CheckedQueries: Equatable, Sendable {
    /// The maximum number of stored results; beyond it, all are dropped and found again.
    private static let most = 500
    /// The problem of each query; empty for a valid one or one that is still being checked.
    private var known: [String: String] = [:]
    /// The queries of the current rows that another process must check.
    private(set) var unasked: [String] = []

    /// Starts a new check of all rows.
    mutating func begin() {
        unasked = []
        if known.count >= Self.most { known = [:] }
    }

    /// The problem of a query; nil if it is valid or not known yet. A query with variables is not known before sending.
    mutating func problem(_ query: String) -> String? {
        guard !query.isEmpty, !query.contains("{{") else { return nil }
        if let found = known[query] { return found.isEmpty ? nil : found }
        let language = CheckLanguage(query)
        if language.needsProcess {
            unasked.append(query)
            return nil
        }
        let problem = language.problem(query)
        known[query] = problem ?? ""
        return problem
    }

    /// The problem of a regular expression that stands alone.
    mutating func problem(pattern: String) -> String? { pattern.isEmpty ? nil : problem("regex:" + pattern) }

    mutating func removeUnasked() -> [String] {
        for query in unasked { known[query] = "" }
        defer { unasked = [] }
        return unasked
    }

    /// Stores the results.
    mutating func store(_ problems: [String: String]) { known.merge(problems) { $1 } }
}

extension TableRow {
    /// The expected form of a header name (RFC 9110, section 5.6.2), if that of this row is invalid and would be sent; nil otherwise.
    var headerNameProblem: String? {
        guard isEnabled, !self[0].contains("{{") else { return nil }
        if self[0].isEmpty { return self[1].isEmpty ? nil : "a name for the value" }
        return self[0].utf8.allSatisfy(HTTPHeaderField.isNameByte) ? nil : "letters, digits and !#$%&'*+-.^_`|~ only, without spaces"
    }
}
