import Screen
import Widgets

/// A movement of the cursor in the focused element.
enum Motion: String, Sendable, CaseIterable {
    case up, down, left, right
    case pageUp, pageDown
    case halfPageUp, halfPageDown
    case top, bottom
}

extension Motion {
    /// The motion of a list; nil for left and right.
    var list: ListMotion? {
        switch self {
        case .up: .up
        case .down: .down
        case .pageUp: .pageUp
        case .pageDown: .pageDown
        case .halfPageUp: .halfPageUp
        case .halfPageDown: .halfPageDown
        case .top: .top
        case .bottom: .bottom
        case .left, .right: nil
        }
    }

    /// The key for this movement in a text.
    var key: Key {
        switch self {
        case .up: Key(.up)
        case .down: Key(.down)
        case .left: Key(.left)
        case .right: Key(.right)
        case .pageUp, .halfPageUp: Key(.pageUp)
        case .pageDown, .halfPageDown: Key(.pageDown)
        case .top: Key(.home, .control)
        case .bottom: Key(.end, .control)
        }
    }
}

extension CaseIterable where Self: Equatable, AllCases == [Self] {
    /// The case at a distance in the order of the cases; the first follows the last.
    func neighbour(by step: Int) -> Self {
        let all = Self.allCases
        return all[((all.firstIndex(of: self) ?? 0) + step + all.count) % all.count]
    }
}
