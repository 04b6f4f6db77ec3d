import Screen
import Widgets

/// An action of the user, declared once.
///
/// Dispatch, footer, help, palette, the popup after a prefix key, the user's keymap and `docs/keys.md` all read the same table of these.
/// A feature declares its commands over its own state and messages; the command table lifts them to those of the program.
/// A class, so that reading the table for every frame copies references: a message value is as large as the largest case.
final class Command<State, Sent: Sendable>: Sendable {
    /// The name in the keymap file: `request.send`.
    let id: String
    /// The title, verb first: `Send request`.
    let title: String
    /// One or two words for the footer; defaults to the title.
    let label: String
    /// Other words by which the palette finds it.
    let synonyms: [String]
    /// The key sequences that start it; the first one is shown.
    let keys: [[Key]]
    /// The part of the screen in which the keys apply.
    let scope: CommandScope
    /// The heading in the help.
    let group: CommandGroup
    /// The priority in the footer, highest first; nil keeps it out of the footer.
    let footerPriority: Int?
    /// The reason why it is not available now, in a few words; nil if it is available.
    let disabledReason: @Sendable (State) -> String?
    /// The title in the current state, if it differs, such as `Collapse` for `Open`; nil for the usual title.
    let presentTitle: @Sendable (State) -> String?
    /// The message that it sends.
    let message: Sent
    /// The id of the command to which this one adds keys; lists show only that command.
    let alias: String?

    /// Declares a command.
    ///
    /// - Parameter keys: sequences in ``KeyNotation``, the first is the one that is shown.
    convenience init(
        _ id: String, _ title: String, label: String? = nil, _ keys: [String], _ scope: CommandScope, _ group: CommandGroup,
        synonyms: [String] = [], footer: Int? = nil, disabled: @escaping @Sendable (State) -> String? = { _ in nil },
        now presentTitle: @escaping @Sendable (State) -> String? = { _ in nil }, alias: String? = nil, sends message: Sent
    ) {
        let sequences = keys.compactMap(KeyNotation.parse)
        assert(sequences.count == keys.count, "\(id) has a key that cannot be read")
        self.init(
            id: id, title: title, label: label ?? title, synonyms: synonyms, keys: sequences, scope: scope, group: group,
            footerPriority: footer, disabledReason: disabled, presentTitle: presentTitle, message: message, alias: alias)
    }

    private init(
        id: String, title: String, label: String, synonyms: [String], keys: [[Key]], scope: CommandScope, group: CommandGroup,
        footerPriority: Int?, disabledReason: @escaping @Sendable (State) -> String?,
        presentTitle: @escaping @Sendable (State) -> String?, message: Sent, alias: String?
    ) {
        self.id = id
        self.title = title
        self.label = label
        self.synonyms = synonyms
        self.keys = keys
        self.scope = scope
        self.group = group
        self.footerPriority = footerPriority
        self.disabledReason = disabledReason
        self.presentTitle = presentTitle
        self.message = message
        self.alias = alias
    }

    /// The same command over the state and the messages of the program.
    func lifted<OuterState, OuterMessage: Sendable>(
        state: @escaping @Sendable (OuterState) -> State, message: (Sent) -> OuterMessage
    ) -> Command<OuterState, OuterMessage> {
        Command<OuterState, OuterMessage>(
            id: id, title: title, label: label, synonyms: synonyms, keys: keys, scope: scope, group: group, footerPriority: footerPriority,
            disabledReason: { [disabledReason] in disabledReason(state($0)) },
            presentTitle: { [presentTitle] in presentTitle(state($0)) }, message: message(self.message), alias: alias)
    }
}

/// The headings of commands in the help and the documentation.
enum CommandGroup: String, CaseIterable, Sendable {
    case send = "Send"
    case edit = "Edit"
    case view = "View"
    case move = "Move"
    case file = "Files"
    case copy = "Copy"
    case window = "Windows"
    case application = "Application"
}

/// The parts of the screen in which a command's keys apply.
enum CommandScope: String, CaseIterable, Sendable {
    /// Commands of every pane and both layers.
    case everywhere
    /// Commands of every pane while letters are commands.
    case nav
    /// Commands of one pane while letters are commands; these win over `nav`.
    case tree, request, response, history
    /// Commands of every window.
    case window
    /// Commands of windows of one kind; these win over `window`.
    case tableWindow, textWindow, reportWindow, helpWindow, promptWindow, pathWindow, loginWindow, comparisonWindow, runWindow

    /// The heading in the help.
    var title: String {
        switch self {
        case .everywhere: "Everywhere"
        case .nav: "All panes (NAV)"
        case .tree: "Collections"
        case .request: "Request"
        case .response: "Response"
        case .history: "History"
        case .window: "All windows"
        case .tableWindow: "Windows with tables"
        case .textWindow: "Text windows"
        case .reportWindow: "Request preview"
        case .helpWindow: "Help"
        case .promptWindow: "Prompts"
        case .pathWindow: "Prompts for paths"
        case .loginWindow: "Login"
        case .comparisonWindow: "Comparison"
        case .runWindow: "Results of a run"
        }
    }
}

/// The two layers of input: letters are commands, or letters are text.
enum Layer: Sendable, Equatable {
    /// Letters are commands.
    case nav
    /// Letters are text.
    case edit

    /// The word in the footer.
    var title: String {
        switch self {
        case .nav: "NAV"
        case .edit: "EDIT"
        }
    }
}

/// A movement of the cursor in the focused element.
enum Motion: String, Sendable, CaseIterable {
    case up, down, left, right
    case pageUp, pageDown
    case halfPageUp, halfPageDown
    case top, bottom
}

extension Motion {
    /// The motion of a list; nil for left and right.
    var list: ListMotion? {
        switch self {
        case .up: .up
        case .down: .down
        case .pageUp: .pageUp
        case .pageDown: .pageDown
        case .halfPageUp: .halfPageUp
        case .halfPageDown: .halfPageDown
        case .top: .top
        case .bottom: .bottom
        case .left, .right: nil
        }
    }

    /// The key for this movement in a text.
    var key: Key {
        switch self {
        case .up: Key(.up)
        case .down: Key(.down)
        case .left: Key(.left)
        case .right: Key(.right)
        case .pageUp, .halfPageUp: Key(.pageUp)
        case .pageDown, .halfPageDown: Key(.pageDown)
        case .top: Key(.home, .control)
        case .bottom: Key(.end, .control)
        }
    }
}

extension CaseIterable where Self: Equatable, AllCases == [Self] {
    /// The case at a distance in the order of the cases; the first follows the last.
    func neighbour(by step: Int) -> Self {
        let all = Self.allCases
        return all[((all.firstIndex(of: self) ?? 0) + step + all.count) % all.count]
    }
}
