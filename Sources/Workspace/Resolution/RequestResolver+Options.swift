public import HTTP

extension RequestOption {
    /// What problems and origins call its place.
    var resolvedPlace: String { Self.placePrefix + label }

    private static let placePrefix = "option "

    /// The name on the screen of the option whose place that is; nil for other places.
    public static func label(ofPlace place: String) -> String? {
        place.hasPrefix(placePrefix) ? String(place.dropFirst(placePrefix.count)) : nil
    }
}

extension RequestOptions {
    /// Puts options whose variables are replaced on a request. It is joined with no other: that only the draft can say.
    public func apply(to request: inout HTTPRequest) {
        var options = self
        options.deduplicate = nil
        let input = ResolutionInput(RequestDraft(options: options))
        var resolver = RequestResolver(input, functions: DynamicValues(now: input.now))
        _ = resolver.resolveOptions(&request)
    }
}

extension RequestResolver {
    /// Puts the options on the request; what is not said stays the loaders' own.
    ///
    /// - Returns: all that is said, variables replaced.
    mutating func resolveOptions(_ request: inout HTTPRequest) -> RequestOptions {
        var options = input.options
        // Most requests say nothing.
        guard options != RequestOptions() else { return options }
        for option in RequestOption.all {
            if option.lacksSecret(in: options) { refuseMissing(option.resolvedPlace) }
            option.access.resolve(&self, option, &options, &request)
        }
        if options.deduplicate == true { request.deduplicationIdentifier = identity(of: request) }
        return options
    }

    /// The text of an option with its variables replaced.
    mutating func resolveOption(_ text: String, _ option: RequestOption) -> String {
        resolve(text, at: option.resolvedPlace, inheritedFrom: input.origin(of: option), isSecret: option.isSecret)
    }

    /// Keeps what an option says that holds no variables.
    mutating func note(_ text: String, _ option: RequestOption) {
        values.append(.init(place: option.resolvedPlace, text: ResolvedText(text), inheritedFrom: input.origin(of: option)))
    }

    /// The same for requests that are the same: where they go, and every value that was put into them.
    private func identity(of request: HTTPRequest) -> String {
        let server = [input.root, input.environmentPath ?? input.environment?.name ?? ""]
        let texts = values.flatMap { [$0.place, $0.text.text] }
        return ([request.method.rawValue, request.url] + server + texts).map { "\($0.utf8.count):\($0)" }.joined()
    }
}
