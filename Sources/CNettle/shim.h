// Message digests.
#pragma once
#include <nettle/md5.h>
#include <nettle/sha1.h>
#include <nettle/sha2.h>
#include <nettle/version.h>

// Finishes a digest and writes all of it. Before Nettle 4 the functions take a size, to cut it.
#if NETTLE_VERSION_MAJOR >= 4
#define DIGEST_ALL(name, size, state, output) nettle_##name##_digest(state, output)
#else
#define DIGEST_ALL(name, size, state, output) nettle_##name##_digest(state, size, output)
#endif

static inline void digest_md5(struct md5_ctx *state, uint8_t *output) { DIGEST_ALL(md5, MD5_DIGEST_SIZE, state, output); }
static inline void digest_sha1(struct sha1_ctx *state, uint8_t *output) { DIGEST_ALL(sha1, SHA1_DIGEST_SIZE, state, output); }
static inline void digest_sha256(struct sha256_ctx *state, uint8_t *output) { DIGEST_ALL(sha256, SHA256_DIGEST_SIZE, state, output); }
