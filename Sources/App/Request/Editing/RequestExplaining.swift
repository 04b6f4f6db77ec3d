import Engine
import Widgets
import Workspace

/// Says what the variable under the cursor is, and what is wrong with its row.
enum RequestExplaining {
    static func explain(_ state: RequestState, _ context: RequestContext) -> RequestOutcome {
        let names = names(atCursorOf: state)
        if let problem = problem(atCursorOf: state) { return .say(.warning, problem) }
        guard !names.isEmpty else {
            if let help = optionHelp(atCursorOf: state, context) { return .say(.done, help) }
            return .say(.warning, "No {{variable}} here")
        }
        let lines = names.map { name in
            guard let known = context.variables.known(name) else {
                return "{{\(name)}} \(unknown(name, state))"
            }
            return "{{\(name)}} = \(context.variables.expanded("{{\(name)}}")), from \(known.origin)"
        }
        let isMissing = names.contains { context.variables.known($0) == nil && unknown($0, state) == undefined }
        return .say(isMissing ? .warning : .done, lines.joined(separator: "\n"))
    }

    /// The whole problem of the row under the cursor, which the table has no room for.
    private static func problem(atCursorOf state: RequestState) -> String? {
        guard state.part == .content, let rows = state.currentRows.map({ state[keyPath: $0] }),
            rows.rows.indices.contains(rows.table.selected)
        else { return nil }
        let row = rows.rows[rows.table.selected]
        return row.problem.map { (row[0].isEmpty ? "This row: " : "“\(row[0])”: ") + $0 }
    }

    private static func optionHelp(atCursorOf state: RequestState, _ context: RequestContext) -> String? {
        guard state.part == .content, state.section == .options else { return nil }
        return OptionFields.help(state.options.table.selected, context.inheritedOptions)
    }

    private static func unknown(_ name: String, _ state: RequestState) -> String {
        if name.hasPrefix("$") { return "is a function: another value at each send" }
        if name.hasPrefix(VariableResolver.promptPrefix) { return "is asked for at each send" }
        if name.hasPrefix("env:") { return "is read from the process environment when it is sent" }
        return undefined
    }

    private static let undefined = "is not defined in the environment, the request, its folders or the workspace"

    /// The variable at the cursor, or else all of the cell or line.
    private static func names(atCursorOf state: RequestState) -> [String] {
        let (text, cursor) = textAtCursor(state)
        let template = Template(text)
        for case .reference(let name, let range) in template.parts {
            let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
            let end = text.utf8.distance(from: text.startIndex, to: range.upperBound)
            if let cursor, (start...end).contains(cursor) { return [name] }
        }
        var seen: Set<String> = []
        return template.names.filter { seen.insert($0).inserted }
    }

    private static func textAtCursor(_ state: RequestState) -> (String, Int?) {
        let request = state
        if request.part == .url { return (request.url.text, request.isEditingText ? request.url.cursor : nil) }
        if let path = request.currentArea {
            let area = request[keyPath: path]
            return (area.line(area.cursor.line), area.cursor.offset)
        }
        guard let path = request.currentRows else { return ("", nil) }
        let rows = request[keyPath: path]
        guard rows.rows.indices.contains(rows.table.selected) else { return ("", nil) }
        return (rows.rows[rows.table.selected].cells.prefix(2).joined(separator: " "), nil)
    }
}
