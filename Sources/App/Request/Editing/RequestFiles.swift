import Engine
import Widgets
import Workspace

/// Saves and renames the request.
enum RequestFiles {
    static func reduce(_ state: inout RequestState, _ context: RequestContext, _ message: RequestFileMessage) -> RequestOutcome {
        switch message {
        case .save: return save(&state, context)
        case .saveAs(let name, let folder):
            state.base.name = name
            return writeOrAsk(&state, context, folder)
        case .write(let folder, let keepsSecrets): return write(&state, context, folder, keepsSecrets: keepsSecrets)
        case .rename:
            return [
                .show(.prompt(PromptState(purpose: .renameRequest, title: "Rename request", field: TextFieldState(text: state.base.name))))
            ]
        case .setName(let name): return setName(&state, name)
        }
    }

    /// Saves the request; typing goes on.
    private static func save(_ state: inout RequestState, _ context: RequestContext) -> RequestOutcome {
        RequestEditing.commitPendingEdits(&state)
        let problems = state.unsavableProblems
        guard problems.isEmpty else {
            // A file cannot hold what is no option or no request; saving the rest would look as if all were kept.
            return [.output(.stopSaving)] + .say(.error, "Not saved: " + problems.joined(separator: "\n"), about: .saving)
        }
        if state.diskChange != nil { return [.output(.chooseVersion)] }
        guard state.path != nil else { return [.output(.askName(nameToSave(state)))] }
        return writeOrAsk(&state, context, nil)
    }

    // MARK: Credentials

    /// Writes the request; where that would put a credential into the file that was typed since, asks first.
    private static func writeOrAsk(_ state: inout RequestState, _ context: RequestContext, _ folder: String?) -> RequestOutcome {
        let credentials = credentials(state, context)
        guard !credentials.values.isEmpty else { return write(&state, context, folder, keepsSecrets: false) }
        let variables = credentials.values.keys.sorted().map { "{{\($0)}}" }.joined(separator: ", ")
        let place = context.environment(folder).map { "the environment “\($0.name)”" } ?? "its collection"
        return [
            .output(.stopSaving),
            .show(
                .confirm(
                    Question(
                        title: "Keep credentials out of the file?",
                        text:
                            "Request files are made to be shared. As a secret it stays on this machine, beside \(place), and the file holds \(variables).",
                        items: credentials.fields,
                        choices: [
                            Question<RequestMessage>.Choice("k", "Keep as a secret", [.file(.write(folder: folder, keepsSecrets: true))]),
                            Question<RequestMessage>.Choice(
                                "w", "Write into the file", [.file(.write(folder: folder, keepsSecrets: false))]),
                            Question<RequestMessage>.Choice("c", "Cancel", []),
                        ]))),
        ]
    }

    private static func credentials(_ state: RequestState, _ context: RequestContext) -> SeparatedCredentials {
        SeparatedCredentials(of: state.draft, notIn: state.saved, isTaken: context.variables.knows)
    }

    /// - Parameter folder: where a request without a file gets one.
    private static func write(_ state: inout RequestState, _ context: RequestContext, _ folder: String?, keepsSecrets: Bool)
        -> RequestOutcome
    {
        let credentials = keepsSecrets ? credentials(state, context) : nil
        if let credentials {
            state.fill(credentials.draft)
            state.noteChange()
        }
        let draft = state.draft
        let write: RequestWrite
        if let path = state.path {
            write = .save(path: path, draft)
        } else if let folder {
            write = .create(folder: folder, draft)
        } else {
            return []
        }
        guard let credentials else { return [.effect(.write(write))] }
        let environment = context.environment(folder)?.path
        return [.effect(.write(.keepSecrets(credentials.values, environmentPath: environment, then: write)))]
    }

    // MARK: Names

    /// The request's name; where it has none, what its tab calls it, which goes when another is typed.
    private static func nameToSave(_ request: RequestState) -> TextFieldState {
        guard request.base.name.isEmpty, !request.url.text.isEmpty else { return TextFieldState(text: request.base.name) }
        var field = TextFieldState(text: request.name)
        field.selectAll()
        return field
    }

    /// Renames the draft; a saved request's file follows at once.
    private static func setName(_ state: inout RequestState, _ name: String) -> RequestOutcome {
        state.base.name = name
        state.noteChange()
        // One that was removed outside gets its name with its file, when it is saved.
        guard let path = state.path, !state.isFileGone else { return [] }
        return [.effect(.write(.rename(path: path, name: name)))]
    }
}
