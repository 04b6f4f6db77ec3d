import Comparison
import Engine
import HTTP
import Platform
import Screen
import Widgets
import Workspace

/// A window that shows two entries of the history side by side, or one below the other.
struct ComparisonWindow: Sendable, Equatable {
    /// A line of the window.
    enum Line: Sendable, Equatable {
        /// The title of a part: its name and the number of differences.
        case heading(String)
        /// A time or a size of both sides; never counts as a difference.
        case fact(String)
        case row(ComparisonRow)
        /// The old or the new side of a changed row while the sides are one below the other.
        case side(ComparisonRow, isOld: Bool)

        /// The number of rows that it takes when it is unfolded.
        var unfoldedCount: Int { if case .row(let row) = self, case .fold(let fold) = row.kind { fold.count } else { 1 } }
    }

    /// The older entry.
    let old: ExchangeSummary
    /// The newer entry.
    let new: ExchangeSummary
    /// The rules for the differences to ignore.
    let rules: IgnoreRules
    /// The difference of the bodies.
    let bodies: Comparison
    /// True if status, error and body are the same.
    let hasSameResponse: Bool
    /// The limit of the comparison, after a comma; empty if the whole bodies were compared.
    let limit: String
    /// True if nothing differs but times and sizes.
    let isEqual: Bool
    /// The headings and the rows, as far as they are unfolded.
    private var content: [Line]
    /// True if both sides stand beside one another.
    private(set) var isSideBySide = true
    /// The first column of the texts that is drawn; nil begins each row where its first difference is visible.
    var firstColumn: Int?
    /// The lines as they are drawn.
    private(set) var lines: [Line] = []
    /// The widths of the largest line numbers of the old and the new side, so that their texts begin in one column.
    private(set) var numberColumns = (old: 0, new: 0)
    /// The cursor and the view.
    var list = ListState()
    /// The zone in which times are shown.
    var timeZone: TimeZoneOffsets = 0

    /// Compares the heads and bodies of two exchanges. Reads body files, so do not call it on the main actor.
    init(_ old: Exchange, _ new: Exchange, rules: IgnoreRules) throws {
        self.old = old.summary
        self.new = new.summary
        self.rules = rules
        let compared = try ExchangeComparison(old, new, rules: rules)
        bodies = compared.bodies
        hasSameResponse = compared.outcome.isEmpty && bodies.isEqual && (new.error == nil || new.response == nil)
        limit =
            compared.comparedPart.map { ", as far as stored (\($0))" } ?? (compared.differsInSecrets ? ", except for masked values" : "")
        let outcome = Self.part("Outcome", compared.outcome) + compared.facts.map { Line.fact($0) }
        let parts = [outcome, Self.part("Request", compared.request), Self.part("Response headers", compared.headers)]
        let beforeBody = parts.filter { !$0.isEmpty }.flatMap { $0 + [Line.fact("")] }
        content = beforeBody + [.heading("Body, \(bodies.kind.title): \(bodies.summary)\(limit)")] + bodies.rows.map { .row($0) }
        isEqual = !content.contains { $0.isDifference }
        layOut()
        list = ListState(selected: lines.firstIndex { $0.isDifference } ?? 0)
    }

    private static func part(_ name: String, _ rows: [ComparisonRow]) -> [Line] {
        rows.isEmpty ? [] : [.heading("\(name): \(Comparison.count(rows.count))")] + rows.map { .row($0) }
    }

    private mutating func layOut() {
        lines = content.flatMap(drawn)
        numberColumns = (0, 0)
        widen(for: lines)
    }

    /// Widens the columns of the line numbers for lines that are drawn too.
    private mutating func widen(for lines: [Line]) {
        func columns(_ cell: (ComparisonRow) -> ComparisonRow.Cell?) -> Int {
            lines.compactMap { $0.row.flatMap(cell)?.number }.max().map { String($0).count } ?? 0
        }
        let (old, new) = (max(numberColumns.old, columns(\.left)), max(numberColumns.new, columns(\.right)))
        // One below the other, the sides share a column.
        numberColumns = isSideBySide ? (old, new) : (max(old, new), max(old, new))
    }

    /// The lines for an element of the content: two for a changed row while the sides are one below the other.
    private func drawn(_ line: Line) -> [Line] {
        guard !isSideBySide, case .row(let row) = line, row.left != nil, row.right != nil, row.isDifference else { return [line] }
        return [.side(row, isOld: true), .side(row, isOld: false)]
    }

    /// The index of the first line of each element of the content.
    private var starts: [Int] {
        var next = 0
        return content.map { line in
            defer { next += drawn(line).count }
            return next
        }
    }

    /// Shows both sides beside or below one another, with the cursor on the same row.
    mutating func toggleSides(_ context: WindowContext) {
        let element = starts.lastIndex { $0 <= list.selected }
        isSideBySide.toggle()
        layOut()
        list.select(element.map { starts[$0] } ?? 0, count: lines.count, height: rowsHeight(context))
    }

    /// The line under the cursor.
    var current: Line? { lines.indices.contains(list.selected) ? lines[list.selected] : nil }

    /// Shows the rows of the fold under the cursor; false if there is none. The other lines, which may be very many, stay as they are.
    mutating func unfold(height: Int) -> Bool {
        let line = list.selected
        guard case .row(let row)? = current, case .fold(let fold) = row.kind,
            let index = isSideBySide ? line : content.firstIndex(of: .row(row))
        else { return false }
        let rows = bodies.rows(of: fold).map { Line.row($0) }
        content.replaceSubrange(index...index, with: rows)
        let shown = rows.flatMap(drawn)
        lines.replaceSubrange(line...line, with: shown)
        widen(for: shown)
        list.reveal(count: lines.count, height: height)
        return true
    }

    /// The method and URL of both entries; nil if they differ, which rows of the requests show.
    var request: String? { old.method == new.method && old.url == new.url ? "\(new.method) \(new.url)" : nil }

    /// Moves the cursor to the next or previous block of differences; false if there is none.
    mutating func findDifference(forward: Bool, height: Int) -> Bool {
        // From the cursor on, since there may be very many.
        func begins(_ line: Int) -> Bool { lines[line].isDifference && (line == 0 || !lines[line - 1].isDifference) }
        let (before, after) = (0..<min(list.selected, lines.count), min(list.selected + 1, lines.count)..<lines.count)
        guard let target = forward ? after.first(where: begins) : before.last(where: begins) else { return false }
        list.select(target, count: lines.count, height: height)
        firstColumn = nil
        return true
    }

    /// The rules with the path under the cursor ignored, array indices for any element; nil where there is no path.
    var rulesIgnoringCurrent: IgnoreRules? {
        guard let pattern = current?.row?.place?.pattern else { return nil }
        var rules = rules
        rules.paths.append(pattern)
        return rules
    }

    /// Two windows are the same if they show the same.
    static func == (left: Self, right: Self) -> Bool {
        left.old == right.old && left.new == right.new && left.rules == right.rules && left.lines == right.lines && left.list == right.list
            && left.firstColumn == right.firstColumn
    }
}

/// The forms in which a difference is copied.
enum ComparisonExport: Sendable, Equatable {
    case jsonPatch, unifiedDiff
}

extension ComparisonWindow.Line {
    var row: ComparisonRow? {
        switch self {
        case .heading, .fact: nil
        case .row(let row), .side(let row, _): row
        }
    }

    var isDifference: Bool { row?.isDifference ?? false }
}

/// Starts comparisons and updates their window.
enum ComparisonReducer {
    static func reduce(_ state: inout HistoryState, _ message: ComparisonMessage, _ context: HistoryContext) -> HistoryOutcome {
        switch message {
        case .start: return wait(start(&state, context))
        case .withEarlier(let row): return wait([.effect(.compareWithEarlier(row))])
        case .entries(let old, let new, let rules): return wait([.effect(.compare(old, new, rules))])
        case .waiting:
            let cancel = Toast<HistoryMessage>.Action(label: "cancel", message: .compare(.cancel))
            return .notify(.done, "Comparing…", about: .comparison, action: cancel, stays: true)
        case .cancel: return endWait + [.cancel(.compareExchanges)]
        case .made(let window):
            guard !context.canShowComparison else { return endWait + [.next(.compare(.compared(window)))] }
            let show = Toast<HistoryMessage>.Action(label: "show", message: .compare(.compared(window)))
            return endWait + .notify(.done, "The comparison is ready", about: .comparison, action: show)
        case .compared(let window):
            state.marks = HistoryMarks()
            return [.output(.compared(window))]
        case .comparedReplay(let window): return show(window, context)
        case .replay(let row): return [.output(.replay(row))]
        case .export(let window, let form): return wait([.effect(.exportDifference(window, form))])
        case .exported(let text, let name): return endWait + [.copy(text, name: name)]
        case .comparedBodies(let ids): return [.output(.comparedBodies(ids))]
        case .saveRules(let rules, let origin): return [.effect(.saveRules(rules, of: origin))]
        case .savedRules(let rules, let path):
            let text = rules == IgnoreRules() ? "Ignore rules removed from the request" : "Ignore rules saved with the request"
            return [.output(.savedRules(rules, path: path))] + .notify(.done, text)
        }
    }

    /// Begins the work of `outcome`; if it takes long, a notification says so.
    private static func wait(_ outcome: HistoryOutcome) -> HistoryOutcome {
        guard outcome.hasEffect else { return outcome }
        return outcome + [.after(.milliseconds(300), .compareNotice, .compare(.waiting))]
    }

    /// Ends the notification about the work.
    static var endWait: HistoryOutcome { [.cancel(.compareNotice), .dismissToasts(about: .comparison)] }

    /// Opens the comparison of a replayed entry if its status or its body differ; else a toast offers it.
    private static func show(_ window: ComparisonWindow, _ context: HistoryContext) -> HistoryOutcome {
        if !window.hasSameResponse, context.canShowComparison { return [.output(.compared(window))] }
        let broken = window.new.errorCode != nil && window.new.status != nil
        let differing = broken ? "Replayed: the response broke off" : "Replayed: the response differs"
        let text = window.hasSameResponse ? "Replayed: same status and body\(window.limit)" : differing
        let compare = Toast<HistoryMessage>.Action(label: "compare", message: .compare(.compared(window)))
        return .notify(.done, text, about: .sending, action: compare)
    }

    /// Compares two marked entries, the marked entry with the entry under the cursor, or the entry under the cursor with the shown response.
    private static func start(_ state: inout HistoryState, _ context: HistoryContext) -> HistoryOutcome {
        let marked = state.marks.isEmpty ? [] : state.chosen
        guard state.marks.all == nil, marked.count <= 2 else {
            return .notify(.warning, "Mark two entries to compare them; \(state.marks.count.map(CountText.number) ?? "all") are marked")
        }
        var ids = marked.map(\.id)
        if ids.count < 2, let current = state.current, !ids.contains(current.id) { ids.append(current.id) }
        if ids.count < 2, let shown = context.shown, !ids.contains(shown) { ids.append(shown) }
        guard ids.count == 2 else {
            return state.current.map { [.effect(.compareWithEarlier($0))] } ?? []
        }
        return [.effect(.compare(ids[0], ids[1], nil))]
    }
}
