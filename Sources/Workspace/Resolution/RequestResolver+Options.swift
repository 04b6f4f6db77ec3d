public import HTTP

extension RequestOption {
    /// The place of the option in problems and origins.
    var resolvedPlace: String { Self.placePrefix + label }

    private static let placePrefix = "option "

    /// The label of the option with that place; nil for other places.
    public static func label(ofPlace place: String) -> String? {
        place.hasPrefix(placePrefix) ? String(place.dropFirst(placePrefix.count)) : nil
    }
}

extension RequestOptions {
    /// Applies options whose variables are resolved. `deduplicate` is ignored: it depends on the draft.
    public func apply(to request: inout HTTPRequest) {
        var options = self
        options.deduplicate = nil
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
        guard options != RequestOptions() else { return options }
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

    /// Records an option that holds no variables.
    mutating func note(_ text: String, _ option: RequestOption) {
        values.append(.init(place: option.resolvedPlace, text: ResolvedText(text), inheritedFrom: input.origin(of: option)))
    }

    /// Identifies equal requests: the URL and every value in them.
    private func identity(of request: HTTPRequest) -> String {
        let server = [input.root, input.environmentPath ?? input.environment?.name ?? ""]
        let texts = values.flatMap { [$0.place, $0.text.text] }
        return ([request.method.rawValue, request.url] + server + texts).map { "\($0.utf8.count):\($0)" }.joined()
    }
}
