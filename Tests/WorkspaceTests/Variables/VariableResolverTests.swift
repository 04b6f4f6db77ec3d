import Foundation
import Testing
import Workspace

/// Variables in texts.
struct VariableResolverTests {
    private static func resolver(
        _ scopes: [(VariableOrigin, [Row])], secrets: [String: String] = [:], process: [String: String] = [:]
    ) -> VariableResolver {
        var all = VariableScopes()
        all.append(secrets, .secret(environment: "e"), isSecret: true)
        for (origin, rows) in scopes { all.append(rows, origin) }
        let functions = DynamicValues(now: Date(timeIntervalSince1970: 0), random: CountingGenerator())
        return VariableResolver(all, process: process, functions: functions)
    }

    @Test func theNearestScopeWins() {
        var resolver = Self.resolver([(.environment("e"), [Row("a", "near")]), (.workspace, [Row("a", "far"), Row("b", "only")])])
        let text = resolver.resolve("{{a}}-{{b}}", at: .url)
        #expect(text.text == "near-only")
        #expect(text.parts.map(\.origin) == [.environment("e"), nil, .workspace])
        #expect(text.parts.map(\.name) == ["a", nil, "b"])
    }

    @Test func `environment variables named like secrets are secrets, as are the sources of secrets`() throws {
        var resolver = Self.resolver([], process: ["API_TOKEN": "t0k", "HOME": "/me"])
        #expect(resolver.resolve("{{env:API_TOKEN}}{{env: HOME}}", at: .url).parts.map(\.isSecret) == [true, false])
        #expect(resolver.usedSecrets == ["t0k"])
        var input = ResolutionInput(RequestDraft(url: "http://h/{{env:MINE}}"))
        input.process = ["MINE": "abcd"]
        #expect(try RequestResolver.resolve(input).mask.isEmpty)
        input.environment = EnvironmentDraft(name: "e", secrets: [SecretEntry("s", .environment("MINE"))])
        #expect(try RequestResolver.resolve(input).mask.masked("http://h/abcd") == "http://h/••••")
    }

    @Test func ignoresDisabledRowsAndUsesTheLastOfAName() {
        var resolver = Self.resolver([(.request, [Row("a", "1"), Row("a", "2"), Row("a", "3", isEnabled: false)])])
        #expect(resolver.resolve("{{a}}", at: .url).text == "2")
    }

    @Test func resolvesReferencesInValues() {
        var resolver = Self.resolver([(.request, [Row("a", "<{{b}}>"), Row("b", "{{c}}"), Row("c", "x")])])
        #expect(resolver.resolve("{{a}}", at: .url).text == "<x>")
        #expect(resolver.problems.isEmpty)
    }

    @Test func reportsCircularReferences() {
        var resolver = Self.resolver([(.request, [Row("a", "{{b}}"), Row("b", "{{a}}")])])
        _ = resolver.resolve("{{a}}", at: .url)
        #expect(resolver.problems.map(\.description) == ["URL: {{a}} refers to itself: a → b → a"])
    }

    @Test func countsOnlyReplacedReferencesTowardsTheLimit() {
        // Values of which some hold references, as hosts and tokens do.
        var resolver = Self.resolver([(.request, [Row("a", "<{{b}}>"), Row("b", "x")])])
        let text = String(repeating: "{{a}}{{b}}", count: 40_000)
        #expect(resolver.resolve(text, at: .body).text == String(repeating: "<x>x", count: 40_000))
        #expect(resolver.problems.isEmpty)
    }

    @Test(arguments: [(60, [], "x"), (100_000, [.tooLong], "")] as [(Int, [ResolutionIssue.Kind], String)])
    func limitsTheDepthOfReferences(count: Int, problems: [ResolutionIssue.Kind], expected: String) {
        let rows = (1...count).map { Row("v\($0)", "{{v\($0 - 1)}}") } + [Row("v0", "x")]
        var resolver = Self.resolver([(.request, rows)])
        #expect(resolver.resolve("{{v\(count)}}", at: .body).text == expected)
        #expect(resolver.problems.map(\.kind) == problems)
    }

    @Test func `a long circle is named as one and not as deep nesting`() {
        let rows = (0..<200).map { Row("v\($0)", "{{v\(($0 + 1) % 200)}}") }
        var resolver = Self.resolver([(.request, rows)])
        _ = resolver.resolve("{{v0}}", at: .body)
        #expect(resolver.problems.map(\.kind) == [.circle])
    }

    @Test func refusesGrowthBeforeAnythingIsReplaced() {
        let rows = (1...40).map { Row("v\($0)", "{{v\($0 - 1)}}{{v\($0 - 1)}}") } + [Row("v0", "x")]
        var resolver = Self.resolver([(.request, rows)])
        for index in 0..<500 { #expect(resolver.resolve("a{{v40}}b{{v3}}", at: .header("\(index)")).text == "abxxxxxxxx") }
        #expect(resolver.problems.count == 500 && resolver.problems.allSatisfy { $0.kind == .tooLong && $0.name == "v40" })
    }

    @Test func aCancelledTaskStopsReplacing() async {
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            var resolver = Self.resolver([(.request, [Row("a", "<{{b}}>"), Row("b", "x")])])
            let text = resolver.resolve(String(repeating: "{{a}}", count: 100_000), at: .body).text
            return (text.utf8.count, resolver.problems.count)
        }
        task.cancel()
        let (length, problems) = await task.value
        #expect(length < 100_000 && problems == 1)
    }

    @Test(arguments: ["xxxxxxxxxx", ""]) func limitsTheGrowthOfReferences(seed: String) {
        // Ten to the fortieth references.
        let rows = (1...40).map { Row("v\($0)", String(repeating: "{{v\($0 - 1)}}", count: 10)) } + [Row("v0", seed)]
        var resolver = Self.resolver([(.request, rows)])
        _ = resolver.resolve("{{v40}}", at: .body)
        #expect(resolver.problems.first?.kind == .tooLong)
    }

    @Test(arguments: [
        ("{{$randomInt 5}}", "{{$randomInt 1 100}}"), ("{{$uuid 3}}", "{{$uuid}}"), ("{{$datetime}}", "{{$datetime YYYY-MM-DD 2 w}}"),
        ("{{$randomInte}}", "{{$randomInt}}"), ("{{$randomFoo}}", nil), ("{{$randmInt}}", "{{$randomInt}}"),
    ])
    func `a function with wrong arguments and a similar one are named`(text: String, hint: String?) throws {
        var resolver = Self.resolver([])
        _ = resolver.resolve(text, at: .header("A"))
        let message = try #require(resolver.problems.first?.message.dropFirst(text.count))
        #expect(hint.map { message.contains($0) } ?? !message.contains("{{"), "\(message)")
    }

    @Test(arguments: [
        ("{{tokn}}", "header A: {{tokn}} is not defined: did you mean {{token}}?"),
        ("{{nothing}}", "header A: {{nothing}} is not defined"),
        ("{{$timestmp}}", "header A: {{$timestmp}} is not a function: did you mean {{$timestamp}}?"),
        ("{{env:NOPE}}", "header A: {{env:NOPE}} is not set in the process environment"),
    ])
    func reportsMissingVariables(text: String, problem: String) {
        var resolver = Self.resolver([(.request, [Row("token", "x")])])
        _ = resolver.resolve(text + text, at: .header("A"))
        #expect(resolver.problems.map(\.description) == [problem])
    }

    @Test func readsTheProcessEnvironment() {
        var resolver = Self.resolver([], process: ["HOME": "/home/x"])
        let text = resolver.resolve("{{env:HOME}}/{{ env: HOME }}", at: .url)
        #expect(text.text == "/home/x//home/x")
    }

    @Test(arguments: [VariableOrigin.captured(environment: nil), .prompt])
    func valuesFromResponsesAreNotExpanded(origin: VariableOrigin) {
        var resolver = Self.resolver([(origin, [Row("a", "{{env:SECRET}}")])], process: ["SECRET": "x"])
        #expect(resolver.resolve("{{a}}", at: .url).text == "{{env:SECRET}}")
        #expect(resolver.problems.isEmpty)
    }

    @Test func secretsAreMarkedAlsoWithinOtherValues() {
        var resolver = Self.resolver([(.request, [Row("header", "Bearer {{token}}")])], secrets: ["token": "{{hunter2}}"])
        let text = resolver.resolve("{{header}}!", at: .header("A"))
        #expect(text.text == "Bearer {{hunter2}}!")
        #expect(text.masked == "Bearer ••••!")
        #expect(resolver.usedSecrets == ["{{hunter2}}"])
    }
}

/// Numbers that are the same in every run.
struct CountingGenerator: RandomNumberGenerator {
    private var state: UInt64 = 0

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return state ^ (state >> 31)
    }
}
