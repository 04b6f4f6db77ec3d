import HTTP
import Testing

@Suite struct HTTPHeadersBoundaryTests {
    @Test(arguments: [
        ("multipart/mixed; boundary=a-b", "a-b"), ("Multipart/Form-Data; charset=x; Boundary=\"a b\"", "a b"), ("multipart/mixed", nil),
        ("text/plain; boundary=a", nil), ("", nil),
    ])
    func `the boundary of a multipart type`(_ type: String, _ boundary: String?) {
        #expect(HTTPHeaders([HTTPHeaderField(name: "Content-Type", value: type)]).multipartBoundary == boundary)
    }
}
