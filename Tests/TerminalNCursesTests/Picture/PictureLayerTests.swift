import Screen
import Testing

@testable import TerminalNCurses

@Suite struct PictureLayerTests {
    private static let sixel = PictureFormat.sixel(cell: Size(width: 10, height: 20))

    private func picture(_ color: UInt8 = 1, x: Int = 0, width: Int = 2) throws -> PlacedPicture {
        let bitmap = try #require(Bitmap(size: Size(width: 1, height: 1), points: [color, 0, 0]))
        return PlacedPicture(bitmap, in: Rect(x: x, y: 3, width: width, height: 2))
    }

    /// A layer that expectations can call.
    private final class Layer {
        private var layer = PictureLayer()

        func willDraw(_ picture: PlacedPicture?, format: PictureFormat?, isWhole: Bool) -> [PictureLayer.Step] {
            layer.willDraw(picture, format: format, isWhole: isWhole)
        }
        func didDraw() -> [PictureLayer.Step] { layer.didDraw() }
        func take(_ strings: [String], of job: PictureJob) -> [PictureLayer.Step] { layer.store(strings, of: job) }
        func transmitted() -> [PictureLayer.Step] { layer.transmitted() }
        func forget() -> [PictureLayer.Step] { layer.forget() }
    }

    /// A layer with the picture on the screen.
    private func shown(_ picture: PlacedPicture, _ format: PictureFormat) throws -> Layer {
        let layer = Layer()
        #expect(layer.willDraw(picture, format: format, isWhole: true) == [])
        let job = try #require(PictureJob(format, picture))
        #expect(layer.didDraw() == [.run(job)])
        let steps = layer.take(["data"], of: job)
        if format == .kitty {
            #expect(steps == [.transmit(["data"])])
            #expect(layer.transmitted() == [.write(KittyPicture.placement(in: picture.rect))])
        } else {
            #expect(steps == [.write("\u{1B}7\u{1B}[4;1Hdata\u{1B}8")])
        }
        return layer
    }

    @Test(arguments: [PictureFormat.kitty, sixel])
    func anUnchangedPictureIsNotDrawnAgain(format: PictureFormat) throws {
        let picture = try picture()
        let layer = try shown(picture, format)
        #expect(layer.willDraw(picture, format: format, isWhole: false) == [])
        #expect(layer.didDraw() == [])
    }

    @Test func aCoveredPictureIsRemovedFromKittyAndPlacedAgainWithoutSendingPixels() throws {
        let picture = try picture()
        let layer = try shown(picture, .kitty)
        #expect(layer.willDraw(nil, format: .kitty, isWhole: false) == [.write(KittyPicture.removal)])
        #expect(layer.didDraw() == [])
        #expect(layer.willDraw(picture, format: .kitty, isWhole: false) == [])
        #expect(layer.didDraw() == [.write(KittyPicture.placement(in: picture.rect))])
    }

    @Test func coveredSixelsAreWrittenOverAndDrawnAgain() throws {
        let picture = try picture()
        let layer = try shown(picture, Self.sixel)
        #expect(layer.willDraw(nil, format: Self.sixel, isWhole: false) == [.redraw(rows: 3..<5)])
        #expect(layer.willDraw(picture, format: Self.sixel, isWhole: false) == [])
        #expect(layer.didDraw() == [.write("\u{1B}7\u{1B}[4;1Hdata\u{1B}8")])
    }

    @Test func kittyReusesItsPictureAndSixelsAreEncodedAgain() throws {
        let layer = try shown(picture(), .kitty)
        let moved = try picture(x: 5, width: 4)
        #expect(layer.willDraw(moved, format: .kitty, isWhole: false) == [.write(KittyPicture.removal)])
        #expect(layer.didDraw() == [.write(KittyPicture.placement(in: moved.rect))])
        let sixels = try shown(picture(), Self.sixel)
        _ = sixels.willDraw(moved, format: Self.sixel, isWhole: false)
        #expect(try sixels.didDraw() == [.run(#require(PictureJob(Self.sixel, moved)))])
    }

    @Test func anotherPictureReplacesIt() throws {
        let layer = try shown(picture(), .kitty)
        let other = try picture(2)
        #expect(layer.willDraw(other, format: .kitty, isWhole: false) == [.write(KittyPicture.removal)])
        #expect(try layer.didDraw() == [.write(KittyPicture.deletion), .run(#require(PictureJob(.kitty, other)))])
    }

    @Test func drawsAgainAfterTheScreenIsCleared() throws {
        let picture = try picture()
        let layer = try shown(picture, .kitty)
        #expect(layer.willDraw(picture, format: .kitty, isWhole: true) == [.write(KittyPicture.deletion)])
        #expect(try layer.didDraw() == [.run(#require(PictureJob(.kitty, picture)))])
    }

    @Test func leavingEndsATransmission() throws {
        let picture = try picture()
        let layer = Layer()
        _ = layer.willDraw(picture, format: .kitty, isWhole: false)
        _ = layer.didDraw()
        let job = try #require(PictureJob(.kitty, picture))
        _ = layer.take(["data"], of: job)
        #expect(layer.forget() == [.stopTransmitting, .write(KittyPicture.abortion + KittyPicture.deletion)])
        #expect(layer.transmitted() == [])
        #expect(layer.take(["data"], of: job) == [])
    }

    @Test func doesNotDrawAPictureCoveredDuringEncoding() throws {
        let picture = try picture()
        let layer = Layer()
        _ = layer.willDraw(picture, format: Self.sixel, isWhole: false)
        _ = layer.didDraw()
        _ = layer.willDraw(nil, format: Self.sixel, isWhole: false)
        #expect(try layer.take(["data"], of: #require(PictureJob(Self.sixel, picture))) == [])
    }

    @Test func drawsNothingWithoutAFormat() throws {
        let layer = Layer()
        #expect(try layer.willDraw(picture(), format: nil, isWhole: true) == [])
        #expect(layer.didDraw() == [])
        #expect(try PictureJob(.sixel(cell: Size(width: 2000, height: 2000)), picture()) == nil)
    }
}
