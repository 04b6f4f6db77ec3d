import Widgets

/// The settings of the user as a window of forms, a page for each kind.
struct SettingsWindow: Sendable, Equatable {
    /// The settings as shown when the window was opened.
    let settings: Settings

    /// The window for the settings, with the names of the themes to choose from, and the layout that was chosen since they were read.
    static func tableWindow(_ settings: Settings, themes: [String], layout: LayoutState.Arrangement? = nil) -> TableWindow {
        var shown = settings
        if settings.arrangement != nil { shown.arrangement = layout ?? settings.arrangement }
        let pages = SettingField.Page.allCases.map { page in
            let rows = fields(of: page).map { field in
                var row = TableRow([field.title, field.text(shown)], id: field.id, choices: field.choices(themes: themes))
                row.onChoice = field.onChoice
                row.placeholder = "default: \(field.standard)"
                if field.id == layoutID, let layout { row.placeholder += ", now \(layout.title)" }
                return row
            }
            return TableWindow.Page(
                title: page.rawValue, shape: .form(labelColumns: 24), hint: "", rowHints: hints(of: rows), rows: rows)
        }
        return TableWindow("Settings", .settings(SettingsWindow(settings: shown)), pages)
    }

    /// The meanings of the settings of these rows, with the default of each setting that has a value; an empty field shows its own default.
    static func hints(of rows: [TableRow]) -> [String] {
        rows.map { row in
            guard let field = Self.field(row) else { return "" }
            return field.meaning + (row[1].isEmpty ? "" : " Default: \(field.defaultText).")
                + (field.isLater ? " Takes effect at the next start." : "")
        }
    }

    /// True if one of the windows is being saved with another layout, which replaces the one that was chosen since the settings were read.
    static func isSavingLayout(_ windows: [Window<some Sendable>]) -> Bool {
        windows.contains { window in
            guard let tableWindow = window.content as? TableWindow, tableWindow.isSaving,
                case .settings(let changes)? = try? tableWindow.contentToSave()
            else { return false }
            return changes.contains { $0.id == layoutID && $0.value != nil }
        }
    }

    private static let layoutID = "layout"

    /// The rows, each with the problem of its value.
    static func validated(_ rows: [TableRow]) -> [TableRow] {
        rows.map { $0.with(problem: Self.field($0)?.expected(insteadOf: $0[1].trimmed)) }
    }

    /// The settings that were changed.
    func changes(_ pages: [[TableRow]]) throws(TableWindowError) -> [SettingChange] {
        var changes: [SettingChange] = []
        for (index, rows) in pages.enumerated() {
            for row in rows {
                guard let field = Self.field(row) else { continue }
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

    private static func field(_ row: TableRow) -> SettingField? { SettingField.all.first { $0.id == row.id } }
}
