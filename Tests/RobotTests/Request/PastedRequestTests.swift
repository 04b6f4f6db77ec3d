import Screen
import ScreenTesting
import Testing

/// Whole requests that come from the clipboard or from the URL bar.
@Suite struct PastedRequestTests {
    @Test func `a pasted curl command and HTTPie's words become requests`() async throws {
        let machine = try await Machine()
        let robot = try await machine.start()
        robot.press(.control("n"))
        try await robot.see("EDIT")
        robot.paste("curl -X PATCH 'http://127.0.0.1:1/x?a=1' \\\n -H 'X-One: 1' \\\n -d '{\"n\": 1}' -H 'Content-Type: application/json'")
        try await robot.see(all: ["PATCH ▾", "Body JSON", "{\"n\": 1}", "Headers 1", "Params 1"])
        try await robot.see("EDIT")
        robot.press(.control("n"))
        robot.send("PUT :1/people name=Lea\r")
        try await robot.see(all: ["PUT  ▾", "\"name\": \"Lea\""])
        // The request has content now, so other words become one of their own.
        robot.press(.control("l"))
        robot.press(.control("u"))
        robot.send("PATCH :1/pets kind=cat\r")
        try await robot.see(all: ["PATCH ▾", "\"kind\": \"cat\"", "PUT /people"])
        robot.press(.control("q"))
        try await robot.expectEnd(.exited(0))
    }
}
