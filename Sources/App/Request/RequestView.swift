import Engine
import Interchange
import Screen
import Widgets
import Workspace

/// Draws the request.
enum RequestView {
    static func draw(_ state: RequestState, _ context: RequestContext, in rect: Rect, on canvas: inout Canvas) {
        let isFocused = context.isFocused
        let request = state
        if PaneFrame.isLine(rect) { return drawURL(state, context, context.layout(of: request), isFocused: false, on: &canvas) }
        let (hasBar, isInURL) = (!context.urlBar.isEmpty, request.part == .url)
        let title = hasBar ? PaneID.request.title : title(of: request, context, columns: rect.width - 10)
        PaneFrame.box(title, in: rect, isFocused: isFocused, hasCursor: isFocused && !(hasBar && isInURL), on: &canvas)
        let layout = context.layout(of: request)
        drawBanner(state, context, in: layout.banner, on: &canvas)
        if !hasBar { drawURL(state, context, layout, isFocused: isFocused && isInURL, on: &canvas) }
        drawTabs(request, in: layout.tabs, isFocused: isFocused, on: &canvas)
        drawKind(request, context, in: layout.kind, on: &canvas)
        canvas.clipped(to: layout.content) {
            drawContent(state, context, layout, isFocused: isFocused && request.part == .content, on: &$0)
        }
        RequestFacts.draw(state, context, in: rect, on: &canvas)
        if context.isOffline(request) { drawOffline(in: rect.row(rect.height - 1), on: &canvas) }
    }

    /// Draws the box of the URL above request and response, with the facts about the URL on its lower border.
    static func drawURLBar(_ state: RequestState, _ context: RequestContext, on canvas: inout Canvas) {
        let (bar, hasCursor) = (context.urlBar, context.isFocused && state.part == .url)
        let title = title(of: state, context, columns: bar.width - 10)
        PaneFrame.box(title, in: bar, isFocused: context.isFocused, hasCursor: hasCursor, on: &canvas)
        drawURL(state, context, context.layout(of: state), isFocused: hasCursor, on: &canvas)
        if state.part == .url { RequestFacts.draw(state, context, in: bar, on: &canvas) }
    }

    /// The number of the pane with the name of the request and the sign of unsaved changes; the number alone where tabs have the names.
    private static func title(of request: RequestState, _ context: RequestContext, columns: Int) -> String {
        let name = context.tabCount > 1 ? "" : request.name + (request.hasUnsavedChanges ? " ●" : "")
        return "\(PaneID.request.rawValue) " + TextWidth.fitted(name, columns: max(0, columns))
    }

    /// Shows on the lower border that the request uses no network.
    private static func drawOffline(in border: Rect, on canvas: inout Canvas) {
        let chip = Chip("offline", role: .statusChipClientError)
        guard border.width > 2 * chip.columns else { return }
        chip.draw(at: Point(x: border.maxX - chip.columns - 2, y: border.minY), on: &canvas)
    }

    /// Shows that another program changed or removed the file. Handles no keys: saving asks what to do, or creates the file again.
    private static func drawBanner(_ state: RequestState, _ context: RequestContext, in rect: Rect, on canvas: inout Canvas) {
        guard !rect.isEmpty else { return }
        let save = state.isFileGone ? "save it again" : "overwrite, merge, reload or compare"
        let key = context.keys.shown("request.save").map { " \($0): \(save)." } ?? ""
        let text = state.isFileGone ? "! The file is gone or unreadable." : "! Changed on disk."
        canvas.write(TextWidth.fitted(text + key, columns: rect.width), in: rect, style: CellStyle(.warning))
    }

    /// The cells of each tab.
    static func tabs(of request: RequestState, in rect: Rect) -> [(RequestTab, Rect)] {
        TabStrip.place(RequestTab.titles(request, columns: rect.width), selected: request.tab, in: rect)
    }

    private static func drawURL(
        _ state: RequestState, _ context: RequestContext, _ layout: RequestLayout, isFocused: Bool, on canvas: inout Canvas
    ) {
        let method = state.base.method
        let chip = Chip.method(method)
        chip.draw(at: layout.method.origin, on: &canvas, columns: layout.method.width - 1)
        var url = state.url
        // A field that is not edited shows the beginning of its text.
        if !state.isEditingText || state.part != .url { url.moveCursor(to: 0) }
        let spans = URLSpans.find(in: url.text) + VariableSpans.find(in: url.text, around: url.cursor, isKnown: context.variables.knows)
        let isEdited = isFocused && state.isEditingText
        let (place, rest) = beside(layout.url, url: url.text, problem: isEdited ? nil : state.lineProblem)
        var box = FieldBox(isFocused: isEdited, isInvalid: !isEdited && state.lineProblem != nil)
        box.isSelected = isFocused
        box.draw(url, placeholder: placeholder(columns: place.width - 2), spans: spans, in: place, on: &canvas)
        if let problem = state.lineProblem, !rest.isEmpty {
            canvas.write(
                TextWidth.fitted(rest.width == 2 ? " ✗" : "  ✗ " + problem, columns: rest.width), in: rest, style: CellStyle(.error))
        }
        guard !layout.send.isEmpty else { return }
        // Enter sends while the URL is edited.
        (context.isSending ? Button("Cancel") : RequestLayout.sendButton)
            .draw(in: layout.send, isFocused: isEdited && !context.isSending, on: &canvas)
    }

    /// The longest hint that fits.
    private static func placeholder(columns: Int) -> String {
        ["URL or path; paste a curl command", "URL, path or curl command"].first { $0.count <= columns } ?? "URL or path"
    }

    /// The cells of the URL and of its problem, which gets what the URL leaves: where that is little, its sign alone. The pane's border
    /// has the whole sentence.
    private static func beside(_ rect: Rect, url: String, problem: String?) -> (url: Rect, problem: Rect) {
        guard let problem else { return (rect, .empty) }
        let free = rect.width - TextWidth.columns(of: url) - 3
        let wanted = TextWidth.columns(of: problem) + 4
        let (place, rest) = rect.splitRight(free < wanted ? 2 : wanted)
        return (place, rest)
    }

    private static func drawTabs(_ request: RequestState, in rect: Rect, isFocused: Bool, on canvas: inout Canvas) {
        TabStrip.draw(RequestTab.titles(request, columns: rect.width), selected: request.tab, in: rect, isFocused: isFocused, on: &canvas)
    }

    /// Draws the type of body or authentication as a field; a click opens the list of types.
    private static func drawKind(_ request: RequestState, _ context: RequestContext, in row: Rect, on canvas: inout Canvas) {
        guard !row.isEmpty else { return }
        let isAuth = request.tab == .auth
        let label = isAuth ? request.base.auth.kind.entry.label : request.bodyKind.entry.label
        let sign = DropDown.sign(usesASCII: context.usesASCII)
        TableState().draw(
            in: row, on: &canvas, rows: [TableRow(["Type", label], choices: [label])], shape: RequestSection.auth.shape, isFocused: false,
            showsCursor: false, choiceSign: sign)
        guard context.isSelected, !request.isEditing,
            let key = context.keys.shown(isAuth ? "request.authKind" : "request.bodyKind")
        else { return }
        let place = row.splitRight(TextWidth.columns(of: sign) + 2).rest
        canvas.write(key, in: place, style: CellStyle(.footerKey, on: .field), alignment: .trailing)
    }

    private static func drawContent(
        _ state: RequestState, _ context: RequestContext, _ layout: RequestLayout, isFocused: Bool, on canvas: inout Canvas
    ) {
        if layout.sections.isEmpty { return drawEmpty(state, context, in: layout.content, on: &canvas) }
        for place in layout.sections {
            if place.isCollapsed {
                drawCollapsed(place, state, context, on: &canvas)
                continue
            }
            let isCurrent = state.part == .content && state.section == place.section
            drawHeading(state.heading(of: place.section), in: place.title, hasCursor: isFocused && isCurrent, on: &canvas)
            draw(place.section, state, context, in: place.content, isFocused: isFocused && isCurrent, isCurrent: isCurrent, on: &canvas)
        }
    }

    /// Draws the title of a collapsed section with the number of its rows and the first problem in them, and the line that adds a row.
    private static func drawCollapsed(
        _ place: RequestLayout.Place, _ state: RequestState, _ context: RequestContext, on canvas: inout Canvas
    ) {
        let (section, rows) = (place.section, context.rows(of: place.section, state))
        let title = rows.isEmpty ? section.title : "\(section.title)  \(rows.count)"
        drawHeading((title, rows.lazy.compactMap(\.problem).first), in: place.title, hasCursor: false, on: &canvas)
        guard !place.content.isEmpty else { return }
        TableState().draw(in: place.content, on: &canvas, rows: [], shape: section.shape, isFocused: false, showsCursor: false)
    }

    private static func drawHeading(
        _ heading: (title: String, problem: String?), in rect: Rect, hasCursor: Bool, on canvas: inout Canvas
    ) {
        canvas.write(heading.title, in: rect, style: CellStyle(hasCursor ? .paneTitleFocused : .fieldLabel))
        guard let problem = heading.problem else { return }
        let rest = rect.splitLeft(TextWidth.columns(of: heading.title) + 2).rest
        canvas.write(TextWidth.fitted("✗ " + problem, columns: rest.width), in: rest, style: CellStyle(.error))
    }

    private static func draw(
        _ section: RequestSection, _ state: RequestState, _ context: RequestContext, in rect: Rect, isFocused: Bool, isCurrent: Bool,
        on canvas: inout Canvas
    ) {
        let request = state
        if let path = section.rows {
            let table = request[keyPath: path].table
            var rows = context.rows(of: section, request)
            // A typed beginning is not marked as a problem while the list offers words that complete it.
            if isFocused, request.completion != nil, rows.indices.contains(table.selected) { rows[table.selected].problem = nil }
            let shape = context.shape(of: section, request)
            table.draw(
                in: rect, on: &canvas, rows: rows, shape: shape, isFocused: isFocused, showsCursor: isCurrent,
                choiceSign: DropDown.sign(usesASCII: context.usesASCII)
            ) { row, column in
                let isEdited = row == table.selected && column == table.column
                let cursor = isEdited ? table.editor?.cursor ?? 0 : 0
                return VariableSpans.find(in: rows[row][column], around: cursor, isKnown: context.variables.knows)
            }
            emptyTable(section, state, context, in: rect).map { $0.content.draw(in: $0.rect, on: &canvas) }
        } else if let path = section.area {
            let isEdited = isFocused && request.isEditingText
            let area = request[keyPath: path]
            let spans = { (line: TextAreaState.SeenLine) in
                EditorSyntax.spans(of: line, as: section.syntax) + VariableSpans.find(in: line, isKnown: context.variables.knows)
                    + faultSpans(of: line, request.syntaxProblems[section])
            }
            area.draw(in: rect, on: &canvas, isFocused: isFocused, placeholder: section.placeholder, spans: spans) { line in
                // The edited text must be visible.
                let isTyped = isEdited && !area.isFinding && line.number == area.cursor.line
                return section == .document && !isTyped ? DocumentSecrets.start(in: line.text) : nil
            }
            // The cursor is a block in command mode and a bar in text mode.
            if isFocused, !isEdited { canvas.cursor = canvas.cursor.map { Cursor(at: $0.position, shape: .block) } }
        }
    }

    /// The hints of an empty table at a point of the pane; nil if there are none.
    static func hint(_ state: RequestState, _ context: RequestContext, at point: Point) -> EmptyState.Hint? {
        for place in context.layout(of: state).sections where place.content.contains(point) {
            guard let (content, rect) = emptyTable(place.section, state, context, in: place.content) else { continue }
            return content.hint(at: point, in: rect)
        }
        return nil
    }

    /// The content of an empty table, below the line for a new row; nil if there are rows or too little room.
    private static func emptyTable(
        _ section: RequestSection, _ state: RequestState, _ context: RequestContext, in rect: Rect
    ) -> (content: EmptyState, rect: Rect)? {
        // Below the titles and the line for a new row.
        let rest = rect.splitTop(2).rest
        guard rest.height >= 5, let text = section.emptyText, context.rows(of: section, state).isEmpty else { return nil }
        let commands: [(id: String, title: String)] = [
            ("request.addRow", section.shape.addTitle), ("request.editRowsAsText", "Edit as text"),
        ]
        return (EmptyState(text, hints: hints(commands, state, context)), rest)
    }

    /// The mark of the character with the syntax error; at the end of a line, of its last character.
    private static func faultSpans(of line: TextAreaState.SeenLine, _ fault: BodyFormat.SyntaxError?) -> [TextSpan] {
        guard let fault, fault.line - 1 == line.number, !line.text.isEmpty else { return [] }
        let text = line.text.utf8
        var start = text.index(text.startIndex, offsetBy: fault.offset, limitedBy: text.endIndex) ?? text.endIndex
        if start == text.endIndex { start = line.text.index(before: line.text.endIndex) }
        let end = line.text.index(after: start)
        return [TextSpan(text.distance(from: text.startIndex, to: start)..<text.distance(from: text.startIndex, to: end), .error)]
    }

    private static func drawEmpty(_ state: RequestState, _ context: RequestContext, in rect: Rect, on canvas: inout Canvas) {
        let isAuth = state.tab == .auth
        let id = isAuth ? "request.authKind" : "request.bodyKind"
        let (text, action) =
            isAuth ? (authText(state, context), "Choose authentication") : RequestKinds.noBody(state, columns: rect.width)
        // The row of the type says it already.
        let isSaid = isAuth ? state.base.auth.kind == .none : text == RequestKinds.noBodyText
        if isSaid, !context.layout(of: state).kind.isEmpty { return }
        let lines = TextWrap.lines(text, columns: rect.width).joined(separator: "\n")
        EmptyState(lines, hints: hints([(id, action)], state, context)).draw(in: rect, on: &canvas)
    }

    /// The keys of commands, while letters are commands of this pane.
    private static func hints(_ commands: [(id: String, title: String)], _ state: RequestState, _ context: RequestContext) -> [EmptyState
        .Hint]
    {
        guard context.isSelected, !state.isEditing else { return [] }
        return commands.compactMap { id, title in context.keys.shown(id).map { EmptyState.Hint($0, title, command: id) } }
    }

    private static func authText(_ state: RequestState, _ context: RequestContext) -> String {
        switch state.base.auth.kind {
        case .inherit: inherited(state, context)
        case .none: "No authentication"
        default: "No fields"
        }
    }

    private static func inherited(_ state: RequestState, _ context: RequestContext) -> String {
        guard let auth = context.inheritedAuth else {
            return state.place == nil ? "An unsaved request inherits no authentication" : "No authentication to inherit"
        }
        return auth.kind == .none
            ? "No authentication, inherited from the \(auth.origin)" : "\(auth.kind.entry.label), inherited from the \(auth.origin)"
    }
}

/// The facts on the lower border of the request pane: a problem in the text, the values of the URL's variables, the kind of the body.
enum RequestFacts {
    static func draw(_ state: RequestState, _ context: RequestContext, in rect: Rect, on canvas: inout Canvas) {
        guard rect.width > 12, let (text, role) = fact(state, context, ofURL: rect == context.urlBar) else { return }
        let shown = " " + TextWidth.fitted(text, columns: rect.width - 8) + " "
        canvas.write(shown, at: Point(x: rect.minX + 2, y: rect.maxY - 1), style: CellStyle(role), columns: rect.width - 4)
    }

    /// The most important fact for the box of the URL, or else for the pane; nil for none. While the URL has the cursor, its box has all facts
    /// but those of the Text tab.
    private static func fact(_ state: RequestState, _ context: RequestContext, ofURL: Bool) -> (String, StyleRole)? {
        let request = state
        if !ofURL {
            if request.tab == .text, let fact = document(of: request) { return fact }
            if !context.urlBar.isEmpty, request.part == .url { return nil }
        }
        if let section = request.section, let path = section.area {
            guard context.isFocused else { return nil }
            if let fault = request.syntaxProblems[section], request.heading(of: section).title.isEmpty { return ("✗ \(fault)", .error) }
            let area = request[keyPath: path]
            let words = [area.modeName ?? "", "\(area.cursor.line + 1):\(area.cursorColumn + 1)"]
            return (words.filter { !$0.isEmpty }.joined(separator: "  "), .textMuted)
        }
        if convertsWords(request) {
            return ("Enter converts the text to a request", .information)
        }
        return problem(of: request) ?? request.lineProblem.map { ("✗ " + $0, .error) } ?? note(of: request) ?? variables(state, context)
    }

    /// True while the URL bar holds words that Enter converts to a request.
    static func convertsWords(_ request: RequestState) -> Bool {
        request.isTypingURL && isWords(request.url.text, isURL: request.lineProblem == nil)
    }

    /// True for words of HTTPie or a command. Words that are also a valid URL must be complete, as in `:3000/people name==Leia`.
    private static func isWords(_ text: String, isURL: Bool) -> Bool {
        guard text.utf8.count <= maxBytes, text.utf8.contains(UInt8(ascii: " ")), HTTPieLine.secondURL(in: text) == nil else {
            return false
        }
        return PastedCommand(text) != nil || HTTPieLine.isLine(text.hasSuffix(" ") && !isURL ? text + "url" : text)
    }

    /// The problem of the Text tab: an invalid text first, then parts without a field, then ambiguous parts.
    private static func document(of request: RequestState) -> (String, StyleRole)? {
        if let problem = request.documentProblem ?? request.unsavableProblems.first { return ("✗ " + problem, .error) }
        return request.documentDoubt.map { ($0, .warning) }
    }

    /// The full problem text of the row under the cursor, for which its cell has no room.
    private static func problem(of request: RequestState) -> (String, StyleRole)? {
        guard request.completion == nil else { return nil }
        guard let path = request.currentRows else { return nil }
        let rows = request[keyPath: path]
        guard rows.rows.indices.contains(rows.table.selected), let problem = rows.rows[rows.table.selected].problem else { return nil }
        // Problems of tests are sentences; those of other rows name the expected form.
        return ("✗ " + (request.tab == .tests ? "" : "expected ") + problem, .error)
    }

    /// The note on the row under the cursor.
    private static func note(of request: RequestState) -> (String, StyleRole)? {
        guard let section = request.section, let path = section.rows, RequestSection.pairs.contains(section) else { return nil }
        let rows = request[keyPath: path]
        guard rows.rows.indices.contains(rows.table.selected) else { return nil }
        let note = rows.rows[rows.table.selected][2]
        return note.isEmpty ? nil : (note, .textMuted)
    }

    /// The maximum length of a URL that is searched for variables at each drawing.
    private static let maxBytes = 16_384

    /// The variables of the URL, undefined ones first.
    private static func variables(_ state: RequestState, _ context: RequestContext) -> (String, StyleRole)? {
        guard state.part == .url else { return nil }
        var seen: Set<String> = []
        let start = String(decoding: state.url.text.utf8.prefix(maxBytes), as: UTF8.self)
        let names = Template(start).names.filter { seen.insert($0).inserted }
        guard !names.isEmpty else { return nil }
        let missing = names.filter { !context.variables.knows($0) }
        if !missing.isEmpty { return ("not defined: " + missing.map { "{{\($0)}}" }.joined(separator: " "), .warning) }
        let known = names.compactMap(context.variables.known)
        guard !known.isEmpty else { return nil }
        return (known.map { "\($0.name) = \(context.variables.expanded("{{\($0.name)}}"))" }.joined(separator: "  "), .textMuted)
    }
}
