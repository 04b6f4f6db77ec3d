import Testing

@testable import DemoServer

@Suite struct ReceivedTargetTests {
    @Test(
        arguments: [
            ("/", nil, "/", nil),
            ("/a/b?x=1?y", nil, "/a/b", "x=1?y"),
            ("/a?", nil, "/a", ""),
            ("http://h:80/a?b", "h:80", "/a", "b"),
            ("HTTPS://h", "h", "/", nil),
            ("http://h?q", "h", "/", "q"),
            ("*", nil, "*", nil),
        ] as [(String, String?, String, String?)])
    func parsesTargets(text: String, authority: String?, path: String, query: String?) {
        let target = ReceivedTarget(text)
        #expect(target.authority == authority)
        #expect(target.path == path)
        #expect(target.query == query)
    }

    @Test func segmentsAreDecodedOneByOne() {
        #expect(ReceivedTarget("/a%2Fb//c%20d/").segments == ["a/b", "c d"])
    }
}
