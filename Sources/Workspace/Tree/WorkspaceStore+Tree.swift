import JSON

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension WorkspaceStore {
    /// The collections by name, without what is in them: what there is to show before everything is read.
    ///
    /// A workspace without collections is an empty tree.
    public func topLevel() throws(WorkspaceError) -> WorkspaceTree {
        WorkspaceTree(name: name, nodes: try collectionNames().map { TreeReader(store: self).collection($0, isDeep: false) })
    }

    /// Everything: collections, folders, requests and environments by their names. A file that cannot be read stands in it as broken.
    public func tree() throws(WorkspaceError) -> WorkspaceTree {
        let reader = TreeReader(store: self)
        let nodes = try collectionNames().map { reader.collection($0, isDeep: true) }
        let environments = nodes.map { ($0.path, reader.environments(of: $0.path)) }
        return WorkspaceTree(
            name: name, nodes: nodes, environments: Dictionary(environments, uniquingKeysWith: { first, _ in first }))
    }

    /// The environments of a collection by name.
    public func environments(of collection: String) -> [EnvironmentSummary] {
        TreeReader(store: self).environments(of: collection)
    }

    private func collectionNames() throws(WorkspaceError) -> [String] {
        do throws(DiskError) {
            let entries = try Disk.entries(of: "\(root)/\(WorkspacePath.collections)")
            return entries.filter(\.isFolder).map(\.name).sorted(by: NaturalOrder.isBefore)
        } catch {
            // A file in its place is not nothing: what is saved could not go there.
            guard error.isMissing, error.number != ENOTDIR else { throw .reading(error, WorkspacePath.collections) }
            return []
        }
    }
}
