import Engine
import Screen
import Workspace

extension AppState {
    /// The workspace as it was read from its files.
    var workspace: WorkspaceState {
        get { collections.workspace }
        _modify { yield &collections.workspace }
    }

    /// The tree as it is shown.
    var tree: TreeState {
        get { collections.tree }
        _modify { yield &collections.tree }
    }

    /// The request that is being read from its file.
    var opening: OpeningRequest? {
        get { collections.opening }
        _modify { yield &collections.opening }
    }

    var collectionsContext: CollectionsContext {
        CollectionsContext(
            area: inner(of: .tree), isFocused: hasFocus(.tree), frontPath: request.path, frontPlace: request.place,
            namedEnvironment: namedEnvironment, namesEnvironmentItself: OptionFields.environment(request.options.rows) != nil,
            isSavingWindow: windows.contains { if let tableWindow = $0.content as? TableWindow { tableWindow.isSaving } else { false } },
            isUnsaved: isUnsaved, keys: keyNames)
    }

    mutating func reduceCollections(_ message: CollectionsMessage) -> [Effect] {
        // What waits for the tree must not come as a surprise later.
        if case .workspace(.failed) = message { waitingUse = nil }
        if returnPrompt(after: message) { return releaseKeys() }
        let effects = carryOut(CollectionsReducer.reduce(&collections, message, collectionsContext))
        if case .workspace(let message) = message, message.endsReading { return effects + releaseKeys() }
        return effects
    }

    /// Shows the prompt again whose change failed, with the reason; false for other messages.
    private mutating func returnPrompt(after message: CollectionsMessage) -> Bool {
        guard case .workspace(let message) = message else { return false }
        if case .changeFailed(let problem) = message, var prompt = submittedPrompt {
            prompt.problem = problem
            windows.append(.prompt(prompt))
            submittedPrompt = nil
            return true
        }
        if message.endsChange { submittedPrompt = nil }
        return false
    }

    /// Passes a key to the tree's filter; nil if the key is not for it.
    mutating func pressInTree(_ key: Key) -> [Effect]? {
        TreeReducer.press(&collections, key, collectionsContext).map { carryOut($0) }
    }

    /// The effect that reads the variables of the current request.
    func readVariables() -> [Effect] {
        let environment = environment.flatMap { workspace.isLost($0) ? nil : $0.path }
        return [.workspace(.readVariables(environmentPath: environment, requestPath: request.place))]
    }

    private mutating func carryOut(_ outcome: CollectionsOutcome) -> [Effect] {
        carryOut(outcome, message: Message.init, effect: Effect.workspace) { state, output in state.carryOut(output) }
    }

    /// Lists requests and environments in open lists that were read after the lists were opened.
    private mutating func updatePickers() {
        for (index, window) in windows.enumerated() {
            guard var picker = window.content as? Picker<Message> else { continue }
            switch picker.title {
            case Picker<Message>.paletteTitle: picker.update(to: .palette(self))
            case Picker<Message>.environmentsTitle: picker.update(to: .environments(self))
            default: continue
            }
            windows[index] = .picker(picker)
        }
    }

    /// Opens a request with the tab of a member of its file in front.
    private mutating func open(_ path: String, showing member: String) -> [Effect] {
        let opening: [Effect] = [.next(.tabs(.open(path: path)))]
        if tabs.index(ofPath: path) != nil { return opening + (RequestTab(member: member).map { [.next(.request(.selectTab($0)))] } ?? []) }
        tree.members[path] = member
        return opening
    }

    /// Lists the requests that were found in the window that asked for them, if it is still open.
    private mutating func showFound(_ matches: [RequestSearch.Match], of text: String, isWhole: Bool) {
        for (index, window) in windows.enumerated() {
            guard var picker = window.content as? Picker<Message>, picker.title == RequestFinding.title else { continue }
            let found = Picker(RequestFinding.title, RequestFinding.items(matches, isWhole: isWhole, in: workspace.tree))
            picker.show(found.map { Message($0) }.items, for: text, note: RequestFinding.note(text, isWhole: isWhole))
            windows[index] = .picker(picker)
        }
    }

    private mutating func carryOut(_ output: CollectionsOutput) -> [Effect] {
        switch output {
        case .open(let path): return [.next(.tabs(.open(path: path)))]
        case .openToEdit(let path):
            forEachRequest(ofPath: path) { $0.staysOpen = true }
            if tabs.index(ofPath: path) != nil { return [.next(.tabs(.open(path: path))), .next(.request(.editURL))] }
            tree.typesURL.insert(path)
            return [.next(.tabs(.open(path: path)))]
        case .openInNewTab(let path):
            if let index = tabs.index(ofPath: path) { return [.next(.tabs(.select(index)))] }
            tree.opensInNewTab.insert(path)
            return [.workspace(.readRequest(path: path))]
        case .openAt(let path, let member): return open(path, showing: member)
        case .showFound(let matches, let text, let isWhole): showFound(matches, of: text, isWhole: isWhole)
        case .show(let path, let draft, let opening): return show(draft, at: path, opening)
        case .composeRequest: return [.next(.tabs(.new))]
        case .run(let path): return [.next(.run(.ask(path: path)))]
        case .showMenu(let ids, let point): windows.append(.menu(Menu(ids, self, at: point)))
        case .showPaneMenu(let point): PaneMenu.show(&self, .tree, at: point)
        case .treeRead:
            ReturningWindows.lookForStashed(&self)
            updatePickers()
            return useWaiting()
        case .file(let output): return carryOut(output)
        case .readVariables: return readVariables()
        case .moveCookies(let old, let new): return [.cookies(.move(from: old, to: new))]
        case .folderListed(let listing): return windows.isEmpty ? [.next(.request(.folderListed(listing)))] : showInWindow(listing)
        case .textsRead(let words, let files, let purpose): return [.next(.request(.wordsRead(words, files: files, purpose)))]
        case .editFolder(let path, let draft, let layers, let storedSecrets):
            let environments = workspace.environments(for: path).map(\.name)
            ReturningWindows.show(
                &self,
                FolderWindow.tableWindow(
                    path, draft, storedSecrets: storedSecrets, layers: layers, environments: environments, preset: editorPreset))
        case .editEnvironment(let path, let draft, let storedSecrets, let typesName):
            ReturningWindows.show(&self, EnvironmentWindow.tableWindow(path, draft, storedSecrets: storedSecrets, typesName: typesName))
        case .endSaving(let problem): endSavingWindow(problem: problem)
        }
        return []
    }

    /// Updates open requests after changes of their files.
    private mutating func carryOut(_ output: FileOutput) -> [Effect] {
        switch output {
        case .saved(let tab, let path, let draft): return noteSaved(draft, at: path, first: tab)
        case .renamed(let path, let name): forEachRequest(ofPath: path) { $0.rename(to: name) }
        case .moved(let old, let path): updatePaths(from: old, to: path)
        case .created(let path):
            stashedDrafts.forget(path)
            // A collection created while a request is being saved is for that request.
            guard WorkspacePath.isCollection(path), let prompt = windows.last?.content as? Prompt<Message>, prompt.folder != nil else {
                break
            }
            return [.next(.window(.saveIn(folder: path)))]
        case .deleted(let path, let deletion, let keepsOpen):
            stashedDrafts.delete(path, deletion)
            autosave.hasDrafts = true
            return DeletedTab.close(&self, path, keepsOpen: keepsOpen)
        case .restored(let path, let deletion):
            stashedDrafts.restore(deletion)
            autosave.hasDrafts = true
            DeletedTab.reopen(&self, path)
        case .conflicted(let path, let theirs): return OutsideChanges.refuse(&self, path, theirs: theirs)
        case .changedOutside(let path, let draft): return OutsideChanges.update(&self, path, draft)
        }
        return []
    }

    // MARK: Open requests

    /// Shows a request that was read from its file.
    private mutating func show(_ draft: RequestDraft, at path: String, _ opening: OpeningRequest) -> [Effect] {
        let request = RequestState(withStashed(draft, of: path), path: path, preset: editorPreset)
        let shown = TabUpdate.show(&self, request, inNewTab: opening.isInNewTab)
        var next: [Message] = [.application(.focus(.request))]
        if opening.editsURL {
            // The next request that is opened does not replace it.
            forEachRequest(ofPath: path) { $0.staysOpen = true }
            next.append(.request(.editURL))
        }
        if let tab = opening.member.flatMap(RequestTab.init(member:)) { next.append(.request(.selectTab(tab))) }
        if opening.isSent { next.append(.request(.send)) }
        return shown + readVariables() + next.map { .next($0) }
    }

    /// A draft read from a file, with the stashed fields of its request.
    private mutating func withStashed(_ draft: RequestDraft, of path: String) -> RequestDraft {
        guard let edited = openRequests.first(where: { $0.path == path && $0.hasUnsavedChanges }) else {
            return stashedDrafts.completing(draft, of: path)
        }
        let draft = stashedDrafts.completing(draft.applyingStashedFields(of: edited.draft, over: edited.saved), of: path)
        ReturningWindows.stash(&self, draft, of: path)
        return draft
    }

    /// Marks a request as saved: the one with that file, or for a first save that of the tab.
    private mutating func noteSaved(_ draft: RequestDraft, at path: String, first tab: TabID?) -> [Effect] {
        let (isFirst, before, front) = (request.path == nil && tab != nil, environment, tabs.front.id)
        let owner = tab ?? tabs.index(ofPath: path).map { tabs.all[$0].id }
        if let owner {
            if tab != nil { workspace.carryEnvironment(from: tabs[owner]?.request.place, to: path) }
            _ = tabs.update(owner) { tab in
                (tab.request.path, tab.request.folder) = (path, nil)
                tab.request.markSaved(draft)
            }
        }
        ReturningWindows.stash(&self, draft, of: path)
        dismissToasts(about: .saving(path))
        if tab != nil { dismissToasts(about: .saving(nil)) }
        let after = environment
        guard isFirst, owner == front, before?.path != after?.path else { return [] }
        let now = "This request uses " + (after.map { "the environment “\($0.name)”" } ?? "no environment") + " now"
        return notify(.warning, now + (before.map { ": “\($0.name)” belongs to another collection" } ?? ""))
    }

    /// Updates the paths of open and closed requests, and of data stored for them.
    private mutating func updatePaths(from old: String, to path: String) {
        func update(_ request: inout RequestState) {
            if let new = request.path?.moved(from: old, to: path) { request.path = new }
            if let new = request.folder?.moved(from: old, to: path) { request.folder = new }
        }
        forEachRequest { update(&$0) }
        tabs.forEachClosed { update(&$0) }
        stashedDrafts.updatePaths(from: old, to: path)
        autosave.hasDrafts = true
    }
}

// MARK: Imports and exports

extension AppState {
    /// The context of imports and exports.
    var transferContext: TransferContext {
        let node = tree.current?.node
        let path = node.map { $0.isRequest ? WorkspacePath.parent(of: $0.path) : $0.path } ?? request.place.map(WorkspacePath.parent)
        let isWaiting = windows.contains { if let prompt = $0.content as? Prompt<Message> { prompt.isWaiting } else { false } }
        return TransferContext(
            folder: path ?? workspace.tree.nodes.first?.path, collectionCount: workspace.tree.nodes.count, isPromptWaiting: isWaiting
        ) { [tabs] folder in
            tabs.all.map(\.request).filter { request in
                request.hasUnsavedChanges && request.path.map { $0 == folder || $0.hasPrefix(folder + "/") } == true
            }.map(\.name)
        }
    }

    /// Selects an item in the tree as soon as it is there, and expands it.
    private mutating func revealInTree(_ path: String) {
        guard !WorkspacePath.isEnvironment(path) else { return }
        let context = collectionsContext
        TreeReducer.reveal(&collections, path, context, expands: true)
    }

    private static func deletion(of path: String) -> WorkspaceChange {
        .delete(path: path, name: path.lastPathComponent)
    }

    /// Reduces a message to imports and exports.
    mutating func reduceTransfer(_ message: TransferMessage) -> [Effect] {
        carryOut(TransferReducer.reduce(message, transferContext), message: Message.transfer, effect: Effect.transfer) { state, output in
            switch output {
            case .endPrompt(let problem): return state.endPrompt(problem)
            case .showCode(let target): return [.next(.request(.submit(.code(target, withSecrets: false))))]
            case .reveal(let path): state.revealInTree(path)
            case .created(let path): state.collections.tree.history.record(Self.deletion(of: path), of: .new)
            case .edited(let edit): state.collections.tree.history.record(.takeBack(edit), of: .new)
            case .delete(let path): return [.next(.tree(.change(.make(Self.deletion(of: path), .new))))]
            case .undo: return [.next(.tree(.change(.undo)))]
            }
            return []
        }
    }
}

extension Message {
    init(_ message: CollectionsMessage) {
        switch message {
        case .tree(let message): self = .tree(message)
        case .workspace(let message): self = .workspace(message)
        }
    }
}

extension AppState {
    var environmentContext: EnvironmentContext {
        let collection = workspace.collection(of: request.place ?? tree.current?.node.path)
        return EnvironmentContext(
            environment: environment, choices: workspace.choosableEnvironments(for: request.place), collection: collection,
            collectionName: workspace.tree.node(at: collection)?.name ?? collection)
    }

    mutating func reduceEnvironments(_ message: EnvironmentMessage) -> [Effect] {
        let outcome = EnvironmentReducer.reduce(message, environmentContext)
        return carryOut(outcome, message: Message.environments, effect: Effect.workspace) { _, output in
            switch output {
            case .showPicker: [.next(.application(.show(.environments)))]
            }
        }
    }
}

extension AppState {
    /// The context of the cookie jars.
    var cookieContext: CookieContext {
        let tableWindows = windows.compactMap {
            if let tableWindow = $0.content as? TableWindow, case .cookies = tableWindow.subject { tableWindow } else { nil }
        }
        return CookieContext(
            environment: environment?.name ?? "", environments: workspace.environments(for: request.place).map(\.name),
            shownJar: tableWindows.last.map { ($0.page.title, $0.page.rows.count) },
            isSavingWindow: tableWindows.contains(where: \.isSaving))
    }

    /// Reduces a message about the cookie jars.
    mutating func reduceCookies(_ message: CookieMessage) -> [Effect] {
        let outcome = CookieReducer.reduce(message, cookieContext)
        return carryOut(outcome, message: Message.cookies, effect: Effect.cookies) { state, output in
            switch output {
            case .endSaving(let problem):
                state.endSavingWindow(problem: problem)
                return []
            case .remove(let removal):
                return state.changeWindowRows { CookieRows.removing(removal, from: $0, selected: $1) }
            }
        }
    }
}
