import Testing

@testable import Workspace

/// Environments that are imported again without a collection.
@Suite struct EnvironmentMergeTests {
    /// A variable in its place would have the other value.
    @Test(
        arguments: [
            (#""headers": [{"name": "X-Api-Key", "value": "abc"}], "secrets": [{"name": "apiKey", "from": "file"}]"#, "other"),
            (#""headers": [{"name": "X-Api-Key", "value": "abc"}], "variables": [{"name": "apiKey", "value": "other"}]"#, nil),
            (#""variables": [{"name": "apiKey", "value": "abc"}]"#, "other"),
        ] as [(String, String?)])
    func `a credential stays where its secret is another one here`(members: String, stored: String?) throws {
        let (path, file) = ("environments/e.json", "{\"name\": \"E\", \(members)}")
        let workspace = try TemporaryWorkspace([path: file])
        if let stored { try workspace.store.setSecret("apiKey", to: stored, ofEnvironmentAt: path) }
        let isHeader = members.contains("X-Api-Key")
        let plain = EnvironmentDraft(
            name: "E", headers: isHeader ? [Row("X-Api-Key", "abc")] : [], variables: isHeader ? [] : [Row("apiKey", "abc")])
        let new = try #require(CollectionCredentials(of: CollectionTree(environments: [.init(plain)])).tree.environments.first)
        #expect(new.secretValues == ["apiKey": "abc"])
        let update = try #require(try workspace.store.update(of: new, insteadOf: plain, in: ""))
        try workspace.store.apply(update)
        #expect(workspace.text(path) == file && update.changes.map(\.kind) == [.conflict])
        #expect(workspace.store.storedSecrets(ofEnvironmentAt: path) == (stored.map { ["apiKey": $0] } ?? [:]))
    }
}
