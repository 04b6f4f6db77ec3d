/// One pair of a query, a form or a cookie header.
struct NameValue: Sendable, Hashable {
    let name: String
    let value: String

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
