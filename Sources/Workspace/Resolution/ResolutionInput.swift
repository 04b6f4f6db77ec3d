#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Everything that decides what a draft becomes. Resolving looks at nothing else.
public struct ResolutionInput: Sendable {
    /// The request as written.
    public var draft: RequestDraft
    /// What the collection and the folders around it say, outermost first.
    public var inherited: [Loaded<FolderDraft>]
    /// The variables of the workspace.
    public var workspaceVariables: [Row]
    /// The environment that is chosen; nil for none.
    public var environment: EnvironmentDraft?
    /// Its file, relative to the workspace.
    public var environmentPath: String?
    /// Values of the environment's secrets that have been got from their sources, by name.
    public var secrets: [String: String]
    /// Why secrets could not be got, by name, as the end of a sentence.
    public var secretFailures: [String: String]
    /// Values that were asked for, by name.
    public var prompted: [String: String]
    /// Values that were taken out of answers in this session; those of the environment count.
    public var captured: CapturedValues
    /// The process environment.
    public var process: [String: String]
    /// The absolute path that files of the request are relative to.
    public var root: String
    /// When the request is sent.
    public var now: Date
    /// Whether only how it is sent is wanted: the rest is not looked at, and nothing is asked for it.
    public var isForOptions = false

    /// A draft alone; the rest is set as there is need.
    public init(_ draft: RequestDraft, root: String = "/", now: Date = Date()) {
        self.draft = draft
        inherited = []
        workspaceVariables = []
        secrets = [:]
        secretFailures = [:]
        prompted = [:]
        captured = CapturedValues()
        process = [:]
        self.root = root
        self.now = now
    }

    /// Whether nobody may see what is typed in under a name: it stands for a secret of the environment, or is called like one.
    public func isSecret(_ name: String) -> Bool {
        SecretName.isSecretPrompt(name) || environment?.secrets.contains { $0.name == name } == true
    }

    /// The variables in the order of their nearness.
    public var scopes: VariableScopes {
        var scopes = VariableScopes()
        let asked = Set(environment?.secrets.map(\.name) ?? [])
        scopes.append(prompted.filter { isSecret($0.key) }, .prompt, isSecret: true)
        scopes.append(prompted, .prompt)
        let (taken, answer) = (captured[environment?.name], VariableOrigin.captured(environment: environment?.name))
        scopes.append(taken.filter(\.value.isSecret).mapValues(\.text), answer, isSecret: true)
        scopes.append(taken.mapValues(\.text), answer)
        if let environment {
            scopes.append(secrets.filter { asked.contains($0.key) }, .secret(environment: environment.name), isSecret: true)
            scopes.append(environment.variables, .environment(environment.name))
        }
        scopes.append(draft.variables, .request)
        for layer in inherited.reversed() { scopes.append(layer.content.variables, layer.origin) }
        scopes.append(workspaceVariables, .workspace)
        return scopes
    }
}

extension Loaded<FolderDraft> {
    /// What values of the folder or collection are said to come from.
    var origin: VariableOrigin {
        let folder = WorkspacePath.name(of: WorkspacePath.parent(of: path))
        let name = content.name.isEmpty ? folder : content.name
        return WorkspacePath.name(of: path) == WorkspacePath.collectionFile ? .collection(name) : .folder(name)
    }
}
