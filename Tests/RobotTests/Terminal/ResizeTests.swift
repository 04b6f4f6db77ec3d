import DemoServer
import Screen
import ScreenTesting
import Testing

@Suite struct ResizeTests {
    @Test func `every size shows what fits, and resizing loses nothing`() async throws {
        let server = try DemoServer.start()
        let machine = try await Machine(beside: server)
        try machine.writeRequest("Ask", #""url": "\#(server.url)/anything/kept""#)
        let robot = try await machine.startWithRequest()
        robot.press(.function(5))
        // The sign of the form is drawn last: without it the screen is not complete.
        try await robot.see(all: ["200 OK", "200 GET Ask", "pretty"])
        let before = robot.screen.text

        for size in [Size(width: 80, height: 24), Size(width: 40, height: 12)] {
            robot.resize(to: size)
            // One pane, the others as tabs.
            try await robot.wait(until: "one pane at \(size)", timeout: PtyRobot.patience) {
                $0.screen.row(1).contains("▸2 Req") && $0.screen.row(2).contains("2 Ask")
                    && $0.screen.row(size.height - 1).contains("NAV")
            }
            #expect(robot.screen.text.contains("http://127.0.0"))
        }
        for size in [Size(width: 20, height: 5), Size(width: 2, height: 1), Size(width: 1, height: 1)] {
            robot.resize(to: size)
            robot.send("k")
        }
        robot.resize(to: Size(width: 36, height: 6))
        try await robot.see("40")
        robot.resize(to: Size(width: 200, height: 60))
        try await robot.see(all: ["1 Collections", "2 Ask", "200 OK", "4 History"])
        robot.resize(to: Size(width: 120, height: 40))
        try await robot.wait(until: "the first screen", timeout: PtyRobot.patience) { $0.screen.text == before }
        try await robot.quit()
    }

    @Test(arguments: [Size(width: 80, height: 24), Size(width: 40, height: 12), Size(width: 200, height: 60)])
    func `starts and works at any size`(size: Size) async throws {
        let server = try DemoServer.start()
        let machine = try await Machine(beside: server)
        try machine.writeRequest("Ask", #""url": "\#(server.url)/anything/kept""#)
        let robot = try await machine.startWithRequest(size: size)
        robot.press(.function(5))
        robot.send("3")
        try await robot.see("200 OK")
        try await robot.quit()
    }
}
