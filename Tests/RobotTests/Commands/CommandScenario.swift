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
        /// One text stands before another.
        case order(String, String)
        /// This stands on the screen so many times.
        case times(String, Int)
        /// Anything on the screen is another than before.
        case change
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
        adding(text.map { $0 == "\r" ? Key(.enter) : .character($0) }, commands, sight)
    }

    /// Adds a step of a key.
    func pressing(_ key: Key, runs commands: String..., sees sight: Sight) -> CommandScenario { adding([key], commands, sight) }

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
            let before = robot.screen.text
            robot.press(step.keys)
            switch step.sight {
            case .text(let text): try await robot.see(text)
            case .gone(let text): try await robot.seeNoMore(text)
            case .order(let first, let second):
                try await robot.wait(until: "'\(first)' before '\(second)'", timeout: PtyRobot.patience) {
                    guard let one = $0.screen.text.firstRange(of: first), let two = $0.screen.text.firstRange(of: second) else {
                        return false
                    }
                    return one.lowerBound < two.lowerBound
                }
            case .times(let text, let count):
                try await robot.wait(until: "'\(text)' \(count) times", timeout: PtyRobot.patience) {
                    $0.screen.text.ranges(of: text).count == count
                }
            case .change:
                try await robot.wait(until: "a change after \(step.commands)", timeout: PtyRobot.patience) { $0.screen.text != before }
            }
        }
    }
}

extension PtyRobot {
    /// Presses keys, one after another.
    func press(_ keys: [Key]) { for key in keys { press(key) } }
}
