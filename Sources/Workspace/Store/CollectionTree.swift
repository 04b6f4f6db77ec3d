public import JSON

/// A whole collection in memory: made by an import, read by an export.
public struct CollectionTree: Hashable, Sendable {
    /// A folder with its items, in order. The root is the collection itself.
    public struct Folder: Hashable, Sendable {
        /// The settings. `order` is ignored: the order of ``items`` counts.
        public var draft: FolderDraft
        /// Requests and folders, in order.
        public var items: [Item]
        /// Members of the file whose names begin with `x-`: details of another program's format that a draft has no field for.
        public var extensions: JSONObject

        /// A folder; empty unless said otherwise.
        public init(_ draft: FolderDraft = FolderDraft(), items: [Item] = [], extensions: JSONObject = JSONObject()) {
            self.draft = draft
            self.items = items
            self.extensions = extensions
        }
    }

    /// A request with its stored responses.
    public struct Request: Hashable, Sendable {
        /// The request.
        public var draft: RequestDraft
        /// Example responses.
        public var answers: [SavedResponse]
        /// Members of the file whose names begin with `x-`, see ``Folder/extensions``.
        public var extensions: JSONObject

        /// A request; without examples unless said otherwise.
        public init(_ draft: RequestDraft = RequestDraft(), answers: [SavedResponse] = [], extensions: JSONObject = JSONObject()) {
            self.draft = draft
            self.answers = answers
            self.extensions = extensions
        }
    }

    /// An item of a folder.
    public indirect enum Item: Hashable, Sendable {
        case folder(Folder)
        case request(Request)
    }

    /// An environment with the values of its secrets.
    public struct Environment: Hashable, Sendable {
        /// The environment.
        public var draft: EnvironmentDraft
        /// Secret values by name; they are written to the local secrets file, which is not shared.
        public var secretValues: [String: String]

        /// An environment; without secret values unless said otherwise.
        public init(_ draft: EnvironmentDraft = EnvironmentDraft(), secretValues: [String: String] = [:]) {
            self.draft = draft
            self.secretValues = secretValues
        }
    }

    /// The collection's settings and items.
    public var root: Folder
    /// The collection's environments.
    public var environments: [Environment]

    /// A collection; empty unless said otherwise.
    public init(_ root: Folder = Folder(), environments: [Environment] = []) {
        self.root = root
        self.environments = environments
    }

    /// All requests in order, each with the folders around it, the root first.
    public var requests: [(request: Request, folders: [Folder])] {
        var result: [(request: Request, folders: [Folder])] = []
        func visit(_ folder: Folder, _ path: [Folder]) {
            for item in folder.items {
                switch item {
                case .request(let request): result.append((request, path))
                case .folder(let child): visit(child, path + [child])
                }
            }
        }
        visit(root, [root])
        return result
    }

    /// The number of folders, without the root.
    public var folderCount: Int {
        func count(_ folder: Folder) -> Int {
            folder.items.reduce(0) { sum, item in if case .folder(let child) = item { sum + 1 + count(child) } else { sum } }
        }
        return count(root)
    }
}
