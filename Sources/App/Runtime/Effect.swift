public import Engine
public import Workspace

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
    case send(SendJob)
    /// Sends an exchange of the history again for an open request, as it was; where it held secrets, with those that were captured since,
    /// and with what was typed in for its options.
    case replay(
        Exchange.ID, captured: CapturedValues, owner: Tab.ID, isConfirmed: Bool, prompted: [String: String] = [:],
        permitted: GivenPermissions = GivenPermissions())
    /// Forgets the tokens of the login that a request would use.
    case logOut(SendJob)
    /// Gives a login what it waits for; nil ends it.
    case answerLogin(Int, String?)
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
    /// Resolves a request and finds what the loaders make of it, without sending anything.
    case preview(SendJob, SendPurpose)
    /// Puts what was sent on the clipboard as a curl command, as the history keeps it.
    case copyAsCurl(Exchange)
    /// Runs the captures and assertions of a request on an answer.
    case check(CheckJob)
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

extension Effect {
    /// True for an effect that resolves a request without sending it.
    var isPreview: Bool { if case .preview = self { true } else { false } }
}
