// A loopback HTTP/1.1 server for the loader benchmarks: one thread, epoll, keep-alive, no allocation for each request.
//
//   server [PORT]     listens on 127.0.0.1 (0: any free port), prints "ready PORT"
//   GET /small        1 KB of JSON
//   GET /bytes/N      N bytes
//   GET /hang         no answer at all
//   POST, PUT any     reads the body, answers 204
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { INPUT = 65536, PIECE = 262144 };

typedef struct {
    int fd;
    size_t filled;        // bytes of a head that is not complete
    long long discard;    // bytes of a request body still to come
    long long owed;       // bytes of an answer's body still to go
    size_t head_at, head_length;
    char head[256];
    char input[INPUT];
} connection;

static char small[1400], piece[PIECE];
static size_t small_length;
static const char no_content[] = "HTTP/1.1 204 No Content\r\n\r\n";

static void answer(connection *c, const char *bytes, size_t length) {
    if (send(c->fd, bytes, length, MSG_NOSIGNAL) != (ssize_t)length) c->owed = -1;
}

// Sends what is owed. Returns 0 when the socket is full.
static int pay(connection *c) {
    while (c->head_at < c->head_length) {
        ssize_t n = send(c->fd, c->head + c->head_at, c->head_length - c->head_at, MSG_NOSIGNAL | MSG_MORE);
        if (n < 0) return 0;
        c->head_at += n;
    }
    while (c->owed > 0) {
        ssize_t n = send(c->fd, piece, c->owed < PIECE ? c->owed : PIECE, MSG_NOSIGNAL);
        if (n < 0) return 0;
        c->owed -= n;
    }
    return 1;
}

static void handle(connection *c, char *head) {
    char *length = strcasestr(head, "content-length:");
    if (head[0] == 'P') {
        c->discard = length ? atoll(length + 15) : 0;
        if (c->discard == 0) answer(c, no_content, sizeof no_content - 1);
    } else if (!strncmp(head, "GET /bytes/", 11)) {
        c->owed = atoll(head + 11);
        c->head_at = 0;
        c->head_length = snprintf(c->head, sizeof c->head, "HTTP/1.1 200 OK\r\nContent-Length: %lld\r\n\r\n", c->owed);
    } else if (strncmp(head, "GET /hang", 9)) {
        answer(c, small, small_length);
    }
}

// Works through what was read. Returns how much of it was used.
static size_t consume(connection *c, size_t filled) {
    size_t at = 0;
    while (at < filled && c->owed == 0) {
        if (c->discard > 0) {
            size_t take = filled - at < (unsigned long long)c->discard ? filled - at : (size_t)c->discard;
            c->discard -= take;
            at += take;
            if (c->discard == 0) answer(c, no_content, sizeof no_content - 1);
            continue;
        }
        char *end = memmem(c->input + at, filled - at, "\r\n\r\n", 4);
        if (!end) break;
        *end = 0;
        handle(c, c->input + at);
        at = end + 4 - c->input;
    }
    return at;
}

static int serve(connection *c, unsigned events) {
    if (events & (EPOLLHUP | EPOLLERR)) return 0;
    if (c->owed && !pay(c)) return 1;
    for (;;) {
        ssize_t n = recv(c->fd, c->input + c->filled, INPUT - 1 - c->filled, 0);
        if (n == 0) return 0;
        if (n < 0) return errno == EAGAIN;
        c->filled += n;
        size_t used = consume(c, c->filled);
        memmove(c->input, c->input + used, c->filled - used);
        c->filled -= used;
        if (c->owed < 0) return 0;
        if (c->owed && !pay(c)) return 1;
        if (n < INPUT / 4) return 1;
    }
}

int main(int count, char **arguments) {
    char body[1025];
    memset(body, 'x', 1024);
    memcpy(body, "{\"text\":\"", 9);
    memcpy(body + 1022, "\"}", 3);
    small_length = snprintf(small, sizeof small, "HTTP/1.1 200 OK\r\nServer: bench\r\nDate: Mon, 01 Jan 2024 00:00:00 GMT\r\n"
        "Content-Type: application/json\r\nContent-Length: 1024\r\nConnection: keep-alive\r\nETag: \"abc\"\r\n\r\n%s", body);
    signal(SIGPIPE, SIG_IGN);
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), on = 1, queue = epoll_create1(0);
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(count > 1 ? atoi(arguments[1]) : 0)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (bind(listener, (struct sockaddr *)&address, size) || listen(listener, 1024)) return perror("listen"), 1;
    getsockname(listener, (struct sockaddr *)&address, &size);
    printf("ready %d\n", ntohs(address.sin_port));
    fflush(stdout);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL}, ready[256];
    epoll_ctl(queue, EPOLL_CTL_ADD, listener, &event);
    for (;;) {
        int n = epoll_wait(queue, ready, 256, -1);
        for (int i = 0; i < n; i++) {
            connection *c = ready[i].data.ptr;
            if (!c) {
                int fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK);
                if (fd < 0) continue;
                setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
                c = calloc(1, sizeof *c);
                c->fd = fd;
                struct epoll_event new = {.events = EPOLLIN | EPOLLOUT | EPOLLET, .data.ptr = c};
                epoll_ctl(queue, EPOLL_CTL_ADD, fd, &new);
            } else if (!serve(c, ready[i].events)) {
                close(c->fd);
                free(c);
            }
        }
    }
}
