import Widgets

/// A text to be laid out or checked, away from the main actor, since it may be megabytes.
public struct FormatJob: Sendable, Equatable {
    /// The section of the text.
    public let section: RequestSection
    /// The text as it was when it was asked for.
    let area: TextAreaState
    /// True to validate only.
    let isCheck: Bool

    /// Lays the text out, or looks what is wrong with it. Costs the length of the text.
    var result: FormatResult {
        switch BodyFormat.pretty(area.text, section) {
        case .failure(let fault): return FormatResult(job: self, outcome: .broken(fault))
        case .success where isCheck: return FormatResult(job: self, outcome: .wellFormed)
        case .success(let text):
            var formatted = area
            if text != area.text { formatted.replaceAll(with: text) }
            return FormatResult(job: self, outcome: .formatted(formatted))
        }
    }
}
