import Engine
import Screen
import Workspace

extension TextWindow {
    /// A window on the settings that the folders around a request define, outermost first.
    static func inheritance(of name: String, _ layers: [InheritedLayer]) -> TextWindow<Message> {
        var lines = [Line("Nearest wins: what a folder below says, or the request itself, counts before what stands above it.", .textMuted)]
        for layer in layers {
            lines.append(Line())
            lines.append(Line(layer.settings.map { $0.name.isEmpty ? layer.path : $0.name } ?? layer.path, .modalTitle))
            if let problem = layer.problem { lines.append(Line("  ! " + problem, .error)) }
            let said = layer.settings.map(describe) ?? []
            lines += said.isEmpty && layer.problem == nil ? [Line("  says nothing", .textMuted)] : said
        }
        if layers.isEmpty { lines.append(Line("Nothing is around it.")) }
        return TextWindow("What “\(name)” takes from its folders", lines)
    }

    private static func describe(_ folder: FolderDraft) -> [Line] {
        var lines = folder.headers.map { row("header", $0) } + folder.variables.map { row("variable", $0) }
        if folder.auth.kind != .inherit { lines.append(Line("  authentication \(folder.auth.kind.rawValue)")) }
        for option in RequestOption.all where option.isSet(in: folder.options) {
            let text = option.text(in: folder.options)
            let isHidden = option.isSecret && !text.hasPrefix("{{")
            lines.append(Line("  option \(option.label): \(isHidden ? SecretMask.sign : text)"))
        }
        return lines
    }

    private static func row(_ kind: String, _ row: Row) -> Line {
        Line("  \(kind) \(row.name): \(row.value)" + (row.isEnabled ? "" : " (off)"), row.isEnabled ? .text : .textDisabled)
    }
}
