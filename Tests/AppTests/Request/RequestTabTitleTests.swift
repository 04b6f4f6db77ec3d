import JSON
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// The strip of the request's tabs.
@Suite struct RequestTabTitleTests {
    private static var full: RequestDraft {
        var draft = Sample.draft
        draft.headers = (1...12).map { Row("X-\($0)", "1") }
        draft.auth.kind = .oauth2
        draft.assertions = [Assertion(subject: "status", value: 200)]
        draft.captures = [Capture(variable: "token", query: ".token")]
        draft.docs = "Words"
        draft.scripts = Scripts(before: "a", after: "b")
        draft.variables = [Row("a", "b")]
        return draft
    }

    private func shown(_ draft: RequestDraft, _ size: Size) -> TestStore {
        var store = TestStore.withTree(size: size)
        store.send(.workspace(.requestRead(path: Sample.draftPath, draft)))
        return store
    }

    @Test(arguments: RequestTab.allCases, [Size(width: 80, height: 24), Size(width: 200, height: 60)])
    func `all tabs are seen, whichever is chosen`(tab: RequestTab, size: Size) {
        var store = shown(Self.full, size)
        store.send(.request(.selectTab(tab)))
        let strip = store.canvas.lines[store.state.requestLayout.tabs.minY]
        for other in RequestTab.allCases { #expect(strip.lowercased().contains(other.rawValue), "\(strip)") }
        let place = RequestView.tabs(of: store.state.request, in: store.state.requestLayout.tabs)
        for (other, cells) in place where other != tab {
            store.mouse(.press(.left, count: 1), at: Point(x: cells.minX + 1, y: cells.minY))
            #expect(store.state.request.tab == other)
            store.send(.request(.selectTab(tab)))
        }
    }

    @Test func `the tab of scripts is shown with scripts, or while it is selected`() {
        var store = shown(Sample.draft, Size(width: 120, height: 36))
        let without = RequestTab.allCases.filter { $0 != .scripts }
        for (key, tabs) in [(Key.character("]"), without), (.character("["), without.reversed())] {
            store.send(.request(.selectTab(tabs[0])))
            for tab in tabs {
                #expect(store.state.request.tab == tab && !store.canvas.contains("Scripts"))
                store.press(key)
            }
        }
        store.send(.request(.selectTab(.scripts)))
        #expect(store.canvas.contains("Scripts"))
        #expect(shown(Self.full, Size(width: 120, height: 36)).canvas.contains("Scripts"))
    }

    @Test func `tags alone mark the tab of the docs`() {
        var draft = Sample.draft
        for (tags, isMarked) in [([String](), false), (["auth"], true)] {
            draft.tags = tags
            #expect(shown(draft, Size(width: 120, height: 36)).canvas.contains("Docs ●") == isMarked)
        }
    }

    @Test func `signs are complete if there is room, and shorter otherwise`() {
        var draft = Sample.draft
        draft.assertions = [Assertion(subject: "status", value: 200)]
        draft.captures = [Capture(variable: "token", query: ".token")]
        #expect(shown(draft, Size(width: 140, height: 40)).canvas.contains("Tests 1 + 1 capture"))
        draft.auth.kind = .bearer
        let small = shown(draft, Size(width: 80, height: 24)).canvas
        // Words give way to signs before two spaces between tabs do.
        #expect(small.contains("Body JSON  Auth Bearer  Options  Tests 2  Docs  Text"), "\(small)")
    }
}
