import Workspace

/// Identifies a running effect, so that it can be cancelled. A new effect with the same id replaces it.
struct EffectID: Hashable, Sendable {
    /// The name; at most one effect with it runs.
    let name: String

    /// An id from the kind of effect and a detail.
    init(_ kind: String, _ detail: String = "") { name = "\(kind)/\(detail)" }
}

extension EffectID {
    /// A request in flight.
    static func send(_ id: String) -> EffectID { EffectID("send", id) }
    /// The replay of a history entry in a set.
    static func replaying(_ id: Exchange.ID) -> EffectID { EffectID("replaying", id) }
    /// Counting the seconds of a request in flight.
    static func waiting(_ id: String) -> EffectID { EffectID("waiting", id) }
    /// The delay before a request is shown as in flight.
    static func revealDelay(_ id: Exchange.ID) -> EffectID { EffectID("revealDelay", id) }
    /// The moment after a response in which a click on the Cancel button does not send.
    static let cancelGrace = EffectID("cancelGrace")
    /// The delay before a toast disappears.
    static func toast(_ id: Int) -> EffectID { EffectID("toast", String(id)) }
    /// The pause in typing before letters answer a question.
    static let typingPause = EffectID("typingPause")
    /// The timer that scrolls while a drag is held at an edge.
    static let heldDrag = EffectID("heldDrag")
    /// The delay before a folder under a drag expands.
    static let unfold = EffectID("unfold")
    /// Writing unsaved edits and the session, one after the other.
    static let autosave = EffectID("autosave")
    /// The delay before unsaved edits are stored.
    static let autosaveDelay = EffectID("keep")
    /// Watching the user's theme files.
    static let watchThemes = EffectID("watchThemes")
    /// Opening a request's file.
    static let readRequest = EffectID("readRequest")
    /// Writing the workspace's files, one after the other.
    static let writeFiles = EffectID("writeFiles")
    /// Reading and watching the tree.
    static let openWorkspace = EffectID("openWorkspace")
    static let watchWorkspace = EffectID("followWorkspace")
    /// Resolving a preview.
    static let preview = EffectID("preview")
    /// Finding the servers of a replay.
    static let findHosts = EffectID("findHosts")
    /// Running the requests of a folder.
    static let run = EffectID("run")
    /// Formatting or validating a text of the request.
    static let format = EffectID("format")
    /// Reading the files of words in the URL bar.
    static let readTexts = EffectID("readTexts")
    static let listFolder = EffectID("listFolder")
    /// Reading the desktop's clipboard.
    static let paste = EffectID("paste")
    static let readVariables = EffectID("readVariables")
    static func searchBody(_ owner: TabID) -> EffectID { EffectID("searchBody", String(owner)) }
    /// Counting the rows of a folded body.
    static func foldLevel(_ owner: TabID) -> EffectID { EffectID("foldLevel", String(owner)) }
    /// The delay after the last key in a query.
    static func queryDelay(_ owner: TabID) -> EffectID { EffectID("queryDelay", String(owner)) }
    /// Running a query on a body.
    static func queryBody(_ owner: TabID) -> EffectID { EffectID("queryBody", String(owner)) }
    /// Finding the keys in a body.
    static func surveyKeys(_ owner: TabID) -> EffectID { EffectID("surveyKeys", String(owner)) }
    static func decodePicture(_ owner: TabID) -> EffectID { EffectID("decodePicture", String(owner)) }
    /// Making or sorting a table.
    static func makeTable(_ owner: TabID) -> EffectID { EffectID("makeTable", String(owner)) }
    /// Reading a body in another form.
    static func readBody(_ owner: TabID) -> EffectID { EffectID("readBody", String(owner)) }
    static let listHistory = EffectID("listHistory")
    /// Reading newer rows of the history.
    static let listNews = EffectID("listNews")
    /// The delay before the next entry of a replay may start.
    static let replayWait = EffectID("replayWait")
    /// Comparing the bodies of replayed entries.
    static let compareBodies = EffectID("compareBodies")
    /// Comparing two exchanges.
    static let compareExchanges = EffectID("compareExchanges")
    static let openExchange = EffectID("openExchange")

    /// Deleting an exchange for good.
    static func deleteExchange(_ id: Exchange.ID) -> EffectID { EffectID("deleteExchange", id) }

    /// All effects that may run for a response.
    static func work(for owner: TabID) -> [EffectID] {
        [searchBody, foldLevel, queryDelay, queryBody, surveyKeys, decodePicture, makeTable, readBody].map { $0(owner) }
    }
}

/// The number of an open request, unique while the program runs. Another request in the same tab has another number.
public typealias TabID = Int
