import DemoServer
import HTTPConformance
import Screen
import ScreenTesting
import Testing

/// Requests are sent only to servers that the user has chosen.
@Suite struct SafeDefaultsTests {
    @Test func `nothing is sent to an environment that was not chosen, and a leading slash keeps its path prefix`() async throws {
        let server = try DemoServer.start()
        let machine = try await Machine(beside: server)
        try machine.writeRequest("Ask", #""url": "/people/1""#)
        try machine.write(
            #"{ "name": "prod", "scheme": "http", "host": "127.0.0.1", "port": \#(server.port), "pathPrefix": "/anything" }"#,
            to: "collections/first/environments/prod.json")
        try machine.write(#"{ "name": "Second" }"#, to: "collections/second/collection.json")
        let robot = try await machine.startWithRequest()
        try await robot.see("No environment")
        robot.press(.function(5))
        try await robot.see("URL: no host")
        try await robot.choose(environment: "prod")
        robot.press(.function(7))
        try await robot.see(all: ["GET http://127.0.0.1:", "/anything/people/1"])
        robot.press(Key(.escape))
        try await robot.seeNoMore("/anything/people/1")
        robot.send("1G")
        robot.press(.control("n"))
        try await robot.see(all: ["EDIT", "No environment"])
        robot.press(.control("q"))
        try await robot.expectEnd(.exited(0))
    }

    @Test func `an address that is typed or pasted at the first start is sent by Enter`() async throws {
        let server = try DemoServer.start()
        for isPasted in [false, true] {
            let machine = try await Machine(beside: server)
            // Before the first frame.
            let robot = try machine.spawn()
            let address = "http://127.0.0.1:\(server.port)/anything/typed"
            if isPasted {
                try await robot.see(" EDIT ")
                robot.paste(address)
                try await robot.see("/anything/typed")
                robot.press(Key(.enter))
            } else {
                robot.send(address + "\r")
            }
            try await robot.see(all: ["200 OK", "/anything/typed", "apus/"])
            robot.press(.control("q"))
            try await robot.expectEnd(.exited(0))
        }
    }

    @Test func `keys before the first frame go to where the last session ended`() async throws {
        let machine = try await Machine()
        try machine.writeRequest("Ask", #""url": "http://127.0.0.1:1/ask""#)
        try machine.writeRequest("Second", #""url": "http://127.0.0.1:1/second""#)
        let first = try await machine.startWithRequest()
        first.send("1")
        try await first.seeFocus(on: "1")
        try await first.quit()
        let second = try machine.spawn()
        second.send("j\r")
        try await second.seeTab("Second ×")
        try await second.quit()
        let third = try machine.spawn()
        third.press(.control("p"))
        try await third.see("Command palette")
        third.press(Key(.escape))
        try await third.seeNoMore("Command palette")
        try await third.quit()
    }

    @Test func `a token that is typed stays out of the file`() async throws {
        let server = try FaultServer(answering: "HTTP/1.1 204 No Content\r\n\r\n")
        let machine = try await Machine(beside: server)
        try machine.writeRequest("Ask", #""url": "\#(server.url)/""#)
        let robot = try await machine.startWithRequest()
        robot.send("H")
        try await robot.see("Add a header")
        robot.send("aAuthorization")
        robot.press(Key(.tab))
        robot.send("Bearer SEKRIT")
        try await robot.see("Bearer SEKRIT")
        robot.press(.control("s"))
        try await robot.see("Keep as a secret")
        robot.send("k")
        try await robot.see("Saved")
        robot.press(.function(5))
        try await robot.see("204 No Content")
        robot.press(.control("q"))
        try await robot.expectEnd(.exited(0))
        #expect(server.requests.first.map { String(decoding: $0.head, as: UTF8.self).contains("Bearer SEKRIT") } == true)
        let files = try machine.files()
        #expect(files.filter { $0.value.contains("SEKRIT") }.map(\.key) == ["collections/first/collection.secrets.json"])
        #expect(files["collections/first/ask.request.json"]?.contains("Bearer {{token}}") == true)
    }
}
