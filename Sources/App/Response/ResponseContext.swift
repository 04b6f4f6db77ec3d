import Platform
import Screen
import Workspace

/// The parts of the program's state that the response pane reads.
struct ResponseContext {
    let frontTab: TabID
    /// The cells of the pane with its border; nil while it is hidden.
    let pane: Rect?
    let screen: Size
    /// True if keys go to the pane.
    let isFocused: Bool
    /// True if no window covers the pane.
    let hasNoWindows: Bool
    /// Wraps the long lines of bodies.
    let wrapsLines: Bool?
    /// Draws lines and signs in ASCII.
    let usesASCII: Bool
    /// True if there is room for a blank row below the title.
    let hasBlankRows: Bool
    /// Shows image bodies as pictures.
    let showsPictures: Bool
    /// The queries of this session, the newest last.
    let queries: [String]
    /// The keys of commands.
    let keys: KeyNames
    /// The exchanges whose login window was closed without an answer.
    let hiddenLogins: Set<Exchange.ID>
    /// The file of the request in front; nil if it has none.
    let requestPath: String?
    /// True if examples are saved with the request in front.
    let hasExamples: @Sendable () -> Bool
    /// The texts in the list of notifications.
    let notifications: [String]
    /// The values captured from responses, by variable.
    let captured: [String: CapturedValue]
    /// Formats the time at which an exchange of the history was sent.
    let moment: @Sendable (ExchangeSummary) -> String

    /// The cells inside the pane's border; empty while it is hidden.
    var area: Rect { PaneFrame.belowBlankRow(pane.map(PaneFrame.content) ?? .empty, hasBlankRows: hasBlankRows) }
}

/// Requests of the response pane to other features.
indirect enum ResponseOutput {
    /// Gives the pane the focus.
    case focus
    /// Shows an entry of the history.
    case show(Exchange.ID)
    /// Sends an exchange again, byte for byte.
    case replay(ExchangeSummary)
    case compare(ExchangeSummary)
    /// Starts an action with the examples of the request, for the shown exchange.
    case examples(ExampleUse, Exchange?)
    /// Copies an exchange as a curl command.
    case copyAsCurl(Exchange, isMasked: Bool)
    /// Adds a capture to the tests of the request.
    case capture(Capture)
    /// Adds an assertion to the tests of the request.
    case assert(Assertion)
    /// Pins an exchange in the history, or unpins it.
    case pin(Bool, Exchange.ID)
    /// Goes to the problem that prevents sending the request.
    case showRequestProblem
    /// Opens the cookie jar.
    case showCookies
    /// Opens the login that a request waits for.
    case showLogin
    /// Cancels a request in flight.
    case cancel(Exchange.ID)
    /// Wraps the long lines of bodies, or cuts them.
    case wrap(Bool)
    /// Remembers a query as the newest one.
    case remember(query: String)
    /// Shows in the prompt for a file name that the file is being written.
    case showSaving(String)
    /// Closes the prompt for a file name, or shows in it why the file could not be written.
    case endSaving(problem: String?, toast: ResponseOutcome)
}

typealias ResponseOutcome = Outcome<ResponseMessage, BodyEffect, ResponseOutput>

/// The state that commands of the response pane check.
struct ResponseCommandState {
    @CopiedOnWrite var response: ResponseState
    /// The context, made when a command asks for it: few do, and each frame checks many commands.
    var context: ResponseContext { makeContext() }
    private let makeContext: () -> ResponseContext

    init(_ response: CopiedOnWrite<ResponseState>, _ makeContext: @escaping () -> ResponseContext) {
        _response = response
        self.makeContext = makeContext
    }
}
