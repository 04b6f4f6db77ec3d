import Engine
import Widgets
import Workspace

/// A problem that prevents sending the request, as far as it is known before sending.
struct RequestIssue: Equatable {
    enum Place: Equatable {
        case url
        case cell(RequestSection, row: Int, column: Int)
        case text(RequestSection, TextPosition)
    }

    let place: Place
    let reason: String
    /// The variable that is not defined, if that is the problem.
    var missing: String?
}

/// Finds the problems that prevent sending the request, and moves the cursor to them.
enum RequestIssues {
    /// A short text that tells how to go to the problem; nil if it is not in the request itself.
    static func hint(_ state: RequestState, _ context: RequestContext) -> String? {
        guard let keys = context.keys.shown("request.showProblem"), find(state, context).first != nil else { return nil }
        return "\(keys) goes to the problem"
    }

    /// Moves to the first problem, and when repeated there to the next one.
    static func showNext(_ state: inout RequestState, _ context: RequestContext) -> RequestOutcome {
        RequestEditing.finish(&state, context)
        let issues = find(state, context)
        let here = state.shownIssue.flatMap { shown in shown.place == place(of: state) ? issues.firstIndex(of: shown) : nil }
        guard let next = here.map({ issues[($0 + 1) % issues.count] }) ?? issues.first else {
            let preview = context.keys.shown("request.preview").map { ". \($0) shows inherited values" }
            return .notify(.done, "No problems in this request" + (preview ?? ""))
        }
        go(&state, context, to: next.place)
        state.shownIssue = next
        return [.output(.focus)] + .notify(.warning, next.reason, action: next.missing.map { .init(label: "define", message: .define($0)) })
    }

    /// Moves to the invalid line of the Text tab; does nothing if the text is valid.
    static func showDocument(_ state: inout RequestState, _ context: RequestContext) -> RequestOutcome {
        guard let fault = document(state).first else { return [] }
        go(&state, context, to: fault.place)
        return [.output(.focus)]
    }

    private static func go(_ state: inout RequestState, _ context: RequestContext, to place: RequestIssue.Place) {
        switch place {
        case .url: state.part = .url
        case .cell(let section, let row, let column):
            state.reveal(section)
            _ = RequestRows.handle(&state, context) { table, rows, shape, rect in
                table.select(row: row, column: column, rows: rows, shape: shape, in: rect)
                return .moved
            }
        case .text(let section, let position):
            state.reveal(section)
            if let path = section.area { state[keyPath: path].moveCursor(to: position) }
        }
    }

    private static func place(of request: RequestState) -> RequestIssue.Place? {
        guard request.part == .content, let section = request.section else { return request.part == .url ? .url : nil }
        if let path = section.area { return .text(section, request[keyPath: path].cursor) }
        return section.rows.map { .cell(section, row: request[keyPath: $0].table.selected, column: request[keyPath: $0].table.column) }
    }

    /// Defines a variable, or the first undefined one if nil.
    static func define(_ name: String?, _ state: RequestState, _ context: RequestContext) -> RequestOutcome {
        (name ?? missingNames(state, context).first).map { [.output(.define(variable: $0))] } ?? []
    }

    /// The names of the undefined variables in the request, in their order.
    static func missingNames(_ state: RequestState, _ context: RequestContext) -> [String] {
        find(state, context).compactMap(\.missing)
    }

    /// All problems: those that prevent sending in the order of the tabs, then texts with a syntax error, which are sent.
    static func find(_ state: RequestState, _ context: RequestContext) -> [RequestIssue] {
        let sections = RequestTab.allCases.flatMap { RequestSection.shown(on: $0, of: state) }.filter(\.editor.isSent)
        return method(state) + url(state, context) + sections.flatMap { issues(in: $0, state, context) } + document(state)
            + sections.compactMap { syntax(of: $0, state) }
    }

    private static func syntax(of section: RequestSection, _ state: RequestState) -> RequestIssue? {
        state.syntaxProblems[section].map { fault in
            let place = TextPosition(line: fault.line - 1, offset: fault.offset)
            let name = section == .graphqlVariables ? "GraphQL variables" : section.syntax.name
            return RequestIssue(place: .text(section, place), reason: "\(name): \(fault)")
        }
    }

    private static func method(_ state: RequestState) -> [RequestIssue] {
        state.methodProblem.map { [RequestIssue(place: .url, reason: $0)] } ?? []
    }

    private static func url(_ state: RequestState, _ context: RequestContext) -> [RequestIssue] {
        if let problem = state.urlProblem { return [RequestIssue(place: .url, reason: problem)] }
        let text = URLText.withoutQuery(state.url.text)
        return problems(of: text, context).map { RequestIssue(place: .url, reason: "URL: \($0.reason)", missing: $0.missing) }
    }

    private static func document(_ state: RequestState) -> [RequestIssue] {
        guard let problem = state.documentProblem, let place = state.documentProblemPlace else { return [] }
        return [RequestIssue(place: .text(.document, place), reason: problem)]
    }

    private static func issues(in section: RequestSection, _ state: RequestState, _ context: RequestContext) -> [RequestIssue] {
        if let path = section.area {
            let area = state[keyPath: path]
            return (0..<area.lineCount).flatMap { line -> [RequestIssue] in
                let text = area.line(line)
                return missing(in: text, context).map { problem in
                    let before = text.firstRange(of: "{{").map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) } ?? 0
                    let place = RequestIssue.Place.text(section, TextPosition(line: line, offset: before))
                    return RequestIssue(place: place, reason: problem.reason, missing: problem.missing)
                }
            }
        }
        guard let path = section.rows else { return [] }
        let columns = context.shape(of: section, state).columns.indices
        let rows = state[keyPath: path].rows
        return rows.indices.filter { rows[$0].isEnabled }.flatMap { issues(in: rows[$0], at: $0, of: section, columns, state, context) }
    }

    private static func issues(
        in row: TableRow, at index: Int, of section: RequestSection, _ columns: Range<Int>, _ state: RequestState, _ context: RequestContext
    ) -> [RequestIssue] {
        let name = row[0].isEmpty ? "This row" : "“\(row[0])”"
        if let problem = row.problem {
            let column = section == .headers ? 0 : columns.upperBound - 1
            let isTest = section == .captures || section == .assertions
            let reason = isTest ? "\(name): \(problem)" : "\(name): expected \(problem)"
            return [RequestIssue(place: .cell(section, row: index, column: column), reason: reason)]
        }
        if section == .params, row[0].hasPrefix(":"), row[1].isEmpty {
            return [RequestIssue(place: .cell(section, row: index, column: 1), reason: "\(name) has no value")]
        }
        // Captures and assertions may use variables that do not exist yet.
        guard section != .captures, section != .assertions else { return [] }
        return columns.flatMap { column in
            problems(of: row[column], context).map {
                RequestIssue(place: .cell(section, row: index, column: column), reason: "\(name): \($0.reason)", missing: $0.missing)
            }
        }
    }

    /// The undefined variables in a text, and braces without an end.
    private static func problems(of text: String, _ context: RequestContext) -> [(reason: String, missing: String?)] {
        missing(in: text, context) + (Template.isCutOff(text) ? [("{{ has no }} and is sent as it is", nil)] : [])
    }

    /// A sentence that names the undefined variables in a text, with the first of them; none if all are defined.
    private static func missing(in text: String, _ context: RequestContext) -> [(reason: String, missing: String?)] {
        guard Template.mayRefer(text[...]) else { return [] }
        let names = Template(text).names.filter { context.variables.lacks($0) }
        let list = names.map { "{{\($0)}}" }.joined(separator: " ")
        return names.isEmpty ? [] : [("\(list) \(names.count == 1 ? "is" : "are") not defined", names[0])]
    }
}

/// Explains the variable under the cursor and the problem of its row.
enum RequestExplaining {
    static func explain(_ state: RequestState, _ context: RequestContext) -> RequestOutcome {
        let names = names(atCursorOf: state)
        if let problem = problem(atCursorOf: state) { return .notify(.warning, problem, about: .explanation) }
        guard !names.isEmpty else {
            if let help = optionHelp(atCursorOf: state, context) { return .notify(.done, help, about: .explanation) }
            return .notify(.warning, "No {{variable}} here")
        }
        let lines = names.map { name in
            guard let known = context.variables.known(name) else {
                return "{{\(name)}} \(unknown(name, state))"
            }
            return "{{\(name)}} = \(context.variables.expanded("{{\(name)}}")), from \(known.origin)"
        }
        let missing = names.first { context.variables.known($0) == nil && unknown($0, state) == undefined }
        return .notify(
            missing == nil ? .done : .warning, lines.joined(separator: "\n"), about: .explanation,
            action: missing.map { .init(label: "define", message: .define($0)) })
    }

    /// The full problem text of the row under the cursor, for which the table has no room.
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
        if name.hasPrefix("$") { return "is a dynamic variable: it gets a new value on each send" }
        if name.hasPrefix(VariableResolver.promptPrefix) { return "is asked for on each send" }
        if name.hasPrefix("env:") { return "is read from the process environment when it is sent" }
        return undefined
    }

    private static let undefined = "is not defined in the environment, request, folders or workspace"

    /// The variable at the cursor, else all variables in the cell or line.
    static func names(atCursorOf state: RequestState) -> [String] {
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

    private static func textAtCursor(_ request: RequestState) -> (String, Int?) {
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
