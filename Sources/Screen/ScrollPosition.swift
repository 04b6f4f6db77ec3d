/// The visible part of scrollable content.
public struct ScrollPosition: Hashable, Sendable {
    /// The first row shown, from 0.
    public var offset: Int
    /// The number of visible rows.
    public var visible: Int
    /// The number of rows in total.
    public var total: Int

    /// Creates a position from the first visible row, the number of visible rows and the total.
    public init(offset: Int, visible: Int, total: Int) {
        self.offset = offset
        self.visible = visible
        self.total = total
    }

    /// The cells of a scrollbar's thumb on a track of `trackLength` cells; nil if everything is visible.
    ///
    /// The thumb touches an end of the track only if the content is scrolled to that end, if the track is long enough to show the
    /// difference.
    public func thumb(trackLength: Int) -> Range<Int>? {
        guard trackLength > 0, visible > 0, total > visible else { return nil }
        let length = min(max(1, Self.scaled(visible, by: trackLength, over: total)), max(1, trackLength - 1))
        let last = total - visible
        let first = min(max(0, offset), last)
        let free = trackLength - length
        var start = Self.scaled(first, by: free, over: last)
        if free >= 2 { start = first == 0 ? 0 : first == last ? free : min(max(1, start), free - 1) }
        return start..<start + length
    }

    /// `value * factor / divisor`, whatever the product's size.
    private static func scaled(_ value: Int, by factor: Int, over divisor: Int) -> Int {
        divisor.dividingFullWidth(value.multipliedFullWidth(by: factor)).quotient
    }
}
