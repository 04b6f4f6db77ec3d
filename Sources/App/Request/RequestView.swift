import Screen
import Widgets
import Workspace

/// Draws the request.
enum RequestView {
    static func draw(_ state: AppState, in rect: Rect, on canvas: inout Canvas) {
        let isFocused = state.hasFocus(.request)
        let request = state.request
        let title = state.tabs.count > 1 ? "" : request.name + (request.hasUnsavedChanges ? " ●" : "")
        let inner = PaneFrame.draw(
            .request, title: TextWidth.fitted(title, columns: max(0, rect.width - 6)), in: rect, isFocused: isFocused, on: &canvas)
        TabsView.draw(state, in: rect, isFocused: isFocused, on: &canvas)
        let layout = RequestLayout(inner, request)
        drawBanner(state, in: layout.banner, on: &canvas)
        drawURL(state, layout, isFocused: isFocused && request.part == .url, on: &canvas)
        drawTabs(request, in: layout.tabs, isFocused: isFocused, on: &canvas)
        canvas.clipped(to: layout.content) {
            drawContent(state, layout, isFocused: isFocused && request.part == .content, on: &$0)
        }
        RequestFacts.draw(state, in: rect, on: &canvas)
    }

    /// Says that another program changed the file. It takes no keys: saving asks what is to be done.
    private static func drawBanner(_ state: AppState, in rect: Rect, on canvas: inout Canvas) {
        guard !rect.isEmpty else { return }
        let key = state.keymap.shownKey(of: "request.save").map { " \($0): overwrite, reload or compare." } ?? ""
        canvas.write(TextWidth.fitted("! Changed on disk.\(key)", columns: rect.width), in: rect, style: CellStyle(.warning))
    }

    /// The cells of each tab.
    static func tabs(of request: RequestState, in rect: Rect) -> [(RequestTab, Rect)] {
        TabStrip.place(RequestTab.titles(request, columns: rect.width), selected: request.tab, in: rect)
    }

    private static func drawURL(_ state: AppState, _ layout: RequestLayout, isFocused: Bool, on canvas: inout Canvas) {
        let method = state.request.base.method
        canvas.write(
            DropDown.text(method, usesASCII: state.usesASCII), at: layout.method.origin, style: CellStyle(MethodStyle.role(method)),
            columns: layout.method.width
        )
        if isFocused, !state.request.isEditingText { canvas.write("▸", at: layout.method.origin, style: CellStyle(.paneTitleFocused)) }
        var url = state.request.url
        // What is not edited shows its beginning.
        if !state.request.isEditingText || state.request.part != .url { url.moveCursor(to: 0) }
        let look = TextFieldState.Look(
            placeholder: "https://… or a path",
            spans: VariableSpans.find(in: url.text, around: url.cursor, isKnown: state.knowsVariable))
        let isEdited = isFocused && state.request.isEditingText
        let (place, rest) = beside(layout.url, url: url.text, problem: isEdited ? nil : state.request.lineProblem)
        url.draw(in: place, on: &canvas, isFocused: isEdited, look: look)
        if let problem = state.request.lineProblem, !rest.isEmpty {
            canvas.write(TextWidth.fitted("  ✗ " + problem, columns: rest.width), in: rest, style: CellStyle(.error))
        }
        let action = state.isSending(state.response.owner) ? " Cancel " : "  Send  "
        canvas.write(action, at: layout.send.origin, style: CellStyle(isFocused ? .buttonFocused : .button), columns: layout.send.width)
    }

    /// The cells of the URL and those of what is wrong with it, which leave the URL a third. While it is edited the pane's border says it.
    private static func beside(_ rect: Rect, url: String, problem: String?) -> (url: Rect, problem: Rect) {
        guard let problem else { return (rect, .empty) }
        let free = max(rect.width * 2 / 3, rect.width - TextWidth.columns(of: url))
        let (place, rest) = rect.splitRight(min(TextWidth.columns(of: problem) + 4, free))
        return (place, rest)
    }

    private static func drawTabs(_ request: RequestState, in rect: Rect, isFocused: Bool, on canvas: inout Canvas) {
        TabStrip.draw(RequestTab.titles(request, columns: rect.width), selected: request.tab, in: rect, isFocused: isFocused, on: &canvas)
    }

    private static func drawContent(_ state: AppState, _ layout: RequestLayout, isFocused: Bool, on canvas: inout Canvas) {
        if layout.sections.isEmpty { return drawEmpty(state, in: layout.content, on: &canvas) }
        for place in layout.sections {
            let hasCursor = isFocused && state.request.section == place.section
            drawHeading(state.request.heading(of: place.section), in: place.title, hasCursor: hasCursor, on: &canvas)
            draw(place.section, state, in: place.content, isFocused: hasCursor, on: &canvas)
        }
    }

    private static func drawHeading(
        _ heading: (title: String, problem: String?), in rect: Rect, hasCursor: Bool, on canvas: inout Canvas
    ) {
        canvas.write(heading.title, in: rect, style: CellStyle(hasCursor ? .paneTitleFocused : .fieldLabel))
        guard let problem = heading.problem else { return }
        let rest = rect.splitLeft(TextWidth.columns(of: heading.title) + 2).rest
        canvas.write(TextWidth.fitted("✗ " + problem, columns: rest.width), in: rest, style: CellStyle(.error))
    }

    private static func draw(_ section: RequestSection, _ state: AppState, in rect: Rect, isFocused: Bool, on canvas: inout Canvas) {
        let request = state.request
        if let path = section.rows {
            let (table, rows) = (request[keyPath: path].table, state.shownRows(of: section, path))
            let sign = DropDown.sign(usesASCII: state.usesASCII)
            table.draw(in: rect, on: &canvas, rows: rows, shape: state.shape(of: section), isFocused: isFocused, choiceSign: sign) {
                row, column in
                let isEdited = row == table.selected && column == table.column
                let cursor = isEdited ? table.editor?.cursor ?? 0 : 0
                return VariableSpans.find(in: rows[row][column], around: cursor, isKnown: state.knowsVariable)
            }
        } else if let path = section.area {
            let isEdited = isFocused && request.isEditingText
            let area = request[keyPath: path]
            let spans = { (line: TextAreaState.SeenLine) in
                EditorSyntax.spans(of: line, section) + VariableSpans.find(in: line, isKnown: state.knowsVariable)
            }
            area.draw(in: rect, on: &canvas, isFocused: isFocused, placeholder: section.placeholder, spans: spans) { line in
                // What is being typed in must be seen.
                let isTyped = isEdited && !area.isFinding && line.number == area.cursor.line
                return section == .document && !isTyped ? DocumentSecrets.start(in: line.text) : nil
            }
            // Before editing a block says where the cursor is, and a bar once keys are text.
            if isFocused, !isEdited { canvas.cursor = canvas.cursor.map { Cursor(at: $0.position, shape: .block) } }
        }
    }

    private static func drawEmpty(_ state: AppState, in rect: Rect, on canvas: inout Canvas) {
        let isAuth = state.request.tab == .auth
        let text = isAuth ? authText(state) : "No body. Press b to choose its kind."
        for (index, line) in TextWrap.lines(text, columns: rect.width - 2).enumerated() {
            canvas.write(line, at: Point(x: rect.minX + 1, y: rect.minY + index), style: CellStyle(.textMuted))
        }
    }

    private static func authText(_ state: AppState) -> String {
        switch state.request.base.auth.kind {
        case .inherit: inherited(state) + " Press A to choose a scheme of its own."
        case .none: "No authentication, whatever the folder says. Press A to choose a scheme."
        default: "Nothing to fill in. Press A to choose another scheme."
        }
    }

    private static func inherited(_ state: AppState) -> String {
        guard let auth = state.workspace.inheritedAuth else {
            let place =
                state.request.place == nil ? "The folder that it is saved in decides." : "Neither its folders nor the collection say one."
            return "No authentication. " + place
        }
        return auth.kind == .none
            ? "No authentication, as the \(auth.origin) says." : "\(auth.kind.rawValue), inherited from the \(auth.origin)."
    }
}
