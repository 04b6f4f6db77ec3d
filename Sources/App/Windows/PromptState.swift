import Interchange
import Platform
import Screen
public import Widgets

/// A window with one input field.
public struct PromptState: Sendable, Equatable {
    /// The purpose of the prompt.
    public enum Purpose: Sendable, Equatable {
        /// The name of a new request file, in the given folder.
        case saveRequest(folder: String)
        /// A new name for the request.
        case renameRequest
        /// The name of a new request in a folder, after a sibling.
        case newRequest(folder: String, after: String?)
        /// The name of a new folder in another one; of a new collection if that is empty.
        case newFolder(folder: String)
        /// A new name for an item of the tree or an environment.
        case rename(path: String)
        /// The name of a new environment in a collection.
        case newEnvironment(collection: String)
        /// The value of a secret, stored beside its environment; the text is masked.
        case secret(name: String, environment: String)
        /// The file for a body.
        case saveBody(BodyPiece)
        /// A place in the body to go to.
        case place
        /// The file, folder or URL to import.
        case importSource
        /// The folder of an export.
        case exportTarget(ExportOrder)
    }

    /// The purpose of the prompt.
    public internal(set) var purpose: Purpose
    /// The window's title.
    public let title: String
    /// The text typed so far.
    public var field: TextFieldState
    /// The problem with the typed text.
    public var problem: String?

    /// True while the text is being tried.
    var isWaiting = false
    private let offered: String

    /// Creates a prompt with an initial text.
    init(purpose: Purpose, title: String, field: TextFieldState) {
        self.purpose = purpose
        self.title = title
        self.field = field
        offered = field.text
    }

    /// True if the text differs from the initial one.
    var isTypedIn: Bool { field.text != offered }

    /// The folder for the name, if it can be changed here; nil otherwise.
    var folder: String? { if case .saveRequest(let folder) = purpose, !folder.isEmpty { folder } else { nil } }
}

/// The folders that typed paths refer to.
public struct TypedPaths: Sendable, Equatable {
    private let current: String
    private let home: String?

    /// Creates it from the current folder of the process and the home folder of the user.
    public init(current: String = ".", home: String? = nil) { (self.current, self.home) = (current, home) }

    /// The absolute path of a typed path.
    func absolute(_ path: String) -> String { absolutePath(path, home: home, relativeTo: current) }
}

extension PromptState: WindowContent {
    private static let columns = 56

    var scopes: [CommandScope] { [.promptWindow, .window] }
    var takesText: Bool { true }
    var acceptLabel: String? { purpose.acceptLabel }
    var closeLabel: String { "cancel" }
    /// True if the window contains typed text, which a click beside it must not lose.
    var staysOpen: Bool { isTypedIn }

    func disabledReason(of key: Key) -> String? { key == Key(.tab) && folder == nil ? "there is no folder to choose" : nil }

    private var window: WindowFrame {
        WindowFrame(title, buttons: [Button("Cancel"), Button(purpose.acceptLabel.capitalizedFirst)], focusedButton: 1)
    }

    /// True if the text is a path, which is shown whole.
    private var showsPlace: Bool {
        switch purpose {
        case .saveBody, .exportTarget: true
        case .importSource: !field.text.trimmed.isEmpty && !ImportDownload.isAddress(field.text.trimmed)
        default: false
        }
    }

    private func problemLines(columns: Int) -> [String] { problem.map { TextWrap.lines($0, columns: columns) } ?? [] }

    func layout(_ context: WindowContext) -> WindowFrame.Layout {
        let columns = min(Self.columns, max(1, context.body.width - WindowFrame.sideColumns))
        let height = 1 + (folder == nil && !showsPlace ? 0 : 1) + problemLines(columns: columns).count
        return window.layout(content: Size(width: columns, height: height), in: context.body)
    }

    /// The cells of the folder; empty if there is none to choose.
    private func folderRow(in content: Rect) -> Rect { folder == nil ? .empty : content.row(1) }

    func draw(_ layout: WindowFrame.Layout, _ context: WindowContext, on canvas: inout Canvas) {
        window.draw(layout, on: &canvas) { rect, canvas in
            FieldBox(isFocused: true, isInvalid: problem != nil).draw(field, placeholder: purpose.placeholder, in: rect.row(0), on: &canvas)
            if let folder {
                let hint = "  Tab to change"
                let (left, right) = folderRow(in: rect).splitRight(TextWidth.columns(of: hint))
                let names = "Folder: " + context.folderNames(folder).joined(separator: " / ")
                let text = TextWidth.fitted(names + DropDown.sign(usesASCII: context.usesASCII), columns: left.width, cut: .start)
                canvas.write(text, in: left, style: CellStyle(.text))
                canvas.write(hint, in: right, style: CellStyle(.textMuted))
            }
            if showsPlace {
                let place = context.absolutePath(field.text.trimmed)
                canvas.write(TextWidth.fitted(place, columns: rect.width, cut: .start), in: rect.row(1), style: CellStyle(.textMuted))
            }
            let rest = rect.splitTop(folder == nil && !showsPlace ? 1 : 2).rest
            for (index, line) in problemLines(columns: rect.width).prefix(rest.height).enumerated() {
                canvas.write(line, in: rest.row(index), style: CellStyle(.error))
            }
        }
    }

    mutating func press(_ key: Key, _ context: WindowContext) -> [WindowStep] {
        if key == Key(.tab), let folder { return [.output(.chooseFolder(folder))] }
        let outcome = field.handle(key)
        switch outcome {
        case .submitted: return submit()
        case .cancelled: return cancelled()
        case .changed, .cut: problem = nil
        case .copied, .wantsPaste, .moved, .pasted, nil: break
        }
        return WindowStep.clipboard(outcome)
    }

    mutating func paste(_ text: String, _ context: WindowContext) -> [WindowStep] {
        _ = field.paste(text)
        problem = nil
        return []
    }

    mutating func handle(_ event: MouseEvent, _ layout: WindowFrame.Layout, _ context: WindowContext) -> [WindowStep] {
        if event.isPress {
            if let folder, folderRow(in: layout.content).contains(event.position) { return [.output(.chooseFolder(folder))] }
            switch layout.buttons.firstIndex(where: { $0.contains(event.position) }) {
            case 0: return cancelled()
            case 1: return submit()
            default: break
            }
        }
        return WindowStep.clipboard(field.handle(event, in: FieldBox().text(in: layout.content.row(0))))
    }

    func cancelled() -> [WindowStep] { [.close, .output(.cancelPrompt)] }

    func typed(_ layout: WindowFrame.Layout) -> [Rect] { [layout.frame] }

    private mutating func submit() -> [WindowStep] {
        let text = field.text.trimmed
        guard !text.isEmpty else {
            problem = "\(purpose.placeholder) is required."
            return []
        }
        switch purpose {
        case .place, .saveBody, .importSource, .exportTarget:
            // The window stays open until the text was used, since it may need a correction.
            guard !isWaiting else { return [] }
            isWaiting = true
            return [.output(.submitPrompt(purpose, text))]
        default: return [.close, .output(.submitPrompt(purpose, text))]
        }
    }
}

extension PromptState.Purpose {
    /// The label of the button that uses the text.
    fileprivate var acceptLabel: String {
        switch self {
        case .saveRequest, .saveBody, .secret: "save"
        case .renameRequest, .rename: "rename"
        case .newRequest, .newFolder, .newEnvironment: "create"
        case .place: "go"
        case .importSource: "preview"
        case .exportTarget: "export"
        }
    }

    /// A description of the text, shown while the field is empty.
    fileprivate var placeholder: String {
        switch self {
        case .saveRequest, .renameRequest, .rename, .newRequest, .newFolder, .newEnvironment: "Name"
        case .secret: "Value"
        case .saveBody: "Path"
        case .place: "Place"
        case .importSource: "Path or URL"
        case .exportTarget: "Folder"
        }
    }
}

extension String {
    /// The text with a capital letter at its beginning.
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
