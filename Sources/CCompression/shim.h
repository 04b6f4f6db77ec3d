// Types and constants of zlib, brotli and zstd. The libraries themselves are opened at run time (see HTTPCurl's `ContentDecoder`):
// libcurl has mostly loaded them by then, and a coding whose library is missing is not offered.
#pragma once
#include <brotli/decode.h>
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <zlib.h>
#include <zstd.h>

// Input that a decoder takes from the front, and room that it fills from the front.
typedef struct ccompression_span {
    const uint8_t *input;
    size_t input_count;
    uint8_t *output;
    size_t output_count;
} ccompression_span;

#define CCOMPRESSION_FIND(prefix, name) \
    if (!(*(void **)(&table->name) = dlsym(library, #prefix #name))) return 0

// zlib.

typedef struct ccompression_zlib {
    int (*inflateInit2_)(z_stream *stream, int window_bits, const char *version, int stream_size);
    int (*inflate)(z_stream *stream, int flush);
    int (*inflateReset)(z_stream *stream);
    int (*inflateEnd)(z_stream *stream);
} ccompression_zlib;

// Fills the table from an open library; 0 if a function is missing.
static inline int ccompression_load_zlib(ccompression_zlib *table, void *library) {
    CCOMPRESSION_FIND(, inflateInit2_);
    CCOMPRESSION_FIND(, inflate);
    CCOMPRESSION_FIND(, inflateReset);
    CCOMPRESSION_FIND(, inflateEnd);
    return 1;
}

// `inflateInit2` is a macro. `window_bits`: 15 for the format of zlib, -15 for bare deflate, 47 for gzip or zlib.
static inline int ccompression_inflate_begin(const ccompression_zlib *table, z_stream *stream, int window_bits) {
    return table->inflateInit2_(stream, window_bits, ZLIB_VERSION, (int)sizeof(z_stream));
}

// Decodes as far as input and room go; answers zlib's code.
static inline int ccompression_inflate(const ccompression_zlib *table, z_stream *stream, ccompression_span *span) {
    stream->next_in = (Bytef *)span->input;
    stream->avail_in = (uInt)span->input_count;
    stream->next_out = span->output;
    stream->avail_out = (uInt)span->output_count;
    int code = table->inflate(stream, Z_NO_FLUSH);
    span->input = stream->next_in;
    span->input_count = stream->avail_in;
    span->output = stream->next_out;
    span->output_count = stream->avail_out;
    return code;
}

// brotli.

typedef struct ccompression_brotli {
    BrotliDecoderState *(*CreateInstance)(brotli_alloc_func allocate, brotli_free_func free, void *argument);
    BrotliDecoderResult (*DecompressStream)(
        BrotliDecoderState *state, size_t *input_count, const uint8_t **input, size_t *output_count, uint8_t **output, size_t *total);
    BrotliDecoderErrorCode (*GetErrorCode)(const BrotliDecoderState *state);
    const char *(*ErrorString)(BrotliDecoderErrorCode code);
    void (*DestroyInstance)(BrotliDecoderState *state);
} ccompression_brotli;

static inline int ccompression_load_brotli(ccompression_brotli *table, void *library) {
    CCOMPRESSION_FIND(BrotliDecoder, CreateInstance);
    CCOMPRESSION_FIND(BrotliDecoder, DecompressStream);
    CCOMPRESSION_FIND(BrotliDecoder, GetErrorCode);
    CCOMPRESSION_FIND(BrotliDecoder, ErrorString);
    CCOMPRESSION_FIND(BrotliDecoder, DestroyInstance);
    return 1;
}

static inline BrotliDecoderResult ccompression_brotli_decode(
    const ccompression_brotli *table, BrotliDecoderState *state, ccompression_span *span) {
    return table->DecompressStream(state, &span->input_count, &span->input, &span->output_count, &span->output, NULL);
}

// zstd.

typedef struct ccompression_zstd {
    ZSTD_DStream *(*createDStream)(void);
    size_t (*DCtx_setParameter)(ZSTD_DCtx *context, ZSTD_dParameter parameter, int value);
    size_t (*decompressStream)(ZSTD_DStream *stream, ZSTD_outBuffer *output, ZSTD_inBuffer *input);
    unsigned (*isError)(size_t code);
    const char *(*getErrorName)(size_t code);
    size_t (*freeDStream)(ZSTD_DStream *stream);
} ccompression_zstd;

static inline int ccompression_load_zstd(ccompression_zstd *table, void *library) {
    CCOMPRESSION_FIND(ZSTD_, createDStream);
    CCOMPRESSION_FIND(ZSTD_, DCtx_setParameter);
    CCOMPRESSION_FIND(ZSTD_, decompressStream);
    CCOMPRESSION_FIND(ZSTD_, isError);
    CCOMPRESSION_FIND(ZSTD_, getErrorName);
    CCOMPRESSION_FIND(ZSTD_, freeDStream);
    return 1;
}

// Decodes as far as input and room go; answers 0 at the end of a frame, an error code, or a hint of the size of the next input.
static inline size_t ccompression_zstd_decode(const ccompression_zstd *table, ZSTD_DStream *stream, ccompression_span *span) {
    ZSTD_inBuffer input = {span->input, span->input_count, 0};
    ZSTD_outBuffer output = {span->output, span->output_count, 0};
    size_t code = table->decompressStream(stream, &output, &input);
    span->input += input.pos;
    span->input_count -= input.pos;
    span->output += output.pos;
    span->output_count -= output.pos;
    return code;
}

#undef CCOMPRESSION_FIND
