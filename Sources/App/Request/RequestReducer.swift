import Engine
import Screen
import Widgets
import Workspace

/// Changes the request of a tab.
enum RequestReducer {
    static func reduce(_ state: inout RequestState, _ message: RequestMessage, _ context: RequestContext) -> RequestOutcome {
        let outcome = change(&state, message, context)
        RequestDocument.rewriteIfShown(&state)
        return outcome
    }

    private static func change(_ state: inout RequestState, _ message: RequestMessage, _ context: RequestContext) -> RequestOutcome {
        switch message {
        case .move(let motion): move(&state, context, motion)
        case .mouse(let event): return RequestMouse.reduce(&state, event, context)
        case .paste(let text): return RequestEditing.paste(&state, context, text)
        case .replaceContent(let draft):
            state.fill(draft)
            state.noteChange()
        case .editURL: return editURL(&state, context)
        case .edit: return edit(&state, context)
        case .selectTab(let tab): return show(tab, &state, context)
        case .showVariable(let name):
            return show(.variables, &state, context) { state in state.variables.rows.lastIndex { $0.isEnabled && $0[0] == name } ?? 0 }
        case .addVariable(let name): return add(variable: name, &state, context)
        case .define(let name): return RequestIssues.define(name, state, context)
        case .showVariables: return show(.variables, &state, context) { _ in nil }
        case .showOption(let name): return show(.options, &state, context) { _ in RequestOption.all.firstIndex { $0.name == name } }
        case .nextTab: select(&state, context, RequestTab.neighbour(by: 1, in: state))
        case .previousTab: select(&state, context, RequestTab.neighbour(by: -1, in: state))
        case .undo: return RequestEditing.undo(&state)
        case .undoChange(let number, _): if state.history.changeNumber == number { _ = state.undo() }
        case .redo: return RequestEditing.redo(&state)
        case .explain: return RequestExplaining.explain(state, context)
        case .showIssue: return RequestIssues.showNext(&state, context)
        case .kind(let message): return RequestKinds.reduce(&state, message, context)
        case .row(let message): return RequestRowCommands.reduce(&state, message, context)
        case .text(let message): return RequestTextCommands.reduce(&state, message, context)
        case .file(let message): return RequestFiles.reduce(&state, message, context)
        case .submit(let purpose): return submit(&state, context, for: purpose)
        case .wordsRead(let text, let files, let purpose): return PastedRequest.convert(&state, context, text, files: files, for: purpose)
        case .folderListed(let listing): RequestCompletion.store(&state, context, listing)
        case .queriesChecked(let problems): state.store(queryProblems: problems)
        case .runTests:
            RequestEditing.finish(&state, context)
            return runTests(&state, shows: true)
        case .addCapture(let capture): return add(&state, context, capture)
        case .addAssertion(let assertion): return add(&state, context, assertion)
        }
        return []
    }

    private static func show(_ tab: RequestTab, _ state: inout RequestState, _ context: RequestContext) -> RequestOutcome {
        select(&state, context, tab)
        return [.output(.focus)]
    }

    private static func add(variable name: String, _ state: inout RequestState, _ context: RequestContext) -> RequestOutcome {
        RequestEditing.finish(&state, context)
        state.variables.rows.append(TableRow([name]))
        let row = state.variables.rows.count - 1
        return show(.variables, &state, context) { _ in row }
            + RequestRows.change(&state, context) { table, rows, shape, rect in table.beginEditing(rows: &rows, shape: shape, in: rect) }
    }

    /// Shows a table of the request, with the cursor on the value of a row.
    private static func show(
        _ section: RequestSection, _ state: inout RequestState, _ context: RequestContext, row: (RequestState) -> Int?
    ) -> RequestOutcome {
        RequestEditing.finish(&state, context)
        state.reveal(section)
        guard let row = row(state) else { return [.output(.focus)] }
        return RequestRows.change(&state, context) { table, rows, shape, rect in
            table.select(row: row, column: 1, rows: rows, shape: shape, in: rect)
            return nil
        } + [.output(.focus)]
    }

    /// Adds a capture; it replaces the capture of the same variable.
    private static func add(_ state: inout RequestState, _ context: RequestContext, _ capture: Capture) -> RequestOutcome {
        RequestEditing.finish(&state, context)
        state.captures.rows.removeAll { $0[0] == capture.variable }
        state.captures.rows.append(TestRows.row(capture))
        let text = "Added a capture of {{\(capture.variable)}} to Tests"
        return added(text + "; it runs after each response", brief: text, to: &state, context)
    }

    /// Adds an assertion unless it exists.
    private static func add(_ state: inout RequestState, _ context: RequestContext, _ assertion: Assertion) -> RequestOutcome {
        RequestEditing.finish(&state, context)
        let row = TestRows.row(assertion)
        guard !state.assertions.rows.contains(row) else { return .notify(.warning, "This assertion already exists") }
        state.assertions.rows.append(row)
        return added("Added an assertion to Tests: \(row.cells.filter { !$0.isEmpty }.joined(separator: " "))", to: &state, context)
    }

    /// The questions that the last change left open: a conflict of text and tabs, queries that another process must check, the syntax of a long
    /// body, whether changed tests pass, and whether the reason for not sending is gone.
    static func openQuestions(_ state: inout RequestState, of tab: TabID) -> RequestOutcome {
        var outcome: RequestOutcome = []
        if let question = RequestDocument.nextQuestion(&state) { outcome += [.show(.confirm(question))] }
        if !state.queries.unasked.isEmpty, !state.isEditing {
            outcome += [.effect(.checkQueries(state.queries.removeUnasked()))]
        }
        if !state.isEditing, let check = state.nextCheck() { outcome += [.effect(.format(check, of: tab))] }
        if !state.isEditing, let old = state.testsRun, !zip(old, state.tests).allSatisfy({ $0.haveEqualText(as: $1) }) {
            let (captures, assertions) = testsToRun(&state)
            outcome += [.output(.rerunTests(captures, assertions))]
        }
        if state.isRefused, state.fieldProblems.isEmpty {
            state.isRefused = false
            outcome += [.dismissToasts(about: .sending)]
        }
        return outcome
    }

    // MARK: Using the request

    /// Applies the typed text and uses the request, unless it has known problems; editing continues. The preview also opens for a
    /// request that cannot be sent.
    static func submit(_ state: inout RequestState, _ context: RequestContext, for purpose: SendPurpose) -> RequestOutcome {
        RequestEditing.commitPendingEdits(&state)
        let dismissals: RequestOutcome =
            purpose == .send
            ? [.dismissToasts(about: .sending), .dismissToasts(about: .saving(state.path)), .dismissToasts(about: .draft)] : []
        if let outcome = PastedRequest.convertTyped(&state, context, for: purpose) { return dismissals + outcome }
        if purpose != .logOut, let outcome = askForURL(&state, context, for: purpose) { return dismissals + outcome }
        switch purpose {
        case .send, .copy, .code:
            let problems = state.fieldProblems
            state.isRefused = !problems.isEmpty
            if !problems.isEmpty { return dismissals + [.output(.refuse(problems, purpose))] }
            if purpose == .send { state.testsRun = state.tests }
        case .preview, .logOut: break
        }
        return dismissals + [.output(.use(purpose))]
    }

    /// Asks for the URL; nil if there is one. The URL may be in a text that is not valid.
    private static func askForURL(_ state: inout RequestState, _ context: RequestContext, for purpose: SendPurpose) -> RequestOutcome? {
        guard URLText.withoutQuery(state.url.text).trimmed.isEmpty else { return nil }
        if state.documentProblem != nil {
            return [.output(.refuse(state.fieldProblems, purpose))] + RequestIssues.showDocument(&state, context)
        }
        return .notify(.warning, "No URL yet: type one", about: .sending) + editURL(&state, context)
    }

    // MARK: Tests

    private static func runTests(_ state: inout RequestState, shows: Bool) -> RequestOutcome {
        let (captures, assertions) = testsToRun(&state)
        return [.output(.runTests(captures, assertions, shows: shows))]
    }

    private static func testsToRun(_ state: inout RequestState) -> ([Capture], [Assertion]) {
        state.testsRun = state.tests
        return (TestRows.captures(state.captures.rows), TestRows.assertions(state.assertions.rows))
    }

    private static func added(
        _ text: String, brief: String? = nil, to state: inout RequestState, _ context: RequestContext
    ) -> RequestOutcome {
        state.noteChange()
        let change = RequestMessage.undoChange(state.history.changeNumber, of: context.tab)
        let undo = Toast<RequestMessage>.Action(label: "undo", message: change)
        return runTests(&state, shows: false) + [.notify(Toast(kind: .done, text: text, brief: brief, action: undo))]
    }

    // MARK: The cursor

    private static func move(_ state: inout RequestState, _ context: RequestContext, _ motion: Motion) {
        if state.part == .url {
            if motion == .down, !state.sections.isEmpty {
                state.part = .content
                state.sectionIndex = 0
            }
            if motion == .pageDown { select(&state, context, RequestTab.neighbour(by: 1, in: state)) }
            return
        }
        if RequestRows.move(&state, context, motion) || RequestEditing.move(&state, context, motion) { return }
        leaveSection(&state, motion)
    }

    /// Moves to the section below or above, and from the first one to the URL.
    private static func leaveSection(_ state: inout RequestState, _ motion: Motion) {
        switch motion {
        case .up where state.sectionIndex > 0: state.sectionIndex -= 1
        case .up, .top: state.part = .url
        case .down where state.sectionIndex + 1 < state.sections.count: state.sectionIndex += 1
        default: break
        }
    }

    static func editURL(_ state: inout RequestState, _ context: RequestContext) -> RequestOutcome {
        RequestEditing.finish(&state, context)
        state.typeURL()
        state.url.selectAll()
        return [.output(.focus)]
    }

    static func edit(_ state: inout RequestState, _ context: RequestContext) -> RequestOutcome {
        if state.part == .url || state.currentArea != nil {
            state.isEditingText = true
        } else if state.currentRows != nil {
            let isPathParameter = RequestRowCommands.isPathParameter(state)
            let outcome = RequestRows.change(&state, context) {
                if isPathParameter { $0.select(row: $0.selected, column: 1, rows: $1, shape: $2, in: $3) }
                return $0.openCell(rows: &$1, shape: $2, in: $3)
            }
            RequestCompletion.offerAll(&state, context)
            return outcome
        } else {
            return RequestKinds.reduce(&state, state.tab == .auth ? .pickAuth : .pickBody, context)
        }
        return []
    }

    static func select(_ state: inout RequestState, _ context: RequestContext, _ tab: RequestTab) {
        RequestEditing.finish(&state, context)
        state.tab = tab
        state.part = .content
        state.sectionIndex = 0
        if tab == .text { RequestDocument.show(&state) }
    }
}
