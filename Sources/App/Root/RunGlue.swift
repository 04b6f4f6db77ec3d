import Workspace

extension AppState {
    /// The context of the runner.
    var runContext: RunContext {
        let workspace = workspace
        return RunContext(
            node: { workspace.tree.node(at: $0) }, environments: { workspace.environments(for: $0) },
            environment: { workspace.environment(for: $0) }, captured: { workspace.captured(for: $0) })
    }

    /// Reduces a message to the runner. At the start a run waits until its requests and its environment are read.
    mutating func reduceRun(_ message: RunMessage) -> [Effect] {
        if case .ask(let path) = message, workspace.isLoading {
            waitingUse = .run(path: path)
            return []
        }
        return carryOut(RunReducer.reduce(&run, message, runContext), message: Message.run, effect: Effect.run) { state, output in
            switch output {
            case .showRun(let run): state.showRun(run)
            case .open(let id): return [.history(.open(id, owner: state.tabs.front.id))]
            case .ended(let entry): return [.next(.history(.store(.ended(entry))))]
            case .addCaptured(let values, let path, let environment):
                let collection = state.workspace.collection(of: path)
                state.workspace.captured[collection, default: CapturedValues()].merge(values, of: environment)
            }
            return []
        }
    }

    /// Updates the window of a run, if it is open; another window on top stays there.
    private mutating func showRun(_ run: RunState?) {
        let index = windows.firstIndex { if case .run = $0 { true } else { false } }
        guard let run else { return windows.removeAll { if case .run = $0 { true } else { false } } }
        guard let index, case .run(var window) = windows[index] else { return windows.append(.run(RunWindow(run))) }
        window.update(run, height: window.listHeight(windowContext))
        windows[index] = .run(window)
    }
}
