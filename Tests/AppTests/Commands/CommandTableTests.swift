import Screen
import Testing

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
