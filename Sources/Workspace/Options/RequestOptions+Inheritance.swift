extension RequestOptions {
    /// These options, and where they say nothing those of the folder around.
    public func inheriting(_ outer: RequestOptions) -> RequestOptions {
        guard outer != RequestOptions() else { return self }
        var result = self
        for option in RequestOption.all where !option.isSet(in: self) {
            let owner = option.owner.flatMap(RequestOption.named)
            if owner?.isSet(in: self) != true { option.access.copy(outer, &result) }
        }
        return result
    }
}

extension ResolutionInput {
    /// The request's options with all that is inherited.
    public var options: RequestOptions {
        inherited.reversed().reduce(draft.options) { $0.inheriting($1.content.options) }
    }

    /// Takes options that say all there is to say, such as those that something was sent with; secrets in them come from what was said here.
    public mutating func use(_ all: RequestOptions) {
        let said = options
        for index in inherited.indices { inherited[index].content.options = RequestOptions() }
        draft.options = all.restoringSecrets(from: said)
    }

    /// What an option is inherited from; nil where the request says it itself.
    func origin(of option: RequestOption) -> VariableOrigin? {
        option.isSet(in: draft.options) ? nil : inherited.last { option.isSet(in: $0.content.options) }?.origin
    }
}
