import Workspace

/// The values and corrections that a request needs before it can be sent.
struct PreviewMissing {
    let problems: [ResolutionIssue]
    let marks: MissingMarks
    /// Problems in the editors, each with its place.
    let faults: [String]

    /// All of it with what to do, above the request; nothing where nothing is missing.
    var lines: [PreviewLine] {
        let wrong = faults + problems.filter { $0.kind != .prompt }.map(\.description)
        let prompts = problems.filter { $0.kind == .prompt }
        let asked = prompts.map { PreviewLine("\($0.place): {{\($0.name)}}", note: Self.asked, kind: .note) }
        guard !wrong.isEmpty else { return asked.isEmpty ? [] : asked + [.init("")] }
        let advice = "In the request gp goes to what is wrong and v to its variables; ge edits the environment."
        return [.init("It cannot be sent yet", kind: .heading)] + wrong.map { .init($0, kind: .warning) }
            + asked + [.init(advice, kind: .note), .init("")]
    }

    /// Notes on the values that are missing in a line.
    func notes(on text: String) -> [String] {
        marks.names(in: text).map { name in
            switch problems.first(where: { $0.name == name })?.kind {
            case .prompt: "{{\(name)}} is \(Self.asked)"
            case .secret: "the secret {{\(name)}} has no value"
            default: "{{\(name)}} is not defined"
            }
        }
    }

    /// True if a line misses a value that nobody will be asked for.
    func isWrong(_ text: String) -> Bool {
        marks.names(in: text).contains { name in problems.contains { $0.name == name && $0.kind != .prompt } }
    }

    private static let asked = "asked for when it is sent"
}
