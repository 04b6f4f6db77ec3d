import Query
import Screen
import Widgets

/// The context menu of a pane where the element under the pointer has none of its own: commands for that element first, then all others of
/// the pane.
enum PaneMenu {
    /// True for commands that only repeat visible tabs.
    private static func repeatsTabs(_ id: String) -> Bool {
        id.hasPrefix("request.tab.") || id.hasPrefix("response.tab.") || id.hasSuffix(".nextTab") || id.hasSuffix(".previousTab")
    }

    static func show(_ state: inout AppState, _ pane: PaneID, at point: Point) {
        let typed = state.focus == pane ? line(state) : []
        // The lines of a text field have a paste of their own.
        let first = first(pane, state).filter { typed.isEmpty || $0 != "application.paste" }
        let others = CommandTable.all.filter { $0.scope == pane.scope && $0.group != .move && !repeatsTabs($0.id) }.map(\.id)
        // The blank part of the tree belongs to no row.
        var hidden = pane == .tree ? TreeCommands.ofRow + ["tree.menu"] : []
        // Some commands are listed only where they can be used.
        if pane == .request {
            hidden += RequestMenu.hiddenIfDisabled.filter { CommandTable.command($0)?.disabledReason(state) != nil }
        }
        let rest = Menu.lines(others.filter { !first.contains($0) && !hidden.contains($0) }, state)
        let own = pane == .request ? requestLines(state) : pane == .response ? command(state) : []
        let sorted = Menu.usableFirst(Menu.lines(first, state) + rest)
        state.windows.append(.menu(Menu(typed + own + sorted, at: point)))
    }

    /// The lines that edit the focused text field.
    private static func line(_ state: AppState) -> [Menu<Message>.Line] {
        guard let field = state.typedField else { return [] }
        let isEmacs = state.editorPreset == .emacs
        let reason = field.selectedText == nil ? "nothing is selected" : nil
        func item(_ title: String, _ key: Key) -> Menu<Message>.Line {
            (MenuItem(title, keys: KeyNotation.show([key]), disabledReason: reason), .input(.key(key)))
        }
        return [
            item("Cut", isEmacs ? .control("w") : .control("x")), item("Copy", isEmacs ? .alt("w") : .control("c")),
            (MenuItem("Paste", keys: isEmacs ? "" : KeyNotation.show([.control("v")])), .perform(.paste)),
        ]
    }

    private static func requestLines(_ state: AppState) -> [Menu<Message>.Line] {
        RequestMenu.own(state.request, state.requestContext).map { ($0.item, .request($0.message)) }
    }

    /// The line for a command query, which runs only on request.
    private static func command(_ state: AppState) -> [Menu<Message>.Line] {
        guard state.response.tab == .body, let query = state.response.query, query.query(of: state.response.viewer)?.kind == .shell else {
            return []
        }
        let item = MenuItem(
            "Run the command", keys: query.isTyping ? "Enter" : "", disabledReason: query.isRunning ? "the command is running" : nil)
        return [(item, .response(.query(.submit)))]
    }

    private static func first(_ pane: PaneID, _ state: AppState) -> [String] {
        switch pane {
        case .tree: ["tree.addCollection", "request.new", "transfer.import", "transfer.importClipboard"]
        case .history: []
        case .request: RequestMenu.first(state.request)
        case .response: responseIDs(state)
        }
    }

    private static func responseIDs(_ state: AppState) -> [String] {
        guard state.response.tab == .body else {
            return ["response.copyLine", "response.capture", "response.assert", "response.copyHeaders", "response.copyURL"]
        }
        if state.response.shown.table != nil {
            return [
                "response.copyLine", "response.copyJSON", "response.copyPath", "response.capture", "response.assert", "response.sortColumn",
                "response.hideColumn", "response.showColumns",
            ]
        }
        return [
            "response.copyLine", "response.copyKey", "response.copyPath", "response.copyJSONPath", "response.capture", "response.assert",
            "response.saveValue",
            "response.toggleFold", "response.foldAll", "response.unfoldAll", "response.copyBody",
        ]
    }
}

extension Menu where Sent == Message {
    /// Creates a menu of commands by their ids; those that can be done now come first.
    init(_ ids: [String], _ state: AppState, at point: Point) { self.init(Self.usableFirst(Self.lines(ids, state)), at: point) }

    /// The lines in their order, those that cannot be done now at the end.
    static func usableFirst(_ lines: [Line]) -> [Line] {
        lines.filter { $0.item.disabledReason == nil } + lines.filter { $0.item.disabledReason != nil }
    }

    /// Commands by their ids, each with its current keys and the reason why it is disabled, if any.
    static func lines(_ ids: [String], _ state: AppState) -> [Line] {
        ids.compactMap(CommandTable.command).map { command in
            let keys = (state.layer == .edit ? state.keysWhileTyping(of: command) : state.keymap.shownKey(of: command)) ?? ""
            return (
                MenuItem(command.presentTitle(state) ?? command.title, keys: keys, disabledReason: command.disabledReason(state)),
                command.message
            )
        }
    }
}
