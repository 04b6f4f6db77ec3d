import Foundation
import Platform
import Testing

@Suite struct CivilTimeTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z", "Thu, 01 Jan 1970 00:00:00 GMT"),
        (784_111_777, "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37 GMT"),
        (951_782_400, "2000-02-29T00:00:00Z", "Tue, 29 Feb 2000 00:00:00 GMT"),
        (-1, "1969-12-31T23:59:59Z", "Wed, 31 Dec 1969 23:59:59 GMT"),
        (-62_167_219_200, "0000-01-01T00:00:00Z", "Sat, 01 Jan 0000 00:00:00 GMT"),
        (253_402_300_799, "9999-12-31T23:59:59Z", "Fri, 31 Dec 9999 23:59:59 GMT"),
    ])
    func `seconds become a date, and come back`(seconds: Int, iso8601: String, httpDate: String) {
        let time = CivilTime(secondsSince1970: seconds)
        #expect(time.iso8601 == iso8601)
        #expect(time.httpDate == httpDate)
        #expect(time.secondsSince1970 == seconds)
        #expect(time.isValid)
    }

    @Test(arguments: [9e300, -9e300, .infinity, .nan, 1e19]) func `any number is a time`(seconds: Double) {
        #expect(CivilTime.iso8601(secondsSince1970: seconds).hasSuffix("Z"))
    }

    @Test func `the basic format has no separators`() {
        let time = CivilTime(year: 1994, month: 11, day: 6, hour: 8, minute: 49, second: 37)
        #expect(time.compact == "19941106T084937Z")
        #expect(time.compactDay == "19941106")
    }

    @Test(arguments: [
        CivilTime(year: 2023, month: 2, day: 29), CivilTime(year: 2024, month: 4, day: 31), CivilTime(year: 2024, month: 13, day: 1),
        CivilTime(year: 2024, month: 0, day: 1), CivilTime(year: -1, month: 1, day: 1), CivilTime(year: 10_000, month: 1, day: 1),
        CivilTime(year: 2024, month: 1, day: 1, hour: 24), CivilTime(year: 2024, month: 1, day: 1, minute: 60),
        CivilTime(year: 2024, month: 1, day: 1, second: 61),
    ])
    func `days and times that do not exist are not valid`(time: CivilTime) { #expect(!time.isValid) }

    @Test func `a zone's offset depends on the moment`() {
        let (start, end) = (1_774_746_000, 1_792_890_000)
        let zone = TimeZoneOffsets(in: start - 100 * 86_400..<end + 100 * 86_400) { (start..<end).contains($0) ? 7_200 : 3_600 }
        let moments = [start - 200 * 86_400, start - 1, start, end - 1, end, end + 200 * 86_400]
        #expect(moments.map { zone.offset(at: Double($0)) } == [3_600, 3_600, 7_200, 7_200, 3_600, 3_600])
        for moment in [start - 1, start, end - 7_201, end + 3_600].map(Double.init) {
            #expect(zone.moment(ofLocal: zone.local(moment)) == moment)
        }
        #expect(TimeZoneOffsets(integerLiteral: -18_000).offset(at: Double(start)) == -18_000)
    }

    /// Seconds as if they were UTC: the clock goes from 00:00 to 01:00, and later from 24:00 to 23:00, as in Chile.
    @Test(arguments: [
        (1_788_652_800, 1_788_667_200), (1_788_650_999, 1_788_665_399), (1_788_654_600, 1_788_669_000), (1_788_656_400, 1_788_667_200),
        (1_806_793_200, 1_806_804_000), (1_806_795_000, 1_806_805_800), (1_806_796_800, 1_806_811_200),
    ])
    func `a skipped local time moves forward, and a repeated time means its first occurrence`(local: Int, moment: Int) {
        let (start, end) = (1_788_667_200, 1_806_807_600)
        let zone = TimeZoneOffsets(in: start - 100 * 86_400..<end + 100 * 86_400) { (start..<end).contains($0) ? -10_800 : -14_400 }
        #expect(zone.moment(ofLocal: Double(local)) == Double(moment))
    }

    @Test func `the zone of this machine has its offset`() {
        let now = Date()
        #expect(TimeZoneOffsets.local().offset(at: now.timeIntervalSince1970) == TimeZone.current.secondsFromGMT(for: now))
    }

    @Test func `a leap second is valid`() {
        #expect(CivilTime(year: 2016, month: 12, day: 31, hour: 23, minute: 59, second: 60).isValid)
    }

    @Test(arguments: [("Jan", 1), ("dec", 12), ("SEPTEMBER", 9), ("Ja", nil), ("", nil), ("Foo", nil)] as [(String, Int?)])
    func `months have English names`(name: String, month: Int?) { #expect(CivilTime.month(named: name) == month) }
}
