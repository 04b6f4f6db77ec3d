public import Document
public import Query
public import Screen

/// Messages to the response of a tab: what a person does in the pane, and what effects found.
public enum ResponseMessage: Sendable, Equatable {
    case move(Motion)
    case mouse(MouseEvent)
    case paste(String)
    case selectTab(ResponseTab)
    case nextTab
    case previousTab
    /// Shows what each link of the chain did.
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
    case follow(FlightStep)
    case togglePin
    case replay
    /// Compares the response with the pinned one of its request, or the one before it.
    case compare
    /// Uses the examples of the request.
    case examples(ExampleUse)
    /// Something about the body failed, as a sentence.
    case failed(String)
}

/// Messages that change how the body is shown.
public enum BodyViewMessage: Sendable, Equatable {
    /// Goes on to the next view: pretty, raw, hexadecimal, table.
    case nextForm
    /// Goes back to the view before.
    case previousForm
    case show(BodyForm)
    case toggleWrap
    /// A picture was decoded, or could not be.
    case decoded(DecodedPicture)
    /// Lists the kinds and character sets that the body can be read as.
    case chooseReading
    /// Reads the body as another kind or in another character set; as the response says if both are nil.
    case read(kind: ContentKind?, charset: Charset?)
    /// Goes to the first place that breaks the syntax of the body's kind.
    case showProblem
    /// Asks for a line to go to.
    case askPlace
    case go(BodyPlace)
}

/// Messages that fold and unfold the body.
public enum FoldMessage: Sendable, Equatable {
    /// Folds or unfolds what begins at the cursor.
    case toggle
    /// Folds what is around the cursor, or goes to its parent.
    case inward
    /// Unfolds what begins at the cursor.
    case outward
    /// Folds everything inside the containers of a level; the outermost is zero.
    case to(level: Int)
    case unfoldAll
    /// The rows of a level were counted.
    case counted(FoldedBody)
}

/// Messages to the body's table.
public enum BodyTableMessage: Sendable, Equatable {
    /// Rows and columns were found, or there are none.
    case made(MadeTable)
    /// Sorts by the column under the cursor: ascending, descending, as in the text.
    case sort
    case hideColumn
    case showColumns
}

/// Messages about the parts of a multipart body, or the lines of JSON lines.
public enum BodyPartsMessage: Sendable, Equatable {
    case list
    case listed([BodyPart])
    /// Shows a part as a body of its own.
    case read(Int)
}

/// Messages to the search in the tab that is shown.
public enum ResponseSearchMessage: Sendable, Equatable {
    case start
    case next
    case previous
    case toggleRegularExpression
    case close
    case found(FoundInBody)
    /// The pattern is wrong, as a sentence.
    case failed(String)
}

/// Messages to the query over the body.
public enum BodyQueryMessage: Sendable, Equatable {
    case start
    /// Runs what is typed, as Enter does.
    case submit
    /// Lists the queries that were asked before.
    case pick
    /// Asks a query that was asked before.
    case ask(String)
    /// Runs what is typed, a moment after the last key.
    case run
    /// Stops a running query; its text and its last result stay.
    case cancel
    /// Closes the query with its result.
    case close
    /// A result has grown.
    case answered(BodyHandle)
    case ended(layer: Int, QueryError?)
    /// The keys of the body are known, for completion.
    case keysSurveyed(SurveyedKeys)
}

/// Messages that save the body or open it in another program.
public enum BodyFileMessage: Sendable, Equatable {
    /// Asks where to save the body.
    case startSaving
    /// Asks where to save the value under the cursor.
    case startSavingValue
    case save(BodyPiece, path: String, overwrites: Bool)
    case askToOverwrite(BodyPiece, path: String)
    case saved(path: String, byteCount: Int)
    /// The file was not written, with the reason.
    case notSaved(String)
    case openPager
    case openEditor
    case openOutside
}

/// Messages that copy something of the response.
public enum ResponseCopyMessage: Sendable, Equatable {
    case body, key, path, jsonPath, headers, url, line, json, curl
}

/// Messages that make a test of the line under the cursor.
public enum ResponseTestMessage: Sendable, Equatable {
    /// Takes the value into a variable for later requests.
    case capture
    /// Asserts that the value is what it is now.
    case assert
}

extension ResponseMessage {
    /// True if the message is about something in the body that one must see, so that its tab is shown first.
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
            .follow, .togglePin, .replay, .compare, .examples, .failed:
            false
        }
    }
}

/// A way in which a body is shown.
public enum BodyForm: String, Sendable, CaseIterable {
    case pretty, raw, hexadecimal, table, picture
}

extension BodyViewerState {
    /// The form in which the body is shown; nil before its first bytes.
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

    /// The forms that the body has, in the order in which they follow each other.
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

    /// Shows the form so many places on, with the cursor on the byte that it is on.
    /// - Returns: whether a table is to be made.
    mutating func nextForm(_ step: Int, height: Int) -> Bool {
        guard let form else { return false }
        if form == .picture {
            // Back to the bytes as they were before.
            showsPicture = false
            return false
        }
        let all = forms
        return show(all[((all.firstIndex(of: form) ?? 0) + step + all.count) % all.count], height: height)
    }

    /// Shows the body in a form that it has, with the cursor on the byte that it is on.
    /// - Returns: whether a table is to be made.
    mutating func show(_ form: BodyForm, height: Int) -> Bool {
        guard var view, form != self.form else { return false }
        showsPicture = form == .picture
        table = form == .table ? body.map { BodyTable(body: $0) } : nil
        let offset = cursorOffset
        switch form {
        case .pretty: view.form = .pretty
        case .raw: view.form = .raw
        case .hexadecimal: view.form = .hex
        case .table: return table != nil
        case .picture: return false
        }
        change(view, row: view.row(at: offset), height: height)
        column = 0
        return false
    }
}

extension Document {
    /// True if the body looks like an array of objects.
    var hasTable: Bool { (kind == .json || kind == .jsonLines) && text.withUnsafeBytes { JSONTable.isLikely(in: $0) } }
}
