import Widgets
import Workspace

/// Makes, edits, copies and deletes environments of the collection that the request is in.
enum EnvironmentUpdate {
    static func update(_ state: inout AppState, _ message: ApplicationMessage) -> [Effect] {
        let collection = state.workspace.collection(of: state.request.place ?? state.tree.current?.node.path)
        switch message {
        case .addEnvironment:
            ask(&state, .newEnvironment(collection: collection), "New environment in \(collection)", text: "")
            return []
        default: break
        }
        guard let environment = state.environment else { return [] }
        switch message {
        case .editEnvironment: return [.workspace(.readEnvironment(path: environment.path))]
        case .duplicateEnvironment: return [.workspace(.change(.duplicate(path: environment.path)))]
        case .renameEnvironment: ask(&state, .rename(path: environment.path), "Rename “\(environment.name)”", text: environment.name)
        case .deleteEnvironment: return [.workspace(.change(.delete(path: environment.path, name: environment.name)))]
        default: break
        }
        return []
    }

    private static func ask(_ state: inout AppState, _ purpose: PromptState.Purpose, _ title: String, text: String) {
        var field = TextFieldState(text: text)
        field.selectAll()
        state.windows.append(.prompt(PromptState(purpose: purpose, title: title, field: field)))
    }
}
