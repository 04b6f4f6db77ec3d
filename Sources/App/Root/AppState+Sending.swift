import Comparison
import Engine
import Workspace

extension AppState {
    private func sendingContext(for message: SendingMessage) -> SendingContext {
        let (tabs, workspace) = (tabs, workspace)
        let isRefusal = if case .refused = message { true } else if case .unresolved = message { true } else { false }
        return SendingContext(
            frontTab: tabs.front.id, workspace: workspace.folder, isIdle: windows.isEmpty && layer == .nav, reducesMotion: reducesMotion,
            keys: keyNames,
            frontPlace: request.place, environment: environment, shown: response.exchange, shownBody: response.viewer.body,
            tabs: { tabs.all.map(SendingContext.OpenTab.init) }, environments: { workspace.choosableEnvironments(for: $0) },
            collection: { workspace.collection(of: $0) }, captured: { workspace.captured(in: $0) },
            allCaptured: { workspace.capturedByCollection },
            showsReasons: response.head == nil && !response.showsLines && screenLayout.panes.contains { $0.pane == .response },
            issueHint: isRefusal ? RequestIssues.hint(request, requestContext) : nil)
    }

    /// The state that commands of sending check.
    var sendCommandState: SendCommandState {
        SendCommandState(
            hasHiddenLogin: !sending.hiddenLogins.isEmpty, hasReplays: sending.replays != nil,
            hasCaptured: !workspace.captured(for: request.place).isEmpty)
    }

    /// The exchange that `.` replays: the last one of all tabs.
    var sentLast: ExchangeSummary? {
        sending.lastSent ?? (history.filter == nil ? history.rows.first : nil) ?? response.exchange?.summary
    }

    /// The request to cancel first: the newest of the tab in front, else the newest of all.
    var nextToCancel: InFlightRequest? { sending.nextToCancel(tabs.front.id) }

    /// True if quitting asks nothing.
    var quitsAtOnce: Bool { !settings.confirmsQuit && titlesOfLostText.isEmpty && !sending.isReplaying && run?.isOver != false }

    /// True if something is running that the user can cancel.
    var hasSomethingToCancel: Bool {
        nextToCancel != nil || response.query?.isRunning == true || sending.isReplaying || run?.isOver == false
    }

    /// True if the user waits for the reading of many entries.
    var isReading: Bool { history.reading != nil || sending.isFindingHosts }

    mutating func reduceSending(_ message: SendingMessage) -> [Effect] {
        carryOut(SendingReducer.reduce(&sending, message, sendingContext(for: message)), message: Message.sending, effect: Effect.sending) {
            $0.carryOut($1)
        }
    }

    private mutating func carryOut(_ output: SendingOutput) -> [Effect] {
        switch output {
        case .flightStep(let step, let owner):
            return (owner.map { [$0] } ?? tabs.all.map(\.id)).map { .next(.responseOf($0, .flightStep(step))) }
        case .showResponse(let owner): return showResponse(of: owner)
        case .showTests: response.tab = .tests
        case .noteSent(let owner, let snapshot): _ = tabs.update(owner) { $0.request.sentSnapshot = snapshot }
        case .ended(let entries): return [.next(.history(.store(.ended(entries))))]
        case .addCaptured(let values, let collection, let environment):
            workspace.addCaptured(values, of: environment, in: collection)
            return values.isEmpty ? [] : capturedOfReplay
        case .forgetCaptured(let collection):
            workspace.forgetCaptured(in: collection)
            return capturedOfReplay
        case .restoreCaptured(let values, let collection):
            workspace.restoreCaptured(values, in: collection)
            return capturedOfReplay
        case .forgetTypedSecrets: return [.workspace(.forgetTypedSecrets)]
        case .note(let text): addNotification(.error, text)
        case .showWait(let window): showWait(window)
        case .showReplay(let question): showReplay(question)
        case .clearMarks: return [.next(.history(.clearMarks))]
        case .compare(let old, let new): return [.next(.history(.compare(.entries(old, new, nil))))]
        case .replayed(let old, let new): return [.history(.compareReplay(old: old, new: new))]
        case .compareBodies(let pairs): return [.history(.compareBodies(pairs.map(\.old), pairs.map(\.new)))]
        case .closeLogin(let id):
            windows.removeAll { window in
                guard let form = window.content as? FormState<Message> else { return false }
                return form.waiting?.id == id
            }
        }
        return []
    }

    /// Gives a replay of many entries the captured values as they are now.
    private var capturedOfReplay: [Effect] { sending.isReplaying ? [.sending(.useCaptured(workspace.capturedByCollection))] : [] }

    /// Shows the response pane if only one pane is visible; after a refusal the request stays visible.
    private mutating func showResponse(of owner: TabID) -> [Effect] {
        guard screenLayout.panes.count == 1, layer == .nav, focus != .history, owner == tabs.front.id else { return [] }
        return [.next(.application(.focus(.response)))]
    }

    private mutating func showWait(_ window: TextWindow<SendingMessage>?) {
        guard let window = window.map({ Window.text($0.map(Message.sending)) }) else { return windows.removeAll(where: \.isWaiting) }
        if let index = windows.firstIndex(where: \.isWaiting) { windows[index] = window } else { windows.append(window) }
    }

    private mutating func showReplay(_ question: Question<SendingMessage>?) {
        let index = windows.firstIndex(where: \.isProgress)
        guard var question = question?.map(Message.sending) else { return windows.removeAll(where: \.isProgress) }
        guard let index, let shown = windows[index].content as? Question<Message> else { return windows.append(.confirm(question)) }
        if shown.choices.map(\.key) == question.choices.map(\.key) {
            (question.selected, question.scrolled) = (shown.selected, shown.scrolled)
        }
        windows[index] = .confirm(question)
    }

    // MARK: Using the request in front

    /// Uses the request in front, which has no known problem; a preview is also possible with problems. At the start it waits for the environment.
    mutating func use(for purpose: SendPurpose) -> [Effect] {
        if isEnvironmentUnread {
            waitingUse = .request(purpose, tabs.front.id)
            return []
        }
        var job = SendJob(draft: request.draft, path: request.path, environmentPath: environment?.path)
        job.captured = workspace.captured(for: request.place)
        if request.path == nil { job.place = request.place }
        job.owner = tabs.front.id
        var snapshot: DraftSnapshot?
        switch purpose {
        case .send:
            // A request opened next must not replace its response.
            request.staysOpen = true
            if let section = request.bodyProblem?.section { job.faults = ["invalid \(section == .xml ? "XML" : "JSON")"] }
            if request.hasCutOffReference { job.faults.append("unclosed {{") }
            snapshot = job.draft.withoutSecrets() == job.draft ? request.snapshot : nil
        case .preview: job.faults = request.fieldProblems
        case .copy, .code, .logOut: break
        }
        return [.next(.sending(.use(job, purpose, snapshot)))]
    }
}

/// An action that the user asked for before the environment that it uses was read.
enum WaitingUse: Equatable {
    /// The use of the request in a tab.
    case request(SendPurpose, TabID)
    /// The run of a folder.
    case run(path: String)
}

extension AppState {
    /// True while only the name or the path of the environment of the request in front is known. Its definitions, and whether it is
    /// protected, are read with the whole tree.
    private var isEnvironmentUnread: Bool {
        guard workspace.isLoading else { return false }
        if let namedEnvironment { return namedEnvironment != environment?.name }
        let chosen = workspace.chosenEnvironments[workspace.collection(of: request.place)]
        return environment == nil && chosen?.isEmpty == false
    }

    /// Continues the action that waited for the environment, if its request is still in front.
    mutating func useWaiting() -> [Effect] {
        switch waitingUse {
        case .request(let purpose, let tab) where !isEnvironmentUnread:
            waitingUse = nil
            return tab == tabs.front.id ? use(for: purpose) : []
        case .run(let path) where !workspace.isLoading:
            waitingUse = nil
            return [.next(.run(.ask(path: path)))]
        case .request, .run, nil: return []
        }
    }
}

extension SendingContext.OpenTab {
    fileprivate init(_ tab: Tab) {
        self.init(
            id: tab.id, name: tab.request.name, place: tab.request.place, shownID: tab.response.shownID,
            hasResponse: tab.response.head != nil || tab.response.exchange != nil)
    }
}

extension Window {
    /// True for the window of a replay.
    var isProgress: Bool { if let question = content as? Question<Sent> { question.isProgress } else { false } }
    /// True for the window that waits for a preview.
    fileprivate var isWaiting: Bool { if let window = content as? TextWindow<Sent> { window.content == .waiting } else { false } }
}

extension AppState {
    /// The context of the runner.
    var runContext: RunContext {
        let workspace = workspace
        let unsaved = tabs.all.filter(\.request.hasUnsavedChanges).compactMap(\.request.path)
        return RunContext(
            node: { workspace.tree.node(at: $0) }, environments: { workspace.environments(for: $0) },
            unsavedCount: { path in unsaved.count { $0 == path || $0.hasPrefix(path + "/") } },
            environment: { workspace.environment(for: $0) }, captured: { workspace.captured(for: $0) })
    }

    /// True while the focused response is one that was opened from the window of a run.
    var isReturningToRun: Bool {
        guard let run, !run.isShown, let opened = run.opened else { return false }
        return focus == .response && response.shownID == opened && response.search == nil && response.query == nil
    }

    /// Reduces a message to the runner. At the start a run waits until its requests and its environment are read.
    mutating func reduceRun(_ message: RunMessage) -> [Effect] {
        if case .ask(let path) = message, workspace.isLoading {
            waitingUse = .run(path: path)
            return []
        }
        return carryOut(RunReducer.reduce(&run, message, runContext), message: Message.run, effect: Effect.run) { state, output in
            switch output {
            case .showRun(let run): state.showRun(run)
            case .open(let id): return [.history(.open(id, owner: state.tabs.front.id))]
            case .openRequest(let path): return [.next(.tabs(.open(path: path)))]
            case .ended(let entry): return [.next(.history(.store(.ended([entry]))))]
            case .addCaptured(let values, let path, let environment):
                state.workspace.addCaptured(values, of: environment, in: state.workspace.collection(of: path))
            }
            return []
        }
    }

    /// Updates the window of a run, if it is open; another window on top stays there.
    private mutating func showRun(_ run: RunState?) {
        let index = windows.firstIndex { $0.content is RunWindow }
        guard let run else { return windows.removeAll { $0.content is RunWindow } }
        guard let index, var window = windows[index].content as? RunWindow else {
            var window = RunWindow(run: run)
            window.returnToOpened(height: window.listHeight(windowContext))
            return windows.append(.run(window))
        }
        window.update(run, height: window.listHeight(windowContext))
        windows[index] = .run(window)
    }
}
