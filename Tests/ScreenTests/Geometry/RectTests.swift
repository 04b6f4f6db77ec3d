import Testing

@testable import Screen

@Suite struct RectTests {
    private let rect = Rect(x: 2, y: 1, width: 10, height: 4)

    @Test(arguments: [(Point(x: 2, y: 1), true), (Point(x: 11, y: 4), true), (Point(x: 12, y: 1), false), (Point(x: 2, y: 5), false)])
    func `contains its first column and row, but not its end`(point: Point, isInside: Bool) {
        #expect(rect.contains(point) == isInside)
    }

    @Test func `rectangles intersect in their common part`() {
        #expect(rect.intersection(Rect(x: 0, y: 0, width: 4, height: 2)) == Rect(x: 2, y: 1, width: 2, height: 1))
        #expect(rect.intersection(Rect(x: 20, y: 0, width: 4, height: 2)).isEmpty)
    }

    @Test(arguments: [-1, 0, 3, 4, 9])
    func `splits into two that make up the whole`(count: Int) {
        let (top, rest) = rect.splitTop(count)
        #expect(top.height + rest.height == rect.height && rest.minY == top.maxY)
        let (left, right) = rect.splitRight(count)
        #expect(left.width + right.width == rect.width && right.minX == left.maxX)
        #expect(right.width == min(max(0, count), rect.width))
    }

    @Test func `centres text that fits and cuts the rest`() {
        #expect(rect.centered(Size(width: 4, height: 2)) == Rect(x: 5, y: 2, width: 4, height: 2))
        #expect(rect.centered(Size(width: 40, height: 20)) == rect)
    }

    @Test func `insets larger than the rectangle give an empty one`() {
        #expect(rect.inset(columns: 9, rows: 9).isEmpty)
    }

    @Test func `a rectangle names its rows`() {
        #expect(rect.row(3) == Rect(x: 2, y: 4, width: 10, height: 1))
        #expect(rect.row(4).isEmpty)
    }
}
