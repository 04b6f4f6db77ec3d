import DemoServer
import Foundation
import Screen
import ScreenTesting
import Testing

/// A daily task with the maximum number of keys besides the text itself.
struct CountedTask: Sendable, CustomTestStringConvertible {
    /// Keys, which count, or a text, which does not, and a text that the screen must show before the next step.
    struct Step: Sendable {
        let keys: [Key]
        let text: String
        var sight: String?
    }

    let testDescription: String
    let goal: Int
    /// The steps before the task, which do not count.
    var before: [Step] = []
    let steps: [Step]

    static func press(_ keys: Key..., sees sight: String? = nil) -> Step { Step(keys: keys, text: "", sight: sight) }
    static func type(_ text: String, sees sight: String? = nil) -> Step { Step(keys: [], text: text, sight: sight) }

    static let all = [
        CountedTask(
            testDescription: "GET with two parameters", goal: 1, steps: [type("URL/get?a=1&b=2"), press(Key(.enter), sees: "200 OK")]),
        CountedTask(
            testDescription: "POST with JSON, a token and two headers by form", goal: 16,
            steps: [
                type("POST URL/anything"), press(Key(.escape), sees: " NAV "), press(.character("b"), sees: "Body type"), type("json"),
                press(Key(.enter), sees: "Body JSON"), type(#"{"a": 1}"#, sees: #"{"a": 1}"#), press(Key(.escape), sees: " NAV "),
                press(.character("A")), type("bearer"), press(Key(.enter), sees: "Auth Bearer"), type("t0ken"),
                press(Key(.escape), sees: " NAV "), press(.character("H"), .character("a"), sees: " EDIT "), type("One"), press(Key(.tab)),
                type("1"), press(Key(.tab)), type("Two"), press(Key(.tab)), type("2", sees: "Headers 2"),
                press(.function(5), sees: "200 OK"),
                press(.control("s"), sees: "Save request"), type("Posted"), press(Key(.enter), sees: "Keep as a secret"),
                press(.character("k"), sees: "Saved"),
            ]),
        CountedTask(
            testDescription: "POST with JSON, a token and two headers by words", goal: 8,
            steps: [
                type("POST URL/anything a:=1 Authorization:'Bearer t0ken' X-A:1 X-B:2"), press(Key(.enter), sees: "Headers 3"),
                press(.function(5), sees: "200 OK"), press(.control("s"), sees: "Save request"), type("Posted"),
                press(Key(.enter), sees: "Keep as a secret"), press(.character("k"), sees: "Saved"),
            ]),
        CountedTask(
            testDescription: "an environment with a base URL and a secret", goal: 10,
            before: [press(Key(.escape), sees: " NAV "), press(.character("1"))],
            steps: [
                press(.character("g"), .character("E"), sees: "New environment in"), type("local"),
                press(Key(.enter), sees: "Environment “local”"), type("http://127.0.0.1:1/v1"), press(Key(.enter), sees: " NAV "),
                press(.character("]"), .character("]"), .character("a"), sees: " EDIT "), type("token"), press(Key(.tab)), type("s3cret"),
                press(.control("s"), sees: "Saved"),
            ]),
        CountedTask(
            testDescription: "multipart with a file", goal: 9,
            steps: [
                type("POST URL/anything"), press(Key(.escape), sees: " NAV "), press(.character("b"), sees: "Body type"), type("multipart"),
                press(Key(.enter), sees: "Body Multipart"), type("file"), press(Key(.tab)), type("@up", sees: "up.txt"),
                press(Key(.tab)), press(.function(5), sees: "200 OK"),
            ]),
        CountedTask(
            testDescription: "OAuth 2 with client credentials", goal: 6,
            steps: [
                type("URL/get"), press(Key(.escape), sees: " NAV "), press(.character("A")), type("client"),
                press(Key(.enter), sees: " EDIT "), type("URL/oauth/token"), press(Key(.tab)), type("demo-service"), press(Key(.tab)),
                type("demo-secret"), press(.function(5), sees: "200 OK"),
            ]),
        CountedTask(
            testDescription: "a form as the body", goal: 8,
            steps: [
                type("POST URL/anything"), press(Key(.escape), sees: " NAV "), press(.character("b"), sees: "Body type"), type("form"),
                press(Key(.enter), sees: "Body Form"), type("a"), press(Key(.tab)), type("1"), press(Key(.tab)), type("b"),
                press(Key(.tab)),
                type("2"), press(.function(5), sees: "200 OK"),
            ]),
        CountedTask(
            testDescription: "a token captured and used", goal: 5,
            before: [type("URL/api/people/1"), press(Key(.enter), sees: "200 OK")],
            steps: [
                press(.character("3")), press(.character("j"), .character("c"), sees: "Tests ✓1"),
                press(.control("n"), sees: " EDIT "),
                type("http://h/{{id", sees: "{{id"), press(Key(.tab), sees: "http://h/{{id}}"),
            ]),
        CountedTask(
            testDescription: "two assertions", goal: 5, before: [type("URL/api/people/1"), press(Key(.enter), sees: "200 OK")],
            steps: [
                press(.character("3")), press(.character("j"), .character("a"), sees: "body .id"),
                press(.character("j"), .character("a"), sees: "Tests 2"),
            ]),
    ]

    /// Does it; gives how many keys counted.
    func run(_ robot: PtyRobot, server: String) async throws -> Int {
        for step in before { try await run(step, robot, server) }
        for step in steps { try await run(step, robot, server) }
        return steps.reduce(0) { $0 + $1.keys.count }
    }

    private func run(_ step: Step, _ robot: PtyRobot, _ server: String) async throws {
        if !step.text.isEmpty { robot.send(step.text.replacing("URL", with: server)) }
        for key in step.keys { robot.press(key) }
        if let sight = step.sight { try await robot.see(sight) }
    }
}

/// The table of keys that daily tasks take, in the built program.
@Suite struct KeyCountRobotTests {
    @Test(arguments: CountedTask.all)
    func `a daily task needs no more keys than its goal`(task: CountedTask) async throws {
        let server = try DemoServer.start()
        let machine = try await Machine(beside: server)
        try machine.write("up", to: "up.txt")
        let robot = try machine.spawn()
        try await robot.see(all: [" EDIT ", "First"])
        #expect(try await task.run(robot, server: server.url) <= task.goal)
        robot.press(.control("q"))
        try await robot.expectEnd(.exited(0))
    }
}
