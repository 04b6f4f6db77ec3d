import Widgets

/// Undo and redo of a window of tables.
struct SheetHistory: Sendable, Equatable {
    /// All rows of all pages, and the page that was shown.
    struct Entry: Sendable, Equatable {
        let rows: [[TableRow]]
        /// Those that are not shown, of all pages.
        let unshown: [[TableRow]]
        let page: Int

        /// True if both hold the same typed text, whatever their notes and masks.
        func saysSame(as other: Entry) -> Bool {
            zip(rows, other.rows).allSatisfy { $0.saySame(as: $1) }
        }
    }

    /// A cell that is typed in: all that is typed there in one go is undone together.
    struct Place: Sendable, Equatable {
        let page: Int
        let row: Int
        let column: Int
    }

    private var undoable: [Entry] = []
    private var redoable: [Entry] = []
    private var lastPlace: Place?

    /// Notes what was there before a change; `place` is nil for a change that counts alone.
    mutating func note(_ before: Entry, at place: Place?) {
        if place == nil || place != lastPlace { undoable.append(before) }
        lastPlace = place
        redoable = []
    }

    /// Ends what was typed in one place.
    mutating func close() { lastPlace = nil }

    /// The rows before the last change; nil if there was none.
    mutating func undo(from now: Entry) -> Entry? {
        lastPlace = nil
        guard let entry = undoable.popLast() else { return nil }
        redoable.append(now)
        return entry
    }

    /// The rows before the last undo; nil if there was none.
    mutating func redo(from now: Entry) -> Entry? {
        lastPlace = nil
        guard let entry = redoable.popLast() else { return nil }
        undoable.append(now)
        return entry
    }
}
