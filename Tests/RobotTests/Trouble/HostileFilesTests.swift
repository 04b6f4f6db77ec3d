import Foundation
import HTTPConformance
import Screen
import ScreenTesting
import Testing

/// Files and folders that no program would make: the tree says what is wrong with them, and everything else works.
@Suite struct HostileFilesTests {
    private static let collection = "collections/first"

    /// Sends the request that is in order, and leaves.
    private func expectToWork(_ robot: PtyRobot) async throws {
        robot.press(.control("p"))
        robot.send("Zulu\r")
        try await robot.see("2 Zulu")
        robot.press(.function(5))
        try await robot.see("200 OK")
        robot.press(.control("q"))
        try await robot.expectEnd(.exited(0))
    }

    private func machine() async throws -> Machine {
        let server = try FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")
        let machine = try await Machine(beside: server)
        try machine.writeRequest("Zulu", #""url": "\#(server.url)/""#)
        return machine
    }

    @Test func `links in circles, pipes and names with controls`() async throws {
        let machine = try await machine()
        let folder = "\(machine.workspace)/\(Self.collection)"
        let manager = FileManager.default
        try manager.createSymbolicLink(atPath: "\(folder)/circle", withDestinationPath: folder)
        try manager.createSymbolicLink(atPath: "\(folder)/self.request.json", withDestinationPath: "self.request.json")
        try manager.createSymbolicLink(atPath: "\(folder)/environments", withDestinationPath: "environments")
        #expect(mkfifo("\(folder)/pipe.request.json", 0o600) == 0)
        try machine.write(
            #"{ "url": "http://127.0.0.1:1/" }"#, to: "\(Self.collection)/a\n\u{1B}]0;TITLE\u{7}\u{9B}31m\u{202E}b.request.json")
        try machine.write(#"{ "name": "deep" }"#, to: "\(Self.collection)/\u{1B}[31m\nfolder/folder.json")
        let robot = try await machine.start()
        try await robot.see(all: ["Zulu", "a␊␛]0;TITLE"])
        try await expectToWork(robot)
        let title = Array("\u{1B}]0;TITLE".utf8)
        #expect(robot.output.firstRange(of: title) == nil)
    }

    @Test func `a request of 200 MB is reported as too large`() async throws {
        let machine = try await machine()
        try machine.write("{", to: "\(Self.collection)/huge.request.json")
        #expect(truncate("\(machine.workspace)/\(Self.collection)/huge.request.json", 200 << 20) == 0)
        let robot = try await machine.start()
        try await robot.see(all: ["huge", "Zulu"])
        robot.send("j\r")
        try await robot.see("cannot be read")
        try await expectToWork(robot)
    }

    @Test func `a file that becomes a folder while it is open keeps the draft`() async throws {
        let machine = try await machine()
        let robot = try await machine.start()
        robot.send("j\r")
        try await robot.seeFocus(on: "2 Zulu")
        let file = "\(machine.workspace)/\(Self.collection)/zulu.request.json"
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
        robot.send("e")
        try await robot.see(" EDIT ")
        robot.send("typed")
        try await robot.see("typed")
        robot.press(.control("s"))
        try await robot.see("zulu.request.json")
        #expect(FileManager.default.fileExists(atPath: file))
        robot.press(Key(.escape))
        try await robot.see(" NAV ")
        robot.press(.control("q"))
        try await robot.expectEnd(.exited(0))
    }

    @Test func `a hundred thousand requests`() async throws {
        let machine = try await machine()
        let folder = "\(machine.workspace)/collections/many"
        for group in 0..<100 {
            try FileManager.default.createDirectory(atPath: "\(folder)/g\(group)", withIntermediateDirectories: true)
            for number in 0..<1000 {
                let text = #"{ "name": "R\#(group)-\#(number)", "url": "http://127.0.0.1:1/\#(number)" }"#
                #expect(FileManager.default.createFile(atPath: "\(folder)/g\(group)/r\(number).request.json", contents: Data(text.utf8)))
            }
        }
        let robot = try await machine.start()
        robot.press(.control("p"))
        robot.send("R99-999")
        // The list holds the request once its file has been read.
        try await robot.see("g99 ")
        robot.press(Key(.escape))
        try await robot.seeNoMore("Command palette")
        try await expectToWork(robot)
    }
}
