// libmicrohttpd's types and constants, and the table of its functions that the server calls. The library itself is opened
// at run time (see DemoServer): it brings a TLS library along that the workbench does not need to start.
#pragma once
#include <dlfcn.h>
#include <microhttpd.h>

/// The functions of an opened libmicrohttpd.
struct mhd_library {
    __typeof__(&MHD_start_daemon) start_daemon;
    __typeof__(&MHD_stop_daemon) stop_daemon;
    __typeof__(&MHD_get_daemon_info) get_daemon_info;
    __typeof__(&MHD_get_connection_info) get_connection_info;
    __typeof__(&MHD_get_connection_values_n) get_connection_values;
    __typeof__(&MHD_set_connection_option) set_connection_option;
    __typeof__(&MHD_suspend_connection) suspend_connection;
    __typeof__(&MHD_resume_connection) resume_connection;
    __typeof__(&MHD_create_response_from_buffer) create_response_from_buffer;
    __typeof__(&MHD_create_response_from_callback) create_response_from_callback;
    __typeof__(&MHD_add_response_header) add_response_header;
    __typeof__(&MHD_queue_response) queue_response;
    __typeof__(&MHD_destroy_response) destroy_response;
};

/// Opens the shared library at `path` and fills in the table. Gives NULL, or what is missing in the loader's words.
static inline const char *mhd_open(struct mhd_library *library, const char *path) {
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return dlerror();
#define MHD_LOAD(field, symbol) \
    library->field = (__typeof__(library->field))dlsym(handle, symbol); \
    if (!library->field) return dlerror();
    MHD_LOAD(start_daemon, "MHD_start_daemon")
    MHD_LOAD(stop_daemon, "MHD_stop_daemon")
    MHD_LOAD(get_daemon_info, "MHD_get_daemon_info")
    MHD_LOAD(get_connection_info, "MHD_get_connection_info")
    MHD_LOAD(get_connection_values, "MHD_get_connection_values_n")
    MHD_LOAD(set_connection_option, "MHD_set_connection_option")
    MHD_LOAD(suspend_connection, "MHD_suspend_connection")
    MHD_LOAD(resume_connection, "MHD_resume_connection")
    MHD_LOAD(create_response_from_buffer, "MHD_create_response_from_buffer")
    MHD_LOAD(create_response_from_callback, "MHD_create_response_from_callback")
    MHD_LOAD(add_response_header, "MHD_add_response_header")
    MHD_LOAD(queue_response, "MHD_queue_response")
    MHD_LOAD(destroy_response, "MHD_destroy_response")
#undef MHD_LOAD
    return 0;
}

/// What a daemon is started with.
struct mhd_settings {
    const struct sockaddr *address;
    unsigned int thread_count;
    unsigned int connection_limit;
    unsigned int idle_timeout_seconds;
    size_t connection_memory;
    void *context;
    MHD_AccessHandlerCallback handler;
    /// Called with the request target as it arrived; what it returns is the request's own context from then on.
    void *(*request_started)(void *context, const char *target, struct MHD_Connection *connection);
    MHD_RequestCompletedCallback request_completed;
};

/// Leaves a request target as it arrived: the server decodes it itself, each part once.
static inline size_t mhd_keep_escapes(void *context, struct MHD_Connection *connection, char *text) {
    (void)context; (void)connection;
    return __builtin_strlen(text);
}

/// Starts a daemon with threads of its own that sleep until there is something to do. Gives NULL and sets errno on failure.
static inline struct MHD_Daemon *mhd_start(const struct mhd_library *library, const struct mhd_settings *settings) {
    // With epoll (in 0.9.75, edge-triggered) the daemon misses the end of a connection that comes with the last bytes of a request, and
    // keeps the connection until its time is over.
    unsigned int flags = MHD_USE_POLL | MHD_USE_INTERNAL_POLLING_THREAD | MHD_ALLOW_SUSPEND_RESUME;
    if (settings->address->sa_family == AF_INET6) flags |= MHD_USE_IPv6;
    struct MHD_OptionItem options[] = {
        {MHD_OPTION_SOCK_ADDR, 0, (void *)settings->address},
        {MHD_OPTION_THREAD_POOL_SIZE, (intptr_t)settings->thread_count, 0},
        {MHD_OPTION_CONNECTION_LIMIT, (intptr_t)settings->connection_limit, 0},
        {MHD_OPTION_CONNECTION_TIMEOUT, (intptr_t)settings->idle_timeout_seconds, 0},
        {MHD_OPTION_CONNECTION_MEMORY_LIMIT, (intptr_t)settings->connection_memory, 0},
        {MHD_OPTION_UNESCAPE_CALLBACK, (intptr_t)&mhd_keep_escapes, 0},
        {MHD_OPTION_URI_LOG_CALLBACK, (intptr_t)settings->request_started, settings->context},
        {MHD_OPTION_NOTIFY_COMPLETED, (intptr_t)settings->request_completed, settings->context},
        {MHD_OPTION_END, 0, 0},
    };
    return library->start_daemon(
        flags, 0, 0, 0, settings->handler, settings->context, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

/// Sets the seconds without any byte after which a connection is closed.
static inline void mhd_set_idle_timeout(const struct mhd_library *library, struct MHD_Connection *connection, unsigned int seconds) {
    library->set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, seconds);
}

/// The port that a daemon listens on, 0 when it does not say.
static inline int mhd_port(const struct mhd_library *library, struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = library->get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info ? info->port : 0;
}

/// The address of a connection's other end, NULL when it is not known.
static inline const struct sockaddr *mhd_client_address(const struct mhd_library *library, struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = library->get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : 0;
}
