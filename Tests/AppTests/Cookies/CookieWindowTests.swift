import Foundation
import HTTP
import HTTPTesting
import Screen
import Testing
import Widgets
import Workspace

@testable import App

@Suite struct CookieWindowTests {
    private static let id = StoredCookie(
        name: "id", value: "42", domain: "shop.example", expires: Date(timeIntervalSince1970: 1_893_456_000), isSecure: true,
        isHTTPOnly: true, sameSite: .lax, creation: Date(timeIntervalSince1970: 5))
    private static let theme = StoredCookie(
        name: "theme", value: "dark", domain: "shop.example", path: "/a", isHostOnly: false, creation: Date(timeIntervalSince1970: 6))
    private static let other = StoredCookie(name: "x", value: "y", domain: "one.example", creation: Date(timeIntervalSince1970: 7))
    private static let all = [id, theme, other]

    private func store(size: Size = Size(width: 120, height: 40)) -> TestStore {
        var store = TestStore.withTree(size: size)
        let jars = [CookieJarContent(name: "local", cookies: Self.all), CookieJarContent(name: "", cookies: [])]
        store.send(.cookies(.read(jars, at: Date(timeIntervalSince1970: 1_700_000_000))))
        store.effects = []
        return store
    }

    /// The change that saving requests.
    private func saved(_ store: inout TestStore) -> CookieChange? {
        guard case .cookies(.apply(let changes))? = store.press(.control("s")).first, let change = changes.first else { return nil }
        return CookieChange(from: change.old, to: change.new)
    }

    @Test func readsTheJarsOfAllEnvironments() {
        var store = TestStore.withTree()
        #expect(store.press(.character("g"), .character("c")) == [.cookies(.read(["local", "swapi", ""]))])
    }

    @Test func showsTheCookiesOfTheJar() {
        let canvas = store().canvas
        for text in [
            "Cookie jar", "local 3", "no environment", "shop.example", "2030-01-01 00:00:00", "session", "Secure HttpOnly",
        ] { #expect(canvas.contains(text), "\(text)") }
    }

    @Test(arguments: [Size(width: 80, height: 24), Size(width: 120, height: 36)])
    func `the row that adds a cookie is not cut`(size: Size) {
        let canvas = store(size: size).canvas
        #expect(canvas.contains("+  Add ") && !canvas.contains("+  Add a c"))
    }

    @Test func savesOnlyTheEditedCookies() {
        var store = store()
        // By domain, path and name: x, id, theme.
        store.press(.character("j"), .character("l"), .character("l"), .character("l"), .character("e"), .control("u"))
        store.type("new value")
        store.press(Key(.escape))
        #expect(store.canvas.contains("unsaved ●"))
        var expected = Self.id
        expected.value = "new value"
        #expect(saved(&store) == CookieChange(from: [Self.id], to: [expected]))
        store.send(.cookies(.applied([])))
        #expect(store.state.windows.isEmpty)
        #expect(store.state.toasts.last?.kind == .done)
    }

    @Test func addsACookieWithDefaultAttributes() {
        var store = store()
        store.press(.character("a"))
        store.type("new.example")
        store.press(Key(.tab), Key(.tab))
        store.type("n")
        store.press(Key(.escape))
        let new = StoredCookie(name: "n", value: "", domain: "new.example", isHostOnly: false, creation: .distantPast)
        #expect(saved(&store) == CookieChange(from: [], to: [new]))
    }

    @Test(arguments: [
        (0, "Shop.example", "not a host name"), (0, "", "needs a domain"), (0, "shop.example;", "not a host name"),
        (1, "a", "must begin with /"),
        (2, "", "needs a name"),
        (2, "a;b", "contains a control character, “=” or “;”"), (3, "a;b", "contains a control character or “;”"),
        (4, "soon", "is not a time"),
        (4, "2020-01-01", "the cookie would expire immediately"),
        (5, "Secure Sicher", "Unknown attribute “Sicher”"), (5, "SameSite=None", "needs Secure"),
        (5, "SameSite=Any", "Strict, Lax or None"),
    ])
    func keepsInvalidTextAndShowsTheReason(column: Int, text: String, reason: String) {
        var store = store(size: Size(width: 200, height: 40))
        store.press(.character("j"))
        for _ in 0..<column { store.press(.character("l")) }
        store.press(.character("e"), .control("u"))
        store.type(text)
        store.press(Key(.escape))
        guard let tableWindow = store.state.windows.last?.content as? TableWindow else { return #expect(Bool(false)) }
        #expect(tableWindow.page.rows[1][column] == text)
        #expect(tableWindow.page.rows[1].problem?.contains(reason) == true)
        #expect(store.canvas.contains("✗"))
        #expect(store.press(.control("s")).isEmpty)
        #expect(store.canvas.contains("unsaved ●"))
        store.press(.character("u"))
        #expect(!store.canvas.contains("✗"))
    }

    @Test func refusesDuplicateCookies() {
        var store = store()
        store.press(.character("D"))
        #expect(store.press(.control("s")).isEmpty)
        #expect(store.canvas.contains("has this name, domain and path"))
    }

    @Test func deletesOneAllOfADomainAndAllWithUndo() {
        var store = store()
        store.press(.character("d"))
        #expect(saved(&store) == CookieChange(from: [Self.other], to: []))
        store.send(.workspace(.changeFailed("The disk is full.")))
        store.press(.character("u"), .character("j"), .character("x"))
        #expect(!store.canvas.contains("shop.example"))
        #expect(saved(&store) == CookieChange(from: [Self.id, Self.theme], to: []))
        store.send(.workspace(.changeFailed("The disk is full.")))
        store.press(.character("u"), .character("X"))
        #expect(store.canvas.contains("Delete all cookies in “local”?"))
        store.press(.character("d"))
        #expect(!store.canvas.contains("one.example"))
        store.press(.character("u"))
        #expect(store.canvas.contains("one.example"))
        #expect(store.canvas.contains("shop.example"))
        #expect(!store.canvas.contains("unsaved ●"))
    }

    @Test func toastUndoRevertsSavedChanges() {
        var store = TestStore.withTree()
        let change = CookieJarChange(jar: "local", old: [Self.id], new: [])
        store.send(.cookies(.applied([change])))
        #expect(store.click("[undo]") == [.cookies(.apply([CookieJarChange(jar: "local", old: [], new: [Self.id])]))])
    }

    @Test func filterNarrowsTheRowsWhileTyping() {
        var store = store()
        store.press(.character("/"))
        #expect(store.state.layer == .edit)
        store.type("DARK")
        #expect(store.canvas.contains("1 of 3"))
        #expect(!store.canvas.contains("one.example"))
        store.press(Key(.enter), .character("l"), .character("l"), .character("l"), .character("e"), .control("u"))
        store.type("light")
        store.press(Key(.escape))
        // What no longer matches stays until the filter changes.
        #expect(store.canvas.contains("light"))
        var expected = Self.theme
        expected.value = "light"
        store.press(.character("D"), .character("d"), Key(.escape))
        #expect(store.canvas.contains("one.example"))
        #expect(saved(&store) == CookieChange(from: [Self.theme], to: [expected]))
    }

    @Test func aClickIntoTheFilterTypesThere() {
        var store = store()
        store.press(.character("/"))
        store.type("theme")
        store.press(Key(.enter))
        store.click("/ the")
        #expect(store.state.layer == .nav)
        guard let place = store.canvas.position(of: "/ theme") else { return #expect(Bool(false), "no filter") }
        store.mouse(.press(.left, count: 1), at: Point(x: place.x + 4, y: place.y))
        store.type("x")
        guard let tableWindow = store.state.windows.last?.content as? TableWindow else { return #expect(Bool(false)) }
        #expect(tableWindow.page.filter.field?.text == "thxeme")
    }

    @Test func deletesTheVisibleRowWhileFiltered() {
        var store = store()
        store.press(.character("/"))
        store.type("theme")
        store.press(Key(.enter), .character("d"))
        #expect(store.canvas.contains("0 of 2"))
        #expect(saved(&store) == CookieChange(from: [Self.theme], to: []))
    }

    @Test func columnsThatDoNotFitAreScrolledToTheCursor() {
        var store = store(size: Size(width: 40, height: 12))
        #expect(store.canvas.contains("Domain"))
        #expect(!store.canvas.contains("Attributes"))
        for _ in 0..<5 { store.press(.character("l")) }
        #expect(store.canvas.contains("Attributes"))
        #expect(!store.canvas.contains("Domain"))
    }

    @Test func cookiesTabOpensTheJar() {
        var store = TestStore.withTree()
        store.start("one")
        store.answer("one", headers: ["Set-Cookie": "a=b"])
        store.send(.application(.focus(.response)))
        store.send(.response(.selectTab(.cookies)))
        #expect(store.click("Open cookie jar: gc", count: 2) == [.cookies(.read(["local", "swapi", ""]))])
    }

    @Test(arguments: [
        ("2030-01-01", 1_893_456_000.0), ("2030-01-01 00:00", 1_893_456_000), ("2030-01-01 00:00:05 UTC", 1_893_456_005),
        ("2030-01-01T00:00:05Z", 1_893_456_005), ("Tue, 01 Jan 2030 00:00:05 GMT", 1_893_456_005),
    ])
    func readsTimesInManyForms(text: String, seconds: Double) throws {
        var row = CookieRows.row(Self.id)
        row[4] = text
        #expect(try CookieRows.cookie(row, now: .distantPast).expires == Date(timeIntervalSince1970: seconds))
    }

    @Test func editedCookiesAreSentWithTheNextRequest() async throws {
        let jar = CookieJar(clock: ManualClock().clock)
        let (messages, continuation) = AsyncStream<CookieMessage>.makeStream()
        let effects = CookieEffects(jars: jar, now: { .distantPast }) { continuation.yield($0) }
        await effects.run(.apply([CookieJarChange(jar: "", old: [], new: [Self.id])]))
        await effects.run(.read([""]))
        await effects.run(.apply([CookieJarChange(jar: "", old: [], new: [StoredCookie(name: "", value: "", domain: "", creation: .now)])]))
        continuation.finish()
        var seen: [CookieMessage] = []
        for await message in messages { seen.append(message) }
        #expect(seen.count == 3)
        #expect(seen[1] == .read([CookieJarContent(name: "", cookies: [Self.id])], at: .distantPast))
        guard case .failed = seen[2] else { return #expect(Bool(false), "\(seen[2])") }
        let mock = MockLoader().then(200)
        _ = try await (jar --> mock).load(HTTPRequest(url: "https://shop.example/"))
        #expect(mock.requests.last?.headers["Cookie"] == "id=42")
    }

    @Test func `a renamed environment keeps its cookies, and a new one of its old name has none`() async {
        let jar = CookieJar(clock: ManualClock().clock)
        let effects = CookieEffects(jars: jar, now: { .distantPast }) { _ in }
        for name in ["a", "b"] { jar.change(name) { $0.put(Self.id) } }
        await effects.run(.move(from: "a", to: "c"))
        await effects.run(.move(from: nil, to: "b"))
        // One file on a disk that does not distinguish capitals.
        await effects.run(.move(from: "c", to: "C"))
        #expect(jar.cookies(in: "C") == [Self.id])
        #expect([jar.cookies(in: "a"), jar.cookies(in: "b"), jar.cookies(in: "c")] == [[], [], [Self.id]])
    }
}
