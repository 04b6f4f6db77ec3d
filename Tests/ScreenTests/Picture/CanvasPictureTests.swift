import Screen
import Testing

@Suite struct CanvasPictureTests {
    private let rect = Rect(x: 2, y: 1, width: 2, height: 1)

    private func drawn(_ change: (inout Canvas) -> Void = { _ in }) throws -> Canvas {
        let bitmap = try #require(Bitmap(size: Size(width: 1, height: 2), points: [255, 0, 0, 0, 0, 255]))
        var canvas = Canvas(size: Size(width: 6, height: 3))
        canvas.draw(bitmap, in: rect)
        change(&canvas)
        return canvas
    }

    @Test func eachCellShowsTwoPoints() throws {
        let canvas = try drawn()
        for x in 2..<4 {
            let cell = try #require(canvas[Point(x: x, y: 1)].picture)
            #expect(cell.top == .rgb(255, 0, 0) && cell.bottom == .rgb(0, 0, 255))
        }
        #expect(canvas.uncoveredPicture?.rect == rect)
    }

    @Test(arguments: [
        (Rect(x: 3, y: 1, width: 1, height: 1), true), (Rect(x: 0, y: 0, width: 6, height: 3), true),
        (Rect(x: 4, y: 1, width: 2, height: 1), false), (Rect(x: 0, y: 2, width: 6, height: 1), false),
    ])
    func drawingOverAPictureCoversIt(other: Rect, covers: Bool) throws {
        #expect(try (drawn { $0.fill(other, style: CellStyle(.text)) }.uncoveredPicture == nil) == covers)
        #expect(try (drawn { $0.dim(other) }.uncoveredPicture == nil) == covers)
        #expect(try (drawn { $0.highlight(other, backdrop: .selection) }.uncoveredPicture == nil) == covers)
    }

    @Test func drawsAPictureOnASurface() throws {
        let bitmap = try #require(Bitmap(size: Size(width: 1, height: 1), points: [1, 2, 3]))
        var canvas = Canvas(size: Size(width: 6, height: 3))
        canvas.draw(on: .surfaceRaised, in: canvas.bounds) { $0.draw(bitmap, in: rect) }
        #expect(canvas.uncoveredPicture?.bitmap == bitmap)
    }

    @Test func aClippedPictureIsDrawnInCells() throws {
        let bitmap = try #require(Bitmap(size: Size(width: 1, height: 1), points: [1, 2, 3]))
        var canvas = Canvas(size: Size(width: 6, height: 3))
        canvas.clipped(to: Rect(x: 0, y: 0, width: 3, height: 3)) { $0.draw(bitmap, in: rect) }
        #expect(canvas.uncoveredPicture == nil)
        #expect(canvas[Point(x: 2, y: 1)].picture != nil)
        #expect(Canvas(size: Size(width: 1, height: 1)).uncoveredPicture == nil)
    }
}
