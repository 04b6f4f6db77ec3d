import Widgets
import Workspace

/// What of the request is shown below its URL.
public enum RequestTab: String, CaseIterable, Sendable {
    case params, headers, body, auth, options, tests, scripts, docs, text

    /// The word on the tab.
    func title(_ request: RequestState) -> String {
        switch self {
        case .params: "Params" + Self.count(request.params.rows)
        case .headers: "Headers" + Self.count(request.headers.rows)
        case .body: "Body" + (request.bodyKind == .none ? "" : " \(request.bodyKind.rawValue)")
        case .auth: "Auth" + (request.base.auth.kind == .inherit ? "" : " \(request.base.auth.kind.rawValue)")
        case .options: "Options" + Self.count(request.options.rows.filter { !$0[1].isEmpty } + request.variables.rows)
        case .tests: "Tests" + Self.count(request.assertions.rows, and: request.captures.rows)
        case .scripts: "Scripts" + (request.scriptBefore.isEmpty && request.scriptAfter.isEmpty ? "" : " ●")
        case .docs: "Docs" + (request.docs.isEmpty ? "" : " ●")
        case .text: "Text" + (request.documentProblem == nil ? "" : " ✗")
        }
    }

    private static func count(_ rows: [TableRow]) -> String {
        let count = number(of: rows)
        return count == 0 ? "" : " \(count)"
    }

    /// What is tested is counted like the rows of other tabs; captures test nothing, and are called what they are.
    private static func count(_ assertions: [TableRow], and captures: [TableRow]) -> String {
        let count = number(of: captures)
        guard count > 0 else { return Self.count(assertions) }
        let sign = number(of: assertions) == 0 ? "" : Self.count(assertions) + " +"
        return "\(sign) \(count) capture" + (count == 1 ? "" : "s")
    }

    private static func number(of rows: [TableRow]) -> Int { rows.count { $0.isEnabled && !$0.isBlank } }
}
