/// The commands that belong to no pane.
enum ApplicationCommands {
    static let all: [AppCommand] = sending + looking + arranging + ending

    private static let sending: [AppCommand] = [
        AppCommand(
            "request.send", "Send request", label: "send", synonyms: ["run", "execute", "go", "submit", "perform"],
            keys: ["f5", "ctrl+r", "alt+enter"],
            scope: .everywhere, group: .send,
            footer: 100, sends: .request(.send)),
        AppCommand(
            "application.replayLast", "Replay last request", synonyms: ["repeat", "send again", "resend", "retry"], keys: ["."],
            scope: .nav,
            group: .send,
            disabled: { $0.sentLast == nil ? "nothing has been sent yet" : nil },
            sends: .application(.sendAgain)),
        AppCommand(
            "request.runTests", "Run tests again", synonyms: ["assertions", "captures", "check"], keys: ["t"], scope: .request,
            group: .send, disabled: { $0.response.exchange == nil ? "there is no response yet" : nil }, sends: .request(.runTests)),
        AppCommand(
            "application.cancel", "Cancel request", label: "cancel", synonyms: ["stop", "abort", "interrupt", "kill"], keys: ["ctrl+c"],
            scope: .everywhere,
            group: .send, sends: .application(.cancelOrQuit)),
        AppCommand(
            "request.save", "Save request", label: "save", synonyms: ["write", "store", "save as"], keys: ["ctrl+s"], scope: .everywhere,
            group: .file,
            footer: 88,
            disabled: { $0.request.hasUnsavedChanges ? nil : "no unsaved changes" }, sends: .request(.file(.save))),
        AppCommand(
            "request.new", "New request", label: "new", synonyms: ["add", "create", "tab"], keys: ["ctrl+n"], scope: .everywhere,
            group: .file, sends: .tabs(.new)),
        AppCommand(
            "request.editURL", "Edit URL", label: "URL", synonyms: ["address", "location", "host", "focus URL"], keys: ["ctrl+l"],
            scope: .everywhere, group: .edit,
            sends: .request(.editURL)),
    ]

    private static let looking: [AppCommand] = [
        AppCommand(
            "application.help", "Show all keys", label: "help",
            synonyms: ["help", "shortcuts", "keyboard", "cheat tableWindow", "hotkeys", "manual"], keys: ["f1"],
            scope: .everywhere, group: .application, footer: 10,
            sends: .application(.show(.help))),
        AppCommand(
            "application.keys", "Show all keys", keys: ["?"], scope: .nav, group: .application,
            alias: "application.help", sends: .application(.show(.help))),
        AppCommand(
            "application.palette", "Open command palette", label: "palette", synonyms: ["find command", "search", "actions", "quick open"],
            keys: ["ctrl+p"],
            scope: .everywhere,
            group: .application, footer: 15, sends: .application(.show(.palette))),
        AppCommand(
            "application.commandLine", "Open command palette", keys: [":"], scope: .nav, group: .application,
            alias: "application.palette", sends: .application(.show(.palette))),
        AppCommand(
            "application.jump", "Jump to place", label: "jump", synonyms: ["letters", "hints", "focus", "go to"], keys: ["ctrl+o"],
            scope: .everywhere,
            group: .view,
            sends: .application(.show(.jump))),
        AppCommand(
            "notifications.show", "Show notifications", label: "notifications",
            synonyms: ["messages", "errors", "toasts", "log", "console"],
            keys: ["g m"], scope: .nav, group: .view,
            disabled: { $0.pastToasts.isEmpty ? "there are no notifications" : nil }, sends: .application(.toast(.read(nil)))),
        AppCommand(
            "notifications.act", "Run action of notification", synonyms: ["undo", "toast", "message", "offer"], keys: ["g ."],
            scope: .nav, group: .edit,
            disabled: { state in state.toasts.contains { $0.action != nil } ? nil : "no notification offers an action" },
            sends: .application(.toast(.act))),
        AppCommand(
            "application.paste", "Paste", label: "paste", synonyms: ["clipboard", "insert", "curl"], keys: ["p"], scope: .nav, group: .edit,
            sends: .perform(.paste)),
        AppCommand(
            "response.showTrace", "Show trace", label: "trace", synonyms: ["chain", "steps", "log", "console", "redirects", "retries"],
            keys: ["f9"], scope: .everywhere,
            group: .view, sends: .response(.showTrace)),
        AppCommand(
            "application.menu", "Open menu", synonyms: ["program menu", "actions", "commands"], keys: ["f10"], scope: .everywhere,
            group: .application,
            sends: .application(.show(.menu))
        ),
        AppCommand(
            "application.contextMenu", "Open context menu", synonyms: ["actions", "right click", "menu of row"], keys: ["x", "shift+f10"],
            scope: .nav, group: .application, sends: .application(.show(.contextMenu))),
        AppCommand(
            "theme.pick", "Choose theme", synonyms: ["colors", "colours", "dark mode", "light mode", "appearance", "skin"], keys: [],
            scope: .everywhere, group: .view,
            sends: .application(.show(.themes))),
        AppCommand(
            "variables.show", "Show all variables", synonyms: ["values", "origins", "overridden", "in force", "globals", "inspect"],
            keys: ["g v"], scope: .nav,
            group: .view, sends: .application(.show(.variables))),
        AppCommand(
            "settings.show", "Open settings", label: "settings",
            synonyms: ["preferences", "configuration", "options", "editor keys", "vim", "emacs", "history size"], keys: ["g ,"],
            scope: .nav, group: .application, sends: .application(.show(.settings))),
        AppCommand(
            "settings.edit", "Edit config.json", synonyms: ["settings", "configuration", "file", "preferences"], keys: [],
            scope: .everywhere,
            group: .application,
            sends: .application(.configuration(.edit(.settings)))),
        AppCommand(
            "keymap.edit", "Edit keymap.json", label: "keymap", synonyms: ["shortcuts", "key bindings", "hotkeys", "remap"], keys: [],
            scope: .everywhere,
            group: .application,
            sends: .application(.configuration(.edit(.keymap)))),
        AppCommand(
            "history.focus", "Go to History", label: "history", synonyms: ["recent", "sent requests", "log"], keys: ["f8"],
            scope: .everywhere, group: .view,
            sends: .application(.focus(.history))),
    ]

    private static let arranging: [AppCommand] =
        PaneID.allCases.map { pane in
            AppCommand(
                "pane.\(pane.name)", "Go to \(pane.title)", keys: ["\(pane.rawValue)"], scope: .nav, group: .view,
                alias: pane == .history ? "history.focus" : nil, sends: .application(.focus(pane)))
        } + [
            AppCommand(
                "pane.next", "Go to the next pane", synonyms: ["focus", "switch pane"], keys: ["f6"], scope: .everywhere, group: .view,
                sends: .application(.focusNext)),
            AppCommand(
                "pane.previous", "Go to the previous pane", synonyms: ["focus", "switch pane", "back"], keys: ["shift+f6"],
                scope: .everywhere,
                group: .view, sends: .application(.focusPrevious)),
            AppCommand(
                "pane.nextTab", "Go to the next pane", keys: ["tab"], scope: .nav, group: .view, alias: "pane.next",
                sends: .application(.focusNext)),
            AppCommand(
                "pane.previousTab", "Go to the previous pane", keys: ["shift+tab"], scope: .nav, group: .view, alias: "pane.previous",
                sends: .application(.focusPrevious)),
            AppCommand(
                "pane.zoom", "Toggle zoom", label: "zoom",
                synonyms: ["maximize", "full screen", "fullscreen", "hide sidebar", "focus mode"], keys: ["z", "0"], scope: .nav,
                group: .view, footer: 5,
                sends: .application(.toggleZoom)),
            AppCommand(
                "layout.toggle", "Change layout", label: "layout",
                synonyms: ["side by side", "stacked", "arrange", "split", "orientation"], keys: ["\\"],
                scope: .nav,
                group: .view,
                sends: .application(.toggleLayout)),
            AppCommand(
                "layout.sidebarNarrower", "Narrow left column", synonyms: ["resize", "sidebar", "shrink"], keys: ["<"], scope: .nav,
                group: .view,
                disabled: noSplit, sends: .application(.moveSplit(.sidebar, by: -1))),
            AppCommand(
                "layout.sidebarWider", "Widen left column", synonyms: ["resize", "sidebar", "enlarge"], keys: [">"], scope: .nav,
                group: .view,
                disabled: noSplit, sends: .application(.moveSplit(.sidebar, by: 1))),
            AppCommand(
                "layout.requestSmaller", "Shrink request pane", synonyms: ["resize", "split", "height"], keys: ["-"], scope: .nav,
                group: .view,
                disabled: noSplit, sends: .application(.moveSplit(.request, by: -1))),
            AppCommand(
                "layout.requestLarger", "Enlarge request pane", synonyms: ["resize", "split", "height"], keys: ["plus"], scope: .nav,
                group: .view,
                disabled: noSplit, sends: .application(.moveSplit(.request, by: 1))),
        ]

    @Sendable
    private static func noSplit(_ state: AppState) -> String? {
        state.screenLayout.splits.isEmpty ? "only one pane is shown" : nil
    }

    private static let ending: [AppCommand] = [
        AppCommand(
            "application.close", "Close", synonyms: ["escape", "dismiss", "back"], keys: ["esc"], scope: .nav, group: .application,
            sends: .application(.closeLayer)),
        AppCommand(
            "application.suspend", "Suspend to shell", synonyms: ["background", "stop", "terminal"], keys: ["ctrl+z"], scope: .everywhere,
            group: .application,
            sends: .application(.suspend)),
        AppCommand(
            "application.quit", "Quit", label: "quit", synonyms: ["exit", "close program", "leave"], keys: ["ctrl+q"], scope: .everywhere,
            group: .application, footer: 3, sends: .application(.quit)
        ),
        AppCommand(
            "application.quitLetter", "Quit", label: "quit", keys: ["q"], scope: .nav, group: .application, footer: 4,
            alias: "application.quit",
            sends: .application(.quit)),
    ]
}

/// Commands that move the cursor in the focused element.
enum MotionCommands {
    static let all: [AppCommand] = [
        move(.up, "Move up", ["k", "up"]),
        move(.down, "Move down", ["j", "down"]),
        move(.left, "Move left", ["h", "left"]),
        move(.right, "Move right", ["l", "right"]),
        move(.pageUp, "Scroll a page up", ["pageup"]),
        move(.pageDown, "Scroll a page down", ["pagedown"]),
        move(.halfPageUp, "Scroll half a page up", ["ctrl+u"]),
        move(.halfPageDown, "Scroll half a page down", ["ctrl+d"]),
        move(.top, "Go to the top", ["g g", "home"]),
        move(.bottom, "Go to the bottom", ["G", "end"]),
    ]

    private static func move(_ motion: Motion, _ title: String, _ keys: [String]) -> AppCommand {
        AppCommand("move.\(motion.rawValue)", title, keys: keys, scope: .nav, group: .move, sends: .move(motion))
    }
}

enum TabCommands {
    static let all: [AppCommand] = [
        AppCommand(
            "tab.next", "Go to the next request tab", synonyms: ["open request", "switch tab", "right"], keys: ["g t", "ctrl+pagedown"],
            scope: .nav,
            group: .view,
            disabled: onlyOne,
            sends: .tabs(.step(1))),
        AppCommand(
            "tab.previous", "Go to the previous request tab", synonyms: ["open request", "switch tab", "left"],
            keys: ["g T", "ctrl+pageup"],
            scope: .nav, group: .view,
            disabled: onlyOne,
            sends: .tabs(.step(-1))),
        AppCommand(
            "tab.pick", "Choose tab", synonyms: ["switch tab", "open requests", "list"], keys: ["g b"], scope: .nav, group: .view,
            disabled: onlyOne,
            sends: .tabs(.pick)),
        AppCommand(
            "tab.close", "Close tab", synonyms: ["close request", "hide"], keys: ["g x", "ctrl+w"], scope: .nav, group: .file,
            sends: .tabs(.close(nil))),
        AppCommand(
            "tab.closeOthers", "Close other saved tabs", synonyms: ["close all tabs", "hide"], keys: ["g X"], scope: .nav, group: .file,
            disabled: onlyOne,
            sends: .tabs(.closeOthers)),
        AppCommand(
            "request.discard", "Discard changes", synonyms: ["revert", "reset", "throw away", "reload from disk"], keys: ["g u"],
            scope: .nav, group: .file, disabled: saved,
            sends: .tabs(.discardChanges(ofAll: false))),
        AppCommand(
            "request.discardAll", "Discard all changes", synonyms: ["revert", "reset", "throw away"], keys: [], scope: .nav, group: .file,
            disabled: { $0.hasUnsavedRequests ? nil : "no unsaved changes" }, sends: .tabs(.discardChanges(ofAll: true))),
        AppCommand(
            "tab.reopen", "Reopen closed tab", synonyms: ["undo close", "restore"], keys: ["g r"], scope: .nav, group: .file,
            disabled: { $0.tabs.closed.isEmpty ? "no tab has been closed" : nil }, sends: .tabs(.reopen)),
        AppCommand(
            "tab.moveLeft", "Move tab left", synonyms: ["reorder", "sort"], keys: ["g <"], scope: .nav, group: .view,
            disabled: { $0.tabs.hasLeft ? nil : "it is the first tab" }, sends: .tabs(.move(-1))),
        AppCommand(
            "tab.moveRight", "Move tab right", synonyms: ["reorder", "sort"], keys: ["g >"], scope: .nav, group: .view,
            disabled: { $0.tabs.hasRight ? nil : "it is the last tab" }, sends: .tabs(.move(1))),
    ]

    @Sendable
    private static func saved(_ state: AppState) -> String? { state.request.hasUnsavedChanges ? nil : "no unsaved changes" }

    @Sendable
    private static func onlyOne(_ state: AppState) -> String? { state.tabs.count > 1 ? nil : "only one request is open" }
}

/// All commands, in the order of the help.
enum CommandTable {
    /// Every command of the program.
    static let all: [AppCommand] = Array(byFeature.joined())

    private static let byFeature: [[AppCommand]] = [
        ApplicationCommands.all, MotionCommands.all, TabCommands.all,
        EnvironmentCommands.all.map { $0.lifted(state: \.environmentContext, message: Message.environments) },
        CookieCommands.all.map { $0.lifted(state: \.cookieContext, message: Message.cookies) },
        TreeCommands.all.map { $0.lifted(state: \.collections, message: Message.tree) },
        RequestCommands.all.map { $0.lifted(state: \.requestCommandState, message: Message.request) },
        RunReducer.commands.map { $0.lifted(state: \.run, message: Message.run) },
        TransferCommands.all.map { $0.lifted(state: \.transferContext, message: Message.transfer) },
        SendCommands.all.map { $0.lifted(state: \.sendCommandState, message: Message.sending) },
        ResponseCommands.all.map { $0.lifted(state: \.responseCommandState, message: Message.response) },
        WindowCommands.all.map { $0.lifted(state: \.windowCommandState, message: { Message.window(.key($0)) }) },
        HistoryCommands.all.map { $0.lifted(state: \.history, message: Message.history) },
    ]

    private static let aliasesByID = Dictionary(grouping: all.filter { $0.alias != nil }) { $0.alias ?? "" }.mapValues { $0.map(\.id) }

    /// The commands that add keys to another one.
    static func aliases(of id: String) -> [String] { aliasesByID[id] ?? [] }

    /// The command with this id in the keymap file.
    ///
    /// Searches a few hundred commands, once per key; building a dictionary would cost more at the start than it saves.
    static func command(_ id: String) -> AppCommand? { all.first { $0.id == id } }
}

/// A command over the whole state, as the command table holds them.
typealias AppCommand = Command<AppState, Message>
