import Interchange
import Platform
import Screen
import Widgets
import Workspace

/// The kind of text that a prompt asks for.
enum PromptKind: Sendable, Equatable {
    case text
    /// The path of a file, which is completed and shown in full.
    case file
    /// The path of a folder.
    case folder
    /// The path of a file or folder, or a URL.
    case source
}

/// A window with one input field.
struct Prompt<Sent: Sendable & Equatable>: Sendable {
    /// The window's title.
    let title: String
    /// The word for using the text, such as “save”.
    let verb: String
    /// A description of the text, shown while the field is empty.
    let placeholder: String
    /// A text below the field.
    let note: String
    let kind: PromptKind
    /// True if an empty text is accepted, such as no note.
    let isOptional: Bool
    /// True if it stays open until the text was used, since the text may need a correction.
    let waits: Bool
    /// True if the text is kept nowhere else while the files of the workspace are changed.
    let isOnlyCopy: Bool
    /// The work that uses the text, if closing the prompt cancels it.
    let work: EffectID?
    /// The text typed so far.
    var field: TextFieldState
    /// The folder for the name, if it can be changed here; nil otherwise.
    var folder: String?
    /// The problem with the typed text.
    var problem: String?
    /// True while the text is being tried.
    var isWaiting = false
    /// The progress of a long try.
    var progress: String?
    /// The names that can continue a path.
    var completion = PathCompletion()
    private let offered: String
    /// Makes the message that uses the text, from it and the folder; fails if the text is invalid.
    private let message: @Sendable (String, String) throws(FieldError) -> Sent

    /// Creates a prompt with an initial text. It closes at once if `waits` is false.
    init(
        _ title: String, _ verb: String, _ placeholder: String = "Name", _ field: TextFieldState = TextFieldState(), note: String = "",
        kind: PromptKind = .text, folder: String? = nil, isOptional: Bool = false, waits: Bool = false, isOnlyCopy: Bool = false,
        work: EffectID? = nil,
        sends message: @escaping @Sendable (_ text: String, _ folder: String) throws(FieldError) -> Sent
    ) {
        (self.title, self.verb, self.placeholder, self.note, self.kind) = (title, verb, placeholder, note, kind)
        (self.isOptional, self.waits, self.isOnlyCopy, self.work) = (isOptional, waits, isOnlyCopy, work)
        (self.field, self.folder, self.message) = (field, folder, message)
        offered = field.text
    }

    /// Creates a prompt for a name; typing replaces the current one. If the change fails, the prompt returns.
    static func name(_ title: String, _ verb: String, _ name: String = "", sends message: @escaping @Sendable (String) -> Sent) -> Prompt {
        Prompt(title, verb, "Name", TextFieldState(replacing: name), isOnlyCopy: true) { text, _ in message(text) }
    }

    /// The text without surrounding spaces.
    var text: String { field.text.trimmed }

    /// True if the text differs from the initial one.
    var isTypedIn: Bool { field.text != offered }

    /// The message that uses the text.
    func sent(_ text: String) throws(FieldError) -> Sent { try message(text, folder ?? "") }

    /// The same prompt with another message.
    func map<Other: Sendable>(_ change: @escaping @Sendable (Sent) -> Other) -> Prompt<Other> {
        let message = message
        return Prompt<Other>(
            title, verb, placeholder, field, note: note, kind: kind, folder: folder, isOptional: isOptional, waits: waits,
            isOnlyCopy: isOnlyCopy, work: work
        ) { text, folder throws(FieldError) in change(try message(text, folder)) }
    }
}

extension Prompt: Equatable {
    /// Compares the shown parts.
    static func == (left: Prompt, right: Prompt) -> Bool {
        left.title == right.title && left.field == right.field && left.folder == right.folder && left.problem == right.problem
            && left.isWaiting == right.isWaiting && left.progress == right.progress && left.completion == right.completion
    }
}

extension TextFieldState {
    /// Creates a field whose text is selected, so that typing replaces it.
    init(replacing text: String) {
        self.init(text: text)
        selectAll()
    }
}

/// The folders that typed paths refer to.
public struct TypedPaths: Sendable, Equatable {
    private let current: String
    private let home: String?

    /// Creates it from the current folder of the process and the home folder of the user.
    public init(current: String = ".", home: String? = nil) { (self.current, self.home) = (current, home) }

    func absolute(_ path: String) -> String { absolutePath(path, home: home, relativeTo: current) }
}

extension Prompt: ChoosingWindow {
    func messages(for choice: WindowChoice) -> [Sent] {
        if case .text(let text) = choice, let sent = try? sent(text) { [sent] } else { [] }
    }

    func sending<Other: Sendable & Equatable>(_ change: @escaping @Sendable (Sent) -> Other) -> Window<Other> { Window(map(change)) }

    private static var columns: Int { 56 }

    var scopes: [CommandScope] { [isPath ? .pathWindow : .promptWindow, .window] }
    var takesText: Bool { true }
    var acceptLabel: String? { verb }
    var closeLabel: String { completion.list == nil ? "cancel" : "close list" }
    /// True if the window contains typed text, which a click beside it must not lose.
    var staysOpen: Bool { isTypedIn }

    func disabledReason(of key: Key) -> String? {
        key == Key(.tab) && !isPath && folder == nil ? "there is no folder to choose" : nil
    }

    /// True if the text is a path, or may be one.
    private var isPath: Bool {
        switch kind {
        case .text: false
        case .file, .folder: true
        case .source: !ImportDownload.isAddress(text)
        }
    }

    private var window: WindowFrame {
        WindowFrame(title, buttons: [Button(verb.capitalizedFirst), Button("Cancel")], focusedButton: 0)
    }

    /// True if the text is a path, which is shown whole.
    private var showsPlace: Bool { isPath && (kind != .source || !text.isEmpty) }

    private func problemLines(columns: Int) -> [String] { problem.map { TextWrap.lines(besideField($0), columns: columns) } ?? [] }

    /// A problem without the path at its beginning that the field shows.
    private func besideField(_ problem: String) -> String {
        guard isPath, !text.isEmpty, problem.hasPrefix(text + " ") else { return problem }
        return String(problem.dropFirst(text.count + 1)).capitalizedFirst
    }

    func layout(_ context: WindowContext) -> WindowFrame.Layout {
        let columns = context.columns(upTo: Self.columns)
        let height = 1 + noteRows + problemLines(columns: columns).count
        return window.layout(content: Size(width: columns, height: height), in: context.body)
    }

    /// The rows of the folder, the whole path or the note.
    private var noteRows: Int { folder != nil || showsPlace || !note.isEmpty ? 1 : 0 }

    /// The columns of the labels, which only a window with a folder has.
    private static var labelColumns: Int { 8 }

    /// The cells of the field.
    private func fieldRow(in content: Rect) -> Rect { content.row(0).splitLeft(folder == nil ? 0 : Self.labelColumns).rest }

    /// The cells of the folder; empty if there is none to choose.
    private func folderRow(in content: Rect) -> Rect { folder == nil ? .empty : content.row(1).splitLeft(Self.labelColumns).rest }

    func draw(_ layout: WindowFrame.Layout, _ context: WindowContext, on canvas: inout Canvas) {
        window.draw(layout, on: &canvas) { rect, canvas in
            // Beside a label that is the same word, the field says what else there is to know.
            let emptyText = folder == nil ? placeholder : "required"
            FieldBox(isFocused: true, isInvalid: problem != nil).draw(field, placeholder: emptyText, in: fieldRow(in: rect), on: &canvas)
            if let folder {
                for (index, label) in [placeholder, "Folder"].enumerated() {
                    canvas.write(label, in: rect.row(index), style: CellStyle(.fieldLabel))
                }
                let hint = "  Tab to change"
                let (left, right) = folderRow(in: rect).splitRight(TextWidth.columns(of: hint))
                let box = FieldBox(sign: DropDown.sign(usesASCII: context.usesASCII))
                let names = context.folderNames(folder).joined(separator: " / ")
                box.draw(TextWidth.fitted(names, columns: box.text(in: left).width, cut: .start), in: left, on: &canvas)
                canvas.write(hint, in: right, style: CellStyle(.textMuted))
            }
            // The field itself shows an absolute path.
            let place = showsPlace ? context.absolutePath(text) : text
            let below = progress ?? (place == text ? note : place)
            if folder == nil, !below.isEmpty {
                let line = TextWidth.fitted(below, columns: rect.width, cut: below == place ? .start : .end)
                canvas.write(line, in: rect.row(1), style: CellStyle(.textMuted))
            }
            canvas.write(lines: problemLines(columns: rect.width), in: rect.splitTop(1 + noteRows).rest, style: CellStyle(.error))
        }
        completion.draw(below: fieldText(layout), in: context.body, on: &canvas)
    }

    func popup(_ layout: WindowFrame.Layout, _ context: WindowContext) -> Rect? {
        completion.frame(below: fieldText(layout), in: context.body)
    }

    /// The cells of the typed text.
    private func fieldText(_ layout: WindowFrame.Layout) -> Rect { FieldBox().text(in: fieldRow(in: layout.content)) }

    private mutating func complete(_ context: WindowContext) -> [WindowStep] {
        problem = nil
        return completion.look(at: field, for: kind, context)
    }

    mutating func showListing(_ listing: FolderListing) { completion.showListing(listing, for: field) }

    mutating func press(_ key: Key, _ context: WindowContext) -> [WindowStep] {
        if key == Key(.tab), let folder { return [.output(.chooseFolder(folder))] }
        if isPath, let taken = completion.press(key, &field) { return taken ? complete(context) : [] }
        if isPath, key == Key(.tab) { return complete(context) }
        let outcome = field.handle(key)
        switch outcome {
        case .submitted: return submit()
        case .cancelled: return cancelled()
        case .changed, .cut:
            problem = nil
            return WindowStep.clipboard(outcome) + (isPath ? complete(context) : [])
        case .moved: completion.close()
        case .copied, .wantsPaste, .pasted, nil: break
        }
        return WindowStep.clipboard(outcome)
    }

    mutating func paste(_ text: String, _ context: WindowContext) -> [WindowStep] {
        _ = field.paste(text)
        completion.close()
        problem = nil
        return []
    }

    mutating func handle(_ event: MouseEvent, _ layout: WindowFrame.Layout, _ context: WindowContext) -> [WindowStep] {
        if let taken = completion.handle(event, below: fieldText(layout), &field, in: context.body) {
            return taken ? complete(context) : []
        }
        if event.isPress {
            if let folder, layout.content.row(1).contains(event.position) { return [.output(.chooseFolder(folder))] }
            switch layout.buttons.firstIndex(where: { $0.contains(event.position) }) {
            case 0: return submit()
            case 1: return cancelled()
            default: break
            }
        }
        return WindowStep.clipboard(field.handle(event, in: fieldText(layout)))
    }

    func cancelled() -> [WindowStep] { [.close, .output(.cancelPrompt)] }

    func typed(_ layout: WindowFrame.Layout) -> [Rect] { [layout.frame] }

    private mutating func submit() -> [WindowStep] {
        completion.close()
        guard !isWaiting else { return [] }
        guard isOptional || !text.isEmpty else {
            problem = "\(placeholder) is required."
            return []
        }
        do { _ = try sent(text) } catch {
            problem = error.reason
            return []
        }
        isWaiting = waits
        return (waits ? [] : isOnlyCopy ? [.output(.keepPrompt), .close] : [.close]) + [.choose(.text(text))]
    }
}

/// The list of names that can continue a path typed in a window.
struct PathCompletion: Sendable, Equatable {
    /// The names; nil while none is listed.
    private(set) var list: CompletionState?
    /// The path when its folder was last listed.
    private var typed = ""
    /// The absolute path of that folder.
    private var folder = ""
    private var kind = PromptKind.file

    /// Lists the names in the folder of a typed path.
    mutating func look(at field: TextFieldState, for kind: PromptKind, _ context: WindowContext) -> [WindowStep] {
        list = nil
        typed = field.text
        self.kind = kind
        guard !typed.isEmpty else { return [] }
        if ["~", ".", ".."].contains(typed) {
            show([typed + "/"])
            return []
        }
        folder = context.absolutePath(typedFolder.isEmpty ? "." : typedFolder)
        return [.output(.listFolder(folder))]
    }

    /// Shows the names in a folder, unless the path has changed since. Names that begin with a dot are listed only after a dot.
    mutating func showListing(_ listing: FolderListing, for field: TextFieldState) {
        guard listing.folder == folder, field.text == typed else { return }
        let begun = typed.dropFirst(typedFolder.count)
        let names = listing.names.filter { $0.hasPrefix(".") == begun.hasPrefix(".") && (kind != .folder || $0.hasSuffix("/")) }
        show(names.map { typedFolder + $0 })
    }

    /// Closes the list, also one that is still being read.
    mutating func close() { (list, typed) = (nil, "") }

    /// The path up to its last slash.
    private var typedFolder: String { typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? "" }

    private mutating func show(_ paths: [String]) {
        // A source exists; other paths may be new, so that Enter takes them as typed.
        list = CompletionState(
            paths.map { CompletionItem($0) }, typed: typed, replacing: 0..<typed.utf8.count, enterAccepts: kind == .source,
            onlyContinuations: true)
    }

    /// Handles a key before the field does.
    /// - Returns: nil for keys that belong to the field; true if the folder of the path is to be listed.
    mutating func press(_ key: Key, _ field: inout TextFieldState) -> Bool? {
        list?.handle(key).map { apply($0, &field) }
    }

    /// Handles the mouse; as for keys.
    mutating func handle(_ event: MouseEvent, below text: Rect, _ field: inout TextFieldState, in bounds: Rect) -> Bool? {
        guard let frame = frame(below: text, in: bounds) else { return nil }
        guard let outcome = list?.handle(event, in: frame) else {
            if event.isPress { list = nil }
            return nil
        }
        return apply(outcome, &field)
    }

    /// Applies the result of the completion list.
    ///
    /// - Returns: true if a folder was taken, whose content continues the path.
    private mutating func apply(_ outcome: CompletionState.Outcome, _ field: inout TextFieldState) -> Bool {
        switch outcome {
        case .moved: return false
        case .closed: list = nil
        case .accepted(let item):
            field.replaceAll(with: item.text)
            list = nil
            return item.text.hasSuffix("/")
        }
        return false
    }

    /// The cells of the list, below the text.
    func frame(below text: Rect, in bounds: Rect) -> Rect? {
        list?.frame(below: text.origin, in: bounds, atLeast: text.width + 3)
    }

    func draw(below text: Rect, in bounds: Rect, on canvas: inout Canvas) {
        if let frame = frame(below: text, in: bounds) { list?.draw(in: frame, on: &canvas) }
    }
}

extension Window {
    static func prompt(_ content: Prompt<Sent>) -> Window { Window(content) }
}
