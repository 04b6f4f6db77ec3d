/// A picture with the cells that it fills.
public struct PlacedPicture: Sendable, Hashable {
    /// The points; stretched over the cells.
    public let bitmap: Bitmap
    /// The cells.
    public let rect: Rect

    /// Takes the points and the cells.
    public init(_ bitmap: Bitmap, in rect: Rect) {
        self.bitmap = bitmap
        self.rect = rect
    }
}
