import Workspace
import Screen
import Widgets

/// The cells inside the request pane, and of the URL where it is in a bar above request and response.
struct RequestLayout: Equatable {
    /// A section of the tab.
    struct Place: Equatable {
        let section: RequestSection
        /// The cells of the section's title; empty if it has none.
        let title: Rect
        /// The cells of its content.
        let content: Rect
    }

    /// The line that reports a change of the file; empty without one.
    let banner: Rect
    /// The method, which opens the list of methods.
    let method: Rect
    /// The box of the URL.
    let url: Rect
    /// The cells of the URL's text.
    var urlText: Rect { FieldBox().text(in: url) }
    /// The button at the right end, as wide as it is for sending, so that the URL stays while a request is in flight.
    let send: Rect
    /// The line of tabs.
    let tabs: Rect
    /// The row with the type of body or authentication; empty on other tabs and where there is little room.
    let kind: Rect
    /// The cells of the tab's content.
    let content: Rect
    /// The sections of the tab from top to bottom.
    let sections: [Place]

    /// The button that sends.
    static let sendButton = Button("Send")
    /// The heights from which a blank row is below the URL, and above it.
    private static let (rowsForBlankRowBelow, rowsForAirAbove) = (12, 13)
    /// The heights of the content from which the type has a row, and a blank row below it.
    private static let (rowsForKind, rowsForAirBelowKind) = (7, 12)
    /// The height of the content from which a blank row is between sections.
    private static let rowsForGaps = 14
    /// The number of rows for the names of the columns and for adding a row.
    private static let rowsBesideRows = 2

    init(_ inner: Rect, urlBar: Rect, _ request: RequestState, hasBlankRows: Bool) {
        let (top, inside) = inner.splitTop(request.diskChange == nil && !request.isFileGone || inner.height == 1 ? 0 : 1)
        banner = top
        let (urlRow, below) = Self.splitURL(inside, urlBar: urlBar, hasBlankRows: hasBlankRows)
        let (left, afterMethod) = urlRow.splitLeft(min(Chip.method(request.base.method, sign: "▾").columns + 1, urlRow.width / 2))
        let (middle, right) = afterMethod.splitRight(afterMethod.width > 24 ? Self.sendButton.columns + 1 : 0)
        method = left
        url = middle
        send = right.splitLeft(1).rest
        let (strip, rest) = TabStrip.split(below)
        let hasKind = RequestTab.pick(request.tab) != nil && rest.height >= Self.rowsForKind
        let hasAir = rest.height >= Self.rowsForAirBelowKind || Self.rowsWanted(request).map { $0 + 2 <= rest.height } ?? false
        let rowsOfKind = !hasKind ? 0 : hasBlankRows && hasAir ? 2 : 1
        tabs = strip
        kind = hasKind ? rest.row(0) : .empty
        content = rest.splitTop(rowsOfKind).rest
        sections = Self.place(request.sections, of: request, in: content, hasBlankRows: hasBlankRows)
    }

    /// The row of the URL and the rows below it; where the URL is in a bar, all rows are for the rest.
    private static func splitURL(_ inside: Rect, urlBar: Rect, hasBlankRows: Bool) -> (row: Rect, below: Rect) {
        guard urlBar.isEmpty else {
            return (PaneFrame.content(in: urlBar).row(0), PaneFrame.belowBlankRow(inside, hasBlankRows: hasBlankRows))
        }
        let (row, rest) = inside.splitTop(hasBlankRows && inside.height >= rowsForAirAbove ? 1 : 0).rest.splitTop(1)
        return (row, rest.splitTop(hasBlankRows && inside.height >= rowsForBlankRowBelow ? 1 : 0).rest)
    }

    /// The rows that the only table or form of a tab needs; nil for others.
    private static func rowsWanted(_ request: RequestState) -> Int? {
        guard request.sections.count == 1, let rows = request.sections[0].rows else { return nil }
        return request[keyPath: rows].rows.count + (request.sections[0].isForm ? 0 : rowsBesideRows)
    }

    /// The height of a form's rows, limited so that the tables beside it have room for their rows, but at least half of all; beyond that it
    /// scrolls.
    private static func height(
        ofForm section: RequestSection, beside all: [RequestSection], of request: RequestState, in rect: Rect, hasBlankRows: Bool
    ) -> Int {
        func rows(_ section: RequestSection) -> Int { section.rows.map { request[keyPath: $0].rows.count } ?? rect.height / 2 }
        // A title, the column names and the line for a new row.
        let others = all.filter { !$0.isForm }.map { rows($0) + 3 }.reduce(0, +)
        let gaps = section == .options && hasBlankRows ? OptionFields.groupStarts.count : 0
        return min(rows(section) + gaps, max(rect.height / 2, rect.height - others, 1))
    }

    /// The cells of a section; empty if it is not shown.
    func rect(of section: RequestSection?) -> Rect { sections.first { $0.section == section }?.content ?? .empty }

    /// Places the sections. Forms are as high as their rows if more than one section is shown; the others share the rest, tables at most
    /// as much as they need.
    private static func place(_ sections: [RequestSection], of request: RequestState, in rect: Rect, hasBlankRows: Bool) -> [Place] {
        guard sections.count > 1 else { return sections.map { Place(section: $0, title: .empty, content: rect) } }
        let fixed = sections.map {
            $0.isForm ? height(ofForm: $0, beside: sections, of: request, in: rect, hasBlankRows: hasBlankRows) : nil
        }
        let shares = sections.map { $0.isForm ? 0 : $0 == .graphql ? 2 : $0 == .docs ? 3 : 1 }
        // A table without rows has room for the names of its columns, so that nothing moves when the first is added.
        let needs = sections.map { section in section.rows.map { max(1, request[keyPath: $0].rows.count) + rowsBesideRows } }
        let wanted = needs.reduce(sections.count - 1) { $0 + 1 + ($1 ?? rect.height) }
        let isBelowForm = sections.dropLast().contains(where: \.isForm) && rect.height > 6
        let gap = hasBlankRows && rect.height >= rowsForGaps || wanted <= rect.height || isBelowForm ? 1 : 0
        let titles = sections.enumerated().map { $1.title.isEmpty ? 0 : $0 == 0 ? 1 : 1 + gap }
        let free = max(0, rect.height - fixed.compactMap { $0 }.reduce(0, +) - titles.reduce(0, +))
        let all = max(1, shares.reduce(0, +))
        var given = 0
        var heights = sections.indices.map { index in
            defer { given += shares[index] }
            return fixed[index] ?? free * (given + shares[index]) / all - free * given / all
        }
        // A table with few rows leaves the rest of its share to the last section, and one with many takes it if all have room.
        let shared = sections.indices.filter { fixed[$0] == nil }
        let hasRoom = shared.allSatisfy { needs[$0] != nil } && shared.reduce(0) { $0 + (needs[$1] ?? 0) } <= free
        for index in shared where index < sections.count - 1 {
            guard let need = needs[index] else { continue }
            let spare = hasRoom ? heights[index] - need : max(0, heights[index] - need)
            heights[index] -= spare
            heights[sections.count - 1] += spare
        }
        var rest = rect
        return sections.indices.map { index in
            let (title, below) = rest.splitTop(titles[index])
            let (content, left) = below.splitTop(heights[index])
            rest = left
            return Place(section: sections[index], title: title.splitBottom(1).bottom, content: content)
        }
    }
}
