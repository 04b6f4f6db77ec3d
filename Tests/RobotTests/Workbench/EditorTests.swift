import Foundation
import Screen
import ScreenTesting
import Testing

@Suite struct EditorTests {
    private let machine: Machine

    init() throws {
        machine = try Machine()
        try machine.writeRequest("Ask", #""url": "http://127.0.0.1:1/", "body": { "type": "text", "text": ["before"] }"#)
    }

    /// A command that is somebody's editor. The shell reads the script: executing a file that was just written can fail while another
    /// test forks.
    private func makeEditor(_ script: String) throws -> String {
        let path = "\(machine.home)/editor"
        try "#!/bin/sh\n\(script)\n".write(toFile: path, atomically: true, encoding: .utf8)
        return "/bin/sh '\(path)'"
    }

    @Test func `edits the body with the terminal to itself`() async throws {
        let editor = try makeEditor("cat \"$1\"; printf 'editing? '; read line; echo \"after $line\" > \"$1\"")
        let robot = try await machine.startWithRequest(environment: ["EDITOR": editor])
        try await robot.see("before")
        robot.press(.function(4))
        try await robot.wait(until: "the editor", timeout: PtyRobot.patience) {
            !$0.screen.isAlternate && $0.screen.text.contains("before") && $0.screen.text.contains("editing?")
        }
        #expect(robot.leftovers == [])
        robot.send("this\r")
        try await robot.wait(until: "the new body", timeout: PtyRobot.patience) {
            $0.screen.isAlternate && $0.screen.text.contains("after this") && $0.screen.text.contains("2 Ask ●")
        }
        robot.press(.control("q"))
        try await robot.see("Not saved")
        robot.send("q")
        try await robot.expectEnd(.exited(0))
    }

    @Test(arguments: [
        ("exit 3", "ended with status 3"), ("kill -9 $$", "ended with status 137"), ("stty raw -echo; exit 1", "ended with status 1"),
    ])
    func `an editor that fails changes nothing`(script: String, message: String) async throws {
        let robot = try await machine.startWithRequest(environment: ["EDITOR": try makeEditor(script)])
        robot.press(.function(4))
        try await robot.see(message)
        #expect(robot.screen.isAlternate)
        #expect(!robot.screen.text.contains("2 Ask ●"))
        try await robot.quit()
    }

    @Test func `an editor that is not there is named`() async throws {
        let robot = try await machine.startWithRequest(environment: ["EDITOR": "no-such-editor"])
        robot.press(.function(4))
        try await robot.see("no-such-editor")
        try await robot.quit()
    }
}
