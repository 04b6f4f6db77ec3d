public import Workspace

/// The workbench's access to a workspace's files. Nothing here runs on the main actor.
///
/// Every function throws an error whose description is a sentence for a person: what, where, what was expected, what to do.
public protocol WorkspaceAccess: WorkspaceFiles {
    /// The whole tree.
    func tree() async throws -> WorkspaceTree
    /// The tree before all of it is read: these collections and folders have children, the first collection if none is given.
    func tree(unfolded: Set<String>) async throws -> WorkspaceTree
    /// Looks what of the tree cannot be read whole, and gives whether some of it was not known: the next tree marks it.
    func findUnreadable(in tree: WorkspaceTree) async -> Bool
    /// The draft in a request's file.
    func request(at path: String) async throws -> RequestDraft
    /// Writes a draft to its file; false, and nothing is written, when the file changed since it was read.
    func save(_ draft: RequestDraft, at path: String, overwrites: Bool) async throws -> Bool
    /// Makes a file for a draft in a folder, a new collection when `folder` is empty; gives its path.
    func create(_ draft: RequestDraft, in folder: String) async throws -> String
    /// Gives a request, folder, collection or environment another name, and its file with it; gives the new path.
    func rename(_ path: String, to name: String) async throws -> String
    /// The variables that a request can use, sorted by name.
    func variables(environmentPath: String?, requestPath: String?) async throws -> [KnownVariable]
    /// Resolves a draft with what its folders and the environment say; tells of secrets that another program is asked for.
    func resolve(_ job: SendJob, waiting: @escaping SecretReader.Waiting) async throws(SendRefusal) -> ResolvedSend
    /// Puts together what can be of a draft, to be shown: what is missing is marked, and nobody is asked for anything but such programs.
    func outline(_ job: SendJob, waiting: @escaping SecretReader.Waiting) async throws(SendRefusal) -> ResolvedSend
    /// The allowances of the workspace, the oldest first.
    func allowances() async -> [TrustStore.Allowance]
    /// Takes a permission back.
    func revoke(_ allowance: TrustStore.Allowance) async throws
    /// Forgets the secrets that were typed in for requests that were sent.
    func forgetAnswers() async
    /// Files of requests and of settings that were read and are not there now, as long as that was not told.
    func missingFiles() async -> Set<String>
    /// The requests that were read and are not as they were then, with what their files say now; nil for one that is gone, which is told
    /// once, and of those in `removed` alone.
    func changedRequests(removed: Set<String>) async -> [String: RequestDraft?]
    /// The folders whose settings' files are among `removed`, with what they said, which holds on; each is told once.
    func lostSettings(removed: Set<String>) async -> [String: FolderDraft]
    /// Yields whenever files of the workspace changed outside.
    func changes() async throws -> AsyncStream<Void>
}
