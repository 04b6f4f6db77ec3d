extension RequestDraft: Formatted {
    static let fields: [Field<RequestDraft>] = [
        Field("name", \.name, .string),
        Field("method", \.method, .string),
        Field("url", \.url, .string),
        Field("pathParameters", \.pathParameters, .rows),
        Field("query", \.query, .rows),
        Field("headers", \.headers, .rows),
        Field("variables", \.variables, .rows),
        Field("auth", \.auth, .auth),
        Field("body", \.body, .body),
        Field("options", \.options, .object),
        Field("captures", \.captures, Coder<Capture>.object.list),
        Field("assertions", \.assertions, Coder<Assertion>.object.list),
        Field("scripts", \.scripts, .object),
        Field("tags", \.tags, Coder<String>.string.list),
        Field("docs", \.docs, .lines),
    ]

    static let blank = Self()
}

extension Capture: Formatted {
    static let fields: [Field<Capture>] = [
        Field("variable", \.variable, .string),
        Field("from", \.from, .string),
        Field("query", \.query, .string),
        Field("secret", \.isSecret, Coder<Bool>.flag.optional),
        Field("enabled", \.isEnabled, .flag),
    ]

    static let blank = Self()
}

extension Assertion: Formatted {
    static let fields: [Field<Assertion>] = [
        Field("subject", \.subject, .string),
        Field("predicate", \.predicate, .string),
        Field("value", \.value, .any),
        Field("enabled", \.isEnabled, .flag),
    ]

    static let blank = Self()
}

extension Scripts: Formatted {
    static let fields: [Field<Scripts>] = [
        Field("before", \.before, .lines),
        Field("after", \.after, .lines),
    ]

    static let blank = Self()
}

extension Coder where Value == [Row] {
    /// The rows of a table.
    static let rows = Coder<Row>.object.list
}
