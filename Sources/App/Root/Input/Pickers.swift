import Engine
import Screen
import Widgets
import Workspace

extension Picker where Sent == Message {
    /// The title of the palette, which identifies it among lists.
    static var paletteTitle: String { "Command palette" }
    /// The title of the list of environments.
    static var environmentsTitle: String { "Environment" }

    /// The commands that can be used, then all requests, the options of the request, environments, themes and the last sent requests, and at
    /// the end the commands that cannot be used now. Without a filter they are in groups.
    static func palette(_ state: AppState) -> Picker<Message> {
        let shown = CommandTable.all.filter { command in
            command.group != .move && command.group != .window && command.alias == nil && command.id != "application.palette"
        }
        let commands = shown.map { item(of: $0, state) }
        let usable = shown.indices.filter { commands[$0].disabledReason == nil }
        let others = others(state)
        let items = usable.map { commands[$0] } + others.flatMap(\.items) + commands.filter { $0.disabledReason != nil }
        var picker = palette(of: items, state)
        picker.groups = groups(usable.map { shown[$0] }, others, count: items.count, state)
        return picker
    }

    private static func item(of command: AppCommand, _ state: AppState) -> Item {
        Item(
            title: command.title, detail: detail(of: command, state), key: state.keymap.shownKey(of: command) ?? "",
            disabledReason: command.disabledReason(state),
            keywords: command.synonyms + [command.id, pane(of: command)?.title].compactMap(\.self),
            names: shortNames[command.id] ?? [], message: .application(.run(command.id)))
    }

    private static func palette(of items: [Item], _ state: AppState) -> Picker<Message> {
        guard state.focus == .request, state.typedArea?.modeName == "NORMAL" else { return Picker(paletteTitle, items) }
        // In vim's NORMAL mode, lines and substitutions are typed here, too.
        var picker = Picker(
            paletteTitle, items,
            other: { text in VimLineCommand(text).map { .request(.text(.vimLine($0))) } ?? .window(.close) },
            otherFault: { VimLineCommand($0) == nil ? "No match for “\($0)”" : nil })
        (picker.prefersOther, picker.otherNote) = (true, "Enter runs this vim command.")
        return picker
    }

    /// The titles of the groups of commands, with their ids or the first words of them.
    private static let commandGroups: [(title: String, ids: Set<String>)] = [
        ("Request", ["request", "tab", "application.replayLast", "application.cancel", "application.paste"]),
        ("Response", ["response", "captures"]), ("Collections", ["tree", "transfer", "run"]), ("History", ["history"]),
        ("Environments", ["environment", "cookies", "variables", "workspace", "login"]),
        ("View", ["pane", "layout", "theme", "notifications", "application.jump"]), (programGroup, []),
    ]
    private static let programGroup = "Program"

    /// The groups of the palette: of commands that can be used, of all else, and of the commands that cannot be used now.
    private static func groups(
        _ usable: [AppCommand], _ others: [(title: String, items: [Item])], count: Int, _ state: AppState
    ) -> PickerGroups {
        let (titles, open) = (usable.map(groupTitle), openingNothing(state))
        var groups = commandGroups.map { group in
            (title: group.title, items: usable.indices.filter { titles[$0] == group.title && !open.contains(usable[$0].id) })
        }
        var start = usable.count
        for other in others {
            groups.append((title: other.title, items: Array(start..<start + other.items.count)))
            start += other.items.count
        }
        groups.append((title: "Not available now", items: Array(start..<count)))
        return PickerGroups(groups)
    }

    private static func groupTitle(of command: AppCommand) -> String {
        let word = String(command.id.prefix { $0 != "." })
        return commandGroups.first { $0.ids.contains(command.id) || $0.ids.contains(word) }?.title ?? programGroup
    }

    /// The commands that open the window that is open, or another list of commands; only a filter finds them.
    private static func openingNothing(_ state: AppState) -> Set<String> {
        let tab: String? =
            switch state.focus {
            case .request: "request.tab.\(state.request.tab.rawValue)"
            case .response: "response.tab.\(state.response.tab.rawValue)"
            case .history: "history.focus"
            case .tree: nil
            }
        return Set(["application.menu", "application.contextMenu", "pane.\(state.focus.name)"] + [tab].compactMap(\.self))
    }

    /// Names that match before all others: the commands of vim, which must never run anything else, and words that mean one thing.
    private static let shortNames = [
        "request.save": ["w", "w!", "wa", "wq", "x", "save"], "application.quit": ["q", "q!", "qa", "qa!", "quit", "exit"],
        "environment.edit": ["secret", "secrets"], "cookies.show": ["cookie", "cookies"], "transfer.export": ["export"],
        "tab.next": ["tab", "tabs"],
    ]

    /// The pane of the command, since other panes may have one of the same title and key, and its key.
    private static func detail(of command: AppCommand, _ state: AppState) -> String {
        [pane(of: command)?.title, state.keymap.shownKey(of: command)].compactMap(\.self).joined(separator: "  ")
    }

    private static func pane(of command: AppCommand) -> PaneID? { PaneID.allCases.first { $0.scope == command.scope } }

    /// Words for options that other programs use.
    private static let optionWords = [
        "tls.verify": ["insecure", "ignore certificate errors", "disable SSL verification"], "httpVersion": ["HTTP/2", "HTTP2"],
    ]

    /// The groups of the palette after the commands.
    private static func others(_ state: AppState) -> [(title: String, items: [Item])] {
        let environments = state.workspace.choosableEnvironments(for: state.request.place).map { environment in
            Item(
                title: environment.name, detail: "environment", disabledReason: environment.problem?.description,
                message: .workspace(.pickEnvironment(environment)))
        }
        let themes = state.themes.map { Item(title: $0.name, detail: "theme", message: .application(.theme(.use($0.name)))) }
        let sent = state.history.rows.prefix(HistoryState.pageSize).map { row in
            let title = row.origin.name.isEmpty ? ReadableURL.text(row.url) : row.origin.name
            return Item(
                title: title,
                detail: "\(row.outcome) \(row.method) · sent \(TimeText.clock(row.startedAt, in: state.timeZone))",
                url: row.url, method: row.method,
                message: .perform(.history(.open(row.id, owner: state.response.owner))))
        }
        let options = RequestOption.all.map { option in
            Item(
                title: option.label, detail: "option", keywords: [option.name] + (optionWords[option.name] ?? []),
                message: .request(.showOption(option.name)))
        }
        return [
            ("Requests", requests(in: state.workspace.tree.nodes, folders: [])), ("Options of the request", options),
            ("Use an environment", environments), ("Use a theme", [matchingTheme(detail: "theme")] + themes), ("Sent requests", sent),
        ]
    }

    /// The choice of the theme that matches the terminal.
    private static func matchingTheme(detail: String, isCurrent: Bool = false, preview: Message? = nil) -> Item {
        Item(
            title: "Match the terminal", detail: detail, isCurrent: isCurrent, isCounted: false,
            keywords: ["automatic theme", "default theme", "system theme", "reset theme"], preview: preview,
            message: .application(.theme(.use(nil))))
    }

    static func environments(_ state: AppState) -> Picker<Message> {
        let chosen = state.workspace.environment(for: state.request.place)?.path
        let items = state.workspace.choosableEnvironments(for: state.request.place).map { environment in
            Item(
                title: environment.name, detail: detail(of: environment, state),
                disabledReason: environment.problem?.description, isCurrent: environment.path == chosen,
                role: environment.isProtected ? .error : .text, message: .workspace(.pickEnvironment(environment)))
        }
        func actions(_ ids: [String]) -> [Item] {
            ids.compactMap { action($0, state, note: $0 == "environment.newShared" ? "for all collections" : "") }
        }
        let creating = ["environment.new", "environment.newShared"]
        // The first row is then the way on.
        guard !items.isEmpty || chosen != nil else {
            var picker = Picker(environmentsTitle, actions(creating + ["environment.workspace"]))
            picker.creates = newEnvironments(state)
            return picker
        }
        let none = Item(title: "No environment", isCurrent: chosen == nil, isCounted: false, message: .workspace(.pickEnvironment(nil)))
        let changing = ["environment.duplicate", "environment.rename", "environment.delete"]
        let all = items + [none] + actions(["environment.edit"] + creating + ["environment.workspace"] + changing)
        var picker = Picker(environmentsTitle, all)
        picker.groups = PickerGroups([("", Array(0...items.count)), ("", Array(items.count + 1..<all.count))])
        picker.creates = newEnvironments(state)
        return picker
    }

    /// Makes the items that create an environment with a typed name, in the collection and in the workspace.
    private static func newEnvironments(_ state: AppState) -> @Sendable (String) -> [Item] {
        let collection = state.environmentContext.collection
        let places: [(String, String)] = (collection.isEmpty ? [] : [("New environment", collection)]) + [("New workspace environment", "")]
        return { name in
            places.map { title, collection in
                Item(
                    title: "\(title) “\(name)”", role: .textMuted, isCounted: false,
                    message: .environments(.create(name, collection: collection)))
            }
        }
    }

    private static func detail(of environment: EnvironmentSummary, _ state: AppState) -> String {
        let isShared = WorkspacePath.isOfWorkspace(environment.path)
        let collection = state.workspace.collection(of: environment.path)
        let isOfOther = !isShared && collection != state.workspace.collection(of: state.request.place)
        let place = isShared ? "workspace" : isOfOther ? state.workspace.tree.node(at: collection)?.name ?? "" : ""
        return environment.detail(in: place)
    }

    static func openRequests(_ state: AppState) -> Picker<Message> {
        let items = state.tabs.all.enumerated().map { index, open in
            let sign = TabSign(of: open, state).map { ", \($0.word)" } ?? ""
            // The URLs tell requests of the same path apart.
            let url = ReadableURL.text(open.request.url.text)
            let place = open.request.path ?? (url.isEmpty ? "not saved" : "\(url), not saved")
            return Item(
                title: open.request.name + (open.request.hasUnsavedChanges ? " ●" : ""), detail: place + sign,
                isCurrent: index == state.tabs.index, message: .tabs(.selectOpen(open.id)))
        }
        return Picker("Open requests", items)
    }

    /// The folders in which a new request can be saved; without a collection, one that will be created.
    static func foldersToSave(in chosen: String, _ state: AppState) -> Picker<Message> {
        let items = state.workspace.tree.folders.map { folder, depth in
            Item(
                title: String(repeating: "  ", count: depth) + folder.name, detail: folder.path, isCurrent: folder.path == chosen,
                message: .window(.saveIn(folder: folder.path)))
        }
        let new = CommandTable.command("tree.addCollection").map { Item(title: $0.title + "…", message: .tree(.change(.addCollection))) }
        return Picker("Save in", [new].compactMap(\.self) + items)
    }

    /// A command as an item of a list, with its key or else the note.
    private static func action(_ id: String, _ state: AppState, note: String = "") -> Item? {
        CommandTable.command(id).map { command in
            let key = state.keymap.shownKey(of: id)
            return Item(
                title: command.title + "…", detail: key ?? note, key: key ?? "", disabledReason: command.disabledReason(state),
                role: .textMuted, isCounted: false, message: command.message)
        }
    }

    static func themes(_ state: AppState) -> Picker<Message> {
        let items = state.themes.map { theme in
            Item(
                title: theme.name, detail: theme.appearance.rawValue, isCurrent: !state.followsBackground && theme == state.theme,
                keywords: [theme.appearance.rawValue],
                preview: .application(.theme(.preview(theme.name))), message: .application(.theme(.use(theme.name))))
        }
        let standard = matchingTheme(
            detail: "default", isCurrent: state.followsBackground, preview: .application(.theme(.preview(nil))))
        return Picker("Theme", [standard] + items, cancelMessage: .application(.theme(.preview(state.theme.name))))
    }

    /// The requests in nodes; the names of their folders are keywords.
    private static func requests(in nodes: [WorkspaceNode], folders: [String]) -> [Item] {
        nodes.flatMap { node -> [Item] in
            guard let method = node.method else {
                return requests(in: node.children, folders: folders + [node.path.lastPathComponent, node.name])
            }
            let detail = "\(method) · \(folders.last ?? "")"
            return [
                Item(
                    title: "\(node.name)", detail: detail, url: node.url, method: method, keywords: folders,
                    message: .tabs(.open(path: node.path)))
            ]
        }
    }
}

/// The list of all variables of the current request.
enum VariableList {
    /// A variable to go to in the window of a file that is being read.
    struct Sought: Sendable, Equatable {
        let name: String
        /// The file of an environment, a folder, or empty for the workspace.
        let file: String
        var isSecret = false
    }

    private static let maxNameColumns = 24
    private static let maxValueColumns = 36

    /// The list, filtered by the name of the variable under the cursor.
    static func picker(_ state: AppState) -> Picker<Message> {
        let definitions = state.variableScope.definitions
        let columns = min(maxNameColumns, definitions.map { TextWidth.columns(of: $0.name) }.max() ?? 0)
        var seen: Set<String> = []
        let items = definitions.map { variable in
            let isOverridden = !seen.insert(variable.name).inserted
            let value = isOverridden || variable.value == nil ? variable.shownValue : state.variableScope.expanded("{{\(variable.name)}}")
            return Picker<Message>.Item(
                title: TextWidth.padded(TextWidth.fitted(variable.name, columns: columns), columns: columns + 2)
                    + TextWidth.fitted(value.replacing("\n", with: " "), columns: maxValueColumns),
                detail: variable.origin + (isOverridden ? " (overridden)" : ""), isMuted: isOverridden, keywords: [variable.name],
                message: .application(.showDefinition(variable)))
        }
        var picker = Picker("Variables", items)
        picker.emptyNote = "No variables yet. Environments, collections and folders define them."
        let names = state.focus == .request ? RequestExplaining.names(atCursorOf: state.request) : []
        if names.count == 1 { picker.filter(by: names[0]) }
        return picker
    }

    /// Adds a variable to the environment in use, or else to the request.
    static func define(_ state: inout AppState, _ name: String) -> [Effect] {
        guard let environment = state.environment else { return [.next(.request(.addVariable(name)))] }
        state.soughtVariable = Sought(name: name, file: environment.path)
        return [.workspace(.settings(.readEnvironment(path: environment.path)))]
    }

    /// Goes to the place that defines a variable.
    static func show(_ state: inout AppState, definitionOf variable: KnownVariable) -> [Effect] {
        // Only a secret has no value.
        let isSecret = variable.value == nil
        switch variable.place {
        case .environment(let path):
            state.soughtVariable = Sought(name: variable.name, file: path, isSecret: isSecret)
            return [.workspace(.settings(.readEnvironment(path: path)))]
        case .folder(let path):
            state.soughtVariable = Sought(name: variable.name, file: path, isSecret: isSecret)
            return [.workspace(.settings(.readFolder(path: path)))]
        case .request: return [.next(.request(.showVariable(variable.name)))]
        case .response: return [.next(.sending(.captured(.show)))]
        case .workspace:
            state.soughtVariable = Sought(name: variable.name, file: "")
            return [.workspace(.settings(.readFolder(path: "")))]
        case .process, nil: return state.notify(.warning, "“\(variable.name)” comes from the \(variable.origin)")
        }
    }
}
