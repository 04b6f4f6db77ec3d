public import HTTP
import Platform

extension RequestResolver {
    /// A resolved environment with its problems, which only matter to requests that use it.
    struct EnvironmentResolution {
        var environment: ServerEnvironment?
        var problems: [ResolutionIssue] = []
        var values: [ResolvedRequest.Value] = []
        var variables: VariableResolver?
        var host: String? { environment?.host }
    }

    /// Resolves the environment separately, so that its problems only count if it is used.
    mutating func resolveEnvironment() -> EnvironmentResolution {
        guard let draft = input.environment else { return EnvironmentResolution() }
        var resolver = self
        resolver.values = []
        let environment = resolver.serverEnvironment(draft)
        variables.copyPlaceholders(of: resolver.variables)
        let problems = resolver.problems.dropFirst(self.problems.count) + resolver.variables.problems.dropFirst(variables.problems.count)
        return EnvironmentResolution(
            environment: environment, problems: Array(problems), values: resolver.values, variables: resolver.variables)
    }

    /// Adds the environment to the request.
    mutating func apply(_ resolution: EnvironmentResolution, to request: inout HTTPRequest) {
        guard let environment = resolution.environment else {
            if input.needsEnvironment { refuse(.environment, "the request was sent with secret headers that no environment has now") }
            return
        }
        let isNeeded = input.needsEnvironment || (request.host ?? "").isEmpty || environment.host == nil
        server = environment
        // Without headers and query items, it would only be compared with the server of a complete URL.
        let completes = !environment.headers.fields.isEmpty || !environment.queryItems.isEmpty || !request.percentEncodedPath.hasPrefix("/")
        if let used = resolution.variables, isNeeded || completes && environment.covers(request) { variables.addUses(of: used) }
        guard resolution.problems.isEmpty else {
            if isNeeded { return problems += resolution.problems }
            return warnings.append("The environment \(environment.name) is not applied: \(resolution.problems[0]).")
        }
        request.serverEnvironment = environment
        if isNeeded || completes { values += resolution.values }
        for field in environment.headers.fields { hideCredential(field.value, of: field.name, at: .header) }
        for item in environment.queryItems { hideCredential(item.value ?? "", of: item.name) }
    }

    /// The origin of the path prefix, which is not visible in the request itself.
    private func origin(ofPrefix draft: EnvironmentDraft) -> VariableOrigin? {
        draft.baseURL.pathPrefix.isEmpty ? nil : .environment(draft.name)
    }

    private mutating func serverEnvironment(_ draft: EnvironmentDraft) -> ServerEnvironment {
        let scheme = resolve(draft.baseURL.scheme, at: .baseURL(.scheme))
        let host = resolve(draft.baseURL.host, at: .baseURL(.host))
        let port = resolve(draft.baseURL.port, at: .baseURL(.port))
        if BaseURL.expectedPort(insteadOf: port) != nil, variables.problems.isEmpty {
            refuse(.baseURL(.port), "“\(port)” is not a number from 1 to 65535")
        }
        if BaseURL.expectedHost(insteadOf: host) != nil {
            refuse(.baseURL(.host), "“\(host)” is more than a host")
        }
        let prefix = resolve(draft.baseURL.pathPrefix, at: .baseURL(.path), inheritedFrom: origin(ofPrefix: draft))
        if BaseURL.expectedPathPrefix(insteadOf: prefix) != nil {
            refuse(.baseURL(.path), "“\(prefix)” is more than a path: remove ?, # and spaces")
        }
        let headers = draft.headers.filter { $0.isEnabled && !$0.name.isEmpty }.map { row in
            HTTPHeaderField(name: row.name, value: resolve(row.value, at: .environmentHeader(row.name)))
        }
        return ServerEnvironment(
            name: draft.name, scheme: scheme.isEmpty ? "https" : scheme, host: host.isEmpty ? nil : host, port: Int(port),
            pathPrefix: prefix, headers: HTTPHeaders(headers),
            queryItems: queryItems(draft.query, ResolutionPlace.environmentQuery))
    }
}

extension RequestOption {
    /// The place of the option in problems and origins.
    var resolvedPlace: ResolutionPlace { .option(name) }
}

extension RequestOptions {
    /// Applies options whose variables are resolved. `deduplicate` is ignored: it depends on the draft.
    public func apply(to request: inout HTTPRequest) {
        var options = self
        options.deduplicate = nil
        guard options != .blank else { return }
        let input = ResolutionInput(RequestDraft(options: options))
        var resolver = RequestResolver(input, functions: DynamicValues(now: input.now))
        _ = resolver.resolveOptions(&request)
    }
}

extension RequestResolver {
    /// Applies the options; unset ones keep the loaders' defaults.
    ///
    /// - Returns: the options that are set, with their variables resolved.
    mutating func resolveOptions(_ request: inout HTTPRequest) -> RequestOptions {
        var options = input.options
        // Most requests set no options.
        guard options != .blank else { return options }
        for option in RequestOption.all {
            if option.lacksSecret(in: options) { refuseMissing(option.resolvedPlace) }
            option.access.resolve(&self, option, &options, &request)
        }
        if options.deduplicate == true { request.deduplicationIdentifier = identity(of: request) }
        return options
    }

    /// The text of an option with its variables resolved.
    mutating func resolveOption(_ text: String, _ option: RequestOption) -> String {
        resolve(text, at: option.resolvedPlace, inheritedFrom: input.origin(of: option), isSecret: option.isSecret)
    }

    /// Records an option without variables.
    mutating func record(_ text: String, _ option: RequestOption) {
        values.append(.init(place: option.resolvedPlace, text: ResolvedText(text), inheritedFrom: input.origin(of: option)))
    }

    /// Identifies equal requests: the URL and every value in them.
    private func identity(of request: HTTPRequest) -> String {
        let server = [input.root, input.environmentPath ?? input.environment?.name ?? ""]
        let texts = values.flatMap { ["\($0.place)", $0.text.text] }
        return ([request.method.rawValue, request.url] + server + texts).map { "\($0.utf8.count):\($0)" }.joined()
    }
}
