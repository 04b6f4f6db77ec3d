extension Exchange {
    /// A random UUID, version 4 (RFC 9562, section 5.4), in lower case.
    ///
    /// Foundation's opens and reads `/dev/urandom` for each, in front of a request that waits to be sent.
    public static func makeID() -> ID {
        let high = UInt64.random(in: .min ... .max) & ~0xF000 | 0x4000
        let low = UInt64.random(in: .min ... .max) & ~(3 << 62) | 2 << 62
        return String(unsafeUninitializedCapacity: 36) { text in
            var digits = 0
            for place in 0..<36 {
                if [8, 13, 18, 23].contains(place) {
                    text.initializeElement(at: place, to: UInt8(ascii: "-"))
                } else {
                    let half = digits < 16 ? high : low
                    text.initializeElement(at: place, to: hexDigit(half >> UInt64(60 - digits % 16 * 4) & 0xF))
                    digits += 1
                }
            }
            return 36
        }
    }

    private static func hexDigit(_ value: UInt64) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + UInt8(value) : UInt8(ascii: "a") + UInt8(value - 10)
    }
}
