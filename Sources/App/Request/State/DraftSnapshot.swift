import Widgets
import Workspace

/// A snapshot of a request that compares fast: texts by version, the rest by value.
struct DraftSnapshot: Equatable, Sendable {
    /// Everything but the texts.
    var content: RequestContent
    /// The version of each text area, in the order of ``RequestSection/draftTexts``.
    var versions: [Int]
}

/// Everything in a request but its texts.
struct RequestContent: Equatable, Sendable {
    var base: RequestDraft
    var url: String
    /// The rows of every table, in the order of ``RequestSection/allCases``.
    var tables: [[TableRow]]

    /// True if both are the same, also in the bytes of typed texts.
    static func == (left: RequestContent, right: RequestContent) -> Bool {
        left.base == right.base && left.tables == right.tables && left.url.utf8.elementsEqual(right.url.utf8)
    }

    /// The tables to which rows can be added.
    private static let growing = RequestSection.allCases.filter { $0.rows != nil }.enumerated().filter { !$1.isForm }.map(\.offset)

    /// The content without rows that were begun and hold nothing: undo neither counts nor restores them.
    var withoutBlankRows: RequestContent {
        var content = self
        for index in Self.growing where tables[index].contains(where: \.isBlank) { content.tables[index].removeAll(where: \.isBlank) }
        return content
    }
}

extension RequestState {
    private static var tables: [WritableKeyPath<RequestState, RowsState>] { RequestSection.allCases.compactMap(\.rows) }

    // Listed by name, since reading by key path copies the whole request each time, and this runs at each key.

    /// The rows of every table, in the order of ``RequestSection/allCases``. Problems of queries are found later and do not count as a
    /// change.
    private var rowsOfTables: [[TableRow]] {
        [params, headers, textType, graphqlOperation, form, parts, file, auth, options, variables].map(\.rows)
            + [captures, assertions].map { $0.rows.map { $0.with(problem: nil) } } + [tags.rows]
    }
    /// The version of each text area, in the order of ``RequestSection/draftTexts``.
    private var versionsOfTexts: [Int] { [text, json, xml, graphql, graphqlVariables, scriptBefore, scriptAfter, docs].map(\.version) }

    /// A snapshot of the request as it is now.
    var snapshot: DraftSnapshot { DraftSnapshot(content: content, versions: versionsOfTexts) }

    /// Everything but the texts.
    var content: RequestContent {
        get { RequestContent(base: base, url: url.text, tables: rowsOfTables) }
        set {
            base = newValue.base
            if !url.text.utf8.elementsEqual(newValue.url.utf8) { url = TextFieldState(text: newValue.url) }
            for (path, rows) in zip(Self.tables, newValue.tables) { self[keyPath: path].show(rows) }
        }
    }

    /// Records the last change for undo and compares the request with its file. Does not depend on the length of texts.
    mutating func noteChange() {
        validate()
        let now = snapshot
        history.record(now, steps: Self.steps(of: self), place: typingPlace)
        hasUnsavedChanges = isFileGone || now != savedSnapshot || hasUnreadDocument || hasUnreadRows
    }

    /// True if something was changed since the file was read or written. A deleted file does not count.
    var hasEdits: Bool { snapshot != savedSnapshot || hasUnreadDocument || hasUnreadRows }

    /// True if the lines typed for a table have not been converted to rows yet.
    private var hasUnreadRows: Bool { textualTable != nil && rowsText.version != rowsVersion }

    /// True if the Text tab contains text that is invalid or has not been parsed yet.
    private var hasUnreadDocument: Bool { documentProblem != nil || (tab == .text && document.version != documentVersion) }

    /// The text of the Text tab if the request does not contain it yet; else nil.
    var unreadDocument: String? { hasUnreadDocument ? document.text : nil }

    /// Records the draft that was written to the file as the saved state. Undo does not revert its name.
    mutating func markSaved(_ written: RequestDraft) {
        if let choice = versionChoice, !written.isIdentical(to: choice.chosen), draft.isIdentical(to: written) { versionChoice = nil }
        saved = written
        isFileGone = false
        diskChange = nil
        newName = nil
        rename(to: written.name)
        savedSnapshot = draft.isIdentical(to: written) && unsavableProblems.isEmpty ? snapshot : nil
        noteChange()
        reopenChoice()
    }

    /// Shows the change of the file again once the choice between the versions was undone, in the request or in the file: saving would overwrite it
    /// without a question.
    mutating func reopenChoice() {
        guard let choice = versionChoice, !saved.isIdentical(to: choice.mine), draft.isIdentical(to: choice.mine) else { return }
        versionChoice = nil
        diskChange = DiskChange(draft: saved)
        (saved, savedSnapshot) = (choice.base, nil)
        noteChange()
    }

    /// Takes the content of its file; undo restores the former one. The cursor and the tab stay.
    mutating func load(fromFile draft: RequestDraft) {
        // Without a new choice, as after the undo of an overwriting in the collections, the last one is still to be asked again.
        versionChoice =
            diskChange == nil
            ? versionChoice.map { VersionChoice(mine: $0.mine, base: $0.base, chosen: draft) }
            : VersionChoice(mine: self.draft, base: saved, chosen: draft)
        fill(draft)
        markSaved(draft)
        // Also if it is shown in another form than in the file.
        savedSnapshot = snapshot
        noteChange()
        RequestDocument.rewrite(&self)
    }

    /// Counts texts that were changed and changed back as saved. Compares them with the file's, which is too slow for each key.
    mutating func compareTextsWithSaved() {
        guard hasUnsavedChanges, !isFileGone, let savedSnapshot, case let now = snapshot, savedSnapshot != now,
            savedSnapshot.content == now.content,
            unsavableProblems.isEmpty, draft.isIdentical(to: saved)
        else { return }
        self.savedSnapshot = now
        noteChange()
    }

    /// Takes over the new name of the file; undo does not revert it.
    mutating func rename(to name: String) {
        base.name = name
        saved.name = name
        savedSnapshot?.content.base.name = name
        history.rename(to: name)
        noteChange()
    }

    /// Marks the file as deleted by another program.
    mutating func markFileDeleted() {
        isFileGone = true
        diskChange = nil
        noteChange()
    }

    /// Marks the file as existing again, with or without other content.
    mutating func markFileRestored() {
        isFileGone = false
        noteChange()
    }

    /// Becomes a request that was never saved, after its file was deleted.
    mutating func forgetFile() {
        folder = path.map(WorkspacePath.parent)
        path = nil
        diskChange = nil
        saved = RequestDraft()
        savedSnapshot = nil
        noteChange()
    }

    /// The number of undo steps of each text.
    static func steps(of request: RequestState) -> [RequestSection: Int] {
        Dictionary(
            uniqueKeysWithValues: RequestSection.draftTexts.compactMap { section in
                section.area.map { (section, request[keyPath: $0].stepNumber) }
            })
    }

    /// The place of typing: changes in one place are undone together. Nil if each change counts alone.
    private var typingPlace: RequestHistory.Place? {
        if part == .url { return isEditingText ? .url : nil }
        guard let section, let path = section.rows, self[keyPath: path].table.isEditing else { return nil }
        return .cell(section, row: self[keyPath: path].table.selected, column: self[keyPath: path].table.column)
    }
}
