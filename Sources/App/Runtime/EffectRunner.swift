import Document
import Engine
import HTTP
import Screen
import Synchronization
import Workspace

/// An effect on the world, as data; only ``EffectRunner`` runs it.
indirect enum Effect: Sendable, Equatable {
    /// Reduces a message right after the current one, before other waiting messages and before the next frame.
    case next(Message)
    case workspace(WorkspaceEffect)
    case cookies(CookieEffect)
    case autosave(AutosaveEffect)
    /// Reloads the user's themes whenever their files change.
    case watchThemes
    case history(HistoryEffect)
    case sending(SendingEffect)
    case run(RunEffect)
    case transfer(TransferEffect)
    /// Cancels a running effect.
    case cancel(EffectID)
    /// Sends a message after a delay; the same id restarts the delay.
    case after(Duration, EffectID, Message)
    /// Copies text to the clipboard; the name describes it in messages.
    case copy(String, name: String)
    /// Pastes the text of the clipboard, or else the text copied last in Apus, as the terminal would.
    case paste
    /// Shows why something cannot be done.
    case reportProblem(String)
    /// Runs another effect on a body.
    case body(BodyEffect)
    /// Checks the syntax of the queries in captures and assertions.
    case checkQueries([String])
    /// Formats or validates a text of the request.
    case format(FormatJob, of: TabID)
    /// Lets the user edit text of a request in the external editor, in a file whose name ends with `suffix`.
    case editExternally(String, suffix: String, RequestSection, of: TabID, AutosavedDraft)
    /// Opens a configuration file in the external editor, and reads all configuration files again.
    case configure(ConfigurationFile)
    /// Writes settings to the user's file and reads all configuration files again.
    case saveSettings([SettingChange])
    /// Suspends the program as a shell job.
    case suspend
    case quit
}

/// Runs effects and posts their results as messages; the effects of each feature are in a type of its own.
@MainActor
final class EffectRunner {
    private let environment: AppEnvironment
    private let queue: MessageQueue
    private let terminal: any TerminalDriver
    private let history: HistoryEffects
    private let workspace: WorkspaceEffects
    private let cookies: CookieEffects
    private let autosaves: AutosaveEffects
    private let sends: SendEffects
    private let runs: RunEffects
    private let checks: CheckEffects
    private let bodies: BodyEffects
    private let transfers: TransferEffects
    private let running = RunningEffects()
    /// Cancels delayed messages, by effect id.
    private var timers: [EffectID: @MainActor () -> Void] = [:]

    private static let clipboardLimit = 16 << 20
    private var recording: Task<Void, Never>?
    /// The text copied last, pasted if the clipboard cannot be read.
    private var copied: String?

    init(environment: AppEnvironment, queue: MessageQueue, terminal: any TerminalDriver) {
        self.environment = environment
        self.queue = queue
        self.terminal = terminal
        history = HistoryEffects(
            open: environment.openHistory, queries: environment.queries, workspace: environment.workspace, now: environment.now
        ) {
            queue.post(.history($0))
        }
        workspace = WorkspaceEffects(workspace: environment.workspace) { queue.post(.workspace($0)) }
        autosaves = AutosaveEffects(environment: environment) { queue.post(.session($0)) }
        cookies = CookieEffects(jars: environment.cookies, now: environment.now) { queue.post(.cookies($0)) }
        sends = SendEffects(environment: environment, history: history) { queue.post(.sending($0)) }
        runs = RunEffects(
            workspace: environment.workspace, history: history, makeLoader: environment.makeRunLoader,
            makeBodyPath: environment.makeBodyPath, uptime: environment.uptime
        ) { queue.post(.run($0)) }
        checks = CheckEffects(
            queries: environment.queries, worker: environment.queryWorker, history: history,
            expected: { [workspace = environment.workspace] job in
                let resolved = try? await workspace.outline(job) { _ in }
                return resolved?.missingPermissions.isEmpty == true ? resolved?.origin.expected ?? [] : []
            },
            failed: { [workspace = environment.workspace] in await workspace.failedChecks(ofRequestAt: $0) }
        ) { queue.post(.sending($0)) }
        environment.offline.attach { [history] () throws(HistoryError) in await history.store() }
        environment.logins.attach { queue.post(.sending($0)) }
        environment.storageFailures.attach { queue.post(.session(.storing($0, problem: $1))) }
        bodies = BodyEffects(
            worker: environment.queryWorker, post: { queue.post(.responseOf($0, $1)) },
            bodyIndexed: { queue.post(.sending(.flight(.grew($0)))) })
        transfers = TransferEffects(
            workspace: environment.workspace, makeLoader: environment.makeLoader, clipboard: environment.pasteFromDesktop
        ) { queue.post(.transfer($0)) }
        recording = Task { [history] in await history.writeRecords() }
    }

    /// Starts an effect; it replaces a running effect with the same id.
    func run(_ effect: Effect) {
        switch effect {
        case .workspace(let effect):
            let id = WorkspaceEffects.id(of: effect)
            running.start(id, waits: id == .writeFiles) { [workspace] in await workspace.run(effect) }
        // One after the other: an older autosave must not replace a newer one.
        case .autosave(let effect): running.start(.autosave, waits: true) { [autosaves] in await autosaves.run(effect) }
        case .watchThemes:
            start(.watchThemes) { [environment, queue] in
                await environment.themes.reportChanges(
                    { queue.post(.application(.theme(.changed($0)))) }, reportProblem: { queue.post(.application(.report(.problem($0)))) })
            }
        case .cookies(let effect): start(nil) { [cookies] in await cookies.run(effect) }
        case .history(let effect): start(HistoryEffects.id(of: effect)) { [history] in await history.run(effect) }
        case .sending(let effect): run(effect)
        case .run(.run(let job)): start(.run) { [runs] in await runs.run(job) }
        case .transfer(let effect): start(nil) { [transfers] in await transfers.run(effect) }
        case .cancel(let id): cancel(id)
        case .after(let delay, let id, let message): wait(delay, id, message)
        case .copy(let text, let name): copyToClipboard(text, name)
        case .paste: paste()
        case .body(let effect): run(effect)
        case .reportProblem(let text): queue.post(.application(.report(.problem(text))))
        case .editExternally(let text, let suffix, let section, let tab, let request): edit(text, suffix, section, of: tab, request)
        case .configure(let file): configure(file)
        case .saveSettings(let changes): save(changes)
        case .checkQueries(let queries):
            start(nil) { [checks, queue] in queue.post(.request(.queriesChecked(await checks.problems(of: queries)))) }
        case .format(let job, let tab):
            start(job.purpose == .mark ? .checkSyntax(tab) : .format) { [queue] in
                queue.post(.requestOf(tab, .text(.formatted(job.result))))
            }
        case .suspend: suspend()
        // The reducer handles the first; the loop reads the second from the state.
        case .next, .quit: break
        }
    }

    private func run(_ effect: SendingEffect) {
        switch effect {
        case .send(let job):
            let id = environment.makeID()
            start(.send(id)) { [sends] in await sends.send(job, as: id) }
        case .replay(let job):
            let id = environment.makeID()
            start(.send(id)) { [sends] in await sends.replay(job, as: id) }
        case .replayAll(let job):
            sends.replays.prepare(job)
            start(.replayAll) { [sends] in await sends.replays.replay(job) }
        case .setReplaySpeed(let speed): sends.replays.setSpeed(speed)
        case .useCaptured(let values): sends.replays.useCaptured(values)
        case .findHosts(let ids, let entries, let way):
            start(.findHosts) { [sends, queue] in
                let hosts = await sends.replays.hosts(of: ids, way)
                if !Task.isCancelled { queue.post(.sending(.replays(.ask(entries, way, hosts: hosts)))) }
            }
        case .preview(let job, let purpose): start(.preview) { [sends] in await sends.preview(job, purpose) }
        case .logOut(let job): start(.preview) { [sends] in await sends.logOut(job) }
        case .copyAsCurl(let exchange): start(.preview) { [sends] in await sends.copy(exchange) }
        // Done at once, because the next request must see the change.
        case .workOffline(let isOffline): environment.offline.isForAll = isOffline
        case .setPace(let pace): sends.setPace(pace)
        case .reset(let part): start(nil) { [sends] in await sends.reset(part) }
        case .answerLogin(let id, let text): environment.logins.submit(text, for: id)
        case .check(let job): start(nil) { [checks] in await checks.run(job) }
        }
    }

    private func run(_ effect: BodyEffect) {
        switch effect {
        case .search(let body, let query): search(body, query)
        case .foldLevel(let body, let level): fold(body, level)
        case .copy(let body): copyToClipboard(body)
        case .openPager(let body): show(body.document.text, suffix: "", in: .pager)
        case .openEditor(let body, let suffix): show(body.document.text, suffix: suffix, in: .editor)
        case .openOutside(let body, let suffix): show(body.document.bytes, suffix: suffix, in: .desktop)
        case .query, .surveyKeys, .listParts, .readPart, .decodePicture, .makeTable, .sortTable, .read, .finishReading, .save:
            start(BodyEffects.id(of: effect)) { [bodies] in await bodies.run(effect) }
        }
    }

    /// Cancels everything that runs and waits until all exchanges are in the history.
    /// - Returns: what was lost or left undone, in a sentence each.
    func finish() async -> [String] {
        for cancel in timers.values { cancel() }
        await running.finish()
        history.finishRecording()
        await recording?.value
        let lost = environment.storageFailures.autosaveProblem.map { "unsaved edits are lost: \($0)" }
        return [lost].compactMap(\.self) + (await history.unfinished)
    }

    private func start(_ id: EffectID?, _ work: @escaping @Sendable () async -> Void) { running.start(id, work) }

    private func cancel(_ id: EffectID) {
        timers.removeValue(forKey: id)?()
        running.cancel(id)
    }

    private func wait(_ delay: Duration, _ id: EffectID, _ message: Message) {
        timers.removeValue(forKey: id)?()
        timers[id] = environment.callLater(delay) { [weak self, queue] in
            self?.timers[id] = nil
            queue.post(message)
        }
    }

    private func paste() {
        start(.paste) { [environment, queue, copied] in
            if let text = await environment.pasteFromDesktop() {
                queue.post(.input(.paste(text)))
            } else if let copied {
                // The message comes first, because the result of the text matters more.
                queue.post(.application(.report(.pastedOwn)))
                queue.post(.input(.paste(copied)))
            } else {
                queue.post(.application(.report(.problem("The clipboard cannot be read: paste with the terminal's own key"))))
            }
        }
    }

    private func copyToClipboard(_ text: String, _ name: String) {
        copied = text
        let byTerminal = terminal.copyToClipboard(text)
        let byTool = environment.copyToDesktop(text)
        let count = name == text ? nil : text.count
        queue.post(.application(.report(.copied(name: name, characterCount: count, byTerminal: byTerminal, byTool: byTool))))
    }

    /// Converts a body to text outside the main actor, and only if a clipboard can take it.
    private func copyToClipboard(_ body: BodyHandle) {
        let bytes = body.document.text
        guard bytes.count <= Self.clipboardLimit else {
            queue.post(.application(.report(.problem("The body is too long for a clipboard (\(ByteText.count(Int64(bytes.count))))"))))
            return
        }
        Task {
            let text = await Self.text(of: bytes)
            copyToClipboard(text, "the body")
        }
    }

    @concurrent
    private nonisolated static func text(of bytes: ByteSnapshot) async -> String {
        String(decoding: bytes.bytes(in: 0..<bytes.count), as: UTF8.self)
    }

    private func search(_ body: BodyHandle, _ query: SearchQuery) {
        start(.searchBody(body.owner)) { [queue] in
            do throws(DocumentError) {
                for await results in SearchUpdates(body.document, for: try SearchPattern(query, in: body.document.kind)) {
                    queue.post(.responseOf(body.owner, .search(.found(FoundInBody(body: body, results: results)))))
                }
            } catch {
                queue.post(.responseOf(body.owner, .search(.failed(error.message))))
            }
        }
    }

    private func fold(_ body: BodyHandle, _ level: Int) {
        start(.foldLevel(body.owner)) { [queue] in
            guard let found = await body.document.foldLevel(level) else { return }
            queue.post(.responseOf(body.owner, .fold(.counted(FoldedBody(body: body, level: found)))))
        }
    }

    private func edit(_ text: String, _ suffix: String, _ section: RequestSection, of tab: TabID, _ request: AutosavedDraft) {
        Task {
            terminal.suspend()
            defer { terminal.resume() }
            do {
                let edited = try await environment.edit(text, suffix, section.rawValue, request)
                queue.post(.requestOf(tab, .text(.edited(section, edited))))
            } catch {
                queue.post(.application(.report(.problem("The editor: \(error)"))))
                guard let copy = (error as? ExternalProgramError)?.copy else { return }
                // A terminal that is closed ends the editor just before this process: nobody reads the message, and the next start finds the
                // text.
                _ = environment.callLater(.seconds(5)) { [drafts = environment.drafts] in Task { try? await drafts?.closeCopy(copy) } }
            }
        }
    }

    private func configure(_ file: ConfigurationFile) {
        Task {
            terminal.suspend()
            defer { resumeTerminal() }
            do {
                queue.post(.application(.configuration(.edited(try await environment.configure(file)))))
            } catch {
                queue.post(.application(.report(.problem("\(file.rawValue): \(error)"))))
            }
        }
    }

    private func save(_ changes: [SettingChange]) {
        start(nil) { [environment, queue] in
            do {
                queue.post(.application(.configuration(.saved(try await environment.saveSettings(changes)))))
            } catch {
                queue.post(.application(.configuration(.notSaved("\(error)"))))
            }
        }
    }

    /// Opens a copy in another program; hands over the terminal unless the program has a window of its own.
    private func show(_ bytes: ByteSnapshot, suffix: String, in viewer: BodyViewerProgram) {
        Task {
            do {
                let path = try await Self.makeTemporaryCopy(of: bytes, suffix)
                if viewer != .desktop { terminal.suspend() }
                defer { if viewer != .desktop { resumeTerminal() } }
                try await environment.showFile(path, viewer)
            } catch {
                queue.post(.application(.report(.problem("\(error)"))))
            }
        }
    }

    @concurrent
    private nonisolated static func makeTemporaryCopy(of bytes: ByteSnapshot, _ suffix: String) async throws -> String {
        try BodyFile.copy(bytes, suffix: suffix)
    }

    /// Draws the screen again only if a message changes it.
    private func resumeTerminal() {
        terminal.resume()
        queue.post(.input(.resized(terminal.size)))
    }

    private func suspend() {
        terminal.stopProcess()
        queue.post(.input(.resized(terminal.size)))
    }
}

/// The running effects, with the ids for cancellation.
final class RunningEffects: Sendable {
    private struct Entry {
        let id: EffectID
        let number: Int
        let task: Task<Void, Never>
    }

    private struct State {
        var entries: [Entry] = []
        var last = 0

        mutating func removeTask(_ id: EffectID) -> Task<Void, Never>? {
            entries.firstIndex { $0.id == id }.map { entries.remove(at: $0).task }
        }
    }

    // Guards the list; an effect removes itself on its own thread, without waking another one.
    private let state = Mutex(State())

    /// Starts an effect; it replaces a running effect with the same id, or begins after that one's end if `waits` is true.
    func start(_ id: EffectID?, waits: Bool = false, _ work: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            state.last += 1
            let number = state.last
            let id = id ?? .unnamed(number)
            let former = state.removeTask(id)
            // Starts on another thread at once, even while this one draws the first frame. The effect cannot be removed before it is in the
            // list.
            let task = Task { @concurrent in
                if waits { await former?.value }
                await work()
                leave(number)
            }
            state.entries.append(Entry(id: id, number: number, task: task))
            return waits ? nil : former
        }?.cancel()
    }

    func cancel(_ id: EffectID) {
        state.withLock { state in state.entries.first { $0.id == id }?.task }?.cancel()
    }

    /// Cancels all effects and returns when they have ended.
    func finish() async {
        let tasks = state.withLock { $0.entries.map(\.task) }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    private func leave(_ number: Int) { state.withLock { $0.entries.removeAll { $0.number == number } } }
}
