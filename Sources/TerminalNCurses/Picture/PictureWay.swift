import Screen

/// How a terminal is told to show points.
enum PictureWay: Hashable {
    /// The terminal keeps the picture and scales it.
    case kitty
    /// The points are written over the cells, which have so many points each.
    case sixel(cell: Size)
}
