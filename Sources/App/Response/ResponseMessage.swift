public import Document
public import Query

/// What a person does with the answer.
public enum ResponseMessage: Sendable, Equatable {
    case selectTab(ResponseTab)
    case nextTab
    case previousTab
    /// Shows the body in its next form: pretty, raw, hexadecimal.
    case nextForm
    /// Shows the body in a form that it has.
    case showForm(BodyForm)
    /// Shows long lines on several rows, or no longer.
    case toggleWrap
    /// Asks for the parts of a multipart body, or the lines of JSON lines.
    case listParts
    case partsListed([BodyPart])
    /// Shows a part as a body of its own.
    case readPart(Int)
    /// A picture was decoded, or could not be.
    case decoded(DecodedPicture)
    /// The rows and columns of a body are there, or there are none.
    case tableMade(MadeTable)
    /// Sorts the table by the column under the cursor: up, down, as in the text.
    case sortColumn
    case hideColumn
    case showColumns
    /// Hides or shows what begins at the cursor.
    case toggleFold
    /// Hides what is around the cursor, or goes to what surrounds it.
    case foldIn
    /// Shows what is hidden at the cursor.
    case foldOut
    /// Closes everything inside the containers of a level; the outermost is zero.
    case foldTo(level: Int)
    case unfoldAll
    /// A level that was counted.
    case folded(FoldedBody)
    /// Asks for a line to go to.
    case startGoing
    case startSearch
    case nextMatch
    case previousMatch
    /// What is searched for is a regular expression, or text again.
    case toggleRegularExpression
    case closeSearch
    /// What a search found so far.
    case found(FoundInBody)
    /// Why a search cannot be done.
    case searchFailed(String)
    /// Begins to type a query.
    case startQuery
    /// Runs what is typed, as Enter does.
    case submitQuery
    /// Shows what was asked before, to ask it again.
    case pickQuery
    /// Asks a query that was asked before.
    case ask(String)
    /// Asks what is typed.
    case runQuery
    /// Closes the query and its result.
    case closeQuery
    /// More of a query's result is there.
    case queryAnswered(BodyHandle)
    /// A query is over.
    case queryEnded(layer: Int, QueryError?)
    /// Which keys a body has.
    case keysSurveyed(SurveyedKeys)
    /// Chooses what the body is taken for.
    case chooseReading
    /// Reads the body as something else.
    case read(kind: ContentKind?, charset: Charset?)
    /// Goes to what breaks the rules of the body's kind.
    case showProblem
    /// Asks where to save what is shown.
    case startSaving
    /// Asks where to save the value under the cursor.
    case startSavingValue
    /// Writes it there.
    case save(BodyPiece, path: String, overwrites: Bool)
    case askToOverwrite(BodyPiece, path: String)
    case saved(path: String, byteCount: Int)
    /// It is not written, for a reason.
    case notSaved(String)
    case openPager
    case openEditor
    case openOutside
    case copyBody
    case copyKey
    case copyPath
    case copyJSONPath
    case copyHeaders
    case copyURL
    case copyLine
    /// Goes to what each link of the chain did.
    case showChain
    /// Copies what was sent as a curl command.
    case copyAsCurl
    /// Keeps the exchange when old ones go, or no longer.
    case togglePin
    case replay

    /// Whether it asks for something of the body that one must see to understand, wherever it was asked.
    var isAboutBody: Bool {
        switch self {
        case .nextForm, .showForm, .toggleWrap, .listParts, .sortColumn, .hideColumn, .showColumns, .foldTo, .unfoldAll, .startGoing,
            .startQuery, .chooseReading, .showProblem, .startSavingValue, .copyKey, .copyPath, .copyJSONPath:
            true
        default: false
        }
    }
}
