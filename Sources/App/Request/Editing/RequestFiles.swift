import Engine
import JSON
import Widgets
import Workspace

/// Saves and renames the request.
enum RequestFiles {
    static func reduce(_ state: inout RequestState, _ message: RequestFileMessage, _ context: RequestContext) -> RequestOutcome {
        switch message {
        case .save: return save(&state, context)
        case .saveAs(let name, let folder):
            state.newName = name
            return writeOrAsk(&state, context, folder)
        case .write(let folder, let keepsSecrets, let secret):
            return write(&state, context, folder, keepsSecrets: keepsSecrets, replacing: secret)
        case .rename:
            var field = nameToSave(state)
            field.selectAll()
            return [.show(.prompt(Prompt("Rename request", "rename", "Name", field) { name, _ in .file(.setName(name)) }))]
        case .setName(let name): return setName(&state, name)
        }
    }

    /// Saves the request; editing continues.
    private static func save(_ state: inout RequestState, _ context: RequestContext) -> RequestOutcome {
        RequestEditing.commitPendingEdits(&state)
        let problems = state.unsavableProblems
        guard problems.isEmpty else {
            // A file cannot store invalid options or an invalid text; saving only the rest would look as if everything were saved.
            return .notify(.error, "Not saved: " + problems.joined(separator: "\n"), about: .saving(state.path))
        }
        if state.diskChange != nil { return [.output(.chooseVersion)] }
        guard state.path != nil else { return [.output(.askName(nameToSave(state)))] }
        return writeOrAsk(&state, context, nil)
    }

    // MARK: Credentials

    /// Writes the request; asks first if that would write a credential typed since the last save into the file.
    private static func writeOrAsk(_ state: inout RequestState, _ context: RequestContext, _ folder: String?) -> RequestOutcome {
        let credentials = credentials(state, context)
        guard !credentials.values.isEmpty else { return write(&state, context, folder, keepsSecrets: false) }
        let place = context.environment(folder).map { "the environment “\($0.name)”" } ?? "its collection"
        let question = Question<RequestMessage>.keepingCredentials(
            credentials.places.map(\.text), "Request files are meant to be shared", beside: place,
            replacing: replacedSecret(state, context, credentials).map {
                (name: $0, messages: [.file(.write(folder: folder, keepsSecrets: true, replacing: $0))])
            },
            keep: [.file(.write(folder: folder, keepsSecrets: true))], write: [.file(.write(folder: folder, keepsSecrets: false))],
            cancel: [])
        return [.show(.confirm(question))]
    }

    private static func credentials(
        _ state: RequestState, _ context: RequestContext, as secret: String? = nil
    ) -> SeparatedCredentials {
        SeparatedCredentials(of: state.draft, notIn: state.saved, as: secret, isTaken: context.variables.knows)
    }

    /// The secret of this machine that stood in the place of the only new credential; nil for none, or if the request still uses it.
    private static func replacedSecret(
        _ state: RequestState, _ context: RequestContext, _ credentials: SeparatedCredentials
    ) -> String? {
        guard state.path != nil, credentials.places.count == 1 else { return nil }
        let names = state.saved.variableNames.subtracting(state.draft.variableNames).filter { name in
            context.variables.storedSecret(name) != nil
                && Self.shares("{{\(name)}}", self.credentials(state, context, as: name).draft.document, state.saved.document)
        }
        return names.count == 1 ? names.first : nil
    }

    /// True if two values have a text in the same place.
    private static func shares(_ text: String, _ one: JSONValue, _ other: JSONValue) -> Bool {
        switch (one, other) {
        case (.string(let one), .string(let other)): one.contains(text) && other.contains(text)
        case (.array(let one), .array(let other)): zip(one, other).contains { shares(text, $0, $1) }
        case (.object(let one), .object(let other)):
            one.contains { member in other[member.name].map { shares(text, member.value, $0) } ?? false }
        default: false
        }
    }

    /// Writes the request to its file; that of a new request is created in `folder`.
    private static func write(
        _ state: inout RequestState, _ context: RequestContext, _ folder: String?, keepsSecrets: Bool, replacing secret: String? = nil
    ) -> RequestOutcome {
        let owner = secret.flatMap(context.variables.storedSecret)?.place
        let credentials = keepsSecrets ? credentials(state, context, as: secret) : nil
        if let credentials {
            state.fill(credentials.draft)
            state.noteChange()
        }
        var draft = state.draft
        let write: WorkspaceEffect
        if let path = state.path {
            write = .saveRequest(path: path, draft: draft)
        } else if let folder {
            draft.name = state.newName ?? draft.name
            write = .createRequest(folder: folder, draft: draft, of: context.tab)
        } else {
            return []
        }
        guard let credentials else { return [.effect(.workspace(write))] }
        var environment = context.environment(folder)?.path
        if secret != nil { if case .environment(path: let path)? = owner { environment = path } else { environment = nil } }
        return [.effect(.workspace(.storeSecrets(credentials.values, environmentPath: environment, then: write)))]
    }

    // MARK: Names

    /// The name that was typed for its file, or else the request's name; without one, the last words of its URL's path, which typing
    /// replaces. Lists show the method beside the name.
    private static func nameToSave(_ request: RequestState) -> TextFieldState {
        if let name = request.newName { return TextFieldState(text: name) }
        guard request.base.name.isEmpty, !request.url.text.isEmpty else { return TextFieldState(text: request.base.name) }
        var field = TextFieldState(text: words(ofPath: ReadableURL.text(URLText.shortened(request.url.text))))
        field.selectAll()
        return field
    }

    /// The last three segments of a path without the signs of parameters and variables: `people id` for `/api/v1/people/:id`.
    private static func words(ofPath path: String) -> String {
        guard path.hasPrefix("/") else { return path }
        let signs = Set(":{}")
        let segments = path.split(separator: "/").map { segment in segment.filter { !signs.contains($0) } }.filter { !$0.isEmpty }
        return segments.isEmpty ? path : segments.suffix(3).joined(separator: " ")
    }

    /// Renames the draft; the file of a saved request follows at once.
    private static func setName(_ state: inout RequestState, _ name: String) -> RequestOutcome {
        (state.base.name, state.newName) = (name, nil)
        state.noteChange()
        // A request whose file was deleted is renamed when it is saved.
        guard let path = state.path, !state.isFileGone else { return [] }
        return [.effect(.workspace(.change(.rename(path: path, name: name), .new)))]
    }
}
