import Foundation
import Screen
import ScreenTesting
import Testing

@Suite struct EditorTests {
    private let machine: Machine

    init() async throws {
        machine = try await Machine()
        try machine.writeRequest("Ask", #""url": "http://127.0.0.1:1/", "body": { "type": "text", "text": ["before"] }"#)
    }

    /// The command of a user's editor. The shell reads the script: executing a file that was just written can fail while another
    /// test forks.
    private func makeEditor(_ script: String) throws -> String {
        let path = "\(machine.home)/editor"
        try "#!/bin/sh\n\(script)\n".write(toFile: path, atomically: true, encoding: .utf8)
        return "/bin/sh '\(path)'"
    }

    @Test func `an external editor gets the terminal and edits the body`() async throws {
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
        try await robot.expectEnd(.exited(0))
    }

    @Test(arguments: [
        ("exit 3", "exited with status 3"), ("kill -9 $$", "exited with status 137"), ("stty raw -echo; exit 1", "exited with status 1"),
    ])
    func `a failing editor changes nothing`(script: String, message: String) async throws {
        let robot = try await machine.startWithRequest(environment: ["EDITOR": try makeEditor(script)])
        robot.press(.function(4))
        try await robot.see(message)
        #expect(robot.screen.isAlternate)
        #expect(!robot.screen.text.contains("2 Ask ●"))
        try await robot.quit()
    }

    /// Finds a command that opens a file, and writes a line in its place.
    private func edit(_ command: String, holding text: String, writing line: String, _ robot: PtyRobot) async throws {
        robot.press(.control("p"))
        try await robot.see("Command palette")
        robot.send("\(command)\r")
        try await robot.wait(until: "the editor", timeout: PtyRobot.patience) {
            !$0.screen.isAlternate && $0.screen.text.contains(text) && $0.screen.text.contains("editing?")
        }
        robot.send("\(line)\r")
        try await robot.wait(until: "the workbench", timeout: PtyRobot.patience) { $0.screen.isAlternate }
    }

    @Test func `settings and keys are edited as files and apply immediately`() async throws {
        let editor = try makeEditor("cat \"$1\"; printf 'editing? '; read line; printf '%s' \"$line\" > \"$1\"")
        let robot = try await machine.startWithRequest(environment: ["EDITOR": editor])
        try await edit("settings.edit", holding: "editorKeys", writing: #"{ "borders": "ascii", "motoin": "full" }"#, robot)
        try await robot.see(#""motion"?"#)
        try await robot.see("apus [v]")
        #expect(FileManager.default.fileExists(atPath: "\(machine.home)/config/apus/config.json"))
        try await edit("keymap.edit", holding: "request.send", writing: #"{ "application.help": "f12" }"#, robot)
        robot.press(.function(12))
        try await robot.see("All keys")
        robot.press(Key(.escape))
        try await robot.seeNoMore("All keys")
        try await robot.quit()
    }

    @Test(arguments: [SIGTERM, SIGKILL, SIGHUP])
    func `a text that was saved while the program ended is an unsaved edit at the next start`(number: Int32) async throws {
        let editor = try makeEditor("printf kept > \"$1\"; trap '' HUP TERM; printf 'editing? '; read line")
        let robot = try await machine.startWithRequest(environment: ["EDITOR": editor])
        robot.press(.function(4))
        try await robot.see("editing?")
        robot.signal(number)
        try await robot.waitForEnd(timeout: PtyRobot.patience)
        let next = try machine.spawn()
        try await next.see(all: ["2 Ask ●", "kept", "also"])
        next.press(.control("q"))
        try await next.expectEnd(.exited(0))
    }

    @Test func `a missing editor is named`() async throws {
        let robot = try await machine.startWithRequest(environment: ["EDITOR": "no-such-editor"])
        robot.press(.function(4))
        try await robot.see("no-such-editor")
        try await robot.quit()
    }
}
