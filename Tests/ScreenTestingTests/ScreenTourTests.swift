import Foundation
import Screen
import Testing

@testable import ScreenTesting

@Suite struct ScreenTourTests {
    private func screen(_ output: String) -> RobotScreen {
        let emulator = ScreenEmulator(size: Size(width: 4, height: 2))
        _ = emulator.feed(Array(output.utf8), answersKittyKeyboard: false)
        return emulator.shown
    }

    @Test func `an empty recording gives no document`() { #expect(ScreenTour().svg.isEmpty) }

    @Test func `a row that stays is drawn once and without animation`() {
        var tour = ScreenTour()
        tour.add(screen("same\r\nnow"), milliseconds: 250)
        tour.add(screen("same\r\nthen"), milliseconds: 750)
        let parts = tour.svg.components(separatedBy: "<g visibility=\"hidden\">")
        #expect(parts.count == 3)
        #expect(parts[0].contains(">same</text>") && !parts[1].contains(">same") && !parts[2].contains(">same"))
        #expect(parts[1].contains(#"dur="1000ms" values="visible;hidden" keyTimes="0.0;0.25""#) && parts[1].contains(">now"))
        #expect(parts[2].contains(#"values="hidden;visible" keyTimes="0.0;0.25""#) && parts[2].contains(">then"))
    }

    @Test func `a row between two blank ones is shown for its duration only`() {
        var tour = ScreenTour()
        for (text, milliseconds) in [("", 100), ("abc", 100), ("", 200)] { tour.add(screen(text), milliseconds: milliseconds) }
        #expect(tour.svg.contains(#"values="hidden;visible;hidden" keyTimes="0.0;0.25;0.5""#))
    }
}
