/// Which part of something long is shown.
public struct ScrollPosition: Hashable, Sendable {
    /// The first row shown, from 0.
    public var offset: Int
    /// Rows that are shown.
    public var visible: Int
    /// Rows that there are.
    public var total: Int

    /// Takes the first row shown, how many are shown, and how many there are.
    public init(offset: Int, visible: Int, total: Int) {
        self.offset = offset
        self.visible = visible
        self.total = total
    }

    /// The cells of a scrollbar's thumb on a track of `trackLength` cells; nil when everything is shown.
    ///
    /// It touches an end of the track only where the content is at that end, as far as the track has room for the difference.
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
