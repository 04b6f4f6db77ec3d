extension EditableText {
    /// What a tab key puts in, and what one level of indentation is.
    static let indentation = "  "

    /// Begins a line that is indented as this one, and deeper after an opening bracket.
    ///
    /// Between a pair of brackets the closing one gets a line of its own.
    mutating func insertNewline() {
        let start = selection.range?.lowerBound ?? cursor
        let line = lines[start.line]
        let indentation = String(line.slice(0..<min(line.indentation, start.offset)))
        let opens = line.character(before: start.offset).map { "{[(".contains($0) } ?? false
        let last = selection.range?.upperBound ?? cursor
        let closes = lines[last.line].character(at: last.offset).map { "}])".contains($0) } ?? false
        asOneStep { text in
            text.insert("\n" + indentation + (opens ? Self.indentation : ""))
            guard opens, closes else { return }
            let place = text.cursor
            text.insert("\n" + indentation)
            text.moveCursor(to: place)
        }
    }

    /// Puts in what a key types; a closing bracket that begins a line goes below its opening one.
    mutating func type(_ new: String) {
        let line = lines[cursor.line]
        guard selection.range == nil, "}])".contains(new), line.indentation >= cursor.offset, cursor.offset > 0 else {
            return insert(new, kind: .typing)
        }
        asOneStep { text in
            text.insert(new)
            let bracket = text.before(text.cursor)
            guard let opening = BracketMatcher(lines: text.lines).partner(of: bracket), opening.line < bracket.line else { return }
            let indentation = text.lines[opening.line].slice(0..<text.lines[opening.line].indentation)
            text.replace(TextPosition(line: bracket.line, offset: 0)..<bracket, with: String(indentation))
            text.move(.right)
        }
    }

    /// Indents the lines that are selected, or puts a level of indentation at the cursor.
    mutating func indent() {
        guard let range = selection.range, range.lowerBound.line < range.upperBound.line else {
            return insert(Self.indentation, kind: .typing)
        }
        shiftSelectedLines { $0.count == 0 ? nil : (0..<0, Self.indentation) }
    }

    /// Takes a level of indentation from the lines that are selected, or from the cursor's.
    mutating func outdent() {
        shiftSelectedLines { line in
            line.outdentWidth == 0 ? nil : (0..<line.outdentWidth, "")
        }
    }

    /// The lines that the selection touches; a selection that ends at a line's start does not touch that one.
    var selectedLines: ClosedRange<Int> {
        guard let range = selection.range else { return cursor.line...cursor.line }
        let last = range.upperBound.offset == 0 && range.upperBound.line > range.lowerBound.line
        return range.lowerBound.line...(range.upperBound.line - (last ? 1 : 0))
    }

    /// Changes the start of each selected line as `change` says, and keeps the selection on the same characters.
    private mutating func shiftSelectedLines(_ change: (TextLine) -> (Range<Int>, String)?) {
        var (cursor, anchor) = (selection.cursor, selection.anchor)
        let touched = selectedLines
        asOneStep { text in
            for number in touched {
                guard let (range, new) = change(text.lines[number]) else { continue }
                let start = TextPosition(line: number, offset: range.lowerBound)
                text.replace(start..<TextPosition(line: number, offset: range.upperBound), with: new)
                let shift = new.utf8.count - range.count
                cursor = cursor.shifted(by: shift, onLine: number)
                anchor = anchor?.shifted(by: shift, onLine: number)
            }
            text.restore(TextSelection(cursor, anchor: anchor))
        }
    }
}

extension TextPosition {
    /// The place after `bytes` more stand at the start of `number`.
    fileprivate func shifted(by bytes: Int, onLine number: Int) -> TextPosition {
        line == number ? TextPosition(line: line, offset: max(0, offset + bytes)) : self
    }
}

extension TextLine {
    /// Bytes of one level of indentation at the start, as far as there is one.
    var outdentWidth: Int {
        byte(at: 0) == 0x09 ? 1 : min(EditableText.indentation.utf8.count, text.utf8.prefix { $0 == 0x20 }.count)
    }
}
