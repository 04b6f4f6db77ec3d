import Testing

@testable import DemoServer

@Suite struct CivilTimeTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z", "Thu, 01 Jan 1970 00:00:00 GMT"),
        (951_782_400, "2000-02-29T00:00:00Z", "Tue, 29 Feb 2000 00:00:00 GMT"),
        (784_111_777, "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37 GMT"),
        (4_107_542_399, "2100-02-28T23:59:59Z", "Sun, 28 Feb 2100 23:59:59 GMT"),
        (4_107_542_400, "2100-03-01T00:00:00Z", "Mon, 01 Mar 2100 00:00:00 GMT"),
    ])
    func writesMoments(unixTime: Int, iso8601: String, httpDate: String) {
        #expect(CivilTime(unixTime: unixTime).iso8601 == iso8601)
        #expect(CivilTime(unixTime: unixTime).httpDate == httpDate)
    }
}
