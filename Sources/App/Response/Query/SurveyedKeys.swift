public import Document

/// The keys that a body has, for completing a query.
public struct SurveyedKeys: Sendable, Equatable {
    /// The body that was looked at.
    public let body: BodyHandle
    /// The keys that were found.
    public let survey: KeySurvey

    /// Takes what was seen in a body.
    public init(body: BodyHandle, survey: KeySurvey) {
        self.body = body
        self.survey = survey
    }
}
