import Screen
import ScreenTesting

/// A sequence of commands as a user runs them, each with an expectation about the screen.
struct CommandScenario: Sendable, CustomStringConvertible {
    /// A condition for the screen after a step.
    enum Expectation: Sendable {
        /// The screen shows this text.
        case text(String)
        /// This text was on the screen and is no longer.
        case gone(String)
        /// The pane whose title begins with this text has the focus.
        case focus(String)
        /// The tab with this title is selected.
        case tab(String)
        /// The first text is before the second.
        case order(String, String)
        /// The screen shows this text this number of times.
        case times(String, Int)
        /// This text has moved in this direction.
        case moved(String, Direction)
    }

    /// A direction on the screen.
    enum Direction: Sendable {
        case left, right, up, down

        /// True if `end` is in exactly this direction from `start`.
        func leads(from start: Point, to end: Point) -> Bool {
            switch self {
            case .left: end.x < start.x && end.y == start.y
            case .right: end.x > start.x && end.y == start.y
            case .up: end.y < start.y && end.x == start.x
            case .down: end.y > start.y && end.x == start.x
            }
        }
    }

    /// Keys, the commands that they run, and the expectation after them.
    struct Step: Sendable {
        let commands: [String]
        let keys: [Key]
        let expectation: Expectation
    }

    let description: String
    var steps: [Step] = []

    /// Adds a step of typed letters.
    func typing(_ text: String, runs commands: String..., sees expectation: Expectation) -> CommandScenario {
        adding(text.map { $0 == "\r" ? Key(.enter) : $0 == "\t" ? Key(.tab) : .character($0) }, commands, expectation)
    }

    /// Adds a step of keys.
    func pressing(_ keys: Key..., runs commands: String..., sees expectation: Expectation) -> CommandScenario {
        adding(keys, commands, expectation)
    }

    /// Adds an Escape. The expectation separates it from the next key, together with which it would be Alt.
    func escaping(from text: String) -> CommandScenario { adding([Key(.escape)], [], .gone(text)) }

    /// Finds a command by its name in the palette.
    func finding(_ title: String, runs command: String, sees expectation: Expectation) -> CommandScenario {
        pressing(.control("p"), runs: "application.palette", sees: .text("Command palette"))
            .adding(title.map { .character($0) }, [], .text(title)).adding([Key(.enter)], [command], expectation)
    }

    private func adding(_ keys: [Key], _ commands: [String], _ expectation: Expectation) -> CommandScenario {
        var copy = self
        copy.steps.append(Step(commands: commands, keys: keys, expectation: expectation))
        return copy
    }

    /// Runs all steps.
    func run(_ robot: PtyRobot) async throws {
        for step in steps {
            // The text must be there first, or the next key is sent together with an Escape.
            if case .gone(let text) = step.expectation { try await robot.see(text) }
            let before = robot.screen
            robot.press(step.keys)
            switch step.expectation {
            case .text(let text): try await robot.see(text)
            case .gone(let text): try await robot.seeNoMore(text)
            default:
                try await robot.wait(until: "\(step.expectation) after \(step.commands)", timeout: PtyRobot.patience) {
                    step.expectation.holds($0.screen, after: before)
                }
            }
        }
    }
}

extension CommandScenario.Expectation {
    /// True if a screen meets the expectation.
    func holds(_ screen: RobotScreen, after before: RobotScreen) -> Bool {
        let text = screen.text
        switch self {
        case .text(let word): return text.contains(word)
        case .gone(let word): return !text.contains(word)
        case .focus(let title): return screen.hasFocus(on: title)
        case .tab(let title): return screen.isSelected(tab: title)
        case .order(let first, let second):
            guard let one = text.firstRange(of: first), let two = text.firstRange(of: second) else { return false }
            return one.lowerBound < two.lowerBound
        case .times(let word, let count): return text.ranges(of: word).count == count
        case .moved(let word, let direction):
            guard let start = before.position(of: word), let end = screen.position(of: word) else { return false }
            return direction.leads(from: start, to: end)
        }
    }
}

extension PtyRobot {
    /// Presses keys, one after another.
    func press(_ keys: [Key]) { for key in keys { press(key) } }
}
