import Query
import Screen
import Widgets

/// The context menu of a pane where the element under the pointer has none of its own: commands for that element, then a line that lists all
/// others of the pane.
enum PaneMenu {
    /// True for commands that only repeat visible tabs.
    private static func repeatsTabs(_ id: String) -> Bool {
        id.hasPrefix("request.tab.") || id.hasPrefix("response.tab.") || id.hasSuffix(".nextTab") || id.hasSuffix(".previousTab")
    }

    /// Opens the menu of a pane.
    static func show(_ state: inout AppState, _ pane: PaneID, at point: Point) {
        let typed = state.focus == pane ? line(state) : []
        // The lines of a text field have a paste of their own.
        let ids = isBesideEntries(state, pane, point) ? withoutEntry : first(pane, state, at: point)
        let first = shown(ids, pane, state).filter { typed.isEmpty || $0 != "application.paste" }
        let paneLines = pane == .request ? requestLines(state, at: point) : pane == .response ? command(state) : []
        let more: Menu<Message>.Line = (MenuItem("More commands…"), .application(.show(.moreCommands(pane, at: point))))
        state.windows.append(.menu(Menu(typed + paneLines + Menu.usableFirst(Menu.lines(first, state)) + [more], at: point)))
    }

    /// True for the blank part of the history, which belongs to no entry.
    private static func isBesideEntries(_ state: AppState, _ pane: PaneID, _ point: Point) -> Bool {
        guard pane == .history, !state.history.rows.isEmpty else { return false }
        let (list, area) = (state.history.list, HistoryReducer.listArea(state.history, state.historyContext))
        return area.contains(point) && list.row(at: point, in: area, count: state.history.rows.count) == nil
    }

    /// The commands of the history that need no entry.
    private static let withoutEntry = ["history.filter", "history.markAll", "history.undelete"]

    /// Opens a menu of all commands of a pane that its first menu does not list.
    static func showMore(_ state: inout AppState, _ pane: PaneID, at point: Point) {
        let first = first(pane, state, at: point)
        let all = CommandTable.all.filter { $0.scope == pane.scope && $0.group != .move && !repeatsTabs($0.id) }.map(\.id)
        state.windows.append(.menu(Menu(shown(all.filter { !first.contains($0) }, pane, state), state, at: point)))
    }

    /// Opens the menu of the element under the cursor.
    static func showAtCursor(_ state: inout AppState) -> [Effect] {
        if state.focus == .tree, state.tree.current != nil { return state.reduceCollections(.tree(.showMenu)) }
        let row = rowUnderCursor(state)
        show(&state, state.focus, at: Point(x: row.minX + 2, y: row.minY))
        return []
    }

    /// The cells of the row under the cursor, or the content of the focused pane.
    private static func rowUnderCursor(_ state: AppState) -> Rect {
        switch state.focus {
        case .tree: return TreeReducer.listArea(state.collections, state.collectionsContext)
        case .history:
            let (list, area) = (state.history.list, HistoryReducer.listArea(state.history, state.historyContext))
            return list.rect(ofRow: list.selected, in: area, count: state.history.rows.count) ?? area
        case .request: return state.requestLayout.sections.first { $0.section == state.request.section }?.content ?? state.requestLayout.url
        case .response:
            let area = ResponseReducer.contentArea(state.response, state.responseContext)
            guard state.response.tab == .body, state.response.shown.table == nil else { return area }
            let list = state.response.shown.list
            return list.rect(ofRow: list.selected, in: area, count: state.response.shown.rowCount) ?? area
        }
    }

    /// The commands, except commands that are listed only where they can be used.
    private static func shown(_ ids: [String], _ pane: PaneID, _ state: AppState) -> [String] {
        switch pane {
        // The blank part of the tree belongs to no row.
        case .tree: ids.filter { !TreeCommands.ofRow.contains($0) }
        case .request:
            ids.filter { !RequestMenu.hiddenIfDisabled.contains($0) || CommandTable.command($0)?.disabledReason(state) == nil }
        case .response, .history: ids
        }
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

    private static func requestLines(_ state: AppState, at point: Point) -> [Menu<Message>.Line] {
        guard state.requestLayout.content.contains(point) else { return [] }
        return RequestMenu.own(state.request, state.requestContext).map { ($0.item, .request($0.message)) }
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

    /// The ids of the commands that the menu of a pane lists first, opened at a point or at the cursor.
    static func first(_ pane: PaneID, _ state: AppState, at point: Point? = nil) -> [String] {
        switch pane {
        case .tree: ["tree.addCollection", "request.new", "transfer.import", "transfer.importClipboard"]
        case .history:
            [
                "history.open", "history.replay", "history.resend", "history.replayElsewhere", "history.edit", "history.pin",
                "history.mark", "history.compare", "history.notes", "history.copyAsCurl", "history.delete",
            ]
        case .request: RequestMenu.first(state.request, isOfContent: point.map(state.requestLayout.content.contains) ?? true)
        case .response: (state.response.hiddenID == nil ? [] : ["response.showLast"]) + responseIDs(state)
        }
    }

    private static func responseIDs(_ state: AppState) -> [String] {
        guard state.response.head != nil || state.response.exchange != nil else {
            return ["request.send", "request.preview", "request.editURL", "response.examples"]
        }
        guard state.response.tab == .body else {
            return [
                "response.copyValue", "response.capture", "response.assert", "response.copyHeaders", "response.copyURL",
                "response.copyAsCurl", "response.search", "response.compare", "response.replay",
            ]
        }
        if state.response.shown.table != nil {
            return [
                "response.copyValue", "response.copyJSON", "response.copyPath", "response.capture", "response.assert",
                "response.sortColumn",
                "response.hideColumn", "response.showColumns", "response.nextView", "response.save",
            ]
        }
        return [
            "response.copyValue", "response.copyKey", "response.copyPath", "response.copyJSONPath", "response.capture", "response.assert",
            "response.toggleFold", "response.copyBody", "response.search", "response.query", "response.nextView", "response.save",
            "response.openOutside", "response.saveExample", "response.compare",
        ]
    }
}

extension Menu where Sent == Message {
    /// Creates a menu of commands by their ids; those that can be done now come first.
    init(_ ids: [String], _ state: AppState, at point: Point) { self.init(Self.usableFirst(Self.lines(ids, state)), at: point) }

    /// Creates a menu of groups of commands, each with its usable commands first.
    init(groups: [[String]], _ state: AppState, at point: Point) {
        let groups = groups.map { Self.usableFirst(Self.lines($0, state)) }
        let starts = groups.indices.dropFirst().map { groups[..<$0].joined().count }
        self.init(groups.flatMap(\.self), at: point, groupStarts: starts)
    }

    /// The lines in their order, unusable ones at the end.
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
