import Testing

@testable import Widgets

@Suite struct ScrollbarTests {
    @Test(arguments: [
        (100, 10, 0, 0..<1), (100, 10, 90, 9..<10), (20, 10, 0, 0..<5), (20, 10, 10, 5..<10), (20, 10, 5, 2..<7), (5, 10, 0, 0..<0),
        (10, 0, 0, 0..<0),
    ])
    func `the thumb shows the visible part`(count: Int, height: Int, first: Int, thumb: Range<Int>) {
        #expect(Scrollbar(count: count, height: height, first: first).thumb == thumb)
    }

    @Test(arguments: [0, 3, 7, 9])
    func `the thumb follows the pointer`(y: Int) {
        let bar = Scrollbar(count: 1_000, height: 10, first: 0)
        let first = bar.first(at: y, grip: 0)
        #expect(Scrollbar(count: 1_000, height: 10, first: first).thumb.lowerBound == y)
    }
}
