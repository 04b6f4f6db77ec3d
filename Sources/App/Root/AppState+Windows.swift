import Engine
import Screen
import Widgets
import Workspace

extension Key {
    /// True for a character that moves in no list or text, so that the footer can report it where a window does not handle it.
    fileprivate var isUnused: Bool {
        isLetter && ListMotion(self) == nil && ![.character("h"), .character("l"), .character(" ")].contains(self)
    }
}

extension AppState {
    var windowContext: WindowContext {
        let (keymap, scope, tree, paths) = (keymap, variableScope, workspace.tree, paths)
        return WindowContext(
            screen: size, body: screenLayout.body, usesASCII: usesASCII, isGlobal: { keymap.match([$0], in: [.everywhere]) != .none },
            knowsVariable: { scope.knows($0) }, folderNames: { tree.names(to: $0) }, absolutePath: { paths.absolute($0) })
    }

    /// The state that commands of windows check.
    var windowCommandState: WindowCommandState { WindowCommandState(content: windows.last?.content) }

    // MARK: Reducing

    /// Reduces a message to the window on top.
    mutating func reduceWindow(_ message: WindowMessage<Message>) -> [Effect] {
        if case .key(let key) = message, key == .function(1), let content = windows.last?.content, !content.showsOwnKeys {
            return showKeys(of: content)
        }
        return carryOut(windows.last, WindowReducer.reduce(&windows, message, windowContext))
    }

    /// Passes a key to the window on top: to a command of the window if the keymap has one, else to the window itself.
    mutating func pressInWindow(_ key: Key) -> [Effect] {
        guard let content = windows.last?.content else { return [] }
        let isText = content.takesText && key.isLetter
        if !isText, case .command(let id) = keymap.match([key], in: [.everywhere]) {
            if id == "application.quit" { return quitFromWindow() }
            if id == "application.suspend" { return InputUpdate.run(&self, id) }
            if id == "application.cancel" { return carryOut(windows.last, WindowReducer.interrupt(&windows)) }
        }
        let command = content.takesText && (isText || typingTakes(key)) ? nil : windowCommand(of: key, in: content)
        let asksKeys = command?.id == "window.keys" || key == .character("?") && !content.takesText
        if asksKeys, !content.showsOwnKeys { return showKeys(of: content) }
        let before = (windows, lastToast)
        let effects = carryOut(windows.last, WindowReducer.press(&windows, command?.key ?? key, windowContext))
        if effects.isEmpty, !isText, key.isUnused || windowContext.isGlobal(key), windows == before.0, lastToast == before.1 {
            unusedKey = key
        }
        return effects
    }

    /// The window command that a key starts, with the key that the window uses for it.
    private func windowCommand(of key: Key, in content: any WindowContent) -> (id: String, key: Key)? {
        guard case .command(let id) = keymap.match([key], in: content.scopes),
            case .window(.key(let windowKey))? = CommandTable.command(id)?.message, !content.takesText || !windowKey.isLetter
        else { return nil }
        return (id, windowKey)
    }

    /// Passes pasted text to the window on top.
    mutating func pasteInWindow(_ text: String) -> [Effect] { carryOut(windows.last, WindowReducer.paste(&windows, text, windowContext)) }

    /// Passes a mouse event to the window on top.
    mutating func mouseInWindow(_ event: MouseEvent) -> [Effect] {
        guard let content = windows.last?.content else { return [] }
        if case .press(.left, _) = event.action, let message = footerMessage(at: event.position) { return [.next(message)] }
        let layout = content.layout(windowContext)
        if case .press(.right, _) = event.action, layout.frame.contains(event.position),
            let menu = windowMenu(of: windows.last, at: event.position)
        {
            windows.append(.menu(menu))
            return []
        }
        guard layout.frame.contains(event.position) || !event.isPress else {
            return carryOut(windows.last, WindowReducer.mouse(&windows, event, windowContext))
        }
        let effects =
            ScreenSelecting.update(&self, event, within: content.selectable(layout, at: event.position))
            + carryOut(windows.last, WindowReducer.mouse(&windows, event, windowContext))
        // The press may have begun to edit a field, which selects its own text.
        if event.isPress, windows.last?.content.selectable(layout, at: event.position) == nil { selection = nil }
        return effects
    }

    /// Closes the table window that was being saved, or shows why saving failed; false if there is none.
    @discardableResult
    mutating func endSavingWindow(problem: String? = nil) -> Bool { WindowReducer.endSaving(&windows, problem: problem) }

    /// Closes the prompt whose text was being used, or shows why it cannot be used: in the prompt, or as a notification if it was closed.
    mutating func endPrompt(_ problem: String?) -> [Effect] {
        let isShown = WindowReducer.endPrompt(&windows, problem: problem)
        return problem.map { isShown ? [] : notify(.error, $0) } ?? []
    }

    /// Replaces the rows of the table window on top.
    mutating func changeWindowRows(_ change: @escaping ([TableRow], TableRow?) -> [TableRow]) -> [Effect] {
        carryOut(windows.last, WindowReducer.changeRows(&windows, windowContext, change))
    }

    /// Quits; a window with changes is restored at the next start.
    private mutating func quitFromWindow() -> [Effect] {
        if let tableWindow = windows.last?.content as? TableWindow, tableWindow.hasChanges { return [.next(.application(.quit))] }
        return carryOut(windows.last, WindowReducer.close(&windows)) + [.next(.application(.quit))]
    }

    /// Shows the names in a folder to the window in which a path is typed.
    mutating func showInWindow(_ listing: FolderListing) -> [Effect] {
        carryOut(windows.last, WindowReducer.showListing(&windows, listing))
    }

    // MARK: Outputs

    /// Carries out the steps of a window; `top` is the window that was on top.
    private mutating func carryOut(_ top: Window<Message>?, _ outcome: WindowReducer<Message>.Result) -> [Effect] {
        carryOut(outcome, message: { $0 }, effect: Self.never) { state, output in
            switch output {
            case .press(let key): return [.next(.input(.key(key)))]
            case .command(let id): return [.next(.application(.run(id)))]
            case .remark(let remark): return ContinuationsUpdate.notify(&state, remark)
            case .click(let point, let times): return Self.clicks(at: point, times: times)
            case .keepPrompt: if let prompt = top?.content as? Prompt<Message> { state.submittedPrompt = prompt }
            case .cancelPrompt:
                if let prompt = top?.content as? Prompt<Message>, prompt.isWaiting, let work = prompt.work { return [.cancel(work)] }
            case .chooseFolder(let folder): state.windows.append(.picker(.foldersToSave(in: folder, state)))
            case .listFolder(let path): return [.workspace(.listFolder(path))]
            case .sendPreview: return [.next(.request(.submit(.send)))]
            case .copyShown(let purpose): return [.next(.request(.submit(purpose)))]
            case .giveUpPreview: return [.cancel(.preview)]
            case .save(.workspace(let effect)): return [.workspace(effect)]
            case .save(.cookies(let effect)): return [.cookies(effect)]
            case .save(.settings(let changes)): return [.saveSettings(changes)]
            case .askToClose(let tableWindow): state.windows.append(.confirm(Self.closingQuestion(tableWindow)))
            case .tableWindowMenu(let tableWindow, let point): state.windows.append(.menu(Menu(state.actions(of: tableWindow), at: point)))
            case .tableWindowChoices(let tableWindow, let cell):
                let row = tableWindow.page.shownRows[tableWindow.page.table.selected]
                let send = { (choice: String) in Message.window(.setChoice(choice)) }
                let menu =
                    tableWindow.showsSecrets
                    ? SecretSourceText.menu(of: row, below: cell, sends: send) : Menu(choicesOf: row, below: cell, sends: send)
                state.windows.append(.menu(menu))
            case .tableWindowKey(let tableWindow, let key): return state.press(key, in: tableWindow)
            case .compare(let message): return [.next(.history(.compare(message)))]
            case .run(let message): return [.next(.run(message))]
            }
            return []
        }
    }

    /// Windows have no effects of their own.
    private static func never(_ effect: Never) -> Effect {}

    private static func clicks(at point: Point, times: Int) -> [Effect] {
        (1...times).flatMap { count -> [Effect] in
            let press = Message.input(.mouse(MouseEvent(.press(.left, count: count), at: point)))
            return [.next(press), .next(.input(.mouse(MouseEvent(.release(.left), at: point))))]
        }
    }

    private static func closingQuestion(_ tableWindow: TableWindow) -> Question<Message> {
        let back = Message.window(.show(.tableWindow(tableWindow)))
        return Question(
            title: "Close without saving?", text: "\(tableWindow.title) has unsaved changes.",
            choices: [
                Question.Choice("s", "Save", [back, .window(.save)]), Question.Choice("c", "Keep editing", [back]),
                Question.Choice("d", "Discard", kind: .danger, []),
            ], cancelMessages: [back])
    }

    /// Handles a key that only one kind of table window has.
    private mutating func press(_ key: Key, in tableWindow: TableWindow) -> [Effect] {
        switch (tableWindow.subject, key) {
        case (.environment(let environment), .character("v")):
            let name = tableWindow.page.shownRows[tableWindow.page.table.selected][0]
            let prompt = Prompt<Message>(
                "Value of \(name) on this machine", "save", "Value", TextFieldState(isMasked: true), isOnlyCopy: true
            ) { value, _ in .perform(.workspace(.settings(.setSecret(name: name, value: value, environment: environment.path)))) }
            windows.append(.prompt(prompt))
            return []
        case (.cookies, .character("x")): return [.next(.cookies(.deleteDomain))]
        case (.cookies, .character("X")): return [.next(.cookies(.askToClear))]
        default: return []
        }
    }

    // MARK: Keys

    /// The enabled commands of a window as menu lines.
    private func actions(of tableWindow: TableWindow) -> [Menu<Message>.Line] {
        let commands = CommandTable.all.filter { $0.scope == .tableWindow && $0.alias == nil && $0.id != "table.menu" }
        let contextCommands = ["table.keepSecret", "table.secretValue", "table.deleteDomain", "table.deleteAll"]
        return commands.compactMap { command in
            let reason = command.disabledReason(self)
            guard reason == nil || !contextCommands.contains(command.id) else { return nil }
            return (MenuItem(command.title, keys: keymap.shownKey(of: command) ?? "", disabledReason: reason), command.message)
        }
    }

    /// Shows the keys of the window on top.
    private mutating func showKeys(of content: any WindowContent) -> [Effect] {
        windows.append(.text(keysWindow(of: content)))
        return []
    }

    private func keysWindow(of content: any WindowContent) -> TextWindow<Message> {
        let rows = windowLines(of: content).map { ($0.keys, $0.title) } + (content.takesText ? Self.typingKeys : Self.movingKeys)
        let width = (rows.map { TextWidth.columns(of: $0.0) }.max() ?? 0) + 2
        return TextWindow(
            "Keys of this window", rows.map { StyledLine($0.0 + String(repeating: " ", count: width - TextWidth.columns(of: $0.0)) + $0.1) }
        )
    }

    /// The commands of a window that are available now.
    private func windowLines(of content: any WindowContent) -> [(keys: String, title: String, message: Message)] {
        var lines: [(keys: String, title: String, message: Message)] = []
        if let question = windows.last?.content as? Question<Message> {
            lines = question.choices.enumerated().map { (String($1.key), $1.label, .window(.choose($0))) }
        }
        for command in CommandTable.all where content.scopes.contains(command.scope) && command.id != "window.keys" {
            guard command.alias == nil, command.disabledReason(self) == nil else { continue }
            let keys = windowKeys(of: command, in: content)
            if !keys.isEmpty { lines.append((keys.joined(separator: " "), windowTitle(of: command, in: content), command.message)) }
        }
        return lines
    }

    /// The menu of a window's commands for the mouse; nil for windows with a menu of their own.
    private func windowMenu(of window: Window<Message>?, at point: Point) -> Menu<Message>? {
        guard let content = window?.content, content.listsCommands else { return nil }
        let lines = windowLines(of: content)
        return lines.isEmpty ? nil : Menu(lines.map { (MenuItem($0.title, keys: $0.keys), $0.message) }, at: point)
    }

    private static let typingKeys = [
        ("↑ ↓ Tab", "other rows, fields or cells"), ("← → Home End", "move; with Shift select"),
        ("^W ^U ^K", "delete a word, to the start, to the end"), ("^_ Alt+u", "undo, redo"),
    ]
    private static let movingKeys = [("↑ ↓ j k PgUp PgDn g G", "move")]

    /// The title of a window's command in the window's current state.
    private func windowTitle(of command: AppCommand, in content: any WindowContent) -> String {
        switch command.id {
        case "window.accept": content.acceptLabel ?? command.title
        case "window.close": content.closeLabel
        default: command.title
        }
    }

    /// The hints of the window on top for the footer.
    var windowHints: [FooterHint<Message>] {
        guard let window = windows.last else { return [] }
        let content = window.content
        var hints = content.hints.map { FooterHint(key: $0.key, label: $0.label, message: Message.window($0.action.message())) }
        let isNamed = content.hintsNameAnswers
        let commands = CommandTable.all.filter { content.scopes.contains($0.scope) && $0.footerPriority != nil }
            .sorted { ($0.footerPriority ?? 0) > ($1.footerPriority ?? 0) }
        for command in commands where command.disabledReason(self) == nil {
            guard let key = shownKeys(of: command, { windowKeys(of: $0, in: content).first }) else { continue }
            if command.id == "window.accept" && isNamed.enter || command.id == "window.close" && isNamed.escape { continue }
            let label = ["window.accept", "window.close"].contains(command.id) ? windowTitle(of: command, in: content) : command.label
            // The list of all keys, also clickable, contains the commands that do not fit here.
            hints.append(FooterHint(key: key, label: label, message: command.message, isLast: command.id == "window.keys"))
        }
        return hints
    }

    /// The keys of a window's command and its aliases, except keys that type text now.
    private func windowKeys(of command: AppCommand, in content: any WindowContent) -> [String] {
        let commands =
            [command] + CommandTable.aliases(of: command.id).compactMap(CommandTable.command).filter { content.scopes.contains($0.scope) }
        let keys = commands.flatMap { keymap.keys(of: $0) }
        guard content.takesText else { return keys.map(KeyNotation.show) }
        guard case .window(.key(let windowKey)) = command.message, !windowKey.isLetter else { return [] }
        return keys.filter { $0.first?.isLetter == false && $0.first != Key(.tab) }.map { keys in
            // In the emacs preset, ^X begins the keys of commands.
            let isTaken = typedArea?.handles(keys[0]) == true && keys[0] != Key(.escape)
            return KeyNotation.show(isTaken ? [EmacsLine.prefix] + keys : keys)
        }
    }
}
