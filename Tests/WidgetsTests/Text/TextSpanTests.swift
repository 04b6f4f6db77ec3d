import Screen
import Testing

@testable import Widgets

@Suite struct TextSpanTests {
    @Test(arguments: [
        ([TextSpan(0..<2, .codeKey), TextSpan(2..<4, .codeString)], [TextSpan(0..<2, .codeKey), TextSpan(2..<4, .codeString)]),
        ([TextSpan(2..<4, .codeKey), TextSpan(0..<2, .codeString)], [TextSpan(0..<2, .codeString), TextSpan(2..<4, .codeKey)]),
        (
            [TextSpan(0..<9, .codeString), TextSpan(3..<5, .variable)],
            [TextSpan(0..<3, .codeString), TextSpan(3..<5, .variable), TextSpan(5..<9, .codeString)]
        ),
        ([TextSpan(3..<5, .variable), TextSpan(0..<9, .codeString)], [TextSpan(0..<9, .codeString)]),
    ])
    func `later spans cover earlier ones`(spans: [TextSpan], expected: [TextSpan]) {
        #expect(TextSpan.flattened(spans) == expected)
    }
}
