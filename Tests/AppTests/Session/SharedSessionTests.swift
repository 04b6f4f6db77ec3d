import JSON
import TestFixtures
import Testing
import Workspace

@testable import App
@testable import Engine

/// The session of a workspace that several programs have open.
@Suite struct SharedSessionTests {
    private let temporary = TemporaryFolder()

    /// A program that has read the session.
    private struct Program {
        let effects: AutosaveEffects
        var session: Session

        mutating func store(_ change: (inout Session) -> Void) async {
            change(&session)
            await effects.run(.session(session))
        }
    }

    private var stored: JSONValue? { StateFile.read(folder: temporary.path, name: "s.json") }

    private func begin() -> Program {
        var environment = AppEnvironment(
            workspace: FileWorkspace(folder: temporary.path, environment: [:], trust: .everything),
            openHistory: { OpenedHistory(store: InMemoryHistoryStore()) },
            makeLoader: { LiveChain.loader(recorder: $0, transport: PreviewTransport()) })
        let content = stored
        environment.session = StateFile(folder: temporary.path, name: "s.json", content: content)
        return Program(
            effects: AutosaveEffects(environment: environment, post: { _ in }), session: content.map(Session.init(json:)) ?? Session())
    }

    private func read() throws -> Session { Session(json: try #require(stored)) }

    @Test func `storing a shared session writes only the program's own changes`() async throws {
        var first = begin()
        await first.store {
            ($0.favorites, $0.environments) = (["old"], ["a": "one", "b": "one"])
            $0.expanded = ["old"]
        }
        var second = begin()
        await first.store {
            ($0.favorites, $0.environments) = (["mine"], ["a": "two", "b": "one"])
            ($0.expanded, $0.queries, $0.focus) = (["old", "mine"], [".mine"], .history)
        }
        await second.store {
            ($0.open, $0.current, $0.front) = (["r"], "r", 0)
            ($0.expanded, $0.queries) = (["theirs"], [".theirs"])
            $0.environments["b"] = nil
            $0.favorites.insert("theirs")
        }
        let both = try read()
        #expect(both.favorites == ["mine", "theirs"] && both.environments == ["a": "two"] && both.focus == .history)
        #expect(both.expanded == ["mine", "theirs"] && both.queries == [".mine", ".theirs"])
        #expect(both.open == ["r"] && both.current == "r" && both.front == 0)
        // What the first one changes now counts from what it wrote, not from what is there.
        await first.store { $0.favorites = [] }
        let last = try read()
        #expect(last.favorites == ["theirs"] && last.open == ["r"])
    }

    @Test func `a single program stores its session over a missing or damaged file`() async throws {
        var program = begin()
        await program.store { ($0.open, $0.sections, $0.queries) = (["r"], ["auth"], [".a", ".b"]) }
        await program.store { ($0.queries, $0.favorites) = ([".b", ".a"], ["r"]) }
        #expect(try read() == program.session)
        for content in [nil, "damaged", "", "{}", "null"] {
            if let content { try temporary.write(content, to: "s.json") } else { try temporary.remove("s.json") }
            await program.store { $0.favorites.insert(content ?? "x") }
            #expect(try read() == program.session)
        }
    }

    @Test func `a removed session is stored again although nothing has changed`() async throws {
        var program = begin()
        await program.store { $0.open = ["r"] }
        try temporary.remove("s.json")
        await program.store { _ in }
        #expect(try read() == program.session)
    }
}
