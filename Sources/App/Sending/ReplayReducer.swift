import Engine
import Screen
import Workspace

/// Replays many history entries and updates the window with their progress.
enum ReplayReducer {
    static func reduce(_ state: inout SendingState, _ message: ReplayMessage, _ context: SendingContext) -> SendingOutcome {
        switch message {
        case .ask(let entries, let way, let hosts, let groups, let setting):
            // A new question replaces one whose servers are being found.
            let ended = hosts == nil ? stopFinding(&state) : endFinding(&state)
            return ended + ask(&state, entries, way, hosts, groups, setting, context)
        case .announceFinding(let count): return announceFinding(state, count)
        case .stopFinding: return stopFinding(&state)
        case .chooseEnvironment(let entries): return chooseEnvironment(entries, context)
        case .start(let entries, let way): return start(&state, entries, way, context)
        case .pause(let isPaused):
            state.replays?.isPaused = isPaused
            return changeSpeed(state)
        case .setSpeed(let speed):
            state.replaySpeed = speed
            return changeSpeed(state)
        case .setFailsByStatus(let fails):
            state.replaysFailByStatus = fails
            return []
        case .compareBodies: return compareBodies(&state)
        case .chooseDifference: return showProgress(state) + [.show(.picker(differences(of: state.replays)))]
        case .comparedBodies(let differences):
            state.replays?.compareBodies(differences)
            return showProgress(state)
        case .cancel: return cancel(&state)
        case .show:
            state.replays?.isShown = true
            return showProgress(state)
        case .hide:
            state.replays?.isShown = false
            return .output(.showReplay(nil)) + notifyHidden(state)
        case .progressed(let steps, let moment): return advance(&state, steps, moment, context)
        case .ended: return end(&state)
        }
    }

    private static func start(
        _ state: inout SendingState, _ entries: [ExchangeSummary], _ way: ReplayWay, _ context: SendingContext
    ) -> SendingOutcome {
        state.replays = ReplayProgress(entries, way, failsByStatus: state.replaysFailByStatus)
        let job = ReplayRunJob(
            entries: entries, way: way, speed: state.replaySpeed.setting(isPaused: false), captured: context.allCaptured())
        return [.output(.clearMarks), .effect(.replayAll(job))] + showProgress(state)
    }

    private static func changeSpeed(_ state: SendingState) -> SendingOutcome {
        guard let replay = state.replays, !replay.isOver else { return showProgress(state) }
        return [.effect(.setReplaySpeed(state.replaySpeed.setting(isPaused: replay.isPaused)))] + showProgress(state)
    }

    /// Records steps, lists the new exchanges in the history, and runs their captures and assertions.
    private static func advance(
        _ state: inout SendingState, _ steps: [ReplayStep], _ moment: Duration, _ context: SendingContext
    ) -> SendingOutcome {
        var (ended, checks): ([ExchangeSummary], SendingOutcome) = ([], [])
        for step in steps {
            switch step {
            case .began(let place): state.replays?.begin(place)
            case .refused(let place, let reason): state.replays?.refuse(place, reason)
            case .sent(let place, let exchange, let arrived):
                state.replays?.record(exchange, at: place, moment)
                state.noteLast(exchange)
                ended.append(exchange.summary)
                checks += CheckReducer.run(after: exchange, arrived, context) + SendingReducer.noteBreak(of: exchange)
            }
        }
        return (ended.isEmpty ? [] : .output(.ended(ended))) + checks + showProgress(state)
    }

    /// Ends the replay; small bodies are compared.
    private static func end(_ state: inout SendingState) -> SendingOutcome {
        state.replays?.end()
        let shown = showProgress(state) + notifyEnd(state)
        return state.replays?.isComparedAtOnce == true ? shown + compareBodies(&state) : shown
    }

    private static func cancel(_ state: inout SendingState) -> SendingOutcome {
        state.replays?.cancel()
        return [.cancel(.replayAll)] + showProgress(state)
    }

    private static func compareBodies(_ state: inout SendingState) -> SendingOutcome {
        state.replays?.compareBodies()
        return .output(.compareBodies(state.replays?.pairs ?? [])) + showProgress(state)
    }

    private static func showProgress(_ state: SendingState) -> SendingOutcome {
        guard let replay = state.replays, replay.isShown else { return [] }
        return .output(.showReplay(progress(of: replay, state.replaySpeed)))
    }

    /// Reports the end of the replay if its window is closed.
    private static func notifyEnd(_ state: SendingState) -> SendingOutcome {
        guard let replay = state.replays, replay.isOver, !replay.isShown else { return [] }
        let count = replay.failures.count
        let sent = replay.isCancelled ? title(of: replay) : "Replayed \(CountText.of(replay.endedCount, "request"))"
        let text = sent + (count == 0 ? "" : ", \(CountText.number(count)) failed")
        return .notify(
            count == 0 && !replay.isCancelled ? .done : .warning, text,
            action: Toast<SendingMessage>.Action(label: "show", message: .replays(.show)))
    }

    /// Tells how to show a replay again whose window was closed before its end.
    private static func notifyHidden(_ state: SendingState) -> SendingOutcome {
        guard let replay = state.replays, !replay.isOver else { return [] }
        return .notify(
            .done, replay.isPaused ? "The replay is paused" : "The replay continues",
            action: Toast<SendingMessage>.Action(label: "show", message: .replays(.show)))
    }

    // MARK: Windows

    /// Asks once for all entries; the question names the hosts and the counts.
    ///
    /// - Parameter hosts: the hosts of entries that are resolved, as far as they are known; nil to find them first by resolving
    ///   the requests that may change data, since a URL may name its server.
    private static func ask(
        _ state: inout SendingState, _ entries: [ExchangeSummary], _ way: ReplayWay, _ hosts: [Exchange.ID: String]?,
        _ groups: [ReplayGroup], _ setting: Character?, _ context: SendingContext
    ) -> SendingOutcome {
        if let replay = state.replays, !replay.isOver {
            return .notify(
                .warning, "A replay is in progress", action: Toast<SendingMessage>.Action(label: "show", message: .replays(.show)))
        }
        let environment = way.environment
        if hosts == nil, way != .unchanged {
            let unsafe = entries.filter { !SendConfirmation.isSafe($0.method) }
            if !unsafe.isEmpty { return findHosts(&state, unsafe, for: entries, way) }
        }
        func known(_ entry: ExchangeSummary) -> [EnvironmentSummary] {
            context.environments(of: entry) + [environment].compactMap(\.self)
        }
        let extent =
            groups.isEmpty || way != .unchanged
            ? ReplayExtent(entries, environment: environment?.name, known: known) { hosts?[$0.id] }
            : ReplayExtent(groups: groups, environment: environment?.name, known: known)
        let isOne = entries.count == 1
        let cancel = Question<SendingMessage>.Choice("c", "Cancel", [])
        let answers = choices(before: entries, way)
        let settings = settings(before: entries, way, hosts, groups, state)
        let isRisky = environment?.isProtected == true || !extent.protectedNames.isEmpty || hosts?.isEmpty == false
        let all = (isRisky ? [cancel] + answers : answers + [cancel]) + settings
        return [
            .show(
                .confirm(
                    Question(
                        title: isOne ? "Replay request?" : "Replay \(CountText.of(entries.count, "request"))?",
                        text: text(of: extent, isOne: isOne, way),
                        items: extent.groups,
                        choices: all, selected: all.firstIndex { $0.key == setting } ?? 0, opensLate: hosts != nil)))
        ]
    }

    /// The answers to the question, without Cancel.
    private static func choices(before entries: [ExchangeSummary], _ way: ReplayWay) -> [Question<SendingMessage>.Choice] {
        [
            .init("r", "Replay", [.replays(.start(entries, way))]),
            .init("e", "Other environment…", [.replays(.chooseEnvironment(entries))]),
        ]
    }

    /// The settings of the question, which ask again.
    private static func settings(
        before entries: [ExchangeSummary], _ way: ReplayWay, _ hosts: [Exchange.ID: String]?, _ groups: [ReplayGroup],
        _ state: SendingState
    ) -> [Question<SendingMessage>.Choice] {
        func again(_ setting: Character) -> SendingMessage {
            .replays(.ask(entries, way, hosts: hosts, groups: groups, setting: setting))
        }
        let fails = state.replaysFailByStatus
        let other: ReplayWay = way == .unchanged ? .resolved : .unchanged
        let variables = Question<SendingMessage>.Choice(
            "v", "Current variables", value: .switched(way != .unchanged), [.replays(.ask(entries, other, groups: groups, setting: "v"))])
        return (way.environment == nil ? [variables] : []) + [
            setting(state.replaySpeed, [again("s")]),
            .init("f", "4xx and 5xx fail", value: .switched(fails), [.replays(.setFailsByStatus(!fails)), again("f")]),
        ]
    }

    /// The setting of the speed, with the messages that follow a change.
    private static func setting(_ speed: ReplaySpeed, _ messages: [SendingMessage] = []) -> Question<SendingMessage>.Choice {
        .init("s", "Speed", value: .chosen(speed.title), [.replays(.setSpeed(speed.next))] + messages)
    }

    /// Finds the servers of requests before the question about a replay; a notification says so if that takes long.
    private static func findHosts(
        _ state: inout SendingState, _ unsafe: [ExchangeSummary], for entries: [ExchangeSummary], _ way: ReplayWay
    ) -> SendingOutcome {
        state.isFindingHosts = true
        return [
            .effect(.findHosts(of: unsafe.map(\.id), for: entries, way)),
            .after(.milliseconds(300), .readingNotice, .replays(.announceFinding(unsafe.count))),
        ]
    }

    private static func announceFinding(_ state: SendingState, _ count: Int) -> SendingOutcome {
        guard state.isFindingHosts else { return [] }
        let cancel = Toast<SendingMessage>.Action(label: "cancel", message: .replays(.stopFinding))
        let text = "Finding the \(count == 1 ? "server" : "servers") of \(CountText.of(count, "request"))…"
        return .notify(.done, text, about: .reading, action: cancel, stays: true)
    }

    private static func stopFinding(_ state: inout SendingState) -> SendingOutcome {
        state.isFindingHosts ? [.cancel(.findHosts)] + endFinding(&state) : []
    }

    private static func endFinding(_ state: inout SendingState) -> SendingOutcome {
        guard state.isFindingHosts else { return [] }
        state.isFindingHosts = false
        return [.cancel(.readingNotice), .dismissToasts(about: .reading)]
    }

    /// The way in which entries are sent, and the risk.
    private static func text(of extent: ReplayExtent, isOne: Bool, _ way: ReplayWay) -> String {
        let environment = way.environment
        let verb = environment.map { "resolved for “\($0.name)”" } ?? (way == .unchanged ? "sent unchanged" : "resolved again")
        let sentence = isOne ? "It is \(verb)." : "Each is \(verb), oldest first."
        let isProtected = environment?.isProtected == true && extent.protectedNames.isEmpty
        let protection = isProtected ? "▲ “\(environment?.name ?? "")” is a protected environment." : ""
        return [sentence, extent.risk, protection].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Asks for the environment, and leaves out entries of other workspaces: they are resolved there.
    private static func chooseEnvironment(_ entries: [ExchangeSummary], _ context: SendingContext) -> SendingOutcome {
        let entriesHere = entries.filter { $0.origin.workspace.isEmpty || $0.origin.workspace == context.workspace }
        let picker = SendingOutcome.Step.show(
            .picker(environments(of: entriesHere.isEmpty ? entries : entriesHere, isForeign: entriesHere.isEmpty, context)))
        guard !entriesHere.isEmpty, entriesHere.count < entries.count else { return [picker] }
        let (others, all) = (CountText.number(entries.count - entriesHere.count), CountText.number(entries.count))
        return [picker] + .notify(.warning, "\(others) of \(all) are of other workspaces and are left out")
    }

    private static func environments(
        of entries: [ExchangeSummary], isForeign: Bool, _ context: SendingContext
    ) -> Picker<SendingMessage> {
        let paths = isForeign ? [] : Set(entries.map(\.origin.requestPath))
        // Requests in collections use the environment of that name in their own; those outside need the file.
        let all = Set(paths.flatMap { context.environments($0) })
        let groups = Dictionary(grouping: all.sorted { $0.path < $1.path }) { paths == [nil] ? $0.path : $0.name }
        let items = groups.values.compactMap(\.first).sorted { ($0.name, $0.path) < ($1.name, $1.path) }.map { environment in
            let isAmbiguous = groups.values.filter { $0.first?.name == environment.name }.count > 1
            let collection = isAmbiguous ? WorkspacePath.collection(of: environment.path) ?? environment.path : ""
            return Picker<SendingMessage>.Item(
                title: environment.name, detail: environment.detail(in: collection), role: environment.isProtected ? .error : .text,
                keywords: isAmbiguous ? [collection] : [], message: .replays(.ask(entries, .inEnvironment(environment))))
        }
        var picker = Picker("Replay in environment", items)
        picker.emptyNote =
            isForeign
            ? "Open the workspace “\(entries.first?.origin.workspaceName ?? "")” to replay its request in another environment."
            : "The collection of the request has no environment."
        return picker
    }

    /// The window with the progress of a replay.
    private static func progress(of replay: ReplayProgress, _ speed: ReplaySpeed) -> Question<SendingMessage> {
        let facts = [
            replay.isOver && replay.failures.isEmpty ? "none failed" : nil,
            replay.rate.flatMap { CountText.perSecond($0, of: replay.endedCount) },
            replay.failures.isEmpty ? nil : "\(CountText.number(replay.failures.count)) failed",
            replay.changes.isEmpty ? nil : "\(CountText.number(replay.changes.count)) with another status",
            replay.inFlightCount == 0 ? nil : "\(replay.inFlightCount) in flight", bodies(of: replay),
        ]
        let failures = replay.failures.suffix(maxLines).map { "\($0.entry.method) \($0.entry.url): \($0.reason)" }
        let changes = (replay.changes.suffix(maxLines) + replay.bodyChanges.suffix(maxLines)).map { text(of: $0, in: replay) }
        var question = Question<SendingMessage>(
            title: title(of: replay), text: facts.compactMap(\.self).joined(separator: " · "),
            items: failures + changes, choices: choices(of: replay, speed), cancelMessages: [.replays(.hide)])
        question.progress = replay.entries.isEmpty ? 0 : Double(replay.endedCount) / Double(replay.entries.count)
        return question
    }

    private static func text(of change: ReplayProgress.Change, in replay: ReplayProgress) -> String {
        let isBody = change.old.status == change.new.status
        let difference = isBody ? replay.differingBodies?[change.new.id] ?? "other body" : "\(change.old.outcome) → \(change.new.outcome)"
        let place = replay.isOfSeveralEnvironments ? "  (\(change.old.origin.environment ?? "no environment"))" : ""
        return "\(change.old.method) \(change.old.url)\(place)  \(difference)"
    }

    /// The pairs with another status or body, to choose a pair for the comparison. The window of the replay stays open below.
    private static func differences(of replay: ReplayProgress?) -> Picker<SendingMessage> {
        let changes =
            replay.map { replay in (replay.changes + replay.bodyChanges).map { (change: $0, text: text(of: $0, in: replay)) } } ?? []
        return Picker(
            "Compare with its original", changes.map { .init(title: $0.text, message: .compare($0.change.old.id, $0.change.new.id)) })
    }

    /// The result of comparing the bodies; nil before the comparison.
    private static func bodies(of replay: ReplayProgress) -> String? {
        if replay.isComparing { return "comparing bodies…" }
        return replay.differingBodies.map { $0.isEmpty ? "all bodies equal" : "\(CountText.number($0.count)) with another body" }
    }

    /// The maximum number of failures and changes that the window lists, the newest ones.
    private static let maxLines = 50

    private static func title(of replay: ReplayProgress) -> String {
        let count = "\(CountText.number(replay.endedCount)) of \(CountText.number(replay.entries.count))"
        if replay.isCancelled { return "Replay cancelled, \(count) sent" }
        if replay.isOver { return "Replayed \(CountText.of(replay.entries.count, "request"))" }
        return replay.isPaused ? "Replay paused, \(count)" : "Replaying, \(count)"
    }

    private static func choices(of replay: ReplayProgress, _ speed: ReplaySpeed) -> [Question<SendingMessage>.Choice] {
        typealias Choice = Question<SendingMessage>.Choice
        guard replay.isOver else {
            let pause = replay.isPaused ? Choice("r", "Resume", [.replays(.pause(false))]) : Choice("p", "Pause", [.replays(.pause(true))])
            let hide = Choice("h", "Hide", [.replays(.hide)])
            let cancel = Choice(Question<SendingMessage>.cancelKey, "Cancel replay", [.replays(.cancel)])
            return replay.isCancelled ? [hide] : [pause, hide, cancel, setting(speed)]
        }
        let failed = replay.failures.map(\.entry)
        let retry = failed.isEmpty ? [] : [Choice("f", "Replay failed", [.replays(.start(failed, replay.way))])]
        let rest = replay.rest.isEmpty ? [] : [Choice("r", "Replay rest", [.replays(.start(replay.rest, replay.way))])]
        let bodies =
            replay.canCompare
            ? [Choice("b", "Compare bodies", [.replays(.compareBodies)])] : []
        let differences = replay.entries.count == 1 ? replay.responses : replay.changes + replay.bodyChanges
        let compare =
            differences.count > 1
            ? [Choice("d", "Compare changed…", [.replays(.chooseDifference)])]
            : differences.map { Choice("d", "Compare", [.replays(.hide), .compare($0.old.id, $0.new.id)]) }
        return [Choice("c", "Close", [.replays(.hide)])] + rest + retry + bodies + compare
    }
}
