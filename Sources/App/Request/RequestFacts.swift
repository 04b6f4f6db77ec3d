import Screen
import Widgets
import Workspace

/// The facts on the lower border of the request pane: a problem in the text, the values of the URL's variables, the kind of the body.
enum RequestFacts {
    static func draw(_ state: AppState, in rect: Rect, on canvas: inout Canvas) {
        guard rect.width > 12, let (text, role) = fact(state) else { return }
        let shown = " " + TextWidth.fitted(text, columns: rect.width - 8) + " "
        canvas.write(shown, at: Point(x: rect.minX + 2, y: rect.maxY - 1), style: CellStyle(role), columns: rect.width - 4)
    }

    private static func fact(_ state: AppState) -> (String, StyleRole)? {
        let request = state.request
        if request.tab == .text, let fact = document(of: request) { return fact }
        let kind = request.tab == .body && request.part == .content ? request.bodyKind.rawValue : ""
        if let section = request.section, let path = section.area {
            guard state.hasFocus(.request) else { return nil }
            let area = request[keyPath: path]
            let words = [kind, area.modeName ?? "", "\(area.cursor.line + 1):\(area.cursorColumn + 1)"]
            return (words.filter { !$0.isEmpty }.joined(separator: "  "), .textMuted)
        }
        return problem(of: request) ?? request.lineProblem.map { ("✗ " + $0, .error) } ?? note(of: request) ?? variables(state)
            ?? (kind.isEmpty || !state.hasFocus(.request) ? nil : (kind, .textMuted))
    }

    /// The problem of the Text tab: of the whole text, then of parts without a field, then ambiguous ones.
    private static func document(of request: RequestState) -> (String, StyleRole)? {
        if let problem = request.documentProblem ?? request.unsavableProblems.first { return ("✗ " + problem, .error) }
        return request.documentDoubt.map { ($0, .warning) }
    }

    /// The whole problem of the row under the cursor, which its cell has no room for.
    private static func problem(of request: RequestState) -> (String, StyleRole)? {
        guard let path = request.currentRows else { return nil }
        let rows = request[keyPath: path]
        guard rows.rows.indices.contains(rows.table.selected), let problem = rows.rows[rows.table.selected].problem else { return nil }
        return ("✗ " + problem, .error)
    }

    /// The note on the row under the cursor.
    private static func note(of request: RequestState) -> (String, StyleRole)? {
        guard let section = request.section, let path = section.rows, RequestSection.pairs.contains(section) else { return nil }
        let rows = request[keyPath: path]
        guard rows.rows.indices.contains(rows.table.selected) else { return nil }
        let note = rows.rows[rows.table.selected][2]
        return note.isEmpty ? nil : (note, .textMuted)
    }

    /// More of a URL than this is not looked through at each drawing.
    private static let mostBytes = 16_384

    /// The variables of the URL, those that are not defined first.
    private static func variables(_ state: AppState) -> (String, StyleRole)? {
        guard state.request.part == .url else { return nil }
        var seen: Set<String> = []
        let start = String(decoding: state.request.url.text.utf8.prefix(mostBytes), as: UTF8.self)
        let names = Template(start).names.filter { seen.insert($0).inserted }
        guard !names.isEmpty else { return nil }
        let missing = names.filter { !state.knowsVariable($0) }
        if !missing.isEmpty { return ("not defined: " + missing.map { "{{\($0)}}" }.joined(separator: " "), .warning) }
        let known = names.compactMap(state.knownVariable)
        guard !known.isEmpty else { return nil }
        return (known.map { "\($0.name) = \(state.expanded("{{\($0.name)}}"))" }.joined(separator: "  "), .textMuted)
    }
}
