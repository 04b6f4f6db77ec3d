extension FolderDraft: Formatted {
    static let fields: [Field<FolderDraft>] = [
        Field("name", \.name, .string),
        Field("order", \.order, Coder<String>.string.list),
        Field("headers", \.headers, .rows),
        Field("variables", \.variables, .rows),
        Field("auth", \.auth, .auth),
        Field("options", \.options, .object),
        Field("scripts", \.scripts, .object),
        Field("tags", \.tags, Coder<String>.string.list),
        Field("docs", \.docs, .lines),
    ]

    static let blank = Self()
}
