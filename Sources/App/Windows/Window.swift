import Engine
import Screen
import Widgets
import Workspace

/// A window over the panes; the top of the stack gets the keys.
///
/// Everything that differs between kinds is in their ``WindowContent``: a new kind is a type of its own.
enum Window<Sent: Sendable & Equatable>: Sendable {
    /// A window whose choices send messages.
    case choosing(any ChoosingWindow<Sent>)
    /// A window that sends requests to the root.
    case asking(any AskingWindow)

    init(_ content: some ChoosingWindow<Sent>) { self = .choosing(content) }

    init(_ content: some AskingWindow) { self = .asking(content) }

    /// The kind's own behaviour.
    var content: any WindowContent {
        switch self {
        case .choosing(let content): content
        case .asking(let content): content
        }
    }

    /// Changes the content; a change to another kind of window has no effect.
    mutating func change<Result>(_ change: (inout any WindowContent) -> Result) -> Result {
        var content = content
        let result = change(&content)
        switch self {
        case .choosing: if let content = content as? any ChoosingWindow<Sent> { self = .choosing(content) }
        case .asking: if let content = content as? any AskingWindow { self = .asking(content) }
        }
        return result
    }

    /// The messages that a choice in the window sends.
    func messages(for choice: WindowChoice) -> [Sent] {
        switch self {
        case .choosing(let content): content.messages(for: choice)
        case .asking: []
        }
    }

    /// The same window with other messages.
    func map<Other: Sendable & Equatable>(_ change: @escaping @Sendable (Sent) -> Other) -> Window<Other> {
        switch self {
        case .choosing(let content): content.sending(change)
        case .asking(let content): .asking(content)
        }
    }
}

extension Window: Equatable {
    static func == (left: Self, right: Self) -> Bool { left.content.isEqual(to: right.content) }
}

/// A window whose choices send messages.
protocol ChoosingWindow<Sent>: WindowContent {
    associatedtype Sent: Sendable & Equatable

    /// The messages that a choice sends.
    func messages(for choice: WindowChoice) -> [Sent]
    /// The same window with other messages.
    func sending<Other: Sendable & Equatable>(_ change: @escaping @Sendable (Sent) -> Other) -> Window<Other>
}

/// A window that sends requests to the root, by ``WindowOutput``.
protocol AskingWindow: WindowContent {}

/// A kind of window: its layout and its handling of keys and mouse.
///
/// The stack passes it the events for the window on top and applies the returned steps.
protocol WindowContent: Sendable, Equatable {
    /// The scopes of the command table that apply in it; the first one wins.
    var scopes: [CommandScope] { get }
    /// True while letters are text.
    var takesText: Bool { get }
    /// The label for Enter in the footer; nil if Enter does nothing.
    var acceptLabel: String? { get }
    /// The label for Escape in the footer.
    var closeLabel: String { get }
    /// The text that one key copies; nil if there is none.
    var copies: CopiedText? { get }
    /// The purpose for which the same text is copied with its secrets; nil for a text of another kind.
    var purposeWithSecrets: SendPurpose? { get }
    /// True if a click beside the window leaves it open, since the click may only have brought the terminal to the front.
    var staysOpen: Bool { get }
    /// True if it shows its own keys, so that F1 has another meaning.
    var showsOwnKeys: Bool { get }
    /// True if the panes behind it are dimmed.
    var dims: Bool { get }
    /// True if it belongs to cells below it, which are elsewhere after a change of the screen's size.
    var isBoundToCells: Bool { get }
    /// True if the right button lists its commands; false for a window that has a menu of its own or needs none.
    var listsCommands: Bool { get }
    /// The hints that the footer shows before those of the commands.
    var hints: [WindowHint] { get }
    /// True if the hints name what Enter and Escape do.
    var hintsNameAnswers: (enter: Bool, escape: Bool) { get }

    /// The reason why the command with a key is not available now; nil if it is.
    func disabledReason(of key: Key) -> String?
    /// The cells of the window.
    func layout(_ context: WindowContext) -> WindowFrame.Layout
    func draw(_ layout: WindowFrame.Layout, _ context: WindowContext, on canvas: inout Canvas)

    /// Handles a key.
    mutating func press(_ key: Key, _ context: WindowContext) -> [WindowStep]
    /// Lists the names in the folder of the path that is being typed.
    mutating func showListing(_ listing: FolderListing)
    /// Handles a pasted text.
    mutating func paste(_ text: String, _ context: WindowContext) -> [WindowStep]
    /// Handles the mouse inside the window.
    mutating func handle(_ event: MouseEvent, _ layout: WindowFrame.Layout, _ context: WindowContext) -> [WindowStep]
    /// The steps of closing the window without a choice.
    func cancelled() -> [WindowStep]
    /// The steps for the key that cancels requests elsewhere.
    func interrupted() -> [WindowStep]

    /// The cells in which a drag selects text; nil if a drag has another meaning.
    func selectable(_ layout: WindowFrame.Layout, at point: Point) -> Rect?
    /// The rows of selectable cells that continue a line of the row above.
    func continuations(_ layout: WindowFrame.Layout) -> [Int: ScreenSelection.Continuation]
    /// The rows of a table that a drag selects; nil if it selects text.
    func rows(from start: Point, to end: Point, _ layout: WindowFrame.Layout) -> DraggedRows?
    /// The cells of a list that reaches over the window.
    func popup(_ layout: WindowFrame.Layout, _ context: WindowContext) -> Rect?
    /// The cells of the text being typed, which no toast covers.
    func typed(_ layout: WindowFrame.Layout) -> [Rect]
}

extension WindowContent {
    func isEqual(to other: any WindowContent) -> Bool { (other as? Self) == self }

    var takesText: Bool { false }
    var acceptLabel: String? { nil }
    var closeLabel: String { "close" }
    var copies: CopiedText? { nil }
    var purposeWithSecrets: SendPurpose? { nil }
    var staysOpen: Bool { false }
    var showsOwnKeys: Bool { false }
    var dims: Bool { true }
    var isBoundToCells: Bool { false }
    var listsCommands: Bool { false }
    var hints: [WindowHint] { scopes.contains(.pathWindow) ? [WindowHint("Tab", "complete", .key(Key(.tab)))] : [] }
    var hintsNameAnswers: (enter: Bool, escape: Bool) { (false, false) }

    func disabledReason(of key: Key) -> String? { nil }
    mutating func showListing(_ listing: FolderListing) {}
    mutating func paste(_ text: String, _ context: WindowContext) -> [WindowStep] { [] }
    func cancelled() -> [WindowStep] { [.close, .choose(.cancelled)] }
    func interrupted() -> [WindowStep] { cancelled() }
    func selectable(_ layout: WindowFrame.Layout, at point: Point) -> Rect? { nil }
    func continuations(_ layout: WindowFrame.Layout) -> [Int: ScreenSelection.Continuation] { [:] }
    func rows(from start: Point, to end: Point, _ layout: WindowFrame.Layout) -> DraggedRows? { nil }
    func popup(_ layout: WindowFrame.Layout, _ context: WindowContext) -> Rect? { nil }
    func typed(_ layout: WindowFrame.Layout) -> [Rect] { [] }
}

/// A hint of a window for the footer: a key, its label, and what a click on it does.
struct WindowHint: Sendable, Equatable {
    /// The action of a click on a hint.
    enum Action: Sendable, Equatable {
        case close
        case key(Key)
        /// Presses the button with this index.
        case choose(Int)
    }

    let key: String
    let label: String
    let action: Action

    init(_ key: String, _ label: String, _ action: Action) { (self.key, self.label, self.action) = (key, label, action) }
}

/// Values that windows read of the program.
struct WindowContext: Sendable {
    /// Columns and rows of the terminal.
    let screen: Size
    /// The cells between title bar and footer.
    let body: Rect
    /// True to draw signs in ASCII.
    let usesASCII: Bool
    /// True for a key that starts a command everywhere.
    let isGlobal: @Sendable (Key) -> Bool
    /// True if a variable is defined somewhere.
    let knowsVariable: @Sendable (String) -> Bool
    /// The names of the folders from the collection to a folder, by its path.
    let folderNames: @Sendable (String) -> [String]
    /// The absolute path of a path that is being typed.
    let absolutePath: @Sendable (String) -> String

    /// The columns of a window's content: `most`, or fewer if the screen is narrower.
    func columns(upTo most: Int) -> Int { min(most, max(1, body.width - WindowFrame.sideColumns)) }
}

extension WindowHint.Action {
    /// The message to the window on top.
    func message<Sent: Sendable & Equatable>() -> WindowMessage<Sent> {
        switch self {
        case .close: .close
        case .key(let key): .key(key)
        case .choose(let index): .choose(index)
        }
    }
}

/// A step that follows an event in a window.
indirect enum WindowStep: Sendable, Equatable {
    case close
    /// Sends the messages of a choice.
    case choose(WindowChoice)
    /// Copies text to the clipboard; the name describes it in messages.
    case copy(String, name: String)
    /// Pastes the text of the clipboard.
    case paste
    /// Shows a notification.
    case notify(ToastKind, String, about: ToastTopic? = nil)
    /// Sends a request to the root.
    case output(WindowOutput)

    /// The clipboard steps of a text field's outcome.
    static func clipboard(_ outcome: TextInputOutcome?) -> [WindowStep] {
        switch outcome {
        case .copied(let text), .cut(let text): [.copy(text, name: "the selection")]
        case .wantsPaste: [.paste]
        case .submitted, .cancelled, .changed, .pasted, .moved, nil: []
        }
    }
}

enum WindowChoice: Sendable, Equatable {
    /// The item, line or button with this index.
    case item(Int)
    /// The cursor is on the item with this index, which is not chosen yet.
    case preview(Int)
    /// A text that matches no item.
    case text(String)
    /// A text was typed whose items are to be found.
    case typed(String)
    /// The values of a form are used.
    case submitted
    /// The window was closed without a choice.
    case cancelled
    /// The work that waits for the values of a form is cancelled.
    case interrupted
}

/// Requests of windows to the rest of the program.
indirect enum WindowOutput: Sendable, Equatable {
    /// Closes the window, then presses a key that it does not handle.
    case press(Key)
    /// Runs the command with this id.
    case command(String)
    /// Shows the message of an editor about its last key.
    case remark(EditorRemark)
    /// Clicks a number of times, as the user's mouse would.
    case click(Point, times: Int)
    /// Keeps a prompt whose text is being used, so that it can return.
    case keepPrompt
    /// A prompt was closed without using its text.
    case cancelPrompt
    /// Lists the folders to save in; the value is the current one.
    case chooseFolder(String)
    /// Lists the names in a folder, by its absolute path.
    case listFolder(String)
    /// Sends the previewed request.
    case sendPreview
    /// Copies the shown request with its secrets.
    case copyShown(SendPurpose)
    /// Cancels the wait for a preview.
    case giveUpPreview
    /// Saves the changes of a table window.
    case save(TableWindowSave)
    /// Asks before a table window with changes is closed.
    case askToClose(TableWindow)
    /// Lists the actions of a table window at a point.
    case tableWindowMenu(TableWindow, Point)
    /// Lists the choices of a row below its cell.
    case tableWindowChoices(TableWindow, Rect)
    /// Compares entries of the history again, or copies their difference.
    case compare(ComparisonMessage)
    /// Stops or hides a run, runs it again, or opens one of its results.
    case run(RunMessage)
    /// Handles a key that only one kind of table window has.
    case tableWindowKey(TableWindow, Key)
}

/// Messages to the window on top.
enum WindowMessage<Sent: Sendable & Equatable>: Sendable {
    /// Closes it without a choice.
    case close
    /// Opens another window on top.
    case show(Window<Sent>)
    /// Presses a key in it, as a click on the footer does.
    case key(Key)
    /// Saves its changes.
    case save
    /// Presses the button with this index.
    case choose(Int)
    /// Sets one of the choices of the row with the cursor.
    case setChoice(String)
    /// Sets the folder for the name that is being typed.
    case saveIn(folder: String)
}

extension WindowMessage: Equatable {}
