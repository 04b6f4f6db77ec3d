import Comparison
import Engine
import Interchange
import Workspace

@testable import App

/// The error of functions that the tests of reading and sending do not call.
struct UnusedInTest: Error {}

/// Default implementations that throw ``UnusedInTest`` or return empty values, so that test doubles implement only the functions they need.
extension WorkspaceAccess {
    func text(ofFileAt path: String) async throws -> String { throw UnusedInTest() }
    func owns(_ origin: Exchange.Origin) -> Bool { true }
    func failedChecks(ofRequestAt path: String) async -> [CheckReport.Checked] { [] }
    func find(
        _ text: String, limit: Int, found: @escaping @Sendable (_ matches: [RequestSearch.Match], _ isWhole: Bool) -> Void
    ) async throws {}
    func usedVariables(at path: String) async -> Set<String> { [] }
    func listing(ofFolderAt path: String) async -> FolderListing { FolderListing(folder: path, names: []) }
    func create(_ draft: RequestDraft, in folder: String, after sibling: String?) async throws -> String { throw UnusedInTest() }
    func createFolder(_ name: String, in folder: String) async throws -> String { throw UnusedInTest() }
    func duplicate(_ path: String) async throws -> String { throw UnusedInTest() }
    func move(_ path: String, to folder: String, before sibling: String?) async throws -> String { throw UnusedInTest() }
    func delete(_ path: String) async throws -> Int { throw UnusedInTest() }
    func restore(_ deletion: Int) async throws -> String { throw UnusedInTest() }
    func snapshot(of paths: [String]) async -> FileSnapshot? { FileSnapshot() }
    func takeBack(_ edit: FileEdit) async throws { throw UnusedInTest() }
    func examples(of path: String) async throws -> [SavedResponse] { [] }
    func changeExamples(of path: String, _ change: @Sendable (inout [SavedResponse]) throws -> Void) async throws { throw UnusedInTest() }
    func ignoreRules(of path: String) async -> IgnoreRules { IgnoreRules() }
    func saveIgnoreRules(_ rules: IgnoreRules, of path: String) async throws { throw UnusedInTest() }
    func inheritance(of path: String) async throws -> [InheritedLayer] { [] }
    func folder(at path: String) async throws -> FolderDraft { throw UnusedInTest() }
    func save(_ draft: FolderDraft, at path: String) async throws { throw UnusedInTest() }
    func separated(_ draft: FolderDraft, at path: String) async throws -> SeparatedSettings<FolderDraft>? { throw UnusedInTest() }
    func separated(_ draft: EnvironmentDraft, at path: String) async throws -> SeparatedSettings<EnvironmentDraft>? {
        throw UnusedInTest()
    }
    func environment(at path: String) async throws -> EnvironmentDraft { throw UnusedInTest() }
    func save(_ draft: EnvironmentDraft, at path: String) async throws { throw UnusedInTest() }
    func create(_ draft: EnvironmentDraft, in collection: String) async throws -> String { throw UnusedInTest() }
    func storeSecrets(_ values: [String: String], for path: String) async throws { throw UnusedInTest() }
    func storedSecrets(environment path: String) async -> Set<String> { [] }
    func secretsBeforeRename(environment path: String) async -> String? { nil }
    func takeOverSecrets(environment path: String) async throws -> [String] { throw UnusedInTest() }
    func setSecret(_ name: String, to value: String, environment: String) async throws { throw UnusedInTest() }
    func changeSecrets(_ edit: SecretEdit, ofCollectionAt path: String) async throws { throw UnusedInTest() }
    func noteForeign(_ draft: RequestDraft) async {}
    func findUnreadable(in tree: WorkspaceTree) async -> Bool { false }
    func plan(_ result: ImportResult, from origin: ImportOrigin) async throws -> ImportPlan { throw UnusedInTest() }
    func environmentUpdates(of plan: ImportPlan, in collection: String?) async throws -> [CollectionUpdate] { throw UnusedInTest() }
    func write(_ result: ImportResult, from origin: ImportOrigin, environmentsOf collection: String?) async throws -> [String] {
        throw UnusedInTest()
    }
    func collection(at path: String, includingSecrets: Bool) async throws -> (tree: CollectionTree, problems: [WorkspaceIssue]) {
        throw UnusedInTest()
    }
    func missingFiles() async -> Set<String> { [] }
    func lostSettings(removed: Set<String>) async -> [String: FolderDraft] { [:] }
    func renamedRequests(removed: Set<String>) async -> [(from: String, to: String, name: String)] { [] }
    func changedRequests(removed: Set<String>, report: @Sendable (String, RequestDraft?) -> Void) async -> [String: RequestDraft?] { [:] }
}
