/// The lines of a text, with a hash each: a last line without a line break differs from one with a line break.
struct LineTable: Sendable {
    let bytes: ComparedBytes
    private let starts: [Int]
    let hashes: [UInt64]

    init(_ bytes: ComparedBytes, hash: ContentHash) {
        var (starts, hashes): ([Int], [UInt64]) = ([], [])
        bytes.withUnsafeBytes { all in
            var start = 0
            while start < all.count {
                let end = all[start...].firstIndex(of: UInt8(ascii: "\n")) ?? all.count
                starts.append(start)
                let content = hash(UnsafeRawBufferPointer(rebasing: all[start..<end]))
                hashes.append(end < all.count ? content : ContentHash.mixed(content, 1))
                start = end + 1
            }
        }
        self.bytes = bytes
        self.starts = starts
        self.hashes = hashes
    }

    var count: Int { starts.count }

    /// The maximum size of the text of a displayed line.
    private static let maxByteCount = 16 << 10

    /// A line without its end, or the beginning of a long one and `…`.
    func text(_ index: Int) -> String {
        let range = range(of: index)
        return bytes.text(range, limit: Self.maxByteCount) + (range.count > Self.maxByteCount ? "…" : "")
    }

    /// The bytes of a line without its end.
    func range(of index: Int) -> Range<Int> {
        let next = index + 1 < starts.count ? starts[index + 1] : bytes.count + (endsLine ? 0 : 1)
        return starts[index]..<next - 1
    }

    /// True unless the last line has no line break.
    var endsLine: Bool { bytes.count == 0 || bytes.withUnsafeBytes { $0.last == UInt8(ascii: "\n") } }
}

/// The difference between two texts, line by line.
struct LineComparison: Sendable {
    let old: LineTable
    let new: LineTable
    let runs: [SequenceAlignment.Run]

    init(_ old: ComparedBytes, _ new: ComparedBytes) {
        let hash = ContentHash()
        self.old = LineTable(old, hash: hash)
        self.new = LineTable(new, hash: hash)
        runs = SequenceAlignment.runs(self.old.hashes, self.new.hashes)
    }

    /// The lines that differ, between runs of equal ones.
    var gaps: [(old: Range<Int>, new: Range<Int>)] {
        var (gaps, oldStart, newStart): ([(Range<Int>, Range<Int>)], Int, Int) = ([], 0, 0)
        for run in runs + [.init(old: old.count, new: new.count, count: 0)] {
            if oldStart < run.old || newStart < run.new { gaps.append((oldStart..<run.old, newStart..<run.new)) }
            (oldStart, newStart) = (run.old + run.count, run.new + run.count)
        }
        return gaps
    }

    /// The rows of all lines with equal ones folded, and the number of differences of each kind.
    func rows(limit: Int) -> (rows: [ComparisonRow], counts: Comparison.Counts) {
        var rows: [ComparisonRow] = []
        var counts = Comparison.Counts()
        var (oldStart, newStart) = (0, 0)
        for gap in gaps where rows.count < limit {
            addSame(old: oldStart..<gap.old.lowerBound, new: newStart, isFirst: oldStart == 0, isLast: false, to: &rows)
            add(gap.old, gap.new, limit, to: &rows, &counts)
            (oldStart, newStart) = (gap.old.upperBound, gap.new.upperBound)
        }
        if rows.count < limit { addSame(old: oldStart..<old.count, new: newStart, isFirst: oldStart == 0, isLast: true, to: &rows) }
        if old.count > 0, new.count > 0, old.endsLine != new.endsLine, rows.count < limit {
            let note = ComparisonRow.Cell("Only the \(old.endsLine ? "old" : "new") text ends with a line break.")
            rows.append(ComparisonRow(.same, left: note, right: note))
        }
        return (rows, counts)
    }

    private func addSame(old range: Range<Int>, new start: Int, isFirst: Bool, isLast: Bool, to rows: inout [ComparisonRow]) {
        let (head, tail) = (isFirst ? 0 : ComparisonFold.contextCount, isLast ? 0 : ComparisonFold.contextCount)
        let shift = start - range.lowerBound
        guard range.count > head + tail + 1 else { return rows += same(range, shift: shift) }
        rows += same(range.prefix(head), shift: shift)
        let folded = range.dropFirst(head).dropLast(tail)
        let content = ComparisonFold.Content.lines(old: folded.lowerBound, new: folded.lowerBound + shift)
        rows.append(ComparisonRow(.fold(ComparisonFold(count: folded.count, content: content))))
        rows += same(range.suffix(tail), shift: shift)
    }

    /// The first rows of a fold, followed by a fold of the rest.
    func unfolded(old start: Int, new: Int, count: Int) -> [ComparisonRow] {
        let shown = min(count, ComparisonFold.unfoldedCount)
        let rows = same(start..<start + shown, shift: new - start)
        guard shown < count else { return rows }
        let content = ComparisonFold.Content.lines(old: start + shown, new: new + shown)
        return rows + [ComparisonRow(.fold(ComparisonFold(count: count - shown, content: content)))]
    }

    private func same(_ range: Range<Int>, shift: Int) -> [ComparisonRow] {
        range.map { index in
            let text = old.text(index)
            return ComparisonRow(.same, left: .init(text, number: index + 1), right: .init(text, number: index + shift + 1))
        }
    }

    /// Adds lines that differ; two lines at the same position form one row if they are similar.
    private func add(
        _ olds: Range<Int>, _ news: Range<Int>, _ limit: Int, to rows: inout [ComparisonRow], _ counts: inout Comparison.Counts
    ) {
        var added: [ComparisonRow] = []
        for offset in 0..<max(olds.count, news.count) where rows.count + added.count < limit {
            let left = offset < olds.count ? old.text(olds.lowerBound + offset) : nil
            let right = offset < news.count ? new.text(news.lowerBound + offset) : nil
            let numbers = (olds.lowerBound + offset + 1, news.lowerBound + offset + 1)
            if let left, let right, WordChanges.areSimilar(left, right) {
                rows += added
                added = []
                rows.append(.changed(left, right, numbers: numbers))
                counts.changed += 1
                continue
            }
            if let left {
                rows.append(ComparisonRow(.removed, left: .init(left, number: numbers.0)))
                counts.removed += 1
            }
            if let right {
                added.append(ComparisonRow(.added, right: .init(right, number: numbers.1)))
                counts.added += 1
            }
        }
        rows += added
    }

    // MARK: Unified diff

    /// The unified diff in the format of `diff -u` and `git apply`; empty if the texts are equal.
    func unifiedDiff(_ oldName: String, _ newName: String) -> [UInt8] {
        var hunks: [[(old: Range<Int>, new: Range<Int>)]] = []
        for gap in gaps {
            if let last = hunks.last?.last, gap.old.lowerBound - last.old.upperBound <= 2 * ComparisonFold.contextCount {
                hunks[hunks.count - 1].append(gap)
            } else {
                hunks.append([gap])
            }
        }
        guard !hunks.isEmpty else { return [] }
        return Array("--- \(oldName)\n+++ \(newName)\n".utf8) + hunks.flatMap { hunk($0) }
    }

    private func hunk(_ gaps: [(old: Range<Int>, new: Range<Int>)]) -> [UInt8] {
        guard let first = gaps.first, let last = gaps.last else { return [] }
        let head = min(ComparisonFold.contextCount, first.old.lowerBound, first.new.lowerBound)
        let tail = min(ComparisonFold.contextCount, old.count - last.old.upperBound)
        let olds = first.old.lowerBound - head..<last.old.upperBound + tail
        let news = first.new.lowerBound - head..<last.new.upperBound + tail
        var text = Array("@@ -\(Self.range(olds)) +\(Self.range(news)) @@\n".utf8)
        var next = olds.lowerBound
        for gap in gaps {
            for index in next..<gap.old.lowerBound { text += line(" ", old, index) }
            for index in gap.old { text += line("-", old, index) }
            for index in gap.new { text += line("+", new, index) }
            next = gap.old.upperBound
        }
        for index in next..<olds.upperBound { text += line(" ", old, index) }
        return text
    }

    private static func range(_ range: Range<Int>) -> String {
        range.isEmpty ? "\(range.lowerBound),0" : "\(range.lowerBound + 1)" + (range.count == 1 ? "" : ",\(range.count)")
    }

    /// The bytes of a line as they are: a text need not be UTF-8.
    private func line(_ sign: String, _ table: LineTable, _ index: Int) -> [UInt8] {
        let isOpen = index == table.count - 1 && !table.endsLine
        let bytes = table.bytes.withUnsafeBytes { Array($0[table.range(of: index)]) }
        return Array(sign.utf8) + bytes + (isOpen ? "\n\\ No newline at end of file\n" : "\n").utf8
    }
}
