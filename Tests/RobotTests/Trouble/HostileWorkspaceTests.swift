import Foundation
import HTTPConformance
import Screen
import ScreenTesting
import Synchronization
import Testing

/// A workspace of another author in the built program: no resource of this machine is used before the user allows it.
@Suite struct HostileWorkspaceTests {
    private static let title = "This workspace asks for permission"

    /// Its responses tell their number: the response of the last session is shown at the next start.
    private static func server() throws -> FaultServer {
        let count = Mutex(0)
        return try FaultServer { connection in
            guard try connection.readRequest() != nil else { return }
            let number = count.withLock {
                $0 += 1
                return $0
            }
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\nsent \(number)")
        }
    }

    /// An environment whose secret is a command that leaves a mark when it runs.
    private func hostile(_ server: FaultServer, mark: String = "ran") async throws -> Machine {
        let machine = try await Machine(beside: server)
        try machine.writeRequest("Ask", #""url": "\#(server.url)/", "headers": [{ "name": "X-Token", "value": "{{token}}" }]"#)
        try writeCommand(machine, mark)
        return machine
    }

    private func writeCommand(_ machine: Machine, _ mark: String) throws {
        let command = #"["sh", "-c", "touch \#(machine.home)/\#(mark); echo hunter2"]"#
        try machine.write(
            #"{ "name": "evil", "secrets": [{ "name": "token", "from": "command", "command": \#(command) }] }"#,
            to: "collections/first/environments/evil.json")
    }

    private func hasRun(_ machine: Machine, _ mark: String = "ran") -> Bool {
        FileManager.default.fileExists(atPath: "\(machine.home)/\(mark)")
    }

    @Test func `a command does not run before it is allowed, and asks again when its words change`() async throws {
        let server = try Self.server()
        let machine = try await hostile(server)
        var robot = try await machine.startWithRequest()
        try await robot.choose(environment: "evil")
        // A look runs nothing either.
        robot.press(.function(7))
        try await robot.see("needs your permission")
        robot.press(Key(.escape))
        try await robot.seeNoMore("needs your permission")
        robot.press(.function(5))
        try await robot.see(all: [Self.title, "touch", "collections/first/environments/evil.json", "Refuse"])
        #expect(!hasRun(machine) && server.requests.isEmpty)
        robot.send("r")
        try await robot.seeNoMore(Self.title)
        robot.press(.function(5))
        try await robot.see(Self.title)
        #expect(!hasRun(machine) && server.requests.isEmpty)
        robot.send("a")
        try await robot.see("200 OK")
        #expect(hasRun(machine) && server.requests.count == 1)
        robot.press(.control("q"))
        try await robot.expectEnd(.exited(0))
        // It is allowed from now on, also for another run.
        robot = try await machine.start()
        robot.press(.function(5))
        try await robot.see("sent 2")
        #expect(server.requests.count == 2)
        try writeCommand(machine, "ran-again")
        robot.press(.function(5))
        try await robot.see(all: [Self.title, "ran-again"])
        #expect(!hasRun(machine, "ran-again") && server.requests.count == 2)
        robot.press(.control("q"))
        try await robot.expectEnd(.exited(0))
    }

    @Test func `a foreign request file asks`() async throws {
        let server = try Self.server()
        let machine = try await Machine(beside: server)
        let file = "\(machine.home)/evil.http"
        try "GET \(server.url)/\nX-Key: {{env:HOME}}\n".write(toFile: file, atomically: true, encoding: .utf8)
        var robot = try machine.spawn([file])
        try await robot.see("X-Key")
        robot.press(.function(5))
        try await robot.see(all: [Self.title, "HOME", "Refuse"])
        robot.send("r")
        try await robot.seeNoMore(Self.title)
        robot.press(.control("q"))
        try await robot.expectEnd(.exited(0))
        // The draft comes back, and is asked about still.
        robot = try machine.spawn([machine.home])
        try await robot.see("X-Key")
        robot.press(.function(5))
        try await robot.see(Self.title)
        #expect(server.requests.isEmpty)
        robot.press(.control("q"))
        try await robot.expectEnd(.exited(0))
    }

    @Test func `a permission for one use asks the next time`() async throws {
        let server = try Self.server()
        let machine = try await hostile(server)
        let robot = try await machine.startWithRequest()
        try await robot.choose(environment: "evil")
        robot.press(.function(5))
        try await robot.see(Self.title)
        robot.send("o")
        try await robot.see("200 OK")
        robot.press(.function(5))
        try await robot.see(Self.title)
        #expect(server.requests.count == 1)
        robot.press(.control("q"))
        try await robot.expectEnd(.exited(0))
    }

    struct Wish: Sendable, CustomTestStringConvertible {
        let name: String
        let members: String
        let words: [String]
        var testDescription: String { name }
    }

    private static let wishes = [
        Wish(
            name: "a variable of the process environment", members: #""headers": [{ "name": "X", "value": "{{env:APUS_MARKER}}" }]"#,
            words: ["process environment", "APUS_MARKER"]),
        Wish(
            name: "one in a value of a variable",
            members: #""variables": [{ "name": "v", "value": "{{env:APUS_MARKER}}" }], "query": [{ "name": "q", "value": "{{v}}" }]"#,
            words: ["process environment", "APUS_MARKER"]),
        Wish(name: "a socket", members: #""options": { "network": { "unixSocket": "/run/docker.sock" } }"#, words: ["/run/docker.sock"]),
        Wish(name: "a proxy", members: #""options": { "proxy": "http://127.0.0.1:1" }"#, words: ["proxy", "http://127.0.0.1:1"]),
        Wish(
            name: "a file", members: #""method": "POST", "body": { "type": "file", "path": "/etc/hosts" }"#, words: ["file", "/etc/hosts"]),
        Wish(
            name: "a part",
            members:
                #""method": "POST", "body": { "type": "multipart", "rows": [{ "name": "f", "type": "file", "value": "/etc/hosts" }] }"#,
            words: ["file", "/etc/hosts"]),
        Wish(
            name: "a link", members: #""method": "POST", "body": { "type": "file", "path": "data.txt" }"#, words: ["file", "/key"]),
        Wish(name: "a hidden file", members: #""method": "POST", "body": { "type": "file", "path": ".env" }"#, words: ["file", ".env"]),
        Wish(name: "a client key", members: #""options": { "tls": { "certificate": "~/me.pem" } }"#, words: ["client key", "me.pem"]),
        Wish(name: "no check", members: #""options": { "tls": { "verify": false } }"#, words: ["certificate check"]),
        Wish(name: "authorities", members: #""options": { "tls": { "authorities": "ca.pem" } }"#, words: ["ca.pem"]),
        Wish(name: "another place", members: #""options": { "network": { "connectTo": ["::127.0.0.1:1"] } }"#, words: ["::127.0.0.1:1"]),
        Wish(
            name: "another address", members: #""options": { "network": { "resolve": ["*:80:127.0.0.1"] } }"#, words: ["*:80:127.0.0.1"]),
        Wish(name: "a ticket", members: #""auth": { "type": "negotiate" }"#, words: ["Kerberos"]),
    ]

    @Test(arguments: wishes) func `nothing of this machine is used without a question`(_ wish: Wish) async throws {
        let server = try Self.server()
        let machine = try await Machine(beside: server)
        try machine.writeRequest("Ask", #""url": "\#(server.url)/", \#(wish.members)"#)
        try machine.write("SECRET=hunter2", to: ".env")
        try "hunter2".write(toFile: "\(machine.home)/key", atomically: true, encoding: .utf8)
        try FileManager.default.createSymbolicLink(atPath: "\(machine.workspace)/data.txt", withDestinationPath: "\(machine.home)/key")
        let robot = try await machine.startWithRequest(environment: ["APUS_MARKER": "hunter2"])
        robot.press(.function(5))
        try await robot.see(all: [Self.title, "collections/first/ask.request.json"] + wish.words)
        robot.press(Key(.escape))
        try await robot.seeNoMore(Self.title)
        robot.press(.control("q"))
        try await robot.expectEnd(.exited(0))
        #expect(server.requests.isEmpty && server.connectionCount == 0)
    }

    @Test func `a file of the workspace cannot allow anything`() async throws {
        let server = try Self.server()
        let machine = try await hostile(server)
        // As the program keeps it, in places that a clone could bring along.
        for path in ["trust.json", ".apus/trust.json", ".local/state/apus/trust/x.json", "collections/first/trust.json"] {
            try machine.write(#"{ "version": 1, "workspace": "\#(machine.workspace)", "allowed": [] }"#, to: path)
        }
        let robot = try await machine.startWithRequest()
        try await robot.choose(environment: "evil")
        robot.press(.function(5))
        try await robot.see(Self.title)
        #expect(!hasRun(machine))
        robot.press(.control("q"))
        try await robot.expectEnd(.exited(0))
    }

    @Test func `text typed by the user is sent without a question`() async throws {
        let server = try Self.server()
        let machine = try await Machine(beside: server)
        let robot = try machine.spawn(environment: ["APUS_WORD": "hello"])
        try await robot.see(" EDIT ")
        robot.send("\(server.url)/{{env:APUS_WORD}}\r")
        try await robot.see("200 OK")
        #expect(server.requests.first?.target == "/hello")
        robot.press(.control("q"))
        try await robot.expectEnd(.exited(0))
    }

    @Test func `a query cannot take a variable of the process along`() async throws {
        let server = try FaultServer { connection in
            while let request = try connection.readRequest() {
                _ = request
                try connection.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}")
            }
        }
        let machine = try await Machine(beside: server)
        let capture = #"{ "variable": "taken", "query": "$ENV.APUS_MARKER // env.APUS_MARKER // \"nothing\"" }"#
        try machine.writeRequest(
            "Ask",
            #""url": "\#(server.url)/", "query": [{ "name": "q", "value": "{{taken}}" }], "variables": [{ "name": "taken", "value": "first" }], "captures": [\#(capture)]"#
        )
        let robot = try await machine.startWithRequest(environment: ["APUS_MARKER": "hunter2"])
        robot.press(.function(5))
        try await robot.see("200 OK")
        // The value on the Tests tab shows that jq ran.
        robot.press(.control("p"))
        try await robot.see("Command palette")
        robot.send("response.tab.tests")
        try await robot.see("response.tab.tests")
        robot.press(Key(.enter))
        try await robot.see("nothing")
        robot.press(.function(5))
        try await robot.wait(until: "a second request", timeout: PtyRobot.patience) { _ in server.requests.count == 2 }
        #expect(server.requests.last?.target == "/?q=nothing")
        robot.press(.control("q"))
        try await robot.expectEnd(.exited(0))
    }
}
