import Screen
import Widgets
import Workspace

/// An environment as a window of tables.
public struct EnvironmentSheet: Sendable, Equatable {
    /// The environment's file.
    let path: String
    /// The environment as it was read.
    let draft: EnvironmentDraft

    static let secretsPage = 2

    /// The window for what an environment's file says.
    static func sheet(_ path: String, _ draft: EnvironmentDraft) -> SheetOverlay {
        let name = draft.name.isEmpty ? path : draft.name
        let environment = EnvironmentSheet(path: path, draft: draft)
        return SheetOverlay(
            "Environment “\(name)”", .environment(environment),
            [
                SheetOverlay.Page(
                    title: "Server", shape: .form(labelColumns: 14),
                    hint: "Relative URLs go here. Protected: only GET, HEAD, OPTIONS go unasked.",
                    rows: validated(serverRows(draft))),
                .variables(draft.variables, hint: "{{name}} in a request stands for the value. ^S saves."),
                SheetOverlay.Page(
                    title: "Secrets", shape: TableShape(columns: secretColumns, hasCheckboxes: false, addTitle: "Add a secret"),
                    hint: "Space or a click lists sources, e types one, v sets a file’s value.",
                    rows: draft.secrets.map { SecretSourceText.row($0.name, SecretSourceText.write($0.source)) }),
                .rows("Headers", draft.headers, hint: "Sent with every request that does not set them."),
                .rows("Query", draft.query, hint: "Sent with every request that does not set them."),
            ])
    }

    /// The fields of the server with what is wrong beside each.
    static func validated(_ rows: [TableRow]) -> [TableRow] {
        rows.map { row in
            var row = row
            switch row[0] {
            case "Host": row.problem = EnvironmentDraft.expectedHost(insteadOf: row[1])
            case "Port": row.problem = EnvironmentDraft.expectedPort(insteadOf: row[1])
            case "Path prefix": row.problem = EnvironmentDraft.expectedPathPrefix(insteadOf: row[1])
            default: break
            }
            return row
        }
    }

    /// Gives rows that were added the list of sources too.
    static func follow(_ page: inout SheetOverlay.Page) {
        page.rows = page.rows.map { $0.takesAnyText ? $0 : SecretSourceText.row($0[0], $0[1]) }
    }

    /// The effect that saves the tables.
    func effect(_ pages: [[TableRow]]) throws(SheetProblem) -> WorkspaceEffect {
        var new = draft
        let server = Dictionary(pages[0].map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
        new.name = server["Name"] ?? ""
        new.scheme = server["Scheme"] == Self.schemes[0] ? "" : server["Scheme"] ?? ""
        new.host = server["Host"] ?? ""
        new.port = server["Port"] ?? ""
        new.pathPrefix = server["Path prefix"] ?? ""
        new.isProtected = server["Protected"] == "yes"
        if let row = Self.validated(pages[0]).first(where: { $0.problem != nil }), let problem = row.problem {
            throw SheetProblem(page: 0, message: "\(row[0]): expected \(problem).")
        }
        if new.name.isEmpty { throw SheetProblem(page: 0, message: "An environment needs a name.") }
        new.variables = SheetRows.rows(pages[1], keeping: draft.variables)
        new.secrets = try Self.secrets(pages[Self.secretsPage])
        new.headers = SheetRows.rows(pages[3], keeping: draft.headers)
        new.query = SheetRows.rows(pages[4], keeping: draft.query)
        return .saveEnvironment(path: path, new, oldName: draft.name)
    }

    private static let schemes = ["https (as usual)", "http", "https"]

    private static let secretColumns = [
        TableColumn("Name", width: .share(2), role: .headerName),
        TableColumn("Source", width: .share(3), placeholder: SecretSourceText.forms, role: .headerValue),
    ]

    private static func serverRows(_ draft: EnvironmentDraft) -> [TableRow] {
        [
            TableRow(["Name", draft.name]),
            TableRow(
                ["Scheme", draft.scheme.isEmpty ? schemes[0] : draft.scheme],
                choices: schemes.contains(draft.scheme) || draft.scheme.isEmpty ? schemes : []),
            TableRow(["Host", draft.host]), TableRow(["Port", draft.port]), TableRow(["Path prefix", draft.pathPrefix]),
            TableRow(["Protected", draft.isProtected ? "yes" : "no"], choices: ["no", "yes"]),
        ]
    }

    private static func secrets(_ rows: [TableRow]) throws(SheetProblem) -> [SecretEntry] {
        var secrets: [SecretEntry] = []
        for row in rows where !row.isBlank {
            guard let source = SecretSourceText.read(row[1]) else {
                throw SheetProblem(
                    page: secretsPage, message: "The source of “\(row[0])” cannot be read. It is one of: \(SecretSourceText.forms)")
            }
            secrets.append(SecretEntry(row[0], source))
        }
        return secrets
    }
}

/// The server fields of an environment, taken from a whole URL.
struct ServerFields: Equatable {
    let scheme: String
    let host: String
    let port: String
    let pathPrefix: String

    /// Takes a URL apart; nil for one that says more than the fields can hold, and for what is none.
    init?(url: String) {
        guard let slashes = url.firstRange(of: "://"), !url.contains(where: { $0.isWhitespace || "?#@".contains($0) }) else { return nil }
        scheme = url[..<slashes.lowerBound].lowercased()
        let authority = url[slashes.upperBound...].prefix { $0 != "/" }
        // The colons of an address in brackets are its own.
        let colon = authority.lastIndex(of: ":").flatMap { authority[$0...].contains("]") ? nil : $0 }
        host = String(authority[..<(colon ?? authority.endIndex)])
        port = colon.map { String(authority[authority.index(after: $0)...]) } ?? ""
        let path = url[authority.endIndex...]
        pathPrefix = path == "/" ? "" : String(path)
        guard ["http", "https"].contains(scheme), !host.isEmpty, EnvironmentDraft.expectedHost(insteadOf: host) == nil,
            EnvironmentDraft.expectedPort(insteadOf: port) == nil, EnvironmentDraft.expectedPathPrefix(insteadOf: pathPrefix) == nil
        else { return nil }
    }

    /// The fields with what the URL says.
    func put(into rows: [TableRow]) -> [TableRow] {
        let said = ["Scheme": scheme, "Host": host, "Port": port, "Path prefix": pathPrefix]
        return rows.map { row in
            var row = row
            if let text = said[row[0]] { row[1] = text }
            return row
        }
    }
}
