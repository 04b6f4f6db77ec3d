public import Screen

extension TextAreaState {
    /// What is to be said of the last key; nothing of those that are typed to find something.
    public var remark: EditorRemark? { keys.remark }

    /// Edits as `key` says, in the keys of the area's preset; nil for what is not for the text.
    public mutating func handle(_ key: Key, in rect: Rect) -> TextInputOutcome? {
        if find != nil { return handleFind(key) }
        settleView(in: rect)
        if wraps, let outcome = moveByRows(key, in: rect) { return outcome }
        let old = (content.revision, content.selection)
        let reply = keys.handle(key, on: &content, page: max(1, layout(rect).text.height))
        if old != (content.revision, content.selection) { followsCursor = true }
        return follow(reply, in: rect)
    }

    private mutating func follow(_ reply: EditorReply, in rect: Rect) -> TextInputOutcome? {
        switch reply {
        case .ignored: return nil
        case .done(let outcome): return outcome
        case .openFind(let backward): openFind(backward: backward)
        case .findAgain(let direction): findAgain(direction)
        case .findWord(let word, let backward): findWord(word, backward: backward)
        case .scroll(let rows): scroll(by: rows, in: rect)
        case .align(let share):
            viewport = viewer(in: rect).aligned(cursor, share: share, from: viewport)
            followsCursor = false
        }
        return .moved
    }

    /// Where lines are wrapped, the arrows go by what is seen.
    private mutating func moveByRows(_ key: Key, in rect: Rect) -> TextInputOutcome? {
        guard key.code == .up || key.code == .down, key.modifiers.isSubset(of: .shift), keys.movesByRows else { return nil }
        let viewer = viewer(in: rect)
        let here = viewer.row(of: cursor)
        let wrapped = viewer.wrapped(here.line)
        let start = wrapped.range(ofRow: here.row).lowerBound
        let column = content.goalColumn ?? content.lines[here.line].column(at: cursor.offset, from: start)
        guard let target = viewer.neighbor(of: here, step: key.code == .up ? -1 : 1) else { return nil }
        moveCursor(to: viewer.position(column: column, on: target), selecting: key.modifiers.contains(.shift))
        content.goalColumn = column
        return .moved
    }
}
