import Workspace

extension AppState {
    /// The variable of that name that the request in the pane would use, as far as that is known: the nearest one.
    func knownVariable(_ name: String) -> KnownVariable? {
        let environment = environment?.name
        if let value = workspace.captured(for: request.place)[environment][name] {
            return KnownVariable(
                name: name, value: value.isSecret ? nil : value.text, origin: VariableOrigin.captured(environment: environment).description,
                isTemplate: false)
        }
        let known = workspace.variables.first { $0.name == name }
        if let known, known.isOfEnvironment { return known }
        let own = request.variables.draft.last { $0.isEnabled && $0.name == name }
        return own.map { KnownVariable(name: name, value: $0.value, origin: VariableOrigin.request.description) } ?? known
    }
}
