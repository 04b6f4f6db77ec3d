import Foundation
import Screen
import ScreenTesting
import Testing

/// `apus demo`, as `make run` opens it.
@Suite struct DemoTests {
    @Test func `shows the shipped collections at once`() async throws {
        let machine = try await Machine()
        let robot = try machine.spawn(["demo"])
        try await robot.see(all: ["▾ Demo", "▸ Star Wars", "2 What there is"])
        #expect(robot.modes.isSuperset(of: [1049, 1006, 2004]))
        robot.press(.control("q"))
        try await robot.expectEnd(.exited(0))
    }

    @Test func `the first request of the demo gets a response from the embedded server`() async throws {
        let machine = try await Machine()
        let robot = try machine.spawn(["demo"])
        try await robot.see(all: ["▾ Demo", "2 What there is"])
        try await robot.see(environment: "local")
        robot.press(.function(5))
        try await robot.see(all: ["200 OK", "/anything/{path*}"])
        try await robot.quit()
    }

    @Test func `saving changes the user's copy, not the installed files`() async throws {
        let machine = try await Machine()
        let robot = try machine.spawn(["demo"])
        try await robot.see(all: ["▾ Demo", "2 What there is"])
        robot.press(.control("l"), Key(.end), .character("?"), .character("a"))
        try await robot.see("2 What there is ●")
        robot.press(.control("s"))
        try await robot.see("Saved")
        let copy = try String(contentsOfFile: "\(machine.data)/demo/collections/demo/what-there-is.request.json", encoding: .utf8)
        #expect(copy.contains(#""name": "a""#))
        robot.press(.control("q"))
        try await robot.expectEnd(.exited(0))
    }

    @Test func `several programs open concurrently on an empty data folder without a problem`() async throws {
        for _ in 0..<5 {
            let machine = try await Machine()
            let robots = try (0..<4).map { _ in try machine.spawn(["demo"]) }
            for robot in robots {
                try await robot.see(all: ["▾ Demo", "▸ Star Wars", "2 What there is"])
                robot.press(.function(5))
                try await robot.see("200 OK")
                #expect(!robot.screen.text.contains("✗") && !robot.screen.text.contains("cannot"), "\(robot.screen.text)")
            }
            for robot in robots { try await robot.quit() }
        }
    }
}
