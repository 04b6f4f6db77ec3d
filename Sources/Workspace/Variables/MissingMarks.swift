/// Words that stand in the place of variables without a value, where a request is put together that is only shown.
///
/// They are letters and digits, so that they are the same in a URL, a header and a body.
public struct MissingMarks: Hashable, Sendable {
    private var marks: [String: String] = [:]

    /// No marks.
    public init() {}

    /// Whether nothing is missing.
    public var isEmpty: Bool { marks.isEmpty }

    /// The mark of a variable, the same each time.
    mutating func mark(_ name: String) -> String {
        if let known = marks[name] { return known }
        let mark = "apusmissing\(marks.count)value"
        marks[name] = mark
        return mark
    }

    /// The names of the variables whose marks are in a text, sorted.
    public func names(in text: String) -> [String] { marks.filter { text.contains($0.value) }.keys.sorted() }

    /// The text with references in the place of marks: what a person wrote.
    public func shown(_ text: String) -> String {
        var shown = text
        for (name, mark) in marks {
            while let range = shown.firstRange(of: mark) { shown.replaceSubrange(range, with: "{{\(name)}}") }
        }
        return shown
    }
}
