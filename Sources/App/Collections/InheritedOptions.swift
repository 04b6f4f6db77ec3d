public import Engine
import Workspace

/// The request options that the folders around a request define.
public struct InheritedOptions: Sendable, Equatable {
    /// All of it, what is nearer first.
    let options: RequestOptions
    /// The place that defines each option, by the option's name: `collection “Star Wars”`.
    private let origins: [String: String]

    /// That of these layers, outermost first.
    public init(_ layers: [InheritedLayer] = []) {
        var options = RequestOptions()
        var origins: [String: String] = [:]
        for layer in layers {
            guard let said = layer.settings?.options, said != RequestOptions() else { continue }
            options = said.inheriting(options)
            for option in RequestOption.all where option.isSet(in: said) { origins[option.name] = layer.origin }
        }
        self.options = options
        self.origins = origins
    }

    /// The value of an option that the request does not set: `default: 30`, `collection “Star Wars”: 5`.
    func meaning(of option: RequestOption) -> String {
        guard option.isSet(in: options), let origin = origins[option.name] else { return "default: \(option.unset)" }
        let text = option.text(in: options)
        return "\(origin): \(option.isSecret && !text.hasPrefix("{{") ? SecretMask.sign : text)"
    }
}
