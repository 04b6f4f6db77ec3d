import Screen
import ScreenTesting

/// A step of composing a request, whose keys `docs/promises.md` counts; the text typed between them is the same in every program.
struct CountedStep {
    /// A key by its name, or typed text.
    private enum Part {
        case key(String)
        case typed(String)
    }

    /// The name on the page.
    let name: String
    private let parts: [Part]
    /// The texts that the screen must show before the next step, or before the last key if it is Esc.
    private let sights: [String]

    /// The number of keys that count.
    var count: Int { parts.count { if case .key = $0 { true } else { false } } }

    /// The cell of the page: `m p o Enter`: 4.
    var cell: String {
        var words: [String] = []
        var keys: [String] = []
        for part in parts + [.typed("")] {
            switch part {
            case .key(let key): keys.append(key)
            case .typed(let text):
                if !keys.isEmpty { words.append("`\(keys.joined(separator: " "))`") }
                if !text.isEmpty { words.append("…") }
                keys = []
            }
        }
        return "\(words.joined(separator: " ")): \(count)"
    }

    /// From an empty workspace to a response.
    static func all(url: String) -> [CountedStep] {
        [
            CountedStep(name: "begin, URL", parts: [.key("^N"), .typed(url), .key("Esc")], sights: [" EDIT ", url]),
            CountedStep(name: "POST", parts: ["m", "p", "o", "Enter"].map(Part.key), sights: ["POST ▾"]),
            CountedStep(
                name: "JSON body", parts: [.key("b"), .key("j"), .key("Enter"), .typed(#"{"name": "Lea"}"#), .key("Esc")],
                sights: ["Body JSON", #"{"name": "Lea"}"#, " EDIT "]),
            CountedStep(
                name: "bearer token", parts: [.key("A"), .key("b"), .key("e"), .key("Enter"), .typed("abc"), .key("Esc")],
                sights: ["Auth Bearer", " EDIT "]),
            CountedStep(
                name: "two headers",
                parts: [
                    .key("H"), .key("a"), .typed("X-One"), .key("Tab"), .typed("1"), .key("Tab"), .typed("X-Two"), .key("Tab"), .typed("2"),
                ], sights: ["Headers 2"]),
            CountedStep(name: "send", parts: [.key("F5")], sights: []),
        ]
    }

    /// Presses all keys and types all text.
    func run(_ robot: PtyRobot) async throws {
        for part in parts {
            switch part {
            case .typed(let text): robot.send(text)
            // A key right after an Escape would be Alt and a key.
            case .key("Esc"):
                try await robot.see(all: sights)
                robot.press(Key(.escape))
                try await robot.see(" NAV ")
                return
            case .key(let name): robot.press(Self.key(name))
            }
        }
        try await robot.see(all: sights)
    }

    private static func key(_ name: String) -> Key {
        switch name {
        case "Enter": Key(.enter)
        case "Tab": Key(.tab)
        case "F5": .function(5)
        case "^N": .control("n")
        default: .character(name.first ?? " ")
        }
    }
}
