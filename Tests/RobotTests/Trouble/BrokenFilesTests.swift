import DemoServer
import Foundation
import Screen
import ScreenTesting
import Testing

/// Files that cannot be read are named, and the rest works.
@Suite struct BrokenFilesTests {
    private let machine: Machine
    private let server: DemoServer

    init() async throws {
        server = try DemoServer.start()
        machine = try await Machine(beside: server)
        try machine.writeRequest("Ask", #""url": "\#(server.url)/anything""#)
    }

    /// Sends the request and leaves: what a working program can.
    private func expectToWork(_ robot: PtyRobot) async throws {
        robot.press(.function(5))
        try await robot.see(all: ["200 OK", "200 GET Ask"])
        robot.press(.control("q"))
        try await robot.expectEnd(.exited(0))
    }

    @Test func `a workspace that is missing`() async throws {
        let robot = try machine.spawn(["\(machine.home)/missing"])
        try await robot.see("missing")
        try await robot.expectEnd(.exited(2))
    }

    @Test func `a file without requests`() async throws {
        let robot = try machine.spawn(["\(machine.workspace)/collections/first/collection.json"])
        try await robot.see("Postman, OpenAPI")
        #expect(try await robot.waitForEnd(timeout: PtyRobot.patience) == .exited(2))
    }

    @Test func `a broken request is in the tree with its error, and is never written`() async throws {
        let broken = "{\n  \"name\": \"Broken\",\n  \"url\": nonsense\n}\n"
        try machine.write(broken, to: "collections/first/broken.request.json")
        let robot = try await machine.start()
        try await robot.click(on: "! ", count: 2)
        try await robot.see(all: ["broken.request.json:3:11:", "(Esc)"])
        try await robot.click(on: "GET   Ask", count: 2)
        try await robot.see("/anything")
        try await expectToWork(robot)
        #expect(try machine.files()["collections/first/broken.request.json"] == broken)
    }

    @Test func `a broken collection is shown with its error`() async throws {
        try machine.write("{ nonsense", to: "collections/second/collection.json")
        let robot = try await machine.start()
        try await robot.see("second")
        try await robot.see("▾ First")
        robot.send("j\r")
        try await robot.see("2 Ask")
        try await expectToWork(robot)
    }

    @Test func `a damaged history is set aside, and a new one begun`() async throws {
        try FileManager.default.createDirectory(atPath: machine.data, withIntermediateDirectories: true)
        let damaged = String(repeating: "this is no database. ", count: 500)
        try damaged.write(toFile: "\(machine.data)/history.sqlite", atomically: true, encoding: .utf8)
        let robot = try await machine.startWithRequest()
        try await robot.see("history.sqlite")
        try await expectToWork(robot)
        let files = try FileManager.default.subpathsOfDirectory(atPath: machine.data)
        let texts = files.compactMap { try? String(contentsOfFile: "\(machine.data)/\($0)", encoding: .utf8) }
        #expect(texts.contains(damaged))
    }

    @Test func `a history that cannot be written`() async throws {
        try FileManager.default.createDirectory(atPath: "\(machine.home)/data", withIntermediateDirectories: true)
        try "a file".write(toFile: machine.data, atomically: true, encoding: .utf8)
        let robot = try await machine.startWithRequest()
        try await robot.see("The history cannot be stored in")
        try await expectToWork(robot)
        #expect(try String(contentsOfFile: machine.data, encoding: .utf8) == "a file")
    }

    @Test func `the program starts without a home folder`() async throws {
        let robot = try machine.spawn(environment: ["HOME": "", "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": ""])
        try await robot.see("▾ First")
        robot.press(.control("q"))
        try await robot.expectEnd(.exited(0))
    }
}
