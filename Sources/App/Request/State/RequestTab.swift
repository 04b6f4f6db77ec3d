import Engine
import Widgets
import Workspace

/// The tabs below the URL.
enum RequestTab: String, CaseIterable, Sendable {
    case params, headers, body, auth, options, tests, scripts, docs, text

    /// The tabs of a request. Scripts, which are kept but not run, have one only if there are any or the palette shows it.
    static func shown(_ request: RequestState) -> [RequestTab] {
        allCases.filter { $0 != .scripts || request.tab == $0 || !(request.scriptBefore.isEmpty && request.scriptAfter.isEmpty) }
    }

    /// The tab that a request shows at first: the body, or else the first one with content.
    static func first(of request: RequestState) -> RequestTab {
        if request.bodyKind != .none { return .body }
        if !request.params.rows.isEmpty { return .params }
        let signedTab = allCases.first { !$0.signs(request)[0].isEmpty && ($0 != .auth || request.base.auth.kind != .none) }
        return signedTab ?? (request.headers.rows.isEmpty ? .params : .headers)
    }

    /// The tab that shows a member of a request's file, as `body.json`; nil for the name, the method and the URL.
    init?(member: String) {
        switch member.prefix(while: { $0 != "." }) {
        case "pathParameters", "query": self = .params
        case "headers": self = .headers
        case "body": self = .body
        case "auth": self = .auth
        case "options", "variables": self = .options
        case "captures", "assertions": self = .tests
        case "scripts": self = .scripts
        case "docs", "tags": self = .docs
        default: return nil
        }
    }

    /// The tab some places after the selected one; wraps around.
    static func neighbour(by step: Int, in request: RequestState) -> RequestTab {
        let tabs = shown(request)
        return tabs[((tabs.firstIndex(of: request.tab) ?? 0) + step + tabs.count) % tabs.count]
    }

    /// The titles with signs that become shorter, then fewer, until all tabs fit in `columns`; if they cannot fit, titles are full.
    static func titles(_ request: RequestState, columns: Int) -> [(RequestTab, String)] {
        let tabs = shown(request)
        let signs = tabs.map { $0.signs(request) }
        var lengths = tabs.map { _ in 0 }
        func titles() -> [(RequestTab, String)] {
            zip(tabs, zip(signs, lengths)).map { ($0, $0.word + $1.0[min($1.1, $1.0.count - 1)]) }
        }
        let whole = titles()
        // A gap of two spaces between tabs is worth words that become dots, but no dot or number.
        for (gap, shorter) in [(2, shortened.prefix(7)), (1, shortened[...])] {
            lengths = tabs.map { _ in 0 }
            for tab in [nil] + shorter.map(Optional.some) {
                if let tab, let index = tabs.firstIndex(of: tab) { lengths[index] += 1 }
                let titles = titles()
                if TabStrip.columns(of: titles.map(\.1), gap: gap) <= columns { return titles }
            }
        }
        return whole
    }

    /// The choice that a click on the selected tab opens; nil for a tab without one.
    static func pick(_ tab: RequestTab) -> RequestKindMessage? {
        switch tab {
        case .body: .pickBody
        case .auth: .pickAuth
        default: nil
        }
    }

    /// The tabs in the order in which their signs are shortened. An invalid text is always marked.
    private static let shortened: [RequestTab] = [
        .tests, .auth, .auth, .body, .docs, .scripts, .body, .docs, .scripts, .auth, .body, .options, .params, .tests, .headers,
    ]

    private var word: String { rawValue.prefix(1).uppercased() + String(rawValue.dropFirst()) }

    /// The signs for the tab's content, from the longest to the shortest.
    private func signs(_ request: RequestState) -> [String] {
        switch self {
        case .params: [Self.count(request.params.rows), ""]
        case .headers: [Self.count(request.headers.rows), ""]
        case .body where request.bodyProblem != nil: [" \(request.bodyKind.entry.label) ✗", " ✗"]
        case .body: request.bodyKind == .none ? [""] : [" \(request.bodyKind.entry.label)", " ●", "●", ""]
        case .auth where request.base.auth.kind == .inherit: [""]
        case .auth where request.base.auth.kind == .none: [" none", ""]
        case .auth: Self.auth(request.base.auth.kind.entry.label)
        case .options: [Self.count(request.options.rows.filter { !$0[1].isEmpty } + request.variables.rows), ""]
        case .tests:
            [
                Self.count(request.assertions.rows, and: request.captures.rows),
                Self.count(request.assertions.rows + request.captures.rows), "",
            ]
        case .scripts: request.scriptBefore.isEmpty && request.scriptAfter.isEmpty ? [""] : [" ●", "●", ""]
        case .docs: request.docs.isEmpty && Self.number(of: request.tags.rows) == 0 ? [""] : [" ●", "●", ""]
        case .text: [request.documentProblem == nil ? "" : " ✗"]
        }
    }

    /// The name of a scheme, and where there is less room its first word.
    private static func auth(_ label: String) -> [String] { [" " + label, " " + label.prefix { $0 != " " }, " ●", ""] }

    private static func count(_ rows: [TableRow]) -> String {
        let count = number(of: rows)
        return count == 0 ? "" : " \(count)"
    }

    /// The count of assertions, as of the rows of other tabs; captures are counted separately.
    private static func count(_ assertions: [TableRow], and captures: [TableRow]) -> String {
        let count = number(of: captures)
        guard count > 0 else { return Self.count(assertions) }
        let sign = number(of: assertions) == 0 ? "" : Self.count(assertions) + " +"
        return "\(sign) \(CountText.of(count, "capture"))"
    }

    private static func number(of rows: [TableRow]) -> Int { rows.count { $0.isEnabled && !$0.isBlank } }
}
