// libcurl's types and constants. The library itself is opened at run time (see HTTPCurl): linking it would cost every start
// of the program five milliseconds for its forty dependencies.
#pragma once
#include <curl/curl.h>
#include <dlfcn.h>
#include <stddef.h>

// The functions of libcurl that the loader calls, found with dlsym.
typedef struct ccurl_functions {
    CURLcode (*global_init)(long flags);
    curl_version_info_data *(*version_info)(CURLversion age);
    struct curl_slist *(*slist_append)(struct curl_slist *list, const char *line);
    void (*slist_free_all)(struct curl_slist *list);
    CURL *(*easy_init)(void);
    void (*easy_cleanup)(CURL *easy);
    CURLcode (*easy_pause)(CURL *easy, int bitmask);
    const char *(*easy_strerror)(CURLcode code);
    CURLcode (*easy_setopt)(CURL *easy, CURLoption option, ...);
    CURLcode (*easy_getinfo)(CURL *easy, CURLINFO info, ...);
    CURLM *(*multi_init)(void);
    CURLMcode (*multi_cleanup)(CURLM *multi);
    CURLMcode (*multi_setopt)(CURLM *multi, CURLMoption option, ...);
    CURLMcode (*multi_add_handle)(CURLM *multi, CURL *easy);
    CURLMcode (*multi_remove_handle)(CURLM *multi, CURL *easy);
    CURLMcode (*multi_socket_action)(CURLM *multi, curl_socket_t socket, int directions, int *running);
    CURLMsg *(*multi_info_read)(CURLM *multi, int *left);
    CURLU *(*url)(void);
    void (*url_cleanup)(CURLU *url);
    CURLUcode (*url_set)(CURLU *url, CURLUPart part, const char *text, unsigned int flags);
} ccurl_functions;

// Fills the table from an open library. Answers the name of the first function that the library lacks, or NULL.
static inline const char *ccurl_load(ccurl_functions *table, void *library) {
#define CCURL_FIND(name) \
    if (!(*(void **)(&table->name) = dlsym(library, "curl_" #name))) return "curl_" #name
    CCURL_FIND(global_init);
    CCURL_FIND(version_info);
    CCURL_FIND(slist_append);
    CCURL_FIND(slist_free_all);
    CCURL_FIND(easy_init);
    CCURL_FIND(easy_cleanup);
    CCURL_FIND(easy_pause);
    CCURL_FIND(easy_strerror);
    CCURL_FIND(easy_setopt);
    CCURL_FIND(easy_getinfo);
    CCURL_FIND(multi_init);
    CCURL_FIND(multi_cleanup);
    CCURL_FIND(multi_setopt);
    CCURL_FIND(multi_add_handle);
    CCURL_FIND(multi_remove_handle);
    CCURL_FIND(multi_socket_action);
    CCURL_FIND(multi_info_read);
    CCURL_FIND(url);
    CCURL_FIND(url_cleanup);
    CCURL_FIND(url_set);
#undef CCURL_FIND
    return NULL;
}

// Swift cannot call variadic functions: one typed wrapper for each kind of argument.

static inline CURLcode ccurl_set_long(const ccurl_functions *table, CURL *easy, CURLoption option, long value) {
    return table->easy_setopt(easy, option, value);
}
static inline CURLcode ccurl_set_offset(const ccurl_functions *table, CURL *easy, CURLoption option, curl_off_t value) {
    return table->easy_setopt(easy, option, value);
}
static inline CURLcode ccurl_set_string(const ccurl_functions *table, CURL *easy, CURLoption option, const char *value) {
    return table->easy_setopt(easy, option, value);
}
static inline CURLcode ccurl_set_pointer(const ccurl_functions *table, CURL *easy, CURLoption option, const void *value) {
    return table->easy_setopt(easy, option, value);
}
static inline CURLcode ccurl_set_write(const ccurl_functions *table, CURL *easy, CURLoption option, curl_write_callback callback) {
    return table->easy_setopt(easy, option, callback);
}
static inline CURLcode ccurl_set_read(const ccurl_functions *table, CURL *easy, curl_read_callback callback) {
    return table->easy_setopt(easy, CURLOPT_READFUNCTION, callback);
}
static inline CURLcode ccurl_set_seek(const ccurl_functions *table, CURL *easy, curl_seek_callback callback) {
    return table->easy_setopt(easy, CURLOPT_SEEKFUNCTION, callback);
}
static inline CURLcode ccurl_set_debug(const ccurl_functions *table, CURL *easy, curl_debug_callback callback) {
    return table->easy_setopt(easy, CURLOPT_DEBUGFUNCTION, callback);
}
static inline CURLcode ccurl_set_open_socket(const ccurl_functions *table, CURL *easy, curl_opensocket_callback callback) {
    return table->easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, callback);
}
static inline CURLcode ccurl_set_prerequest(const ccurl_functions *table, CURL *easy, curl_prereq_callback callback) {
    return table->easy_setopt(easy, CURLOPT_PREREQFUNCTION, callback);
}
static inline CURLMcode ccurl_multi_set_long(const ccurl_functions *table, CURLM *multi, CURLMoption option, long value) {
    return table->multi_setopt(multi, option, value);
}
static inline CURLMcode ccurl_multi_set_socket_callback(
    const ccurl_functions *table, CURLM *multi, void *argument, curl_socket_callback callback) {
    table->multi_setopt(multi, CURLMOPT_SOCKETDATA, argument);
    return table->multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, callback);
}
static inline CURLMcode ccurl_multi_set_timer_callback(
    const ccurl_functions *table, CURLM *multi, void *argument, curl_multi_timer_callback callback) {
    table->multi_setopt(multi, CURLMOPT_TIMERDATA, argument);
    return table->multi_setopt(multi, CURLMOPT_TIMERFUNCTION, callback);
}
static inline CURLcode ccurl_get_long(const ccurl_functions *table, CURL *easy, CURLINFO info, long *value) {
    return table->easy_getinfo(easy, info, value);
}
static inline CURLcode ccurl_get_offset(const ccurl_functions *table, CURL *easy, CURLINFO info, curl_off_t *value) {
    return table->easy_getinfo(easy, info, value);
}
static inline CURLcode ccurl_get_pointer(const ccurl_functions *table, CURL *easy, CURLINFO info, void **value) {
    return table->easy_getinfo(easy, info, value);
}
static inline CURLcode ccurl_get_certificates(const ccurl_functions *table, CURL *easy, const struct curl_certinfo **value) {
    return table->easy_getinfo(easy, CURLINFO_CERTINFO, value);
}

static inline curl_version_info_data *ccurl_version(const ccurl_functions *table) {
    return table->version_info(CURLVERSION_NOW);
}

// What a finished message says; its union is not usable from Swift by name.
static inline CURLcode ccurl_message_result(const CURLMsg *message) { return message->data.result; }

// Macros with casts, which Swift does not import.
static const long CCURL_GLOBAL_DEFAULT = CURL_GLOBAL_DEFAULT;
static const size_t CCURL_WRITEFUNC_PAUSE = CURL_WRITEFUNC_PAUSE;
static const size_t CCURL_READFUNC_PAUSE = CURL_READFUNC_PAUSE;
static const size_t CCURL_READFUNC_ABORT = CURL_READFUNC_ABORT;
static const long CCURL_AUTH_NTLM = CURLAUTH_NTLM;
static const long CCURL_AUTH_NEGOTIATE = CURLAUTH_NEGOTIATE;
// Younger than the oldest headers this builds with (7.87). A library that lacks it answers CURLE_UNKNOWN_OPTION.
static const CURLoption CCURL_QUICK_EXIT = (CURLoption)(CURLOPTTYPE_LONG + 322);
