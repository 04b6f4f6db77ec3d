#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// All inputs for resolving a draft.
public struct ResolutionInput: Sendable {
    /// The request as edited.
    public var draft: RequestDraft
    /// Its file, or the path where it would be saved, relative to the workspace; nil for none.
    public var requestPath: String?
    /// The settings of the collection and the folders around it, outermost first.
    public var inherited: [Loaded<FolderDraft>]
    /// The variables of the workspace.
    public var workspaceVariables: [Row]
    /// The selected environment; nil for none.
    public var environment: EnvironmentDraft?
    /// Its file, relative to the workspace.
    public var environmentPath: String?
    /// The values of the environment's secrets, by name.
    public var secrets: [String: String]
    /// The secrets of the collection that are stored on this machine, by name.
    public var collectionSecrets: [String: String] = [:]
    /// The reason why they could not be read, as the end of a sentence; nil if they could.
    public var collectionSecretProblem: String?
    /// The entries of the environment that `secrets` were read from.
    var readSecrets: [SecretEntry] = []
    /// The reasons why secrets could not be read, by name, as the end of a sentence.
    public var secretFailures: [String: String]
    /// The values that the user was asked for, by name.
    public var prompted: [String: String]
    /// The names of the prompted values that are secrets.
    public var promptedSecrets: Set<String> = []
    /// The values captured in this session; those of the environment are used.
    public var captured: CapturedValues
    /// The process environment.
    public var process: [String: String]
    /// The absolute path that the request's files are relative to.
    public var root: String
    /// The files, as written, that a draft from outside the workspace names: they need permission wherever they are.
    public var foreignFiles: Set<String> = []
    /// The time of sending.
    public var now: Date
    /// True to resolve only the options: nothing else is read or asked for.
    public var isForOptions = false

    /// Resolves a draft alone; the other properties are set as needed.
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

    /// True if a prompted value is a secret: it was given as one, is a secret of the environment, or has such a name.
    public func isSecret(_ name: String) -> Bool {
        promptedSecrets.contains(name) || SecretName.isSecretPrompt(name) || environment?.secrets.contains { $0.name == name } == true
    }

    /// The variables, nearest first.
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
        for layer in inherited.reversed() {
            if case .collection(let name) = layer.origin { scopes.append(collectionSecrets, .collectionSecret(name), isSecret: true) }
            scopes.append(layer.content.variables, layer.origin)
        }
        scopes.append(workspaceVariables, .workspace)
        return scopes
    }
}

extension Loaded<FolderDraft> {
    /// The origin of values from this folder or collection.
    package var origin: VariableOrigin {
        let folder = WorkspacePath.name(of: WorkspacePath.parent(of: path))
        let name = content.name.isEmpty ? folder : content.name
        return WorkspacePath.name(of: path) == WorkspacePath.collectionFile ? .collection(name) : .folder(name)
    }
}
