import JSON
import Workspace

/// The servers of an OpenAPI document, a path or an operation.
///
/// Requests begin with `{{baseUrl}}`; the collection's variable of that name is the first server, and each server is an environment with
/// its own.
struct OpenAPIServers {
    /// The name of the variable with the server's URL.
    static let variable = "baseUrl"
    /// The host where the document names none.
    private static let fallback = "http://localhost"

    /// A server with its variables.
    struct Server {
        var name: String
        /// The URL with `{{name}}` for its variables.
        var url: String
        var variables: [Row]
        /// The URL as the document has it.
        var original: String
        /// True if the document names no host.
        var isRelative: Bool { !url.contains("://") && !url.hasPrefix("{{") }
    }

    /// In the document's order.
    let servers: [Server]

    /// The servers of a document of either version.
    init(of document: JSONValue) {
        if document["swagger"] != nil {
            let host = document.text("host")
            let schemes = document.elements("schemes").map(\.looseText)
            let base = document.text("basePath").trimmingEnd("/")
            let urls = (schemes.isEmpty ? [host.isEmpty ? "" : "https"] : schemes).map {
                ($0.isEmpty || host.isEmpty ? "" : "\($0)://") + host + base
            }
            servers = urls.filter { !$0.isEmpty }.map { Server(name: Self.name(of: $0), url: $0, variables: [], original: $0) }
        } else {
            servers = Self.servers(document["servers"])
        }
    }

    /// The servers of a list.
    static func servers(_ list: JSONValue?) -> [Server] {
        (list?.array ?? []).filter { $0["url"]?.string != nil }.map { value in
            let original = value.text("url")
            var url = original.trimmingEnd("/")
            var rows: [Row] = []
            for variable in value["variables"]?.object ?? JSONObject() {
                url = url.replacing("{\(variable.name)}", with: "{{\(variable.name)}}")
                let choices = variable.value.elements("enum").map(\.looseText)
                let comment = [variable.value.text("description"), choices.isEmpty ? "" : "one of \(choices.joined(separator: ", "))"]
                rows.append(
                    Row(
                        variable.name, variable.value["default"]?.looseText ?? choices.first ?? "",
                        comment: comment.filter { !$0.isEmpty }.joined(separator: "; ")))
            }
            let name = value.nonEmpty("name") ?? value.nonEmpty("description") ?? self.name(of: original)
            return Server(name: String(name.prefix(80)), url: url, variables: rows, original: original)
        }
    }

    private static func name(of url: String) -> String {
        let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
        return rest.isEmpty ? "Default" : String(rest)
    }

    /// Puts the servers into a collection: as a variable, and as environments.
    func put(into tree: inout CollectionTree, secrets: [String], _ context: inout ImportContext) {
        let all = servers.isEmpty ? [Server(name: "Default", url: "", variables: [], original: "")] : servers
        for (index, server) in all.enumerated() {
            var url = server.url
            if server.isRelative {
                url = Self.fallback + (url.isEmpty || url.hasPrefix("/") ? url : "/" + url)
                context.report(
                    .changed, at: JSONPointer().member("servers").element(index), "server “\(server.original)”",
                    "the document names no host for it", instead: "\(Self.variable) is \(url): give it the host")
            }
            let rows = [Row(Self.variable, url)] + server.variables
            if index == 0 { tree.root.draft.variables = rows + tree.root.draft.variables }
            var environment = EnvironmentDraft(name: server.name, variables: rows)
            environment.secrets = secrets.map { SecretEntry($0, .prompt) }
            tree.environments.append(.init(environment))
        }
    }
}
