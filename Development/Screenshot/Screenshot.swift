import Platform
import Screen
import ScreenTesting

/// Runs a program in a pseudo-terminal, performs the steps, and prints the screen, or a recording of it, as SVG; used by `scripts/screenshot`.
@main
enum Screenshot {
    private static let usage = """
        usage: screenshot [--size COLUMNSxROWS] [--light] [--set NAME=VALUE]… [STEP]… -- PROGRAM [ARGUMENT]…
        steps: see:TEXT waits for it; gone:TEXT waits until it is nowhere on the screen; type:TEXT types it (\\e escape, \\r enter, \\t tab, \\cX control);
        click:TEXT clicks on it.
        recording: hold:MILLISECONDS shows the present screen for so long, slow:TEXT types it and shows the screen after each key. With
        one of them, the recording is printed instead of the last screen.

        """

    static func main() async {
        guard let plan = Plan(CommandLine.arguments.dropFirst()) else { return fail(usage, code: 2) }
        do {
            let robot = try PtyRobot.spawn(plan.program, arguments: plan.arguments, environment: plan.environment, size: plan.size)
            var tour = ScreenTour(appearance: plan.appearance)
            for step in plan.steps { try await perform(step, robot, &tour) }
            print(tour.svg.isEmpty ? ScreenPicture(robot.screen, appearance: plan.appearance).svg : tour.svg, terminator: "")
        } catch {
            fail("screenshot: \(error)\n", code: 1)
        }
    }

    /// Milliseconds from key to key of a recording, in which the program draws.
    private static let typingPause = 70

    private static func fail(_ message: String, code: Int32) {
        message.withCString { _ = write(STDERR_FILENO, $0, strlen($0)) }
        exit(code)
    }

    private static func perform(_ step: Plan.Step, _ robot: PtyRobot, _ tour: inout ScreenTour) async throws {
        switch step {
        case .see(let text): try await robot.wait(for: text)
        case .gone(let text): try await robot.wait(until: "'\(text)' to go") { !$0.screen.text.contains(text) }
        case .type(let text): robot.send(text)
        case .click(let text):
            let place = try await robot.wait(for: text).position(of: text)
            robot.click(x: place?.x ?? 0, y: place?.y ?? 0)
        case .hold(let milliseconds): tour.add(robot.screen, milliseconds: milliseconds)
        case .slow(let text):
            for character in text {
                robot.send(String(character))
                try await Task.sleep(for: .milliseconds(typingPause))
                tour.add(robot.screen, milliseconds: typingPause)
            }
        }
    }
}

/// The parsed arguments.
struct Plan {
    /// An action on the program before its picture is taken.
    enum Step {
        case see(String), gone(String), type(String), click(String), hold(Int), slow(String)
    }

    private(set) var size = Size(width: 120, height: 36)
    private(set) var appearance = Theme.Appearance.dark
    private(set) var environment: [String: String] = ["COLORTERM": "truecolor"]
    private(set) var steps: [Step] = []
    private(set) var program = ""
    private(set) var arguments: [String] = []

    /// Nil when an argument is unknown or there is no program.
    init?(_ words: some Sequence<String>) {
        var words = Array(words)[...]
        while let word = words.popFirst(), word != "--" {
            guard read(word, &words) else { return nil }
        }
        guard let program = words.popFirst() else { return nil }
        self.program = program
        arguments = Array(words)
    }

    private mutating func read(_ word: String, _ rest: inout ArraySlice<String>) -> Bool {
        switch word {
        case "--light": appearance = .light
        case "--size":
            let numbers = rest.popFirst()?.split(separator: "x").compactMap { Int($0) } ?? []
            guard numbers.count == 2 else { return false }
            size = Size(width: numbers[0], height: numbers[1])
        case "--set":
            let parts = rest.popFirst()?.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init) ?? []
            guard parts.count == 2 else { return false }
            environment[parts[0]] = parts[1]
        default:
            guard let step = Self.step(word) else { return false }
            steps.append(step)
        }
        return true
    }

    private static func step(_ word: String) -> Step? {
        let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return nil }
        return switch parts[0] {
        case "see": .see(parts[1])
        case "gone": .gone(parts[1])
        case "click": .click(parts[1])
        case "type": .type(unescape(parts[1]))
        case "slow": .slow(unescape(parts[1]))
        case "hold": Int(parts[1]).map(Step.hold)
        default: nil
        }
    }

    private static func unescape(_ text: String) -> String {
        var (result, rest) = ("", text[...])
        while let character = rest.popFirst() {
            guard character == "\\", let name = rest.popFirst() else {
                result.append(character)
                continue
            }
            switch name {
            case "e": result += "\u{1B}"
            case "r": result += "\r"
            case "t": result += "\t"
            case "c": result += rest.popFirst()?.asciiValue.map { String(Character(Unicode.Scalar($0 & 0x1F))) } ?? ""
            default: result.append(name)
            }
        }
        return result
    }
}
