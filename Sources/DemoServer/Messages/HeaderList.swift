/// Header fields in the order they were written, with their case and their duplicates.
struct HeaderList: Sendable, Hashable {
    struct Field: Sendable, Hashable {
        let name: String
        let value: String
    }

    private(set) var fields: [Field] = []

    init(_ fields: [(String, String)] = []) {
        self.fields = fields.map { Field(name: $0.0, value: $0.1) }
    }

    mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// The value of the first field of that name, in any case.
    subscript(name: String) -> String? {
        values(name).first
    }

    /// The values of every field of that name, in any case.
    func values(_ name: String) -> [String] {
        let lowercased = name.lowercased()
        return fields.filter { $0.name.lowercased() == lowercased }.map(\.value)
    }
}
