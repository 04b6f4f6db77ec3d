import Screen
import Testing
import Widgets
import Workspace

@testable import App

@Suite struct CommandTableTests {
    @Test func idsAreUnique() {
        let ids = CommandTable.all.map(\.id)
        #expect(Set(ids).count == ids.count)
    }

    @Test(arguments: CommandScope.allCases)
    func noTwoCommandsShareAKeyInAScope(scope: CommandScope) {
        var owners: [[Key]: String] = [:]
        for command in CommandTable.all where command.scope == scope {
            for keys in command.keys {
                #expect(owners[keys] == nil, "\(KeyNotation.write(keys)) starts \(command.id) and \(owners[keys] ?? "")")
                owners[keys] = command.id
            }
        }
    }

    @Test(arguments: CommandScope.allCases)
    func noKeySequenceIsAPrefixOfAnother(scope: CommandScope) {
        let sequences = CommandTable.all.filter { $0.scope == scope }.flatMap(\.keys)
        for short in sequences {
            let hidden = sequences.filter { $0.count > short.count && $0.starts(with: short) }
            #expect(hidden.isEmpty, "\(KeyNotation.write(short)) hides \(hidden.map(KeyNotation.write))")
        }
    }

    @Test func aSequenceMeansTheSameInEveryPane() {
        var owners: [[Key]: String] = [:]
        for command in CommandTable.all {
            for keys in command.keys where keys.count > 1 && command.scope == .nav { owners[keys] = command.id }
        }
        for command in CommandTable.all where command.scope != .nav {
            for keys in command.keys {
                let other = owners[keys]
                #expect(other == nil, "\(KeyNotation.write(keys)) starts \(command.id) in one pane, \(other ?? "") in the others")
            }
        }
    }

    @Test func globalCommandsUseNoPlainLetters() {
        for command in CommandTable.all where command.scope == .everywhere {
            for key in command.keys.joined() {
                if case .character = key.code { #expect(!key.modifiers.isEmpty, "\(command.id) would take a letter from text") }
            }
        }
    }

    @Test func avoidsKeysThatTerminalsOrMultiplexersIntercept() {
        let forbidden = ["a", "b", "m", "i", "j", "h", "["].map { Key(.character(Character($0)), .control) }
        for command in CommandTable.all {
            for key in command.keys.joined() { #expect(!forbidden.contains(key), "\(command.id) uses \(KeyNotation.show([key]))") }
        }
    }

    @Test func everyCommandIsReachable() {
        for command in CommandTable.all { #expect(CommandTable.command(command.id)?.title == command.title) }
    }
}

/// Titles are short and say one thing; the palette finds commands by other words too.
@Suite struct CommandTitleTests {
    @Test(arguments: CommandTable.all.map { ($0.id, $0.title) })
    func `a title is short and names one action`(id: String, title: String) {
        #expect(title.count <= 32, "\(id)")
        #expect(!title.contains(", or") && !title.contains("or not"), "\(id)")
    }

    private func found(_ words: String) -> [String] {
        var palette = Picker<Message>.palette(TestStore.withTree().state)
        palette.filter(by: words)
        return palette.matches.map { palette.items[$0].title }
    }

    /// Words that people type first, with the command that they mean: it is among the first three.
    @Test(arguments: [
        ("prefer", "settings.show"), ("shortcuts", "application.help"), ("exit", "application.quit"), ("beautify", "request.format"),
        ("prettify", "request.format"), ("lint", "request.validate"), ("execute", "request.send"), ("dry run", "request.preview"),
        ("switch environment", "environment.pick"), ("cookies", "cookies.show"), ("star", "tree.favorite"),
        ("request.send", "request.send"), ("jq", "response.query"), ("download", "response.save"),
        ("bearer", "request.authKind"), ("dark mode", "theme.pick"), ("clone", "tree.duplicate"), ("ssl", "request.tab.options"),
        ("login", "request.authKind"), ("logout", "request.logOut"),
        ("export code", "request.copyAs"), ("generate code", "request.copyAs"), ("python", "request.copyAs"),
        ("run collection", "tree.run"), ("runner", "tree.run"), ("split", "layout.toggle"), ("fullscreen", "pane.zoom"),
        ("clear history", "history.markAll"), ("upload file", "request.bodyKind"), ("form data", "request.bodyKind"),
        ("graphql", "request.bodyKind"), ("import postman", "transfer.import"), ("paste curl", "transfer.importClipboard"),
        ("globals", "environment.workspace"), ("vim", "settings.show"), ("console", "notifications.show"), ("save", "request.save"),
        ("hex", "response.nextView"), ("word wrap", "response.wrap"), ("pre-request script", "request.tab.scripts"),
        ("follow redirects", "request.tab.options"), ("add test", "request.add.assertions"), ("rate limit", "loader.pace"),
        ("change pace", "loader.pace"), ("recent queries", "response.pickQuery"),
        ("copy response", "response.copyBody"), ("user agent", "request.tab.headers"),
        ("import collection", "transfer.import"), ("import postman collection", "transfer.import"),
        ("rename collection", "tree.rename"), ("delete collection", "tree.delete"), ("move request", "tree.moveTo"),
        ("save a copy", "tree.duplicate"), ("save as", "request.save"), ("run with data", "tree.run"), ("iterations", "tree.run"),
        ("csv", "tree.run"), ("data file", "tree.run"), ("form-data", "request.bodyKind"), ("form_data", "request.bodyKind"),
        ("x-www-form-urlencoded", "request.bodyKind"), ("authorization", "request.authKind"), ("ntlm", "request.authKind"),
        ("client credentials", "request.authKind"), ("access token", "request.authKind"), ("manage environments", "environment.edit"),
        ("cookie manager", "cookies.show"), ("split view", "layout.toggle"), ("response time", "response.tab.timing"),
        ("clear history", "history.delete"), ("stop", "application.cancel"), ("clear cookies", "cookies.show"),
        ("color scheme", "theme.pick"), ("colour scheme", "theme.pick"), ("path variables", "request.tab.params"),
        ("drafts", "request.discardAll"), ("merge", "request.save"), ("mouse", "settings.show"), ("about", "application.help"),
        ("new schema", "request.add.assertions"),
    ])
    func `the palette finds commands by synonyms and ids`(words: String, id: String) {
        let found = found(words).prefix(3)
        #expect(found.contains(CommandTable.command(id)?.title ?? ""), "\(found)")
    }

    @Test(arguments: [
        ("secret", "environment.edit"), ("cookie", "cookies.show"), ("export", "transfer.export"), ("tab", "tab.next"),
        ("quit", "application.quit"),
    ])
    func `a specific word finds its command first`(word: String, id: String) {
        #expect(found(word).first == CommandTable.command(id)?.title)
    }

    /// Every command of the palette is found by its title and its synonyms: three of them at least bring it among the first five rows, and
    /// the others, which many commands share, bring it into the list.
    @Test(
        arguments: CommandTable.all.filter { command in
            command.group != .move && command.group != .window && command.alias == nil && command.id != "application.palette"
        }.map(\.id))
    func `at least three words find each command`(id: String) throws {
        let command = try #require(CommandTable.command(id))
        let words = [command.title] + command.synonyms
        let leading = words.filter { found($0).prefix(5).contains(command.title) }
        #expect(Set(leading).count >= 3, "only \(leading) of \(words)")
        for word in words { #expect(found(word).prefix(24).contains(command.title), "\(word): \(found(word).prefix(24))") }
    }

    @Test(arguments: [
        ("proxy", "proxy"), ("certificates", "tls.verify"), ("redirects", "redirects.follow"), ("tls.minimum", "tls.minimum"),
        ("insecure", "tls.verify"), ("disable ssl", "tls.verify"), ("ignore certificate", "tls.verify"), ("http/2", "httpVersion"),
        ("http2", "httpVersion"),
    ])
    func `the palette finds options and moves to them`(words: String, name: String) throws {
        var store = TestStore.withTree()
        let option = try #require(RequestOption.all.first { $0.name == name })
        #expect(found(words).contains(option.label))
        store.send(.request(.showOption(name)))
        #expect(store.state.focus == .request && store.state.request.tab == .options)
        #expect(store.state.request.options.rows[store.state.request.options.table.selected][0] == option.label)
    }

    @Test(arguments: ["match the terminal", "terminal theme", "automatic theme", "default theme", "reset theme"])
    func `the palette finds the theme that matches the terminal`(words: String) throws {
        var store = TestStore.withTree()
        var palette = Picker<Message>.palette(store.state)
        palette.filter(by: words)
        let message = Message.application(.theme(.use(nil)))
        #expect(palette.matches.prefix(3).contains { palette.items[$0].message == message }, "\(found(words).prefix(3))")
        store.state.followsBackground = false
        store.send(message)
        #expect(store.state.followsBackground)
    }

    @Test func `scattered letters come after beginnings of words, and unknown words match nothing`() {
        #expect(found("nwreq").contains("New request"))
        #expect(found("websocket").isEmpty)
    }

    @Test func `commands with the same title name their panes`() {
        let palette = Picker<Message>.palette(TestStore.withTree().state)
        let copies = palette.items.filter { $0.title == "Copy as curl" }
        #expect(copies.count == 3 && Set(copies.map { $0.disabledReason ?? $0.detail }).count == 3)
    }
}
