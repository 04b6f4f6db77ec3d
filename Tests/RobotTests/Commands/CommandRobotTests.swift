import App
import Foundation
import HTTPTesting
import Screen
import ScreenTesting
import Testing

/// Every command of the table is run by a robot: those of the frame and the tree one by one with what must be seen of them, and those of
/// the other panes in a row, over a request with an answer.
@Suite struct CommandRobotTests {
    private static let body = #"{"name":"pilot","list":[1,2,3],"deep":{"a":{"b":"needle"}}}"#
    private let machine: Machine

    init() throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(Self.body.utf8.count)\r\n\r\n"
        let server = try FaultServer(answering: head + Self.body)
        machine = try Machine(beside: server)
        try machine.writeRequest(
            "Ask",
            #""method": "POST", "url": "\#(server.url)/{{name}}", "headers": [{ "name": "X-One", "value": "1" }, { "name": "X-Two", "value": "2" }], "body": { "type": "json", "text": ["{\"a\": [1, 2]}"] }"#
        )
        try machine.writeRequest("Second", #""url": "\#(server.url)/second""#)
        try machine.write(
            #"{ "name": "First", "variables": [{ "name": "name", "value": "x" }] }"# + "\n", to: "collections/first/collection.json")
        try machine.write(#"{ "name": "Box" }"# + "\n", to: "collections/first/box/folder.json")
        try machine.write(#"{ "name": "Inner", "url": "inner" }"# + "\n", to: "collections/first/box/inner.request.json")
    }

    @Test(arguments: CommandScenarios.all)
    func `does what it says`(scenario: CommandScenario) async throws {
        let robot = try await machine.start(size: Size(width: 140, height: 44))
        try await robot.see("▾ First")
        try await scenario.run(robot)
    }

    /// The request is on its body, the answer is there, and the history has it.
    private func startAnswered() async throws -> PtyRobot {
        let editor = "/bin/sh -c 'true'"
        let robot = try await machine.start(environment: ["EDITOR": editor, "PAGER": "cat"], size: Size(width: 140, height: 44))
        try await robot.see("▾ First")
        robot.send("j\r")
        try await robot.see("┏2 Ask")
        robot.press(.function(5))
        try await robot.see("200 OK")
        return robot
    }

    @Test(arguments: [CommandScope.request, .response, .history])
    func `every other command of a pane runs and leaves the program in order`(scope: CommandScope) async throws {
        let robot = try await startAnswered()
        let number = [CommandScope.request: "2", .response: "3", .history: "4"][scope] ?? "1"
        let others = Self.inScenarios.union(Self.withTheTerminal)
        for command in CommandTable.all where command.scope == scope && !others.contains(command.id) {
            guard let keys = command.keys.first else { continue }
            // The history has no text to edit, so a digit after F8 is a command.
            robot.press(.function(8))
            try await robot.see("┏4 History")
            robot.send(number)
            try await robot.see("┏\(number)")
            robot.press(keys)
            for _ in 0..<3 { robot.click(x: 70, y: 0) }
            robot.press(.function(1))
            try await robot.see("All keys")
            robot.click(x: 70, y: 0)
            try await robot.seeNoMore("All keys")
            #expect(robot.status == .running, "after \(command.id)")
        }
    }

    @Test func `no command is left out`() {
        let inPanes = CommandTable.all.filter { [.request, .response, .history].contains($0.scope) && !$0.keys.isEmpty }.map(\.id)
        let run = Self.inScenarios.union(CommandScenarios.elsewhere).union(inPanes).union(Self.overTheRequest)
        #expect(CommandTable.all.map(\.id).filter { !run.contains($0) } == [])
    }

    private static let inScenarios = Set(CommandScenarios.all.flatMap(\.steps).flatMap(\.commands))

    /// What hands the terminal over, so that keys typed meanwhile are another program's; they have robots that wait for it.
    private static let withTheTerminal: Set<String> = ["response.openPager", "response.openEditor"]

    /// What is heard everywhere and is about the request, each with a robot here or in the suites of sending, editing and saving.
    private static let overTheRequest: Set<String> = [
        "request.send", "request.save", "request.rename", "request.openEditor", "request.preview", "request.forgetAnswers",
        "application.sendAgain",
    ]

    @Test func `what is heard everywhere about the request`() async throws {
        let robot = try await startAnswered()
        robot.press(.function(7))
        try await robot.see("Will be sent")
        robot.click(x: 70, y: 0)
        try await robot.seeNoMore("Will be sent")
        robot.press(.function(2))
        try await robot.see("Rename")
        robot.press(.control("u"))
        robot.send("Asked\r")
        try await robot.see("2 Asked")
        robot.press(.control("p"))
        try await robot.see("Commands and requests")
        robot.send("Ask again for secrets\r")
        try await robot.seeNoMore("Commands and requests")
        robot.send("4.")
        try await robot.wait(until: "a second row of the history", timeout: PtyRobot.patience) {
            $0.screen.text.components(separatedBy: "200 POST").count > 2
        }
    }
}
