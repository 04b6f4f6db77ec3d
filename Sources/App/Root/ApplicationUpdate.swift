import Engine
import Query
import Screen
import Widgets
import Workspace

/// Reduces messages to the program as a whole.
enum ApplicationUpdate {
    static func update(_ state: inout AppState, _ message: ApplicationMessage) -> [Effect] {
        switch message {
        case .focus(let pane): return focus(&state, pane)
        case .run(let id):
            let pane = PaneID.allCases.first { $0.scope == CommandTable.command(id)?.scope && $0 != state.focus }
            return InputUpdate.run(&state, id) + (pane.map { [.next(.application(.focusTyped($0)))] } ?? [])
        case .focusTyped(let pane): return state.isTyping(in: pane) ? focus(&state, pane, endsEditing: pane != .request) : []
        case .focusNext: return focus(&state, state.focus.neighbour(by: 1))
        case .focusPrevious: return focus(&state, state.focus.neighbour(by: -1))
        case .toggleZoom: state.layout.zoomed = state.layout.zoomed == nil ? state.focus : nil
        case .toggleLayout: return nextArrangement(&state)
        case .moveSplit(let split, let steps): state.layout.move(state.screenLayout.shown(split), by: steps, width: state.size.width)
        case .show(let window): return show(&state, window)
        case .define(let name): return VariableList.define(&state, name)
        case .showDefinition(let variable): return VariableList.show(&state, definitionOf: variable)
        case .closeLayer: return closeLayer(&state)
        case .toast(let message): return update(&state, message)
        case .cancelOrQuit: return cancelOrQuit(&state)
        case .typingPaused: state.awaitsTypingPause = false
        case .suspend: return [.suspend]
        case .quit: return quit(&state)
        case .theme(let message): return update(&state, message)
        case .configuration(let message): return ConfigurationUpdate.update(&state, message)
        case .sendAgain: return state.sentLast.map { [.next(.sending(.replay($0)))] } ?? []
        case .repeatDrag: return HeldDrag.repeatDrag(&state)
        case .report(let report): return notify(&state, report)
        case .quitNow:
            guard !state.mouse.isButtonDown else {
                state.mouse.afterRelease = message
                return []
            }
            return quitSaving(&state)
        }
        return []
    }

    private static func notify(_ state: inout AppState, _ report: EffectReport) -> [Effect] {
        switch report {
        case .copied(let name, let count, let byTerminal, let byTool):
            let (kind, way) = copyReport(byTerminal, byTool)
            let text = "Copied \(name)" + (count.map { " (\(CountText.of($0, "character")))" } ?? "") + way
            return state.notify(Toast(kind: kind, text: text, brief: "Copied \(name)" + (kind == .done ? "" : way), about: .clipboard))
        case .pastedOwn:
            let text = "Pasted the last text copied in Apus; the terminal's own paste uses the system clipboard"
            return state.notify(.done, text, about: .clipboard)
        case .problem(let text): return state.notify(.error, text)
        }
    }

    private static func update(_ state: inout AppState, _ message: ToastMessage) -> [Effect] {
        switch message {
        case .dismiss(let id): state.toasts.removeAll { $0.id == id }
        case .read(let id): readToast(&state, id)
        case .act:
            guard let toast = state.toasts.last(where: { $0.action != nil }), let action = toast.action else { return [] }
            return [.next(.application(.toast(.answer(toast.id, action.message))))]
        case .answer(let id, let message):
            state.toasts.removeAll { $0.id == id }
            return [.next(message)]
        }
        return []
    }

    private static func update(_ state: inout AppState, _ message: ThemeMessage) -> [Effect] {
        switch message {
        case .preview(let name): preview(&state, theme: name)
        case .use(let name): return use(&state, theme: name)
        case .changed(let loaded): return applyThemes(&state, loaded)
        }
        return []
    }

    /// Shows the full text of a notification, or all recent ones without an id, the newest first.
    private static func readToast(_ state: inout AppState, _ id: Int?) {
        let toasts = id.map { id in state.toasts.filter { $0.id == id } } ?? state.pastToasts.reversed()
        guard !toasts.isEmpty else { return }
        let lines = toasts.flatMap { toast -> [StyledLine] in
            let texts = toast.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            let role: StyleRole = toast.kind == .error ? .error : toast.kind == .warning ? .warning : .text
            return texts.enumerated().map { StyledLine(($0 == 0 ? toast.kind.sign : " ") + " " + $1, role) }
        }
        // The window shows the full text, so the toast is removed.
        state.toasts.removeAll { toast in toasts.contains { $0.id == toast.id } }
        state.windows.append(.text(TextWindow(id == nil ? "Notifications" : "Notification", lines)))
    }

    private static func focus(_ state: inout AppState, _ pane: PaneID, endsEditing: Bool = true) -> [Effect] {
        if endsEditing { state.finishEditing() }
        let isNews = pane == .history && state.focus != pane
        state.focus = pane
        if state.layout.zoomed != nil { state.layout.zoomed = pane }
        return isNews ? [.next(.history(.refresh))] : []
    }

    fileprivate static func preview(_ state: inout AppState, theme name: String?) {
        state.theme = name == nil ? state.standardTheme : state.themes.first { $0.name == name } ?? state.theme
    }

    private static func use(_ state: inout AppState, theme name: String?) -> [Effect] {
        preview(&state, theme: name)
        state.followsBackground = name == nil
        return [.saveSettings([.theme(name == nil ? nil : state.theme.name)])]
    }

    /// Updates the theme in use when its file changes; a theme whose file is deleted stays until another is chosen.
    private static func applyThemes(_ state: inout AppState, _ loaded: LoadedThemes) -> [Effect] {
        state.themes = loaded.themes
        state.theme = loaded.themes.first { $0.name == state.theme.name } ?? state.theme
        return state.notify(warnings: loaded.warnings)
    }

    /// The toast after copying, which tells where the text can be pasted.
    private static func copyReport(_ byTerminal: ClipboardResult, _ byTool: ClipboardTool?) -> (ToastKind, String) {
        let reason = byTerminal == .tooLong ? "the text is too long for the terminal's clipboard" : "this terminal has no clipboard access"
        return switch (byTerminal, byTool) {
        case (_, .desktop): (.done, " to the desktop's clipboard")
        case (.sent, _): (.done, " to the terminal's clipboard")
        case (_, .multiplexer): (.warning, " to the tmux buffer: \(reason)")
        default: (.warning, ", for pasting in Apus only: \(reason), and no clipboard tool was found")
        }
    }

    /// Switches to the next arrangement that looks different, and names it; on a small screen some look the same.
    private static func nextArrangement(_ state: inout AppState) -> [Effect] {
        let order: [LayoutState.Arrangement] = [.automatic, .sideBySide, .stacked, .single]
        let shown = state.screenLayout
        for _ in order {
            let index = order.firstIndex(of: state.layout.arrangement) ?? 0
            state.layout.arrangement = order[(index + 1) % order.count]
            if state.screenLayout != shown { break }
        }
        let hasRoom = !ScreenLayout.showsOnePane(state.size)
        return state.notify(
            .done, "Layout: \(state.layout.arrangement.title)" + (hasRoom ? "" : "; this terminal has room for one pane only"))
    }

    private static func closeLayer(_ state: inout AppState) -> [Effect] {
        if !state.pendingKeys.isEmpty {
            state.pendingKeys = []
        } else if state.isReturningToRun {
            return [.next(.run(.show))]
        } else if let effects = stopReading(state) {
            return effects
        } else if !state.toasts.isEmpty {
            state.toasts.removeLast()
        } else if let effects = closeNarrowing(&state) {
            return effects
        } else {
            state.layout.zoomed = nil
        }
        return []
    }

    /// Cancels the reading of many entries that the user waits for; nil if there is none.
    private static func stopReading(_ state: AppState) -> [Effect]? {
        if state.history.reading != nil { return [.next(.history(.stopReading))] }
        return state.sending.isFindingHosts ? [.next(.sending(.replays(.stopFinding)))] : nil
    }

    /// Closes the search, query, filter or opened history entry in the focused pane; nil if there is none.
    private static func closeNarrowing(_ state: inout AppState) -> [Effect]? {
        switch state.focus {
        case .response where state.response.search != nil: return [.next(.response(.search(.close)))]
        case .response where state.response.query != nil: return [.next(.response(.query(.close)))]
        case .response where state.response.hiddenID != nil: return [.next(.response(.showLast))]
        case .tree where state.tree.filter != nil: return [.next(.tree(.clearFilter))]
        case .history where state.history.filter != nil: return [.next(.history(.clearFilter))]
        default: return nil
        }
    }

    private static func show(_ state: inout AppState, _ window: ApplicationWindow) -> [Effect] {
        switch window {
        case .help: state.windows.append(.help(state.help))
        case .palette: state.windows.append(.picker(.palette(state)))
        case .environments: state.windows.append(.picker(.environments(state)))
        case .themes: state.windows.append(.picker(.themes(state)))
        case .variables: state.windows.append(.picker(VariableList.picker(state)))
        case .settings:
            state.finishEditing()
            let (themes, layout) = (state.themes.map(\.name), state.layout.chosenArrangement)
            state.windows.append(.tableWindow(SettingsWindow.tableWindow(state.settings, themes: themes, layout: layout)))
        case .jump:
            state.finishEditing()
            state.windows.append(.jump(JumpWindow(JumpTargets.all(state))))
        case .menu: ApplicationMenu.show(&state)
        case .contextMenu: return PaneMenu.showAtCursor(&state)
        case .moreCommands(let pane, let point): PaneMenu.showMore(&state, pane, at: point)
        }
        return []
    }

    /// Cancels the running query or a request in flight, that of the current tab first; if nothing runs, asks whether to quit.
    private static func cancelOrQuit(_ state: inout AppState) -> [Effect] {
        if state.response.query?.isRunning == true, state.focus == .response || state.nextToCancel == nil {
            return [.next(.response(.query(.cancel)))]
        }
        if let effects = stopReading(state) { return effects }
        if let running = state.nextToCancel { return [.next(.sending(.cancel(running.id)))] }
        if state.sending.isReplaying { return [.next(.sending(.replays(.cancel)))] }
        if state.run?.isOver == false { return [.next(.run(.stop))] }
        askToQuit(&state)
        return []
    }

    private static func askToQuit(_ state: inout AppState) {
        let question = quitQuestion(state)
        if let top = state.windows.last?.content as? Question<Message>, top.title == question.title { state.windows.removeLast() }
        state.windows.append(.confirm(question))
    }

    /// Quits at once, since unsaved drafts are restored at the next start. Asks first if something would be lost or the settings say so.
    private static func quit(_ state: inout AppState) -> [Effect] {
        guard !state.quitsAtOnce else { return update(&state, .quitNow) }
        askToQuit(&state)
        return []
    }

    private static func quitSaving(_ state: inout AppState) -> [Effect] {
        state.isQuitting = true
        let drafts = state.draftsToStore
        let edits = AutosaveEffect.drafts(
            of: drafts.map(\.request), tabs: drafts.map(\.tab), stashed: state.stashedToStore, windows: state.windowsToStore,
            isAdded: state.isResuming)
        // Until everything is restored, the stored session is more complete than the current one.
        let session: [Effect] = state.isResuming ? [] : [.autosave(.session(Session(of: state)))]
        return state.history.deletions.map { .history(.delete($0)) } + [.autosave(edits)] + session + [.quit]
    }

    private static func quitQuestion(_ state: AppState) -> Question<Message> {
        let drafts = state.autosave.isFailing ? [] : state.draftsToStore.map(\.request.name)
        let run = state.run.flatMap { run in
            run.isOver ? nil : "The run stops after \(run.rows.count)\(run.total.map { " of \($0)" } ?? "") requests."
        }
        let replay = state.sending.replays.flatMap {
            $0.isOver ? nil : "The replay stops after \(CountText.number($0.endedCount)) of \(CountText.of($0.entries.count, "request"))."
        }
        let flight = state.sending.inFlight.isEmpty ? nil : "Requests in flight will be cancelled."
        let sending = [flight, run, replay].compactMap(\.self)
        let lost = state.titlesOfLostText
        let saved = state.hasUnsavedRequests ? "Requests that were sent are in the history." : "Everything is saved."
        let kept = drafts.isEmpty ? lost.isEmpty ? [saved] : [] : ["Unsaved, restored at the next start:"]
        let losing = lost.isEmpty ? [] : ["Unsaved, and not restored: \(lost.joined(separator: ", "))."]
        return Question(
            title: "Quit Apus?", text: (sending + losing + kept).joined(separator: " "), items: drafts,
            choices: [Question<Message>.Choice("q", "Quit", [.application(.quitNow)]), Question<Message>.Choice("c", "Cancel", [])])
    }
}

/// The menu under the program's name, for the mouse: commands that belong to no pane.
enum ApplicationMenu {
    private static let groups = [
        ["request.new", "request.save", "request.preview", "response.showTrace", "tab.close", "tab.reopen", "transfer.import"],
        ["environment.pick", "environment.edit", "environment.new", "cookies.show", "request.toggleOffline"],
        ["theme.pick", "layout.toggle", "pane.zoom", "settings.show", "keymap.edit"],
        ["application.palette", "application.help", "application.jump"],
    ]

    static func show(_ state: inout AppState) {
        let title = state.screenLayout.titleBar
        // Without a request in flight, the key that cancels offers to quit.
        let last = (state.hasSomethingToCancel ? ["application.cancel"] : []) + ["application.quit"]
        let groups = Self.groups.dropLast() + [Self.groups[Self.groups.count - 1] + last]
        state.windows.append(.menu(Menu(groups: Array(groups), state, at: Point(x: title.minX, y: title.minY))))
    }
}

/// Applies the user's configuration files.
enum ConfigurationUpdate {
    static func update(_ state: inout AppState, _ message: ConfigurationMessage) -> [Effect] {
        switch message {
        case .edit(let file):
            state.finishEditing()
            return [.configure(file)]
        case .edited(let loaded): return apply(&state, loaded, "Settings reloaded")
        case .saved(let loaded):
            let choosesLayout = SettingsWindow.isSavingLayout(state.windows)
            return apply(&state, loaded, state.endSavingWindow() ? "Settings saved" : nil, choosesLayout: choosesLayout)
        case .notSaved(let problem):
            return state.endSavingWindow(problem: problem) ? [] : state.notify(.error, problem, about: .configuration)
        }
    }

    /// Applies changed settings at once where possible, with this message. A choice made in the program stays if the file's value did not change,
    /// unless the user chose that value again.
    private static func apply(
        _ state: inout AppState, _ loaded: LoadedConfiguration, _ word: String?, choosesLayout: Bool = false
    ) -> [Effect] {
        let (old, new) = (state.settings, loaded.settings ?? state.settings)
        state.settings = new
        state.keymap = loaded.keymap ?? state.keymap
        state.themes = loaded.themes
        if new.theme != old.theme {
            ApplicationUpdate.preview(&state, theme: new.theme)
            state.followsBackground = new.theme == nil
        }
        if new.arrangement != old.arrangement || choosesLayout {
            // Without a setting, it stays.
            let chosen = new.arrangement == nil ? state.layout.arrangement : nil
            (state.layout.standardArrangement, state.layout.chosenArrangement) = (new.arrangement ?? .automatic, chosen)
        }
        if new.usesASCII != old.usesASCII { state.usesASCII = new.usesASCII ?? state.isPlainTerminal }
        let (oldKeys, newKeys) = (old.editorKeys ?? .standard, new.editorKeys ?? .standard)
        if newKeys != oldKeys { apply(&state, newKeys) }
        guard loaded.warnings.isEmpty else {
            return state.notify(.error, loaded.warnings.joined(separator: "\n"), about: .configuration)
        }
        let later = new.laterChanges(from: old)
        let rest = later.isEmpty ? "" : ". At the next start: \(later.joined(separator: ", "))"
        return word.map { state.notify(.done, $0 + rest, about: .configuration) } ?? []
    }

    private static func apply(_ state: inout AppState, _ preset: EditorPreset) {
        state.finishEditing()
        state.editorPreset = preset
        state.forEachRequest { request in
            for path in RequestSection.texts.compactMap(\.area) { request[keyPath: path].preset = preset }
        }
    }
}

/// Finds everything clickable on the screen except the footer, which shows keys already.
enum JumpTargets {
    private typealias Place = JumpWindow.Place

    static func all(_ state: AppState) -> [JumpWindow.Place] {
        let layout = state.screenLayout
        var places = layout.panes.flatMap { inPane($0.pane, $0.rect, state) }
        places += PaneTabsView.tabs(in: layout.paneTabs).filter { !$0.1.isEmpty }.map { Place($0.1) }
        let menu = TitleBarView<Message>.menu(in: layout.titleBar, usesASCII: state.usesASCII)
        return places + (state.titleBar.placed(in: layout.titleBar).map(\.rect) + [menu]).filter { !$0.isEmpty }.map { Place($0) }
    }

    private static func inPane(_ pane: PaneID, _ rect: Rect, _ state: AppState) -> [JumpWindow.Place] {
        switch pane {
        case .tree:
            rows(
                state.tree.list, in: TreeReducer.listArea(state.collections, state.collectionsContext), count: state.tree.rows.count,
                clicks: 1
            ) {
                state.tree.rows[$0].depth * 2 + 2
            }
        case .history:
            rows(state.history.list, in: HistoryReducer.listArea(state.history, state.historyContext), count: state.history.rows.count) {
                _ in 1
            }
        case .request: inRequest(state, state.screenLayout.tabBox ?? rect)
        case .response: inResponse(state, rect)
        }
    }

    private static func inResponse(_ state: AppState, _ rect: Rect) -> [JumpWindow.Place] {
        let context = state.responseContext
        let tabs = TabStrip.place(state.response.tabs, selected: state.response.tab, in: TabStrip.split(context.area).tabs)
        let form = BodyFormSign.place(state.response, context)?.rect ?? .empty
        let shown = (tabs.map { $0.1 } + [form]).filter { !$0.isEmpty }.map { Place($0) }
        let content = ResponseReducer.contentArea(state.response, context)
        return shown + (0..<min(content.height, rowCount(of: state))).map { Place(content.row($0)) }
    }

    /// The number of rows of the response with content; a label on an empty row would be useless.
    private static func rowCount(of state: AppState) -> Int {
        if state.response.head == nil { return 0 }
        if state.response.tab != .body { return ResponseRows.rows(of: state.response, state.responseContext).count }
        if let table = state.response.shown.table { return (table.table?.rowCount ?? 0) + 1 }
        return BodyWrapping.body(state.response, state.responseContext).map { $0.places(from: state.response.shown.top(in: $0)).count }
            ?? state.response.shown.rowCount
    }

    private static func rows(_ list: ListState, in rect: Rect, count: Int, clicks: Int = 2, indent: (Int) -> Int) -> [JumpWindow.Place] {
        list.visibleRows(count: count, height: rect.height).compactMap { row in
            list.rect(ofRow: row, in: rect, count: count).map { Place($0.splitLeft(indent(row)).rest, clicks: clicks) }
        }
    }

    private static func inRequest(_ state: AppState, _ tabBox: Rect) -> [JumpWindow.Place] {
        let layout = state.requestLayout
        var places = TabsView.tabs(state, in: tabBox).map { Place($0.rect) }
        let (new, more) = (TabsView.newButton(in: tabBox), TabsView.more(state, in: tabBox))
        places += [new, more, layout.method, layout.url, layout.send, layout.kind].filter { !$0.isEmpty }.map { Place($0) }
        places += RequestView.tabs(of: state.request, in: layout.tabs).filter { !$0.1.isEmpty }.map { Place($0.1) }
        let context = state.requestContext
        return places
            + layout.sections.flatMap { place -> [Place] in
                guard let path = place.section.rows, !place.isCollapsed else { return place.clickable.map { Place($0) } }
                let (table, rows) = (state.request[keyPath: path].table, context.rows(of: place.section, state.request))
                let lines = table.lines(in: place.content, rows: rows, shape: context.shape(of: place.section, state.request))
                return lines.map { Place($0, clicks: 2) }
            }
    }
}
