import Screen

/// Finds out how a terminal shows points. It is asked when the first picture is there, and nothing waits for the answer: pictures are
/// half blocks until it comes.
struct PictureSupport: Hashable {
    /// The way that is known by now.
    private(set) var way: PictureWay?
    private let mode: PictureMode
    /// Whether the terminal may have Kitty's protocol: others might show its question as text.
    private let mayBeKitty: Bool
    private var question: Question
    private var cell: Size?
    private var hasSixel: Bool

    private enum Question {
        case needless, open, asked
    }

    /// Takes the user's wish and what the environment says.
    init(_ mode: PictureMode, environment: [String: String]) {
        self.mode = mode
        let type = environment["TERM", default: ""]
        let isKitty = ["xterm-kitty", "xterm-ghostty"].contains(type)
        // What multiplexers and the terminals of editors inherit speaks of the terminal around them.
        let isMultiplexed =
            ["TMUX", "STY", "ZELLIJ", "NVIM", "VIM_TERMINAL", "INSIDE_EMACS"].contains { environment[$0] != nil } || type.hasPrefix("tmux")
            || type.hasPrefix("screen")
        let hints = environment["KITTY_WINDOW_ID"] != nil || ["ghostty", "WezTerm"].contains(environment["TERM_PROGRAM", default: ""])
        hasSixel = mode == .sixel
        mayBeKitty = !isMultiplexed && hints
        switch mode {
        case .kitty:
            way = .kitty
            question = .needless
        case .auto:
            let isBlocks = isMultiplexed || environment["NO_COLOR", default: ""] != ""
            way = isKitty && !isBlocks ? .kitty : nil
            question = isBlocks || isKitty ? .needless : .open
        case .sixel: question = .open
        case .blocks, .none: question = .needless
        }
    }

    /// What to ask now that there is a picture; nil when all is known or asked.
    mutating func ask() -> String? {
        guard question == .open else { return nil }
        question = .asked
        let kitty = mode == .auto && mayBeKitty ? KittyPicture.question : ""
        return kitty + "\u{1B}[16t\u{1B}[c"
    }

    /// Takes an answer; says whether a way has become known by it.
    mutating func take(_ reply: PictureReply, windowCell: Size?) -> Bool {
        guard way == nil, question == .asked else { return false }
        switch reply {
        case .kitty(let isUsable): if isUsable { way = .kitty }
        case .cell(let size): if size.width > 0, size.height > 0 { cell = size }
        case .attributes(let numbers):
            hasSixel = hasSixel || numbers.contains(4)
            if hasSixel, let cell = windowCell ?? cell { way = .sixel(cell: cell) }
        }
        return way != nil
    }

    /// Follows a change of the font.
    mutating func use(windowCell: Size?) {
        if case .sixel = way, let windowCell { way = .sixel(cell: windowCell) }
    }
}

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

/// How a terminal is told to show points.
enum PictureWay: Hashable {
    /// The terminal keeps the picture and scales it.
    case kitty
    /// The points are written over the cells, which have so many points each.
    case sixel(cell: Size)
}
