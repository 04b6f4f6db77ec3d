import Engine
import HTTP
import Workspace

extension ProtectedSend {
    /// The confirmation that replaying an exchange needs; nil if it needs none.
    init?(_ summary: ExchangeSummary, _ state: AppState) {
        guard let name = summary.origin.environment, !Self.isSafe(summary.method) else { return nil }
        let known = state.workspace.environments(for: summary.origin.requestPath) + [state.environment].compactMap(\.self)
        guard let environment = known.first(where: { $0.name == name }), environment.isProtected else { return nil }
        self.init(environment: name, method: summary.method, host: WebURL(summary.url)?.host)
    }

    /// Asks once, however often the key was pressed.
    func ask(_ state: inout AppState, before effect: Effect) {
        let question = Window<Message>.confirm(
            Question(
                title: "Send to a protected environment?",
                text: "“\(environment)” is protected, and \(method) may change something "
                    + (host.map { "at \($0), where it goes." } ?? "there."),
                choices: [Question<Message>.Choice("c", "Cancel", []), Question<Message>.Choice("s", "Send", [.perform(effect)])]))
        if state.windows.last != question { state.windows.append(question) }
    }
}
