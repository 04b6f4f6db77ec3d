import Foundation
import HTTPConformance
import Screen
import ScreenTesting
import Testing

/// Servers that send without end: a limit that is named ends them, within little memory, and the program takes keys meanwhile.
@Suite struct FloodTests {
    /// A server's flood, from its request on.
    struct Flood: Sendable, CustomTestStringConvertible {
        let name: String
        var options = "{}"
        /// True if it begins with a response that is shown.
        var isBody = false
        /// Parts of the sentence that names the limit, each short enough for a line.
        let limit: [String]
        /// Sends without end; waits for the gate when it has sent a part.
        let script: @Sendable (FaultConnection, FaultGate) throws -> Void
        var testDescription: String { name }
    }

    private static func floodOfHead(_ name: String, _ head: String, _ lines: String) -> Flood {
        Flood(name: name, limit: ["262144", "Maximum"]) { connection, gate in
            _ = try connection.readRequest()
            try connection.send(head)
            gate.wait()
            while true { try connection.send(lines) }
        }
    }

    /// The types of HTTP/2 frames (RFC 9113, section 6).
    private enum FrameType: UInt8 {
        case data = 0
        case headers = 1
        case reset = 3
        case settings = 4
        case ping = 6
        case continuation = 9
    }

    private static func frame(_ type: FrameType, flags: UInt8 = 0, stream: UInt8 = 0, _ payload: [UInt8] = []) -> [UInt8] {
        let length = [UInt8(payload.count >> 16 & 255), UInt8(payload.count >> 8 & 255), UInt8(payload.count & 255)]
        return length + [type.rawValue, flags, 0, 0, 0, stream] + payload
    }

    /// A flood of frames to a request that speaks HTTP/2 from its first byte.
    private static func floodOfFrames(_ name: String, options: String = "", limit: [String], head: [UInt8] = [], _ frame: [UInt8]) -> Flood
    {
        Flood(name: name, options: #"{ "httpVersion": "2-prior-knowledge"\#(options) }"#, limit: limit) { connection, gate in
            _ = try connection.readRequest()
            try connection.send(Self.frame(.settings) + head)
            gate.wait()
            let frames = Array(repeatElement(frame, count: 64).joined())
            repeat { try connection.send(frames) } while !connection.isClosed(withinMilliseconds: 0)
        }
    }

    // `:status: 200`, and a field as long as a frame may be, neither indexed nor compressed (RFC 7541).
    private static let statusOK: [UInt8] = [0x88]
    private static let longField: [UInt8] = [0x00, 0x01, 0x61, 0x7F, 0x81, 0x7C] + [UInt8](repeating: 0x78, count: 16000)

    private static let floodsOfFrames = [
        floodOfFrames("HTTP/2 pings", limit: ["(1,000)", "to 1.1"], frame(.ping, [UInt8](repeating: 0, count: 8))),
        floodOfFrames("HTTP/2 settings", limit: ["(1,000)", "to 1.1"], frame(.settings)),
        // Ends by the first reset, or as frames without end if libcurl reads them more slowly than they arrive.
        floodOfFrames("HTTP/2 resets", limit: ["HTTP/2"], frame(.reset, stream: 1, [0, 0, 0, 8])),
        floodOfFrames(
            "HTTP/2 headers that go on", limit: ["8 CONTINUATION", "to 1.1"], head: frame(.headers, stream: 1, statusOK),
            frame(.continuation, stream: 1, longField)),
        floodOfFrames(
            "empty HTTP/2 frames", options: #", "idleTimeout": 1"#, limit: ["No bytes were", "Idle timeout"],
            head: frame(.headers, flags: 4, stream: 1, statusOK), frame(.data, stream: 1)),
    ]

    private static let floods =
        floodsOfFrames
        + DecompressionBomb.all.map { bomb in
            Flood(
                name: "ten gigabytes in \(bomb.coding)", options: #"{ "limits": { "bodyByteCount": 33554432 } }"#,
                isBody: true, limit: ["response body", "Options →"]
            ) { try bomb.explode($0, waitingFor: $1) }
        } + [
            floodOfHead("header lines", "HTTP/1.1 200 OK\r\n", "X-Flood: \(String(repeating: "x", count: 1000))\r\n"),
            floodOfHead("header lines of three bytes", "HTTP/1.1 200 OK\r\n", String(repeating: "a:\r\n", count: 1000)),
            floodOfHead("interim responses", "", "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n"),
            Flood(name: "a header line without an end", limit: ["header line", "libcurl's"]) { connection, gate in
                _ = try connection.readRequest()
                try connection.send("HTTP/1.1 200 OK\r\nX: ")
                gate.wait()
                while true { try connection.send([UInt8](repeating: 0x61, count: 4096)) }
            },
            Flood(
                name: "a body without an end", options: #"{ "limits": { "bodyByteCount": 33554432 } }"#,
                isBody: true, limit: ["33554432", "Maximum body"]
            ) { connection, gate in
                _ = try connection.readRequest()
                try connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nbegun\n")
                gate.wait()
                let lines = Array(String(repeating: "\(String(repeating: "x", count: 63))\n", count: 1024).utf8)
                while true { try connection.send(lines) }
            },
            Flood(name: "a head that drips", options: #"{ "idleTimeout": 1 }"#, limit: ["was not complete", "Idle timeout"]) {
                connection, gate in
                _ = try connection.readRequest()
                try connection.send("HTTP/1.1 200 OK\r\n")
                gate.wait()
                repeat { try connection.send("X: y\r\n") } while !connection.isClosed(withinMilliseconds: 50)
            },
            Flood(name: "a body that drips", options: #"{ "timeout": 5 }"#, isBody: true, limit: ["Time ran out", "Timeout"]) {
                connection, gate in
                _ = try connection.readRequest()
                try connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n")
                gate.wait()
                repeat { try connection.send("x") } while !connection.isClosed(withinMilliseconds: 50)
            },
        ]

    @Test(arguments: floods) func `a limit that is named ends it`(_ flood: Flood) async throws {
        let gate = FaultGate()
        let server = try FaultServer { try flood.script($0, gate) }
        let machine = try await Machine(beside: server)
        try machine.writeRequest("Ask", #""url": "\#(server.url)/", "options": \#(flood.options)"#)
        let robot = try await machine.startWithRequest(size: Size(width: 200, height: 50))
        let before = try ProcessMemory(of: robot.processIdentifier)
        robot.press(.function(5))
        // While the response is on its way, keys are answered; the flood goes on when they have been.
        try await robot.see("Cancel")
        robot.send("1")
        try await robot.seeFocus(on: "1 ")
        gate.open()
        if flood.isBody {
            try await robot.see("Incomplete response")
            robot.send("gm")
        }
        try await robot.see(all: flood.limit)
        let after = try ProcessMemory(of: robot.processIdentifier)
        // What is mapped of files is kept on disk.
        #expect(after.peak - after.mapped - before.anonymous < 64 << 20, "\(before) \(after)")
        robot.press(.control("q"))
        try await robot.expectEnd(.exited(0))
    }
}
