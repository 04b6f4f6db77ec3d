import Widgets

/// What came of laying a text out or checking it.
public struct FormatResult: Sendable, Equatable {
    enum Outcome: Sendable, Equatable {
        case formatted(TextAreaState)
        case wellFormed
        case broken(BodyFormat.Fault)
    }

    /// What was asked for.
    let job: FormatJob
    let outcome: Outcome
}
