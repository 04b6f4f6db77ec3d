import Screen
import ScreenTesting
import Testing

/// Frequent actions and expectations of a user.
extension PtyRobot {
    /// The longest wait for an expected screen; long, since machines that run tests are busy.
    static let patience = Duration.seconds(90)

    /// Waits until the screen shows `text`.
    @discardableResult
    func see(_ text: String) async throws -> RobotScreen { try await wait(for: text, timeout: Self.patience) }

    /// Waits until the screen does not show `text`.
    func seeNoMore(_ text: String) async throws {
        try await wait(until: "'\(text)' to go", timeout: Self.patience) { !$0.screen.text.contains(text) }
    }

    /// Waits until the screen shows all of `texts`.
    @discardableResult
    func see(all texts: [String]) async throws -> RobotScreen {
        try await wait(until: "\(texts)", timeout: Self.patience) { moment in texts.allSatisfy { moment.screen.text.contains($0) } }.screen
    }

    /// Waits until the pane whose title begins with `title` has the focus.
    func seeFocus(on title: String) async throws {
        try await wait(until: "the focus on '\(title)'", timeout: Self.patience) { $0.screen.hasFocus(on: title) }
    }

    /// Waits until the tab with this title is selected.
    func seeTab(_ title: String) async throws {
        try await wait(until: "the tab '\(title)'", timeout: Self.patience) { $0.screen.isSelected(tab: title) }
    }

    /// Waits until the title bar names an environment.
    func see(environment: String) async throws {
        try await wait(until: "the environment '\(environment)'", timeout: Self.patience) {
            let row = $0.screen.row(0)
            return [" ▾", " [v]"].contains { row.hasSuffix(" " + environment + $0) }
        }
    }

    /// Waits until the footer shows the layer and a key, then clicks on that key.
    func clickFooter(_ hint: String) async throws {
        try await wait(until: "the footer's '\(hint)'", timeout: Self.patience) {
            $0.screen.row($0.screen.size.height - 1).contains(hint)
        }
        let footer = screen.size.height - 1
        let column = screen.row(footer).firstRange(of: hint).map { TextWidth.columns(of: screen.row(footer)[..<$0.lowerBound]) }
        click(x: column ?? 0, y: footer)
    }

    /// Waits until the screen shows `text`, then clicks on its first cell.
    func click(on text: String, count: Int = 1) async throws {
        let place = try await see(text).position(of: text)
        click(x: place?.x ?? 0, y: place?.y ?? 0, count: count)
    }

    /// Moves the focus from the URL, which has it at the first start, to the tree.
    func goToTree() async throws {
        try await see(" EDIT ")
        press(Key(.escape))
        try await see(" NAV ")
        send("1")
    }

    /// Opens the first request of the collection from the tree, and waits until it is shown.
    func openRequest() async throws {
        try await see("▾ First")
        send("j\r")
        try await seeFocus(on: "2 Ask")
    }

    /// Chooses an environment of the request's collection by its name.
    func choose(environment: String) async throws {
        press(.control("e"))
        try await see("New environment…")
        send("\(environment)\r")
        try await see(environment: environment)
    }

    /// Quits by the key and expects the terminal in its original state.
    func quit(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        send("q")
        try await expectEnd(.exited(0), sourceLocation: sourceLocation)
    }

    /// Waits for the end and expects this status, with the terminal in its original state.
    func expectEnd(_ status: ProcessStatus, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let found = try await waitForEnd(timeout: Self.patience)
        #expect(found == status, "The screen:\n\(screen.asciiText)", sourceLocation: sourceLocation)
        #expect(leftovers == [], sourceLocation: sourceLocation)
    }
}

extension RobotScreen {
    /// True if the pane whose title begins with `title` has the focus: its title is bold.
    func hasFocus(on title: String) -> Bool {
        cells(of: "╭ " + title).contains { cell(x: $0.x + 2, y: $0.y).attributes.contains(.bold) }
    }

    /// True if the tab with this title is selected: it is underlined, or a rule below it is heavy.
    func isSelected(tab title: String) -> Bool {
        cells(of: title).contains { place in
            cell(x: place.x, y: place.y).attributes.contains(.underline)
                || place.y + 1 < size.height && cell(x: place.x, y: place.y + 1).text == "━"
        }
    }

    /// The first cell of a text in each row that has it.
    private func cells(of text: String) -> [Point] {
        (0..<size.height).flatMap { y in
            let row = row(y)
            return row.ranges(of: text).map { Point(x: TextWidth.columns(of: row[..<$0.lowerBound]), y: y) }
        }
    }
}
