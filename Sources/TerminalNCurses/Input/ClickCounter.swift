import Screen

/// Reads mouse reports, and tells double and triple clicks from single ones.
struct ClickCounter {
    private var last: (button: MouseEvent.Button, position: Point, time: Duration, count: Int)?

    /// Presses of one button on one cell that are at most this far apart count together.
    private static let interval = Duration.milliseconds(400)

    /// The event of a report in the SGR form (xterm's mode 1006): `CSI < button ; column ; row M`, with `m` for a release.
    mutating func event(for sequence: ControlSequence, at time: Duration) -> MouseEvent? {
        guard sequence.final == "M" || sequence.final == "m", let bits = sequence.number(0), let column = sequence.number(1),
            let row = sequence.number(2), column > 0, row > 0
        else { return nil }
        let position = Point(x: column - 1, y: row - 1)
        guard let action = action(bits, isRelease: sequence.final == "m", at: position, time) else { return nil }
        return MouseEvent(action, at: position, modifiers: Self.modifiers(bits))
    }

    private mutating func action(_ bits: Int, isRelease: Bool, at position: Point, _ time: Duration) -> MouseEvent.Action? {
        if bits & 64 != 0 {
            return [64: .wheelUp, 65: .wheelDown][bits & ~0b1_1100]
        }
        guard let button = [0: MouseEvent.Button.left, 1: .middle, 2: .right][bits & 3], bits < 64 else { return nil }
        if isRelease { return .release(button) }
        if bits & 32 != 0 { return .drag(button) }
        return .press(button, count: count(button, at: position, time))
    }

    private mutating func count(_ button: MouseEvent.Button, at position: Point, _ time: Duration) -> Int {
        var count = 1
        if let last, last.button == button, last.position == position, time - last.time <= Self.interval, last.count < 3 {
            count = last.count + 1
        }
        last = (button, position, time, count)
        return count
    }

    private static func modifiers(_ bits: Int) -> Key.Modifiers {
        var modifiers = Key.Modifiers()
        if bits & 4 != 0 { modifiers.insert(.shift) }
        if bits & 8 != 0 { modifiers.insert(.alt) }
        if bits & 16 != 0 { modifiers.insert(.control) }
        return modifiers
    }
}
