import Screen
import Testing

@testable import TerminalNCurses

@Suite struct PictureEncodingTests {
    private static let red: [UInt8] = [255, 0, 0]
    private static let black: [UInt8] = [0, 0, 0]
    private static let white: [UInt8] = [255, 255, 255]

    @Test(arguments: [
        // One red point: level 5 of 6, so colour (5 · 7 + 0) · 6 + 0, and the first bit of a sixel.
        (1, 1, red, "\"1;1;1;1#210;2;100;0;0#210@"),
        // Two colours in a row: the second starts after an empty sixel; trailing empty ones are omitted.
        (2, 1, red + black, "\"1;1;2;1#0;2;0;0;0#210;2;100;0;0#0?@$#210@"),
        // Seven rows are a whole band and one row of another; four of a kind are counted.
        (4, 7, [UInt8](repeating: 255, count: 84), "\"1;1;4;7#251;2;100;100;100#251!4~-#251!4@"),
        // Three of a kind are not.
        (3, 1, white + white + white, "\"1;1;3;1#251;2;100;100;100#251@@@"),
    ])
    func sixels(width: Int, height: Int, points: [UInt8], expected: String) throws {
        let bitmap = try #require(Bitmap(size: Size(width: width, height: height), points: points))
        #expect(String(decoding: SixelPicture(bitmap).bytes, as: UTF8.self) == "\u{1B}P0;1q" + expected + "\u{1B}\\")
    }

    @Test func dithersBetweenLevels() throws {
        let bitmap = try #require(Bitmap(size: Size(width: 2, height: 1), points: [UInt8](repeating: 128, count: 6)))
        let text = String(decoding: SixelPicture(bitmap).bytes, as: UTF8.self)
        // 128 is 2.51 of the levels of red and blue and 3.01 of those of green; the thresholds are 0 and 8 sixteenths.
        #expect(text.contains("#\((2 * 7 + 3) * 6 + 2);2;40;50;40#\((3 * 7 + 3) * 6 + 3);2;60;50;60"))
    }

    @Test func kittyTakesBase64() throws {
        let bitmap = try #require(Bitmap(size: Size(width: 1, height: 1), points: Self.red))
        #expect(KittyPicture.transmission(of: bitmap) == ["\u{1B}_Ga=t,t=d,f=24,s=1,v=1,i=16720,q=2,m=0;/wAA\u{1B}\\"])
    }

    @Test func aLongPictureGoesToKittyInPieces() throws {
        let bitmap = try #require(Bitmap(size: Size(width: 1025, height: 1), points: [UInt8](repeating: 0, count: 3075)))
        let pieces = KittyPicture.transmission(of: bitmap)
        let long = String(repeating: "A", count: 4096)
        #expect(pieces == ["\u{1B}_Ga=t,t=d,f=24,s=1025,v=1,i=16720,q=2,m=1;\(long)\u{1B}\\", "\u{1B}_Gq=2,m=0;AAAA\u{1B}\\"])
    }

    @Test func kittyPlacesOverCellsAndTheCursorStays() {
        #expect(
            KittyPicture.placement(in: Rect(x: 4, y: 2, width: 30, height: 10))
                == "\u{1B}7\u{1B}[3;5H\u{1B}_Ga=p,i=16720,p=1,c=30,r=10,C=1,q=2\u{1B}\\\u{1B}8")
    }

    @Test(arguments: [
        ("Gi=4101;OK", PictureReply.kitty(isUsable: true)), ("Gi=4101;ENODATA:no", .kitty(isUsable: false)), ("Gi=16720;OK", nil),
        ("Gi=4101", nil), ("", nil),
    ])
    func parsesReplies(report: String, expected: PictureReply?) {
        #expect(PictureReply(graphics: report) == expected)
    }
}
