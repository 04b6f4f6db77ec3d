import Testing

/// `scripts/setup` on simulated machines: its output, and its calls of the package manager.
@Suite struct SetupTests {
    @Test(arguments: FakeMachine.Manager.allCases, [[], ["--tests"], ["--bench"]])
    func `setup does nothing if nothing is missing`(manager: FakeMachine.Manager, arguments: [String]) async throws {
        let outcome = try await FakeMachine([manager], user: 1000, hasSudo: false).run("scripts/setup", arguments)
        #expect(outcome.status == 0)
        #expect(outcome.output + outcome.errors == "")
        #expect(outcome.calls == [])
    }

    /// Each manager with two packages and the commands that install them.
    static let installations: [(FakeMachine.Manager, [String], [String])] = [
        (
            .apt, ["libjq-dev", "nettle-dev"],
            [
                "apt-get update -qq",
                "DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends libjq-dev nettle-dev",
            ]
        ),
        (.dnf, ["jq-devel", "nettle-devel"], ["dnf install -y jq-devel nettle-devel"]),
        (.pacman, ["jq", "nettle"], ["pacman -S --needed --noconfirm jq nettle"]),
        (.brew, ["jq", "nettle"], ["brew install jq nettle"]),
    ]

    @Test(arguments: installations)
    func `root installs missing packages and reports them`(manager: FakeMachine.Manager, missing: [String], calls: [String]) async throws {
        let outcome = try await FakeMachine([manager], missing: missing).run("scripts/setup")
        #expect(outcome.status == 0)
        #expect(outcome.output == "setup: installing with \(manager): \(missing.joined(separator: " "))\n")
        #expect(outcome.errors == "")
        #expect(outcome.calls == calls)
    }

    @Test(arguments: installations)
    func `uses sudo, but not with brew`(manager: FakeMachine.Manager, missing: [String], calls: [String]) async throws {
        let outcome = try await FakeMachine([manager], missing: missing, user: 1000).run("scripts/setup")
        #expect(outcome.status == 0)
        #expect(outcome.output.contains(manager == .brew ? "installing with brew:" : "installing with sudo and \(manager):"))
        #expect(outcome.calls.filter { !$0.hasPrefix("sudo ") } == calls)
        #expect(outcome.calls.count { $0.hasPrefix("sudo ") } == (manager == .brew ? 0 : calls.count))
    }

    @Test(arguments: installations.filter { $0.0 != .brew })
    func `setup without sudo prints the commands for root`(manager: FakeMachine.Manager, missing: [String], calls: [String]) async throws {
        let outcome = try await FakeMachine([manager], missing: missing, user: 1000, hasSudo: false).run("scripts/setup")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("sudo is not installed. Run as root:\n"))
        let command = try #require(calls.last).replacing("DEBIAN_FRONTEND=noninteractive ", with: "")
        #expect(outcome.errors.contains("    \(manager == .apt ? "apt-get update && " : "")\(command)\n"))
        #expect(outcome.calls == [])
    }

    @Test func `installs only the requested parts`() async throws {
        let missing = ["libvterm-dev", "wuzz"]
        for (arguments, installed) in [([], []), (["--tests"], ["libvterm-dev"]), (["--bench"], missing)] {
            let outcome = try await FakeMachine([.apt], missing: missing).run("scripts/setup", arguments)
            #expect(outcome.status == 0)
            #expect(outcome.output.split { $0.isWhitespace }.dropFirst(4).map(String.init) == installed)
        }
    }

    // MARK: - Managers

    @Test func `uses the package manager of the system`() async throws {
        let fedora = try FakeMachine([.apt, .dnf], missing: ["dpkg", "jq-devel"])
        #expect(try await fedora.run("scripts/setup").calls == ["dnf install -y jq-devel"])
        let debian = try FakeMachine([.apt, .dnf, .brew], missing: ["rpm", "libjq-dev"])
        #expect(try await debian.run("scripts/setup").calls.last?.hasSuffix("libjq-dev") == true)
    }

    @Test func `setup without a known package manager lists the packages and continues`() async throws {
        let outcome = try await FakeMachine([]).run("scripts/setup", ["--tests"])
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("No supported package manager found."))
        #expect(outcome.errors.contains(" libcurl4-openssl-dev ") && outcome.errors.contains(" libvterm-dev "))
    }

    @Test func `pacman upgrades everything if there are no package lists yet, and never a part`() async throws {
        let outcome = try await FakeMachine([.pacman], missing: ["gd", "lists"]).run("scripts/setup")
        #expect(outcome.calls == ["pacman -Syu --needed --noconfirm gd"])
    }

    @Test func `apt continues with its old lists if one cannot be updated`() async throws {
        let machine = try FakeMachine([.apt], missing: ["make"])
        try machine.add("apt-get", "note; [ $1 = install ] || exit 100")
        let outcome = try await machine.run("scripts/setup")
        #expect(outcome.status == 0)
        #expect(outcome.calls.count == 2)
    }

    // MARK: - Failures

    @Test(arguments: [
        (FakeMachine.Manager.apt, "apt-get", "apt-get update && apt-get install -y --no-install-recommends make"),
        (.dnf, "dnf", "dnf install -y make"), (.pacman, "pacman", "pacman -Syu --needed make"),
        (.brew, "brew", "brew install jq"),
    ])
    func `shows the manager's output and the command to type`(manager: FakeMachine.Manager, program: String, command: String) async throws {
        let machine = try FakeMachine([manager], missing: ["make", "jq"].filter { command.hasSuffix($0) })
        try machine.add(
            program, #"case $1 in --prefix) echo "$STATE" ;; -T) here "$last" ;; -Si) ;; *) echo 'the mirror is gone' >&2; exit 9 ;; esac"#)
        let outcome = try await machine.run("scripts/setup")
        #expect(outcome.status == 1)
        #expect(
            outcome.errors
                == "the mirror is gone\nsetup: \(manager) could not install the missing packages. Run this yourself:\n    \(command)\n")
    }

    @Test func `setup asks for a password once`() async throws {
        let machine = try FakeMachine([.apt], missing: ["make"], user: 1000)
        try machine.add("sudo", "note; echo 'sudo: a terminal is required to read the password' >&2; exit 1")
        let outcome = try await machine.run("scripts/setup")
        #expect(outcome.status == 1)
        #expect(outcome.calls == ["sudo apt-get update -qq"])
        #expect(outcome.errors.contains("sudo: a terminal is required"))
        #expect(outcome.errors.contains("    sudo apt-get update && sudo apt-get install -y --no-install-recommends make\n"))
    }

    // MARK: - Swift

    @Test(arguments: [
        (nil, "swift was not found on PATH"), (FakeMachine.swift("5.9.2"), "is Swift 5.9"), (FakeMachine.swift("6.1"), "is Swift 6.1"),
    ])
    func `gives instructions if Swift is missing, before it installs anything`(swift: String?, problem: String) async throws {
        for missing in [[], ["libjq-dev", "make"]] {
            let outcome = try await FakeMachine([.apt], missing: missing, swift: swift).run("scripts/setup")
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains(problem))
            #expect(outcome.errors.contains("Apus needs Swift 6.2 or later. See https://www.swift.org/install/"))
            #expect(outcome.errors.contains("installs with apt: libjq-dev make") == !missing.isEmpty)
            #expect(outcome.calls == [])
        }
    }

    @Test(arguments: [
        "Swift version 6.2 (swift-6.2-RELEASE)", "Apple Swift version 6.10.1 (swiftlang)", "Swift version 7.0-dev (LLVM 1, Swift 2)",
    ])
    func `accepts every Swift from 6.2`(version: String) async throws {
        let outcome = try await FakeMachine([.apt], swift: "echo 'swift-driver version: 1.1 \(version)'").run("scripts/setup")
        #expect(outcome.status == 0)
    }

    @Test func `another program called swift is ignored`() async throws {
        let outcome = try await FakeMachine([.apt], swift: "echo python-swiftclient 4.2.0").run("scripts/setup")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("reports no Swift version: python-swiftclient 4.2.0"))
    }

    @Test func `installs missing packages of a Swift that does not run, and tries again`() async throws {
        let lacking = "here libncurses-dev || { echo 'libncurses.so.6: not found' >&2; exit 127; }; \(FakeMachine.swift("6.3"))"
        let outcome = try await FakeMachine([.apt], missing: ["libncurses-dev"], swift: lacking).run("scripts/setup")
        #expect(outcome.status == 0)
        #expect(outcome.calls.last?.hasSuffix("libncurses-dev") == true)
        let useless = "echo 'libedit.so.2: not found' >&2; exit 127"
        let broken = try await FakeMachine([.apt], missing: ["make"], swift: useless).run("scripts/setup")
        #expect(broken.status == 1)
        #expect(broken.calls.count == 2)
        #expect(broken.errors.contains("libedit.so.2: not found"))
    }

    @Test func `reports that sudo uses another PATH`() async throws {
        let outcome = try await FakeMachine([.apt], swift: nil, environment: ["SUDO_USER": "ada"]).run("scripts/setup")
        #expect(outcome.errors.contains("sudo uses another PATH"))
    }

    // MARK: - Words

    @Test func `setup accepts only its options`() async throws {
        let machine = try FakeMachine([])
        let wrong = try await machine.run("scripts/setup", ["--test"])
        #expect(wrong.status == 2)
        #expect(wrong.errors.contains("--test ") && wrong.errors.contains("--tests"))
        #expect(try await machine.run("scripts/setup", ["--help"]).output.contains("usage: scripts/setup"))
    }
}
