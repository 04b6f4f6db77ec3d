import Screen
import ScreenTesting

/// A row of commands as a person runs them, each with what must be seen of it.
struct CommandScenario: Sendable, CustomStringConvertible {
    /// What must be seen.
    enum Sight: Sendable {
        /// This stands on the screen.
        case text(String)
        /// This stands nowhere on the screen any more.
        case gone(String)
        /// The pane whose title begins so has the focus.
        case focus(String)
        /// The tab with this title is selected.
        case tab(String)
        /// One text stands before another.
        case order(String, String)
        /// This stands on the screen so many times.
        case times(String, Int)
        /// This stands on the screen, further there than before.
        case moved(String, Direction)
    }

    /// A way on the screen.
    enum Direction: Sendable {
        case left, right, up, down

        /// Whether `end` lies this way from `start`, and no other way.
        func leads(from start: Point, to end: Point) -> Bool {
            switch self {
            case .left: end.x < start.x && end.y == start.y
            case .right: end.x > start.x && end.y == start.y
            case .up: end.y < start.y && end.x == start.x
            case .down: end.y > start.y && end.x == start.x
            }
        }
    }

    /// Keys, the commands that they run, and what must be seen then.
    struct Step: Sendable {
        let commands: [String]
        let keys: [Key]
        let sight: Sight
    }

    let description: String
    var steps: [Step] = []

    /// Adds a step of typed letters.
    func typing(_ text: String, runs commands: String..., sees sight: Sight) -> CommandScenario {
        adding(text.map { $0 == "\r" ? Key(.enter) : $0 == "\t" ? Key(.tab) : .character($0) }, commands, sight)
    }

    /// Adds a step of keys.
    func pressing(_ keys: Key..., runs commands: String..., sees sight: Sight) -> CommandScenario { adding(keys, commands, sight) }

    /// Adds an Escape, which is told from Alt by what must be seen before the next key.
    func escaping(from text: String) -> CommandScenario { adding([Key(.escape)], [], .gone(text)) }

    /// Finds a command by its name in the palette.
    func finding(_ title: String, runs command: String, sees sight: Sight) -> CommandScenario {
        pressing(.control("p"), runs: "application.palette", sees: .text("Commands and requests"))
            .adding(title.map { .character($0) }, [], .text(title)).adding([Key(.enter)], [command], sight)
    }

    private func adding(_ keys: [Key], _ commands: [String], _ sight: Sight) -> CommandScenario {
        var copy = self
        copy.steps.append(Step(commands: commands, keys: keys, sight: sight))
        return copy
    }

    /// Does it all.
    func run(_ robot: PtyRobot) async throws {
        for step in steps {
            // What was never there goes at once, and the next key joins an Escape.
            if case .gone(let text) = step.sight { try await robot.see(text) }
            let before = robot.screen
            robot.press(step.keys)
            switch step.sight {
            case .text(let text): try await robot.see(text)
            case .gone(let text): try await robot.seeNoMore(text)
            default:
                try await robot.wait(until: "\(step.sight) after \(step.commands)", timeout: PtyRobot.patience) {
                    step.sight.holds($0.screen, after: before)
                }
            }
        }
    }
}

extension CommandScenario.Sight {
    /// Whether this is what a screen shows.
    func holds(_ screen: RobotScreen, after before: RobotScreen) -> Bool {
        let text = screen.text
        switch self {
        case .text(let sight): return text.contains(sight)
        case .gone(let sight): return !text.contains(sight)
        case .focus(let title): return screen.hasFocus(on: title)
        case .tab(let title): return screen.isSelected(tab: title)
        case .order(let first, let second):
            guard let one = text.firstRange(of: first), let two = text.firstRange(of: second) else { return false }
            return one.lowerBound < two.lowerBound
        case .times(let sight, let count): return text.ranges(of: sight).count == count
        case .moved(let sight, let direction):
            guard let start = before.position(of: sight), let end = screen.position(of: sight) else { return false }
            return direction.leads(from: start, to: end)
        }
    }
}

extension PtyRobot {
    /// Presses keys, one after another.
    func press(_ keys: [Key]) { for key in keys { press(key) } }
}
