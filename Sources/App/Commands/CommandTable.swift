/// All commands, in the order of the help.
public enum CommandTable {
    /// Every command of the program.
    public static let all: [Command] =
        ApplicationCommands.all + MotionCommands.all + TabCommands.all + EnvironmentCommands.all + TreeCommands.all + RequestCommands.all
        + ResponseCommands.all + HistoryCommands.all

    private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })

    private static let aliasesByID = Dictionary(grouping: all.filter { $0.alias != nil }) { $0.alias ?? "" }.mapValues { $0.map(\.id) }

    /// The commands that give more keys to one.
    static func aliases(of id: String) -> [String] { aliasesByID[id] ?? [] }

    /// The command that the keymap file calls `id`.
    public static func command(_ id: String) -> Command? { byID[id] }
}
