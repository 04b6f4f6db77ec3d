import Workspace

/// The files, secrets and permissions that a run has read of its workspace. Each is read once, so that all requests of the run see one state
/// of it.
struct RunReadings {
    /// The place of a request, and the environment that it is sent to: requests that agree in these read the same files.
    struct Place: Hashable {
        let folder: String?
        let environmentPath: String?
        /// The environment that the request names itself.
        let ownEnvironment: String?
    }

    /// The files by the place of the requests that they were read for.
    var files: [Place: ResolutionInput] = [:]
    /// The secrets of environments.
    let secrets = SecretMemory()
    /// The hashes of permissions that were given, by the file of the request.
    var given: [String?: Set<String>] = [:]

    /// Keeps the permissions that a request was sent with.
    mutating func note(_ permissions: [Permission], of path: String?) {
        if !permissions.isEmpty { given[path, default: []].formUnion(permissions.map(\.hash)) }
    }
}

extension RunReadings.Place {
    /// The place of a job.
    init(_ job: SendJob, _ path: String?, _ environmentPath: String?) {
        folder = path.map(WorkspaceTree.folder)
        self.environmentPath = environmentPath
        ownEnvironment = job.draft.options.environment
    }
}

extension ResolutionInput {
    /// Takes what another input has read of files.
    mutating func takeFiles(of other: ResolutionInput) {
        inherited = other.inherited
        workspaceVariables = other.workspaceVariables
        (environment, environmentPath) = (other.environment, other.environmentPath)
        (collectionSecrets, collectionSecretProblem) = (other.collectionSecrets, other.collectionSecretProblem)
    }
}
