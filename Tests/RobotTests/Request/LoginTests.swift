import DemoServer
import Foundation
import Screen
import ScreenTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Logins that need the user.
@Suite struct LoginTests {
    @Test func `the page to log in is shown, hidden and shown again, and cancelling it ends the request`() async throws {
        let server = try DemoServer.start()
        let machine = try await Machine(beside: server)
        try machine.writeRequest(
            "Ask",
            #""url": "\#(server.url)/oauth/userinfo", "auth": { "type": "oauth2", "authorizationURL": "\#(server.url)/oauth/authorize", "tokenURL": "\#(server.url)/oauth/token", "clientID": "demo-app", "redirectURL": "https://elsewhere.example/" }"#
        )
        let robot = try await machine.startWithRequest()
        robot.press(.function(5))
        try await robot.see(all: ["Log in", "Then paste the URL of the last page of the login", "client_id=demo-app"])
        robot.press(.function(3))
        try await robot.see("Copied the page to log in")
        robot.press(Key(.escape))
        try await robot.seeNoMore("Then paste the URL")
        robot.send("gi")
        try await robot.see("Then paste the URL of the last page of the login")
        robot.press(.control("c"))
        try await robot.see("ERR GET Ask")
        try await robot.quit()
    }

    @Test(arguments: [
        (#""grant": "client_credentials", "clientID": "demo-service", "clientSecret": "demo-secret""#, "demo-service"),
        (#""grant": "password", "clientID": "demo-app", "username": "pilot", "password": "clear-skies""#, "Ada Berg"),
    ])
    func `a token is got, used and kept, and is seen nowhere`(_ fields: String, _ who: String) async throws {
        let server = try DemoServer.start()
        let machine = try await Machine(beside: server)
        try machine.writeRequest(
            "Ask",
            #""url": "\#(server.url)/oauth/userinfo", "auth": { "type": "oauth2", "tokenURL": "\#(server.url)/oauth/token", \#(fields) }"#)
        var robot = try await machine.startWithRequest()
        robot.press(.function(5))
        try await robot.see(all: ["200 OK", who])
        robot.press(.function(9))
        try await robot.see("Authorization: Bearer ••••")
        try await robot.quit()
        // What was kept has run out by now: a refresh token gets the next one, or else the grant itself.
        let kept = try Self.expire(machine)
        robot = try await machine.start()
        // The response of the last session.
        try await robot.see(all: ["200 OK", who])
        robot.press(.function(5))
        try await robot.wait(until: "another entry", timeout: PtyRobot.patience) {
            $0.screen.text.components(separatedBy: "200 GET Ask").count == 3
        }
        robot.send("2go")
        try await robot.see("Logged out: deleted the tokens of")
        #expect(try Self.expire(machine) == [])
        try await robot.quit()
        #expect(kept.count == 1)
        for token in kept {
            for path in try FileManager.default.subpathsOfDirectory(atPath: machine.data) where !path.hasSuffix(".token.json") {
                let bytes = (try? Data(contentsOf: URL(filePath: "\(machine.data)/\(path)"))) ?? Data()
                #expect(bytes.range(of: Data(token.utf8)) == nil, "\(path) holds a token")
            }
        }
    }

    /// Makes the kept tokens' time run out, and gives them.
    private static func expire(_ machine: Machine) throws -> [String] {
        let files = try FileManager.default.subpathsOfDirectory(atPath: machine.data).filter { $0.hasSuffix(".token.json") }
        return try files.compactMap { file in
            let url = URL(filePath: "\(machine.data)/\(file)")
            guard var kept = try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any] else { return nil }
            kept["expires"] = 0
            try JSONSerialization.data(withJSONObject: kept).write(to: url)
            return kept["accessToken"] as? String
        }
    }

    private func startWithDeviceCode(_ server: DemoServer) async throws -> PtyRobot {
        let machine = try await Machine(beside: server)
        try machine.writeRequest(
            "Ask",
            #""url": "\#(server.url)/oauth/userinfo", "auth": { "type": "oauth2", "grant": "device_code", "deviceURL": "\#(server.url)/oauth/device_authorization", "tokenURL": "\#(server.url)/oauth/token", "clientID": "demo-app" }"#
        )
        let robot = try await machine.startWithRequest()
        robot.press(.function(5))
        try await robot.see(all: ["Log in with the code", "user_code="])
        return robot
    }

    @Test func `the code for another device is shown until the login is cancelled`() async throws {
        let server = try DemoServer.start()
        let robot = try await startWithDeviceCode(server)
        robot.send("\r")
        robot.send("c")
        try await robot.see(all: ["Copied the code", "Log in with the code"])
        robot.press(.control("c"))
        try await robot.seeNoMore("Log in with the code")
        try await robot.see("You cancelled the login")
        try await robot.quit()
    }

    @Test func `a login allowed on another device succeeds`() async throws {
        let server = try DemoServer.start()
        let robot = try await startWithDeviceCode(server)
        let shown = try #require(robot.screen.text.split(separator: "user_code=").last)
        let code = shown.prefix { $0.isLetter || $0.isNumber || $0 == "-" }
        let allowing = try #require(URL(string: "\(server.url)/oauth/device?user_code=\(code)&decision=allow"))
        _ = try await URLSession.shared.data(from: allowing)
        try await robot.see(all: ["200 OK", "Ada Berg"])
        try await robot.quit()
    }
}
