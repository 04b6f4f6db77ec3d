import Widgets

/// The result of formatting or validating a text.
public struct FormatResult: Sendable, Equatable {
    enum Outcome: Sendable, Equatable {
        case formatted(TextAreaState)
        case wellFormed
        case broken(BodyFormat.Fault)
    }

    /// The job that was done.
    let job: FormatJob
    let outcome: Outcome
}
