import DemoServer
import Screen
import ScreenTesting
import Testing

/// Problems that prevent a send, and questions before it.
@Suite struct FaultTests {
    private func start(_ members: String, folder: String = "", environments: [String: String] = [:]) async throws -> PtyRobot {
        let server = try DemoServer.start()
        let machine = try await Machine(beside: server)
        try machine.writeRequest("Ask", members)
        for (name, text) in environments {
            try machine.write(
                text.replacing("PORT", with: String(server.port)) + "\n", to: "collections/first/environments/\(name).json")
        }
        if !folder.isEmpty { try machine.write(folder + "\n", to: "collections/first/collection.json") }
        return try await machine.startWithRequest()
    }

    @Test func `the preview shows missing values, and a key goes there`() async throws {
        let robot = try await start(
            #""url": "http://127.0.0.1:1/", "headers": [{ "name": "X-One", "value": "{{gone}}" }, { "name": "X-Pin", "value": "{{prompt:pin}}" }]"#
        )
        robot.press(.function(7))
        try await robot.see(all: [
            "Request preview", "Cannot be sent yet", "header X-One: {{gone}} is not defined", "X-One: {{gone}}  {{gone}} is not defined",
            "{{prompt:pin}} is asked for when it is sent",
        ])
        robot.press(Key(.escape))
        try await robot.seeNoMore("Cannot be sent yet")
        robot.press(.function(5))
        try await robot.see(all: ["Not sent", "{{prompt:pin}} will be asked for", "gp goes to the problem"])
        robot.send("Qgp")
        try await robot.see(all: ["“X-One”: {{gone}} is not defined", "[x] X-One"])
        try await robot.quit()
    }

    @Test func `a protected environment of a folder asks with its host`() async throws {
        let robot = try await start(
            #""method": "POST", "url": "post""#, folder: #"{ "name": "First", "options": { "environment": "live" } }"#,
            environments: [
                "live":
                    #"{ "name": "live", "scheme": "http", "host": "{{where}}", "port": PORT, "variables": [{ "name": "where", "value": "127.0.0.1" }], "protected": true }"#,
                "a": #"{ "name": "a" }"#,
            ])
        robot.press(.function(5))
        try await robot.see(all: ["Send to a protected environment?", "“live” is protected", "127.0.0.1:"])
        robot.send("s")
        try await robot.see("200 OK")
        try await robot.quit()
    }

    @Test func `invalid JSON is sent, and the status reports it until it is valid`() async throws {
        let robot = try await start(
            #""method": "POST", "url": "post", "body": { "type": "json", "text": ["{\"a\": 1,}"] }"#,
            environments: ["local": #"{ "name": "local", "scheme": "http", "host": "127.0.0.1", "port": PORT }"#])
        robot.press(.control("e"))
        robot.send("local\r")
        robot.press(.function(5))
        try await robot.see(all: ["200 OK", "invalid JSON sent"])
        robot.press(.control("q"))
        try await robot.expectEnd(.exited(0))
    }
}
