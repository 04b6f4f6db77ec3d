import Screen
import Testing
import Widgets

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
    func noSequenceHidesALongerOne(scope: CommandScope) {
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

    @Test func whatWorksEverywhereIsNoLetter() {
        for command in CommandTable.all where command.scope == .everywhere {
            for key in command.keys.joined() {
                if case .character = key.code { #expect(!key.modifiers.isEmpty, "\(command.id) would take a letter from text") }
            }
        }
    }

    @Test func neverUsesKeysThatTerminalsOrMultiplexersTake() {
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

    /// Words that people type first, with the command that they mean.
    @Test(arguments: [
        ("prefer", "settings.show"), ("shortcuts", "application.help"), ("exit", "application.quit"), ("beautify", "request.format"),
        ("lint", "request.validate"),
        ("execute", "request.send"), ("dry run", "request.preview"), ("switch environment", "environment.pick"),
        ("cookies", "cookies.show"), ("star", "tree.favorite"),
        ("request.send", "request.send"), ("pretty", "response.nextForm"), ("jq", "response.query"), ("download", "response.save"),
        ("bearer", "request.authKind"),
    ])
    func `the palette finds commands by synonyms and ids`(words: String, id: String) {
        var palette = Picker<Message>.palette(TestStore.withTree().state)
        palette.field = TextFieldState(text: words)
        palette.filter()
        let found = palette.matches.map { palette.items[$0].title }
        #expect(found.contains(CommandTable.command(id)?.title ?? ""), "\(found)")
    }
}
