import Engine
import JSON
import Screen
import Workspace

/// `apus list`: the requests or the environments of a workspace.
enum ListCommand {
    static let spec = CommandSpec(
        "list", "List the requests or the environments of a workspace",
        operands: [OperandSpec("WHAT", "requests (the default) or environments", .optional, .choice(["requests", "environments"]))],
        options: [
            SendVariables.workspaceOption,
            OptionSpec("names", "Print only names, one per line"),
            OptionSpec("json", "j", "Print JSON"),
        ],
        examples: [.init("apus list --names | fzf | xargs apus send", "choose a request and send it")])

    static func run(_ words: CommandWords, _ context: CommandContext) throws -> Int32 {
        let store = try SendVariables.requiredWorkspace(words)
        let what = words.operands.first ?? "requests"
        guard ["requests", "environments"].contains(what) else {
            throw UsageError("list \(what): expected requests or environments")
        }
        let tree: WorkspaceTree
        do throws(WorkspaceError) { tree = try store.tree() } catch { throw CommandFailure(error.message, code: 2) }
        let rows = what == "requests" ? requests(tree) : environments(tree)
        if words.has("json") {
            let values = rows.map { row in JSONValue.object(JSONObject(row.map { JSONMember($0.0, .string($0.1)) })) }
            try context.streams.write(JSONValue.array(values).prettyText)
        } else {
            // A line break or a tab in a name would look like another line or column.
            let fields = rows.map { row in row.prefix(words.has("names") ? 1 : row.count).map { VisibleText.escaping($0.1) } }
            try context.streams.write(fields.map { $0.joined(separator: "\t") + "\n" }.joined())
        }
        return 0
    }

    private static func requests(_ tree: WorkspaceTree) -> [[(String, String)]] {
        tree.requests.map { node in
            [("path", shortPath(ofRequest: node.path)), ("method", node.method ?? ""), ("name", node.name), ("url", node.url)]
        }
    }

    private static func environments(_ tree: WorkspaceTree) -> [[(String, String)]] {
        tree.environments.sorted { $0.key < $1.key }.flatMap { collection, environments in
            environments.map { [("name", $0.name), ("collection", shortPath(ofRequest: collection))] }
        }
    }
}
