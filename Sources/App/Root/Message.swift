public import Screen

/// Everything that can happen: a key, an answer, the end of an effect.
public indirect enum Message: Sendable, Equatable {
    /// Something came from the terminal.
    case input(InputEvent)
    /// The cursor of whatever has the focus moves.
    case move(Motion)
    case application(ApplicationMessage)
    case window(WindowMessage<Message>)
    case tree(TreeMessage)
    case request(RequestMessage)
    case response(ResponseMessage)
    /// A message to the response of a tab, whether it is in front or not.
    case answer(TabID, ResponseMessage)
    case history(HistoryMessage)
    case workspace(WorkspaceMessage)
    case cookies(CookieMessage)
    case environments(EnvironmentMessage)
    case tabs(TabMessage)
    case session(SessionMessage)
    case sending(SendingMessage)
    /// Does something in the world; for answers of questions.
    case perform(Effect)
}
