import Widgets
import Workspace

/// What of the request is shown below its URL.
public enum RequestTab: String, CaseIterable, Sendable {
    case params, headers, body, auth

    /// The word on the tab.
    func title(_ request: RequestState) -> String {
        switch self {
        case .params: "Params" + Self.count(request.params.rows)
        case .headers: "Headers" + Self.count(request.headers.rows)
        case .body: "Body" + (request.bodyKind == .none ? "" : " \(request.bodyKind.rawValue)")
        case .auth: "Auth" + (request.base.auth.kind == .inherit ? "" : " \(request.base.auth.kind.rawValue)")
        }
    }

    private static func count(_ rows: [TableRowText]) -> String {
        let count = rows.count { $0.isEnabled }
        return count == 0 ? "" : " \(count)"
    }
}
