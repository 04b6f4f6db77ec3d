import Testing

@testable import DemoServer

@Suite struct RoutePatternTests {
    @Test(
        arguments: [
            ("/", [], [:]),
            ("/a/{b}", ["a", "1"], ["b": "1"]),
            ("/a/{b?}", ["a"], [:]),
            ("/a/{b?}/{c?}", ["a", "1"], ["b": "1"]),
            ("/a/{rest*}", ["a"], ["rest": ""]),
            ("/a/{rest*}", ["a", "b", "c"], ["rest": "b/c"]),
        ] as [(String, [String], [String: String])])
    func matches(pattern: String, path: [String], parameters: [String: String]) {
        #expect(RoutePattern(pattern).match(path) == parameters)
    }

    @Test(
        arguments: [
            ("/", ["a"]), ("/a/{b}", ["a"]), ("/a/{b}", ["a", "1", "2"]), ("/a/{b}", ["b", "1"]), ("/a/{b?}", ["a", "1", "2"]), ("/a", []),
        ] as [(String, [String])])
    func refuses(pattern: String, path: [String]) {
        #expect(RoutePattern(pattern).match(path) == nil)
    }
}
