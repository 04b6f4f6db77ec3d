import Workspace

extension AppState {
    /// The variable of that name that the request in the pane would use, as far as that is known: the nearest one.
    func knownVariable(_ name: String) -> KnownVariable? {
        if let value = workspace.captured[workspace.collection(of: request.path)]?[name] {
            return KnownVariable(
                name: name, value: value.isSecret ? nil : value.text, origin: VariableOrigin.captured.description)
        }
        let known = workspace.variables.first { $0.name == name }
        if let known, known.isOfEnvironment { return known }
        let own = request.variables.draft.last { $0.isEnabled && $0.name == name }
        return own.map { KnownVariable(name: name, value: $0.value, origin: VariableOrigin.request.description) } ?? known
    }
}
