import Widgets
import Workspace

/// A place in the request that keeps it from being sent, as far as that is known without sending it.
struct RequestFault: Equatable {
    /// The place of an issue.
    enum Place: Equatable {
        case url
        case cell(RequestSection, row: Int, column: Int)
        case text(RequestSection, TextPosition)
    }

    let place: Place
    let reason: String
}

/// Finds what keeps the request from being sent, and goes there.
enum RequestFaults {
    /// How one gets to what is wrong, as a sentence; nil where nothing of it is in the request itself.
    static func way(_ state: AppState) -> String? {
        guard let keys = state.keymap.shownKey(of: "request.showFault"), find(state).first != nil else { return nil }
        return "\(keys) in the request goes there."
    }

    /// Goes to the next fault behind the cursor, or to the first.
    static func show(_ state: inout AppState) -> [Effect] {
        RequestEditing.finish(&state)
        let faults = find(state)
        let here = faults.firstIndex { $0.place == place(of: state) }
        guard let next = here.map({ faults[($0 + 1) % faults.count] }) ?? faults.first else {
            return state.say(.done, "Nothing in the request keeps it from being sent; F7 shows what it takes from elsewhere")
        }
        go(&state, to: next.place)
        return ApplicationUpdate.update(&state, .focus(.request)) + state.say(.warning, next.reason)
    }

    /// Goes to the line of the Text tab that cannot be read; nothing where all of it can be.
    static func showDocument(_ state: inout AppState) -> [Effect] {
        guard let fault = document(state).first else { return [] }
        go(&state, to: fault.place)
        return ApplicationUpdate.update(&state, .focus(.request))
    }

    private static func go(_ state: inout AppState, to place: RequestFault.Place) {
        switch place {
        case .url: state.request.part = .url
        case .cell(let section, let row, let column):
            state.request.reveal(section)
            _ = RequestRows.handle(&state) { table, rows, shape, rect in
                table.select(row: row, column: column, rows: rows, shape: shape, in: rect)
                return .moved
            }
        case .text(let section, let position):
            state.request.reveal(section)
            if let path = section.area { state.request[keyPath: path].moveCursor(to: position) }
        }
    }

    private static func place(of state: AppState) -> RequestFault.Place? {
        let request = state.request
        guard request.part == .content, let section = request.section else { return request.part == .url ? .url : nil }
        if let path = section.area { return .text(section, request[keyPath: path].cursor) }
        return section.rows.map { .cell(section, row: request[keyPath: $0].table.selected, column: request[keyPath: $0].table.column) }
    }

    /// All of them, in the order of the tabs.
    static func find(_ state: AppState) -> [RequestFault] {
        let sections = RequestTab.allCases.flatMap { RequestSection.shown(on: $0, of: state.request) }
        return method(state) + url(state) + sections.filter(isSent).flatMap { faults(in: $0, state) } + document(state)
    }

    private static func isSent(_ section: RequestSection) -> Bool {
        switch section {
        case .variables, .scriptBefore, .scriptAfter, .docs, .tags, .document, .rowsText: false
        default: true
        }
    }

    private static func method(_ state: AppState) -> [RequestFault] {
        state.request.methodProblem.map { [RequestFault(place: .url, reason: $0)] } ?? []
    }

    private static func url(_ state: AppState) -> [RequestFault] {
        let problems = state.request.urlProblem.map { [$0] } ?? missing(in: URLText.withoutQuery(state.request.url.text), state)
        return problems.map { RequestFault(place: .url, reason: "URL: \($0)") }
    }

    private static func document(_ state: AppState) -> [RequestFault] {
        guard let problem = state.request.documentProblem, let place = state.request.documentFaultPlace else { return [] }
        return [RequestFault(place: .text(.document, place), reason: problem)]
    }

    private static func faults(in section: RequestSection, _ state: AppState) -> [RequestFault] {
        if let path = section.area {
            let area = state.request[keyPath: path]
            if section == .graphqlVariables, let fault = state.request.variablesFault {
                let place = TextPosition(line: fault.line - 1, offset: fault.offset)
                return [RequestFault(place: .text(section, place), reason: "GraphQL variables: \(fault)")]
            }
            return (0..<area.lineCount).flatMap { line -> [RequestFault] in
                let text = area.line(line)
                return missing(in: text, state).map { reason in
                    let before = text.firstRange(of: "{{").map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) } ?? 0
                    return RequestFault(place: .text(section, TextPosition(line: line, offset: before)), reason: reason)
                }
            }
        }
        guard let path = section.rows else { return [] }
        let columns = state.shape(of: section).columns.indices
        let rows = state.request[keyPath: path].rows
        return rows.indices.filter { rows[$0].isEnabled }.flatMap { faults(in: rows[$0], at: $0, of: section, columns, state) }
    }

    private static func faults(
        in row: TableRow, at index: Int, of section: RequestSection, _ columns: Range<Int>, _ state: AppState
    ) -> [RequestFault] {
        let name = row[0].isEmpty ? "This row" : "“\(row[0])”"
        if let problem = row.problem {
            let column = section == .headers ? 0 : columns.upperBound - 1
            let isTest = section == .captures || section == .assertions
            let reason = isTest ? "\(name): \(problem)" : "\(name): expected \(problem)"
            return [RequestFault(place: .cell(section, row: index, column: column), reason: reason)]
        }
        if section == .params, row[0].hasPrefix(":"), row[1].isEmpty {
            return [RequestFault(place: .cell(section, row: index, column: 1), reason: "\(name) has no value")]
        }
        // What is taken out of the answer and what must hold of it may name what is not there yet.
        guard section != .captures, section != .assertions else { return [] }
        return columns.flatMap { column in
            missing(in: row[column], state).map {
                RequestFault(place: .cell(section, row: index, column: column), reason: "\(name): \($0)")
            }
        }
    }

    /// A sentence where a text names variables that are not defined; at most one.
    private static func missing(in text: String, _ state: AppState) -> [String] {
        guard text.contains("{{") else { return [] }
        let names = Template(text).names.filter { state.lacksVariable($0) }
        let list = names.map { "{{\($0)}}" }.joined(separator: " ")
        return names.isEmpty ? [] : ["\(list) \(names.count == 1 ? "is" : "are") not defined"]
    }
}

extension AppState {
    /// True if a variable, or one that its value refers to, is undefined as far as is known before sending.
    fileprivate func lacksVariable(_ name: String, within names: [String] = []) -> Bool {
        guard !names.contains(name), names.count < 20 else { return false }
        if name.hasPrefix("$") { return !DynamicValues.names.contains(String(name.dropFirst())) }
        guard knowsVariable(name) else { return true }
        guard let known = knownVariable(name), known.isTemplate, let value = known.value, value.contains("{{") else { return false }
        return Template(value).names.contains { lacksVariable($0, within: names + [name]) }
    }
}
