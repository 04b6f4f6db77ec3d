import HTTP
import Workspace

/// A request to a protected environment that must be confirmed.
public struct ProtectedSend: Sendable, Equatable {
    /// The environment's name.
    public let environment: String
    /// The method's token.
    public let method: String
    /// The host, with a port that is not the scheme's default; nil if it is not known.
    public let host: String?

    init(environment: String, method: String, host: String?) {
        self.environment = environment
        self.method = method
        self.host = host
    }

    /// The confirmation that a resolved request needs; nil if it needs none.
    init?(_ resolved: ResolvedSend) {
        let method = resolved.request.method.rawValue
        guard let environment = resolved.protectedEnvironment, !Self.isSafe(method) else { return nil }
        let request = resolved.request.serverEnvironment?.applied(to: resolved.request) ?? resolved.request
        self.init(environment: environment, method: method, host: WebURL(request.url).map { resolved.mask.masked($0.host) })
    }

    /// The confirmation that replaying an exchange needs; nil if it needs none.
    init?(_ summary: ExchangeSummary, _ state: AppState) {
        guard let name = summary.origin.environment, !Self.isSafe(summary.method) else { return nil }
        let known = state.workspace.environments(for: summary.origin.requestPath) + [state.environment].compactMap(\.self)
        guard let environment = known.first(where: { $0.name == name }), environment.isProtected else { return nil }
        self.init(environment: name, method: summary.method, host: WebURL(summary.url)?.host)
    }

    /// Methods that change nothing (RFC 9110, section 9.2.1).
    private static func isSafe(_ method: String) -> Bool { ["GET", "HEAD", "OPTIONS", "TRACE"].contains(method.uppercased()) }

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
