extension Row: Formatted {
    static let fields: [Field<Row>] = [
        Field("name", \.name, .string),
        Field("value", \.value, .string),
        Field("enabled", \.isEnabled, .flag),
        Field("bare", \.isBare, .flag),
        Field("comment", \.comment, .string),
    ]

    static let blank = Self()
}
