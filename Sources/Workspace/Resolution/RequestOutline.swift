/// A request as far as it can be put together, to be shown: what is missing is marked. Nothing of it may be sent.
public struct RequestOutline: Sendable {
    /// Holds marks in the place of what is missing.
    public let resolved: ResolvedRequest
    /// Why it cannot be sent, each reason with its place; those of the kind `prompt` are only to be asked for.
    public let problems: [ResolutionProblem]
    /// What the marks stand for.
    public let marks: MissingMarks
}

extension RequestResolver {
    /// Gets the secrets that the request needs from their sources, and puts together what can be.
    public static func outline(_ input: ResolutionInput, asking reader: SecretReader) async -> RequestOutline {
        let complete = await input.gettingSecrets(from: reader)
        var resolver = RequestResolver(complete, functions: DynamicValues(now: complete.now))
        resolver.variables.marksMissing = true
        let resolved = resolver.assemble()
        return RequestOutline(resolved: resolved, problems: resolver.allProblems, marks: resolver.variables.marks)
    }
}
