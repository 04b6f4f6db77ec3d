// PCRE2's types and constants, and the table of its functions that searching calls. The library itself is opened at run time, when
// a pattern is searched for: linking it would cost every start.
#pragma once
#define PCRE2_CODE_UNIT_WIDTH 8
#include <dlfcn.h>
#include <pcre2.h>

/// The functions of an opened PCRE2.
struct regex_library {
    __typeof__(&pcre2_compile_8) compile;
    __typeof__(&pcre2_code_free_8) code_free;
    __typeof__(&pcre2_get_error_message_8) get_error_message;
    __typeof__(&pcre2_jit_compile_8) jit_compile;
    __typeof__(&pcre2_jit_stack_create_8) jit_stack_create;
    __typeof__(&pcre2_jit_stack_assign_8) jit_stack_assign;
    __typeof__(&pcre2_jit_stack_free_8) jit_stack_free;
    __typeof__(&pcre2_pattern_info_8) pattern_info;
    __typeof__(&pcre2_match_8) match;
    __typeof__(&pcre2_match_context_create_8) match_context_create;
    __typeof__(&pcre2_match_context_free_8) match_context_free;
    __typeof__(&pcre2_set_match_limit_8) set_match_limit;
    __typeof__(&pcre2_set_heap_limit_8) set_heap_limit;
    __typeof__(&pcre2_set_offset_limit_8) set_offset_limit;
    __typeof__(&pcre2_set_callout_8) set_callout;
    __typeof__(&pcre2_match_data_create_8) match_data_create;
    __typeof__(&pcre2_match_data_free_8) match_data_free;
    __typeof__(&pcre2_get_ovector_pointer_8) get_ovector_pointer;
};

/// Opens the shared library at `path` and fills in the table. Gives NULL, or what is missing in the loader's words.
static inline const char *regex_open(struct regex_library *library, const char *path) {
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return dlerror();
#define REGEX_LOAD(field) \
    library->field = (__typeof__(library->field))dlsym(handle, "pcre2_" #field "_8"); \
    if (!library->field) return dlerror();
    REGEX_LOAD(compile)
    REGEX_LOAD(code_free)
    REGEX_LOAD(get_error_message)
    REGEX_LOAD(jit_compile)
    REGEX_LOAD(jit_stack_create)
    REGEX_LOAD(jit_stack_assign)
    REGEX_LOAD(jit_stack_free)
    REGEX_LOAD(pattern_info)
    REGEX_LOAD(match)
    REGEX_LOAD(match_context_create)
    REGEX_LOAD(match_context_free)
    REGEX_LOAD(set_match_limit)
    REGEX_LOAD(set_heap_limit)
    REGEX_LOAD(set_offset_limit)
    REGEX_LOAD(set_callout)
    REGEX_LOAD(match_data_create)
    REGEX_LOAD(match_data_free)
    REGEX_LOAD(get_ovector_pointer)
#undef REGEX_LOAD
    return 0;
}
