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
    /// A message that goes by itself.
    static func toast(_ id: Int) -> EffectID { EffectID("toast", String(id)) }
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
    /// Laying out or checking a text of the request.
    static let format = EffectID("format")
    /// Reading the files of words in the URL bar.
    static let readTexts = EffectID("readTexts")
    /// Asking the desktop for its clipboard.
    static let paste = EffectID("paste")
    /// Finding the names of variables.
    static let readVariables = EffectID("readVariables")
    /// Searching the body.
    static let searchBody = EffectID("searchBody")
    /// Counting the rows of a folded body.
    static let foldLevel = EffectID("foldLevel")
    /// A query that waits for the last key.
    static let queryDelay = EffectID("queryDelay")
    /// Asking the body something.
    static let queryBody = EffectID("queryBody")
    /// Looking which keys the body has.
    static let surveyKeys = EffectID("surveyKeys")
    /// Making a small picture.
    static let decodePicture = EffectID("decodePicture")
    /// Making or sorting a table.
    static let makeTable = EffectID("makeTable")
    /// Reading the body in another way.
    static let readBody = EffectID("readBody")
    /// Listing the history.
    static let listHistory = EffectID("listHistory")
    /// Opening an exchange.
    static let openExchange = EffectID("openExchange")
}
