import Screen
import Widgets

/// Mouse handling of the request pane.
enum RequestMouse {
    static func reduce(_ state: inout RequestState, _ event: MouseEvent, _ context: RequestContext) -> RequestOutcome {
        if let effects = RequestCompletion.mouse(&state, context, event) { return effects }
        let layout = context.layout(of: state)
        let titles = RequestTab.titles(state, columns: layout.tabs.width)
        if let tab = TabStrip.chosen(by: event, titles, selected: state.tab, in: layout.tabs) {
            guard tab == state.tab, state.part == .content, case .press(.left, 1) = event.action, let pick = RequestTab.pick(tab) else {
                return [.next(.selectTab(tab))]
            }
            return [.next(.kind(pick))]
        }
        if let effects = tooLate(&state, context, event, layout) { return effects }
        if case .press(.left, let count) = event.action, let step = click(state, context, at: event.position, count: count, layout) {
            // Who clicks a button has left the field, unlike with its key: sending then shows the response.
            RequestEditing.finish(&state, context)
            return [step]
        }
        // A drag that began in a text or a table ends there, wherever the button is released.
        let isURLs = event.isPress ? layout.url.contains(event.position) : state.part == .url
        if isURLs {
            return overURL(&state, context, event, in: layout.urlText)
        }
        guard layout.content.contains(event.position) || !event.isPress else { return [] }
        // While something is edited, a click continues editing at the clicked place, also in another table.
        let wasEditing = state.isEditing
        let pressed = event.isPress ? layout.sections.first { $0.contains(event.position) } : nil
        if event.isPress { enter(&state, context, at: event.position, layout) }
        if let pressed, pressed.isCollapsed, !pressed.content.contains(event.position) { return [] }
        if let effects = overTable(&state, context, event, goesOn: wasEditing, pressed: pressed) {
            if case .press(.left, _) = event.action {
                RequestCompletion.beginChoosing(&state, context, at: event.position)
                RequestCompletion.offerAll(&state, context)
            } else if !wasEditing, state.isEditing {
                RequestCompletion.offerAll(&state, context)
            }
            return effects
        }
        return overText(&state, context, event)
    }

    /// Passes an event to the table with the cursor. A press is meant for the place before it put the cursor there; that of a collapsed
    /// section has only the line that adds a row.
    private static func overTable(
        _ state: inout RequestState, _ context: RequestContext, _ event: MouseEvent, goesOn: Bool, pressed: RequestLayout.Place?
    ) -> RequestOutcome? {
        RequestRows.handle(&state, context) { table, rows, shape, rect in
            let cells = pressed?.content ?? rect
            if pressed?.isCollapsed == true { table.select(row: rows.count, rows: rows, shape: shape, in: cells) }
            return table.handle(event, in: cells, rows: &rows, shape: shape, goesOn: goesOn)
        }
    }

    /// Puts the cursor into the section under a point.
    private static func enter(_ state: inout RequestState, _ context: RequestContext, at point: Point, _ layout: RequestLayout) {
        let index = layout.sections.firstIndex { $0.contains(point) } ?? state.sectionIndex
        if state.part == .url || index != state.sectionIndex { RequestEditing.finish(&state, context) }
        state.part = .content
        state.sectionIndex = index
    }

    private static func click(_ state: RequestState, _ context: RequestContext, at point: Point, count: Int, _ layout: RequestLayout)
        -> RequestOutcome.Step?
    {
        if layout.banner.contains(point) { return state.isFileGone ? .next(.file(.save)) : .output(.chooseVersion) }
        if layout.method.contains(point) { return .next(.kind(.pickMethod)) }
        if layout.kind.contains(point) { return RequestTab.pick(state.tab).map { .next(.kind($0)) } }
        if layout.send.contains(point) {
            guard context.isSending else { return .next(.send) }
            // The second press of a double click must not cancel the request that the first one sent.
            return count == 1 ? .output(.cancel) : nil
        }
        guard layout.content.contains(point), layout.sections.isEmpty else { return nil }
        return RequestTab.pick(state.tab).map { .next(.kind($0)) }
    }

    /// A click meant to cancel that meets the Send button, because the response arrived just before it.
    private static func tooLate(_ state: inout RequestState, _ context: RequestContext, _ event: MouseEvent, _ layout: RequestLayout)
        -> RequestOutcome?
    {
        guard case .press(.left, let count) = event.action, layout.send.contains(event.position), context.hasJustEnded,
            !context.isSending
        else { return nil }
        return count == 1 ? .notify(.warning, "The response had just arrived; not sent again") : []
    }

    private static func overURL(_ state: inout RequestState, _ context: RequestContext, _ event: MouseEvent, in rect: Rect)
        -> RequestOutcome
    {
        if event.isPress {
            RequestEditing.finish(&state, context)
            state.part = .url
            state.isEditingText = true
        }
        return state.url.handle(event, in: rect).map(RequestOutcome.init(clipboard:)) ?? []
    }

    private static func overText(_ state: inout RequestState, _ context: RequestContext, _ event: MouseEvent) -> RequestOutcome {
        guard let section = state.section, let path = section.area else { return [] }
        let rect = context.layout(of: state).rect(of: section)
        if event.isPress {
            state.isEditingText = true
            if !state[keyPath: path].isFindBar(at: event.position, in: rect) { state.leavesAfterFinding = false }
        }
        let outcome = state[keyPath: path].handle(event, in: rect)
        RequestEditing.leaveAfterFinding(&state, path)
        return outcome.map { RequestEditing.applyText(&state, context, $0) } ?? []
    }
}

extension MouseEvent {
    /// True if a button was pressed.
    var isPress: Bool { if case .press = action { true } else { false } }

    /// True if the wheel was turned.
    var isWheel: Bool { [.wheelUp, .wheelDown].contains(action) }
}

/// The first lines of the context menu in the request: actions on the row, field or text under the pointer.
enum RequestMenu {
    /// Actions that have keys only inside texts.
    static func own(_ state: RequestState, _ context: RequestContext) -> [Menu<RequestMessage>.Line] {
        guard let path = state.currentArea else { return [] }
        let keys = clipboardKeys(context.editorPreset)
        let reason = state[keyPath: path].selectedRange == nil ? "nothing is selected" : nil
        return [
            (MenuItem("Cut", keys: keys.cut, disabledReason: reason), .text(.copy(cuts: true))),
            (MenuItem("Copy", keys: keys.copy, disabledReason: reason), .text(.copy(cuts: false))),
            (MenuItem("Paste", keys: keys.paste), .text(.paste)),
        ]
    }

    /// The keys of each editor for its clipboard; empty if no key does exactly that.
    private static func clipboardKeys(_ preset: EditorPreset) -> (cut: String, copy: String, paste: String) {
        switch preset {
        case .standard: ("^X", "^C", "^V")
        case .vim: ("", "^C", "\"+p")
        case .emacs: ("^W", KeyNotation.show([.alt("w")]), "")
        }
    }

    /// The commands at the top of the menu: those for the row, field or text under the cursor, or else those for the whole request.
    static func first(_ state: RequestState, isOfContent: Bool) -> [String] {
        let kind: [String] =
            switch state.tab {
            case .body: ["request.bodyKind"]
            case .auth: ["request.authKind", "request.logOut"]
            default: []
            }
        guard isOfContent, state.part == .content, let section = state.section else {
            return whole + kind + [
                "request.defineVariable", "application.paste", "request.method", "request.preview", "request.copyAsCurl",
                "request.copyAsMaskedCurl",
            ]
        }
        return (section.area != nil ? texts : section.isForm ? fields : rows) + kind + ["request.defineVariable", "request.preview"]
    }

    private static let whole = ["request.send", "request.save", "request.rename", "tab.duplicate", "tab.close"]

    private static let texts = [
        "request.find", "request.replace", "request.replaceOne", "request.replaceAll", "request.format", "request.validate",
        "request.openEditor", "request.undo", "request.redo",
    ]

    /// The commands that the menu lists only if they can be used: those that need a text, a login or an undefined variable.
    static let hiddenIfDisabled = [
        "request.defineVariable",
        "request.find", "request.replace", "request.replaceOne", "request.replaceAll", "request.format", "request.validate",
        "request.findNext", "request.findPrevious", "request.logOut",
    ]

    private static let fields = ["request.edit", "request.toggleRow", "request.explain"]

    private static let rows = [
        "request.edit", "request.toggleRow", "request.addRow", "request.duplicateRow", "request.deleteRow", "request.moveRowUp",
        "request.moveRowDown", "request.editRowsAsText", "request.explain",
    ]
}
