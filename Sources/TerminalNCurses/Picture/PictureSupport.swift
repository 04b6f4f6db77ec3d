import Screen

/// Detects the graphics protocol of a terminal. The query is sent with the first picture; until the reply arrives, pictures are drawn as
/// half blocks.
struct PictureSupport: Hashable {
    /// The protocol as far as it is known.
    private(set) var format: PictureFormat?
    private let mode: PictureMode
    /// True if the terminal may support the Kitty protocol; others might print the query.
    private let mayBeKitty: Bool
    private var question: Question
    private var cell: Size?
    private var hasSixel: Bool

    private enum Question {
        case needless, open, asked
    }

    /// Creates a detector from the user's setting and the environment.
    init(_ mode: PictureMode, environment: [String: String]) {
        self.mode = mode
        let type = environment["TERM", default: ""]
        let isKitty = ["xterm-kitty", "xterm-ghostty"].contains(type)
        // Variables inherited through multiplexers and editors describe the outer terminal.
        let isMultiplexed =
            ["TMUX", "STY", "ZELLIJ", "NVIM", "VIM_TERMINAL", "INSIDE_EMACS"].contains { environment[$0] != nil } || type.hasPrefix("tmux")
            || type.hasPrefix("screen")
        let hints = environment["KITTY_WINDOW_ID"] != nil || ["ghostty", "WezTerm"].contains(environment["TERM_PROGRAM", default: ""])
        hasSixel = mode == .sixel
        mayBeKitty = !isMultiplexed && hints
        switch mode {
        case .kitty:
            format = .kitty
            question = .needless
        case .auto:
            let isBlocks = isMultiplexed || environment["NO_COLOR", default: ""] != ""
            format = isKitty && !isBlocks ? .kitty : nil
            question = isBlocks || isKitty ? .needless : .open
        case .sixel: question = .open
        case .blocks, .none: question = .needless
        }
    }

    /// The query to send for a picture; nil if nothing needs to be asked.
    mutating func ask() -> String? {
        guard question == .open else { return nil }
        question = .asked
        let kitty = mode == .auto && mayBeKitty ? KittyPicture.question : ""
        return kitty + "\u{1B}[16t\u{1B}[c"
    }

    /// Handles a reply. Returns true if it determined the protocol.
    mutating func handle(_ reply: PictureReply, windowCell: Size?) -> Bool {
        guard format == nil, question == .asked else { return false }
        switch reply {
        case .kitty(let isUsable): if isUsable { format = .kitty }
        case .cell(let size): if size.width > 0, size.height > 0 { cell = size }
        case .attributes(let numbers):
            hasSixel = hasSixel || numbers.contains(4)
            if hasSixel, let cell = windowCell ?? cell { format = .sixel(cell: cell) }
        }
        return format != nil
    }

    /// Adopts a new cell size after a change of the font.
    mutating func use(windowCell: Size?) {
        if case .sixel = format, let windowCell { format = .sixel(cell: windowCell) }
    }
}

/// A reply of the terminal about its graphics.
enum PictureReply: Hashable {
    /// The terminal knows the Kitty graphics protocol; `isUsable` is false if it reported an error.
    case kitty(isUsable: Bool)
    /// The size of a cell in pixels (XTerm Control Sequences, `CSI 16 t`).
    case cell(Size)
    /// The terminal's extensions by number (primary device attributes); 4 is sixel graphics. Every terminal sends this, so it is the last
    /// reply.
    case attributes([Int])

    /// The number in the Kitty query and its reply.
    static let questionNumber = 4101

    /// Parses `Gi=…;OK` and `Gi=…;EINVAL:…`; nil for other reports.
    init?(graphics report: String) {
        let parts = report.split(separator: ";", maxSplits: 1)
        guard parts.count == 2, parts[0] == "Gi=\(Self.questionNumber)" else { return nil }
        self = .kitty(isUsable: parts[1] == "OK")
    }
}

/// A graphics protocol.
enum PictureFormat: Hashable {
    /// Kitty graphics: the terminal stores and scales the picture.
    case kitty
    /// Sixels: pixels are drawn over cells of the given size in pixels.
    case sixel(cell: Size)
}
