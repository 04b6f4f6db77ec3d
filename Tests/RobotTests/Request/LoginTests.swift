import DemoServer
import Screen
import ScreenTesting
import Testing

/// Logins that need a person.
@Suite struct LoginTests {
    @Test func `the page to log in is shown, and giving up ends the request`() async throws {
        let server = try DemoServer.start()
        let machine = try Machine(beside: server)
        try machine.writeRequest(
            "Ask",
            #""url": "\#(server.url)/oauth/userinfo", "auth": { "type": "oauth2", "authorizationURL": "\#(server.url)/oauth/authorize", "tokenURL": "\#(server.url)/oauth/token", "clientID": "demo-app", "redirectURL": "https://elsewhere.example/" }"#
        )
        let robot = try await machine.startWithRequest()
        robot.press(.function(5))
        try await robot.see(all: ["Log in", "Then paste the URL that the login ended at", "client_id=demo-app"])
        robot.press(Key(.escape))
        try await robot.see("ERR GET   Ask")
        try await robot.quit()
    }

    @Test func `the code for another device is shown`() async throws {
        let server = try DemoServer.start()
        let machine = try Machine(beside: server)
        try machine.writeRequest(
            "Ask",
            #""url": "\#(server.url)/oauth/userinfo", "auth": { "type": "oauth2", "grant": "device_code", "deviceURL": "\#(server.url)/oauth/device_authorization", "tokenURL": "\#(server.url)/oauth/token", "clientID": "demo-app" }"#
        )
        let robot = try await machine.startWithRequest()
        robot.press(.function(5))
        try await robot.see(all: ["Log in with the code", "user_code="])
        robot.send("\r")
        try await robot.seeNoMore("Log in with the code")
        robot.press(.control("c"))
        try await robot.see("cancelled")
        try await robot.quit()
    }
}
