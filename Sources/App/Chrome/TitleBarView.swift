import Screen
import Widgets

/// The first row: the program's menu, the workspace, requests in flight and the environment.
struct TitleBarView<Sent: Sendable> {
    /// Something at the right end that can be clicked.
    struct Item {
        let chip: Chip
        let message: Sent
    }

    /// An item and its cells.
    struct Placed {
        let item: Item
        let rect: Rect
    }

    /// The workspace's name.
    let name: String
    /// The whole name of the selected row, if the row has no room for it.
    let cutName: String?
    /// True to draw signs in ASCII.
    let usesASCII: Bool
    /// The items at the right end, from left to right.
    let items: [Item]

    private static var menuTitle: String { "apus" }

    /// The program's name, which opens the menu.
    static func menu(in rect: Rect, usesASCII: Bool) -> Rect {
        rect.splitLeft(TextWidth.columns(of: DropDown.text(menuTitle, usesASCII: usesASCII))).left
    }

    /// The cells of the items, from left to right.
    func placed(in rect: Rect) -> [Placed] {
        var right = rect.maxX
        var placed: [Placed] = []
        for item in items.reversed() {
            let width = min(item.chip.columns, rect.width / 2)
            guard right - width > rect.minX + 10 else { break }
            right -= width
            placed.insert(Placed(item: item, rect: Rect(x: right, y: rect.minY, width: width, height: 1)), at: 0)
            right -= 1
        }
        return placed
    }

    func draw(in rect: Rect, on canvas: inout Canvas) {
        canvas.fill(rect, style: CellStyle(.titleBar))
        let used = canvas.write(
            DropDown.text(Self.menuTitle, usesASCII: usesASCII), at: rect.origin, style: CellStyle(.titleBarAccent, on: .titleBar))
        let placed = placed(in: rect)
        let room = (placed.first?.rect.minX ?? rect.maxX) - rect.minX - used - 2
        let text = cutName.map { "\(name) \(usesASCII ? ">" : "›") \($0)" } ?? name
        canvas.write(
            TextWidth.fitted(text, columns: max(0, room)), at: Point(x: rect.minX + used + 1, y: rect.minY), style: CellStyle(.titleBar))
        for place in placed {
            var chip = place.item.chip
            chip.text = TextWidth.fitted(chip.text, columns: place.rect.width - 2)
            chip.draw(at: place.rect.origin, on: &canvas)
        }
    }
}
