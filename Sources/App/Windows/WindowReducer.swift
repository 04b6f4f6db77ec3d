import Screen
import Widgets
import Workspace

/// Changes the stack of windows; the top one gets the keys and the mouse.
enum WindowReducer<Sent: Sendable & Equatable> {
    typealias Result = Outcome<Sent, Never, WindowOutput>

    static func reduce(_ windows: inout [Window<Sent>], _ message: WindowMessage<Sent>, _ context: WindowContext) -> Result {
        switch message {
        case .close: return close(&windows)
        case .show(let window):
            windows.append(window)
            return []
        case .key(let key): return press(&windows, key, context)
        case .save: return change(&windows) { content in Self.tableWindow(&content) { $0.save() } }
        case .choose(let index): return change(&windows) { _ in [.close, .choose(.item(index))] }
        case .setChoice(let choice): return change(&windows) { content in Self.tableWindow(&content) { $0.choose(choice, context) } }
        case .saveIn(let folder):
            return change(&windows) { content in
                guard var prompt = content as? Prompt<Sent>, prompt.folder != nil else { return [] }
                prompt.folder = folder
                content = prompt
                return []
            }
        }
    }

    /// Passes a key to the window on top.
    static func press(_ windows: inout [Window<Sent>], _ key: Key, _ context: WindowContext) -> Result {
        change(&windows) { $0.press(key, context) }
    }

    /// Passes pasted text to the window on top.
    static func paste(_ windows: inout [Window<Sent>], _ text: String, _ context: WindowContext) -> Result {
        change(&windows) { $0.paste(text, context) }
    }

    /// Passes a mouse event to the window on top; a click beside it closes it.
    static func mouse(_ windows: inout [Window<Sent>], _ event: MouseEvent, _ context: WindowContext) -> Result {
        guard let content = windows.last?.content else { return [] }
        let layout = content.layout(context)
        let isInside = layout.frame.contains(event.position) || content.popup(layout, context)?.contains(event.position) == true
        if case .press(_, let count) = event.action, !isInside {
            // The second press of a double click must not close the window that the first one opened.
            return count > 1 || content.staysOpen ? [] : close(&windows)
        }
        return change(&windows) { $0.handle(event, layout, context) }
    }

    /// Closes the window on top without a choice.
    static func close(_ windows: inout [Window<Sent>]) -> Result { change(&windows) { $0.cancelled() } }

    /// Handles the key that cancels requests elsewhere.
    static func interrupt(_ windows: inout [Window<Sent>]) -> Result { change(&windows) { $0.interrupted() } }

    /// Changes the rows of the table window on top as one undo step.
    static func changeRows(
        _ windows: inout [Window<Sent>], _ context: WindowContext, _ rows: @escaping ([TableRow], TableRow?) -> [TableRow]
    ) -> Result {
        change(&windows) { content in
            tableWindow(&content) { tableWindow in
                tableWindow.changeRows(context, rows)
                return []
            }
        }
    }

    /// Closes the table window that was being saved, or shows why saving failed.
    /// - Returns: true if one was being saved.
    static func endSaving(_ windows: inout [Window<Sent>], problem: String?) -> Bool {
        var wasSaving = false
        for index in windows.indices.reversed() {
            guard var tableWindow = windows[index].content as? TableWindow, tableWindow.isSaving else { continue }
            (tableWindow.problem, tableWindow.isSaving) = (problem, false)
            windows[index] = .tableWindow(tableWindow)
            wasSaving = true
            if problem == nil { windows.remove(at: index) }
        }
        return wasSaving
    }

    /// Closes the prompt whose text was being tried, or shows why that failed.
    /// - Returns: true if there was one.
    static func endPrompt(_ windows: inout [Window<Sent>], problem: String?) -> Bool {
        for index in windows.indices.reversed() {
            guard var prompt = windows[index].content as? Prompt<Sent>, prompt.isWaiting else { continue }
            guard let problem else {
                windows.remove(at: index)
                return true
            }
            (prompt.problem, prompt.progress, prompt.isWaiting) = (problem, nil, false)
            windows[index] = .prompt(prompt)
            return true
        }
        return false
    }

    /// Shows how far the work is in the prompt whose text it uses.
    static func showProgress(_ windows: inout [Window<Sent>], _ text: String) {
        for index in windows.indices.reversed() {
            guard var prompt = windows[index].content as? Prompt<Sent>, prompt.isWaiting else { continue }
            prompt.progress = text
            windows[index] = .prompt(prompt)
            return
        }
    }

    /// Shows the names in a folder to the window in which a path is typed.
    static func showListing(_ windows: inout [Window<Sent>], _ listing: FolderListing) -> Result {
        change(&windows) { content in
            content.showListing(listing)
            return []
        }
    }

    // MARK: Steps

    private static func tableWindow(_ content: inout any WindowContent, _ change: (inout TableWindow) -> [WindowStep]) -> [WindowStep] {
        guard var tableWindow = content as? TableWindow else { return [] }
        defer { content = tableWindow }
        return change(&tableWindow)
    }

    private static func change(_ windows: inout [Window<Sent>], _ change: (inout any WindowContent) -> [WindowStep]) -> Result {
        guard var top = windows.last else { return [] }
        let steps = top.change(change)
        windows[windows.count - 1] = top
        return steps.reduce(into: Result()) { result, step in
            switch step {
            case .close: windows.removeLast()
            case .choose(let choice): result.steps += top.messages(for: choice).map { .next($0) }
            case .copy(let text, let name): result.steps.append(.copy(text, name: name))
            case .paste: result.steps.append(.paste)
            case .notify(let kind, let text, let topic): result += .notify(kind, text, about: topic)
            case .output(let output): result.steps.append(.output(output))
            }
        }
    }
}
