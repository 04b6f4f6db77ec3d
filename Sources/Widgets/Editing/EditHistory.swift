/// The undo and redo steps of a text.
///
/// A step is one change as the user sees it: a typed word, a run of deletions, a paste, a replace-all. Memory is bounded; the oldest steps
/// are dropped first.
struct EditHistory: Equatable, Sendable {
    /// The source of a change. Only changes of the same kind are merged into one step.
    enum Kind: Equatable, Sendable {
        case typing, deletingBackward, deletingForward
        /// A change that is never merged.
        case other
    }

    /// Changes that are undone together.
    struct Step: Equatable, Sendable {
        var edits: [TextEdit]
        var kind: Kind
        /// The selection before the first change.
        var before: TextSelection
        /// The selection after the last one.
        var after: TextSelection
        /// The number of the step: one more than the number of the step before it.
        var number: Int
        /// Identifies the text after this step; unique for each text.
        var version: Int
        var byteCount: Int { edits.reduce(0) { $0 + $1.byteCount } }
        /// True if it removes a text and inserts the same one again.
        var changesNothing: Bool {
            edits.count == 2 && edits[0].start == edits[1].start && edits[0].removed == edits[1].inserted && edits[0].inserted.isEmpty
                && edits[1].removed.isEmpty
        }
    }

    static let maxSteps = 1_000
    static let maxBytes = 64 << 20
    /// A change that holds more bytes is not extended, which bounds the cost of each key press.
    static let maxMergedBytes = 4_096

    private(set) var undoable: [Step] = []
    private(set) var redoable: [Step] = []
    private var byteCount = 0
    private var isOpen = false
    private var groupDepth = 0
    /// The number of the last step before the outermost group.
    private var numberBeforeGroup = 0
    /// True if the last step was open when the outermost group began.
    private var wasOpenBeforeGroup = false
    private var lastVersion = 0
    /// The version of the text before the oldest step.
    private var firstVersion = 0
    /// The number of the step before the oldest one.
    private var firstNumber = 0

    /// Identifies the current text. Undo restores the earlier version; every other change makes a new one.
    var version: Int { undoable.last?.version ?? firstVersion }
    /// The number of the step that undo would revert, which is also how many steps led to the text.
    var stepNumber: Int { undoable.last?.number ?? firstNumber }

    /// Records a change that was made.
    mutating func record(_ edit: TextEdit, kind: Kind, before: TextSelection, after: TextSelection) {
        byteCount -= redoable.reduce(0) { $0 + $1.byteCount }
        redoable = []
        byteCount += edit.byteCount
        lastVersion += 1
        if !join(edit, kind: kind, after: after) {
            undoable.append(Step(edits: [edit], kind: kind, before: before, after: after, number: stepNumber + 1, version: lastVersion))
        }
        isOpen = groupDepth > 0 || kind != .other
        dropOldest()
    }

    /// Closes the last step, so that the next change starts a new one.
    mutating func close() {
        if groupDepth == 0 { isOpen = false }
    }

    /// Starts a group: all changes until the matching `endGroup` form one step.
    mutating func beginGroup() {
        if groupDepth == 0 { (numberBeforeGroup, wasOpenBeforeGroup) = (stepNumber, isOpen) }
        close()
        groupDepth += 1
    }

    /// Ends the group that the matching `beginGroup` started; `selection` is the selection after it.
    ///
    /// - Parameter continuesTyping: The group is typed text: it joins the typing before it, and the typing after it joins the group.
    mutating func endGroup(selection: TextSelection, continuesTyping: Bool = false) {
        groupDepth = max(0, groupDepth - 1)
        if isOpen, let last = undoable.indices.last { undoable[last].after = selection }
        close()
        if groupDepth == 0, continuesTyping { isOpen = continueTyping(selection) }
    }

    /// Joins the group that has just ended with the typing before it; a group that changed nothing is dropped.
    ///
    /// - Returns: True if typing can continue the last step.
    private mutating func continueTyping(_ selection: TextSelection) -> Bool {
        guard let group = undoable.last, group.number > numberBeforeGroup else { return wasOpenBeforeGroup }
        let before = wasOpenBeforeGroup && undoable.count > 1 ? undoable.count - 2 : nil
        if group.changesNothing {
            undoable.removeLast()
            byteCount -= group.byteCount
            if let before { undoable[before].after = selection }
            return before != nil
        }
        guard let first = group.edits.first, group.kind == .typing else { return false }
        guard let before, continues(first, kind: .typing, step: before) else { return true }
        undoable.removeLast()
        undoable[before].edits += group.edits
        (undoable[before].after, undoable[before].version) = (selection, group.version)
        return true
    }

    /// Moves the last step to the redo list and returns it for reverting.
    mutating func popUndo() -> Step? {
        isOpen = false
        guard let step = undoable.popLast() else { return nil }
        redoable.append(step)
        return step
    }

    /// Moves the last undone step back to the undo list and returns it for applying.
    mutating func popRedo() -> Step? {
        isOpen = false
        guard let step = redoable.popLast() else { return nil }
        undoable.append(step)
        return step
    }

    private mutating func join(_ edit: TextEdit, kind: Kind, after: TextSelection) -> Bool {
        guard isOpen, let last = undoable.indices.last else { return false }
        guard groupDepth > 0 || undoable[last].kind == kind else { return false }
        if kind == .other || undoable[last].kind != kind || !merge(edit, kind: kind, into: last) {
            guard groupDepth > 0 || continues(edit, kind: kind, step: last) else { return false }
            undoable[last].edits.append(edit)
        }
        undoable[last].after = after
        undoable[last].version = lastVersion
        return true
    }

    /// Extends the last change of the step by `edit` if `edit` continues it.
    private mutating func merge(_ edit: TextEdit, kind: Kind, into step: Int) -> Bool {
        guard let last = undoable[step].edits.last, let place = undoable[step].edits.indices.last,
            last.byteCount <= Self.maxMergedBytes
        else { return false }
        switch kind {
        case .typing:
            guard edit.removed.isEmpty, edit.start == last.insertedEnd, !startsWord(edit, after: last) else { return false }
            undoable[step].edits[place].inserted += edit.inserted
        case .deletingBackward:
            guard edit.inserted.isEmpty, last.inserted.isEmpty, edit.removedEnd == last.start else { return false }
            undoable[step].edits[place].removed = edit.removed + last.removed
            undoable[step].edits[place].start = edit.start
        case .deletingForward:
            guard edit.inserted.isEmpty, last.inserted.isEmpty, edit.start == last.start else { return false }
            undoable[step].edits[place].removed += edit.removed
        case .other:
            return false
        }
        return true
    }

    /// True if `edit` is typed at the cursor that the step left, as between completed brackets.
    private func continues(_ edit: TextEdit, kind: Kind, step: Int) -> Bool {
        guard kind == .typing, undoable[step].kind == .typing, let last = undoable[step].edits.last else { return false }
        return edit.removed.isEmpty && edit.start == undoable[step].after.cursor && last.byteCount <= Self.maxMergedBytes
            && !startsWord(edit, after: last)
    }

    private func startsWord(_ edit: TextEdit, after last: TextEdit) -> Bool {
        guard let old = last.inserted.last, let new = edit.inserted.first else { return false }
        return old.isWhitespace && !new.isWhitespace
    }

    private mutating func dropOldest() {
        while undoable.count > Self.maxSteps || (byteCount > Self.maxBytes && undoable.count > 1) {
            let dropped = undoable.removeFirst()
            byteCount -= dropped.byteCount
            (firstVersion, firstNumber) = (dropped.version, dropped.number)
        }
    }
}

/// One change of a text: the removed and the inserted text at a position.
struct TextEdit: Equatable, Sendable {
    /// The position of the change.
    var start: TextPosition
    /// The removed text.
    var removed: String
    /// The inserted text.
    var inserted: String

    /// The end of `inserted` in the changed text.
    var insertedEnd: TextPosition { start.advanced(over: inserted) }
    /// The end of `removed` in the original text.
    var removedEnd: TextPosition { start.advanced(over: removed) }
    /// The size of both texts in UTF-8 bytes.
    var byteCount: Int { removed.utf8.count + inserted.utf8.count }
}

extension TextPosition {
    /// The end position of `text` if it starts here.
    func advanced(over text: String) -> TextPosition {
        var text = text
        let (lines, tail) = text.withUTF8 { bytes in
            let lineEnd = UInt8(ascii: "\n")
            let lines = bytes.reduce(0) { $1 == lineEnd ? $0 + 1 : $0 }
            return (lines, bytes.count - (lines == 0 ? 0 : (bytes.lastIndex(of: lineEnd) ?? 0) + 1))
        }
        return TextPosition(line: line + lines, offset: lines == 0 ? offset + tail : tail)
    }
}
