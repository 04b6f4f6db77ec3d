/// All commands, in the order of the help.
public enum CommandTable {
    /// Every command of the program.
    public static let all: [AppCommand] = [
        ApplicationCommands.all, MotionCommands.all, TabCommands.all,
        EnvironmentCommands.all.map { $0.lifted(state: \.environmentContext, message: Message.environments) },
        CookieCommands.all.map { $0.lifted(state: \.cookieContext, message: Message.cookies) },
        TreeCommands.all.map { $0.lifted(state: \.collections, message: Message.tree) },
        RequestCommands.all.map { $0.lifted(state: \.requestCommandState, message: Message.request) },
        SendCommands.all.map { $0.lifted(state: \.sendCommandState, message: Message.sending) },
        ResponseCommands.all.map { $0.lifted(state: \.responseCommandState, message: Message.response) },
        WindowCommands.all.map { $0.lifted(state: \.windowCommandState, message: { Message.window(.key($0)) }) },
        HistoryCommands.all.map { $0.lifted(state: \.history, message: Message.history) },
    ].flatMap(\.self)

    private static let aliasesByID = Dictionary(grouping: all.filter { $0.alias != nil }) { $0.alias ?? "" }.mapValues { $0.map(\.id) }

    /// The commands that give more keys to one.
    static func aliases(of id: String) -> [String] { aliasesByID[id] ?? [] }

    /// The command that the keymap file calls `id`.
    ///
    /// A few hundred are looked through, once a key: a table of them would cost the start of the program more than it saves.
    public static func command(_ id: String) -> AppCommand? { all.first { $0.id == id } }
}
