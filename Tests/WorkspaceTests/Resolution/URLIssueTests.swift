import Testing

@testable import Workspace

/// Problems of a URL that are known before it is sent.
@Suite struct URLFaultTests {
    @Test(arguments: [
        "", "h", "http", "http://", "http://h", "people/:team?a=b c", "http://h/a b", "localhost:", "http://h:", "http://[::1]:80/x",
        "h:8080/x", "{{base}}:99999", "{{base}}/x", "http://{{host}}/x", "http://{{host}}:{{port}}/x", "http://{{env:HOST}}/x",
        "http://{{env:HOST}}:80",
        "http://h:{{env:PORT}}/", "{{scheme}}://h:80/", "http://[{{ip}}]:80/", "http://{{a:/b}}/", "http://joe:p@h/",
        "http://bücher.example/",
        ":3000/x", "/x", "http://{{user}}:{{password}}@h/", "http://h/{{a}}:99999", "http://{{host", "*",
    ])
    func `valid and unknown URLs have no problem`(url: String) {
        #expect(URLIssue.reason(against: url) == nil)
    }

    @Test(arguments: [
        ("http://h:99999/a", "The port 99999 is"), ("h:99999/a", "The port 99999 is"), ("http://{{host}}:99999", "The port 99999 is"),
        ("{{scheme}}://h:0/", "The port 0 is"), ("http://[::1/x y?a=%zz#f", "has unmatched brackets"),
        ("http://[::g]/", "is not an IPv6 address"),
        ("http://my host/", "contains a character"), ("http://my host:{{port}}/", "contains a character"),
        ("http://h:80a/", "cannot be read as a URL"), ("http://h:80 /a", "remove the space"),
        ("ftp://h/", "The URL scheme"),
    ])
    func `impossible values are reported`(url: String, reason: String) {
        #expect(URLIssue.reason(against: url)?.contains(reason) == true)
    }

    @Test func `a password is in no reason`() {
        #expect(URLIssue.reason(against: "http://joe:s3cret@h:80a/")?.contains("s3cret") == false)
        #expect(URLIssue.reason(against: "http://{{x}}:s3cret@h:99999/")?.contains("s3cret") == false)
    }

    @Test(arguments: [
        ("", true), ("{{issuer}}", true), ("https://h/token", true), ("http://127.0.0.1:80/", true), ("not a url %%", false),
        ("h/token", false),
        ("https://", false), ("https://h:99999", false), ("https://h /", false),
    ])
    func `a whole URL has scheme and host`(url: String, isOne: Bool) {
        #expect((URLIssue.reason(againstWhole: url) == nil) == isOne)
    }
}
