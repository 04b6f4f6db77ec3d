import Engine
import JSON
import Platform
import Workspace

/// The environment and the variables in the options of `send` and `run`.
struct SendVariables: Sendable {
    /// The values by name.
    let values: [String: String]
    /// The names of secret values, which are masked in the streams, in reports and in the history.
    let secretNames: Set<String>

    /// Reads the options.
    ///
    /// - Throws: a `UsageError` for a value without `=`, and a `CommandError` with code 3 for a source without a value.
    init(_ words: CommandWords, _ context: CommandContext) throws {
        var values: [String: String] = [:]
        for word in words.values("variable") {
            let (name, value) = try Self.pair(word, "--variable")
            values[name] = value
        }
        var secrets: Set<String> = []
        for word in words.values("secret-from") {
            let (name, source) = try Self.pair(word, "--secret-from")
            values[name] = try Self.secret(source, name, context)
            secrets.insert(name)
        }
        self.values = values
        secretNames = secrets
        context.streams.conceal(Set(secrets.compactMap { values[$0] }))
    }

    fileprivate static func pair(_ word: String, _ option: String) throws -> (String, String) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty else { throw UsageError("\(option) \(word): expected NAME=VALUE") }
        return (parts[0], parts[1])
    }

    private static func secret(_ source: String, _ name: String, _ context: CommandContext) throws -> String {
        if source == "-" { return try line(try context.streams.readAll(), name, "standard input") }
        if source.hasPrefix("env:") {
            let variable = String(source.dropFirst(4))
            if let value = context.environment[variable] { return try line(Array(value.utf8), name, variable) }
            throw CommandError("the secret \(name) comes from \(variable), which is not set in the process environment", code: 3)
        }
        guard source.hasPrefix("file:") else {
            throw UsageError("--secret-from \(name)=\(source): expected env:VARIABLE, file:PATH or -")
        }
        let path = String(source.dropFirst(5))
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try Descriptor(opening: path, O_RDONLY).readWhole(limit: 1 << 20)
        } catch {
            let reason = error.number == EFBIG ? "its file is larger than 1 MB" : "\(error)"
            throw CommandError("the secret \(name) cannot be read: \(reason)", code: 3)
        }
        return try line(bytes, name, path)
    }

    /// The text without its final line break. An empty one comes from a program that failed, or from input that was read already.
    private static func line(_ bytes: [UInt8], _ name: String, _ source: String) throws(CommandError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandError("the secret \(name) comes from \(source), which is not UTF-8 text", code: 3)
        }
        // A line break of Windows is one character.
        let line = ["\n", "\r\n"].contains(text.last) ? String(text.dropLast()) : text
        guard !line.isEmpty else { throw CommandError("the secret \(name) comes from \(source), which is empty", code: 3) }
        return line
    }

    /// The workspace in the options, or the nearest parent folder that is one; nil if there is none.
    static func workspace(_ words: CommandWords) throws -> WorkspaceStore? {
        do throws(WorkspaceError) {
            return try folder(words).map { folder throws(WorkspaceError) in try WorkspaceStore(opening: folder) }
        } catch {
            throw CommandError(error.message, code: 2)
        }
    }

    /// The workspace; throws if there is none.
    static func requiredWorkspace(_ words: CommandWords) throws -> WorkspaceStore {
        guard let store = try workspace(words) else {
            throw CommandError("there is no workspace here (a folder that contains `collections`)", code: 2)
        }
        guard FileStatus.isFolder(store.root + "/collections") else {
            throw CommandError("\(store.root) is not a workspace (a folder that contains `collections`)", code: 2)
        }
        return store
    }

    /// The folder of the workspace; nil if there is none.
    static func folder(_ words: CommandWords) -> String? {
        if let folder = words.value("workspace") { return resolvedPath(folder) ?? folder }
        return nearestWorkspace(to: currentFolder() ?? "/")
    }

    /// The workspace that contains a folder, or is it; nil if there is none.
    static func nearestWorkspace(to folder: String) -> String? {
        var folder = folder
        while !FileStatus.isFolder(folder + "/collections") {
            guard folder.count > 1 else { return nil }
            folder = parentFolder(of: folder)
        }
        return folder
    }

    /// The file of the environment in the options or in `APUS_ENVIRONMENT`, in the collection of a request or in the workspace; nil for
    /// none.
    static func environmentPath(
        _ words: CommandWords, _ context: CommandContext, of request: String?, in store: WorkspaceStore?
    ) throws -> String? {
        try environmentName(words, context).map { try environmentPath(named: $0, of: request, in: store) }
    }

    /// The name of the environment in the options or in `APUS_ENVIRONMENT`; nil for none.
    static func environmentName(_ words: CommandWords, _ context: CommandContext) throws(UsageError) -> String? {
        if words.value("environment") == "" { throw UsageError("--environment needs a name") }
        let name = words.value("environment") ?? context.environment["APUS_ENVIRONMENT"]
        return name?.isEmpty == false ? name : nil
    }

    /// The file of an environment in the collection of a request, or in any collection without a request.
    ///
    /// - Throws: a ``CommandError`` with code 2 that names a similar environment.
    static func environmentPath(named name: String, of request: String?, in store: WorkspaceStore?) throws -> String {
        let known = try environments(for: request, in: store)
        let found = known.filter { Self.isNamed(name, $0) }
        // An environment of the collection comes before one of the workspace.
        if let first = found.first, request != nil || found.count == 1 || Self.name(of: first) == first.name { return first.path }
        guard found.isEmpty else {
            let names = found.map(Self.name).joined(separator: ", ")
            throw CommandError("several collections have an environment “\(name)”: \(names)", code: 2)
        }
        let names = Set(known.map { request == nil ? Self.name(of: $0) : $0.name }).sorted()
        let near = NearestName.of(name, among: names).map { "did you mean “\($0)”?" }
        let hint =
            near ?? (names.isEmpty ? "neither the collection nor the workspace has one" : "available: \(names.joined(separator: ", "))")
        throw CommandError("there is no environment “\(name)”; \(hint)", code: 2)
    }

    /// True if the name is that of the environment, of its file, or that of the environment after the folder of its collection.
    static func isNamed(_ name: String, _ environment: EnvironmentSummary) -> Bool {
        environment.name == name || environment.path.hasSuffix("/\(name).json") || self.name(of: environment) == name
    }

    /// The environments of a request's collection and of the workspace; without a request those of the workspace, then of all collections.
    private static func environments(for request: String?, in store: WorkspaceStore?) throws(CommandError) -> [EnvironmentSummary] {
        guard let store else { return [] }
        if let request { return store.environments(for: WorkspacePath.collection(of: request) ?? "") }
        do throws(WorkspaceError) {
            return try store.tree().environments.sorted { $0.key < $1.key }.flatMap(\.value)
        } catch {
            throw CommandError(error.message, code: 2)
        }
    }

    /// The name with that of its collection's folder: `api/local`.
    private static func name(of environment: EnvironmentSummary) -> String {
        WorkspacePath.collection(of: environment.path).map { "\(WorkspacePath.shown($0))/\(environment.name)" } ?? environment.name
    }
}

extension RequestDraft {
    /// The request with the options of the words.
    ///
    /// - Throws: a ``UsageError`` that names a similar option, or the expected form of the value.
    func settingOptions(_ words: CommandWords) throws -> RequestDraft {
        var draft = self
        for word in words.values("option") {
            let (name, value) = try SendVariables.pair(word, "--option")
            guard let option = RequestOption.named(name) else {
                let near = NearestName.of(name, among: RequestOption.all.map(\.name)).map { "did you mean \($0)?" }
                throw UsageError(
                    "--option \(word): there is no option “\(name)”; \(near ?? "the options are \(ListText.of(RequestOption.all.map(\.name)))")"
                )
            }
            let typed = option.isPath ? value.path(in: currentFolder() ?? "/") : value
            if let expected = option.setText(typed, in: &draft.options) { throw UsageError("--option \(word): expected \(expected)") }
        }
        return draft
    }
}

extension RequestOption {
    /// Replaces the places of options on the screen, in a message, by their words on the command line.
    static func namingWords(_ message: String) -> String {
        guard message.contains("Options → ") else { return message }
        // A place may begin with another one.
        return all.sorted { $0.place.count > $1.place.count }.reduce(message) { $0.replacing($1.place, with: "--option \($1.name)") }
    }
}
