import Screen
import Widgets

/// A letter on everything that can be clicked: typing it clicks there.
public struct JumpOverlay: Sendable, Equatable {
    /// Something on the screen to jump to.
    struct Place: Sendable, Equatable {
        /// The cells that react to a click.
        let rect: Rect
        /// The number of clicks: two where that opens.
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
        /// The cells; the label stands on the first, where the click goes.
        let rect: Rect
        /// The number of clicks.
        let clicks: Int
        var point: Point { rect.origin }
    }

    /// All targets.
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

    /// The targets that the typed letters still lead to.
    var open: [Target] { targets.filter { $0.label.hasPrefix(typed) } }
}

extension JumpOverlay: WindowContent {
    var scopes: [CommandScope] { [.window] }
    var dims: Bool { false }

    func layout(_ context: WindowContext) -> WindowFrame.Layout {
        WindowFrame.Layout(frame: Rect(context.screen), content: Rect(context.screen))
    }

    func draw(_ layout: WindowFrame.Layout, _ context: WindowContext, on canvas: inout Canvas) {
        for target in open {
            let rest = target.label.dropFirst(typed.count)
            canvas.write(rest, at: target.point, style: CellStyle(.matchCurrent), columns: rest.count)
        }
    }

    mutating func press(_ key: Key, _ context: WindowContext) -> [WindowStep] {
        guard case .character(let letter) = key.code, key.modifiers.isEmpty else { return [.close] }
        typed += letter.lowercased()
        guard let target = open.first else { return [.close] }
        return target.label == typed ? click(target, at: target.point) : []
    }

    /// A click on a letter, or on what carries one, does what the letter does; one elsewhere closes. What the button does on its way up
    /// from the menu is nothing.
    mutating func handle(_ event: MouseEvent, _ layout: WindowFrame.Layout, _ context: WindowContext) -> [WindowStep] {
        guard event.isPress else { return [] }
        let letter = open.first { target in
            let width = target.label.count - typed.count
            return Rect(x: target.point.x, y: target.point.y, width: width, height: 1).contains(event.position)
        }
        if let letter { return click(letter, at: letter.point) }
        // A letter on a row of something is nearer than that on all of it.
        let around = open.filter { $0.rect.contains(event.position) }.min { $0.rect.cellCount < $1.rect.cellCount }
        return around.map { click($0, at: event.position) } ?? [.close]
    }

    private func click(_ target: Target, at point: Point) -> [WindowStep] { [.close, .output(.click(point, times: target.clicks))] }
}

extension Rect {
    fileprivate var cellCount: Int { width * height }
}
