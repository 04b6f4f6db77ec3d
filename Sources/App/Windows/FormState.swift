import Screen
import Widgets
import Workspace

/// An input field of a form.
struct InputField: Sendable, Equatable {
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

extension [InputField] {
    /// The values by the ids of their fields.
    var values: [String: String] { Dictionary(map { ($0.id, $0.input.text) }) { $1 } }
}

/// The reason why the value of a form's field cannot be used, as a sentence for the user.
struct FieldError: Error, Equatable {
    /// The field's id.
    let field: String
    let reason: String

    init(_ field: String, _ reason: String) { (self.field, self.reason) = (field, reason) }
}

/// A window with a few labelled input fields, submitted together.
struct FormState<Sent: Sendable & Equatable>: Sendable {
    /// Work that waits for the values: its form can be hidden until the work ends.
    struct Waiting: Sendable {
        /// The number of the work.
        let id: Int
        /// The page on which the user continues.
        let page: CopiedText
        /// A code that the user must enter there; nil if none is needed.
        let code: CopiedText?
        /// The messages that cancel the work.
        let cancelMessages: [Sent]
    }

    /// The window's title.
    let title: String
    /// The label of the button that submits the values.
    let verb: String
    /// The text above the fields.
    let text: String
    var fields: [InputField]
    /// The work that waits for the values; nil if none does.
    let waiting: Waiting?
    /// The problem with the typed values.
    var problem: String?
    /// The focused field.
    var selected = 0
    /// The names that can continue the path in the focused field.
    fileprivate(set) var completion = PathCompletion()
    /// Finds the first problem with the typed values; nil if they are valid.
    private let check: @Sendable ([InputField]) -> FieldError?
    /// Makes the messages for closing the form without using its values.
    let cancelMessages: @Sendable ([InputField]) -> [Sent]
    /// Makes the messages that use the values.
    let submitMessages: @Sendable ([InputField]) -> [Sent]

    /// Creates a form from its title, the label of its button, and its fields.
    init(
        _ title: String, _ verb: String, text: String = "", fields: [InputField], waiting: Waiting? = nil,
        check: @escaping @Sendable ([InputField]) -> FieldError? = { _ in nil },
        cancels cancelMessages: @escaping @Sendable ([InputField]) -> [Sent] = { _ in [] },
        sends submitMessages: @escaping @Sendable ([InputField]) -> [Sent]
    ) {
        self.title = title
        self.verb = verb
        self.text = text
        self.fields = fields
        self.waiting = waiting
        self.check = check
        self.cancelMessages = cancelMessages
        self.submitMessages = submitMessages
    }

    /// True if anything was typed.
    var isTypedIn: Bool { fields.contains { !$0.input.text.isEmpty } }

    /// The same form with other messages.
    func map<Other: Sendable>(_ change: @escaping @Sendable (Sent) -> Other) -> FormState<Other> {
        let (cancelMessages, submitMessages) = (cancelMessages, submitMessages)
        let waiting = waiting.map {
            FormState<Other>.Waiting(id: $0.id, page: $0.page, code: $0.code, cancelMessages: $0.cancelMessages.map(change))
        }
        var form = FormState<Other>(
            title, verb, text: text, fields: fields, waiting: waiting, check: check, cancels: { cancelMessages($0).map(change) },
            sends: { submitMessages($0).map(change) })
        form.problem = problem
        form.selected = selected
        form.completion = completion
        return form
    }
}

extension FormState: Equatable {
    /// Compares the shown parts.
    static func == (left: FormState, right: FormState) -> Bool {
        left.title == right.title && left.text == right.text && left.fields == right.fields && left.problem == right.problem
            && left.selected == right.selected && left.completion == right.completion && left.waiting?.id == right.waiting?.id
    }
}

extension FormState: ChoosingWindow {
    func messages(for choice: WindowChoice) -> [Sent] {
        switch choice {
        case .submitted: submitMessages(fields)
        case .cancelled: cancelMessages(fields)
        case .interrupted: waiting?.cancelMessages ?? []
        case .item, .preview, .text, .typed: []
        }
    }

    func sending<Other: Sendable & Equatable>(_ change: @escaping @Sendable (Sent) -> Other) -> Window<Other> { Window(map(change)) }

    private static var columns: Int { 72 }

    var scopes: [CommandScope] { waiting != nil ? [.loginWindow, .window] : completion.list == nil ? [.window] : [.pathWindow, .window] }
    var takesText: Bool { !fields.isEmpty }
    /// True if the keys choose one of a few words instead of typing a text.
    var hasChoices: Bool { fields.indices.contains(selected) && !fields[selected].choices.isEmpty }
    var acceptLabel: String? { fields.isEmpty ? nil : selected + 1 < fields.count ? "next field" : verb.lowercased() }
    var closeLabel: String { waiting != nil ? "hide" : completion.list == nil ? "cancel" : "close list" }
    var staysOpen: Bool { waiting != nil || isTypedIn }

    func disabledReason(of key: Key) -> String? {
        switch key {
        case .character("c"): waiting?.code == nil ? "there is no code" : nil
        case .function(3): waiting == nil ? "there is no page" : nil
        default: nil
        }
    }

    private var window: WindowFrame {
        let cancel = Button(waiting != nil ? "Later" : "Cancel")
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
        case .control("c") where waiting != nil: return interrupted()
        case .function(3): return Self.copy(waiting?.page)
        case Key(.escape) where fields.isEmpty: return cancelled()
        case .character("c") where fields.isEmpty: return Self.copy(waiting?.code)
        default: return type(key, context)
        }
        return []
    }

    private static func copy(_ copied: CopiedText?) -> [WindowStep] { copied.map { [.copy($0.text, name: $0.name)] } ?? [] }

    /// Selects a field and its text, so that typing replaces it.
    mutating func select(_ index: Int) {
        completion.close()
        selected = min(max(0, index), max(0, fields.count - 1))
        if fields.indices.contains(selected) { fields[selected].input.selectAll() }
    }

    private mutating func type(_ key: Key, _ context: WindowContext) -> [WindowStep] {
        guard fields.indices.contains(selected) else { return [] }
        if hasChoices, ![Key(.enter), Key(.escape)].contains(key) {
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
        if let fault = check(fields) {
            problem = fault.reason
            fields.firstIndex { $0.id == fault.field }.map { select($0) }
            return []
        }
        return [.close, .choose(.submitted)]
    }

    func interrupted() -> [WindowStep] { waiting == nil ? cancelled() : [.close, .choose(.interrupted)] }
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

extension Window {
    static func form(_ content: FormState<Sent>) -> Window { Window(content) }
}
