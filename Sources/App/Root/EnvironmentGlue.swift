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

extension AppState {
    /// The context of the cookie jars.
    var cookieContext: CookieContext {
        let sheets = windows.compactMap { if case .sheet(let sheet) = $0, case .cookies = sheet.subject { sheet } else { nil } }
        return CookieContext(
            environment: environment?.name ?? "", environments: workspace.environments(for: request.place).map(\.name),
            shownJar: sheets.last.map { ($0.page.title, $0.page.rows.count) }, isSavingWindow: sheets.contains(where: \.isSaving))
    }

    /// Reduces a message about the cookie jars.
    mutating func reduceCookies(_ message: CookieMessage) -> [Effect] {
        let outcome = CookieReducer.reduce(message, cookieContext)
        return carryOut(outcome, message: Message.cookies, effect: Effect.cookies) { state, output in
            switch output {
            case .endSaving(let problem):
                state.endSavingWindow(problem: problem)
                return []
            case .remove(let removal):
                return state.changeWindowRows { CookieRows.removing(removal, from: $0, selected: $1) }
            }
        }
    }
}
