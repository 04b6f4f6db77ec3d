import DemoServer
import Foundation
import Screen
import ScreenTesting
import Testing

/// A request put together with keys alone, every command of the pane once.
@Suite struct ComposingTests {
    private let server: DemoServer
    private let machine: Machine
    private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL

    init() async throws {
        server = try DemoServer.start()
        machine = try await Machine(beside: server)
    }

    private func leave(_ robot: PtyRobot) async throws {
        robot.press(.control("q"))
        try await robot.expectEnd(.exited(0))
    }

    /// Escape until letters are commands: it closes completions and what is looked for first. What follows at once would be Alt and a key.
    private func toNAV(_ robot: PtyRobot) async throws {
        // What was typed may not have arrived yet: the footer would still show the layer of before.
        try await robot.see(" EDIT ")
        for _ in 0..<3 where !robot.screen.text.contains(" NAV ") {
            let before = robot.screen.text
            robot.press(Key(.escape))
            try await robot.wait(until: "something to close", timeout: PtyRobot.patience) { $0.screen.text != before }
        }
        try await robot.see(" NAV ")
    }

    /// The number of keys in `docs/promises.md` is enough to get a first response.
    @Test func `a new request with a JSON body, a token and two headers`() async throws {
        let robot = try await machine.start(size: Size(width: 120, height: 46))
        let steps = CountedStep.all(url: "\(server.url)/anything")
        for step in steps { try await step.run(robot) }
        try await robot.see(all: ["200 OK", "\"X-One\": \"1\"", "\"X-Two\": \"2\"", "Bearer abc", "Lea"])
        try await leave(robot)
        let page = try String(contentsOf: Self.root.appending(path: "docs/promises.md"), encoding: .utf8)
        for step in steps { #expect(page.contains("\n| \(step.name) | \(step.cell) |"), "\(step.name): \(step.cell)") }
        #expect(page.contains("Apus needs \(steps.map(\.count).reduce(0, +)) "))
    }

    @Test func `adding, switching, duplicating, moving and deleting rows can be undone`() async throws {
        try machine.writeRequest("Ask", #""url": "http://127.0.0.1:1/", "headers": [{ "name": "A", "value": "1" }]"#)
        let robot = try await machine.startWithRequest()
        robot.send("H")
        try await robot.see("Headers 1")
        robot.send("aBee\t2")
        try await robot.see("Headers 2")
        try await toNAV(robot)
        robot.send("D")
        try await robot.see("Headers 3")
        robot.send(" ")
        try await robot.see(all: ["Headers 2", "[ ] Bee"])
        robot.send("K")
        robot.send("J")
        robot.send("d")
        try await robot.see("Deleted the row")
        robot.send("uuuuuuu")
        try await robot.see("Headers 1")
        robot.send("U")
        try await robot.see("Headers 2")
        robot.send("uu]")
        try await robot.see(all: ["Type", "None"])
        robot.send("[")
        try await robot.see("Add a header")
        // With everything taken back there is nothing to ask.
        try await robot.quit()
    }

    @Test func `text is found, replaced, laid out and checked`() async throws {
        try machine.writeRequest("Ask", #""url": "http://127.0.0.1:1/", "body": { "type": "json", "text": ["{\"one\": 1, \"two\": 1}"] }"#)
        let robot = try await machine.startWithRequest()
        robot.send("j=")
        try await robot.see("\"two\": 1")
        try await robot.see(" 4 }")
        robot.send("V")
        try await robot.see("Valid JSON")
        robot.send("/two")
        try await robot.see("1 of 1")
        try await toNAV(robot)
        robot.send("rone\tuno")
        try await robot.see("Replace")
        robot.press(.alt("r"))
        try await robot.see("\"uno\"")
        try await toNAV(robot)
        robot.send("e}")
        try await toNAV(robot)
        robot.send("V")
        try await robot.see("Invalid JSON: line")
        try await leave(robot)
    }

    @Test func `the request is previewed, explained and copied as curl, and nothing is sent`() async throws {
        try machine.write(
            #"{ "name": "local", "variables": [{ "name": "who", "value": "Lea" }], "secrets": [{ "name": "pin", "from": "prompt" }] }"#,
            to: "collections/first/environments/local.json")
        try machine.writeRequest(
            "Ask", #""url": "http://127.0.0.1:1/{{who}}", "headers": [{ "name": "X-Pin", "value": "{{pin}}" }]"#)
        let robot = try await machine.startWithRequest()
        try await robot.choose(environment: "local")
        robot.send("i")
        try await robot.see("{{who}} = Lea, from environment local")
        robot.press(.function(7))
        try await robot.see("(not sent)")
        try await robot.see(all: [
            "GET http://127.0.0.1:1/Lea", "{{who}} from environment local", "{{pin}} is asked for when it is sent",
        ])
        robot.send("Y")
        try await robot.see("Copied the request as curl")
        robot.send("q")
        try await robot.seeNoMore("(not sent)")
        // A copy with secrets asks for them; what was given is kept for the next sends, and never shown.
        robot.send("yc")
        try await robot.see("Enter values")
        robot.send("9999\r")
        try await robot.seeNoMore("Enter values")
        #expect(!robot.screen.text.contains("9999"))
        robot.press(.control("p"))
        robot.send("request.forgetAnswers\r")
        try await robot.see("asked for again")
        try await robot.quit()
    }

    @Test func `captures and assertions run after the response, and again`() async throws {
        try machine.writeRequest(
            "Ask",
            #""url": "\#(server.url)/anything", "captures": [{ "variable": "m", "query": "regex:\"method\": *\"(\\w+)\"" }], "assertions": [{ "subject": "status", "value": 201 }]"#
        )
        let robot = try await machine.startWithRequest()
        robot.press(.function(5))
        try await robot.see("1 of 1 test failed")
        robot.send("t")
        try await robot.see(all: ["✗ failed", "found 200", "✓ captured", "= GET"])
        robot.send("2T")
        try await robot.see("Add an assertion")
        robot.send("Ohh")
        try await robot.see("Timeout (s)")
        robot.send("Q")
        try await robot.see("Add a parameter")
        try await robot.quit()
    }

    @Test func `the whole request is edited as text, and the table as lines`() async throws {
        try machine.writeRequest("Ask", #""url": "http://127.0.0.1:1/", "headers": [{ "name": "A", "value": "1" }]"#)
        let robot = try await machine.startWithRequest()
        robot.send("HB")
        try await robot.see("1 A: 1")
        robot.press(Key(.end))
        robot.send("\rB: 2")
        try await toNAV(robot)
        try await robot.see("[x] B")
        robot.press(.function(4))
        try await robot.see("Open in external editor: this tab has no text")
        robot.send("X")
        try await robot.see(all: ["# @name Ask", "GET http://127.0.0.1:1/", "B: 2"])
        robot.send("e")
        robot.press(Key(.end, .control))
        robot.send("X-More: yes")
        try await toNAV(robot)
        robot.send("H")
        try await robot.see(all: ["X-More", "Headers 3"])
        try await leave(robot)
    }
}
