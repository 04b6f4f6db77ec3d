import Testing

/// The commands that the `Makefile` would run.
@Suite struct MakefileTests {
    @Test func `installing builds first, but with sudo uses the existing build`() async throws {
        let built = try await FakeMachine([]).run("/usr/bin/make", ["-n", "install"])
        #expect(built.output.contains("swift build"))
        let root = try await FakeMachine([], environment: ["SUDO_USER": "ada"]).run("/usr/bin/make", ["-n", "install"])
        #expect(root.status == 0)
        #expect(root.output.contains("install -m 755"))
        #expect(root.output.contains("strip -S /usr/local/bin/apus"))
        #expect(!root.output.contains("swift build") && !root.output.contains("scripts/setup"))
    }
}
