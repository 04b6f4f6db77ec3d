import JSON

/// Runs what a request says of its answer.
public enum AnswerChecks {
    /// Takes the values out and looks whether the assertions hold. Sends nothing. Ends early, with what could not be found, when its task is cancelled.
    public static func run(
        _ captures: [Capture], _ assertions: [Assertion], on facts: AnswerFacts, _ queries: BodyQueries
    ) async -> CheckReport {
        var captured: [CheckReport.Captured] = []
        for capture in captures where capture.isEnabled && !capture.variable.isEmpty {
            captured.append(await take(capture, facts, queries))
        }
        var checked: [CheckReport.Checked] = []
        for assertion in assertions where assertion.isEnabled && !assertion.subject.isEmpty {
            checked.append(await check(assertion, facts, queries))
        }
        return CheckReport(captures: captured, assertions: checked)
    }

    private static func take(_ capture: Capture, _ facts: AnswerFacts, _ queries: BodyQueries) async -> CheckReport.Captured {
        let place = capture.query.isEmpty ? capture.from : "\(capture.from) \(capture.query)"
        do throws(CheckFailure) {
            guard let source = CaptureSource(capture.from) else { throw CheckFailure("expected from \(CaptureSource.names)") }
            let found = try await facts.values(source, capture.query, queries)
            // A null is never meant to be sent on: `null` would be a name in an address.
            guard let first = found.first(where: { !$0.isNull }) else {
                throw CheckFailure(found.isEmpty ? "nothing was found" : "nothing but null was found")
            }
            let text = AssertionPredicate.text(first)
            guard !text.contains(SecretMask.sign) else {
                // A secret that was captured is left out of the history alone.
                throw CheckFailure(
                    "the answer repeats a secret of its request, which captures do not see"
                        + (capture.holdsSecret ? ", or its own was left out of the history, and comes with the next answer" : ""))
            }
            return .init(
                variable: capture.variable, place: place, value: CapturedValue(text, isSecret: capture.holdsSecret), problem: nil)
        } catch {
            return .init(variable: capture.variable, place: place, value: nil, problem: error.message)
        }
    }

    private static func check(_ assertion: Assertion, _ facts: AnswerFacts, _ queries: BodyQueries) async -> CheckReport.Checked {
        let expected = assertion.value.isNull ? "" : " " + assertion.value.compactText
        let sentence = "\(assertion.subject) \(assertion.predicate)\(expected)"
        do throws(CheckFailure) {
            guard let subject = AssertionSubject(assertion.subject) else { throw CheckFailure("expected \(AssertionSubject.names)") }
            guard let predicate = AssertionPredicate(rawValue: assertion.predicate) else {
                throw CheckFailure("expected \(AssertionPredicate.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            let found = try await facts.values(subject.source, subject.query, queries)
            let counted = predicate.isOfPresence && !queries.findsNull(subject.query) ? found.filter { !$0.isNull } : found
            if try predicate.holds(counted, assertion.value, matching: queries) { return .init(sentence: sentence, problem: nil) }
            return .init(sentence: sentence, problem: "found " + description(found))
        } catch {
            return .init(sentence: sentence, problem: error.message)
        }
    }

    private static func description(_ values: [JSONValue]) -> String {
        guard let first = values.first else { return "nothing" }
        let text = first.compactText
        return (text.count > 80 ? text.prefix(79) + "…" : text) + (values.count > 1 ? " and \(values.count - 1) more" : "")
    }
}
