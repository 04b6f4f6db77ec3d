import Workspace

/// Keeps and finds what outlives the program.
struct KeepEffects: Sendable {
    private let drafts: DraftJournal?
    private let session: StateFile?
    private let workspace: any WorkspaceAccess
    private let report: KeepingReport
    private let post: @Sendable (Message) -> Void

    init(environment: AppEnvironment, post: @escaping @Sendable (Message) -> Void) {
        drafts = environment.drafts
        session = environment.session
        workspace = environment.workspace
        report = environment.keeping
        self.post = post
    }

    func run(_ effect: KeepEffect) async {
        switch effect {
        case .drafts(let requests, let offered, let tabs):
            await keep(requests.enumerated().map { $1.kept(tab: tabs.indices.contains($0) ? tabs[$0] : nil) } + offered)
        case .session(let state): if let problem = await session?.write(state.json) { report.failed(.state, problem) }
        case .findDrafts: await find()
        case .openRequests(let paths, let current):
            for path in paths {
                // A request that is gone is not missed: the tree shows what there is.
                guard let draft = try? await workspace.request(at: path) else { continue }
                post(.session(.opened(path: path, draft, isCurrent: path == current)))
            }
        case .restore(let kept):
            for draft in kept { post(.session(.restored(draft, saved: await saved(draft.path)))) }
        }
    }

    private func saved(_ path: String?) async -> RequestDraft? {
        guard let path else { return nil }
        return try? await workspace.request(at: path)
    }

    private func keep(_ kept: [KeptDraft]) async {
        do {
            try await drafts?.keep(kept)
        } catch {
            report.failed(.state, "\(error)")
        }
    }

    private func find() async {
        do {
            guard let found = try await drafts?.takeOver() else { return }
            if !found.drafts.isEmpty { post(.session(.found(found.drafts))) }
            for place in found.damaged {
                post(.application(.complain("Unsaved edits of an earlier run cannot be read whole. They are kept in \(place).")))
            }
        } catch {
            post(.application(.complain("\(error)")))
        }
    }
}

extension RequestState {
    /// All that was typed, to be kept over the end of the program.
    func kept(tab: Int?) -> KeptDraft {
        KeptDraft(
            path: path, draft: withTypedRows.draft, text: unreadDocument, textBase: unreadDocument == nil ? nil : documentBase, tab: tab)
    }
}
