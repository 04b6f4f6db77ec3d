import Document
import Engine
import Query
import Screen
import Widgets
import Workspace

/// A query over the body: its text and its result.
struct BodyQuery: Sendable, Equatable {
    var field: TextFieldState
    /// True while it is edited.
    var isTyping = true
    /// True while it runs.
    var isRunning = false
    /// The seconds for which it has run.
    var seconds = 0
    /// The reason why it has no result, or only a partial one.
    var problem: QueryError?
    /// The result, shown instead of the body; without a document before the first result.
    var viewer = BodyViewerState()
    /// True if the result is shown as a table once it is complete.
    var becomesTable = false
    /// The keys that match the typed text.
    var completion: CompletionState?
    /// The layer of the newest run; results of older runs are ignored.
    var layer = 0
    /// The index in the history of queries, from the newest; nil for a query that was typed.
    var recalled: Int?

    init(text: String = "") { field = TextFieldState(text: text) }

    /// The query, in the language that its text and the kind of the body suggest; nil for an empty text.
    func query(of viewer: BodyViewerState) -> Query? {
        QueryLanguage.query(field.text, kind: viewer.body?.document.kind ?? .text)
    }
}

extension BodyQuery {
    /// A query that finds a value of the result in the whole body; nil if its place is not known.
    ///
    /// - Parameters:
    ///   - path: the path of the value in its result.
    ///   - offset: the offset of the value in the text of the results, which has one result on each line.
    ///   - viewer: the view of the body that was queried.
    func query(at path: DocumentPath, offset: Int, of viewer: BodyViewerState) -> String? {
        guard let language = query(of: viewer)?.kind, let text = self.viewer.body?.document.text else { return nil }
        let query = field.text.trimmed
        let breaks = text.withUnsafeBytes { bytes in
            (before: bytes[..<offset].count { $0 == UInt8(ascii: "\n") }, after: bytes[offset...].dropLast().contains(UInt8(ascii: "\n")))
        }
        let isOnly = breaks.before == 0 && !breaks.after
        switch language {
        case .jq:
            let end = path.jq.hasPrefix(".[") ? path.jq.dropFirst() : path.jq == "." ? "" : path.jq[...]
            if !isOnly { return "[\(query)] | .[\(breaks.before)]\(end)" }
            let isPath = query.wholeMatch(of: /(?:\.[A-Za-z_]\w*|\.?\[\d+\]|\."[^"\\]*")+/) != nil
            return end.isEmpty ? query : isPath ? query + end : "\(query) | \(path.jq)"
        case .jsonPath: return isOnly ? query + path.jsonPath.dropFirst() : nil
        case .xpath, .xpathHTML, .shell: return nil
        }
    }
}

/// The keys in a body, for completing a query.
struct SurveyedKeys: Sendable, Equatable {
    let body: BodyHandle
    /// The keys that were found.
    let survey: KeySurvey
}

/// Finds the language that a query is written in.
enum QueryLanguage {
    /// The query in a text: `!` begins a command, `$` JSONPath, `/` or a function with a path XPath. Anything else is XPath for XML and HTML,
    /// and jq for other kinds. jq filters that begin with a slash make no sense here, so nothing is lost.
    static func query(_ text: String, kind: ContentKind) -> Query? {
        let text = text.trimmed
        guard let first = text.first else { return nil }
        let isMarkup = kind == .xml || kind == .html
        switch first {
        case "!":
            let command = String(text.dropFirst()).trimmed
            return command.isEmpty ? nil : Query(.shell, command)
        case _ where JSONPathText.isLikely(text): return Query(.jsonPath, text)
        case _ where isMarkup || XPathText.isLikely(text): return Query(kind == .html ? .xpathHTML : .xpath, text)
        default: return Query(.jq, text)
        }
    }

    /// The name for the user.
    static func name(_ kind: Query.Kind) -> String {
        switch kind {
        case .jq: "jq"
        case .jsonPath: "JSONPath"
        case .xpath, .xpathHTML: "XPath"
        case .shell: "command"
        }
    }

    /// The content kind of a language's results.
    static func resultKind(_ kind: Query.Kind) -> ContentKind? {
        switch kind {
        case .jq, .jsonPath: .jsonLines
        case .xpath: .xml
        case .xpathHTML: .html
        case .shell: nil
        }
    }
}

/// Draws the query on the last two rows of the body: the text, and below it its error or a summary of the result.
enum BodyQueryView {
    static let height = 2

    static func draw(_ query: BodyQuery, of viewer: BodyViewerState, in rect: Rect, isFocused: Bool, on canvas: inout Canvas) {
        let (row, below) = rect.splitTop(1)
        let language = language(of: query, viewer)
        let (left, right) = split(row, language)
        let (mark, field) = left.splitLeft(2)
        canvas.write("|", at: mark.origin, style: CellStyle(.footerKey))
        query.field.draw(
            in: field, on: &canvas, isFocused: isFocused && query.isTyping, look: .init(placeholder: "jq, $ JSONPath, / XPath, ! command"))
        canvas.fill(right, style: CellStyle(.text))
        canvas.write("×", in: close(in: row), style: CellStyle(.footerKey))
        canvas.write(language, at: Point(x: right.minX + 1, y: right.minY), style: CellStyle(.textMuted), columns: right.width)
        canvas.fill(below, style: CellStyle(.text))
        if let problem = query.problem {
            draw(problem, query, below: field, in: below, on: &canvas)
        } else {
            canvas.write(
                report(query, of: viewer), at: Point(x: below.minX + 2, y: below.minY), style: CellStyle(.textMuted),
                columns: below.width - 2)
        }
    }

    /// The cells of the text, on the first of the rows or on a row of its own.
    static func field(of query: BodyQuery, _ viewer: BodyViewerState, in row: Rect) -> Rect {
        split(row, language(of: query, viewer)).rest.splitLeft(2).rest
    }

    private static func language(of query: BodyQuery, _ viewer: BodyViewerState) -> String {
        query.query(of: viewer).map { QueryLanguage.name($0.kind) } ?? ""
    }

    private static func split(_ row: Rect, _ language: String) -> (rest: Rect, right: Rect) {
        row.splitRight((language.isEmpty ? 0 : language.count + 1) + 2)
    }

    /// The cell that closes the query.
    static func close(in row: Rect) -> Rect { row.splitRight(1).right }

    /// The cells of the completion list; nil while none is open.
    static func completionFrame(_ query: BodyQuery, in rect: Rect, _ bounds: Rect) -> Rect? {
        guard query.isTyping, let completion = query.completion else { return nil }
        let field = rect.splitTop(1).top.splitLeft(2).rest
        // Above the text, since the result is below it.
        let above = bounds.splitTop(field.minY + 1 - bounds.minY).top
        return completion.frame(below: query.field.cursorPoint(in: field), in: above)
    }

    /// Draws a mark under the place of the error, with the message after it, or before it if there is no room.
    private static func draw(_ problem: QueryError, _ query: BodyQuery, below field: Rect, in row: Rect, on canvas: inout Canvas) {
        let style = CellStyle(.error)
        guard let place = problem.place else {
            canvas.write(TextWidth.fitted("✗ " + problem.message, columns: row.width), in: row, style: style)
            return
        }
        var copy = query.field
        copy.moveCursor(to: query.field.text.prefix(place - 1).utf8.count)
        let isScrolled = query.field.cursorPoint(in: field).x >= field.maxX - 1
        let x = min(row.maxX - 1, max(field.minX, isScrolled ? query.field.cursorPoint(in: field).x : copy.cursorPoint(in: field).x))
        canvas.write("▲", at: Point(x: x, y: row.minY), style: style)
        let width = TextWidth.columns(of: problem.message)
        if x + 2 + width <= row.maxX || x - row.minX < row.width / 2 {
            let text = TextWidth.fitted(problem.message, columns: row.maxX - x - 2)
            canvas.write(text, at: Point(x: x + 2, y: row.minY), style: style, columns: row.maxX - x - 2)
        } else {
            let start = max(row.minX, x - 1 - width)
            canvas.write(problem.message, at: Point(x: start, y: row.minY), style: style, columns: x - 1 - start)
        }
    }

    /// True if a hint offers to run the typed command; a click on it runs it like Enter.
    static func offersToRun(_ query: BodyQuery, of viewer: BodyViewerState) -> Bool {
        let isShown = query.viewer.body != nil && query.layer == query.viewer.body?.layer
        return query.isTyping && !query.isRunning && query.problem == nil && !isShown && query.query(of: viewer)?.kind == .shell
    }

    /// The text about a query that runs, with its time and the size of the results so far.
    private static func running(_ query: BodyQuery) -> String {
        var details: [String] = query.seconds > 0 ? ["\(query.seconds) s"] : []
        if let result = query.viewer.body, result.layer == query.layer {
            details.append(ByteText.count(Int64(result.document.bytes.count)))
        }
        return (["running…"] + (details.isEmpty ? [] : [details.joined(separator: ", ")])).joined(separator: " ")
    }

    private static func report(_ query: BodyQuery, of viewer: BodyViewerState) -> String {
        if query.isRunning { return running(query) }
        guard let result = query.viewer.body?.document, query.layer == query.viewer.body?.layer else {
            if offersToRun(query, of: viewer) { return "Enter runs the command" }
            return query.layer > 0 && query.query(of: viewer) != nil ? "no results" : ""
        }
        let count = query.viewer.table.map { $0.table?.rowCount ?? 0 } ?? query.viewer.rowCount
        return "\(ByteText.count(Int64(result.text.count))), \(CountText.of(count, "row"))"
    }
}
