import Foundation
import HTTPConformance
import ScreenTesting
import Testing

/// Output of servers and files printed by a command contains no control sequences.
@Suite struct UntrustedOutputTests {
    /// Controls of seven and eight bits, commands with their strings, and signs that hide or turn text; `commands` of ``UntrustedResponseTests``
    /// and more.
    private static let controls =
        "\u{1B}]0;TITLE\u{7}\u{1B}]52;c;eA==\u{1B}\\\u{1B}[35;45mRED\u{1B}[2J\u{1B}P1$r\u{1B}\\\u{1B}_Gx\u{1B}\\\u{9B}31m\u{9D}0;x\u{9C}\u{8}\u{7F}"
        + "\u{202E}\u{2066}\u{200B}\u{FEFF}\u{E0041}"
    private static let name = "START\(controls)"
    /// The name in a string of JSON.
    private static let escaped = name.unicodeScalars.map { scalar in
        scalar.isASCII && scalar.value >= 0x20 && scalar != "\\" && scalar != "\u{7F}"
            ? String(scalar) : scalar.utf16.map { "\\u" + ("000" + String($0, radix: 16)).suffix(4) }.joined()
    }.joined()

    /// The words of a command, with the server's URL in the place of `URL`.
    private static let commands: [[String]] = [
        ["list"], ["list", "--names"], ["list", "environments"], ["list", "--json"], ["check"], ["check", "--json"], ["fmt", "--check"],
        ["doctor"],
        ["send", "URL"], ["send", "URL", "--stream"], ["send", "URL", "--print", "HBhb"], ["send", "URL", "--json"],
        ["send", "URL", "--output", "-"], ["send", "URL/json", "--query", ".a"], ["send", "URL/json"], ["send", "URL", "--download"],
        ["send", "URL", "--fail"],
        ["send", "URL/\(name)", "--offline"], ["send", "URL/", "X:\(name)", "--offline", "--format", "json"],
        ["send", "first/hostile", "--check"], ["send", "URL/broken"], ["send", name], ["send", "URL", "--\(name)"], [name, name],
        ["run", "first"], ["run", "first", "-q"], ["run", name], ["run", "first", "--report", "tap=-"],
        ["run", "first", "--report", "github=-"],
        ["run", "first", "--report", "junit=-"], ["run", "first", "--report", "json=-"], ["run", "first", "--report", "html=-"],
        ["import", "import.json", "--dry-run"], ["import", "import.json"], ["import", "import.json", "--json", "--dry-run"],
        ["import", name], ["export", "--as", "postman", "--to", "-"], ["export", "--as", "html", "--to", "-"],
        ["export", "--as", "http", "--to", "out"], ["export", name, "--as", "http"], ["new", "request", "first/\(name)"],
        ["new", "request", name], ["completion", name], ["manual", name], ["help", name],
    ]

    @Test(arguments: commands) func `no command writes control sequences of a server or a file`(words: [String]) async throws {
        let server = try Self.server()
        let machine = try await Self.machine(beside: server)
        let robot = try PtyRobot.spawn(
            machine.program, arguments: words.map { $0.replacing("URL", with: server.url) },
            environment: machine.environment.merging(["TERM_PROGRAM": Self.name]) { $1 }, directory: machine.workspace, owner: machine)
        try await robot.waitForEnd(timeout: PtyRobot.patience)
        let text = try #require(String(validating: robot.output, as: UTF8.self), "bytes that are no UTF-8 were written")
        #expect(text.contains("START") || !Self.mustShow(words), "\(text)")
        // The program's own: colours of heads and JSON, the erasure of a line of progress, and the questions of `doctor`.
        let own = text.replacing(#/\x1b\[(0|1|1;3[12]|3[1-6])m|\r\x1b\[K|\r\n/#, with: "")
            .replacing(#/\x1b\[(\?u|>q|\?\d+\$p|16t|c)|\x1b\]11;\?\x1b\\/#, with: words == ["doctor"] ? "" : "?")
        let commands = own.unicodeScalars.filter {
            $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t" || $0.properties.generalCategory == .format
        }
        #expect(commands.isEmpty, "\(commands.map { String($0.value, radix: 16) }) in \(text.debugDescription)")
    }

    /// True if the output shows what is hostile, so that the test sees how.
    private static func mustShow(_ words: [String]) -> Bool {
        !["fmt", "completion", "manual", "import", "new"].contains(words[0]) && !words.contains("-q") && !words.contains("--download")
            && words != ["send", "URL/broken"] && words != ["export", "--as", "http", "--to", "out"]
    }

    private static func server() throws -> FaultServer {
        try FaultServer { connection in
            guard let request = try connection.readRequest() else { return }
            if request.target.hasPrefix("/broken") { return try connection.send("\(name)\r\n\r\n") }
            let value = #"{"a": "\#(request.target == "/json" ? escaped : name)"}"#
            if request.target == "/json" {
                return try connection.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n\(value)")
            }
            try connection.send(
                "HTTP/1.1 404 \(name)\r\nX-Hostile: \(name)\r\nContent-Disposition: attachment; filename=\"\(name)\"\r\n"
                    + "Set-Cookie: a=cookie \(name)\r\nConnection: close\r\n\r\n\(value)\r\nlast \(name)\n")
        }
    }

    private static func machine(beside server: FaultServer) async throws -> Machine {
        let machine = try await Machine(beside: server)
        let file = name.replacing("\u{1B}\\", with: "")
        try machine.write(
            #"{ "name": "\#(escaped)", "url": "\#(server.url)/\#(escaped)", "assertions": [{ "subject": "header", "name": "X-Hostile", "predicate": "equals", "value": "\#(escaped)\n::error::" }], "tags": ["\#(escaped)"] }"#,
            to: "collections/first/\(file).request.json")
        try machine.write(
            #"{ "name": "Hostile", "url": "\#(server.url)/{{\#(escaped)}}", "assertions": [{ "subject": "body", "predicate": "equals", "value": "\#(escaped)" }] }"#,
            to: "collections/first/hostile.request.json")
        try machine.write("{ \(name)", to: "collections/first/broken.request.json")
        try machine.write(#"{ "name": "\#(escaped)" }"#, to: "collections/first/environments/e.json")
        try machine.write(
            #"{ "info": { "name": "\#(escaped)", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" }, "item": [{ "name": "\#(escaped)", "request": { "method": "\#(escaped)", "url": "http://x/\#(escaped)", "\#(escaped)": 1 }, "event": [{ "listen": "test", "script": { "exec": ["\#(escaped)"] } }] }] }"#,
            to: "import.json")
        return machine
    }
}
