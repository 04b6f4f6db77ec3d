import Document
import Query
import Screen
import Widgets

/// A place in a body as a person types it.
public enum BodyPlace: Sendable, Equatable {
    /// A line, from one.
    case line(Int)
    /// So much of the whole, from zero to one.
    case share(Double)

    /// Reads `1200` and `50%`; nil for anything else.
    init?(_ text: String) {
        if text.hasSuffix("%"), let percent = Double(text.dropLast()), (0...100).contains(percent) {
            self = .share(percent / 100)
        } else if let line = Int(text), line > 0 {
            self = .line(line)
        } else {
            return nil
        }
    }

    /// The error for text that is no place.
    static let problem = "Expected the number of a line, such as 1200, or a share, such as 50%."

    /// The window that asks for a place.
    static var prompt: PromptState {
        PromptState(purpose: .place, title: "Go to line or share, such as 1200 or 50%", field: TextFieldState(text: ""))
    }

    /// Goes there; to the nearest where there are not so many lines. In a table lines are rows.
    func go(_ state: inout ResponseState, _ context: ResponseContext) {
        let height = ResponseReducer.contentArea(state, context).height
        state.tab = .body
        if let count = state.shown.table?.table?.rowCount {
            state.shown.table?.list.select(row(of: count) { $0 }, count: count, height: height - 1)
        } else if let view = state.shown.view {
            let row = row(of: view.rowCount, view.row(ofLine:))
            state.shown.list.select(row, count: view.rowCount, height: height)
            state.shown.wrap.follow()
        }
    }

    private func row(of count: Int, _ rowOfLine: (Int) -> Int) -> Int {
        switch self {
        case .line(let line): max(0, min(count - 1, rowOfLine(line - 1)))
        case .share(let share): max(0, min(count - 1, Int(Double(count) * share)))
        }
    }
}
