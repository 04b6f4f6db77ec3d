// Which of 64 bytes are what, as one bit a byte: the lowest bit for the first byte.
// Swift has no portable way to move the result of a vector comparison into a word, and this is what lets an index run at memory speed.
#pragma once
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>

typedef struct { __m128i part[4]; } scan_block;

static inline scan_block scan_load(const void *bytes) {
    const __m128i *at = (const __m128i *)bytes;
    return (scan_block){{_mm_loadu_si128(at), _mm_loadu_si128(at + 1), _mm_loadu_si128(at + 2), _mm_loadu_si128(at + 3)}};
}

static inline uint64_t scan_bits(__m128i a, __m128i b, __m128i c, __m128i d) {
    return (uint64_t)(uint32_t)_mm_movemask_epi8(a) | (uint64_t)(uint32_t)_mm_movemask_epi8(b) << 16
        | (uint64_t)(uint32_t)_mm_movemask_epi8(c) << 32 | (uint64_t)(uint32_t)_mm_movemask_epi8(d) << 48;
}

static inline uint64_t scan_equal(scan_block block, uint8_t byte) {
    __m128i wanted = _mm_set1_epi8((char)byte);
    return scan_bits(_mm_cmpeq_epi8(block.part[0], wanted), _mm_cmpeq_epi8(block.part[1], wanted),
        _mm_cmpeq_epi8(block.part[2], wanted), _mm_cmpeq_epi8(block.part[3], wanted));
}

static inline scan_block scan_or(scan_block block, uint8_t byte) {
    __m128i added = _mm_set1_epi8((char)byte);
    return (scan_block){{_mm_or_si128(block.part[0], added), _mm_or_si128(block.part[1], added), _mm_or_si128(block.part[2], added),
        _mm_or_si128(block.part[3], added)}};
}

static inline uint64_t scan_at_most(scan_block block, uint8_t byte) {
    __m128i limit = _mm_set1_epi8((char)byte);
    return scan_bits(_mm_cmpeq_epi8(_mm_min_epu8(block.part[0], limit), block.part[0]),
        _mm_cmpeq_epi8(_mm_min_epu8(block.part[1], limit), block.part[1]),
        _mm_cmpeq_epi8(_mm_min_epu8(block.part[2], limit), block.part[2]),
        _mm_cmpeq_epi8(_mm_min_epu8(block.part[3], limit), block.part[3]));
}

#elif defined(__aarch64__)
#include <arm_neon.h>

typedef struct { uint8x16_t part[4]; } scan_block;

static inline scan_block scan_load(const void *bytes) {
    const uint8_t *at = (const uint8_t *)bytes;
    return (scan_block){{vld1q_u8(at), vld1q_u8(at + 16), vld1q_u8(at + 32), vld1q_u8(at + 48)}};
}

static inline uint64_t scan_bits(uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d) {
    const uint8x16_t weights = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    uint8x16_t low = vpaddq_u8(vandq_u8(a, weights), vandq_u8(b, weights));
    uint8x16_t high = vpaddq_u8(vandq_u8(c, weights), vandq_u8(d, weights));
    uint8x16_t all = vpaddq_u8(low, high);
    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(all, all)), 0);
}

static inline uint64_t scan_equal(scan_block block, uint8_t byte) {
    uint8x16_t wanted = vdupq_n_u8(byte);
    return scan_bits(vceqq_u8(block.part[0], wanted), vceqq_u8(block.part[1], wanted), vceqq_u8(block.part[2], wanted),
        vceqq_u8(block.part[3], wanted));
}

static inline scan_block scan_or(scan_block block, uint8_t byte) {
    uint8x16_t added = vdupq_n_u8(byte);
    return (scan_block){{vorrq_u8(block.part[0], added), vorrq_u8(block.part[1], added), vorrq_u8(block.part[2], added),
        vorrq_u8(block.part[3], added)}};
}

static inline uint64_t scan_at_most(scan_block block, uint8_t byte) {
    uint8x16_t limit = vdupq_n_u8(byte);
    return scan_bits(vcleq_u8(block.part[0], limit), vcleq_u8(block.part[1], limit), vcleq_u8(block.part[2], limit),
        vcleq_u8(block.part[3], limit));
}

#else

typedef struct { uint8_t byte[64]; } scan_block;

static inline scan_block scan_load(const void *bytes) {
    scan_block block;
    memcpy(block.byte, bytes, sizeof block.byte);
    return block;
}

static inline uint64_t scan_equal(scan_block block, uint8_t byte) {
    uint64_t bits = 0;
    for (int i = 0; i < 64; i++) bits |= (uint64_t)(block.byte[i] == byte) << i;
    return bits;
}

static inline scan_block scan_or(scan_block block, uint8_t byte) {
    for (int i = 0; i < 64; i++) block.byte[i] |= byte;
    return block;
}

static inline uint64_t scan_at_most(scan_block block, uint8_t byte) {
    uint64_t bits = 0;
    for (int i = 0; i < 64; i++) bits |= (uint64_t)(block.byte[i] <= byte) << i;
    return bits;
}
#endif

/// What the bytes of JSON are; the bits of strings are not taken out.
typedef struct {
    uint64_t quote, backslash, comma, open, close, space;
} scan_json;

static inline scan_json scan_json_block(const void *bytes) {
    scan_block block = scan_load(bytes);
    // `[` and `{`, `]` and `}` differ in this one bit, and no other byte becomes one of them by it.
    scan_block brackets = scan_or(block, 0x20);
    return (scan_json){scan_equal(block, '"'), scan_equal(block, '\\'), scan_equal(block, ','), scan_equal(brackets, '{'),
        scan_equal(brackets, '}'), scan_at_most(block, ' ')};
}

/// Where a byte stands among 64.
static inline uint64_t scan_byte_block(const void *bytes, uint8_t byte) {
    return scan_equal(scan_load(bytes), byte);
}

/// The space of JSON (RFC 8259, section 2).
static inline uint64_t scan_json_space(const void *bytes) {
    scan_block block = scan_load(bytes);
    return scan_equal(block, ' ') | scan_equal(block, '\n') | scan_equal(block, '\r') | scan_equal(block, '\t');
}
