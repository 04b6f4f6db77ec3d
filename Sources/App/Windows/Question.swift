import Screen
import Widgets

/// The value of a setting in a question.
enum QuestionSetting: Sendable, Equatable {
    /// One of several values; choosing the setting takes the next one.
    case chosen(String)
    case switched(Bool)
}

/// A question with a few answers, each with a letter and a button.
struct Question<Sent: Sendable & Equatable>: Sendable {
    /// An answer, or a setting beside the answers.
    struct Choice: Sendable {
        /// The letter that selects it.
        let key: Character
        /// The label of the button, with a capital.
        let label: String
        /// The messages that the choice sends.
        let messages: [Sent]
        let kind: Button.Kind
        /// The value of a setting, which has a row above the buttons; nil for an answer, which has a button.
        let value: QuestionSetting?
        /// The label with the letter.
        var title: String { "\(label) (\(key))" }

        /// Creates an answer from its letter, its label and its messages, or a setting if it has a value.
        init(_ key: Character, _ label: String, kind: Button.Kind = .normal, value: QuestionSetting? = nil, _ messages: [Sent]) {
            (self.key, self.label, self.messages, self.kind, self.value) = (key, label, messages, kind, value)
        }
    }

    /// The question in a few words.
    let title: String
    /// The consequences of the choices.
    let text: String
    /// Items that the question is about, one per line below the text; as many as fit are shown.
    var items: [String] = []
    /// True to show every item in full, on as many lines as it needs: a choice must not depend on text that is cut off.
    var showsWholeItems = false
    /// The answers, then the settings; Enter gives the first answer.
    let choices: [Choice]
    /// The messages that Escape and a click beside the window send; none by default.
    var cancelMessages: [Sent] = []
    /// The index of the answer under the cursor.
    var selected = 0
    /// True if letters are answers only after a pause in typing, as for every question with a dangerous answer.
    var isGuarded = false
    /// True if it opens some time after the key that asked for it, when other keys may have been pressed already.
    var opensLate = false
    /// The finished part of the shown work, from 0 to 1; nil if it shows no progress.
    var progress: Double?
    /// True if it shows progress; the next progress replaces it.
    var isProgress: Bool { progress != nil }
    /// The number of item lines above the visible ones.
    var scrolled = 0
    /// True if a click beside it leaves it open, since it follows typed text that the click would lose.
    var staysOpen = false

    /// The question before something is deleted.
    static func deleting(
        _ title: String, _ text: String, items: [String] = [], label: String = "Delete", delete: [Sent], cancel: [Sent] = []
    ) -> Question {
        Question(
            title: title, text: text, items: items,
            choices: [.init("d", label, kind: .danger, delete), .init("c", "Cancel", cancel)], cancelMessages: cancel)
    }

    /// The question whether existing files are overwritten, which a sentence names; it is also given to the message of Cancel.
    static func overwriting(_ text: String, overwrite: Sent, cancel: (String) -> Sent) -> Question {
        Question(
            title: "Overwrite?", text: text,
            choices: [.init("c", "Cancel", [cancel(text)]), .init("o", "Overwrite", kind: .danger, [overwrite])],
            cancelMessages: [cancel(text)])
    }

    /// The question whether credentials, each in a line with the variable in its place, stay out of a file, for a reason without a period. They
    /// would become secrets of the owner, an environment or a collection; or the new value of a secret that stood in the place before.
    static func keepingCredentials(
        _ places: [String], _ reason: String, beside owner: String, replacing secret: (name: String, messages: [Sent])? = nil,
        keep: [Sent], write: [Sent], cancel: [Sent]
    ) -> Question {
        let replace = secret.map { Choice("r", "Replace {{\($0.name)}}", $0.messages) }
        let (credentials, secrets) = places.count == 1 ? ("the credential stays", "a secret") : ("the credentials stay", "secrets")
        return Question(
            title: "Keep credentials out of the file?",
            text: "\(reason). As \(secrets), \(credentials) on this machine beside \(owner), and the file names only variables.",
            items: places,
            choices: (replace.map { [$0] } ?? []) + [
                Choice("k", replace == nil ? "Keep as \(secrets)" : "Keep as a new secret", keep),
                Choice("w", "Write into the file", write), Choice("c", "Cancel", cancel),
            ], cancelMessages: cancel, staysOpen: true)
    }

    /// The question whether credentials are written into a file for which this machine keeps no secrets, whose variables would take their
    /// places.
    static func writingCredentials(_ places: [String], write: [Sent], cancel: [Sent]) -> Question {
        Question(
            title: "Write credentials into the file?",
            text: "The workspace's file is meant to be shared. The secrets of an environment stay on this machine.", items: places,
            choices: [Choice("c", "Cancel", cancel), Choice("w", "Write into the file", kind: .danger, write)], cancelMessages: cancel,
            staysOpen: true)
    }

    /// True if a letter that was typed for something else must not answer it.
    var guardsLetters: Bool { isGuarded || choices.contains { $0.kind == .danger } }

    /// The same question with other messages.
    func map<Other: Sendable>(_ change: (Sent) -> Other) -> Question<Other> {
        Question<Other>(
            title: title, text: text, items: items, showsWholeItems: showsWholeItems,
            choices: choices.map { Question<Other>.Choice($0.key, $0.label, kind: $0.kind, value: $0.value, $0.messages.map(change)) },
            cancelMessages: cancelMessages.map(change), selected: selected, isGuarded: isGuarded, opensLate: opensLate,
            progress: progress, scrolled: scrolled, staysOpen: staysOpen)
    }
}

extension Question: Equatable {}
extension Question.Choice: Equatable {}

extension Question: ChoosingWindow {
    var hints: [WindowHint] {
        choices.enumerated().map { index, choice in
            WindowHint(String(choice.key), choice.label.prefix(1).lowercased() + choice.label.dropFirst(), .choose(index))
        }
    }

    // The letters name the answers, mostly also what Escape does.
    var hintsNameAnswers: (enter: Bool, escape: Bool) { (true, choices.contains { $0.messages == cancelMessages }) }

    func messages(for choice: WindowChoice) -> [Sent] {
        switch choice {
        case .item(let index): choices[index].messages
        case .cancelled: cancelMessages
        case .preview, .text, .typed, .submitted, .interrupted: []
        }
    }

    func sending<Other: Sendable & Equatable>(_ change: @escaping @Sendable (Sent) -> Other) -> Window<Other> { Window(map(change)) }

    private static var columns: Int { 56 }
    /// The width of a setting's value.
    private static var valueColumns: Int { 20 }
    /// The letter that cancels the work in progress.
    static var cancelKey: Character { "x" }
    /// The width of a question whose items are shown in full.
    private static var wideColumns: Int { 96 }

    var scopes: [CommandScope] { [.window] }
    var closeLabel: String { isProgress ? "hide" : "cancel" }

    /// The indices of the answers.
    private var answers: [Int] { choices.indices.filter { choices[$0].value == nil } }
    /// The indices of the settings.
    private var settings: [Int] { choices.indices.filter { choices[$0].value != nil } }

    private var window: WindowFrame {
        let buttons = answers.map { Button(choices[$0].title, kind: choices[$0].kind) }
        return WindowFrame(title, buttons: buttons, focusedButton: answers.firstIndex(of: selected))
    }

    /// The line of the progress, the cells of the text with the items, and the cells of the settings below a blank row.
    private func parts(of content: Rect) -> (progress: Rect, text: Rect, settings: Rect) {
        let (line, below) = content.splitTop(isProgress ? 1 : 0)
        let (above, rows) = below.splitBottom(min(settings.count, below.height))
        return (line, above.splitBottom(rows.isEmpty || above.height < 2 ? 0 : 1).rest, rows)
    }

    func layout(_ context: WindowContext) -> WindowFrame.Layout {
        let widest = showsWholeItems ? (text.split(separator: "\n").map(String.init) + items).map(TextWidth.columns).max() ?? 0 : 0
        let columns = context.columns(upTo: max(Self.columns, min(widest, Self.wideColumns), Button.columns(of: window.buttons)))
        let height = TextWrap.lines(text, columns: columns).count + (showsWholeItems ? wholeItems(columns: columns).count : items.count)
        let rows = (settings.isEmpty ? 0 : settings.count + 1) + (isProgress ? 1 : 0)
        return window.layout(content: Size(width: columns, height: height + rows), in: context.body)
    }

    func draw(_ layout: WindowFrame.Layout, _ context: WindowContext, on canvas: inout Canvas) {
        window.draw(layout, on: &canvas) { rect, canvas in
            let (line, text, rows) = parts(of: rect)
            if let progress { ProgressLine(fraction: progress).draw(in: line, on: &canvas) }
            canvas.write(lines: lines(in: text), in: text, style: CellStyle(.text))
            for (index, row) in zip(settings, (0..<rows.height).map(rows.row)) { draw(setting: index, in: row, context, on: &canvas) }
        }
    }

    private func draw(setting index: Int, in row: Rect, _ context: WindowContext, on canvas: inout Canvas) {
        let columns = settings.map { TextWidth.columns(of: choices[$0].title) }.max() ?? 0
        let (label, cells) = row.splitLeft(columns + 2)
        canvas.write(choices[index].title, in: label, style: CellStyle(.fieldLabel))
        switch choices[index].value {
        case .chosen(let value):
            var box = FieldBox(sign: DropDown.sign(usesASCII: context.usesASCII).trimmed)
            box.isSelected = index == selected
            box.draw(value, in: cells.splitLeft(Self.valueColumns).left, on: &canvas)
        case .switched(let isOn):
            let style = CellStyle(isOn ? .checkOn : .checkOff, on: index == selected ? .fieldFocused : .field)
            canvas.write(isOn ? " [x] " : " [ ] ", in: cells, style: style)
        case nil: break
        }
    }

    /// The text, followed by as many items as fit.
    private func lines(in rect: Rect) -> [String] {
        let text = TextWrap.lines(text, columns: rect.width)
        let room = max(1, rect.height - text.count)
        if showsWholeItems { return text + scrolledItems(columns: rect.width, room: room) }
        let isWhole = items.count <= room
        let shown = items.prefix(isWhole ? room : room - 1).map { TextWidth.fitted("· " + $0, columns: rect.width) }
        return text + shown + (isWhole ? [] : ["and \(items.count - shown.count) more"])
    }

    /// The items on as many lines as they need.
    private func wholeItems(columns: Int) -> [String] {
        items.flatMap { item in
            TextWrap.lines(item, columns: columns - 2).enumerated().map { ($0.offset == 0 ? "· " : "  ") + $0.element }
        }
    }

    /// The visible lines of items shown in full, with the numbers of lines above and below.
    private func scrolledItems(columns: Int, room: Int) -> [String] {
        let lines = wholeItems(columns: columns)
        guard lines.count > room else { return lines }
        let shown = lines.dropFirst(scrolled).prefix(room - 1)
        return shown + ["  ▲ \(scrolled) ▼ \(lines.count - scrolled - shown.count) lines: PgUp PgDn"]
    }

    /// Scrolls items shown in full by pages.
    private mutating func scroll(pages: Int, in rect: Rect) {
        let room = max(1, parts(of: rect).text.height - TextWrap.lines(text, columns: rect.width).count)
        let most = max(0, wholeItems(columns: rect.width).count - room + 1)
        scrolled = min(max(0, scrolled + pages * max(1, room - 1)), most)
    }

    mutating func press(_ key: Key, _ context: WindowContext) -> [WindowStep] {
        switch key.code {
        case .pageUp where showsWholeItems: scroll(pages: -1, in: layout(context).content)
        case .pageDown where showsWholeItems: scroll(pages: 1, in: layout(context).content)
        case .escape: return cancelled()
        case .tab where key.modifiers == .shift: selected -= 1
        case .left, .up: selected -= 1
        case .right, .down, .tab: selected += 1
        case .enter: return [.close, .choose(.item(selected))]
        // As in forms; a button is pressed by Enter alone.
        case .character(" ") where settings.contains(selected): return [.close, .choose(.item(selected))]
        case .character(let letter):
            if let index = choices.firstIndex(where: { $0.key == letter }) { return [.close, .choose(.item(index))] }
        default: break
        }
        selected = (selected + choices.count) % choices.count
        return []
    }

    /// Cancels the work in progress; any other question is closed.
    func interrupted() -> [WindowStep] {
        guard isProgress, let index = choices.firstIndex(where: { $0.key == Self.cancelKey }) else { return cancelled() }
        return [.close, .choose(.item(index))]
    }

    mutating func handle(_ event: MouseEvent, _ layout: WindowFrame.Layout, _ context: WindowContext) -> [WindowStep] {
        guard case .press(.left, _) = event.action else { return [] }
        let rows = parts(of: layout.content).settings
        let places = Array(zip(answers, layout.buttons)) + zip(settings, (0..<rows.height).map(rows.row))
        guard let (index, _) = places.first(where: { $0.1.contains(event.position) }) else { return [] }
        return [.close, .choose(.item(index))]
    }
}

extension Window {
    static func confirm(_ content: Question<Sent>) -> Window { Window(content) }
}
