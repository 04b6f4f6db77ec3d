import Workspace

extension AppState {
    /// The context of the environments.
    var environmentContext: EnvironmentContext {
        let collection = workspace.collection(of: request.place ?? tree.current?.node.path)
        return EnvironmentContext(
            environment: environment, collection: collection, collectionName: workspace.tree.node(at: collection)?.name ?? collection)
    }

    /// Reduces a message to the environments.
    mutating func reduceEnvironments(_ message: EnvironmentMessage) -> [Effect] {
        let outcome = EnvironmentReducer.reduce(message, environmentContext)
        return carryOut(outcome, message: Message.environments, effect: Effect.workspace) { _, output in
            switch output {
            case .showPicker: [.next(.application(.showEnvironments))]
            }
        }
    }
}
