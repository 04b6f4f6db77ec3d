import Foundation
import HTTPConformance
import Screen
import ScreenTesting
import Testing

/// Secrets are nowhere where another program or user could read them: in no arguments, in no variables, in no file that others may open.
@Suite struct PrivacyTests {
    private static let secret = "SEKRIT-8qz"
    private static let environment =
        #"{ "name": "local", "secrets": [{ "name": "kept", "from": "file" }, { "name": "told", "from": "command", "command": COMMAND }] }"#

    /// A machine with a request that has a kept secret and one that a command tells.
    private func machine(_ server: FaultServer, command: String) async throws -> Machine {
        let machine = try await Machine(beside: server)
        try machine.writeRequest(
            "Ask",
            #""method": "POST", "url": "\#(server.url)/", "headers": [{ "name": "X-Kept", "value": "{{kept}}" }, { "name": "X-Told", "value": "{{told}}" }], "body": { "type": "text", "text": ["body {{kept}}"] }"#
        )
        try machine.write(Self.environment.replacing("COMMAND", with: command), to: "collections/first/environments/local.json")
        let file = "collections/first/environments/local.secrets.json"
        try machine.write(#"{ "kept": "\#(Self.secret)" }"#, to: file)
        // The program takes no secrets from a file that others can read.
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: "\(machine.workspace)/\(file)")
        return machine
    }

    private static func server() throws -> FaultServer {
        let body = String(repeating: "a line of a long body\n", count: 10_000)
        return try FaultServer(
            answering:
                "HTTP/1.1 200 OK\r\nSet-Cookie: session=1; Max-Age=1000\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n\(body)")
    }

    #if os(Linux)
        /// Each started program records its arguments and environment and those of its ancestors.
        @Test func `programs that are started get no secret`() async throws {
            let server = try Self.server()
            let machine = try await machine(server, command: #"["/bin/sh", "HOME/probe", "told"]"#)
            let log = "\(machine.home)/seen"
            let probe = """
                p=$$
                while [ "$p" -gt 1 ]; do
                    cat /proc/$p/cmdline /proc/$p/environ >> '\(log)' 2>/dev/null
                    p=$(sed -n 's/^PPid:\\t//p' /proc/$p/status)
                done
                echo "probe $1" >> '\(log)'
                case $1 in told) echo \(Self.secret) ;; esac
                """
            try probe.write(toFile: "\(machine.home)/probe", atomically: true, encoding: .utf8)
            try machine.write(
                Self.environment.replacing("COMMAND", with: #"["/bin/sh", "\#(machine.home)/probe", "told"]"#),
                to: "collections/first/environments/local.json")
            let tool = "/bin/sh \(machine.home)/probe"
            let robot = try await machine.startWithRequest(environment: ["EDITOR": "sleep 2; \(tool) editor", "PAGER": "\(tool) pager"])
            try await robot.choose(environment: "local")
            robot.press(.function(5))
            try await robot.see("asks for permission")
            robot.send("a")
            try await robot.see("200 OK")
            #expect(server.requests.first?["X-Kept"] == Self.secret && server.requests.first?["X-Told"] == Self.secret)
            // A second command, while the program holds all of it; an editor; a query in the worker, and one in a shell.
            robot.press(.function(4))
            try await robot.wait(until: "the editor", timeout: PtyRobot.patience) { _ in Self.text(log).contains("probe editor") }
            robot.send("3")
            try await robot.seeFocus(on: "3")
            robot.send("|")
            try await robot.see("jq")
            robot.send("!/bin/sh \(machine.home)/probe query\r")
            try await robot.wait(until: "the query", timeout: PtyRobot.patience) { _ in Self.text(log).contains("probe query") }
            let seen = Self.text(log)
            #expect(seen.contains("probe told"))
            #expect(!seen.contains(Self.secret))
            robot.signal(SIGKILL)
            try await robot.waitForEnd(timeout: PtyRobot.patience)
        }

        private static func text(_ path: String) -> String {
            String(decoding: (try? Data(contentsOf: URL(filePath: path))) ?? Data(), as: UTF8.self)
        }
    #endif

    /// Without a mask of the user, files that the system makes are open to everybody.
    @Test func `files are private with any umask`() async throws {
        let server = try Self.server()
        let machine = try await machine(server, command: #"["printf", "\#(Self.secret)"]"#)
        let temporary = "\(machine.home)/temporary"
        try FileManager.default.createDirectory(
            atPath: temporary, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        let robot = try PtyRobot.spawn(
            "/bin/sh", arguments: ["-c", "umask 000; exec \(machine.command)"],
            environment: machine.environment.merging(["TMPDIR": temporary]) { $1 }, directory: machine.home,
            size: Size(width: 120, height: 40), owner: machine)
        try await robot.goToTree()
        try await robot.see("▾ First")
        robot.send("j\r")
        try await robot.seeFocus(on: "2 Ask")
        try await robot.choose(environment: "local")
        robot.press(.function(5))
        try await robot.see("asks for permission")
        robot.send("a")
        try await robot.see("200 OK")
        // A draft is kept while it is typed.
        robot.press(.control("l"), Key(.end), .character("2"))
        try await robot.see("2 Ask ●")
        robot.press(.control("q"))
        try await robot.expectEnd(.exited(0))
        var kinds: Set<String> = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: machine.home) {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(machine.home)/\(path)")
            let mode = (attributes[.posixPermissions] as? Int ?? 0) & 0o777
            let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
            // Folders that other programs use too are the system's business.
            if isFolder, ["data", "config", ".local", ".local/state", ".cache"].contains(path) { continue }
            #expect(mode & 0o077 == 0, "\(path) has the mode \(String(mode, radix: 8))")
            kinds.insert(path.split(separator: "/").dropLast().last.map(String.init) ?? path)
        }
        for kind in ["apus", "trust", "drafts", "history-bodies"] {
            #expect(kinds.contains(kind), "nothing was written to \(kind): \(kinds)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty)
    }
}
