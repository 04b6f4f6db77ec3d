import Screen
import Widgets

/// The context menu of a window of tables.
enum SheetMenu {
    static func lines(_ sheet: SheetOverlay) -> [Menu<Message>.Line] {
        let page = sheet.page
        let isOnRow = page.shownRows.indices.contains(page.table.selected)
        let noRow = isOnRow ? nil : "the cursor is on no row"
        let isGiven = page.shape.isForm ? "the rows of a form are given" : nil
        let lines: [(title: String, key: Key, shown: String, reason: String?)] = [
            ("Edit", .character("e"), "e", nil), ("Add row", .character("a"), "a", isGiven),
            ("Switch the row on or off", .character(" "), "Space", page.shape.hasCheckboxes ? noRow : "its rows always count"),
            ("Duplicate row", .character("D"), "D", isGiven ?? noRow), ("Delete row", .character("d"), "d", isGiven ?? noRow),
            ("Move the row up", .character("K"), "K", isGiven ?? noRow), ("Move the row down", .character("J"), "J", isGiven ?? noRow),
            ("Filter the rows", .character("/"), "/", nil), ("Undo", .character("u"), "u", nil), ("Redo", .character("U"), "U", nil),
        ]
        return lines.map { (MenuItem($0.title, keys: $0.shown, disabledReason: $0.reason), .window(.key($0.key))) }
            + own(sheet, noRow: noRow) + [(MenuItem("Save", keys: "^S"), .window(.save))]
    }

    /// The lines of one kind of sheet only.
    private static func own(_ sheet: SheetOverlay, noRow: String?) -> [Menu<Message>.Line] {
        func line(_ title: String, _ key: Character) -> Menu<Message>.Line {
            (MenuItem(title, keys: String(key), disabledReason: noRow), .window(.key(.character(key))))
        }
        return switch sheet.subject {
        case .environment where sheet.showsSecrets: [line("Value of the secret", "v")]
        case .cookies: [line("Delete all cookies of the domain", "x"), line("Delete all cookies", "X")]
        case .environment, .folder: []
        }
    }
}
