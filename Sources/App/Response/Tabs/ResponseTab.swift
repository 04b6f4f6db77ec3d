import Workspace

/// The tabs of the response pane.
public enum ResponseTab: String, CaseIterable, Sendable {
    case body, headers, cookies, timing, trace, tls, sent, tests

    /// The word on the tab.
    var title: String {
        switch self {
        case .body: "Body"
        case .headers: "Headers"
        case .cookies: "Cookies"
        case .timing: "Timing"
        case .trace: "Trace"
        case .tls: "TLS"
        case .sent: "Sent"
        case .tests: "Tests"
        }
    }

    /// The tab in the title of the command that shows it.
    var name: String {
        switch self {
        case .body, .headers, .cookies: "response \(rawValue)"
        case .timing, .trace: rawValue
        case .tests: "test results"
        case .tls: "TLS certificates"
        case .sent: "sent request"
        }
    }
}

extension ResponseState {
    /// The tabs with their words; signs say how many tests failed, or else passed.
    var tabs: [(ResponseTab, String)] { ResponseTab.allCases.map { ($0, $0.title + ($0 == .tests ? testSign : "")) } }

    private var testSign: String {
        guard let checks, !checks.isEmpty else { return "" }
        return checks.failureCount > 0 ? " ✗\(checks.failureCount)" : " ✓\(checks.assertions.count + checks.captures.count)"
    }
}
