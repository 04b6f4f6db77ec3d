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

    @Test func `a second import updates unchanged variables and keeps local changes`() throws {
        let path = "environments/e.json"
        let workspace = try TemporaryWorkspace([:])
        func row(_ name: String, _ value: String) -> Row { Row(name, value) }
        func imported(_ draft: EnvironmentDraft) throws -> CollectionUpdate? {
            guard let update = try workspace.store.update(of: .init(draft), insteadOf: draft, in: "") else {
                let created = try workspace.store.create(draft, in: "")
                try workspace.store.recordImport(of: draft, at: created)
                return nil
            }
            try workspace.store.apply(update)
            return update
        }
        func variables() throws -> [Row] { try workspace.store.environment(at: path).content.variables }
        let first = EnvironmentDraft(
            name: "E", host: "a.example", variables: [row("a", "1"), row("b", "1"), row("gone", "1"), row("c", "1"), row("token", "t-1")])
        #expect(try imported(first) == nil)
        let loaded = try workspace.store.environment(at: path)
        var mine = loaded.content
        mine.variables[1].value = "mine"
        mine.variables.remove(at: 3)
        _ = try workspace.store.save(mine, over: loaded)
        let second = EnvironmentDraft(
            name: "E", host: "b.example", variables: [row("a", "2"), row("b", "1"), row("c", "1"), row("token", "t-2")])
        let update = try #require(try imported(second))
        #expect(try variables() == [row("a", "2"), row("b", "mine"), row("token", "t-1")], "credentials are masked in the record")
        #expect(try workspace.store.environment(at: path).content.baseURL.host == "b.example")
        #expect(update.changes.map(\.kind) == [.changed, .conflict])
        var third = second
        third.variables[1].value = "3"
        #expect(try imported(third)?.changes.first { $0.kind == .conflict }?.details.first?.contains("“b”") == true)
        #expect(try variables()[1] == row("b", "mine") && workspace.text("environments/.import.json")?.contains("t-2") == false)
    }
}
