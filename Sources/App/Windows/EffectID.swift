import Workspace

/// Identifies a running effect, so that it can be cancelled. A new effect with the same id replaces it.
enum EffectID: Hashable, Sendable {
    /// A request in flight.
    case send(String)
    /// The replay of many history entries.
    case replayAll
    /// Counting the seconds of a request in flight.
    case waiting(String)
    /// The delay before a request is shown as in flight.
    case revealDelay(Exchange.ID)
    /// The moment after a response in which a click on the Cancel button does not send.
    case cancelGrace
    /// The delay before a toast disappears.
    case toast(Int)
    /// The pause in typing before letters answer a question.
    case typingPause
    /// The timer that scrolls while a drag is held at an edge.
    case heldDrag
    /// The delay before a folder under a drag expands.
    case unfold
    /// Writing unsaved edits and the session, one after the other.
    case autosave
    /// The delay before unsaved edits are stored.
    case autosaveDelay
    /// Finding requests by their content, and the delay after the last key before that.
    case findRequests
    case findDelay
    /// Watching the user's theme files.
    case watchThemes
    /// Opening a request's file.
    case readRequest
    /// Writing the workspace's files, one after the other.
    case writeFiles
    /// Reading and watching the tree.
    case openWorkspace
    case watchWorkspace
    /// Resolving a preview.
    case preview
    /// Finding the servers of a replay.
    case findHosts
    /// Running the requests of a folder.
    case run
    /// Formatting or validating a text of the request.
    case format
    /// Checking the syntax of a text of the request.
    case checkSyntax(TabID)
    /// Reading the files of words in the URL bar.
    case readTexts
    case listFolder
    /// Reading the desktop's clipboard.
    case paste
    case readVariables
    case searchBody(TabID)
    /// Counting the rows of a folded body.
    case foldLevel(TabID)
    /// The delay after the last key in a query.
    case queryDelay(TabID)
    /// Running a query on a body.
    case queryBody(TabID)
    /// Counting the seconds of a query.
    case queryWait(TabID)
    /// Finding the keys in a body.
    case surveyKeys(TabID)
    case decodePicture(TabID)
    /// Making or sorting a table.
    case makeTable(TabID)
    /// Reading a body in another form.
    case readBody(TabID)
    case listHistory
    /// Reading newer rows of the history.
    case listNews
    /// Counting the marked entries.
    case countMarked
    /// Reading the marked entries to replay them.
    case readMarked
    /// Reading the durations of entries.
    case readTimings
    /// The delay before reading that takes long is announced.
    case readingNotice
    /// Comparing the bodies of replayed entries.
    case compareBodies
    /// Comparing two exchanges.
    case compareExchanges
    /// The delay before a comparison that takes long is announced.
    case compareNotice
    case openExchange
    /// Writing history entries to a file.
    case exportHistory
    /// Deleting an exchange for good.
    case deleteExchange(Exchange.ID)
    /// An effect that is never replaced.
    case unnamed(Int)

    /// All effects that may run for a response.
    static func work(for owner: TabID) -> [EffectID] {
        [searchBody, foldLevel, queryDelay, queryBody, queryWait, surveyKeys, decodePicture, makeTable, readBody].map { $0(owner) }
    }
}

/// The number of an open request, unique while the program runs. Another request in the same tab has another number.
public typealias TabID = Int
