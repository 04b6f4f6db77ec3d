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
        case .drafts(let requests, let offered, let tabs, let aside, let windows, let found):
            let edits = requests.enumerated().map { $1.kept(tab: tabs.indices.contains($0) ? tabs[$0] : nil) }
            await keep(edits + offered + aside, windows, found)
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

    private func keep(_ kept: [KeptDraft], _ windows: [KeptWindow], _ found: UnseenDrafts) async {
        do {
            switch found {
            case .none: try await drafts?.keep(kept, windows: windows)
            case .kept: try await drafts?.add(kept, windows: windows)
            case .discarded: try await drafts?.replaceEdits(by: kept, windows: windows)
            }
        } catch {
            report.failed(.state, "\(error)")
        }
    }

    /// Much of it takes a while to read: nobody is to be asked in the middle of what they type then.
    private static let muchBytes = 1 << 20

    private func find() async {
        guard let drafts else { return }
        let count = await drafts.abandonedByteCount()
        let isMuch = count > Self.muchBytes
        if isMuch { post(.session(.finding(byteCount: count))) }
        do {
            let found = try await drafts.takeOver()
            let aside = found.drafts.filter(\.isAside)
            if !aside.isEmpty { post(.session(.foundAside(aside))) }
            let edits = found.drafts.filter { !$0.isAside }
            if isMuch || !edits.isEmpty || !found.windows.isEmpty { post(.session(.found(edits, windows: found.windows))) }
            for place in found.damaged {
                post(.application(.complain("Unsaved edits of an earlier run cannot be read whole. They are kept in \(place).")))
            }
        } catch {
            if isMuch { post(.session(.found([]))) }
            post(.application(.complain("\(error)")))
        }
    }
}

extension RequestState {
    /// All that was typed, to be kept over the end of the program.
    func kept(tab: Int?) -> KeptDraft {
        var kept = KeptDraft(
            path: path, draft: withTypedRows.draft, text: unreadDocument, textBase: unreadDocument == nil ? nil : documentBase, tab: tab)
        kept.folder = folder
        return kept
    }
}
