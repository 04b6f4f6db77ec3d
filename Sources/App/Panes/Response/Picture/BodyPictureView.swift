import Screen

/// Draws a picture with two points in each cell, never larger than it is.
enum BodyPictureView {
    static func draw(_ picture: BodyPicture, in rect: Rect, on canvas: inout Canvas) {
        let (place, foot) = rect.splitBottom(1)
        let text = "\(picture.format), \(picture.originalSize.width) × \(picture.originalSize.height) points"
        canvas.write(text, at: foot.origin, style: CellStyle(.textMuted), columns: foot.width)
        let scale = min(
            1, Double(place.width) / Double(picture.size.width), Double(place.height * 2) / Double(picture.size.height))
        let columns = max(1, Int(Double(picture.size.width) * scale))
        let rows = max(1, Int((Double(picture.size.height) * scale / 2).rounded(.up)))
        for row in 0..<min(rows, place.height) {
            for column in 0..<min(columns, place.width) {
                let across = span(column, of: columns, picture.size.width)
                let top = picture.pixel(columns: across, rows: span(row * 2, of: rows * 2, picture.size.height))
                let bottom = picture.pixel(columns: across, rows: span(row * 2 + 1, of: rows * 2, picture.size.height))
                canvas.write(top: top, bottom: bottom, at: Point(x: place.minX + column, y: place.minY + row))
            }
        }
    }

    /// The points that fall on one of `count` places.
    private static func span(_ index: Int, of count: Int, _ length: Int) -> Range<Int> {
        let start = min(length - 1, index * length / count)
        return start..<max(start + 1, (index + 1) * length / count)
    }
}
