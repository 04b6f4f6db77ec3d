import Foundation
import TestFixtures
import Testing

@testable import Workspace

/// Permissions that are given, kept and taken back.
@Suite struct TrustStoreTests {
    private let state = try! TemporaryWorkspace()  // A folder that can always be made.
    private let file = "collections/c/environments/l.json"

    private func store(_ workspace: String = "/w") -> TrustStore { TrustStore(state: state.url.path, workspace: workspace) }

    private func permission(
        _ kind: Permission.Kind = .command, _ words: String = "pass show x", origin: String = "https://a:443", written: String? = nil
    ) -> Permission {
        Permission(kind, exact: words, written: written, origin: origin, place: .secret("t"), file: file)
    }

    private func missing(
        _ permission: Permission, _ store: TrustStore? = nil, once: Set<String> = [], typed: Set<WrittenPermission> = [],
        path: String? = nil
    ) -> Bool {
        !(store ?? self.store()).gate(once: once, typed: typed, path: path).missing([permission]).isEmpty
    }

    @Test func `a new store allows nothing`() {
        #expect(missing(permission()))
        #expect(state.files.isEmpty)
    }

    @Test func `a permission applies to its words, its server and its workspace`() throws {
        try store().allow([permission()])
        #expect(!missing(permission()))
        #expect(missing(permission(.command, "pass show y")))
        #expect(missing(permission(.processVariable, "pass show x")))
        #expect(missing(permission(origin: "https://b:443")))
        #expect(missing(permission(), store("/other")))
        #expect(store().grantedPermissions.map(\.words) == ["pass show x"])
    }

    @Test func `two stores of one workspace agree`() throws {
        let (first, second) = (store(), store())
        try first.allow([permission()])
        try second.allow([permission(.proxy, "p:1")])
        #expect(first.grantedPermissions == second.grantedPermissions && first.grantedPermissions.count == 2)
        try first.revoke(first.grantedPermissions[0])
        #expect(missing(permission(), second))
    }

    @Test func `a permission for one request is not stored`() {
        #expect(!missing(permission(), once: [permission().hash]))
        #expect(missing(permission()))
    }

    @Test func `a setting follows its file when that is renamed here`() throws {
        try store().record([WrittenPermission(.command, "pass show x")], in: file)
        try store().movePaths("collections/c", to: "collections/d")
        #expect(missing(permission()))
        try store().movePaths("collections/d", to: "collections/c")
        #expect(!missing(permission()))
    }

    /// A copy of what came with the workspace is not the person's.
    @Test func `content that came from a file is not treated as typed`() throws {
        let draft = EnvironmentDraft(name: "e", secrets: [SecretEntry("t", .command(["pass", "show", "x"]))])
        let trust = WorkspaceTrust(store())
        let known = KnownPermissions([(path: "collections/c/environments/theirs.json", content: draft)])
        try trust.record(draft, over: nil as EnvironmentDraft?, at: file, known: known)
        #expect(missing(permission()))
        try trust.record(draft, over: draft, at: file, known: KnownPermissions([]))
        #expect(missing(permission()))
        try trust.record(draft, over: nil as EnvironmentDraft?, at: file, known: KnownPermissions([]))
        #expect(!missing(permission()))
    }

    @Test func `text typed by the user is allowed while it is unsaved`() {
        let typed: Set = [WrittenPermission(.command, "pass show x")]
        #expect(!missing(permission(), typed: typed, path: file))
        #expect(missing(permission(), typed: typed, path: "collections/c/other.request.json"))
        #expect(missing(permission(.command, "x", written: "{{v}}"), typed: [WrittenPermission(.command, "{{v}}")], path: file))
    }

    @Test func `text saved by the user is allowed for the first server`() throws {
        let written = WrittenPermission(.command, "pass show x")
        try store().record([written], in: file)
        #expect(store().hasNoted(written, in: file) && !store().hasNoted(written, in: "other"))
        #expect(!missing(permission()))
        #expect(!missing(permission()))
        #expect(missing(permission(origin: "https://b:443")))
    }

    /// Else it would be the first server's each time.
    @Test func `a setting whose server cannot be stored asks`() async throws {
        await #expect(processExitsWith: .success) { [state = state.url.path as String, file = file as String] in
            let store = TrustStore(state: state, workspace: "/w")
            try store.record([WrittenPermission(.command, "pass show x")], in: file)
            let permission = Permission(
                .command, exact: "pass show x", origin: "https://a:443", place: .secret("t"), file: file)
            let gate = store.gate(once: [], typed: [], path: nil)
            FullDisk.begin(after: 0)
            #expect(gate.missing([permission]) == [permission])
            FullDisk.end()
            #expect(gate.missing([permission]) == [])
        }
    }

    @Test(arguments: [Permission.Kind.file, .clientKey, .authorities, .unixSocket])
    func `a path in the workspace may be a link and is not allowed by typing it`(kind: Permission.Kind) {
        #expect(missing(permission(kind, "/home/me/key", written: "key"), typed: [WrittenPermission(kind, "key")], path: file))
        #expect(!missing(permission(kind, "/home/me/key", written: "~/key"), typed: [WrittenPermission(kind, "~/key")], path: file))
    }

    @Test func `the file is private and contains no secrets`() throws {
        let secret = Permission(
            .proxy, exact: "http://u:hunter2@p", origin: nil, place: .option("proxy"), file: file)
        try store().allow([secret])
        #expect(!missing(secret))
        let path = try #require(state.files.first { $0.hasSuffix(".json") })
        #expect(state.text(path)?.contains("hunter2") == false)
        let manager = FileManager.default
        func mode(_ path: String) throws -> Int? {
            try manager.attributesOfItem(atPath: state.url.appending(path: path).path)[.posixPermissions] as? Int
        }
        #expect(try mode(path) == 0o600 && mode("trust") == 0o700)
    }

    @Test func `a damaged file allows nothing`() throws {
        try store().allow([permission()])
        let path = try #require(state.files.first { $0.hasSuffix(".json") })
        try state.write("{", to: path)
        #expect(missing(permission()))
        try store().allow([permission()])
        #expect(!missing(permission()))
    }
}

/// Sensitive settings as files contain them.
@Suite struct WrittenPermissionTests {
    @Test func `a request's settings are found wherever they are`() {
        var draft = RequestDraft(
            url: "{{env:A}}", query: [Row("q", "{{ env:B }}")], headers: [Row("H", "{{env:C}}", isEnabled: false)],
            auth: AuthDraft(.negotiate),
            body: BodyDraft(kind: .file, file: "~/x"))
        draft.options.proxy = "p:1"
        draft.options.tls.verify = false
        #expect(
            draft.writtenPermissions == [
                .init(.processVariable, "A"), .init(.processVariable, "B"), .init(.processVariable, "C"), .init(.ticket, "negotiate"),
                .init(.file, "~/x"), .init(.proxy, "p:1"), .init(.unchecked, "no"),
            ])
    }

    @Test func `an environment's sources are found`() {
        let draft = EnvironmentDraft(
            name: "{{env:A}}",
            secrets: [
                SecretEntry("a", .command(["pass", "show", "a b"])), SecretEntry("b", .environment("B")), SecretEntry("c", .prompt),
                SecretEntry("d", .file), SecretEntry("e", .secretService(attributes: [Row("service", "x")])),
            ])
        #expect(
            draft.writtenPermissions == [
                .init(.processVariable, "A"), .init(.command, "pass show 'a b'"), .init(.processVariable, "B"),
                .init(.secretService, "service=x"),
            ])
    }
}
