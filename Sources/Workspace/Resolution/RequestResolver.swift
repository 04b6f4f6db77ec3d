import HTTP
import JSON
import Platform

/// Creates a request from a draft: applies inherited settings, resolves variables, and reports all problems at once. Does not read files or
/// send anything.
///
/// ```
/// draft + folders ──inherit──► rows, auth, options ──variables──► texts ──► HTTPRequest
/// ```
public struct RequestResolver: Sendable {
    let input: ResolutionInput
    var variables: VariableResolver
    var values: [ResolvedRequest.Value] = []
    var problems: [ResolutionIssue] = []
    var warnings: [String] = []
    /// The environment's server, even if it cannot be applied; its missing values are marked.
    var server: ServerEnvironment?
    /// The files that the request reads.
    var files: [ReadFile] = []
    /// The names of headers, form fields and parts that contain variables, each with its place.
    var names: [ResolvedRequest.Value] = []
    /// Typed passwords and tokens, which are masked like secret variables.
    var secrets: Set<String> = []

    init(_ input: ResolutionInput, functions: DynamicValues) {
        self.input = input
        variables = VariableResolver(
            input.scopes, process: input.process, secretNames: input.environment?.processSecrets ?? [], functions: functions)
    }

    /// Resolves a draft.
    ///
    /// - Throws: all reasons why it cannot be sent, each with its place.
    public static func resolve(
        _ input: ResolutionInput, random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) throws(ResolutionError) -> ResolvedRequest {
        var resolver = RequestResolver(input, functions: DynamicValues(now: input.now, random: random))
        return try resolver.run()
    }

    /// All reasons why a draft cannot be sent, without the values of secrets. A missing variable is taken for a value, so that the rest of a
    /// text is checked too.
    public static func problems(of input: ResolutionInput) -> [ResolutionIssue] {
        var resolver = RequestResolver(input, functions: DynamicValues(now: input.now))
        resolver.variables.insertsPlaceholders = true
        _ = resolver.assemble()
        return resolver.allProblems
    }

    /// The secrets of the environment that the request needs and `input` lacks, in order of first use, and the permissions that the request
    /// then needs.
    static func needs(of input: ResolutionInput) -> (secrets: [SecretEntry], permissions: [Permission]) {
        let entries = input.environment?.secrets ?? []
        // Without secrets, nothing has to be resolved.
        guard !entries.isEmpty else { return ([], []) }
        var resolver = RequestResolver(input, functions: DynamicValues(now: input.now))
        resolver.variables.insertsPlaceholders = true
        _ = resolver.assemble()
        var seen: Set<String> = []
        let problems = resolver.allProblems.filter { $0.kind == .secret || $0.kind == .prompt }
        let missing = problems.compactMap { problem -> SecretEntry? in
            guard input.secretFailures[problem.name] == nil, seen.insert(problem.name).inserted else { return nil }
            return entries.last { $0.name == problem.name }
        }
        guard !missing.isEmpty else { return ([], []) }
        var complete = input
        complete.readSecrets = missing
        resolver = RequestResolver(complete, functions: DynamicValues(now: input.now))
        resolver.variables.insertsPlaceholders = true
        return (missing, resolver.assemble().permissions)
    }

    private mutating func run() throws(ResolutionError) -> ResolvedRequest {
        let resolved = assemble()
        let all = allProblems
        guard all.isEmpty else { throw ResolutionError(all) }
        return resolved
    }

    /// All problems so far, in the order of the request's parts.
    var allProblems: [ResolutionIssue] {
        guard !problems.isEmpty || !variables.problems.isEmpty else { return [] }
        let origins = Dictionary(
            values.compactMap { value in value.inheritedFrom.map { (value.place, $0) } }, uniquingKeysWith: { first, _ in first })
        return (problems + variables.problems).map { problem in
            var problem = explained(problem)
            problem.inheritedFrom = origins[problem.place]
            return problem
        }
    }

    /// The request, resolved as far as possible.
    mutating func assemble() -> ResolvedRequest {
        var request = HTTPRequest(method: HTTPMethod(rawValue: String(input.draft.method.trimmingSpacesAndTabs)))
        // No idle timeout: the user sees that nothing arrives, and can cancel.
        request.timeouts.idle = nil
        var auth: (kind: AuthDraft.Kind, inheritedFrom: VariableOrigin?) = (.none, nil)
        if !input.isForOptions {
            resolveURL(&request)
        }
        if !input.isForOptions, !input.isForTests {
            resolveHeaders(&request)
            auth = resolveAuth(&request)
            resolveBody(&request)
        }
        let expected = input.isForOptions ? [] : resolveExpected()
        let options = input.isForTests ? RequestOptions() : resolveOptions(&request)
        confine(&request)
        return ResolvedRequest(
            request: request, options: options, values: values, auth: auth, mask: SecretMask(secrets.union(variables.usedSecrets)),
            expected: expected, warnings: warnings, permissions: permissions(for: request, options, auth: auth.kind))
    }

    /// The expected values of the assertions. A text with variables that are not known yet is unchanged: the response may give them. Values
    /// that the user must enter are asked for.
    private mutating func resolveExpected() -> [JSONValue] {
        var expected: [JSONValue] = []
        var isTemplate = false
        for assertion in input.draft.assertions {
            guard let text = assertion.value.string, !Template(text).names.isEmpty else {
                expected.append(assertion.value)
                continue
            }
            isTemplate = true
            var resolver = variables
            resolver.insertsPlaceholders = false
            let resolved = resolver.resolve(text, at: .assertion(assertion.subject))
            let problems = resolver.problems.dropFirst(variables.problems.count)
            let isKnown = problems.isEmpty
            if isKnown { variables.addUses(of: resolver) } else if assertion.isEnabled { variables.add(problems.filter(isAsked)) }
            expected.append(isKnown ? .string(resolved.text) : assertion.value)
        }
        return isTemplate ? expected : []
    }

    /// True if the value of a missing variable can be entered or read before sending.
    private func isAsked(_ problem: ResolutionIssue) -> Bool {
        let kind = explained(problem).kind
        let isCaptured = input.draft.captures.contains { $0.isEnabled && $0.variable == problem.name }
        return (kind == .prompt || kind == .secret) && !isCaptured && input.secretFailures[problem.name] == nil
    }

    /// Turns an undefined variable into a missing secret if the environment has a secret of that name.
    private func explained(_ problem: ResolutionIssue) -> ResolutionIssue {
        guard problem.kind == .undefined else { return problem }
        guard let entry = input.environment?.secrets.last(where: { $0.name == problem.name }) else {
            guard let reason = input.collectionSecretProblem else { return problem }
            let message = "\(problem.message), and a secret of the collection \(reason)"
            return ResolutionIssue(place: problem.place, kind: .undefined, name: problem.name, message: message)
        }
        if entry.source == .prompt {
            return ResolutionIssue(
                place: problem.place, kind: .prompt, name: entry.name, message: "{{\(entry.name)}} must be asked for")
        }
        let failure = input.secretFailures[entry.name] ?? SecretError("could not be read from its source")
        var issue = ResolutionIssue(
            place: problem.place, kind: .secret, name: entry.name, message: "the secret {{\(entry.name)}} \(failure.message)")
        issue.remedy = failure.remedy
        return issue
    }

    /// The text with its variables resolved; the value is recorded with its place.
    mutating func resolve(_ text: String, at place: ResolutionPlace, inheritedFrom origin: VariableOrigin? = nil, isSecret: Bool = false)
        -> String
    {
        var resolved = variables.resolve(text, at: place)
        if isSecret {
            for index in resolved.parts.indices { resolved.parts[index].isSecret = true }
            // A mark for a missing variable must stay visible.
            let isWhole = variables.placeholders.names(in: resolved.text).isEmpty
            secrets.formUnion(isWhole ? [resolved.text] : resolved.parts.filter { $0.name == nil || $0.origin != nil }.map(\.text))
        }
        values.append(.init(place: place, text: resolved, inheritedFrom: origin))
        return resolved.text
    }

    /// The name of a header, a form field or a part with its variables resolved.
    mutating func resolve(name: String, at place: (String) -> ResolutionPlace) -> ResolvedText {
        let place = place(name)
        let resolved = variables.resolve(name, at: place)
        if resolved.parts.contains(where: { $0.name != nil }) { names.append(.init(place: place, text: resolved)) }
        return resolved
    }

    /// Reports a value that cannot be sent.
    mutating func refuse(_ place: ResolutionPlace, _ message: String) {
        problems.append(ResolutionIssue(place: place, kind: .invalid, message: message))
    }

    /// Reports the mask of a secret, as in the history and in documentation.
    mutating func refuseMissing(_ place: ResolutionPlace) { refuse(place, "is masked (\(SecretMask.sign)): enter the secret") }

    /// Masks the value of a header or a query item whose name marks it as a credential.
    mutating func hideCredential(_ value: String, of name: String, at place: SecretName.Place = .item) {
        guard variables.placeholders.names(in: value).isEmpty else { return }
        secrets.formUnion(TypedCredential.secrets(in: value, of: name, at: place))
    }

    /// The absolute path of a file: relative to the workspace, or to the home folder after `~/`.
    func file(_ path: String) -> String {
        absolutePath(path, home: input.process["HOME"], relativeTo: input.root)
    }

    /// Adds the request's own headers, then those of the folders from the nearest outwards. A nearer header overrides outer ones of the
    /// same name, even if it is disabled.
    mutating func resolveHeaders(_ request: inout HTTPRequest) {
        var claimed: Set<String> = []
        append(input.draft.headers, from: nil, &claimed, to: &request)
        for layer in input.inherited.reversed() { append(layer.content.headers, from: layer.origin, &claimed, to: &request) }
        // A disabled header is not inherited either.
        let omitted = AutomaticHeaders.fields.map { $0.name.lowercased() }.filter { claimed.contains($0) && !request.headers.contains($0) }
        if !omitted.isEmpty { request.omittedAutomaticHeaders = omitted }
    }

    private mutating func append(
        _ rows: [Row], from origin: VariableOrigin?, _ claimed: inout Set<String>, to request: inout HTTPRequest
    ) {
        var names: Set<String> = []
        for row in rows where !(row.name.isEmpty && row.value.isEmpty) {
            let resolved = resolve(name: row.name, at: ResolutionPlace.header)
            let name = resolved.text
            guard !claimed.contains(name.lowercased()) else { continue }
            names.insert(name.lowercased())
            guard row.isEnabled else { continue }
            let place = ResolutionPlace.header(resolved.masked)
            if TypedCredential.isMissing(in: row.value, of: name, at: .header) { refuseMissing(place) }
            let value = resolve(row.value, at: place, inheritedFrom: origin)
            hideCredential(value, of: name, at: .header)
            request.headers.append(name, value)
        }
        claimed.formUnion(names)
    }

    /// Adds the authentication of the request or of the nearest folder that has one.
    mutating func resolveAuth(_ request: inout HTTPRequest) -> (kind: AuthDraft.Kind, inheritedFrom: VariableOrigin?) {
        let (auth, origin) = effectiveAuth
        // The header is sent instead, so the token need not be there.
        if auth.kind == .bearer, request.headers.contains("Authorization") { return (auth.kind, origin) }
        var resolved = AuthDraft(auth.kind)
        for field in auth.kind.entry.fields where !auth[field.id].isEmpty {
            let place = ResolutionPlace.auth(field.id)
            if field.isSecret, auth[field.id] == SecretMask.sign { refuseMissing(place) }
            resolved[field.id] = resolve(auth[field.id], at: place, inheritedFrom: origin, isSecret: field.isSecret)
        }
        for field in auth.kind.entry.fields where field.isRequired && resolved[field.id].isEmpty && variables.problems.isEmpty {
            let names = Template(auth[field.id]).names.map { "{{\($0)}}" }
            refuse(
                .auth(field.id),
                names.isEmpty ? "a value is required" : "a value is required, and \(names.joined(separator: ", ")) is empty")
        }
        auth.kind.entry.apply(&self, resolved, &request)
        return (auth.kind, origin)
    }

    private var effectiveAuth: (AuthDraft, VariableOrigin?) {
        guard input.draft.auth.kind == .inherit else { return (input.draft.auth, nil) }
        guard let layer = input.inherited.last(where: { $0.content.auth.kind != .inherit }) else { return (AuthDraft(.none), nil) }
        return (layer.content.auth, layer.origin)
    }
}
