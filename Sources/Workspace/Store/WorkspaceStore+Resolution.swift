import JSON

extension WorkspaceStore {
    /// Everything on disk that decides what a draft becomes: folders, environment, variables of the workspace.
    ///
    /// - Parameters:
    ///   - requestPath: the request's file, or the place where it would be saved, of which the folders are inherited; nil for none.
    ///   - known: settings of folders by their files; they count where the file is not there.
    ///   - environmentPath: the environment that is chosen. One that the request or its folders name wins over it.
    /// - Throws: `broken` where a file that counts cannot be read: what would be sent is not what was meant.
    public func resolutionInput(
        _ draft: RequestDraft, requestPath: String?, environmentPath: String?, keeping known: [String: Loaded<FolderDraft>] = [:]
    ) throws(WorkspaceError) -> ResolutionInput {
        var input = ResolutionInput(draft, root: root)
        if let requestPath {
            let (layers, problems) = inheritance(of: requestPath, keeping: known)
            if let problem = problems.first { throw .broken(problem) }
            input.inherited = layers
        }
        input.workspaceVariables = try workspaceSettings().content.variables
        input.environmentPath = try namedEnvironment(input, requestPath) ?? environmentPath
        if let path = input.environmentPath { input.environment = try namedByFile(chosenEnvironment(at: path)) }
        return input
    }

    private func chosenEnvironment(at path: String) throws(WorkspaceError) -> Loaded<EnvironmentDraft> {
        guard !isMissing(path) else {
            let message = "\(path), the file of the chosen environment, is not there. Bring it back, or choose another environment."
            throw WorkspaceError(.notFound, path: path, message: message)
        }
        return try environment(at: path)
    }

    /// The environment that the request or its folders name.
    private func namedEnvironment(_ input: ResolutionInput, _ requestPath: String?) throws(WorkspaceError) -> String? {
        guard let name = input.options.environment, !name.isEmpty else { return nil }
        let known = requestPath.flatMap(WorkspacePath.collection).map(environments) ?? []
        if let found = known.first(where: { $0.name == name }) { return found.path }
        let hint = NearestName.of(name, among: known.map(\.name)).map { " Did you mean “\($0)”?" } ?? ""
        throw WorkspaceError(
            .notFound, path: requestPath ?? "",
            message: "The request is for the environment “\(name)”, which its collection does not have.\(hint)")
    }

    private func namedByFile(_ loaded: Loaded<EnvironmentDraft>) -> EnvironmentDraft {
        loaded.content.name.isEmpty ? loaded.content.named(WorkspacePath.stem(of: loaded.path)) : loaded.content
    }
}

extension RequestResolver {
    /// Gets the secrets that the request needs from their sources, and resolves it.
    ///
    /// - Throws: every reason why the request cannot be sent; ``ResolutionError/prompts`` names what is only to be asked for.
    public static func resolve(_ input: ResolutionInput, asking reader: SecretReader) async throws(ResolutionError) -> ResolvedRequest {
        try resolve(await input.gettingSecrets(from: reader))
    }
}

extension ResolutionInput {
    /// The same with the secrets that the request needs, as far as they can be got.
    func gettingSecrets(from reader: SecretReader) async -> ResolutionInput {
        let missing = RequestResolver.missingSecrets(self)
        guard !missing.isEmpty else { return self }
        let got = await reader.read(missing)
        var complete = self
        complete.secrets.merge(got.values) { $1 }
        complete.secretFailures.merge(got.failures) { $1 }
        return complete
    }
}
