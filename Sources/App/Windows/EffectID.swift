import Workspace

/// Names a running effect, so that it can be cancelled, and is when another with the same name begins.
public struct EffectID: Hashable, Sendable {
    /// The name, of which at most one effect runs.
    let name: String

    /// A name that no other kind of effect has.
    public init(_ kind: String, _ detail: String = "") { name = "\(kind)/\(detail)" }
}

extension EffectID {
    /// A request on its way.
    static func send(_ id: String) -> EffectID { EffectID("send", id) }
    /// The replay of a history entry, one of many.
    static func replaying(_ id: Exchange.ID) -> EffectID { EffectID("replaying", id) }
    /// Counting the seconds of a request on its way.
    static func waiting(_ id: String) -> EffectID { EffectID("waiting", id) }
    /// Waiting for an answer that would come at once.
    static func linger(_ id: Exchange.ID) -> EffectID { EffectID("linger", id) }
    /// The moment after an answer in which its button is not pressed again.
    static let settling = EffectID("settling")
    /// A message that goes by itself.
    static func toast(_ id: Int) -> EffectID { EffectID("toast", String(id)) }
    /// Holding the button where a drag scrolls.
    static let heldDrag = EffectID("heldDrag")
    /// Holding something of the tree over a folder.
    static let unfold = EffectID("unfold")
    /// Keeping what is unsaved.
    static let keep = EffectID("keep")
    /// Following the user's theme files.
    static let watchThemes = EffectID("watchThemes")
    /// Opening a request's file.
    static let readRequest = EffectID("readRequest")
    /// Reading the tree and watching it.
    static let openWorkspace = EffectID("openWorkspace")
    /// Finding out what would be sent.
    static let preview = EffectID("preview")
    /// Running the requests of a folder.
    static let run = EffectID("run")
    /// Laying out or checking a text of the request.
    static let format = EffectID("format")
    /// Reading the files of words in the URL bar.
    static let readTexts = EffectID("readTexts")
    /// Looking what is in a folder.
    static let listFolder = EffectID("listFolder")
    /// Asking the desktop for its clipboard.
    static let paste = EffectID("paste")
    /// Finding the names of variables.
    static let readVariables = EffectID("readVariables")
    /// Searching the body.
    static func searchBody(_ owner: TabID) -> EffectID { EffectID("searchBody", String(owner)) }
    /// Counting the rows of a folded body.
    static func foldLevel(_ owner: TabID) -> EffectID { EffectID("foldLevel", String(owner)) }
    /// A query that waits for the last key.
    static func queryDelay(_ owner: TabID) -> EffectID { EffectID("queryDelay", String(owner)) }
    /// Asking the body something.
    static func queryBody(_ owner: TabID) -> EffectID { EffectID("queryBody", String(owner)) }
    /// Looking which keys the body has.
    static func surveyKeys(_ owner: TabID) -> EffectID { EffectID("surveyKeys", String(owner)) }
    /// Making a small picture.
    static func decodePicture(_ owner: TabID) -> EffectID { EffectID("decodePicture", String(owner)) }
    /// Making or sorting a table.
    static func makeTable(_ owner: TabID) -> EffectID { EffectID("makeTable", String(owner)) }
    /// Reading the body in another way.
    static func readBody(_ owner: TabID) -> EffectID { EffectID("readBody", String(owner)) }
    /// Listing the history.
    static let listHistory = EffectID("listHistory")
    /// Looking for newer rows of the history.
    static let listNews = EffectID("listNews")
    /// Waiting until the next entry of a replay may begin.
    static let replayWait = EffectID("replayWait")
    /// Comparing the bodies of replayed entries.
    static let compareBodies = EffectID("compareBodies")
    /// Comparing two exchanges.
    static let compareExchanges = EffectID("compareExchanges")
    /// Opening an exchange.
    static let openExchange = EffectID("openExchange")

    /// Deleting an exchange for good.
    static func deleteExchange(_ id: Exchange.ID) -> EffectID { EffectID("deleteExchange", id) }

    /// All that can be at work for an answer.
    static func work(for owner: TabID) -> [EffectID] {
        [searchBody, foldLevel, queryDelay, queryBody, surveyKeys, decodePicture, makeTable, readBody].map { $0(owner) }
    }
}

/// The number of an open request in this run. Another request in the same place has another number.
public typealias TabID = Int
