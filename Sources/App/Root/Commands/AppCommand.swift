/// A command over the whole state, as the command table holds them.
public typealias AppCommand = Command<AppState, Message>
