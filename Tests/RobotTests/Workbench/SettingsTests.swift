import Foundation
import Screen
import ScreenTesting
import Testing

/// Settings that are chosen in the program.
@Suite struct SettingsTests {
    private let machine: Machine

    init() async throws { machine = try await Machine() }

    private func configuration() throws -> String {
        try String(contentsOfFile: "\(machine.home)/config/apus/config.json", encoding: .utf8)
    }

    @Test func `the window writes the user's file, and its settings take effect at once`() async throws {
        let robot = try await machine.start()
        robot.press(.control("p"))
        robot.send("settings\r")
        try await robot.see(all: ["Appearance", "Borders", "what the terminal supports"])
        // Down to the borders, and two choices on: ASCII.
        robot.send("jj  ")
        try await robot.see("ASCII only")
        robot.press(.control("s"))
        try await robot.see("Settings saved")
        try await robot.see("+ 1 Collections")
        #expect(try configuration().contains(#""borders": "ascii""#))
        try await robot.quit()
    }

    /// The robot's terminal says that its background is white.
    @Test func `a dark theme on a light terminal has its own background`() async throws {
        let folder = "\(machine.home)/config/apus"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try #"{ "theme": "dark" }"#.write(toFile: "\(folder)/config.json", atomically: true, encoding: .utf8)
        let robot = try await machine.start()
        let place = try #require(robot.screen.position(of: "1 Collections"))
        #expect(robot.screen.cell(x: place.x, y: place.y).background == .terminal)
        robot.send("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\")
        try await robot.wait(until: "a background", timeout: PtyRobot.patience) {
            $0.screen.cell(x: place.x, y: place.y).background != .terminal
        }
        try await robot.quit()
    }

    @Test func `a theme is chosen for all workspaces`() async throws {
        let robot = try await machine.start()
        robot.press(.control("p"))
        robot.send("choose theme\r")
        try await robot.see("solarized-light")
        robot.send("nord\r")
        try await robot.seeNoMore("solarized-light")
        try await robot.quit()
        #expect(try configuration().contains(#""theme": "nord""#))
        let session = try FileManager.default.contentsOfDirectory(atPath: "\(machine.home)/.local/state/apus/sessions")
        for file in session {
            let text = try String(contentsOfFile: "\(machine.home)/.local/state/apus/sessions/\(file)", encoding: .utf8)
            #expect(!text.contains("nord"))
        }
    }
}
