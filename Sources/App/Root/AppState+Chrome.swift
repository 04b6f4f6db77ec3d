import Engine
import Screen
import Widgets
import Workspace

extension AppState {
    // MARK: Title bar

    /// The first row.
    var titleBar: TitleBarView<Message> {
        var items: [TitleBarView<Message>.Item] = []
        // The request in front has its response pane and its button.
        let count = sending.inFlight.count { $0.isSeen && $0.owner != tabs.front.id }
        if count > 0 {
            items.append(.init(chip: Chip("\(count) in flight", role: .statusChipInformational), message: .tabs(.showSending)))
        }
        if let run, !run.isOver, !run.isShown {
            let progress = "run \(run.rows.count)" + (run.total.map { "/\($0)" } ?? "")
            items.append(.init(chip: Chip(progress, role: .statusChipInformational), message: .run(.show)))
        }
        // Shown for the current request only if its options set it.
        if sending.isOffline || workspace.inheritedOptions.areOffline(request) {
            let message = sending.isOffline ? Message.sending(.toggleOffline) : .request(.selectTab(.options))
            items.append(.init(chip: Chip("offline", role: .statusChipClientError), message: message))
        }
        var chip = environmentChip
        chip.text += " " + DropDown.sign(usesASCII: usesASCII)
        items.append(.init(chip: chip, message: .application(.show(.environments))))
        let cutName = hasFocus(.tree) ? TreeView.cutName(collections, collectionsContext, isUnsaved: isUnsaved) : nil
        return TitleBarView(name: workspace.name, cutName: cutName, usesASCII: usesASCII, items: items)
    }

    /// The chip of the current request's environment. An unknown environment named in its options prevents sending.
    private var environmentChip: Chip {
        if let named = namedEnvironment, named != environment?.name { return Chip("\(named) (not found)", role: .environmentChipProtected) }
        guard let environment else { return .environment(nil) }
        let name = environment.name + (workspace.isLost(environment) ? " (not found)" : "")
        return .environment(name, isProtected: environment.isProtected)
    }

    // MARK: Footer

    /// The last row.
    var footer: FooterView<Message> {
        let unused = unusedKey.map { KeyNotation.show([$0]) + "?" }
        return FooterView(layer: unused ?? layerName, isWarning: unused != nil, isText: lettersAreText, hints: footerHints)
    }

    /// The message of the footer's hint at a point.
    func footerMessage(at point: Point) -> Message? { footer.message(at: point, in: screenLayout.footer) }

    private var footerHints: [FooterHint<Message>] {
        if !windows.isEmpty { return windowHints }
        guard layer == .edit else { return cancelHints + offlineHints + commandHints(in: scopes) }
        // Enter sends from the URL, so another key for it needs no room.
        let typing = typingHints
        return cancelHints + offlineHints + typing
            + commandHints(in: [.everywhere]).filter { hint in !typing.contains { $0.label == hint.label } }
    }

    /// The keys that cancel, shown first while something is in flight.
    private var cancelHints: [FooterHint<Message>] {
        hasSomethingToCancel ? hints(of: "application.cancel") : []
    }

    /// The key back to the network, while all requests get stored responses.
    private var offlineHints: [FooterHint<Message>] {
        sending.isOffline && layer == .nav ? hints(of: "request.toggleOffline", label: "go online") : []
    }

    /// The hint for a command; none if it has no key.
    private func hints(of id: String, label: String? = nil) -> [FooterHint<Message>] {
        guard let command = CommandTable.command(id), let key = keymap.shownKey(of: command) else { return [] }
        return [FooterHint(key: key, label: label ?? command.label, message: command.message)]
    }

    /// The enabled commands with a footer priority; a pair of commands shows both keys together.
    private func commandHints(in scopes: [CommandScope]) -> [FooterHint<Message>] {
        let layer = layer
        // Elsewhere a letter quits. On a narrow screen other keys are more useful, so this one comes last.
        let (isNarrow, quit) = (size.width < Self.widthForQuitKey, "application.quit")
        let commands = Self.footerCommands.filter { scopes.contains($0.scope) && ($0.id != quit || !scopes.contains(.nav) && !isNarrow) }
        let last = isNarrow && !scopes.contains(.nav) ? Self.footerCommands.filter { $0.id == quit } : []
        return (commands + last).filter { $0.disabledReason(self) == nil }
            .compactMap { command in
                guard let key = shownKeys(of: command, { shownKey(of: $0, in: scopes, layer) }) else { return nil }
                return FooterHint(
                    key: key, label: command.label, message: command.message,
                    isLast: command.group == .application && (command.id != quit || !isNarrow))
            }
    }

    /// The key of a command, with that of its counterpart.
    func shownKeys(of command: AppCommand, _ key: (AppCommand) -> String?) -> String? {
        let other = Self.pairs[command.id].flatMap(CommandTable.command).flatMap(key)
        return key(command).map { firstKey in other.map { "\(firstKey) \($0)" } ?? firstKey }
    }

    /// The width of a screen from which the key that quits while typing is at its end, and not dropped if others need the room.
    private static let widthForQuitKey = 96
    private static let footerCommands = CommandTable.all.filter { $0.footerPriority != nil }
        .sorted { ($0.footerPriority ?? 0) > ($1.footerPriority ?? 0) }
    private static let pairs = [
        "request.previousTab": "request.nextTab", "response.previousTab": "response.nextTab", "table.previousTab": "table.nextTab",
        "response.nextMatch": "response.previousMatch", "comparison.next": "comparison.previous",
    ]

    /// The first keys of a command that work here: not those that the edited text handles, nor those of a nearer command.
    private func shownKey(of command: AppCommand, in scopes: [CommandScope], _ layer: Layer) -> String? {
        if layer == .edit { return keysWhileTyping(of: command) }
        return keymap.keys(of: command).first { keymap.match($0, in: scopes) == .command(command.id) }.map(KeyNotation.show)
    }

    // MARK: Toasts

    /// The places of toasts.
    var toastView: ToastView<Message> {
        let body = screenLayout.body
        return ToastView(
            body: body, room: toastRoom, end: (BodyFormSign.place(response, responseContext)?.rect.minX ?? body.maxX - 1) - 1,
            uncovered: UncoveredCells.rects(self),
            readKey: keymap.shownKey(of: "notifications.show"))
    }

    /// The cells that toasts may cover: an empty response, else the request, while they have no focus; all panes under a window; nil
    /// for none. What a response shows is never covered.
    private var toastRoom: Rect? {
        guard windows.isEmpty else { return screenLayout.toasts }
        let pane: PaneID = response.isEmpty && focus != .response ? .response : .request
        guard pane != focus, let rect = screenLayout.rect(of: pane), !PaneFrame.isLine(rect) else { return nil }
        return rect.splitBottom(1).rest
    }

    /// The toasts on the screen, the newest first.
    var placedToasts: [ToastView<Message>.Placed] { toasts.isEmpty ? [] : toastView.placed(toasts.suffix(Self.maxToasts)) }

    // MARK: Popups

    /// The keys that can follow the pressed ones; nil if none were pressed.
    var keysPopup: KeysPopup? {
        guard !pendingKeys.isEmpty else { return nil }
        let entries = keymap.continuations(of: pendingKeys, in: scopes).compactMap { next in
            CommandTable.command(next.command).map { KeysPopup.Entry(key: KeyNotation.show(next.keys), title: $0.title, command: $0.id) }
        }
        let letters = entries.filter { $0.key.first?.isLetter == true }
        let others = Self.withOneRowForLevels(entries.filter { $0.key.first?.isLetter != true })
        let prefix = KeyNotation.show(pendingKeys)
        let title = ["g": "g  Go and more", "y": "y  Copy"][prefix] ?? prefix
        return KeysPopup(title, letters + others, in: Rect(size))
    }

    /// The entries with one row for all levels of folding, if their keys are digits in order.
    private static func withOneRowForLevels(_ entries: [KeysPopup.Entry]) -> [KeysPopup.Entry] {
        let isLevel = { (entry: KeysPopup.Entry) in entry.command.hasPrefix("response.foldTo") && Int(entry.key) != nil }
        let levels = entries.filter(isLevel)
        guard levels.count > 1, let first = levels.first, let last = levels.last else { return entries }
        return [.init(key: "\(first.key)-\(last.key)", title: "Fold to level", command: first.command)] + entries.filter { !isLevel($0) }
    }

    /// The completion list of the request, with its cells.
    private var requestCompletion: (list: CompletionState, frame: Rect)? {
        guard screenLayout.rect(of: .request) != nil, let list = request.completion else { return nil }
        return RequestCompletion.frame(request, requestContext).map { (list, $0) }
    }

    /// The completion list of the query, with its cells.
    private var queryCompletion: (list: CompletionState, frame: Rect)? {
        guard screenLayout.rect(of: .response) != nil, response.tab == .body, let query = response.query, let list = query.completion else {
            return nil
        }
        let rect = ResponseBars.rects(response, responseContext).rest
        return BodyQueryView.completionFrame(query, in: rect, Rect(size)).map { (list, $0) }
    }

    /// The completion list of the history's filter, with its cells.
    private var filterCompletion: (list: CompletionState, frame: Rect)? {
        guard focus == .history, let list = history.completion else { return nil }
        return FilterCompletion.frame(history, historyContext).map { (list, $0) }
    }

    /// The open completion list, with its pane and its cells; nil if none is open.
    private var completion: (pane: PaneID, list: CompletionState, frame: Rect)? {
        requestCompletion.map { (.request, $0, $1) } ?? queryCompletion.map { (.response, $0, $1) }
            ?? filterCompletion.map { (.history, $0, $1) }
    }

    /// Draws the popups over everything else, including toasts: menus, the keys after a prefix, completion lists.
    func drawPopups(on canvas: inout Canvas) {
        if let top = windows.last {
            if let menu = top.content as? Menu<Message> { menu.menu.draw(in: screenLayout.body, on: &canvas) }
            return
        }
        keysPopup?.draw(continuations, on: &canvas)
        completion.map { $0.list.draw(in: $0.frame, on: &canvas) }
    }

    /// The pane whose completion list covers the cell; lists reach over borders and other panes.
    func paneOfCompletion(at point: Point) -> PaneID? {
        completion.flatMap { $0.frame.contains(point) ? $0.pane : nil }
    }

    /// True if a popup covers the cell.
    func hasPopup(at point: Point) -> Bool {
        if let top = windows.last {
            if let menu = top.content as? Menu<Message> { return menu.menu.frame(in: screenLayout.body).contains(point) }
            return false
        }
        return [keysPopup?.frame, completion?.frame].contains { $0?.contains(point) == true }
    }
}

/// The cells that no toast may cover: the text being typed with its result, and the buttons of the window in front.
enum UncoveredCells {
    static func rects(_ state: AppState) -> [Rect] {
        let rects = state.windows.last.map { inWindow($0.content, state.windowContext) } ?? inPanes(state)
        return rects.filter { !$0.isEmpty }
    }

    private static func inWindow(_ window: any WindowContent, _ context: WindowContext) -> [Rect] {
        let layout = window.layout(context)
        return window.typed(layout) + layout.buttons
    }

    private static func inPanes(_ state: AppState) -> [Rect] {
        var rects: [Rect] = []
        if state.screenLayout.rect(of: .response) != nil {
            let (search, rest) = ResponseBars.rects(state.response, state.responseContext)
            rects = [search, rest]
        }
        switch state.focus {
        case .tree where state.tree.isFiltering: rects.append(state.inner(of: .tree).row(0))
        case .history where state.history.isFiltering: rects.append(state.inner(of: .history).row(0))
        case .request where state.request.isEditing: rects.append(inRequest(state))
        default: break
        }
        return rects
    }

    private static func inRequest(_ state: AppState) -> Rect {
        let layout = state.requestLayout
        if state.request.part == .url { return layout.url }
        guard let section = state.request.section else { return .empty }
        let rect = layout.rect(of: section)
        if let path = section.area { return state.request[keyPath: path].typedCells(in: rect) }
        guard let path = section.rows else { return .empty }
        let (rows, shape) = (state.requestContext.rows(of: section, state.request), state.requestContext.shape(of: section, state.request))
        return state.request[keyPath: path].table.cursorCell(in: rect, rows: rows, shape: shape) ?? .empty
    }
}

extension AppState {
    /// The hints for keys of the edited text, shown before the hints for keys that work everywhere.
    var typingHints: [FooterHint<Message>] {
        if focus == .request, let completion = request.completion { return hints(of: completion) }
        if let area = typedArea { return hints(of: area) }
        let done = escapeHint
        if focus == .history, history.isFiltering, let completion = history.completion {
            return hints(of: completion, chosenBy: history.offersKeys ? .tab : .down)
        }
        if focus == .response, response.query?.isTyping == true {
            return [.pressing(Key(.enter), "run"), done]
        }
        guard focus == .request else { return [done] }
        if request.part == .content, request.isEditingCell {
            let label = request.section?.isForm == true ? "next field" : "next cell"
            return [.pressing(Key(.tab), label), done]
        }
        guard request.part == .url else { return [done] }
        if RequestFacts.convertsWords(request) {
            return [.pressing(Key(.enter), "convert"), done]
        }
        return [FooterHint<Message>(key: "Enter", label: "send", message: .request(.submit(.send))), done]
    }

    /// The keys that accept a suggestion, or select one if none is accepted as it is; in the URL, Enter may still send.
    private func hints(of completion: CompletionState, chosenBy key: Key.Code = .down) -> [FooterHint<Message>] {
        let keys = completion.acceptKeys
        let sends = focus == .request && request.part == .url && !keys.contains(Key(.enter))
        return [keys.isEmpty ? .pressing(Key(key), "choose") : .pressing(keys[0], "accept", besides: Array(keys.dropFirst()))]
            + (sends ? [.pressing(Key(.enter), "send")] : []) + [.pressing(Key(.escape), "close list")]
    }

    /// Escape leads from INSERT to NORMAL, and from NORMAL out of the text.
    private func hints(of area: TextAreaState) -> [FooterHint<Message>] {
        if area.isTypingReplacement {
            return [
                .pressing(Key(.enter), "replace"), .pressing(.alt("r"), "all"), .pressing(Key(.tab), "find"),
                .pressing(Key(.escape), "close"),
            ]
        }
        if area.isFinding { return [.pressing(Key(.enter), "find"), .pressing(Key(.escape), "close")] }
        switch area.modeName {
        case nil: return [escapeHint]
        case "NORMAL":
            let palette = keymap.shownKey(of: "application.commandLine").map {
                FooterHint<Message>(key: $0, label: "palette", message: .application(.show(.palette)))
            }
            return [.pressing(.character("i"), "insert")] + [palette].compactMap(\.self) + [escapeHint]
        default: return [.pressing(Key(.escape), "normal")]
        }
    }

    /// The hint for Escape; a click on it presses the key.
    private var escapeHint: FooterHint<Message> {
        let area = request.currentArea.map { request[keyPath: $0] }
        let closes = focus != .request || area?.isFinding == true
        return .pressing(Key(.escape), closes ? "close" : "done")
    }
}

extension FooterHint<Message> {
    /// A hint whose click presses its key.
    fileprivate static func pressing(_ key: Key, _ label: String, besides others: [Key] = []) -> Self {
        Self(key: others.reduce(KeyNotation.show([key])) { $0 + " " + KeyNotation.show([$1]) }, label: label, message: .input(.key(key)))
    }
}
