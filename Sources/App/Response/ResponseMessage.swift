import Document
import Query
import Screen

/// Messages to the response of a tab: actions of the user and results of effects.
indirect enum ResponseMessage: Sendable, Equatable {
    case move(Motion)
    case mouse(MouseEvent)
    case paste(String)
    case selectTab(ResponseTab)
    case nextTab
    case previousTab
    /// Shows the trace: the events of each link of the chain.
    case showTrace
    case view(BodyViewMessage)
    case fold(FoldMessage)
    case table(BodyTableMessage)
    case parts(BodyPartsMessage)
    case search(ResponseSearchMessage)
    case query(BodyQueryMessage)
    case file(BodyFileMessage)
    case copy(ResponseCopyMessage)
    case test(ResponseTestMessage)
    /// Follows a request in flight.
    case flightStep(FlightStep)
    case togglePin
    case replay
    /// Shows the exchange that the tab sent last, after another one.
    case showLast
    /// Compares the response with the pinned response of its request, or with the previous one.
    case compare
    /// Starts an action with the examples of the request.
    case examples(ExampleUse)
    /// An action on the body failed; the text is a sentence.
    case failed(String)
}

/// Messages that change the view of the body.
indirect enum BodyViewMessage: Sendable, Equatable {
    /// Switches to the next view: pretty, raw, hexadecimal, table.
    case nextForm
    /// Switches to the previous view.
    case previousForm
    case show(BodyForm)
    case toggleWrap
    /// A picture was decoded, or could not be decoded.
    case decoded(DecodedPicture)
    /// Lists the kinds and character sets for reading the body.
    case chooseReading
    /// Reads the body as another kind or in another character set; as the response declares if both are nil.
    case read(kind: ContentKind?, charset: Charset?)
    /// Goes to the first syntax error in the body.
    case showProblem
    /// Asks for a line to go to.
    case askPlace
    case go(BodyPlace)
}

/// Messages that fold and unfold the body.
indirect enum FoldMessage: Sendable, Equatable {
    /// Folds or unfolds the container that begins at the cursor.
    case toggle
    /// Folds the container around the cursor, or goes to its parent.
    case inward
    /// Unfolds the container that begins at the cursor.
    case outward
    /// Folds all containers at a level; the outermost level is zero.
    case to(level: Int)
    case unfoldAll
    /// The rows of a level were counted.
    case counted(FoldedBody)
}

/// Messages to the body's table.
indirect enum BodyTableMessage: Sendable, Equatable {
    /// The rows and columns were found, or the body has none.
    case made(MadeTable)
    /// Sorts by the column under the cursor: ascending, descending, then the order of the text.
    case sort
    case hideColumn
    case showColumns
}

/// Messages about the parts of a multipart body or the lines of a JSON Lines body.
enum BodyPartsMessage: Sendable, Equatable {
    case list
    case listed([BodyPart])
    /// Shows a part as a body of its own.
    case read(Int)
}

/// Messages to the search in the shown tab.
indirect enum ResponseSearchMessage: Sendable, Equatable {
    case start
    case next
    case previous
    case toggleRegularExpression
    case close
    case found(FoundInBody)
    /// The pattern is invalid; the text is a sentence.
    case failed(String)
}

indirect enum BodyQueryMessage: Sendable, Equatable {
    case start
    /// Runs the typed query, as on Enter.
    case submit
    /// Lists the earlier queries.
    case pick
    /// Runs an earlier query.
    case ask(String)
    /// Runs the typed query, shortly after the last key.
    case run
    /// Stops a running query; its text and its last result stay.
    case cancel
    /// Closes the query and its result.
    case close
    /// More of a result has arrived.
    case evaluated(BodyHandle)
    case ended(layer: Int, QueryError?)
    /// Another second has passed while a query runs.
    case waited(layer: Int)
    /// The keys of the body are known, for completion.
    case keysSurveyed(SurveyedKeys)
}

/// Messages that save the body or open it in another program.
indirect enum BodyFileMessage: Sendable, Equatable {
    /// Asks for the file to save the body in.
    case startSaving
    /// Asks for the file to save the value under the cursor in.
    case startSavingValue
    case save(BodyPiece, path: String, overwrites: Bool)
    case askToOverwrite(BodyPiece, path: String)
    case saved(path: String, byteCount: Int, missing: MissingRest? = nil)
    /// The file was not written; the text is the reason.
    case notSaved(String)
    case openPager
    case openEditor
    case openOutside
}

/// Messages that copy a part of the response.
enum ResponseCopyMessage: Sendable, Equatable {
    case body, key, path, jsonPath, headers, url, line, json, curl, maskedCurl
}

/// Messages that make a test from the line under the cursor.
enum ResponseTestMessage: Sendable, Equatable {
    /// Captures the value into a variable for later requests.
    case capture
    /// Asserts the current value.
    case assert
}

extension ResponseMessage {
    /// True if the message is about something visible in the body, so that its tab is shown first.
    var needsBodyTab: Bool {
        switch self {
        case .view(.decoded), .view(.read), .view(.go): false
        case .view: true
        case .fold(.to), .fold(.unfoldAll): true
        case .fold: false
        case .table(.made): false
        case .table: true
        case .parts(.list): true
        case .query(.start), .file(.startSavingValue): true
        case .copy(.key), .copy(.path), .copy(.jsonPath), .copy(.json): true
        case .move, .mouse, .paste, .selectTab, .nextTab, .previousTab, .showTrace, .parts, .search, .query, .file, .copy, .test,
            .flightStep, .togglePin, .replay, .showLast, .compare, .examples, .failed:
            false
        }
    }
}

/// A view of the body.
enum BodyForm: String, Sendable, CaseIterable {
    case pretty, raw, hexadecimal, table, picture
}

extension BodyViewerState {
    /// The current view of the body; nil before its first bytes.
    var form: BodyForm? {
        guard let view else { return nil }
        if table != nil { return .table }
        if picture != nil, showsPicture { return .picture }
        return switch view.form {
        case .pretty: view.document.kind.hasPrettyForm ? .pretty : .raw
        case .raw: .raw
        case .hex: .hexadecimal
        }
    }

    /// The available views of the body, in their order.
    var forms: [BodyForm] {
        guard let document = view?.document else { return [] }
        return BodyForm.allCases.filter { form in
            switch form {
            case .pretty: document.kind.hasPrettyForm
            case .raw, .hexadecimal: true
            case .table: document.hasTable && body != nil
            case .picture: picture != nil
            }
        }
    }

    /// Shows the view `step` places further, with the cursor on the same byte.
    /// - Returns: true if a table must be made.
    mutating func nextForm(_ step: Int, height: Int) -> Bool {
        guard let form else { return false }
        if form == .picture {
            // Back to the bytes that were shown before.
            showsPicture = false
            return false
        }
        let all = forms
        return show(all[((all.firstIndex(of: form) ?? 0) + step + all.count) % all.count], height: height)
    }

    /// Shows the body in one of its views, with the cursor on the same byte.
    /// - Returns: true if a table must be made.
    mutating func show(_ form: BodyForm, height: Int) -> Bool {
        guard var view, form != self.form else { return false }
        showsPicture = form == .picture
        let offset = place
        table = form == .table ? body.map { BodyTable(body: $0, soughtOffset: offset) } : nil
        switch form {
        case .pretty: view.form = .pretty
        case .raw: view.form = .raw
        case .hexadecimal: view.form = .hex
        case .table: return table != nil
        case .picture: return false
        }
        change(view, at: offset, height: height)
        column = 0
        return false
    }
}

extension Document {
    /// True if the body looks like an array of objects.
    var hasTable: Bool { (kind == .json || kind == .jsonLines) && text.withUnsafeBytes { JSONTable.isLikely(in: $0) } }
}
