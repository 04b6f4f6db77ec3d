import Screen

/// Draws a picture, with two points in each cell or in the terminal's own way, never over more cells than it has points.
enum BodyPictureView {
    static func draw(_ picture: BodyPicture, in rect: Rect, on canvas: inout Canvas) {
        let (place, foot) = rect.splitBottom(1)
        let text = "\(picture.format), \(picture.originalSize.width) × \(picture.originalSize.height) points"
        canvas.write(text, at: foot.origin, style: CellStyle(.textMuted), columns: foot.width)
        let size = picture.bitmap.size
        let scale = min(1, Double(place.width) / Double(size.width), Double(place.height * 2) / Double(size.height))
        let columns = max(1, Int(Double(size.width) * scale))
        let rows = max(1, Int((Double(size.height) * scale / 2).rounded(.up)))
        canvas.draw(
            picture.bitmap, in: Rect(x: place.minX, y: place.minY, width: min(columns, place.width), height: min(rows, place.height)))
    }
}
