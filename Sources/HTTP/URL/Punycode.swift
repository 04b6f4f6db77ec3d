/// Unicode in the letters of host names (RFC 3492).
enum Punycode {
    private static let base = 36
    private static let tMin = 1
    private static let tMax = 26

    static func encode(_ input: [Unicode.Scalar]) -> String {
        var output = input.filter(\.isASCII).map { UInt8($0.value) }
        let basicCount = output.count
        if basicCount > 0 { output.append(0x2D) }
        var (n, delta, bias, handled) = (128, 0, 72, basicCount)
        while handled < input.count {
            // Some scalar is left that was not handled, so there is a least one.
            let next = Int(input.lazy.map(\.value).filter { $0 >= UInt32(n) }.min()!)
            delta += (next - n) * (handled + 1)
            n = next
            for scalar in input {
                if scalar.value < UInt32(n) { delta += 1 }
                guard scalar.value == UInt32(n) else { continue }
                appendVariableLength(delta, bias: bias, to: &output)
                bias = adapt(delta, count: handled + 1, isFirst: handled == basicCount)
                delta = 0
                handled += 1
            }
            delta += 1
            n += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    static func decode(_ text: Substring) -> [Unicode.Scalar]? {
        let bytes = Array(text.utf8)
        let split = bytes.lastIndex(of: 0x2D)
        var output = bytes[..<(split ?? 0)].map { UInt32($0) }
        var (n, index, bias) = (128, 0, 72)
        var rest = bytes[(split.map { $0 + 1 } ?? 0)...]
        while !rest.isEmpty {
            guard let delta = readVariableLength(&rest, bias: bias) else { return nil }
            bias = adapt(delta, count: output.count + 1, isFirst: index == 0)
            index += delta
            n += index / (output.count + 1)
            index %= output.count + 1
            guard n <= 0x10FFFF else { return nil }
            output.insert(UInt32(n), at: index)
            index += 1
        }
        let scalars = output.compactMap(Unicode.Scalar.init)
        return scalars.count == output.count ? scalars : nil
    }

    private static func threshold(_ k: Int, _ bias: Int) -> Int { min(max(k - bias, tMin), tMax) }

    private static func appendVariableLength(_ value: Int, bias: Int, to output: inout [UInt8]) {
        var rest = value
        var k = base
        while true {
            let t = threshold(k, bias)
            guard rest >= t else { return output.append(digit(rest)) }
            output.append(digit(t + (rest - t) % (base - t)))
            rest = (rest - t) / (base - t)
            k += base
        }
    }

    private static func readVariableLength(_ rest: inout ArraySlice<UInt8>, bias: Int) -> Int? {
        var (value, weight, k) = (0, 1, base)
        while let byte = rest.popFirst() {
            guard let digit = Self.value(of: byte) else { return nil }
            let (product, overflows) = digit.multipliedReportingOverflow(by: weight)
            value += product
            guard !overflows, value < 1 << 40 else { return nil }
            let t = threshold(k, bias)
            if digit < t { return value }
            weight *= base - t
            guard weight < 1 << 40 else { return nil }
            k += base
        }
        return nil
    }

    private static func adapt(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var k = 0
        while delta > (base - tMin) * tMax / 2 {
            delta /= base - tMin
            k += base
        }
        return k + (base - tMin + 1) * delta / (delta + 38)
    }

    private static func digit(_ value: Int) -> UInt8 { UInt8(value < 26 ? 0x61 + value : 0x30 + value - 26) }

    private static func value(of byte: UInt8) -> Int? {
        if ASCII.isLetter(byte) { return Int(ASCII.lowercased(byte)) - 0x61 }
        return ASCII.isDigit(byte) ? Int(byte) - 0x30 + 26 : nil
    }
}
