import Screen
import Workspace

/// The severity of a toast.
enum ToastKind: Sendable, Equatable {
    /// Something was done; disappears by itself.
    case done
    /// A warning; disappears by itself.
    case warning
    /// Something failed; stays until it is dismissed.
    case error
}

/// The subject of a toast. A newer toast with the same topic replaces the older one, and success removes it.
enum ToastTopic: Sendable, Equatable {
    /// The reason why a request is not sent.
    case sending
    /// The reason why the file at a path is not saved; nil for a request without a file.
    case saving(String?)
    /// A mistake in the text of the current request.
    case draft
    /// Settings around the current request that cannot be read.
    case inheritance
    /// The text that was copied last.
    case clipboard
    /// The paste whose end has not arrived.
    case pasting
    /// The text under the cursor, which the user has asked about.
    case explanation
    /// The last change to the tree: only that one can be undone, so only one toast offers it.
    case tree
    /// The entries of the history that were deleted last: restoring them takes their toast away.
    case history
    /// The secrets in the former file of an environment.
    case formerSecrets
    /// The comparison that takes long.
    case comparison
    /// The reading of many entries, or of their servers, which Esc cancels.
    case reading
    /// The user's settings, keymap and themes.
    case configuration
    /// A folder of the user in which nothing can be stored.
    case storing(String)
    /// Changes by other programs that are not noticed.
    case watching
    /// Keys without a command.
    case keys
    /// A login that waits for a person.
    case login(Int)
}

/// A short message over the corner of the screen.
struct Toast<Sent: Sendable>: Sendable, Identifiable {
    /// An action that a click on its label starts.
    struct Action: Sendable {
        /// The action in one word, such as `undo`.
        let label: String
        /// The message that starts it.
        let message: Sent
    }

    /// The number of the toast in this run; 0 before it is shown.
    var id = 0
    /// The severity.
    let kind: ToastKind
    /// The text: one sentence, or a few for an error.
    let text: String
    /// The text on one line where there is no room for more: what is wrong, and the keys to mend it; nil for the beginning of the text.
    let brief: String?
    /// The subject; nil for a toast that stands for itself.
    let topic: ToastTopic?
    /// The action of a click on its label, beside dismissing the toast.
    let action: Action?
    /// Stays until it is dismissed or settled: an error, or something that waits for a person.
    let stays: Bool

    init(
        kind: ToastKind, text: String, brief: String? = nil, about topic: ToastTopic? = nil, action: Action? = nil, stays: Bool = false
    ) {
        self.kind = kind
        self.text = text
        self.brief = brief
        self.topic = topic
        self.action = action
        self.stays = stays || kind == .error
    }

    /// The label of the action as it is shown, such as `[undo]`; nil without one, and for an error, whose text needs the room.
    fileprivate var label: String? { kind == .error ? nil : action.map { "[\($0.label)]" } }

    /// The same toast with another message in its action.
    func map<Other: Sendable>(_ change: (Sent) -> Other) -> Toast<Other> {
        let action = action.map { Toast<Other>.Action(label: $0.label, message: change($0.message)) }
        return Toast<Other>(kind: kind, text: text, brief: brief, about: topic, action: action, stays: stays)
    }
}

extension Toast: Equatable where Sent: Equatable {}
extension Toast.Action: Equatable where Sent: Equatable {}

/// A text that one key copies, with its name in the toast.
struct CopiedText: Sendable, Equatable {
    private static let maxCharacters = 60

    let text: String
    /// The name in the notification.
    let name: String

    /// The text itself as its name if it is short, else `name`.
    static func name(_ text: String, or name: String) -> String { text.count <= maxCharacters ? text : name }
}

extension CopiedText {
    /// Creates a text in which secrets may be masked; its name then says so.
    init(masked text: String, name: String) {
        self.init(text: text, name: name + (text.has(SecretMask.sign) ? ", without its secrets" : ""))
    }
}

/// Places and draws the toasts. The newest is on the lower border of the panes, where it covers nothing. A toast that is too long for the
/// border lies over a pane without the focus; without such a pane, the newest is cut to one line.
struct ToastView<Sent: Sendable> {
    /// A toast with its place.
    struct Placed {
        let toast: Toast<Sent>
        let frame: Rect
        let lines: [String]
        /// True if the text is too long to be shown whole.
        let isCut: Bool

        /// The cells of the action's label; empty if there is none.
        var label: Rect {
            guard let label = toast.label, let row = lines.indices.last, lines[row].hasSuffix(label) else { return .empty }
            let end = frame.row(row).splitLeft(ToastView.margin + TextWidth.columns(of: lines[row])).left
            return end.splitRight(TextWidth.columns(of: label)).right
        }
    }

    /// The cells of the panes; the last row is their lower border.
    let body: Rect
    /// The cells over which a toast may lie; nil for none.
    let room: Rect?
    /// The column of the lower border at which toasts end: a cell of the border stays before its corner, or before its clickable signs.
    let end: Int
    /// The cells that no toast covers: the text that is being typed, and the buttons of a window.
    let uncovered: [Rect]
    /// The key that shows all notifications.
    let readKey: String?

    private static var maxColumns: Int { 64 }
    /// The minimum width of a shortened path.
    private static var minPath: Int { 16 }

    func draw(_ toasts: [Toast<Sent>], on canvas: inout Canvas) {
        for placed in placed(toasts) {
            let role = placed.toast.kind.role
            let sign = CellStyle(placed.toast.kind.signRole, on: role)
            canvas.fill(placed.frame, style: CellStyle(role))
            for (index, line) in placed.lines.enumerated() {
                let row = placed.frame.row(index)
                canvas.write("▌", in: row, style: sign)
                let text = row.splitLeft(Self.margin).rest
                canvas.write(line, in: text, style: CellStyle(.text, on: role))
                if index == 0 { canvas.write(placed.toast.kind.sign, in: text, style: sign) }
            }
        }
    }

    /// The columns of the bar at the left end and of the padding after it. One more column of padding follows the text where there is room.
    fileprivate static var margin: Int { 2 }

    /// The columns for text on the lower border of the panes; the border's first cell stays in sight.
    private var columnsOnBorder: Int { end - body.minX - 1 - Self.margin }

    /// The cells of each toast, the newest first.
    func placed(_ toasts: [Toast<Sent>]) -> [Placed] {
        var placed: [Placed] = []
        for toast in toasts.reversed() {
            let border = placed.isEmpty ? onBorder(toast) : nil
            // The user asked for an explanation and dismisses it; it may cover the pane.
            let place = room ?? (toast.topic == .explanation ? body.splitBottom(1).rest : nil)
            let top = placed.last.flatMap { place?.meets($0.frame) == true ? $0.frame.minY : nil }
            let next =
                border ?? place.flatMap { above(top, toast, in: $0) } ?? (placed.isEmpty ? briefOnBorder(toast) ?? cutOnBorder(toast) : nil)
            guard let next else { break }
            placed.append(next)
        }
        return placed
    }

    /// The newest toast on the lower border of the panes; nil where it is too long for that.
    private func onBorder(_ toast: Toast<Sent>) -> Placed? {
        guard !toast.text.contains("\n") else { return nil }
        guard let line = texts(of: toast).first(where: { TextWidth.fits($0, columns: columnsOnBorder) }) else { return nil }
        let placed = onBorder(line, toast, isCut: false)
        return uncovered.contains { $0.meets(placed.frame) } ? nil : placed
    }

    /// The brief text of the newest toast on the lower border of the panes; nil without one that fits.
    private func briefOnBorder(_ toast: Toast<Sent>) -> Placed? {
        guard let brief = toast.brief else { return nil }
        let line = toast.kind.sign + " " + brief
        let lines = toast.kind == .error ? [line + "  (Esc)", line] : [line + closing(of: toast)]
        return lines.first { TextWidth.fits($0, columns: columnsOnBorder) }.map { onBorder($0, toast, isCut: true) }
    }

    /// The newest toast on the lower border of the panes, its longest path shortened if that is enough, else its beginning.
    private func cutOnBorder(_ toast: Toast<Sent>) -> Placed? {
        if !toast.text.contains("\n"), let line = withShortPath(texts(of: toast)[0]) { return onBorder(line, toast, isCut: true) }
        let (short, label) = (" … \(readKey ?? "a click") shows all", closing(of: toast))
        let tails = toast.kind == .error ? [short + "  (Esc)", short] : label.isEmpty ? [short] : [short + label, " …" + label]
        let tail = tails.first { columnsOnBorder - TextWidth.columns(of: $0) > Self.minPath } ?? tails[tails.count - 1]
        let columns = columnsOnBorder - TextWidth.columns(of: tail)
        guard columns > 4 else { return nil }
        let first = toast.kind.sign + " " + (toast.brief ?? toast.text).prefix { !$0.isNewline }
        var head = TextWidth.prefix(of: first, columns: columns)
        // Not within a word, if there is another one.
        if head.endIndex < first.endIndex, let space = head.dropFirst(8).lastIndex(of: " ") { head = head[..<space] }
        return onBorder(head + tail, toast, isCut: true)
    }

    /// The line with its longest path shortened so that it fits on the border; nil if too little of the path would be left.
    private func withShortPath(_ line: String) -> String? {
        var words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let paths = words.indices.filter { words[$0].contains("/") }
        guard let longest = paths.max(by: { words[$0].utf8.count < words[$1].utf8.count }) else { return nil }
        let columns = TextWidth.columns(of: words[longest]) - TextWidth.columns(of: line) + columnsOnBorder
        guard columns >= Self.minPath else { return nil }
        words[longest] = TextWidth.fitted(words[longest], columns: columns, cut: .middle)
        return words.joined(separator: " ")
    }

    private func onBorder(_ line: String, _ toast: Toast<Sent>, isCut: Bool) -> Placed {
        let width = Self.margin + min(columnsOnBorder, TextWidth.columns(of: line) + 1)
        let frame = Rect(x: end - width, y: body.maxY - 1, width: width, height: 1)
        return Placed(toast: toast, frame: frame, lines: [line], isCut: isCut)
    }

    /// A toast over a pane: above the other toasts, and above the cells that stay uncovered. The scrollbar stays free.
    private func above(_ top: Int?, _ toast: Toast<Sent>, in room: Rect) -> Placed? {
        let most = min(Self.maxColumns, room.width - 3)
        guard most > 4 else { return nil }
        let wrapped = texts(of: toast).map { TextWrap.lines($0, columns: most - Self.margin) }
        let all = wrapped[wrapped.last.map { $0.count < wrapped[0].count } == true ? wrapped.count - 1 : 0]
        let count = maxLines(ofNewest: top == nil, in: room)
        let rest = rest(all.count - count + 1)
        let closing = toast.kind == .error && TextWidth.fits(rest + "  (Esc)", columns: most - Self.margin) ? "  (Esc)" : ""
        let lines = all.count > count ? all.prefix(count - 1) + [rest + closing] : all
        let width = min(most, (lines.map { TextWidth.columns(of: $0) }.max() ?? 0) + Self.margin + 1)
        func frame(_ bottom: Int) -> Rect {
            Rect(x: room.maxX - width - 2, y: bottom - lines.count, width: width, height: lines.count)
        }
        let bottom = frame(top ?? room.maxY)
        var free = bottom
        while let covered = uncovered.filter({ $0.meets(free) }).map(\.minY).min() { free = frame(covered) }
        guard bottom.minY > room.minY else { return nil }
        // If there is no room above it either, covering the text is better than hiding the toast.
        return Placed(toast: toast, frame: free.minY > room.minY ? free : bottom, lines: Array(lines), isCut: all.count > count)
    }

    /// The maximum number of lines of a toast: fewer if the panes are small, and for all toasts but the newest.
    private func maxLines(ofNewest isNewest: Bool, in room: Rect) -> Int {
        isNewest ? min(6, max(2, room.height / 4)) : min(3, max(2, room.height / 10))
    }

    /// The label of the action as it follows a text; empty without one.
    private func closing(of toast: Toast<Sent>) -> String { toast.label.map { "  " + $0 } ?? "" }

    /// The text with its action. Where there is no room, the key that closes an error is left out.
    private func texts(of toast: Toast<Sent>) -> [String] {
        let text = toast.kind.sign + " " + toast.text
        return toast.kind == .error ? [text + "  (Esc)", text] : [text + closing(of: toast)]
    }

    private func rest(_ count: Int) -> String { "… \(count) more lines: a click\(readKey.map { " or \($0)" } ?? "") shows all" }
}

extension ToastKind {
    /// A sign for the severity, so that it shows without colours.
    var sign: String {
        switch self {
        case .done: "✓"
        case .warning: "!"
        case .error: "✗"
        }
    }

    fileprivate var signRole: StyleRole {
        switch self {
        case .done: .success
        case .warning: .warning
        case .error: .error
        }
    }

    fileprivate var role: StyleRole {
        switch self {
        case .done: .toast
        case .warning: .toastWarning
        case .error: .toastError
        }
    }
}

extension Rect {
    fileprivate func meets(_ other: Rect) -> Bool { !intersection(other).isEmpty }
}
