#include "terminal_guard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

// Pipes, because libdispatch's own signal sources block SIGTERM on the main thread for good when the first signal arrives.
static int news[2] = {-1, -1};
// Says that a stop that was asked for is over.
static int stops[2] = {-1, -1};
static atomic_bool is_stopping = false;

static void put(int pipe, int number) {
    int error = errno;
    unsigned char byte = (unsigned char)number;
    // A full pipe already says that there is something to look at.
    (void)!write(pipe, &byte, 1);
    errno = error;
}

static void set_handler(int number, void (*handler)(int)) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

static void change_mask(int how, int number, sigset_t *before) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(how, &set, before);
}

static void note(int number) {
    put(news[1], number);
}

bool terminal_guard_note(int number) {
    if (news[1] < 0) return false;
    note(number);
    return true;
}

// Stops the process on the thread that the signal came to. A handler that only made way for the default action might be back too early,
// since another thread may take the signal: the stop would be asked for again, and again.
static void stop(int number) {
    if (!is_stopping) return note(number);
    set_handler(number, SIG_DFL);
    change_mask(SIG_UNBLOCK, number, NULL);
    raise(number);
    change_mask(SIG_BLOCK, number, NULL);
    set_handler(number, stop);
    put(stops[1], number);
}

// What continues takes away a stop that has not arrived yet, so it ends the waiting too.
static void go_on(int number) {
    if (is_stopping) return put(stops[1], number);
    note(number);
}

static bool open_pipe(int ends[2]) {
    if (pipe(ends) != 0) return false;
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFL, O_NONBLOCK);
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    }
    return true;
}

int terminal_guard_watch(void) {
    if (news[0] >= 0) return news[0];
    if (!open_pipe(news) || !open_pipe(stops)) return -1;
    set_handler(SIGWINCH, note);
    set_handler(SIGTSTP, stop);
    set_handler(SIGCONT, go_on);
    return news[0];
}

static void empty(int pipe) {
    unsigned char bytes[64];
    while (read(pipe, bytes, sizeof bytes) > 0) {}
}

void terminal_guard_stop_group(void) {
    sigset_t before;
    // At least this thread takes the signal: Dispatch's own block it.
    change_mask(SIG_UNBLOCK, SIGTSTP, &before);
    empty(stops[0]);
    is_stopping = true;
    // The whole group, because a shell waits for the script or the make that started us.
    kill(0, SIGTSTP);
    struct pollfd over = {.fd = stops[0], .events = POLLIN};
    while (poll(&over, 1, -1) < 0 && errno == EINTR) {}
    is_stopping = false;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}
