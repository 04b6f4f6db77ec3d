import JSON

extension Response {
    /// A JSON answer, indented: people read it.
    static func json(
        _ value: JSONValue, type: String = "application/json", status: Int = 200, headers: HeaderList = HeaderList()
    ) -> Response {
        var response = Response(status: status, headers: HeaderList([("Content-Type", type)]), body: .bytes(value.prettyBytes))
        for field in headers.fields { response.headers.append(field.name, field.value) }
        return response
    }
}
