/// The commands that belong to no pane.
enum ApplicationCommands {
    static let all: [AppCommand] = sending + looking + arranging + ending

    private static let sending: [AppCommand] = [
        AppCommand(
            "request.send", "Send request", label: "send", ["f5", "ctrl+r", "alt+enter"], .everywhere, .send,
            synonyms: ["run", "execute", "go", "submit", "perform"], footer: 100, sends: .request(.send)),
        AppCommand(
            "application.replayLast", "Replay last request", ["."], .nav, .send, synonyms: ["repeat", "send again", "resend", "retry"],
            disabled: { $0.sentLast == nil ? "nothing has been sent yet" : nil }, sends: .application(.sendAgain)),
        AppCommand(
            "request.runTests", "Run tests again", ["t"], .request, .send, synonyms: ["assertions", "captures", "check"],
            disabled: { $0.response.exchange == nil ? "there is no response yet" : nil }, sends: .request(.runTests)),
        AppCommand(
            "application.cancel", "Cancel request", label: "cancel", ["ctrl+c"], .everywhere, .send,
            synonyms: ["stop", "abort", "interrupt", "kill"],
            disabled: { $0.hasSomethingToCancel || $0.isReading ? nil : "no request is in flight" }, sends: .application(.cancelOrQuit)),
        AppCommand(
            "request.save", "Save request", label: "save", ["ctrl+s"], .everywhere, .file,
            synonyms: ["write", "store", "save as", "merge", "overwrite"],
            footer: 88, disabled: { $0.request.hasUnsavedChanges ? nil : "no unsaved changes" }, sends: .request(.file(.save))),
        AppCommand(
            "request.new", "New request", label: "new", ["ctrl+n"], .everywhere, .file, synonyms: ["add request", "create", "new tab"],
            sends: .tabs(.new)),
        AppCommand(
            "request.editURL", "Edit URL", label: "URL", ["ctrl+l"], .everywhere, .edit,
            synonyms: ["address", "location", "host", "focus URL"], sends: .request(.editURL)),
    ]

    private static let looking: [AppCommand] = [
        AppCommand(
            "application.help", "Show all keys", label: "help", ["f1"], .everywhere, .application,
            synonyms: ["help", "about", "shortcuts", "keyboard", "cheat sheet", "hotkeys", "manual"], footer: 10,
            sends: .application(.show(.help))),
        AppCommand(
            "application.keys", "Show all keys", ["?"], .nav, .application, alias: "application.help", sends: .application(.show(.help))),
        AppCommand(
            "application.palette", "Open command palette", label: "palette", ["ctrl+p"], .everywhere, .application,
            synonyms: ["find command", "search", "actions", "quick open"], footer: 15, sends: .application(.show(.palette))),
        AppCommand(
            "application.commandLine", "Open command palette", [":"], .nav, .application, alias: "application.palette",
            sends: .application(.show(.palette))),
        AppCommand(
            "application.jump", "Jump to place", label: "jump", ["ctrl+o"], .everywhere, .view,
            synonyms: ["letters", "hints", "focus", "go to"], sends: .application(.show(.jump))),
        AppCommand(
            "notifications.show", "Show notifications", label: "notifications", ["g m"], .nav, .view,
            synonyms: ["messages", "errors", "toasts", "log", "console"],
            disabled: { $0.pastToasts.isEmpty ? "there are no notifications" : nil }, sends: .application(.toast(.read(nil)))),
        AppCommand(
            "notifications.act", "Run action of notification", ["g ."], .nav, .edit, synonyms: ["undo", "toast", "message", "offer"],
            disabled: { state in state.toasts.contains { $0.action != nil } ? nil : "no notification offers an action" },
            sends: .application(.toast(.act))),
        AppCommand(
            "application.paste", "Paste", label: "paste", ["p"], .nav, .edit, synonyms: ["clipboard", "insert", "curl"],
            sends: .perform(.paste)),
        AppCommand(
            "response.showTrace", "Show trace", label: "trace", ["f9"], .everywhere, .view,
            synonyms: ["chain", "steps", "log", "console", "redirects", "retries"], sends: .response(.showTrace)),
        AppCommand(
            "application.menu", "Open menu", ["f10"], .everywhere, .application, synonyms: ["program menu", "actions", "commands"],
            sends: .application(.show(.menu))),
        AppCommand(
            "application.contextMenu", "Open context menu", ["x", "shift+f10"], .nav, .application,
            synonyms: ["actions", "right click", "menu of row"], sends: .application(.show(.contextMenu))),
        AppCommand(
            "theme.pick", "Choose theme", [], .everywhere, .view,
            synonyms: ["color scheme", "colour scheme", "colors", "colours", "dark mode", "light mode", "appearance", "skin"],
            sends: .application(.show(.themes))),
        AppCommand(
            "variables.show", "Show all variables", ["g v"], .nav, .view,
            synonyms: ["values", "origins", "overridden", "in force", "inspect"], sends: .application(.show(.variables))),
        AppCommand(
            "settings.show", "Open settings", label: "settings", ["g ,"], .nav, .application,
            synonyms: ["preferences", "configuration", "options", "editor keys", "vim", "emacs", "history size", "mouse"],
            sends: .application(.show(.settings))),
        AppCommand(
            "settings.edit", "Edit config.json", [], .everywhere, .application,
            synonyms: ["settings", "configuration", "file", "preferences"], sends: .application(.configuration(.edit(.settings)))),
        AppCommand(
            "keymap.edit", "Edit keymap.json", label: "keymap", [], .everywhere, .application,
            synonyms: ["shortcuts", "key bindings", "hotkeys", "remap"], sends: .application(.configuration(.edit(.keymap)))),
        AppCommand(
            "history.focus", "Go to History", label: "history", ["f8"], .everywhere, .view, synonyms: ["recent", "sent requests", "log"],
            sends: .application(.focus(.history))),
    ]

    private static let arranging: [AppCommand] =
        PaneID.allCases.map { pane in
            AppCommand(
                "pane.\(pane.name)", "Go to \(pane.title)", ["\(pane.rawValue)"], .nav, .view,
                synonyms: ["focus \(pane.title.lowercased())", "\(pane.title.lowercased()) pane"],
                alias: pane == .history ? "history.focus" : nil, sends: .application(.focus(pane)))
        } + [
            AppCommand(
                "pane.next", "Go to the next pane", ["f6"], .everywhere, .view, synonyms: ["switch pane", "cycle panes", "focus"],
                sends: .application(.focusNext)),
            AppCommand(
                "pane.previous", "Go to the previous pane", ["shift+f6"], .everywhere, .view, synonyms: ["focus", "switch pane", "back"],
                sends: .application(.focusPrevious)),
            AppCommand("pane.nextTab", "Go to the next pane", ["tab"], .nav, .view, alias: "pane.next", sends: .application(.focusNext)),
            AppCommand(
                "pane.previousTab", "Go to the previous pane", ["shift+tab"], .nav, .view, alias: "pane.previous",
                sends: .application(.focusPrevious)),
            AppCommand(
                "pane.zoom", "Toggle zoom", label: "zoom", ["z", "0"], .nav, .view,
                synonyms: ["maximize", "full screen", "fullscreen", "hide sidebar", "focus mode"], footer: 5,
                sends: .application(.toggleZoom)),
            AppCommand(
                "layout.toggle", "Change layout", label: "layout", ["\\"], .nav, .view,
                synonyms: ["side by side", "stacked", "arrange", "split view", "two columns", "orientation"],
                sends: .application(.toggleLayout)),
            AppCommand(
                "layout.sidebarNarrower", "Narrow left column", ["<"], .nav, .view, synonyms: ["resize", "sidebar", "shrink"],
                disabled: noSplit, sends: .application(.moveSplit(.sidebar, by: -1))),
            AppCommand(
                "layout.sidebarWider", "Widen left column", [">"], .nav, .view, synonyms: ["resize", "sidebar", "enlarge"],
                disabled: noSplit, sends: .application(.moveSplit(.sidebar, by: 1))),
            AppCommand(
                "layout.requestSmaller", "Shrink request pane", ["-"], .nav, .view, synonyms: ["resize", "split", "height"],
                disabled: noSplit, sends: .application(.moveSplit(.request, by: -1))),
            AppCommand(
                "layout.requestLarger", "Enlarge request pane", ["plus"], .nav, .view, synonyms: ["resize", "split", "height"],
                disabled: noSplit, sends: .application(.moveSplit(.request, by: 1))),
        ]

    private static func noSplit(_ state: AppState) -> String? {
        state.screenLayout.splits.isEmpty ? "only one pane is shown" : nil
    }

    private static let ending: [AppCommand] = [
        AppCommand(
            "application.close", "Close", ["esc"], .nav, .application, synonyms: ["escape", "dismiss", "back"],
            sends: .application(.closeLayer)),
        AppCommand(
            "application.suspend", "Suspend to shell", ["ctrl+z"], .everywhere, .application, synonyms: ["background", "job", "terminal"],
            sends: .application(.suspend)),
        AppCommand(
            "application.quit", "Quit", label: "quit", ["ctrl+q"], .everywhere, .application, synonyms: ["exit", "close program", "leave"],
            footer: 3, sends: .application(.quit)),
        AppCommand(
            "application.quitLetter", "Quit", label: "quit", ["q"], .nav, .application, footer: 4, alias: "application.quit",
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
        AppCommand("move.\(motion.rawValue)", title, keys, .nav, .move, sends: .move(motion))
    }
}

enum TabCommands {
    static let all: [AppCommand] = [
        AppCommand(
            "tab.next", "Go to the next request tab", ["g t", "ctrl+pagedown"], .nav, .view,
            synonyms: ["open request", "switch tab", "right"], disabled: onlyOne, sends: .tabs(.step(1))),
        AppCommand(
            "tab.previous", "Go to the previous request tab", ["g T", "ctrl+pageup"], .nav, .view,
            synonyms: ["open request", "switch tab", "left"], disabled: onlyOne, sends: .tabs(.step(-1))),
        AppCommand(
            "tab.pick", "Choose tab", ["g b"], .nav, .view, synonyms: ["switch tab", "open requests", "list"], disabled: onlyOne,
            sends: .tabs(.pick)),
        AppCommand(
            "tab.close", "Close tab", ["g x", "ctrl+w"], .nav, .file, synonyms: ["close request", "hide"], sends: .tabs(.close(nil))),
        AppCommand(
            "tab.duplicate", "Duplicate request", [], .nav, .file, synonyms: ["fork", "variant", "template"],
            disabled: { $0.request.isBlank ? "the request is empty" : nil }, sends: .tabs(.duplicate)),
        AppCommand(
            "tab.closeOthers", "Close other saved tabs", ["g X"], .nav, .file, synonyms: ["close all tabs", "hide"], disabled: onlyOne,
            sends: .tabs(.closeOthers)),
        AppCommand(
            "request.discard", "Discard changes", ["g u"], .nav, .file, synonyms: ["revert", "reset", "throw away", "reload from disk"],
            disabled: saved, sends: .tabs(.discardChanges(ofAll: false))),
        AppCommand(
            "request.discardAll", "Discard all changes", [], .nav, .file, synonyms: ["revert", "reset", "throw away", "drafts"],
            disabled: { $0.hasUnsavedRequests ? nil : "no unsaved changes" }, sends: .tabs(.discardChanges(ofAll: true))),
        AppCommand(
            "tab.reopen", "Reopen closed tab", ["g r"], .nav, .file, synonyms: ["undo close", "restore"],
            disabled: { $0.tabs.closed.isEmpty ? "no tab has been closed" : nil }, sends: .tabs(.reopen)),
        AppCommand(
            "tab.moveLeft", "Move tab left", ["g <"], .nav, .view, synonyms: ["reorder", "sort"],
            disabled: { $0.tabs.hasLeft ? nil : "it is the first tab" }, sends: .tabs(.move(-1))),
        AppCommand(
            "tab.moveRight", "Move tab right", ["g >"], .nav, .view, synonyms: ["reorder", "sort"],
            disabled: { $0.tabs.hasRight ? nil : "it is the last tab" }, sends: .tabs(.move(1))),
    ]

    private static func saved(_ state: AppState) -> String? { state.request.hasUnsavedChanges ? nil : "no unsaved changes" }

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
