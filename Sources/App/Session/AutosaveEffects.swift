import Engine
import Platform
import Workspace

/// Stores and restores data that outlives the program.
struct AutosaveEffects: Sendable {
    private let drafts: DraftJournal?
    private let session: StateFile?
    private let workspace: any WorkspaceAccess
    private let report: StorageFailureReport
    private let post: @Sendable (SessionMessage) -> Void

    init(environment: AppEnvironment, post: @escaping @Sendable (SessionMessage) -> Void) {
        drafts = environment.drafts
        session = environment.session
        workspace = environment.workspace
        report = environment.storageFailures
        self.post = post
    }

    func run(_ effect: AutosaveEffect) async {
        switch effect {
        case .drafts(let requests, let tabs, let stashed, let windows, let isAdded):
            let edits = requests.enumerated().map { $1.typedText(tab: tabs.indices.contains($0) ? tabs[$0] : nil) }
            await store(edits + stashed, windows, isAdded: isAdded)
        case .session(let state):
            let problem = await session?.write(state.json, merge: Session.merge)
            if report.stored(.session, problem) { post(.sessionStored(isFailing: problem != nil)) }
        case .resume(let paths, let current):
            await open(paths, current)
            await restore(current)
            post(.resumed)
        }
    }

    private func store(_ kept: [AutosavedDraft], _ windows: [AutosavedWindow], isAdded: Bool) async {
        var problem: String?
        do {
            if isAdded { try await drafts?.add(kept, windows: windows) } else { try await drafts?.store(kept, windows: windows) }
            report.stored(.edits, nil)
        } catch {
            report.stored(.edits, "\(error)")
            if !(kept.isEmpty && windows.isEmpty) { problem = "\(error)" }
        }
        if report.autosaved(problem) { post(.autosaved(isFailing: problem != nil)) }
    }

    /// Opens the requests of the last session; deleted ones are skipped.
    private func open(_ paths: [String], _ current: String?) async {
        for path in paths {
            guard let draft = try? await workspace.request(at: path) else { continue }
            post(.opened(path: path, draft, isCurrent: path == current))
        }
    }

    /// Restores unsaved edits, each with the current content of its file. Of several requests with stashed fields whose files are gone, only
    /// the one that was in front is.
    private func restore(_ current: String?) async {
        guard let drafts else { return }
        do {
            let abandoned = try await drafts.takeOver()
            let stashed = abandoned.drafts.filter(\.isStashed)
            if !stashed.isEmpty { post(.foundStashed(stashed)) }
            for kept in abandoned.drafts where !kept.isStashed { post(.restored(kept, saved: await file(of: kept))) }
            var gone: [AutosavedDraft] = []
            for kept in stashed { if await isGone(kept) { gone.append(kept) } }
            let shown = gone.count == 1 ? 0 : gone.firstIndex { $0.path == current }
            if let shown { post(.restored(gone.remove(at: shown), saved: nil)) }
            if !gone.isEmpty { post(.foundGone(gone)) }
            for kept in abandoned.copies { await restoreCopy(kept) }
            if !abandoned.windows.isEmpty { post(.foundWindows(abandoned.windows)) }
            for place in abandoned.damaged {
                post(.failed("Some unsaved edits of the last session cannot be read. They remain in \(place)."))
            }
        } catch {
            post(.failed("\(error)"))
        }
    }

    /// Restores the text that an external editor has left.
    private func restoreCopy(_ kept: AutosavedDraft) async {
        guard let copy = kept.copy else { return }
        switch TemporaryCopy.left(in: copy.path) {
        case .nothing: break
        case .text(let text): post(.foundEdited(kept, saved: await file(of: kept), text: text))
        case .other:
            let name = kept.draft.name.isEmpty ? "a request" : "“\(kept.draft.name)”"
            post(.failed("Apus ended while \(name) was open in an editor. What the editor left is in \(parentFolder(of: copy.path))."))
        }
    }

    /// True if the file of a saved request does not exist. Nothing is known of one that cannot be read.
    private func isGone(_ kept: AutosavedDraft) async -> Bool {
        guard let path = kept.path else { return false }
        do { _ = try await workspace.request(at: path) } catch { return (error as? WorkspaceError)?.code == .notFound }
        return false
    }

    private func file(of kept: AutosavedDraft) async -> RequestDraft? {
        guard let path = kept.path else { return nil }
        return try? await workspace.request(at: path)
    }
}

extension RequestState {
    /// All typed text of a request, for the autosave.
    func typedText(tab: Int?) -> AutosavedDraft {
        var kept = AutosavedDraft(
            path: path, draft: withTypedRows.draft, text: unreadDocument, textBase: unreadDocument == nil ? nil : documentBase, tab: tab)
        kept.folder = folder
        kept.file = path == nil ? nil : saved
        return kept
    }
}
