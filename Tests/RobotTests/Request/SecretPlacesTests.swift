import Foundation
import HTTPConformance
import Screen
import ScreenTesting
import Testing

/// A secret is put into every place of a request and sent; it is on no screen, in no copy and in no file.
@Suite struct SecretPlacesTests {
    /// Signs that each place escapes in its own way, around letters that no place does.
    private static let secret = #"SEKRIT "/+&=%\'<;@:?#[]{}~ SEKRIT"#

    /// Bodies with the secret in them, by the kind.
    private static let bodies = [
        #"{ "type": "json", "text": ["{\"a\": \"{{s}}\"}"] }"#, #"{ "type": "xml", "text": ["<a b=\"{{s}}\">{{s}}</a>"] }"#,
        #"{ "type": "text", "text": ["a {{s}} b"] }"#, #"{ "type": "form", "rows": [{ "name": "{{s}}", "value": "{{s}}" }] }"#,
        #"{ "type": "multipart", "rows": [{ "name": "p", "value": "{{s}}" }] }"#,
        #"{ "type": "graphql", "query": ["{ a(b: \"{{s}}\") }"], "variables": ["{ \"v\": 1 }"] }"#,
    ]
    /// Schemes of authentication with the secret in them.
    private static let schemes = [
        #"{ "type": "basic", "username": "lea", "password": "{{s}}" }"#, #"{ "type": "bearer", "token": "{{s}}" }"#,
        #"{ "type": "apiKey", "key": "k", "value": "{{s}}", "in": "query" }"#,
        #"{ "type": "bearer", "token": "{{s}}", "prefix": "Own {{s}}" }"#,
        #"{ "type": "apiKey", "key": "X-Key", "value": "{{s}}" }"#,
        #"{ "type": "awsSignature", "accessKey": "a", "secretKey": "{{s}}", "sessionToken": "{{s}}", "region": "r", "service": "s" }"#,
    ]

    @Test(arguments: zip(bodies, schemes))
    func `the secret appears nowhere`(body: String, scheme: String) async throws {
        let server = try FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone")
        let machine = try await Machine(beside: server)
        try machine.write(
            #"{ "name": "local", "secrets": [{ "name": "s", "from": "environment", "variable": "WANTED" }] }"#,
            to: "collections/first/environments/local.json")
        try machine.writeRequest(
            "Ask",
            #""method": "POST", "url": "\#(server.url)/:p/x", "pathParameters": [{ "name": "p", "value": "{{s}}" }], "query": [{ "name": "q", "value": "{{s}}" }, { "name": "{{s}}", "value": "{{s}}" }], "headers": [{ "name": "X-S", "value": "{{s}}" }, { "name": "Cookie", "value": "c={{s}}" }], "auth": \#(scheme), "body": \#(body)"#
        )
        let robot = try await machine.startWithRequest(environment: ["WANTED": Self.secret], size: Size(width: 200, height: 60))
        try await robot.choose(environment: "local")
        try await look(robot)
        try await robot.quit()
        let sent = try #require(server.requests.first)
        #expect(Self.shows(sent.head) && Self.shows(sent.body), "the secret was not sent, so that nothing is shown by this")
        #expect(!Self.shows(robot.output), "on the screen")
        for copy in Self.copies(of: robot.output) { #expect(!Self.shows(copy), "\(String(decoding: copy, as: UTF8.self))") }
        #expect(Self.copies(of: robot.output).count >= 3)
        for folder in [machine.home, machine.workspace] {
            for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
                let bytes = (try? Data(contentsOf: URL(filePath: "\(folder)/\(path)"))) ?? Data()
                #expect(!Self.shows(Array(bytes)), "in \(path)")
            }
        }
    }

    #if os(Linux)
        @Test func `a crash writes no core file`() async throws {
            let machine = try await Machine()
            let robot = try PtyRobot.spawn(
                "/bin/sh",
                arguments: ["-c", "ulimit -S -c unlimited 2>/dev/null || ulimit -S -c $(ulimit -H -c); exec \(machine.command)"],
                environment: machine.environment, directory: machine.home, size: Size(width: 120, height: 40), owner: machine)
            try await robot.see(" First")
            let own = try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }.filter {
                let words = (try? String(contentsOfFile: "/proc/\($0)/cmdline", encoding: .utf8))?.split(separator: "\0") ?? []
                return words.count == 2 && words[1] == machine.workspace
            }
            let process = try #require(own.first)
            let limits = try String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8)
            let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") })
            #expect(["0", "1"].contains(line.split(separator: " ")[4]))
            robot.press(.control("q"))
            try await robot.expectEnd(.exited(0))
        }
    #endif

    /// Goes to every place that tells of a request, before and after it is sent.
    private func look(_ robot: PtyRobot) async throws {
        robot.press(.function(7))
        try await robot.see("(not sent)")
        robot.send("G")
        robot.send("Y")
        try await robot.see("Copied the request as curl")
        robot.press(Key(.escape))
        try await robot.seeNoMore("(not sent)")
        robot.press(.function(5))
        try await robot.see(all: ["asks for permission", "WANTED"])
        robot.send("a")
        try await robot.see(all: ["200 OK", "done"])
        robot.send("3")
        for tab in ["Headers", "Cookies", "Timing", "Trace", "TLS", "Sent", "Tests"] {
            robot.send("]")
            try await robot.seeTab(tab)
        }
        robot.send("yu")
        try await robot.see("Copied the URL")
        robot.send("yC")
        try await robot.see("Copied the request as curl")
        robot.press(.function(8))
        try await robot.seeFocus(on: "4 History")
        robot.send("\r")
        try await robot.see("from ")
        robot.send("4e")
        try await robot.seeFocus(on: "2")
    }

    /// Whether bytes hold the secret in any writing: its letters, or the base64 of them at any offset.
    private static func shows(_ bytes: [UInt8]) -> Bool {
        let forms = ["", "x", "xx"].map { offset in
            // Its first and last signs depend on what is beside.
            let text = Data((offset + "SEKRIT").utf8).base64EncodedString()
            return Array(text.dropFirst(offset.isEmpty ? 0 : 4).prefix(offset.isEmpty ? 8 : 4).utf8)
        }
        return ([Array("SEKRIT".utf8)] + forms).contains { bytes.firstRange(of: $0) != nil }
    }

    /// The contents put on the clipboard by the terminal.
    private static func copies(of output: [UInt8]) -> [[UInt8]] {
        String(decoding: output, as: UTF8.self).matches(of: #/\x1b\]52;c;([A-Za-z0-9+/=]*)/#)
            .compactMap { Data(base64Encoded: String($0.output.1)).map(Array.init) }
    }
}
