import Interchange
import Platform
import Workspace

/// The requests of a run, in order, and the variables of each iteration.
struct RunPlan: Sendable {
    /// A request of the run.
    struct Item: Sendable {
        let draft: RequestDraft
        /// Its file in the workspace; nil if it has none there.
        let path: String?

        /// The path as a person types it, or the name; method and URL of a request without one.
        var title: String { path.map(RequestSource.shortened) ?? (draft.name.isEmpty ? "\(draft.method) \(draft.url)" : draft.name) }
    }

    /// The requests in the order in which they are sent.
    let items: [Item]
    /// The variables of each iteration, nearer than those of the options.
    let rows: [[String: String]]
    /// The number of times that all rows are gone through.
    let repetitions: Int

    /// The number of iterations.
    var iterationCount: Int { rows.count * repetitions }

    /// The variables of an iteration.
    func row(_ iteration: Int) -> [String: String] { rows[iteration % rows.count] }

    /// Reads the words of `run`.
    ///
    /// - Throws: a ``CommandFailure`` with code 2 where nothing matches.
    init(_ words: CommandWords, in store: WorkspaceStore?) throws {
        var items: [Item] = []
        let tags = words.values("tag")
        let operands = words.operands.isEmpty && !tags.isEmpty ? ["."] : words.operands
        if operands.isEmpty { throw UsageError("run: missing WHAT: a request, a folder, a collection, a file, or --tag TAG") }
        for operand in operands { items += try Self.items(operand, in: store) }
        if !tags.isEmpty { items.removeAll { item in !item.draft.tags.contains(where: tags.contains) } }
        if items.isEmpty {
            throw CommandFailure("no request \(tags.isEmpty ? "is there" : "has the tag \(tags.joined(separator: " or "))")", code: 2)
        }
        self.items = items
        rows = try words.value("data").map { try DataRows(file: $0).rows } ?? [[:]]
        repetitions = max(1, words.number("repeat") ?? 1)
    }

    private static func items(_ operand: String, in store: WorkspaceStore?) throws -> [Item] {
        if FileStatus(of: operand)?.kind == .file, !operand.hasSuffix(".request.json") { return try items(ofFile: operand) }
        if let store, let inside = try items(below: operand, store) { return inside }
        let source = try RequestSource([operand], rest: [], in: store)
        return [Item(draft: source.draft, path: source.path)]
    }

    /// The requests of a folder, or the request, with this path; nil if there is none.
    private static func items(below operand: String, _ store: WorkspaceStore) throws -> [Item]? {
        do throws(WorkspaceError) {
            let tree = try store.tree()
            let wanted = RequestSource.shortened(operand.hasSuffix("/") ? String(operand.dropLast()) : operand)
            let isAll = wanted == "." || wanted == "collections"
            let inside = tree.requests.filter { node in
                let path = RequestSource.shortened(node.path)
                return isAll || path == wanted || path.hasPrefix(wanted + "/")
            }
            return inside.isEmpty ? nil : try inside.map { node throws(WorkspaceError) in try item(node.path, store) }
        } catch {
            throw CommandFailure(error.message, code: 2)
        }
    }

    private static func item(_ path: String, _ store: WorkspaceStore) throws(WorkspaceError) -> Item {
        Item(draft: try store.request(at: path).draft, path: path)
    }

    /// The requests of a file that another program has written, with what they inherit.
    private static func items(ofFile path: String) throws -> [Item] {
        do throws(ImportError) {
            let folder = try ImportFolder(parentFolder(of: path))
            let result = try Importer().read(name: path, bytes: try ImportFolder.readFile(path), in: folder)
            return result.collections.flatMap { tree in
                tree.requests.map { Item(draft: RequestSource.standingAlone($0.request.draft, $0.folders), path: nil) }
            }
        } catch {
            throw CommandFailure("\(path): \(error)", code: 2)
        }
    }
}
