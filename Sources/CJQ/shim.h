// libjq's types and constants, and the table of its functions that filters call. The library itself is opened at run time, in the
// process that works on a filter: linking it would cost every start.
#pragma once
#include <dlfcn.h>
#include <stdlib.h>
#include <jq.h>

/// The functions of an opened libjq.
struct jq_library {
    __typeof__(&jq_init) init;
    __typeof__(&jq_set_error_cb) set_error_cb;
    __typeof__(&jq_set_debug_cb) set_debug_cb;
    __typeof__(&jq_format_error) format_error;
    __typeof__(&jq_compile) compile;
    __typeof__(&jq_start) start;
    __typeof__(&jq_next) next;
    __typeof__(&jq_set_input_cb) set_input_cb;
    __typeof__(&jv_parser_new) parser_new;
    __typeof__(&jv_parser_set_buf) parser_set_buf;
    __typeof__(&jv_parser_next) parser_next;
    __typeof__(&jv_get_kind) get_kind;
    __typeof__(&jv_copy) copy;
    __typeof__(&jv_free) free;
    __typeof__(&jv_invalid_get_msg) invalid_get_msg;
    __typeof__(&jv_invalid_has_msg) invalid_has_msg;
    __typeof__(&jv_dump_string) dump_string;
    __typeof__(&jv_string_value) string_value;
    __typeof__(&jv_string_length_bytes) string_length_bytes;
    // NULL before libjq 1.6.
    int (*halted)(jq_state *);
    jv (*get_error_message)(jq_state *);
};

/// Opens the shared library at `path` and fills in the table. Gives NULL, or what is missing in the loader's words.
static inline const char *jq_open(struct jq_library *library, const char *path) {
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return dlerror();
#define JQ_LOAD(field, symbol) \
    library->field = (__typeof__(library->field))dlsym(handle, #symbol); \
    if (!library->field) return dlerror();
    JQ_LOAD(init, jq_init)
    JQ_LOAD(set_error_cb, jq_set_error_cb)
    JQ_LOAD(set_debug_cb, jq_set_debug_cb)
    JQ_LOAD(format_error, jq_format_error)
    JQ_LOAD(compile, jq_compile)
    JQ_LOAD(start, jq_start)
    JQ_LOAD(next, jq_next)
    JQ_LOAD(set_input_cb, jq_set_input_cb)
    JQ_LOAD(parser_new, jv_parser_new)
    JQ_LOAD(parser_set_buf, jv_parser_set_buf)
    JQ_LOAD(parser_next, jv_parser_next)
    JQ_LOAD(get_kind, jv_get_kind)
    JQ_LOAD(copy, jv_copy)
    JQ_LOAD(free, jv_free)
    JQ_LOAD(invalid_get_msg, jv_invalid_get_msg)
    JQ_LOAD(invalid_has_msg, jv_invalid_has_msg)
    JQ_LOAD(dump_string, jv_dump_string)
    JQ_LOAD(string_value, jv_string_value)
    JQ_LOAD(string_length_bytes, jv_string_length_bytes)
#undef JQ_LOAD
    library->halted = (int (*)(jq_state *))dlsym(handle, "jq_halted");
    library->get_error_message = (jv(*)(jq_state *))dlsym(handle, "jq_get_error_message");
    return 0;
}
