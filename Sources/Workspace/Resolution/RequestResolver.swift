import HTTP

/// Makes a request of a draft: inherits, replaces variables, and says all that is wrong at once. Nothing is read or sent.
///
/// ```
/// draft + folders ──inherit──► rows, auth, options ──variables──► texts ──► HTTPRequest
/// ```
public struct RequestResolver: Sendable {
    let input: ResolutionInput
    var variables: VariableResolver
    var values: [ResolvedRequest.Value] = []
    var problems: [ResolutionProblem] = []
    var warnings: [String] = []
    /// What must not be seen besides the variables that are secrets: passwords and tokens that were typed in.
    var secrets: Set<String> = []

    init(_ input: ResolutionInput, functions: DynamicValues) {
        self.input = input
        variables = VariableResolver(
            input.scopes, process: input.process, secretNames: input.environment?.processSecrets ?? [], functions: functions)
    }

    /// The request that is to be sent.
    ///
    /// - Throws: every reason why it cannot be, each with its place.
    public static func resolve(
        _ input: ResolutionInput, random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) throws(ResolutionError) -> ResolvedRequest {
        var resolver = RequestResolver(input, functions: DynamicValues(now: input.now, random: random))
        return try resolver.run()
    }

    /// The secrets of the environment that the request needs and `input` does not have yet, in the order of their first use.
    public static func missingSecrets(_ input: ResolutionInput) -> [SecretEntry] {
        let entries = input.environment?.secrets ?? []
        // Then nothing has to be resolved to find out.
        guard !entries.isEmpty else { return [] }
        var resolver = RequestResolver(input, functions: DynamicValues(now: input.now))
        let problems: [ResolutionProblem]
        do throws(ResolutionError) {
            _ = try resolver.run()
            return []
        } catch { problems = error.problems }
        var seen: Set<String> = []
        return problems.filter { $0.kind == .secret || $0.kind == .prompt }.compactMap { problem in
            guard input.secretFailures[problem.name] == nil, seen.insert(problem.name).inserted else { return nil }
            return entries.last { $0.name == problem.name }
        }
    }

    private mutating func run() throws(ResolutionError) -> ResolvedRequest {
        let resolved = assemble()
        let all = allProblems
        guard all.isEmpty else { throw ResolutionError(all) }
        return resolved
    }

    /// Everything that is wrong so far, in the order of the request's parts.
    var allProblems: [ResolutionProblem] { (problems + variables.problems).map(explained) }

    /// The request as far as it can be put together.
    mutating func assemble() -> ResolvedRequest {
        var request = HTTPRequest(method: HTTPMethod(rawValue: String(input.draft.method[...].trimmingSpace)))
        var auth: (kind: AuthDraft.Kind, inheritedFrom: VariableOrigin?) = (.none, nil)
        if !input.isForOptions {
            resolveURL(&request)
            resolveHeaders(&request)
            auth = resolveAuth(&request)
            resolveBody(&request)
        }
        let options = resolveOptions(&request)
        return ResolvedRequest(
            request: request, options: options, values: values, auth: auth, mask: SecretMask(secrets.union(variables.usedSecrets)),
            warnings: warnings)
    }

    /// A variable that is missing because it is a secret that has not been got yet.
    private func explained(_ problem: ResolutionProblem) -> ResolutionProblem {
        guard problem.kind == .undefined, let entry = input.environment?.secrets.last(where: { $0.name == problem.name }) else {
            return problem
        }
        if entry.source == .prompt {
            return ResolutionProblem(
                place: problem.place, kind: .prompt, name: entry.name, message: "{{\(entry.name)}} must be asked for")
        }
        let reason = input.secretFailures[entry.name] ?? "has not been got from its source"
        return ResolutionProblem(
            place: problem.place, kind: .secret, name: entry.name, message: "the secret {{\(entry.name)}} \(reason)")
    }

    /// The text with its variables replaced, kept under its place.
    mutating func resolve(_ text: String, at place: String, inheritedFrom origin: VariableOrigin? = nil, isSecret: Bool = false) -> String {
        var resolved = variables.resolve(text, at: place)
        if isSecret {
            for index in resolved.parts.indices { resolved.parts[index].isSecret = true }
            // What is missing is to be seen.
            let isWhole = variables.marks.names(in: resolved.text).isEmpty
            secrets.formUnion(isWhole ? [resolved.text] : resolved.parts.filter { $0.name == nil || $0.origin != nil }.map(\.text))
        }
        values.append(.init(place: place, text: resolved, inheritedFrom: origin))
        return resolved.text
    }

    /// Notes something that cannot be sent as it is written.
    mutating func refuse(_ place: String, _ message: String) {
        problems.append(ResolutionProblem(place: place, kind: .invalid, message: message))
    }

    /// Notes that a sign of the history stands in the place of a secret.
    mutating func refuseMissing(_ place: String) { refuse(place, "was not kept in the history: type it anew") }

    /// Keeps what a header or a query item carries out of sight where its name says that nobody may see it.
    mutating func hideCredential(_ value: String, of name: String) {
        guard variables.marks.names(in: value).isEmpty else { return }
        secrets.formUnion(TypedCredential.secrets(in: value, of: name))
    }

    /// The absolute path of a file that a user wrote: relative to the workspace, or to the home folder after `~/`.
    func file(_ path: String) -> String {
        if path.hasPrefix("~/"), let home = input.process["HOME"] { return home + path.dropFirst() }
        return path.hasPrefix("/") ? path : "\(input.root)/\(path)"
    }

    /// The request's own headers, then those of the folders from the nearest on. A name that is said nearer is not inherited, also when
    /// it is switched off there.
    mutating func resolveHeaders(_ request: inout HTTPRequest) {
        var claimed: Set<String> = []
        append(input.draft.headers, from: nil, &claimed, to: &request)
        for layer in input.inherited.reversed() { append(layer.content.headers, from: layer.origin, &claimed, to: &request) }
    }

    private mutating func append(
        _ rows: [Row], from origin: VariableOrigin?, _ claimed: inout Set<String>, to request: inout HTTPRequest
    ) {
        var names: Set<String> = []
        for row in rows where !(row.name.isEmpty && row.value.isEmpty) {
            let resolved = variables.resolve(row.name, at: "header \(row.name)")
            let name = resolved.text
            guard !claimed.contains(name.lowercased()) else { continue }
            names.insert(name.lowercased())
            guard row.isEnabled else { continue }
            let place = "header \(resolved.masked)"
            if TypedCredential.isMissing(in: row.value, of: name) { refuseMissing(place) }
            let value = resolve(row.value, at: place, inheritedFrom: origin)
            hideCredential(value, of: name)
            request.headers.append(name, value)
        }
        claimed.formUnion(names)
    }
}
