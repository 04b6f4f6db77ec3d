import JSON
import Widgets

/// A change of a setting in `config.json`.
public struct SettingChange: Sendable, Equatable {
    /// The path of its member in the file, as in `limits.requestsAtOnce`.
    let id: String
    /// The new value; nil to remove it.
    let value: JSONValue?

    /// The choice of a theme; nil for the one that matches the terminal.
    static func theme(_ name: String?) -> SettingChange { SettingChange(id: "theme", value: name.map(JSONValue.string)) }
}

/// The settings of the user as a window of forms, a page for each kind.
struct SettingsWindow: Sendable, Equatable {
    /// The current settings.
    let settings: Settings

    /// The window for the settings, with the names of the themes to choose from.
    static func tableWindow(_ settings: Settings, themes: [String]) -> TableWindow {
        let pages = SettingField.Page.allCases.map { page in
            let fields = fields(of: page)
            return TableWindow.Page(
                title: page.rawValue, shape: .form(labelColumns: 24), hint: "",
                rowHints: fields.map { $0.meaning + ($0.isLater ? " Takes effect at the next start." : "") },
                rows: fields.map { field in
                    var row = TableRow([field.title, field.text(settings)], choices: field.choices(themes: themes))
                    row.placeholder = "default: \(field.standard)"
                    return row
                })
        }
        return TableWindow("Settings", .settings(SettingsWindow(settings: settings)), pages)
    }

    /// The rows of a page, each with the problem of its value.
    static func validated(_ rows: [TableRow], of page: Int) -> [TableRow] {
        zip(fields(of: SettingField.Page.allCases[page]), rows).map { field, row in
            row.with(problem: field.expected(insteadOf: row[1].trimmed))
        }
    }

    /// The settings that were changed.
    func changes(_ pages: [[TableRow]]) throws(TableWindowError) -> [SettingChange] {
        var changes: [SettingChange] = []
        for (index, page) in SettingField.Page.allCases.enumerated() {
            for (field, row) in zip(Self.fields(of: page), pages[index]) {
                let text = row[1].trimmed
                if let expected = field.expected(insteadOf: text) {
                    throw TableWindowError(page: index, message: "\(field.title): expected \(expected).")
                }
                if text != field.text(settings) { changes.append(SettingChange(id: field.id, value: field.json(text))) }
            }
        }
        return changes
    }

    private static func fields(of page: SettingField.Page) -> [SettingField] { SettingField.all.filter { $0.page == page } }
}
