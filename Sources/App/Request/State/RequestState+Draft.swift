import Widgets
public import Workspace

extension RequestState {
    /// The draft that all the editors together make; costs the length of its texts.
    public var draft: RequestDraft {
        var draft = base
        draft.url = URLText.withoutQuery(url.text)
        draft.pathParameters = params.draft.filter { $0.name.hasPrefix(":") }.map {
            Row(String($0.name.dropFirst()), $0.value, comment: $0.comment)
        }
        draft.query = params.draft.filter { !$0.name.hasPrefix(":") }
        draft.headers = headers.draft
        AuthFields.store(auth.rows, in: &draft.auth)
        storeBody(in: &draft.body)
        OptionFields.store(options.rows, in: &draft.options)
        draft.variables = variables.draft
        draft.tags = tags.rows.map { $0[0] }.filter { !$0.isEmpty }
        draft.captures = TestRows.captures(captures.rows)
        draft.assertions = TestRows.assertions(assertions.rows)
        draft.scripts = Scripts(before: scriptBefore.text, after: scriptAfter.text)
        draft.docs = docs.text
        return draft
    }

    /// The request with what is being typed as lines of a table as rows of it.
    var withTypedRows: RequestState {
        guard let section = textualTable, let path = section.rows else { return self }
        var request = self
        request.textualTable = nil
        request[keyPath: path].show(shape(of: section).text.read(rowsText.text, keeping: self[keyPath: path].rows))
        return request
    }

    /// Puts a draft into all the editors. What is the same stays as it is, with its cursor and its history.
    mutating func fill(_ draft: RequestDraft, isFirst: Bool = false) {
        base = draft
        base.docs = ""
        base.scripts = Scripts()
        base.body = BodyDraft(kind: draft.body.kind)
        // A URL written by hand in a file, or taken from elsewhere, may hold a query of its own.
        let query = URLText.query(of: draft.url) + draft.query
        let address = URLText.write(url: URLText.withoutQuery(draft.url), query: query)
        if url.text != address { url = TextFieldState(text: address) }
        let rows = draft.pathParameters.map { TableRow([":" + $0.name, $0.value, $0.comment]) } + RowsState.rows(query)
        params.show(URLText.withPathParameters(in: draft.url, rows: rows))
        headers.show(RowsState.rows(draft.headers))
        auth.show(AuthFields.rows(of: draft.auth))
        options.show(OptionFields.rows(of: draft.options))
        variables.show(RowsState.rows(draft.variables))
        tags.show(draft.tags.map { TableRow([$0]) })
        captures.show(draft.captures.map(TestRows.row))
        assertions.show(draft.assertions.map(TestRows.row))
        fillBody(draft.body, isFirst)
        Self.put(draft.scripts.before, in: &scriptBefore, isFirst)
        Self.put(draft.scripts.after, in: &scriptAfter, isFirst)
        Self.put(draft.docs, in: &docs, isFirst)
        validate()
    }

    private mutating func fillBody(_ body: BodyDraft, _ isFirst: Bool) {
        Self.put(body.text, in: &text, isFirst)
        Self.put(body.json, in: &json, isFirst)
        Self.put(body.xml, in: &xml, isFirst)
        Self.put(body.graphql.query, in: &graphql, isFirst)
        Self.put(body.graphql.variables, in: &graphqlVariables, isFirst)
        graphqlOperation.show([TableRow(["Operation", body.graphql.operation])])
        form.show(RowsState.rows(body.form))
        parts.show(body.parts.map(PartRows.row))
        textType.show([TableRow(["Content type", body.contentType])])
        file.show(
            [("File", body.file), ("Content type", body.fileContentType), ("Line breaks", body.fileLineBreaks)].map {
                TableRow([$0.0, $0.1])
            })
    }

    private func storeBody(in body: inout BodyDraft) {
        body.text = text.text
        body.json = json.text
        body.xml = xml.text
        body.graphql = BodyDraft.GraphQL(
            query: graphql.text, variables: graphqlVariables.text, operation: graphqlOperation.rows.first?[1] ?? "")
        body.form = form.draft
        body.parts = parts.rows.map(PartRows.part)
        body.file = file.rows.first?[1] ?? ""
        if file.rows.count == 3 { (body.fileContentType, body.fileLineBreaks) = (file.rows[1][1], file.rows[2][1]) }
        body.contentType = textType.rows.first?[1] ?? ""
    }

    /// A text that is there first is no change; any other can be taken back.
    private static func put(_ text: String, in area: inout TextAreaState, _ isFirst: Bool) {
        guard area.text != text else { return }
        if isFirst { area = TextAreaState(text: text, preset: area.preset) } else { area.replaceAll(with: text) }
    }
}
