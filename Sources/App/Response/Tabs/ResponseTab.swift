import Workspace

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

    /// What it shows, as it stands in a sentence.
    var name: String {
        switch self {
        case .body, .headers, .cookies: rawValue
        case .timing: "timing of each phase"
        case .trace: "trace through the chain"
        case .tls: "TLS connection and certificates"
        case .sent: "request as it was sent"
        case .tests: "tests: captures and assertions"
        }
    }
}

extension ResponseState {
    /// The tabs with their words; a sign says how many captures and assertions failed.
    var tabs: [(ResponseTab, String)] {
        let failures = checks?.failureCount ?? 0
        return ResponseTab.allCases.map { ($0, $0.title + ($0 == .tests && failures > 0 ? " ✗\(failures)" : "")) }
    }
}
