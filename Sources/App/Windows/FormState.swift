import Engine
import HTTP
import Screen
import Widgets
import Workspace

/// A window with a few labelled input fields, submitted together.
struct FormState: Sendable, Equatable {
    /// An input field.
    struct Field: Sendable, Equatable {
        /// Identifies the value.
        let id: String
        /// The label in front of the field.
        let label: String
        /// The text typed so far.
        var input: TextFieldState
        /// A note shown muted after the field.
        let note: String
        /// The only possible texts; empty for any text.
        let choices: [String]
        /// True if the text is a path.
        let isPath: Bool

        /// Creates a field; `isSecret` masks its text.
        init(
            _ label: String, id: String, note: String = "", isSecret: Bool = false, text: String = "", choices: [String] = [],
            isPath: Bool = false
        ) {
            self.isPath = isPath
            self.id = id
            self.label = label
            self.note = note
            self.choices = choices
            input = TextFieldState(text: text, isMasked: isSecret)
        }

        /// Selects another choice, by its distance from the current one; after the last comes the first.
        fileprivate mutating func choose(by distance: Int) {
            let index = (choices.firstIndex(of: input.text) ?? 0) + distance
            input = TextFieldState(text: choices[(index + choices.count) % choices.count])
        }

        /// Chooses by a key: Space and the arrows step, a letter takes the text that begins with it. False for other keys.
        fileprivate mutating func choose(by key: Key) -> Bool {
            switch key {
            case .character(" "), Key(.right): choose(by: 1)
            case Key(.left): choose(by: -1)
            default:
                guard let choice = choices.first(where: { $0.first.map(Key.character) == key }) else { return false }
                input = TextFieldState(text: choice)
            }
            return true
        }

        /// True if the choices are no and yes, which are shown as a box.
        fileprivate var isSwitch: Bool { choices == ["no", "yes"] }

        /// The text as drawn; a choice has no cursor after it.
        fileprivate var shown: TextFieldState {
            var shown = isSwitch ? TextFieldState(text: input.text == "yes" ? "[x]" : "[ ]") : input
            if !choices.isEmpty { shown.moveCursor(to: 0) }
            return shown
        }
    }

    enum Purpose: Sendable, Equatable {
        /// Values that a request needs.
        case send(SendJob, SendPurpose)
        /// A login that waits for the user, by its number.
        case login(Int)
        /// The options of a run.
        case run(RunJob)
    }

    let purpose: Purpose
    /// The window's title.
    let title: String
    /// The text above the fields.
    let text: String
    var fields: [Field]
    /// A code that the user must enter elsewhere.
    var code: String?
    /// The problem with the typed values.
    var problem: String?
    /// The focused field.
    var selected = 0

    /// The page of a login; nil for other windows.
    var page: String?

    /// The names that can continue the path in the focused field.
    fileprivate(set) var completion = PathCompletion()
    /// The exchange that needs the login; nil if it is not known.
    var exchange: Exchange.ID?
    /// True if the page of this login is copied when the window is shown: no browser could be opened.
    var copiesPage = false

    /// True if the form belongs to a login.
    var isLogin: Bool { if case .login = purpose { true } else { false } }

    /// The label of the button that submits the values.
    private var verb: String {
        switch purpose {
        case .send: "Send"
        case .login: "Done"
        case .run: "Continue"
        }
    }

    /// The first problem with the typed values; nil if they are valid.
    private var fault: FieldError? {
        switch purpose {
        case .send: return fields.first { $0.input.text.isEmpty }.map { FieldError($0.id, "Enter a value for \($0.label)") }
        case .login:
            return fields.first.flatMap { field in
                Self.loginFault(of: field.input.text.trimmed, for: page).map { FieldError(field.id, $0) }
            }
        case .run(let job):
            do throws(FieldError) {
                _ = try job.applying(values)
                return nil
            } catch {
                return error
            }
        }
    }

    /// The reason why a text is not the final URL of a page's login. That URL contains a code, or an error (RFC 6749, section 4.1.2). Nil
    /// if it is valid.
    private static func loginFault(of text: String, for page: String?) -> String? {
        let query = WebURL(text)?.search.dropFirst().split(separator: "&") ?? []
        guard query.contains(where: { $0.hasPrefix("code=") || $0.hasPrefix("error=") }) else { return "Expected a URL with code=…" }
        return OAuthRedirect.isAnswer(text, to: page ?? "") ? nil : "This URL belongs to another login: its state differs"
    }

    /// True if anything was typed.
    var isTypedIn: Bool { fields.contains { !$0.input.text.isEmpty } }

    /// The values by the ids of their fields.
    var values: [String: String] { Dictionary(fields.map { ($0.id, $0.input.text) }) { $1 } }
}

extension FormState: WindowContent {
    private static let columns = 72

    var scopes: [CommandScope] { isLogin ? [.loginWindow, .window] : completion.list == nil ? [.window] : [.pathWindow, .window] }
    var takesText: Bool { !fields.isEmpty }
    var acceptLabel: String? { fields.isEmpty ? nil : selected + 1 < fields.count ? "next field" : verb.lowercased() }
    var closeLabel: String { isLogin ? "hide" : completion.list == nil ? "cancel" : "close list" }
    var staysOpen: Bool { isLogin || isTypedIn }

    func disabledReason(of key: Key) -> String? {
        switch key {
        case .character("c"): code == nil ? "there is no code" : nil
        case .function(3): page == nil ? "there is no page" : nil
        default: nil
        }
    }

    private var window: WindowFrame {
        let cancel = Button(isLogin ? "Later" : "Cancel")
        return WindowFrame(
            title, buttons: fields.isEmpty ? [cancel] : [Button(verb), cancel],
            focusedButton: fields.isEmpty || selected + 1 < fields.count ? nil : 0)
    }

    func layout(_ context: WindowContext) -> WindowFrame.Layout {
        let columns = context.columns(upTo: Self.columns)
        let text = textLines(columns: columns).count
        let height = text + (text > 0 && !fields.isEmpty ? 1 : 0) + fixedRows
        return window.layout(content: Size(width: columns, height: height), in: context.body)
    }

    private func textLines(columns: Int) -> [String] {
        text.isEmpty ? [] : text.split(separator: "\n").flatMap { TextWrap.lines(String($0), columns: columns) }
    }

    /// The rows of the fields and of the problem, which are always visible.
    private var fixedRows: Int { fields.count + (problem == nil ? 0 : 1) }

    /// The rows available for the text.
    private func textRows(in content: Rect) -> Int { min(textLines(columns: content.width).count, max(0, content.height - fixedRows)) }

    /// The boxes of the fields.
    private func boxes(in content: Rect) -> [Rect] {
        let labels = min(content.width / 2, (fields.map { TextWidth.columns(of: $0.label) }.max() ?? 0) + 2)
        let first = textRows(in: content)
        let gap = first > 0 && first + fixedRows < content.height ? 1 : 0
        return fields.indices.map { content.row(first + gap + $0).splitLeft(labels).rest }
    }

    func draw(_ layout: WindowFrame.Layout, _ context: WindowContext, on canvas: inout Canvas) {
        window.draw(layout, on: &canvas) { rect, canvas in
            canvas.write(lines: textLines(columns: rect.width), in: rect.splitTop(textRows(in: rect)).top, style: CellStyle(.text))
            for (index, box) in boxes(in: rect).enumerated() {
                let label = Rect(x: rect.minX, y: box.minY, width: max(0, box.minX - rect.minX - 1), height: 1)
                canvas.write(fields[index].label, in: label, style: CellStyle(index == selected ? .textStrong : .fieldLabel))
                let sign = fields[index].choices.isEmpty || fields[index].isSwitch ? "" : DropDown.sign(usesASCII: context.usesASCII)
                FieldBox(isFocused: index == selected, sign: sign)
                    .draw(fields[index].shown, placeholder: fields[index].note, in: box, on: &canvas)
            }
            if let problem { canvas.write(problem, in: rect.row(rect.height - 1), style: CellStyle(.error)) }
        }
        completion.draw(below: fieldText(layout), in: context.body, on: &canvas)
    }

    func popup(_ layout: WindowFrame.Layout, _ context: WindowContext) -> Rect? {
        completion.frame(below: fieldText(layout), in: context.body)
    }

    /// The cells of the text in the focused field.
    private func fieldText(_ layout: WindowFrame.Layout) -> Rect {
        let boxes = boxes(in: layout.content)
        return boxes.indices.contains(selected) ? FieldBox().text(in: boxes[selected]) : .empty
    }

    private mutating func complete(_ context: WindowContext) -> [WindowStep] {
        guard fields.indices.contains(selected), fields[selected].isPath else { return [] }
        return completion.look(at: fields[selected].input, for: .file, context)
    }

    /// Lists the names in the folder of the path in the focused field.
    mutating func showListing(_ listing: FolderListing) {
        guard fields.indices.contains(selected), fields[selected].isPath else { return }
        completion.showListing(listing, for: fields[selected].input)
    }

    mutating func press(_ key: Key, _ context: WindowContext) -> [WindowStep] {
        if completion.list != nil, let taken = completion.press(key, &fields[selected].input) { return taken ? complete(context) : [] }
        switch key {
        case Key(.tab), Key(.down): select(selected + 1)
        case Key(.tab, .shift), Key(.up): select(selected - 1)
        case .control("c") where isLogin: return interrupted()
        case .function(3): return page.map { [.copy($0, name: "the page to log in")] } ?? []
        case Key(.escape) where fields.isEmpty: return cancelled()
        case .character("c") where fields.isEmpty: return code.map { [.copy($0, name: "the code")] } ?? []
        default: return type(key, context)
        }
        return []
    }

    /// Selects a field and its text, so that typing replaces it.
    mutating func select(_ index: Int) {
        completion.close()
        selected = min(max(0, index), max(0, fields.count - 1))
        if fields.indices.contains(selected) { fields[selected].input.selectAll() }
    }

    private mutating func type(_ key: Key, _ context: WindowContext) -> [WindowStep] {
        guard fields.indices.contains(selected) else { return [] }
        if !fields[selected].choices.isEmpty, ![Key(.enter), Key(.escape)].contains(key) {
            if fields[selected].choose(by: key) { problem = nil }
            return []
        }
        let outcome = fields[selected].input.handle(key)
        switch outcome {
        case .submitted:
            completion.close()
            return submit()
        case .cancelled: return cancelled()
        case .changed, .pasted, .cut:
            problem = nil
            return WindowStep.clipboard(outcome) + complete(context)
        case .moved: completion.close()
        case .copied, .wantsPaste, nil: break
        }
        return WindowStep.clipboard(outcome)
    }

    mutating func paste(_ text: String, _ context: WindowContext) -> [WindowStep] {
        if fields.indices.contains(selected), fields[selected].choices.isEmpty { _ = fields[selected].input.paste(text) }
        problem = nil
        return []
    }

    mutating func handle(_ event: MouseEvent, _ layout: WindowFrame.Layout, _ context: WindowContext) -> [WindowStep] {
        if completion.list != nil,
            let taken = completion.handle(event, below: fieldText(layout), &fields[selected].input, in: context.body)
        {
            return taken ? complete(context) : []
        }
        if event.isPress {
            switch layout.buttons.lastIndex(where: { $0.contains(event.position) }) {
            case 0 where !fields.isEmpty:
                selected = fields.count - 1
                return submit()
            case nil: break
            default: return cancelled()
            }
        }
        let boxes = boxes(in: layout.content)
        if event.isPress, layout.content.contains(event.position), let index = boxes.firstIndex(where: { $0.minY == event.position.y }) {
            // As with Tab, typing replaces the text of a field whose label was clicked.
            if boxes[index].contains(event.position) { selected = index } else { select(index) }
            if !fields[index].choices.isEmpty, boxes[index].contains(event.position) { fields[index].choose(by: 1) }
        }
        guard fields.indices.contains(selected), fields[selected].choices.isEmpty else { return [] }
        return WindowStep.clipboard(fields[selected].input.handle(event, in: FieldBox().text(in: boxes[selected])))
    }

    /// Moves to the next field; submits the values after the last one.
    private mutating func submit() -> [WindowStep] {
        if selected + 1 < fields.count {
            select(selected + 1)
            return []
        }
        if let fault {
            problem = fault.reason
            fields.firstIndex { $0.id == fault.field }.map { select($0) }
            return []
        }
        return [.close, .output(.submitForm(self))]
    }

    func cancelled() -> [WindowStep] { [.close, .output(.cancelForm(self))] }
    func interrupted() -> [WindowStep] { [.close, .output(.giveUp(self))] }
    func typed(_ layout: WindowFrame.Layout) -> [Rect] { [layout.frame] }

    // MARK: Selecting

    /// The cells of the text above the fields, except the empty column after it.
    func selectable(_ layout: WindowFrame.Layout, at point: Point) -> Rect? {
        let rows = layout.content.splitTop(textRows(in: layout.content)).top
        return Rect(x: rows.minX, y: rows.minY, width: rows.width + 1, height: rows.height)
    }

    func continuations(_ layout: WindowFrame.Layout) -> [Int: ScreenSelection.Continuation] {
        let content = layout.content
        var continuations: [Int: ScreenSelection.Continuation] = [:]
        var y = content.minY
        for paragraph in text.split(separator: "\n") {
            var rest = paragraph
            for line in TextWrap.lines(String(paragraph), columns: content.width) {
                rest = rest.dropFirst(line.count)
                y += 1
                if let next = rest.first, next != " " {
                    let end = content.minX + TextWidth.columns(of: line)
                    continuations[y] = ScreenSelection.Continuation(start: content.minX, endAbove: end)
                }
                rest = rest.drop { $0 == " " }
            }
        }
        return continuations
    }
}
