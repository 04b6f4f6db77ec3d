import Engine
import Screen
import Widgets
import Workspace

/// The authentication that a request inherits if it defines none itself.
struct InheritedAuth: Sendable, Equatable {
    /// The authentication scheme.
    let kind: AuthDraft.Kind
    /// The place that defines it, as text for the user: `collection “Star Wars”`.
    let origin: String
}

extension InheritedAuth {
    /// The kind of the nearest of the folders around a request, given outermost first, that sets one; nil if none does.
    init?(_ layers: [InheritedLayer]) {
        guard let layer = layers.last(where: { $0.settings.map { $0.auth.kind != .inherit } ?? false }), let settings = layer.settings
        else {
            return nil
        }
        self.init(kind: settings.auth.kind, origin: layer.origin)
    }
}

/// The request options and headers that the folders around a request define.
struct InheritedOptions: Sendable, Equatable {
    /// The headers, the nearest of each name first, with their origin after the value: `core (collection “Star Wars”)`.
    let headers: [TableRow]
    /// The merged options; the nearest definition wins.
    let options: RequestOptions
    /// The place that defines each option, by the option's name: `collection “Star Wars”`.
    private let origins: [String: String]

    /// Merges the options of these layers, outermost first.
    init(_ layers: [InheritedLayer] = []) {
        var options = RequestOptions()
        var origins: [String: String] = [:]
        for layer in layers {
            guard let layerOptions = layer.settings?.options, layerOptions != RequestOptions() else { continue }
            options = layerOptions.inheriting(options)
            for option in RequestOption.all where option.isSet(in: layerOptions) { origins[option.name] = layer.origin }
        }
        self.options = options
        self.origins = origins
        headers = Self.headers(layers)
    }

    private static func headers(_ layers: [InheritedLayer]) -> [TableRow] {
        var names: Set<String> = []
        return layers.reversed().flatMap { layer in
            // A header that is switched off hides those of outer folders too.
            (layer.settings?.headers ?? []).filter { names.insert($0.name.lowercased()).inserted && $0.isEnabled }.map { row in
                TableRow([row.name, "\(row.value) (\(layer.origin))"])
            }
        }
    }

    /// The value of an option that the request does not set: `default: 30`, `collection “Star Wars”: 5`.
    func meaning(of option: RequestOption) -> String {
        guard option.isSet(in: options), let origin = origins[option.name] else { return "default: \(option.unset)" }
        return "\(origin): \(option.maskedText(in: options))"
    }
}

// MARK: Window

extension InheritedLayer {
    /// A window on the settings that the folders around a request define, outermost first.
    static func window<Sent: Sendable & Equatable>(of name: String, _ layers: [InheritedLayer]) -> TextWindow<Sent> {
        var lines = [StyledLine("The nearest setting wins: the request, then its folder, then the collection.", .textMuted)]
        for layer in layers {
            lines.append(StyledLine())
            lines.append(StyledLine(layer.settings.map { $0.name.isEmpty ? layer.path : $0.name } ?? layer.path, .modalTitle))
            if let problem = layer.problem { lines.append(StyledLine("  ! " + problem, .error)) }
            let settings = layer.settings.map(describe) ?? []
            lines += settings.isEmpty && layer.problem == nil ? [StyledLine("  no settings", .textMuted)] : settings
        }
        if layers.isEmpty { lines.append(StyledLine("This item is not in a folder.")) }
        return TextWindow("Inherited by “\(name)”", lines)
    }

    private static func describe(_ folder: FolderDraft) -> [StyledLine] {
        var lines = folder.headers.map { row("header", $0) } + folder.variables.map { row("variable", $0) }
        if folder.auth.kind != .inherit { lines.append(StyledLine("  authentication \(folder.auth.kind.rawValue)")) }
        for option in RequestOption.all where option.isSet(in: folder.options) {
            lines.append(StyledLine("  option \(option.label): \(option.maskedText(in: folder.options))"))
        }
        return lines
    }

    private static func row(_ kind: String, _ row: Row) -> StyledLine {
        StyledLine("  \(kind) \(row.name): \(row.value)" + (row.isEnabled ? "" : " (off)"), row.isEnabled ? .text : .textDisabled)
    }
}

extension RequestOption {
    /// The value as text; a secret that is not a variable is masked.
    fileprivate func maskedText(in options: RequestOptions) -> String {
        let text = text(in: options)
        return isSecret && !text.hasPrefix("{{") ? SecretMask.sign : text
    }
}
