import Engine
import Widgets
import Workspace

/// A snapshot of a request that compares fast: its texts by version, the rest by value.
public struct DraftSnapshot: Equatable, Sendable {
    /// All but the texts.
    var content: RequestContent
    /// The version of each text area, in the order of ``RequestSection/draftTexts``.
    var versions: [Int]
}

/// All of a request but its texts.
struct RequestContent: Equatable, Sendable {
    var base: RequestDraft
    var url: String
    /// The rows of every table, in the order of ``RequestSection/allCases``.
    var tables: [[TableRow]]
}

extension TableRow {
    fileprivate var withoutProblem: TableRow {
        var row = self
        row.problem = nil
        return row
    }
}

extension RequestState {
    private static var tables: [WritableKeyPath<RequestState, RowsState>] { RequestSection.allCases.compactMap(\.rows) }

    // By name, since reading by key path copies the whole request each time, and this is done at each key.

    /// The rows of every table, in the order of ``RequestSection/allCases``. What is wrong with a query is found later, and is no change.
    private var rowsOfTables: [[TableRow]] {
        [params, headers, textType, graphqlOperation, form, parts, file, auth, options, variables].map(\.rows)
            + [captures, assertions].map { $0.rows.map(\.withoutProblem) } + [tags.rows]
    }
    /// The version of each text area, in the order of ``RequestSection/draftTexts``.
    private var versionsOfTexts: [Int] { [text, json, xml, graphql, graphqlVariables, scriptBefore, scriptAfter, docs].map(\.version) }

    /// A snapshot of the request as it is now.
    var mark: DraftSnapshot { DraftSnapshot(content: content, versions: versionsOfTexts) }

    /// All but the texts.
    var content: RequestContent {
        get { RequestContent(base: base, url: url.text, tables: rowsOfTables) }
        set {
            base = newValue.base
            if url.text != newValue.url { url = TextFieldState(text: newValue.url) }
            for (path, rows) in zip(Self.tables, newValue.tables) { self[keyPath: path].show(rows) }
        }
    }

    /// Looks what has changed: for undo, and whether it still is what the file holds. Costs nothing for the length of texts.
    mutating func noteChange() {
        validate()
        let now = mark
        history.note(now, steps: Self.steps(of: self), place: typingPlace)
        hasUnsavedChanges = isFileGone || now != savedMark || hasUnreadDocument || hasUnreadRows
    }

    /// True if something was changed since the file was read or written. A removed file is no edit.
    var hasEdits: Bool { mark != savedMark || hasUnreadDocument || hasUnreadRows }

    /// True if lines of a table were typed that are no rows yet.
    private var hasUnreadRows: Bool { textualTable != nil && rowsText.version != rowsVersion }

    /// True if the Text tab holds text that is no request, or was not read yet.
    private var hasUnreadDocument: Bool { documentProblem != nil || (tab == .text && document.version != documentVersion) }

    /// That text; nil where the request says all of it.
    var unreadDocument: String? { hasUnreadDocument ? document.text : nil }

    /// Takes what was written to the file for what is saved.
    mutating func markSaved(_ written: RequestDraft) {
        saved = written
        isFileGone = false
        diskChange = nil
        if base.name != written.name { rename(to: written.name) }
        savedMark = draft == written && unsavableProblems.isEmpty ? mark : nil
        noteChange()
    }

    /// Has the name that its file was given, which undoing what was typed does not take back.
    mutating func rename(to name: String) {
        base.name = name
        saved.name = name
        savedMark?.content.base.name = name
        history.rename(to: name)
        noteChange()
    }

    /// Has nothing in its place any more: another program removed its file.
    mutating func loseFile() {
        isFileGone = true
        diskChange = nil
        noteChange()
    }

    /// Has its file again, with other words in it or not.
    mutating func regainFile() {
        isFileGone = false
        noteChange()
    }

    /// Becomes a request that was never saved: its file was deleted.
    mutating func forgetFile() {
        folder = path.map(WorkspaceTree.folder)
        path = nil
        diskChange = nil
        saved = RequestDraft()
        savedMark = nil
        noteChange()
    }

    /// The steps that each text can take back, by their numbers.
    static func steps(of request: RequestState) -> [RequestSection: Int] {
        Dictionary(
            uniqueKeysWithValues: RequestSection.draftTexts.compactMap { section in
                section.area.map { (section, request[keyPath: $0].stepNumber) }
            })
    }

    /// The place that is typed in: changes in one place are undone together. Nil if each change counts alone.
    private var typingPlace: RequestHistory.Place? {
        if part == .url { return isEditingText ? .url : nil }
        guard let section, let path = section.rows, self[keyPath: path].table.isEditing else { return nil }
        return .cell(section, row: self[keyPath: path].table.selected, column: self[keyPath: path].table.column)
    }
}
