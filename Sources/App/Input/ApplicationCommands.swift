/// The commands that belong to no pane.
enum ApplicationCommands {
    static let all: [AppCommand] = sending + looking + arranging + ending

    private static let sending: [AppCommand] = [
        AppCommand(
            "request.send", "Send the request", label: "send", keys: ["f5", "ctrl+r", "alt+enter"], scope: .everywhere, group: .send,
            footer: 100, sends: .request(.send)),
        AppCommand(
            "application.sendAgain", "Send the last request again, as it was", keys: ["."], scope: .nav, group: .send,
            disabled: { $0.sentLast == nil ? "nothing was sent yet" : nil },
            sends: .application(.sendAgain)),
        AppCommand(
            "application.cancel", "Cancel what runs, else offer to quit", label: "cancel", keys: ["ctrl+c"], scope: .everywhere,
            group: .send, sends: .application(.cancelOrQuit)),
        AppCommand(
            "request.save", "Save the request", label: "save", keys: ["ctrl+s"], scope: .everywhere, group: .file, footer: 60,
            disabled: { $0.request.hasUnsavedChanges ? nil : "nothing has changed" }, sends: .request(.save)),
        AppCommand("request.new", "New request", label: "new", keys: ["ctrl+n"], scope: .everywhere, group: .file, sends: .request(.new)),
        AppCommand(
            "request.editURL", "Edit the URL", label: "URL", keys: ["ctrl+l"], scope: .everywhere, group: .edit, sends: .request(.editURL)),
    ]

    private static let looking: [AppCommand] = [
        AppCommand(
            "application.help", "All keys", label: "help", keys: ["f1"], scope: .everywhere, group: .application, footer: 10,
            sends: .application(.showHelp)),
        AppCommand(
            "application.keys", "All keys", label: "all keys", keys: ["?"], scope: .nav, group: .application, footer: 20,
            alias: "application.help", sends: .application(.showHelp)),
        AppCommand(
            "application.palette", "Find a command or a request by name", label: "palette", keys: ["ctrl+p"], scope: .everywhere,
            group: .application, footer: 15, sends: .application(.showPalette)),
        AppCommand(
            "application.commandLine", "Find a command or a request by name", keys: [":"], scope: .nav, group: .application,
            alias: "application.palette", sends: .application(.showPalette)),
        AppCommand(
            "application.jump", "Jump: a letter on everything", label: "jump", keys: ["ctrl+o"], scope: .everywhere, group: .view,
            sends: .application(.showJump)),
        AppCommand(
            "application.readMessage", "Read all messages whole", label: "messages", keys: ["g m"], scope: .nav, group: .view,
            disabled: { $0.said.isEmpty ? "there is no message" : nil }, sends: .application(.readToast(nil))),
        AppCommand(
            "application.paste", "Paste rows, text, or a curl command", label: "paste", keys: ["p"], scope: .nav, group: .edit,
            sends: .perform(.paste)),
        AppCommand(
            "response.showChain", "Show the chain: what each link did for the answer", label: "chain", keys: ["f9"], scope: .everywhere,
            group: .view, sends: .response(.showTrace)),
        AppCommand(
            "application.menu", "The program's menu", keys: ["f10"], scope: .everywhere, group: .application, sends: .application(.showMenu)
        ),
        AppCommand(
            "theme.pick", "Choose the theme", keys: [], scope: .everywhere, group: .view, sends: .application(.showThemes)),
        AppCommand(
            "settings.edit", "Settings: edit config.json", label: "settings", keys: [], scope: .everywhere, group: .application,
            sends: .application(.editConfiguration(.settings))),
        AppCommand(
            "keymap.edit", "Keymap: edit keymap.json", label: "keymap", keys: [], scope: .everywhere, group: .application,
            sends: .application(.editConfiguration(.keymap))),
        AppCommand(
            "history.focus", "Go to the history", label: "history", keys: ["f8"], scope: .everywhere, group: .view,
            sends: .application(.focus(.history))),
    ]

    private static let arranging: [AppCommand] =
        PaneID.allCases.map { pane in
            AppCommand(
                "pane.\(pane.name)", "Go to \(pane.title)", keys: ["\(pane.rawValue)"], scope: .nav, group: .view,
                sends: .application(.focus(pane)))
        } + [
            AppCommand(
                "pane.next", "Next pane", keys: ["f6"], scope: .everywhere, group: .view, sends: .application(.focusNext)),
            AppCommand(
                "pane.previous", "Previous pane", keys: ["shift+f6"], scope: .everywhere, group: .view, sends: .application(.focusPrevious)),
            AppCommand(
                "pane.nextTab", "Next pane", keys: ["tab"], scope: .nav, group: .view, alias: "pane.next", sends: .application(.focusNext)),
            AppCommand(
                "pane.previousTab", "Previous pane", keys: ["shift+tab"], scope: .nav, group: .view, alias: "pane.previous",
                sends: .application(.focusPrevious)),
            AppCommand(
                "pane.zoom", "Zoom the pane, or back", label: "zoom", keys: ["z", "0"], scope: .nav, group: .view, footer: 5,
                sends: .application(.toggleZoom)),
            AppCommand(
                "layout.toggle", "Next layout: side by side, stacked, one pane, by size", label: "layout", keys: ["\\"], scope: .nav,
                group: .view,
                sends: .application(.toggleLayout)),
            AppCommand(
                "layout.sidebarNarrower", "Narrower left column", keys: ["<"], scope: .nav, group: .view,
                disabled: noSplit, sends: .application(.moveSplit(.sidebar, by: -1))),
            AppCommand(
                "layout.sidebarWider", "Wider left column", keys: [">"], scope: .nav, group: .view,
                disabled: noSplit, sends: .application(.moveSplit(.sidebar, by: 1))),
            AppCommand(
                "layout.requestSmaller", "Smaller request pane", keys: ["-"], scope: .nav, group: .view,
                disabled: noSplit, sends: .application(.moveSplit(.request, by: -1))),
            AppCommand(
                "layout.requestLarger", "Larger request pane", keys: ["plus"], scope: .nav, group: .view,
                disabled: noSplit, sends: .application(.moveSplit(.request, by: 1))),
        ]

    @Sendable
    private static func noSplit(_ state: AppState) -> String? {
        state.screenLayout.splits.isEmpty ? "one pane is shown alone" : nil
    }

    private static let ending: [AppCommand] = [
        AppCommand(
            "application.close", "Close what is on top, or dismiss a message", keys: ["esc"], scope: .nav, group: .application,
            sends: .application(.closeLayer)),
        AppCommand(
            "application.suspend", "Suspend to the shell", keys: ["ctrl+z"], scope: .everywhere, group: .application,
            sends: .application(.suspend)),
        AppCommand(
            "application.quit", "Quit", label: "quit", keys: ["ctrl+q"], scope: .everywhere, group: .application, sends: .application(.quit)
        ),
        AppCommand(
            "application.quitLetter", "Quit", keys: ["q"], scope: .nav, group: .application, footer: 4, alias: "application.quit",
            sends: .application(.quit)),
    ]
}
