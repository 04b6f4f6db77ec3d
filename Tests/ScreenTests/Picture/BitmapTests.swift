import Screen
import Testing

@Suite struct BitmapTests {
    @Test func refusesAWrongNumberOfPoints() {
        #expect(Bitmap(size: Size(width: 2, height: 1), points: [1, 2, 3]) == nil)
        #expect(Bitmap(size: Size(width: 0, height: 1), points: []) == nil)
    }

    @Test func averagesTheRectangleOnly() throws {
        let bitmap = try #require(Bitmap(size: Size(width: 3, height: 1), points: [0, 10, 20, 100, 30, 40, 255, 255, 255]))
        #expect(bitmap.mean(columns: 0..<2, rows: 0..<1) == Canvas.Pixel(red: 50, green: 20, blue: 30))
    }

    @Test(arguments: [(0, 3, 6, 0..<2), (2, 3, 6, 4..<6), (1, 4, 2, 0..<1), (3, 4, 2, 1..<2), (0, 1, 1, 0..<1)])
    func dividesPointsAmongPlaces(index: Int, count: Int, length: Int, expected: Range<Int>) {
        #expect(Bitmap.span(index, of: count, along: length) == expected)
    }

    @Test func scalingAveragesAndRepeats() throws {
        let bitmap = try #require(Bitmap(size: Size(width: 2, height: 2), points: [0, 0, 0, 100, 0, 0, 0, 0, 0, 100, 0, 0]))
        #expect(bitmap.scaled(to: Size(width: 1, height: 1)).points == [50, 0, 0])
        #expect(bitmap.scaled(to: Size(width: 4, height: 1)).points == [0, 0, 0, 0, 0, 0, 100, 0, 0, 100, 0, 0])
        #expect(bitmap.scaled(to: bitmap.size) == bitmap)
    }
}
