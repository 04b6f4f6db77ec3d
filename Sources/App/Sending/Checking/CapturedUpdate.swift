import Widgets
import Workspace

/// Shows what was captured from answers, and forgets it.
enum CapturedUpdate {
    static func update(_ state: inout AppState, _ message: CapturedMessage) -> [Effect] {
        switch message {
        case .show: return ask(&state)
        case .forget(let collection): return forget(&state, collection)
        case .restore(let values, let collection):
            state.workspace.captured[collection, default: CapturedValues()].restore(values)
            return []
        }
    }

    /// Asks whether to forget what the collection's requests use, each value with the environment that it is of.
    private static func ask(_ state: inout AppState) -> [Effect] {
        let collection = state.workspace.collection(of: state.request.place)
        let values = state.workspace.captured(for: state.request.place)
        guard !values.isEmpty else { return state.say(.warning, "Nothing was captured from answers for the requests of the collection") }
        state.windows.append(
            .confirm(
                Question(
                    title: "Forget \(counted(values))?",
                    text:
                        "They are used by the requests of the collection, each in its environment, until they are captured anew or apus ends.",
                    items: values.all.map(line),
                    choices: [
                        Question<Message>.Choice("c", "keep", []),
                        Question<Message>.Choice("f", "forget", [.request(.captured(.forget(collection: collection)))]),
                    ])))
        return []
    }

    private static func forget(_ state: inout AppState, _ collection: String) -> [Effect] {
        guard let values = state.workspace.captured.removeValue(forKey: collection), !values.isEmpty else { return [] }
        let undo = Toast<Message>.Action(label: "undo", message: .request(.captured(.restore(values, collection: collection))))
        return state.say(.done, "\(counted(values)) forgotten", action: undo)
    }

    private static func line(environment: String?, variable: String, value: CapturedValue) -> String {
        "\(environment ?? "no environment"): \(variable) = \(value.shown)"
    }

    private static func counted(_ values: CapturedValues) -> String {
        "\(values.count) captured value\(values.count == 1 ? "" : "s")"
    }
}
