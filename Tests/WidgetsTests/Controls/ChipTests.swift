import Screen
import Testing
import Widgets

@Suite struct ChipTests {
    @Test(arguments: [
        (Chip("JSON"), " JSON", StyleRole.chip), (.method("GET"), " GET  ▾", .methodChipGet),
        (.method("OPTIONS"), " OPTIONS ▾", .methodChipOther), (.method("PROPPATCH"), " PROPPA… ▾", .methodChipOther),
        (.method("PUT"), " PUT  ▾", .methodChipPut), (.method("DELETE"), " DELETE ▾", .methodChipDelete),
        (.status(201), " 201", .statusChipSuccess), (.status(404), " 404", .statusChipClientError),
        (.status(599), " 599", .statusChipServerError),
        (.environment(nil), " No environment", .environmentChipNone), (.environment("local"), " local", .environmentChip),
        (.environment("prod", isProtected: true), " ▲ prod", .environmentChipProtected),
    ])
    func `a chip fills its cells`(chip: Chip, text: String, role: StyleRole) {
        let canvas = canvas(20, 1) { chip.draw(at: $0.origin, on: &$1) }
        #expect(rows(of: canvas) == [text])
        #expect(canvas.columns(with: role) == Array(0..<chip.columns))
    }

    @Test func `the most frequent methods have one width`() {
        #expect(Set(["GET", "PUT", "POST", "HEAD"].map { Chip.method($0).columns }) == [8])
    }

    @Test(arguments: [(7, " 200 OK"), (6, "200 OK"), (4, "200…"), (2, "2…"), (0, "")])
    func `stays within its width`(room: Int, text: String) {
        let canvas = canvas(20, 1) { #expect(Chip("200 OK").draw(at: $0.origin, on: &$1, columns: room) == room) }
        #expect(rows(of: canvas) == [text])
    }
}
