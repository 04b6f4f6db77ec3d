import DemoServer
import Screen
import ScreenTesting
import Testing

/// Nothing goes anywhere that nobody chose.
@Suite struct SafeDefaultsTests {
    @Test func `nothing is sent to an environment that nobody chose, and a leading slash keeps its path prefix`() async throws {
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
        try await robot.see("has no host")
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
}
