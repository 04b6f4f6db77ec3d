import JSON

extension WorkspaceStore {
    /// Reads a whole collection for an export. Files that cannot be read are left out and named.
    ///
    /// - Parameters:
    ///   - path: the collection's path, `collections/…`.
    ///   - includesSecrets: true to read the values of secrets that are kept in files of this machine.
    public func collection(
        at path: String, includingSecrets includesSecrets: Bool = false
    ) throws(WorkspaceError) -> (tree: CollectionTree, problems: [WorkspaceIssue]) {
        guard let node = try tree().node(at: path) else {
            throw WorkspaceError(.notFound, path: path, message: "There is no collection “\(path)”.")
        }
        var problems: [WorkspaceIssue] = []
        var result = CollectionTree(folder(node, &problems))
        for summary in environments(of: path) {
            do throws(WorkspaceError) {
                let draft = try environment(at: summary.path).content
                result.environments.append(
                    .init(draft, secretValues: includesSecrets ? try secretValues(of: draft, at: summary.path) : [:]))
            } catch {
                problems.append(error.issue(at: summary.path))
            }
        }
        return (result, problems)
    }

    private func secretValues(of environment: EnvironmentDraft, at path: String) throws(WorkspaceError) -> [String: String] {
        let names = Set(environment.secrets.filter { $0.source == .file }.map(\.name))
        guard !names.isEmpty else { return [:] }
        let file = SecretFile(SecretFile.path(of: try absolute(path)), in: root)
        do throws(SecretError) {
            return try file.values().filter { names.contains($0.key) }
        } catch {
            throw WorkspaceError(.unreadable, path: path, message: "A secret \(error.message).")
        }
    }

    private func folder(_ node: WorkspaceNode, _ problems: inout [WorkspaceIssue]) -> CollectionTree.Folder {
        var result = CollectionTree.Folder(FolderDraft(name: node.name))
        do throws(WorkspaceError) {
            let loaded = try folder(at: node.path)
            result.draft = loaded.content
            result.extensions = Self.extensions(loaded.bytes)
        } catch {
            problems.append(error.issue(at: node.path))
        }
        if result.draft.name.isEmpty { result.draft.name = node.name }
        for child in node.children {
            switch child.kind {
            case .collection, .folder: result.items.append(.folder(folder(child, &problems)))
            case .broken(let problem):
                problems.append(problem)
                if !child.children.isEmpty { result.items.append(.folder(folder(child, &problems))) }
            case .request:
                do throws(WorkspaceError) {
                    result.items.append(.request(try savedRequest(at: child)))
                } catch {
                    problems.append(error.issue(at: child.path))
                }
            }
        }
        return result
    }

    private func savedRequest(at node: WorkspaceNode) throws(WorkspaceError) -> CollectionTree.Request {
        let file = try load(RequestDraft.self, node.path)
        var draft = file.content
        if draft.name.isEmpty { draft.name = node.name }
        let answers = try savedResponses(of: node.path).content.answers
        return CollectionTree.Request(draft, answers: answers, extensions: Self.extensions(file.bytes))
    }

    /// The members of a file whose names begin with `x-`.
    private static func extensions(_ bytes: [UInt8]?) -> JSONObject {
        let object = bytes.flatMap { try? JSONValue(parsing: $0) }?.object
        return JSONObject((object?.members ?? []).filter { $0.name.hasPrefix("x-") })
    }
}

extension WorkspaceError {
    /// The error as an issue of a file.
    fileprivate func issue(at path: String) -> WorkspaceIssue { problem ?? WorkspaceIssue(file: path, message: message) }
}
