/// Something that a word can be completed to.
public struct CompletionItem: Hashable, Sendable {
    /// What is put in.
    public var text: String
    /// What a person may want to know of it, such as a variable's value.
    public var detail: String

    /// Takes what is put in and what there is to know of it.
    public init(_ text: String, detail: String = "") {
        self.text = text
        self.detail = detail
    }
}
