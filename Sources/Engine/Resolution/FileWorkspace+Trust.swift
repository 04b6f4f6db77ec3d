public import Workspace

/// The permissions that a person gave when asked about one request.
public struct GivenPermissions: Sendable, Equatable {
    /// The permissions.
    public var permissions: [Permission] = []
    /// True if they hold from now on, false if for this time.
    public var areForGood = false

    /// No permissions.
    public init() {}
}

/// Permissions of the workspace's requests to use this machine.
extension FileWorkspace {
    /// The allowances of the workspace, the oldest first.
    public func allowances() -> [TrustStore.Allowance] { trust.store?.allowances ?? [] }

    /// Takes a permission back.
    public func revoke(_ allowance: TrustStore.Allowance) throws { try trust.store?.revoke(allowance) }

    /// Decides what the request of a job may use.
    func gate(for job: SendJob, _ input: ResolutionInput) -> TrustGate {
        let once = Set(job.permitted.permissions.map(\.hash)).union(readings?.given[input.requestPath] ?? [])
        guard job.isTyped else { return trust.gate(once: once, path: input.requestPath) { [] } }
        let (trust, known, store) = (trust, knownPermissions, try? store())
        let read = job.path.flatMap { loaded[$0]?.draft }
        return trust.gate(once: once, path: input.requestPath) {
            guard let path = job.path else { return trust.typed(job.draft, over: nil, known: known) }
            // Of a file that is not known, nothing tells what was typed.
            guard let saved = read ?? (try? store?.request(at: path).draft) else { return [] }
            return trust.typed(job.draft, over: saved, known: known)
        }
    }

    /// Keeps the permissions that were given for good when the job was asked about.
    func keepPermissions(of job: SendJob) throws(SendRefusal) {
        guard job.permitted.areForGood else { return }
        do throws(WorkspaceError) { try trust.store?.allow(job.permitted.permissions) } catch { throw .reasons([error.message]) }
    }

    /// Keeps the sensitive settings that a person made here. Those that cannot be kept are asked about.
    func noteWritten(_ content: some PermissionAsking, over old: (some PermissionAsking)?, at path: String) {
        try? trust.note(content, over: old, at: path, known: knownPermissions)
    }

    /// The files that were read from disk.
    private var knownPermissions: KnownPermissions {
        let requests = loaded.map { ($0.key, $0.value.draft as any PermissionAsking & Sendable) }
        let folders = (Array(settings.values) + Array(loadedFolders.values)).map {
            ($0.path, $0.content as any PermissionAsking & Sendable)
        }
        let environments = loadedEnvironments.map { ($0.key, $0.value.content as any PermissionAsking & Sendable) }
        return KnownPermissions(requests + folders + environments)
    }
}
