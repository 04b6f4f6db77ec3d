import Screen
import ScreenTesting

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Runs a program in a pseudo-terminal, does what the steps say, and prints the screen as SVG: `scripts/screenshot` tells how.
@main
enum Screenshot {
    private static let usage = """
        usage: screenshot [--size COLUMNSxROWS] [--light] [--set NAME=VALUE]… [STEP]… -- PROGRAM [ARGUMENT]…
        steps: see:TEXT waits for it; gone:TEXT waits until it stands nowhere; type:TEXT types it (\\e escape, \\r enter, \\t tab, \\cX control);
        click:TEXT clicks on it.

        """

    static func main() async {
        guard let plan = Plan(CommandLine.arguments.dropFirst()) else { return fail(usage, code: 2) }
        do {
            let robot = try PtyRobot.spawn(plan.program, arguments: plan.arguments, environment: plan.environment, size: plan.size)
            for step in plan.steps { try await perform(step, robot) }
            print(ScreenPicture(robot.screen, appearance: plan.appearance).svg, terminator: "")
        } catch {
            fail("screenshot: \(error)\n", code: 1)
        }
    }

    private static func fail(_ message: String, code: Int32) {
        message.withCString { _ = write(STDERR_FILENO, $0, strlen($0)) }
        exit(code)
    }

    private static func perform(_ step: Plan.Step, _ robot: PtyRobot) async throws {
        switch step {
        case .see(let text): try await robot.wait(for: text)
        case .gone(let text): try await robot.wait(until: "'\(text)' to go") { !$0.screen.text.contains(text) }
        case .type(let text): robot.send(text)
        case .click(let text):
            let place = try await robot.wait(for: text).position(of: text)
            robot.click(x: place?.x ?? 0, y: place?.y ?? 0)
        }
    }
}
