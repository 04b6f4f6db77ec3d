import Engine
import Screen
import Widgets
import Workspace

extension AppState {
    /// The context of the request pane.
    var requestContext: RequestContext {
        let (workspace, environment, place, sent) = (workspace, environment, request.place, history.rows)
        return RequestContext(
            tab: tabs.front.id, tabCount: tabs.count, pane: screenLayout.rect(of: .request), body: screenLayout.body,
            isFocused: hasFocus(.request), isSelected: focus == .request, isSending: sending.isSending(tabs.front.id),
            isOffline: sending.isOffline, hasJustEnded: sending.justEnded == tabs.front.id, usesASCII: usesASCII,
            addsAutomaticHeaders: settings.addsAutomaticHeaders,
            editorPreset: editorPreset, closesBrackets: settings.closesBrackets, keys: keyNames, variables: variableScope,
            environments: workspace.environments(for: place),
            environment: { folder in
                guard let folder, workspace.collection(of: folder) != workspace.collection(of: place) else { return environment }
                return workspace.environment(for: folder)
            }, inheritedAuth: workspace.inheritedAuth, inheritedOptions: workspace.inheritedOptions, listing: workspace.listing,
            urls: { Self.urls(sent: sent, workspace) })
    }

    /// The variables that the request in front can use.
    var variableScope: VariableScope {
        let environment = environment?.name
        return VariableScope(
            environment: environment, captured: workspace.captured(for: request.place)[environment], inherited: workspace.variables,
            own: request.variables)
    }

    /// The cells inside the request pane.
    var requestLayout: RequestLayout { RequestLayout(inner(of: .request), request) }

    /// The state that commands of the request pane check.
    var requestCommandState: RequestCommandState { RequestCommandState(request: request, context: requestContext) }

    /// Sent URLs and those of the collections, each once. Sent ones without query, which may hold secrets.
    private static func urls(sent: [ExchangeSummary], _ workspace: WorkspaceState) -> [CompletionItem] {
        var seen: Set<String> = []
        let sent = sent.map { URLText.withoutQuery($0.url) }
            .filter { !$0.contains(SecretMask.sign) && seen.insert($0).inserted }.map { CompletionItem($0) }
        return sent + workspace.urls.filter { !seen.contains($0.text) }
    }

    // MARK: Reducing

    /// Reduces a message to the request in front, or in the tab that the message names.
    mutating func reduceRequest(_ message: RequestMessage) -> [Effect] {
        if case .submit(.send) = message, opening != nil {
            // What was opened is what is meant, also while it is still being read.
            opening?.isSent = true
            return []
        }
        if case .queriesChecked(let problems) = message {
            forEachRequest { $0.take(queryProblems: problems) }
            return []
        }
        var id = tabs.front.id
        if case .undoChange(_, let tab) = message { id = tab }
        let context = requestContext
        return tabs.update(id) { RequestReducer.reduce(&$0.request, message, context) }.map { carryOut($0) } ?? []
    }

    /// Hands a key to what is edited in the request; nil if the key is not for that.
    mutating func pressInRequest(_ key: Key) -> [Effect]? {
        let context = requestContext
        return RequestReducer.press(&request, key, context).map { carryOut($0) }
    }

    /// Takes a text that is pasted where nothing is edited; nil if the request has no use for it.
    mutating func pasteUneditedInRequest(_ text: String) -> [Effect]? {
        let context = requestContext
        if let outcome = PastedRequest.takeAnywhere(&request, context, text) { return carryOut(outcome) }
        guard focus == .request else { return nil }
        return RequestEditing.pasteUnedited(&request, context, text).map { carryOut($0) }
    }

    /// Ends what is being edited in the request; what was typed stays.
    mutating func finishEditing() {
        let context = requestContext
        RequestEditing.finish(&request, context)
    }

    /// Puts the cursor into the URL of the request in front, to be typed over.
    mutating func editURL() {
        let context = requestContext
        _ = carryOut(RequestReducer.editURL(&request, context))
    }

    /// Asks the questions that the last change of the request has left open.
    mutating func followUpRequest() -> [Effect] {
        let outcome = RequestReducer.followUp(&request)
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
            case .remark(let remark): return ContinuationsUpdate.tell(&state, remark)
            case .askName(let name):
                let folder = state.folderToSaveIn
                let title = folder.isEmpty ? "Save in a new collection as" : "Save the request as"
                state.windows.append(.prompt(PromptState(purpose: .saveRequest(folder: folder), title: title, field: name)))
                return []
            case .chooseVersion: return [.next(.tabs(.chooseVersion))]
            case .stopSaving:
                state.closesAfterSaving = false
                return []
            case .runTests(let captures, let assertions, let shows):
                return [.next(.sending(.runTests(captures, assertions, shows: shows)))]
            }
        }
    }

    private static func effect(_ effect: RequestEffect) -> Effect {
        switch effect {
        case .readTexts(let paths, let text, let purpose): .workspace(.readTexts(paths, for: text, purpose))
        case .listFolder(let folder): .workspace(.listFolder(folder))
        case .write(let file): .workspace(workspaceEffect(file))
        case .format(let job): .format(job)
        case .openEditor(let text, let suffix, let section): .editExternally(text, suffix: suffix, section)
        case .checkQueries(let queries): .checkQueries(queries)
        }
    }

    private static func workspaceEffect(_ file: RequestWrite) -> WorkspaceEffect {
        switch file {
        case .save(let path, let draft): .saveRequest(path: path, draft: draft)
        case .create(let folder, let draft): .createRequest(folder: folder, draft: draft)
        case .rename(let path, let name): .renameRequest(path: path, name: name)
        case .keepSecrets(let values, let environmentPath, let file):
            .keepSecrets(values, environmentPath: environmentPath, then: workspaceEffect(file))
        }
    }

    // MARK: Folders

    /// The folder that a request without a file is saved in: the one that it was made in, or else that of the tree's cursor.
    private var folderToSaveIn: String {
        if let folder = request.folder, workspace.tree.node(at: folder) != nil { return folder }
        return folderAtCursor
    }

    /// The folder of the tree's cursor; empty where the tree has nothing.
    private var folderAtCursor: String {
        guard let node = tree.current?.node else { return "" }
        return node.isRequest ? WorkspaceTree.folder(of: node.path) : node.path
    }

    /// The folder that a new request is made in: that of the tree's cursor for one who is in the tree, else that of the request in the pane.
    var folderOfNew: String? {
        let folder = focus == .tree ? folderAtCursor : request.place.map(WorkspaceTree.folder) ?? ""
        return folder.isEmpty ? nil : folder
    }
}
