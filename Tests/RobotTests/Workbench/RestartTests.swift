import DemoServer
import Foundation
import Screen
import ScreenTesting
import Testing

@Suite struct RestartTests {
    private let machine: Machine
    private static let file = "collections/first/ask.request.json"

    init() async throws {
        machine = try await Machine()
        try machine.writeRequest("Ask", #""url": "http://127.0.0.1:1/before""#)
        try machine.writeRequest("Second", #""url": "http://127.0.0.1:1/second""#)
    }

    @Test func `unsaved edits outlive a kill and come back`() async throws {
        let first = try await machine.startWithRequest()
        first.press(.control("l"), Key(.end), .character("2"))
        try await first.see("2 Ask ●")
        try await waitForJournal(of: first)
        first.signal(SIGKILL)
        try await first.waitForEnd(timeout: PtyRobot.patience)
        let second = try await machine.start()
        try await second.see(all: ["2 Ask ●", "/before2"])
        second.press(.control("s"))
        try await second.see("Saved")
        second.press(.control("q"))
        try await second.expectEnd(.exited(0))
        #expect(try machine.files()[Self.file]?.contains("/before2") == true)
        let third = try await machine.start()
        try await third.see("2 Ask")
        #expect(!third.screen.text.contains("2 Ask ●"))
        try await third.quit()
    }

    /// A shell whose terminal is closed passes on the signal that the program has got from the system.
    @Test(arguments: [[SIGTERM], [SIGHUP], [SIGHUP, SIGHUP], [SIGHUP, SIGTERM]])
    func `an edit just before the end is restored`(numbers: [Int32]) async throws {
        let first = try await machine.startWithRequest()
        first.press(.control("l"), Key(.end), .character("2"))
        try await first.see("/before2")
        for number in numbers { first.signal(number) }
        try await first.expectEnd(.signaled(numbers[0]))
        let second = try await machine.start()
        try await second.see(all: ["2 Ask ●", "/before2"])
        try await second.quit()
    }

    @Test func `the response of the request is restored`() async throws {
        let server = try DemoServer.start()
        let machine = try await Machine(beside: server)
        try machine.writeRequest("Ask", #""url": "\#(server.url)/anything/before""#)
        let first = try await machine.startWithRequest()
        first.press(.function(5))
        try await first.see(all: ["200 OK", "\"url\""])
        try await first.quit()
        let second = try await machine.start()
        try await second.see(all: ["2 Ask", "200 OK", "\"url\""])
        try await second.quit()
    }

    /// The edit is written a moment after the key: the message that says so is not shown, so a key that draws is pressed until it is there.
    private func waitForJournal(of robot: PtyRobot) async throws {
        let folder = "\(machine.home)/.local/state/apus/drafts"
        while try FileManager.default.contentsOfDirectoryIfPresent(folder).filter({ $0.hasSuffix(".json") }).isEmpty {
            robot.press(.character("2"))
            try await robot.see("/before22")
            robot.press(Key(.backspace))
            try await robot.seeNoMore("/before22")
        }
    }

    @Test func `open requests, folders and sizes come back`() async throws {
        let first = try await machine.startWithRequest()
        first.send("1jt")
        try await first.seeTab("Second ×")
        first.send("1>f")
        try await first.see("★")
        let shown = first.screen.row(1)
        first.press(.control("q"))
        try await first.expectEnd(.exited(0))
        let second = try await machine.start()
        try await second.seeTab("Second ×")
        try await second.see(all: [" Ask ", "★"])
        #expect(second.screen.row(1).prefix(30) == shown.prefix(30))
        try await second.quit()
    }

    @Test(.timeLimit(.minutes(5))) func `a favourite outlives a kill, and another program that ends later`() async throws {
        let (first, other) = (try await machine.startWithRequest(), try await machine.startWithRequest())
        first.send("1f")
        try await first.see("★")
        try await waitForFavorite()
        first.signal(SIGKILL)
        try await first.waitForEnd(timeout: PtyRobot.patience)
        other.send("1jt")
        try await other.seeTab("Second ×")
        try await other.quit()
        let second = try await machine.start()
        try await second.see("★")
        try await second.quit()
    }

    /// The session is written a moment after the key.
    private func waitForFavorite() async throws {
        let folder = "\(machine.home)/.local/state/apus/sessions"
        func isStored() throws -> Bool {
            try FileManager.default.contentsOfDirectoryIfPresent(folder).filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.contains {
                try !String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8).contains(#""favorites": []"#)
            }
        }
        while try !isStored() { try await Task.sleep(for: .milliseconds(20)) }
    }

    @Test func `a file changed on disk does not interrupt typing, and saving asks`() async throws {
        let robot = try await machine.startWithRequest()
        try machine.writeRequest("Ask", #""url": "http://127.0.0.1:1/outside""#)
        try await robot.see("/outside")
        robot.press(.control("l"), Key(.end), .character("2"))
        try await robot.see("2 Ask ●")
        try machine.writeRequest("Ask", #""url": "http://127.0.0.1:1/again""#)
        try await robot.see("! Changed on disk.")
        robot.send("mtocr")
        try await robot.see("/outside2mtocr")
        #expect(try machine.files()[Self.file]?.contains("/again") == true)
        robot.press(.control("s"))
        try await robot.see("undone.")
        // Letters are no answers while one types.
        try await robot.click(on: "Compare (c)")
        try await robot.see("Changes on disk and your changes")
        // Else what comes back was never away, and the next key joins the escape.
        try await robot.seeNoMore("undone.")
        robot.press(Key(.escape))
        try await robot.see("undone.")
        try await robot.click(on: "Overwrite (o)")
        try await robot.see("Saved")
        #expect(try machine.files()[Self.file]?.contains("/outside2mtocr") == true)
        try await robot.click(on: "[undo]")
        try await robot.see("2 Ask ●")
        #expect(try machine.files()[Self.file]?.contains("/again") == true)
        robot.press(.control("q"))
        try await robot.expectEnd(.exited(0))
    }

    @Test func `one copy of the program learns of another's save before it overwrites the file`() async throws {
        let (first, second) = try await machine.startTwoWithRequest()
        second.press(.control("l"), Key(.end), .character("2"))
        try await second.see("2 Ask ●")
        first.press(.control("l"), Key(.end), .character("1"))
        try await first.see("2 Ask ●")
        first.press(.control("s"))
        try await first.see("Saved")
        try await second.see("! Changed on disk.")
        second.press(.control("s"))
        try await second.see("undone.")
        #expect(try machine.files()[Self.file]?.contains("/before1") == true)
        try await second.click(on: "Overwrite (o)")
        try await second.see("Saved")
        #expect(try machine.files()[Self.file]?.contains("/before2") == true)
        // The first one has nothing to lose and shows what there is now.
        try await first.see("/before2")
        for robot in [first, second] {
            robot.press(.control("q"))
            try await robot.expectEnd(.exited(0))
        }
    }

    @Test func `a theme file is read again when it changes`() async throws {
        let folder = "\(machine.home)/config/apus/themes"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try #"{ "name": "mine", "appearance": "dark", "styles": {} }"#.write(
            toFile: "\(folder)/mine.json", atomically: true, encoding: .utf8)
        let robot = try await machine.start()
        try await robot.see("▾ First")
        try #"{ "name": "mine", "appearance": "dusk" }"#.write(toFile: "\(folder)/mine.json", atomically: true, encoding: .utf8)
        try await robot.see("mine.json")
        try await robot.quit()
    }

    @Test func `the screen is ASCII only if the settings require it`() async throws {
        let folder = "\(machine.home)/config/apus"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try #"{ "borders": "ascii" }"#.write(toFile: "\(folder)/config.json", atomically: true, encoding: .utf8)
        let robot = try await machine.start()
        try await robot.see("v First")
        #expect(robot.screen.text.utf8.allSatisfy { $0 < 0x80 })
        try await robot.quit()
    }
}

extension FileManager {
    /// The names in a folder; none where there is no folder.
    fileprivate func contentsOfDirectoryIfPresent(_ path: String) throws -> [String] {
        fileExists(atPath: path) ? try contentsOfDirectory(atPath: path) : []
    }
}
