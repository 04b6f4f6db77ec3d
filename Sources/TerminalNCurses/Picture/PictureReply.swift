import Screen

/// What a terminal says of its graphics.
enum PictureReply: Hashable {
    /// It has Kitty's graphics protocol, or says what is wrong with it.
    case kitty(isUsable: Bool)
    /// The points of a cell, across and down (XTerm Control Sequences, `CSI 16 t`).
    case cell(Size)
    /// Its extensions by number (primary device attributes); 4 is sixel graphics. Every terminal answers this, so it ends the answers.
    case attributes([Int])

    /// The number that a question for Kitty's protocol carries and its answer brings back.
    static let questionNumber = 4101

    /// Reads `Gi=…;OK` and `Gi=…;EINVAL:…`; nil when it answers something else.
    init?(graphics report: String) {
        let parts = report.split(separator: ";", maxSplits: 1)
        guard parts.count == 2, parts[0] == "Gi=\(Self.questionNumber)" else { return nil }
        self = .kitty(isUsable: parts[1] == "OK")
    }
}
