import DemoServer
import Foundation
import Screen
import ScreenTesting
import Testing

/// A request put together with keys alone, every command of the pane once.
@Suite struct ComposingTests {
    private let server: DemoServer
    private let machine: Machine

    init() throws {
        server = try DemoServer.start()
        machine = try Machine(beside: server)
    }

    private func leave(_ robot: PtyRobot) async throws {
        robot.press(.control("q"))
        try await robot.see("Quit with work unfinished?")
        robot.send("q")
        try await robot.expectEnd(.exited(0))
    }

    @Test func `a new request with a JSON body, a token and two headers`() async throws {
        let robot = try await machine.start()
        robot.press(.control("n"))
        robot.send("\(server.url)/anything\t")
        robot.send("mPOST\r")
        try await robot.see("POST ▾")
        robot.send("bjson\r{\"name\": \"Lea\"}")
        try await robot.see("Body json")
        robot.press(Key(.escape))
        robot.send("Abear\rabc")
        try await robot.see("Auth bearer")
        robot.press(Key(.escape))
        robot.send("HaX-One\t1\tX-Two\t2")
        try await robot.see("Headers 2")
        robot.press(Key(.escape))
        robot.press(.function(5))
        try await robot.see(all: ["200 OK", "\"name\": \"Lea\""])
        try await leave(robot)
    }

    @Test func `rows are added, switched, duplicated, moved, deleted, and all of it taken back`() async throws {
        try machine.writeRequest("Ask", #""url": "http://127.0.0.1:1/", "headers": [{ "name": "A", "value": "1" }]"#)
        let robot = try await machine.startWithRequest()
        robot.send("H")
        try await robot.see("Headers 1")
        robot.send("aBee\t2")
        try await robot.see("Headers 2")
        robot.press(Key(.escape))
        robot.send("D")
        try await robot.see("Headers 3")
        robot.send(" ")
        try await robot.see(all: ["Headers 2", "[ ] Bee"])
        robot.send("K")
        robot.send("J")
        robot.send("d")
        try await robot.see("Deleted the row")
        robot.send("uuuuuu")
        try await robot.see("Headers 1")
        robot.send("U")
        try await robot.see("Headers 2")
        robot.send("uu]")
        try await robot.see("No body")
        robot.send("[")
        try await robot.see("Add a header")
        try await leave(robot)
    }

    @Test func `text is found, replaced, laid out and checked`() async throws {
        try machine.writeRequest("Ask", #""url": "http://127.0.0.1:1/", "body": { "type": "json", "text": ["{\"one\": 1, \"two\": 1}"] }"#)
        let robot = try await machine.startWithRequest()
        robot.send("j=")
        try await robot.see("\"two\": 1")
        try await robot.see("  4")
        robot.send("V")
        try await robot.see("well-formed")
        robot.send("/two")
        try await robot.see("1 of 1")
        robot.press(Key(.escape), Key(.escape))
        try await robot.see("NAV")
        robot.send("rone\tuno")
        try await robot.see("Replace")
        robot.press(.alt("r"), Key(.escape), Key(.escape))
        try await robot.see(all: ["\"uno\"", "NAV"])
        robot.send("e}")
        robot.press(Key(.escape))
        robot.send("V")
        try await robot.see("No JSON: line")
        try await leave(robot)
    }

    @Test func `what will be sent is shown, explained and copied as curl, and nothing is sent`() async throws {
        try machine.write(
            #"{ "name": "local", "variables": [{ "name": "who", "value": "Lea" }], "secrets": [{ "name": "pin", "source": { "type": "prompt" } }] }"#,
            to: "collections/first/environments/local.json")
        try machine.writeRequest(
            "Ask", #""url": "http://127.0.0.1:1/{{who}}", "headers": [{ "name": "X-Pin", "value": "{{pin}}" }]"#)
        let robot = try await machine.startWithRequest()
        robot.send("i")
        try await robot.see("{{who}} = Lea, from environment local")
        robot.press(.function(7))
        try await robot.see("Values to send with")
        robot.send("9999\r")
        try await robot.see("nothing was")
        let screen = try await robot.see(all: [
            "GET http://127.0.0.1:1/Lea", "{{who}} from environment local", "secret of environment local",
        ])
        #expect(!screen.text.contains("9999"))
        robot.send("y")
        try await robot.see("Copied the request as curl")
        robot.press(Key(.escape))
        robot.send("yc")
        robot.press(.control("p"))
        robot.send("Ask again\r")
        try await robot.see("will be asked for again")
        try await robot.quit()
    }

    @Test func `captures and assertions run after the answer, and again`() async throws {
        try machine.writeRequest(
            "Ask",
            #""url": "\#(server.url)/anything", "captures": [{ "variable": "m", "query": "regex:\"method\": *\"(\\w+)\"" }], "assertions": [{ "subject": "status", "value": 201 }]"#
        )
        let robot = try await machine.startWithRequest()
        robot.press(.function(5))
        try await robot.see("1 of 2 tests failed")
        robot.send("t")
        try await robot.see(all: ["✗ fails", "found 200", "✓ kept", "= GET"])
        robot.send("2T")
        try await robot.see("Assertions:")
        robot.send("Ohh")
        try await robot.see("Time-out (s)")
        robot.send("Q")
        try await robot.see("Add a parameter")
        try await robot.quit()
    }

    @Test func `the whole request is edited as text, and the table in an editor`() async throws {
        try machine.writeRequest("Ask", #""url": "http://127.0.0.1:1/", "headers": [{ "name": "A", "value": "1" }]"#)
        let path = "\(machine.home)/editor"
        try "sed -i 's/A: 1/B: 2/' \"$1\"\n".write(toFile: path, atomically: true, encoding: .utf8)
        let robot = try await machine.startWithRequest(environment: ["EDITOR": "/bin/sh '\(path)'"])
        robot.send("HB")
        try await robot.see("[x] B")
        robot.send("X")
        try await robot.see(all: ["# @name Ask", "GET http://127.0.0.1:1/", "B: 2"])
        robot.send("e")
        robot.press(Key(.end, .control))
        robot.send("X-More: yes")
        robot.press(Key(.escape))
        robot.send("H")
        try await robot.see(all: ["X-More", "Headers 2"])
        try await leave(robot)
    }
}
