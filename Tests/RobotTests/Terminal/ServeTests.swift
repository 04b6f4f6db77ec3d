import DemoServer
import Foundation
import Screen
import ScreenTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// `apus serve` as a process.
@Suite struct ServeTests {
    private let size = Size(width: 200, height: 5)

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func `prints its address, responds, and ends in order`(number: Int32) async throws {
        let robot = try await Machine().spawn(["serve"], size: size)
        let text = try await robot.see("press ^C to stop").text
        let url = try #require(text.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/)?.output).description
        let (data, _) = try await URLSession.shared.data(from: try #require(URL(string: "\(url)/get?a=1")))
        #expect(String(decoding: data, as: UTF8.self).contains("/get?a=1"))
        robot.signal(number)
        try await robot.expectEnd(.exited(0))
    }

    @Test func `reports it at once without a terminal`() async throws {
        let machine = try await Machine()
        let script = "'\(machine.program)' serve | { read -r line; echo \"got $line\"; kill 0; }"
        let robot = try PtyRobot.spawn("/bin/sh", arguments: ["-c", script], environment: machine.environment, size: size, owner: machine)
        try await robot.see("got serving http://127.0.0.1:")
    }

    @Test func `an occupied port is an error message and code 1`() async throws {
        let server = try DemoServer.start()
        defer { server.stop() }
        let robot = try await Machine().spawn(["serve", "--port", "\(server.port)"], size: size)
        try await robot.expectEnd(.exited(1))
        #expect(robot.screen.text.contains("apus serve: "))
        #expect(robot.screen.text.contains("\(server.port)"))
        #expect(!robot.screen.text.contains("serving"))
    }
}
