import DemoServer
import Foundation
import HTTPConformance
import Screen
import ScreenTesting
import Testing

/// `apus send` in a terminal while a request takes its time.
@Suite struct SendTests {
    /// The rate leaves time to look: a body of this size takes a minute.
    @Test func `shows the upload, and erases it`() async throws {
        let server = try FaultServer { connection in while try connection.readRequest() != nil {} }
        let machine = try await Machine(beside: server)
        try machine.write(String(repeating: "0123456789abcdef", count: 1 << 18), to: "big.txt")
        let words = ["send", "PUT", server.url, "@\(machine.workspace)/big.txt", "-O", "limits.sentBytesPerSecond=64k"]
        let robot = try machine.spawn(words)
        try await robot.see("sent ")
        robot.signal(SIGINT)
        try await robot.expectEnd(.exited(130))
        #expect(!robot.screen.text.contains("sent "), "\(robot.screen.text)")
    }

    @Test func `shows the wait for another attempt, and erases it`() async throws {
        let server = try FaultServer { connection in
            while try connection.readRequest() != nil {
                try connection.send("HTTP/1.1 503 Busy\r\nRetry-After: 300\r\nContent-Length: 0\r\n\r\n")
            }
        }
        let machine = try await Machine(beside: server)
        let robot = try machine.spawn(["send", server.url, "-O", "retry.attempts=2"])
        try await robot.see("for attempt 2 after 503")
        robot.signal(SIGINT)
        try await robot.expectEnd(.exited(130))
        #expect(!robot.screen.text.contains("attempt"), "\(robot.screen.text)")
    }

    /// Nobody reads the file while the program waits.
    @Test func `a login is shown on the terminal although messages go to a file`() async throws {
        let server = try DemoServer.start()
        let machine = try await Machine(beside: server)
        let auth =
            #""type": "oauth2", "grant": "device_code", "deviceURL": "/oauth/device_authorization", "tokenURL": "/oauth/token", "clientID": "demo-app""#
        try machine.writeRequest("Ask", #""url": "\#(server.url)/oauth/userinfo", "auth": { \#(auth) }"#)
        let robot = try PtyRobot.spawn(
            "/bin/sh", arguments: ["-c", "exec '\(machine.program)' send first/ask 2>log"], environment: machine.environment,
            directory: machine.workspace, size: Size(width: 120, height: 40), owner: machine)
        try await robot.see("with the code ")
        robot.signal(SIGINT)
        try await robot.expectEnd(.exited(130))
        #expect(try machine.files()["log"]?.contains("with the code ") == true)
    }

    @Test func `an interrupted download says how it is continued`() async throws {
        let server = try FaultServer { connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nETag: \"one\"\r\nContent-Length: 10\r\n\r\n01234")
            while !connection.isClosed(withinMilliseconds: 100) {}
        }
        let machine = try await Machine(beside: server)
        let robot = try machine.spawn(["send", "\(server.url)/file.txt", "--download"])
        try await robot.see("5 B of 10 B")
        robot.signal(SIGINT)
        try await robot.expectEnd(.exited(130))
        #expect(robot.screen.text.contains("file.txt.part: 5 B; the same command continues the download"), "\(robot.screen.text)")
        #expect(!robot.screen.text.contains("5 B of 10 B"))
    }

    /// The read of the pipe occupies the thread of the command.
    @Test func `sending reports that it waits for standard input`() async throws {
        let server = try FaultServer { connection in while try connection.readRequest() != nil {} }
        let machine = try await Machine(beside: server)
        let robot = try PtyRobot.spawn(
            "/bin/sh", arguments: ["-c", "sleep 600 | '\(machine.program)' send POST \(server.url)"], environment: machine.environment,
            directory: machine.workspace, size: Size(width: 120, height: 40), owner: machine)
        try await robot.see("waiting for the body on standard input")
        robot.press(.control("c"))
        try await robot.waitForEnd()
    }
}
