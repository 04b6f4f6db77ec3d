import Screen

/// The last row: the layer, what is running, the most useful keys.
enum FooterView {
    static func draw(_ state: AppState, in rect: Rect, on canvas: inout Canvas) {
        canvas.fill(rect, style: CellStyle(.footer))
        let layer = " \(state.layerName) "
        let role: StyleRole = state.lettersAreText ? .footerLayerEdit : .footerLayerNav
        canvas.write(layer, at: rect.origin, style: CellStyle(role))
        for placed in placedHints(state, in: rect) {
            let used = canvas.write(placed.hint.key, at: placed.rect.origin, style: CellStyle(.footerKey))
            canvas.write(
                placed.hint.label, at: Point(x: placed.rect.minX + used + 1, y: rect.minY), style: CellStyle(.footer))
        }
    }

    /// The cells of each hint.
    static func placedHints(_ state: AppState, in rect: Rect) -> [FooterHints.Placed] {
        FooterHints.place(FooterHints.hints(for: state), in: rect, from: rect.minX + state.layerName.count + 4)
    }
}
