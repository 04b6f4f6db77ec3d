import Screen
import Testing

@testable import App

@Suite struct JumpTests {
    @Test func aJumpLetterOpensARowOfTheTree() {
        var store = TestStore.withTree()
        store.press(.control("o"))
        guard let jump = store.state.windows.last?.content as? JumpWindow,
            let row = store.canvas.lines.firstIndex(where: { $0.contains("Planets") }),
            let target = jump.targets.first(where: { $0.point.y == row })
        else { return #expect(Bool(false), "there is no letter on the row") }
        let effects = target.label.flatMap { store.press(.character($0)) }
        #expect(effects == [.workspace(.readRequest(path: "collections/star-wars/planets.request.json"))])
    }

    @Test(arguments: [Size(width: 40, height: 12), Size(width: 80, height: 24), Size(width: 200, height: 60)])
    func everyJumpTargetHasAUniqueVisibleLetter(size: Size) {
        var store = TestStore.withTree(size: size)
        store.send(.application(.show(.jump)))
        guard let jump = store.state.windows.last?.content as? JumpWindow else { return #expect(Bool(false), "nothing is shown") }
        #expect(Set(jump.targets.map(\.label)).count == jump.targets.count)
        #expect(jump.targets.allSatisfy { Rect(size).contains($0.point) })
        #expect(jump.targets.count > 6)
    }

    @Test func opensFromTheMenuAndLettersCanBeClicked() throws {
        var store = TestStore.withTree()
        store.click("apus ▾")
        store.click("Jump to place")
        guard let jump = store.state.windows.last?.content as? JumpWindow else { return #expect(Bool(false), "nothing is shown") }
        let row = try #require(store.canvas.lines.firstIndex { $0.contains("Planets") })
        let target = try #require(jump.targets.first { $0.point.y == row })
        let effects = store.mouse(.press(.left, count: 1), at: target.point)
        #expect(effects == [.workspace(.readRequest(path: "collections/star-wars/planets.request.json"))])
        #expect(store.state.windows.isEmpty)
    }

    @Test func responseContentHasNoJumpTargets() {
        var store = TestStore.withTree()
        let content = ResponseReducer.contentArea(store.state.response, store.state.responseContext)
        store.send(.application(.show(.jump)))
        guard let jump = store.state.windows.last?.content as? JumpWindow else { return #expect(Bool(false), "nothing is shown") }
        #expect(jump.targets.allSatisfy { !content.contains($0.point) })
    }

    @Test(arguments: [Size(width: 80, height: 24), Size(width: 120, height: 40), Size(width: 200, height: 60)], [false, true])
    func `the menus on the title bar and on the frame of the response have letters`(size: Size, usesASCII: Bool) throws {
        for text in ["apus", "pretty"] {
            var store = TestStore.withResponse("[1]", type: "application/json", size: size)
            store.state.usesASCII = usesASCII
            store.send(.application(.focus(.response)))
            let place = try #require(store.canvas.position(of: " \(text) \(DropDown.sign(usesASCII: usesASCII)) "))
            store.send(.application(.show(.jump)))
            guard let jump = store.state.windows.last?.content as? JumpWindow,
                let target = jump.targets.first(where: { $0.rect.contains(place) })
            else {
                return #expect(Bool(false), "there is no letter on “\(text)”")
            }
            for letter in target.label { store.press(.character(letter)) }
            guard store.state.windows.last?.content is Menu<Message> else { return #expect(Bool(false), "“\(text)” opens no menu") }
        }
    }

    @Test func escapeCloses() {
        var store = TestStore.withTree()
        store.press(.control("o"), Key(.escape))
        #expect(store.state.windows.isEmpty)
    }

    @Test func clickingATargetJumpsToIt() {
        var store = TestStore.opened()
        store.send(.application(.show(.jump)))
        store.click("Headers")
        #expect(store.state.windows.isEmpty && store.state.request.tab == .headers)
        store.send(.application(.show(.jump)))
        let effects = store.click("Planets")
        #expect(effects.contains(.workspace(.readRequest(path: "collections/star-wars/planets.request.json"))))
    }

    @Test func theLettersCoverNoOthers() {
        var store = TestStore.opened()
        store.send(.application(.show(.jump)))
        let lines = store.canvas.lines
        for text in ["Planets", "Params", "Headers", "Body", "Cookies", "Send"] {
            #expect(lines.contains { $0.contains(text) }, "\(text)")
        }
    }

    @Test func theRowsOfATableHaveLetters() throws {
        var store = TestStore.opened()
        store.click("Params")
        store.send(.application(.show(.jump)))
        guard let jump = store.state.windows.last?.content as? JumpWindow else { return #expect(Bool(false), "nothing is shown") }
        let (names, adding) = (
            try #require(store.canvas.lines.firstIndex { $0.contains("Name  ") }),
            try #require(store.canvas.lines.firstIndex { $0.contains("Add a parameter") })
        )
        #expect(jump.targets.contains { $0.point.y == adding })
        #expect(!jump.targets.contains { $0.point.y == names && store.state.requestLayout.content.contains($0.point) })
    }

    @Test func `the letters cover no check boxes`() {
        var store = TestStore.opened()
        store.click("Headers")
        let boxes = store.canvas.lines.indices.filter { store.canvas.lines[$0].contains("[x] ") }
        store.send(.application(.show(.jump)))
        #expect(!boxes.isEmpty && boxes.allSatisfy { store.canvas.lines[$0].contains("[x] ") })
    }

    @Test func `a change of the terminal's size closes it`() {
        var store = TestStore.opened()
        store.send(.application(.show(.jump)))
        store.send(.input(.resized(Size(width: 60, height: 20))))
        #expect(store.state.windows.isEmpty)
    }
}
