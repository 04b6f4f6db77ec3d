import Screen
import Testing
import Themes
import Widgets

/// The controls as they look in each theme.
@Suite struct GalleryTests {
    @Test(arguments: ShippedThemes.all.map(\.name).filter { !["sixteen-colours", "no-colours"].contains($0) }, [false, true])
    func `everything drawn can be read`(name: String, hasWindow: Bool) throws {
        // The frames of panes may be invisible where the panes differ from the ground.
        let theme = try #require(ShippedThemes.named(name)).framed
        let canvas = Gallery.draw(size: Size(width: 120, height: 36), hasWindow: hasWindow)
        let styles = Set(zip(canvas.cells.indices, canvas.cells).filter { $0.1.glyph != 0x20 }.map(\.1.style))
        for style in styles {
            let least = [.paneBorder, .tabRule, .progressTrack].contains(style.role) ? 1.2 : 2.3
            let contrast = Contrast.ratio(theme.style(of: style), appearance: theme.appearance)
            #expect(contrast >= least, "\(style) has \(contrast)")
        }
    }

    @Test(arguments: [Size(width: 80, height: 24), Size(width: 120, height: 36), Size(width: 30, height: 10), Size(width: 3, height: 2)])
    func `only surfaces and controls have a background`(size: Size) {
        for cell in Gallery.draw(size: size, hasWindow: true).cells { #expect((cell.style.backdrop ?? cell.style.role).isFilled) }
    }
}
