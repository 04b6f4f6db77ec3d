import Screen
import Widgets

/// Labels on everything clickable: typing a label clicks there.
struct JumpWindow: Sendable, Equatable {
    /// A clickable place on the screen.
    struct Place: Sendable, Equatable {
        /// The cells that react to a click.
        let rect: Rect
        /// The number of clicks: two if a double click opens it.
        let clicks: Int

        init(_ rect: Rect, clicks: Int = 1) {
            self.rect = rect
            self.clicks = clicks
        }
    }

    /// A place with its letters.
    struct Target: Sendable, Equatable {
        /// The letters to type: one, or two where there are many.
        let label: String
        /// The cells; the click goes to the first one. The label is there or beside it, where it covers no letters.
        let rect: Rect
        let clicks: Int
        var point: Point { rect.origin }
    }

    /// All places with their labels.
    let targets: [Target]
    /// The part of a label typed so far.
    var typed = ""

    private static let letters = Array("asdfghjklqwertyuiopzxcvbnm")

    /// Gives labels to places, one letter while there are enough letters.
    init(_ places: [Place]) {
        let isShort = places.count <= Self.letters.count
        let labels = isShort ? Self.letters.map { String($0) } : Self.letters.flatMap { first in Self.letters.map { "\(first)\($0)" } }
        targets = zip(labels, places).map { Target(label: $0, rect: $1.rect, clicks: $1.clicks) }
    }

    /// The places whose labels begin with the typed letters.
    var open: [Target] { targets.filter { $0.label.hasPrefix(typed) } }
}

extension JumpWindow: AskingWindow {
    var isBoundToCells: Bool { true }
    var hints: [WindowHint] { [WindowHint("letter", "jump", .close)] }

    var scopes: [CommandScope] { [.window] }
    var dims: Bool { false }

    func layout(_ context: WindowContext) -> WindowFrame.Layout {
        WindowFrame.Layout(frame: Rect(context.screen), content: Rect(context.screen))
    }

    func draw(_ layout: WindowFrame.Layout, _ context: WindowContext, on canvas: inout Canvas) {
        var taken = Set<Point>()
        for target in open {
            let rest = target.label.dropFirst(typed.count)
            let place = place(of: target, taken: taken, on: canvas)
            taken.formUnion((0..<target.label.count).map { Point(x: place.x + $0, y: place.y) })
            canvas.write(rest, at: Point(x: place.x + typed.count, y: place.y), style: CellStyle(.matchCurrent), columns: rest.count)
        }
    }

    /// The place of a label, chosen so that the text of its target stays readable: the nearest blank cells up to its left side, else the
    /// nearest cells without letters and check boxes, else the first cells.
    private func place(of target: Target, taken: Set<Point>, on canvas: Canvas) -> Point {
        let width = target.label.count
        func place(_ shifts: [Int], _ isFree: (Unicode.Scalar) -> Bool) -> Point? {
            shifts.lazy.map { Point(x: target.point.x + $0, y: target.point.y) }.first { place in
                (0..<width).allSatisfy { offset in
                    let cell = Point(x: place.x + offset, y: place.y)
                    guard canvas.bounds.contains(cell), !taken.contains(cell) else { return false }
                    return canvas.glyph(at: cell).unicodeScalars.first.map(isFree) ?? false
                }
            }
        }
        let left = (0...width).map { -$0 }
        return place(left) { $0 == " " }
            ?? place(left + (1..<max(2, target.rect.width - width))) {
                !$0.properties.isAlphabetic && !("0"..."9").contains($0) && $0 != "[" && $0 != "]"
            }
            ?? target.point
    }

    mutating func press(_ key: Key, _ context: WindowContext) -> [WindowStep] {
        guard case .character(let letter) = key.code, key.modifiers.isEmpty else { return [.close] }
        typed += letter.lowercased()
        guard let target = open.first else { return [.close] }
        return target.label == typed ? click(target, at: target.point) : []
    }

    /// Handles a click: on a place it acts like typing its label; elsewhere it closes the labels. The release of the button that opened the
    /// menu does nothing.
    mutating func handle(_ event: MouseEvent, _ layout: WindowFrame.Layout, _ context: WindowContext) -> [WindowStep] {
        guard event.isPress else { return [] }
        // A place within another one comes first.
        let around = open.filter { $0.rect.contains(event.position) }.min { $0.rect.cellCount < $1.rect.cellCount }
        if let around { return click(around, at: event.position) }
        let beside = open.first { target in
            let width = target.label.count
            return Rect(x: target.point.x - width, y: target.point.y, width: width, height: 1).contains(event.position)
        }
        return beside.map { click($0, at: $0.point) } ?? [.close]
    }

    private func click(_ target: Target, at point: Point) -> [WindowStep] { [.close, .output(.click(point, times: target.clicks))] }
}

extension Rect {
    fileprivate var cellCount: Int { width * height }
}

extension Window {
    static func jump(_ content: JumpWindow) -> Window { Window(content) }
}
