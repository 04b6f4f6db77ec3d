import Testing

@testable import Screen

@Suite struct ScrollPositionTests {
    @Test(arguments: [
        (0, 10, 100, 10, 0..<1), (45, 10, 100, 10, 4..<5), (90, 10, 100, 10, 9..<10), (1, 10, 100, 10, 1..<2), (89, 10, 100, 10, 8..<9),
        (0, 50, 100, 10, 0..<5), (999, 50, 100, 10, 5..<10), (-5, 50, 100, 10, 0..<5), (0, 10, .max, 20, 0..<1),
        (.max - 10, 10, .max, 20, 19..<20),
        (1, 10, 11, 2, 1..<2),
    ])
    func `the thumb is placed by the offset`(offset: Int, visible: Int, total: Int, track: Int, expected: Range<Int>) {
        #expect(ScrollPosition(offset: offset, visible: visible, total: total).thumb(trackLength: track) == expected)
    }

    @Test(arguments: [(0, 10, 10, 5), (0, 10, 3, 5), (0, 0, 9, 5), (0, 3, 9, 0)])
    func `content that fits has no thumb`(offset: Int, visible: Int, total: Int, track: Int) {
        #expect(ScrollPosition(offset: offset, visible: visible, total: total).thumb(trackLength: track) == nil)
    }
}
