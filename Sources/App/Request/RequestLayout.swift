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
        /// The cells of its content; those of the line that adds a row if it is collapsed.
        let content: Rect
        /// True if its rows are hidden, because the section with the cursor needs the room.
        var isCollapsed = false

        /// The cells to click on.
        var clickable: [Rect] { isCollapsed ? [title, content].filter { !$0.isEmpty } : [content] }

        /// True if the point is on its title or its content.
        func contains(_ point: Point) -> Bool { title.contains(point) || content.contains(point) }
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
        let (urlRow, belowURL) = Self.splitURL(inside, urlBar: urlBar, hasBlankRows: hasBlankRows)
        let (left, afterMethod) = urlRow.splitLeft(min(Chip.method(request.base.method).columns + 1, urlRow.width / 2))
        let (middle, right) = afterMethod.splitRight(afterMethod.width > 24 ? Self.sendButton.columns + 1 : 0)
        method = left
        url = middle
        send = right.splitLeft(1).rest
        let (strip, rest) = TabStrip.split(belowURL)
        let hasKind = RequestTab.pick(request.tab) != nil && rest.height >= Self.rowsForKind
        let hasAir = rest.height >= Self.rowsForAirBelowKind || Self.rowsWanted(request).map { $0 + 2 <= rest.height } ?? false
        let rowsOfKind = !hasKind ? 0 : hasBlankRows && hasAir ? 2 : 1
        tabs = strip
        let below = rest.splitTop(rowsOfKind).rest
        // As wide as the fields of a form below, beside which a scroll bar can be.
        let isBesideBar = request.sections.first?.isForm == true && Self.rowsWanted(request).map { $0 > below.height } ?? false
        kind = hasKind ? rest.row(0).splitRight(isBesideBar ? 1 : 0).rest : .empty
        content = below
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

    /// The cells of a section; empty if it is not shown.
    func rect(of section: RequestSection?) -> Rect { sections.first { $0.section == section }?.content ?? .empty }

    /// Places the sections of a tab; the only one has all rows.
    private static func place(_ sections: [RequestSection], of request: RequestState, in rect: Rect, hasBlankRows: Bool) -> [Place] {
        guard sections.count > 1 else { return sections.map { Place(section: $0, title: .empty, content: rect) } }
        if let stack = SectionStack(sections, of: request, height: rect.height, hasBlankRows: hasBlankRows) {
            return stack.places(in: rect)
        }
        return share(sections, of: request, in: rect, hasBlankRows: hasBlankRows)
    }

    /// Places texts with the forms and tables beside them: forms are as high as their rows, at most half of all; the others share the rest.
    private static func share(_ sections: [RequestSection], of request: RequestState, in rect: Rect, hasBlankRows: Bool) -> [Place] {
        let fixed = sections.map { section in
            section.isForm ? section.rows.map { min(request[keyPath: $0].rows.count, max(rect.height / 2, 1)) } : nil
        }
        let shares = sections.map { $0.isForm ? 0 : $0 == .graphql ? 2 : $0 == .docs ? 3 : 1 }
        let isBelowForm = sections.dropLast().contains(where: \.isForm) && rect.height > 6
        let gap = hasBlankRows && rect.height >= rowsForGaps || isBelowForm ? 1 : 0
        let titles = sections.enumerated().map { $1.isForm || $1.title.isEmpty ? 0 : $0 == 0 ? 1 : 1 + gap }
        let free = max(0, rect.height - fixed.compactMap { $0 }.reduce(0, +) - titles.reduce(0, +))
        let all = max(1, shares.reduce(0, +))
        var (given, rest) = (0, rect)
        return sections.indices.map { index in
            let height = fixed[index] ?? free * (given + shares[index]) / all - free * given / all
            given += shares[index]
            let (title, below) = rest.splitTop(titles[index])
            let (content, left) = below.splitTop(height)
            rest = left
            return Place(section: sections[index], title: title.splitBottom(1).bottom, content: content)
        }
    }
}

/// Tables and forms one below the other. Where not all rows have room, one section scrolls beside the whole others, wherever the cursor is.
/// Where that has no room either, the section with the cursor has it, and the others are collapsed to their titles and the lines that add a
/// row.
private struct SectionStack {
    private let sections: [RequestSection]
    /// The rows of each section with its title.
    private var heights: [Int]
    /// The rows of each section that is collapsed.
    private let least: [Int]
    private let current: Int
    /// True if all rows of all sections have room.
    private let isWhole: Bool
    private let gap: Int

    /// The rows that a table needs to be useful while it scrolls; a form without the cursor needs fewer.
    private static let (rowsToScroll, rowsOfForm) = (8, 3)

    /// Divides a height among sections; nil if one of them is a text.
    init?(_ sections: [RequestSection], of request: RequestState, height: Int, hasBlankRows: Bool) {
        let paths = sections.compactMap(\.rows)
        guard paths.count == sections.count else { return nil }
        let counts = paths.map { request[keyPath: $0].rows.count }
        let all = zip(sections, counts).map { Self.rows(of: $0, count: $1, hasBlankRows: hasBlankRows) }
        let (current, gaps) = (min(max(0, request.sectionIndex), sections.count - 1), sections.count - 1)
        // The title and the line that adds a row, the title alone, or nothing.
        let isLow = height < Self.rowsToScroll
        let least = sections.map { isLow ? (height > 4 ? 1 : 0) : $0.isForm ? 1 : 2 }
        let wanted = min(all[current], Self.rowsToScroll)
        let minimum = wanted + least.reduce(0, +) - least[current]
        let isWhole = all.reduce(0, +) <= height
        let gap = (isWhole ? all.reduce(0, +) : minimum) + gaps <= height ? 1 : 0
        (self.sections, self.least, self.current, self.isWhole, self.gap) = (sections, least, current, isWhole, gap)
        heights = isWhole ? all : least
        guard !isWhole else {
            heights[sections.count - 1] += height - all.reduce(0, +) - gap * gaps
            return
        }
        // An empty table at the end moves no other, so it needs no room for its first row before it has the cursor.
        let others = all.indices.map { counts[$0] == 0 && $0 > current && $0 == gaps ? least[$0] : all[$0] }
        if let scrolling = Self.scrolling(others, height: height - gaps) {
            heights = others
            heights[scrolling] += height - gaps - others.reduce(0, +)
            return
        }
        heights[current] = max(0, wanted + min(0, height - gap * gaps - minimum))
        give(height - gap * gaps - heights.reduce(0, +), all)
    }

    /// The section that scrolls while all others are whole; nil if none has enough rows then. It does not depend on the cursor, so that the
    /// row under the pointer does not move when a click puts the cursor there.
    private static func scrolling(_ all: [Int], height: Int) -> Int? {
        let sum = all.reduce(0, +)
        return all.indices.first { sum - all[$0] + min(all[$0], rowsToScroll) <= height }
    }

    /// The rows of a section: those of a form with the blank ones between its groups, or those of a table with its title, the names of its
    /// columns and the line that adds a row. A table without rows has room for one, so that nothing moves when it is added.
    private static func rows(of section: RequestSection, count: Int, hasBlankRows: Bool) -> Int {
        guard section.isForm else { return max(1, count) + 3 }
        return count + (section == .options && hasBlankRows ? OptionFields.groupStarts.count : 0)
    }

    /// Gives free rows to the section with the cursor, and then to a form, which scrolls.
    private mutating func give(_ rows: Int, _ all: [Int]) {
        let more = min(rows, all[current] - heights[current])
        heights[current] += more
        let form = sections.indices.last { $0 != current && sections[$0].isForm && heights[$0] + rows - more >= Self.rowsOfForm }
        if let form { heights[form] += rows - more }
    }

    /// The cells of the sections.
    func places(in rect: Rect) -> [RequestLayout.Place] {
        var rest = rect
        return sections.indices.map { index in
            let (cells, left) = rest.splitTop(index == 0 ? 0 : gap).rest.splitTop(heights[index])
            rest = left
            let isCollapsed = !isWhole && index != current && heights[index] == least[index]
            let hasTitle = isCollapsed || !sections[index].isForm && cells.height > 1
            let (title, content) = cells.splitTop(hasTitle ? 1 : 0)
            return RequestLayout.Place(section: sections[index], title: title, content: content, isCollapsed: isCollapsed)
        }
    }
}
