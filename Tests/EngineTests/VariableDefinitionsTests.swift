import Testing

@testable import Engine
@testable import Workspace

/// All places that define the variables of a request.
@Suite struct VariableDefinitionsTests {
    private static let names = ["secret", "own", "inner", "outer", "kept", "space"]

    /// Each place defines its own name and those of all that are further away.
    private static func input() -> ResolutionInput {
        func rows(from index: Int) -> [Row] { names[index...].map { Row($0, "\(index)") } }
        var input = ResolutionInput(RequestDraft())
        input.environment = EnvironmentDraft(name: "local", variables: rows(from: 1), secrets: [SecretEntry("secret", .file)])
        input.environmentPath = "collections/c/environments/local.json"
        input.secrets = ["secret": "s3cret"]
        input.inherited = [
            Loaded(path: "collections/c/collection.json", content: FolderDraft(name: "C", variables: rows(from: 3))),
            Loaded(path: "collections/c/f/folder.json", content: FolderDraft(name: "F", variables: rows(from: 2))),
        ]
        input.collectionSecrets = ["kept": "k3pt"]
        input.workspaceVariables = rows(from: 5) + [Row("off", "1", isEnabled: false)]
        return input
    }

    @Test func `the first definition of a name is the value that is sent`() throws {
        let input = Self.input()
        for name in input.scopes.names {
            let first = try #require(input.definitions.first { $0.name == name })
            #expect(first.origin == input.scopes[name]?.origin.description, "\(name)")
        }
        #expect(Set(input.definitions.map(\.name)) == Set(input.scopes.names))
    }

    @Test func `definitions name their places, nearest first, and hide secrets`() {
        let kept = Self.input().definitions.filter { $0.name == "kept" }
        #expect(kept.map(\.origin) == ["environment local", "folder F", "secret of collection C", "collection C"])
        #expect(kept.map(\.value) == ["1", "2", nil, "3"])
        #expect(
            kept.map(\.place) == [
                .environment(path: "collections/c/environments/local.json"), .folder(path: "collections/c/f"),
                .folder(path: "collections/c"), .folder(path: "collections/c"),
            ])
        #expect(Self.input().definitions.first { $0.name == "secret" }?.value == nil)
    }

    @Test func `the last enabled row of several with the same name is used`() {
        var input = ResolutionInput(RequestDraft())
        input.workspaceVariables = [Row("a", "1"), Row("a", "2"), Row("a", "3", isEnabled: false)]
        #expect(input.definitions.map(\.value) == ["2"])
    }
}
