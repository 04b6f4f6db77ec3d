/// Something to do in the world, as data. Only ``EffectRunner`` does it.
public indirect enum Effect: Sendable, Equatable {
    /// Reduces a message right after the present one, before others that wait and before the next frame.
    case next(Message)
    case workspace(WorkspaceEffect)
    case cookies(CookieEffect)
    case keep(AutosaveEffect)
    /// Reads the user's themes again whenever their files change.
    case watchThemes
    case history(HistoryEffect)
    case sending(SendingEffect)
    /// Ends a running effect.
    case cancel(EffectID)
    /// Sends a message after a while; the same id again starts the while anew.
    case after(Duration, EffectID, Message)
    /// Puts text on the clipboard; the name says what it is.
    case copy(String, name: String)
    /// Gets what is on the clipboard, or else what was copied last, and pastes it as the terminal would.
    case paste
    /// Says that something cannot be done.
    case complain(String)
    /// Does something else with a body.
    case body(BodyEffect)
    /// Looks whether queries of captures and assertions are written as their languages want it.
    case checkQueries([String])
    /// Lays a text of the request out, or checks it.
    case format(FormatJob)
    /// Lets the user edit text in the external editor, in a file whose name ends with `suffix`.
    case editExternally(String, suffix: String, RequestSection)
    /// Lets the user edit one of the own files in the external editor, and reads all of them again.
    case configure(ConfigurationFile)
    /// Stops the program as a shell's job.
    case suspend
    case quit
}
