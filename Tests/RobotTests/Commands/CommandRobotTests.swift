import Foundation
import HTTPConformance
import Screen
import ScreenTesting
import Synchronization
import Testing

@testable import App

/// Every command of the table is run by a robot, with what must be seen of it. A scenario runs many in one program.
@Suite struct CommandRobotTests {
    private static let body = #"{"name":"pilot","rows":[{"k":2,"v":"x"},{"k":1,"v":"y"}],"a":{"b":{"c":{"d":{"e":{"f":{"g":"needle"}}}}}}}"#
    private let machine: Machine

    /// The body of the n-th response to `Second`: its first and its last member differ from those of the response before, the ones between do not.
    private static func changing(_ number: Int) -> String {
        let equal = (0..<30).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
        return #"{"at":"2026-01-0\#(number)T00:00:00Z",\#(equal),"number":\#(number)}"#
    }

    init() async throws {
        let count = Mutex(0)
        let server = try FaultServer { connection in
            guard let request = try connection.readRequest() else { return }
            let body =
                request.target == "/second"
                ? Self.changing(
                    count.withLock {
                        $0 += 1; return $0
                    }) : Self.body
            try connection.send(
                Array("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8))
        }
        machine = try await Machine(beside: server)
        try machine.writeRequest(
            "Ask",
            #""method": "POST", "url": "\#(server.url)/{{name}}", "headers": [{ "name": "X-One", "value": "1" }, { "name": "X-Two", "value": "2" }], "body": { "type": "json", "text": ["{\"a\": [1, 1]}"] }"#
        )
        try machine.writeRequest("Second", #""url": "\#(server.url)/second""#)
        try machine.write(
            #"{ "name": "First", "variables": [{ "name": "name", "value": "x" }] }"# + "\n", to: "collections/first/collection.json")
        try machine.write(#"{ "name": "Box" }"# + "\n", to: "collections/first/box/folder.json")
        try machine.write(#"{ "name": "Inner", "url": "inner" }"# + "\n", to: "collections/first/box/inner.request.json")
    }

    @Test(arguments: CommandScenarios.all)
    func `a command shows the promised effect`(scenario: CommandScenario) async throws {
        // Its desktop program fails, so that no test opens a window.
        let desktop = URL(filePath: #filePath).appending(path: "../../Fixtures/browser").standardizedFileURL.path
        let robot = try await machine.start(
            environment: ["PATH": "\(desktop):/usr/local/bin:/usr/bin:/bin"], size: Size(width: 140, height: 50))
        try await robot.see("▾ First")
        try await scenario.run(robot)
    }

    @Test func `the scenarios cover every command`() {
        let run = Set(CommandScenarios.all.flatMap(\.steps).flatMap(\.commands)).union(Self.elsewhere)
        #expect(CommandTable.all.map(\.id).filter { !run.contains($0) } == [])
        #expect(run.filter { CommandTable.command($0) == nil } == [])
    }

    /// Commands that end or stop the program, that need a request on its way, or that hand the terminal over: their tests are
    /// in `EndingTests`, `QuitTests`, `SendingTroubleTests`, `LoginTests`, `EditorTests` and `BodyToolsTests`.
    private static let elsewhere: Set<String> = [
        "application.quit", "application.quitLetter", "application.suspend", "application.cancel", "request.openEditor",
        "response.openPager", "response.openEditor", "settings.edit", "keymap.edit", "login.show", "login.copyCode", "login.copyURL",
        "login.cancel",
    ]
}
