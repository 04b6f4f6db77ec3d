/// A piece of an XML text.
struct XMLToken: Equatable {
    enum Kind: Equatable {
        case open(name: String, isEmpty: Bool)
        case close(name: String)
        case text
        /// Comments, processing instructions, the document type, CDATA.
        case other
    }

    let kind: Kind
    /// In bytes.
    let range: Range<Int>
}
