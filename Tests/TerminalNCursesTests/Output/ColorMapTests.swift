import CNcurses
import Screen
import Testing

@testable import TerminalNCurses

@Suite struct ColorPairsTests {
    /// All pairs that `begin` got, by number.
    private final class Registry {
        var pairs: [Int32: Int32] = [:]
        func begin(_ number: Int32, _ pair: ColorPairs.Pair) -> Bool {
            pairs[number] = pair.foreground
            return true
        }
    }

    private static func pair(_ color: Int32) -> ColorPairs.Pair { .init(foreground: color, background: 0) }

    @Test func picturesLeaveHalfOfTheNumbersToStyles() {
        let registry = Registry()
        var pairs = ColorPairs(count: 64)
        let pictures = (0..<100).map { pairs.picture(Self.pair($0), begin: registry.begin) }
        #expect(pictures == (0..<100).map { $0 < 32 ? 63 - $0 : 0 })
        let styles = (100..<140).map { pairs.style(Self.pair($0), begin: registry.begin) }
        #expect(styles == (0..<40).map { $0 < 31 ? $0 + 1 : 0 })
        #expect(pairs.style(at: 1) == Self.pair(100))
    }

    @Test func numbersOfPicturesAreUsedAgain() {
        let registry = Registry()
        var pairs = ColorPairs(count: 8)
        func pictures(_ colors: [Int32]) -> [Int32] { colors.map { pairs.picture(Self.pair($0), begin: registry.begin) } }
        func release() -> Bool { pairs.releasePictures() }
        #expect(pictures([0, 1, 2, 3]) == [7, 6, 5, 4])
        #expect(!release())
        #expect(pictures([0, 4]) == [7, 0])
        #expect(release())
        #expect(pictures([4]) == [7])
        #expect(registry.pairs == [7: 4, 6: 1, 5: 2, 4: 3])
    }

    @Test func stylesMayUseWhatPicturesDoNot() {
        let registry = Registry()
        var pairs = ColorPairs(count: 8)
        let styles = (0..<8).map { pairs.style(Self.pair($0), begin: registry.begin) }
        #expect(styles == [1, 2, 3, 4, 5, 6, 7, 0])
        let picture = pairs.picture(Self.pair(9), begin: registry.begin)
        #expect(picture == 0)
    }
}

@Suite struct ColorMapTests {
    @Test(arguments: [
        (Color.terminal, Int32(-1)), (.ansi(1), 1), (.ansi(9), 9), (.rgb(255, 128, 0), 0xFF8000), (.rgb(0, 0, 0), 16), (.rgb(0, 0, 15), 16),
        (.rgb(0, 0, 16), 16), (.rgb(0, 1, 0), 256),
    ])
    func `direct colour with sixteen palette entries`(color: Color, number: Int32) {
        #expect(ColorMap(depth: .direct, paletteCount: 16).number(for: color) == number)
    }

    @Test func `direct colour with eight palette entries computes the bright ones`() {
        let map = ColorMap(depth: .direct, paletteCount: 8)
        #expect(map.number(for: .ansi(9)) == 0xFF0000)
        #expect(map.number(for: .ansi(7)) == 7)
        #expect(map.number(for: .rgb(0, 0, 3)) == 8)
    }

    @Test(arguments: [
        (Color.terminal, Int32(-1)), (.ansi(12), 12), (.rgb(255, 0, 0), 196), (.rgb(0, 0, 0), 16), (.rgb(255, 255, 255), 231),
        (.rgb(95, 135, 175), 67),
        (.rgb(8, 8, 8), 232), (.rgb(48, 48, 48), 236), (.rgb(238, 238, 238), 255), (.rgb(129, 162, 190), 109), (.rgb(30, 30, 46), 235),
    ])
    func `an indexed palette uses the nearest colour that users do not redefine`(color: Color, number: Int32) {
        #expect(ColorMap(depth: .indexed, paletteCount: 16).number(for: color) == number)
    }

    /// Searched in full, as the shortcut must find it too.
    @Test func `256 colours use the nearest level of each channel`() {
        let levels = [255, 215, 175, 135, 95, 0]
        let map = ColorMap(depth: .indexed, paletteCount: 16)
        for value in 0...255 {
            let nearest = levels.min { abs($0 - value) < abs($1 - value) } ?? 0
            // Pure red is nearer to the cube than to any grey once it is bright enough.
            guard value >= 95 else { continue }
            let expected = 16 + 36 * (5 - (levels.firstIndex(of: nearest) ?? 0))
            #expect(map.number(for: .rgb(UInt8(value), 0, 0)) == Int32(expected))
        }
    }

    @Test(arguments: [
        (Color.ansi(9), Int32(9), Int32(1), ncurses_bold()), (.ansi(2), 2, 2, 0), (.rgb(250, 10, 10), 9, 1, ncurses_bold()),
        (.rgb(10, 10, 10), 0, 0, 0), (.ansi(8), 8, -1, ncurses_dim()), (.rgb(120, 120, 120), 8, -1, ncurses_dim()),
    ])
    func `terminals with sixteen and with eight colours`(color: Color, ofSixteen: Int32, ofEight: Int32, attributes: attr_t) {
        let (sixteen, eight) = (ColorMap(depth: .sixteen, paletteCount: 16), ColorMap(depth: .sixteen, paletteCount: 8))
        #expect(sixteen.foregroundNumber(for: color) == ofSixteen && sixteen.attributes(for: color) == 0)
        #expect(eight.foregroundNumber(for: color) == ofEight && eight.attributes(for: color) == attributes)
    }

    @Test func `a terminal without colours uses its default`() {
        #expect(ColorMap(depth: .none, paletteCount: 0).number(for: .rgb(1, 2, 3)) == -1)
        #expect(ColorMap(depth: .none, paletteCount: 0).number(for: .ansi(3)) == -1)
    }
}
