/// Where lines begin, for all lines of a text of any size: checkpoints, not a tree and not a list of lines.
struct LineIndex: Sendable {
    let grammar: LineGrammar
    /// From where on the grammar does not hold and lines are lines of the bytes, inside whatever is open there.
    var textStart = Int.max
    var checkpoints = CheckpointList()
    /// How many lines there are so far, the last of which may still grow.
    var lineCount = 0
    /// How many rows they are shown in.
    var rowCount = 0
    /// How many bytes were looked at.
    var end = 0
    /// How many containers are open there.
    var endDepth = 0
    /// Whether no more lines come.
    var isComplete = false

    init(_ grammar: LineGrammar) {
        self.grammar = grammar
    }

    /// What makes the line that begins at an offset.
    func grammar(at offset: Int) -> LineGrammar { offset < textStart ? grammar : .text }
}

/// A line with its numbers.
struct NumberedLine: Hashable, Sendable {
    var scanned: ScannedLine
    /// The number of the line, from zero.
    var line: Int
    /// The row of its first segment, from zero.
    var row: Int
    /// In how many rows it is shown.
    var rowCount: Int

    var rows: Range<Int> { row..<row + rowCount }
}
