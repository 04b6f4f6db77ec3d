import Engine
import Screen
import Widgets
import Workspace

extension AppState {
    /// The context of the request pane.
    var requestContext: RequestContext {
        let (workspace, environment, place, sent, screen) = (workspace, environment, request.place, history.rows, screenLayout)
        return RequestContext(
            tab: tabs.front.id, tabCount: tabs.count, pane: screen.rect(of: .request), urlBar: screen.urlBar, body: screen.body,
            hasBlankRows: screen.hasBlankRows,
            isFocused: hasFocus(.request), isSelected: focus == .request, isSending: sending.isSending(tabs.front.id),
            isOffline: sending.isOffline, hasJustEnded: sending.justEnded == tabs.front.id, usesASCII: usesASCII,
            addsAutomaticHeaders: settings.addsAutomaticHeaders,
            editorPreset: editorPreset, closesBrackets: settings.closesBrackets, keys: keyNames, variables: variableScope(in: environment),
            environments: workspace.environments(for: place),
            environment: { folder in
                guard let folder, workspace.collection(of: folder) != workspace.collection(of: place) else { return environment }
                return workspace.environment(for: folder)
            }, inheritedAuth: workspace.inheritedAuth, inheritedOptions: workspace.inheritedOptions, listing: workspace.listing,
            urls: { Self.urls(sent: sent, workspace) })
    }

    /// The variables that the request in front can use.
    var variableScope: VariableScope { variableScope(in: environment) }

    private func variableScope(in environment: EnvironmentSummary?) -> VariableScope {
        VariableScope(
            environment: environment?.name, captured: workspace.captured(for: request.place)[environment?.name],
            inherited: workspace.variables, files: workspace.definitions, own: request.variables)
    }

    /// The cells inside the request pane, and of the URL.
    var requestLayout: RequestLayout {
        let screen = screenLayout
        return RequestLayout(inner(of: .request), urlBar: screen.urlBar, request, hasBlankRows: screen.hasBlankRows)
    }

    /// The state that commands of the request pane check.
    var requestCommandState: RequestCommandState { RequestCommandState(tabs.front.$request) { requestContext } }

    /// The distinct URLs of sent requests and of the collections. Sent URLs come without their query, which may contain secrets.
    private static func urls(sent: [ExchangeSummary], _ workspace: WorkspaceState) -> [CompletionItem] {
        var seen: Set<String> = []
        let sent = sent.map { URLText.withoutQuery($0.url) }
            .filter { !$0.contains(SecretMask.sign) && seen.insert($0).inserted }.map { CompletionItem($0) }
        return sent + workspace.urls.filter { !seen.contains($0.text) }
    }

    // MARK: Reducing

    /// Shows the current variables in the completion list of the variable that is being typed.
    mutating func refreshVariableList() {
        if request.completion != nil || request.unknownVariable != nil { RequestCompletion.refresh(&request, requestContext) }
    }

    /// Reduces a message to the request of a tab; nil for the one in front, or the one in the message.
    mutating func reduceRequest(_ message: RequestMessage, of tab: TabID? = nil) -> [Effect] {
        if case .submit(.send) = message, opening != nil {
            // A request that is still being read is the one that the user means.
            opening?.isSent = true
            return []
        }
        if case .submit(.send) = message, tab == nil, let effects = sendUnderCursor() { return effects }
        if case .queriesChecked(let problems) = message {
            forEachRequest { $0.store(queryProblems: problems) }
            return []
        }
        var id = tab ?? tabs.front.id
        if case .undoChange(_, let tab) = message { id = tab }
        let context = requestContext
        let effects = tabs.update(id) { RequestReducer.reduce(&$0.request, message, context) }.map { carryOut($0) } ?? []
        return effects + OutsideChanges.reloadWithoutEdits(self, id)
    }

    /// Opens and sends the request under the tree's cursor; nil if the tree has no focus, or the request in front is more than an empty one.
    private mutating func sendUnderCursor() -> [Effect]? {
        guard focus == .tree, request.isBlank, let node = tree.current?.node, node.isRequest else { return nil }
        tree.isFiltering = false
        let effects = TabUpdate.update(&self, .open(path: node.path))
        guard opening != nil else { return effects + [.next(.request(.send))] }
        opening?.isSent = true
        return effects
    }

    /// Passes a key to the editors of the request; nil if the key is not for them.
    mutating func pressInRequest(_ key: Key) -> [Effect]? {
        let context = requestContext
        return RequestEditing.press(&request, context, key).map { carryOut($0) }
    }

    /// Pastes a text while nothing is edited; nil if the request cannot use it.
    mutating func pasteUneditedInRequest(_ text: String) -> [Effect]? {
        let context = requestContext
        if let outcome = PastedRequest.convertAnywhere(&request, context, text) { return carryOut(outcome) }
        if focus == .request, let outcome = RequestEditing.pasteUnedited(&request, context, text) { return carryOut(outcome) }
        return PastedRequest.insertURL(&request, context, text).map { carryOut($0) }
    }

    /// Ends editing in the request and keeps the typed text.
    mutating func finishEditing() {
        let context = requestContext
        RequestEditing.finish(&request, context)
    }

    /// Moves the cursor to the URL of the request in front and selects it.
    mutating func editURL() {
        let context = requestContext
        _ = carryOut(RequestReducer.editURL(&request, context))
    }

    /// Asks the questions that the last change of the request left open.
    mutating func askOpenQuestions() -> [Effect] {
        let tab = tabs.front.id
        let outcome = RequestReducer.openQuestions(&request, of: tab)
        return outcome.steps.isEmpty ? [] : carryOut(outcome)
    }

    private mutating func carryOut(_ outcome: RequestOutcome) -> [Effect] {
        carryOut(outcome, message: Message.request, effect: Self.effect) { state, output in
            switch output {
            case .focus:
                state.focus = .request
                if state.layout.zoomed != nil { state.layout.zoomed = .request }
                return []
            case .use(let purpose): return state.use(for: purpose)
            case .refuse(let reasons, let purpose): return [.next(.sending(.refused(reasons, purpose)))]
            case .compose(let draft, let typesURL):
                let effects = TabUpdate.update(&state, .compose(draft))
                if typesURL { state.request.typeURL() }
                return effects
            case .cancel: return [.next(.application(.cancelOrQuit))]
            case .remark(let remark): return ContinuationsUpdate.notify(&state, remark)
            case .askName(let name):
                let folder = state.folderToSaveIn
                let note = folder.isEmpty ? "In a new collection, “\(FileWorkspace.firstCollection)”" : ""
                let prompt = Prompt<Message>(
                    "Save request", "save", "Name", name, note: note, folder: folder.isEmpty ? nil : folder
                ) { name, folder in
                    .request(.file(.saveAs(name, folder: folder)))
                }
                state.windows.append(.prompt(prompt))
                return []
            case .define(let name): return [.next(.application(.define(variable: name)))]
            case .chooseVersion: return [.next(.tabs(.chooseVersion))]
            case .runTests(let captures, let assertions, let shows):
                return [.next(.sending(.runTests(captures, assertions, shows: shows)))]
            case .rerunTests(let captures, let assertions):
                guard state.response.checks != nil else { return [] }
                return [.next(.sending(.runTests(captures, assertions, shows: false)))]
            }
        }
    }

    private static func effect(_ effect: RequestEffect) -> Effect {
        switch effect {
        case .workspace(let effect): .workspace(effect)
        case .format(let job, let tab): .format(job, of: tab)
        case .openEditor(let text, let suffix, let section, let tab, let request):
            .editExternally(text, suffix: suffix, section, of: tab, request)
        case .checkQueries(let queries): .checkQueries(queries)
        }
    }

    // MARK: Folders

    /// The folder to save a request without a file in: the one it was created in, or else that of the tree's cursor.
    private var folderToSaveIn: String {
        if let folder = request.folder, workspace.tree.node(at: folder) != nil { return folder }
        return folderAtCursor
    }

    /// The folder of the tree's cursor; empty if the tree is empty.
    private var folderAtCursor: String {
        guard let node = tree.current?.node else { return "" }
        return node.isRequest ? WorkspacePath.parent(of: node.path) : node.path
    }

    /// The folder for a new request: that of the tree's cursor if the tree has the focus, else that of the request in front.
    var folderOfNew: String? {
        let folder = focus == .tree ? folderAtCursor : request.place.map(WorkspacePath.parent) ?? ""
        return folder.isEmpty ? nil : folder
    }
}
