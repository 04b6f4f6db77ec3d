import Hashing

/// Records of invented people, with the fields and the mix of types that real responses have.
struct CrewRecord: Sendable {
    enum Slot: String, Sendable {
        case id, uuid, first, last, email, active, score, joined, city, latitude, longitude, role, tag, note
    }

    /// A record as a pretty printer writes it, one level down.
    static let prettyText = """
            {
              "id": <id>,
              "uuid": "<uuid>",
              "name": "<first> <last>",
              "email": "<email>",
              "active": <active>,
              "score": <score>,
              "joined": "<joined>",
              "supervisor": null,
              "home": {
                "city": "<city>",
                "position": [
                  <latitude>,
                  <longitude>
                ]
              },
              "tags": [
                "<role>",
                "<tag>"
              ],
              "note": "<note>"
            }
        """

    /// The same record without line breaks and spaces between its parts.
    static let compactText =
        prettyText
        .split(separator: "\n").map { $0.drop { $0 == " " } }.joined()
        .split(separator: "\": ", omittingEmptySubsequences: false).joined(separator: "\":")

    private static let firstNames = words(
        "Ada Bo Chloé Dov Edith Farid Grete Håkon Inés Jun Kofi Lía Mats Noor Oona Pavel Quinn Rosa 桜 Tove")
    private static let lastNames = words(
        "Abara Berg Castell Dahl Ekwueme Falk García Hoshino Ivanov Jensen Kowalski Lund Müller Nagy Okafor")
    private static let cities = words("Aarhus Bergen Cádiz Delft Essen Faro Gdańsk Hilo Ibiza Jena Kyōto Lomé Malmö Nantes Oulu")
    private static let roles = words("pilot mechanic navigator medic cook quartermaster botanist archivist")
    private static let tags = words("night-shift reserve instructor remote veteran trainee on-leave certified")
    private static let notes = [
        "Asked twice for a window seat.", "Says \\\"clear skies\\\" whatever the weather.", "Keeps the logbook in green ink.",
        "Path: C:\\\\crew\\\\photos", "Prefers tea.\\nNever coffee.", "Speaks four languages, two of them well.", "",
        "Naïve but kind – 100 %.",
    ].map { Array($0.utf8) }

    private var generator: SplitMix64
    private(set) var count = 0

    init(seed: UInt64) {
        generator = SplitMix64(seed: seed)
    }

    /// Appends the next record.
    mutating func append(to output: inout [UInt8], template: RecordTemplate<Slot>) {
        count += 1
        template.append(to: &output) { slot, output in fill(slot, &output) }
    }

    private mutating func fill(_ slot: Slot, _ output: inout [UInt8]) {
        switch slot {
        case .id: output.append(decimal: count)
        case .uuid: appendUUID(&output)
        case .first: pick(Self.firstNames, &output)
        case .last: pick(Self.lastNames, &output)
        case .email: appendEmail(&output)
        case .active: output.append(contentsOf: generator.next(below: 4) == 0 ? "false".utf8 : "true".utf8)
        case .score: appendFraction(of: 10_000, &output)
        case .joined: appendDate(&output)
        case .city: pick(Self.cities, &output)
        case .latitude: appendFraction(of: 9_000, &output)
        case .longitude: appendFraction(of: 18_000, &output)
        case .role: pick(Self.roles, &output)
        case .tag: pick(Self.tags, &output)
        case .note: pick(Self.notes, &output)
        }
    }

    private mutating func pick(_ choices: [[UInt8]], _ output: inout [UInt8]) {
        output.append(contentsOf: choices[generator.next(below: choices.count)])
    }

    /// Version 4 (RFC 9562, section 5.4).
    private mutating func appendUUID(_ output: inout [UInt8]) {
        let high = generator.next()
        let low = generator.next()
        output.append(hexadecimal: high >> 32, width: 8)
        output.append(UInt8(ascii: "-"))
        output.append(hexadecimal: high >> 16, width: 4)
        output.append(UInt8(ascii: "-"))
        output.append(hexadecimal: high & 0x0FFF | 0x4000, width: 4)
        output.append(UInt8(ascii: "-"))
        output.append(hexadecimal: low >> 48 & 0x3FFF | 0x8000, width: 4)
        output.append(UInt8(ascii: "-"))
        output.append(hexadecimal: low, width: 12)
    }

    private mutating func appendEmail(_ output: inout [UInt8]) {
        output.append(contentsOf: "crew.".utf8)
        output.append(decimal: count)
        output.append(contentsOf: "@ship-".utf8)
        output.append(decimal: generator.next(below: 40))
        output.append(contentsOf: ".example".utf8)
    }

    private mutating func appendFraction(of most: Int, _ output: inout [UInt8]) {
        let hundredths = generator.next(below: most)
        output.append(decimal: hundredths / 100)
        output.append(UInt8(ascii: "."))
        output.append(decimal: hundredths % 100, width: 2)
    }

    private mutating func appendDate(_ output: inout [UInt8]) {
        output.append(decimal: 1990 + generator.next(below: 36), width: 4)
        output.append(UInt8(ascii: "-"))
        output.append(decimal: 1 + generator.next(below: 12), width: 2)
        output.append(UInt8(ascii: "-"))
        output.append(decimal: 1 + generator.next(below: 28), width: 2)
    }

    private static func words(_ text: String) -> [[UInt8]] {
        text.split(separator: " ").map { Array($0.utf8) }
    }
}

/// A text with placeholders: `{"id": <id>, "name": "<name>"}`, split in advance so that filling it in takes a few copies.
struct RecordTemplate<Slot: RawRepresentable<String> & Sendable>: Sendable {
    private enum Part: Sendable {
        case bytes([UInt8])
        case slot(Slot)
    }

    private let parts: [Part]

    /// - Parameter text: holds `<` and `>` around the names of placeholders only.
    init(_ text: String) {
        parts = text.split(separator: "<", omittingEmptySubsequences: false).flatMap { text -> [Part] in
            let halves = text.split(separator: ">", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2, let slot = Slot(rawValue: String(halves[0])) else { return [.bytes(Array(text.utf8))] }
            return [.slot(slot), .bytes(Array(halves[1].utf8))]
        }
    }

    func append(to output: inout [UInt8], filling fill: (Slot, inout [UInt8]) -> Void) {
        for part in parts {
            switch part {
            case .bytes(let bytes): output.append(contentsOf: bytes)
            case .slot(let slot): fill(slot, &output)
            }
        }
    }
}

extension [UInt8] {
    /// Appends a number in decimal digits, padded with zeros to `width`.
    mutating func append(decimal number: Int, width: Int = 1) {
        var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)
        var rest = number.magnitude
        if number < 0 { append(UInt8(ascii: "-")) }
        Swift.withUnsafeMutableBytes(of: &digits) { buffer in
            var start = buffer.count
            repeat {
                start -= 1
                buffer[start] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            } while rest > 0 || buffer.count - start < Swift.min(width, buffer.count)
            append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[start...]))
        }
    }

    /// Appends the lowest `width` hexadecimal digits of a number.
    mutating func append(hexadecimal number: UInt64, width: Int) {
        for position in (0..<width).reversed() {
            let digit = UInt8(truncatingIfNeeded: number >> UInt64(position * 4)) & 15
            append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }
}
