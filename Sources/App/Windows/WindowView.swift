import Widgets
import Screen
import Widgets

/// Draws the windows over the panes.
enum WindowView {
    /// Windows with lines to read are not wider, so that the eye finds the next line.
    static let mostReadWidth = 120

    /// The cells of a window with its border.
    static func frame(of window: Window<Message>, _ state: AppState) -> Rect {
        let layout = state.screenLayout
        return switch window {
        case .help: HelpView.frame(in: layout)
        case .picker(let picker): PickerView.frame(of: picker, in: layout)
        case .confirm(let question): QuestionView.frame(of: question, in: layout)
        case .prompt(let prompt): PromptView.frame(of: prompt, in: layout)
        case .form(let form): FormView.frame(of: form, in: layout)
        case .menu(let menu): menu.menu.frame(in: layout.body)
        case .report: ReportView.frame(in: layout)
        case .text(let text): TextWindowView.frame(of: text, in: layout)
        case .sheet: SheetView.frame(in: layout)
        case .jump: Rect(state.size)
        case .comparison: ComparisonView.frame(in: layout)
        }
    }

    /// The cells that a drag selects text in; nil where it means something else.
    static func text(of window: Window<Message>, in frame: Rect, at point: Point) -> Rect? {
        switch window {
        case .report: ReportView.list(in: frame)
        case .text: TextWindowView.list(in: frame)
        case .comparison: ComparisonView.list(in: frame)
        case .help(let help): HelpView.list(of: help, in: frame)
        case .sheet(let sheet): sheet.isEditing ? nil : table(of: sheet, in: SheetView.table(in: frame), at: point)
        case .form(let form): FormView.text(of: form, in: frame)
        case .picker, .confirm, .prompt, .menu, .jump: nil
        }
    }

    /// Nil on a row's switch, which a press changes.
    private static func table(of sheet: SheetOverlay, in rect: Rect, at point: Point) -> Rect? {
        sheet.page.text == nil && sheet.page.shape.hasSwitch(at: point, in: rect) ? nil : rect
    }

    static func draw(_ window: Window<Message>, _ state: AppState, on canvas: inout Canvas) {
        let frame = frame(of: window, state)
        switch window {
        case .help(let help): HelpView.draw(help, state, in: frame, on: &canvas)
        case .picker(let picker): PickerView.draw(picker, in: frame, on: &canvas)
        case .confirm(let question): QuestionView.draw(question, in: frame, on: &canvas)
        case .prompt(let prompt): PromptView.draw(prompt, state, in: frame, on: &canvas)
        case .form(let form): FormView.draw(form, in: frame, on: &canvas)
        case .menu(let menu): menu.menu.draw(in: state.screenLayout.body, on: &canvas)
        case .report(let report): ReportView.draw(report, in: frame, on: &canvas)
        case .text(let text): TextWindowView.draw(text, in: frame, on: &canvas)
        case .sheet(let sheet): SheetView.draw(sheet, state, in: frame, on: &canvas)
        case .jump(let jump): JumpView.draw(jump, on: &canvas)
        case .comparison(let window): ComparisonView.draw(window, in: frame, on: &canvas)
        }
    }

    /// An empty window with a title.
    static func drawWindow(_ title: String, in frame: Rect, on canvas: inout Canvas) {
        canvas.fill(frame, style: CellStyle(.modal))
        canvas.box(
            frame, style: CellStyle(.modalBorder, on: .modal), borders: .rounded, title: " \(title) ",
            titleStyle: CellStyle(.modalTitle, on: .modal))
    }
}
