import Foundation
import Testing

@testable import DemoServer

@Suite struct DocumentTests {
    let server: TestServer

    init() throws {
        server = try TestServer()
    }

    @Test func xmlIsThere() throws {
        let response = try server.get("/xml")
        #expect(response["Content-Type"] == "application/xml")
        #expect(response.text.hasPrefix("<?xml"))
        #expect(response.text.hasSuffix("</birds>\n"))
    }

    @Test func htmlIsThere() throws {
        let response = try server.get("/html")
        #expect(response["Content-Type"] == "text/html; charset=utf-8")
        #expect(response.text.hasPrefix("<!DOCTYPE html>"))
    }

    @Test func thePictureIsAPNGOfTheSize() throws {
        let response = try server.get("/image/png?width=30&height=20")
        #expect(response["Content-Type"] == "image/png")
        #expect(response.body.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        #expect(Array(response.body[12..<29]) == Array("IHDR".utf8) + [0, 0, 0, 30, 0, 0, 0, 20, 8, 2, 0, 0, 0])
        #expect(response.body.suffix(12) == [0, 0, 0, 0] + Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82])
    }

    @Test func drawsSkyAndBird() {
        let picture = SwiftPicture.png(width: 300, height: 200)
        #expect(picture.pixel(150, 80) == PNG.Colour(red: 32, green: 28, blue: 40))
        #expect(picture.pixel(0, 0) == PNG.Colour(red: 90, green: 130, blue: 210))
    }

    @Test(arguments: ["width=0", "height=2001", "width=x"])
    func refusesInvalidSizes(query: String) throws {
        #expect(try server.get("/image/png?\(query)").status == 400)
    }
}
