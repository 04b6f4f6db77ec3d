/// What of the answer is shown.
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
}
