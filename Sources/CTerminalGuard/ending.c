#include "terminal_guard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { released, armed, lent_out };
enum { restoring_limit = 1024 };

// Everything that ends a process and can be caught.
static const int signals[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGTERM, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU,
                              SIGXFSZ, SIGILL,  SIGTRAP, SIGABRT, SIGBUS,  SIGFPE,  SIGSEGV, SIGSYS};
enum { signal_count = sizeof signals / sizeof *signals };

static struct sigaction previous[signal_count];
static struct termios saved_modes;
static int terminal = -1;
static char restoring[restoring_limit];
static size_t restoring_count;
// Written on the main thread, read in handlers on any thread; everything above is written before it says `armed`.
static atomic_int state = released;

// Waits at most this many milliseconds until the terminal has room for output; false if it still has none.
static bool has_room(int milliseconds) {
    struct pollfd room = {.fd = terminal, .events = POLLOUT};
    return poll(&room, 1, milliseconds) != 0;
}

// The longest wait for a terminal that takes no output, such as one that hangs: the number of waits, and the milliseconds of each.
enum { restoring_waits = 100, restoring_wait = 10 };

// Writes without blocking. Output that the terminal has not taken after a second is dropped once; a rest without room is given up.
static void write_restoring(void) {
    int flags = fcntl(terminal, F_GETFL);
    if (flags >= 0) fcntl(terminal, F_SETFL, flags | O_NONBLOCK);
    size_t done = 0;
    int waits = 0;
    while (done < restoring_count && waits <= restoring_waits + 1) {
        ssize_t written = write(terminal, restoring + done, restoring_count - done);
        if (written > 0) done += (size_t)written;
        else if (written == 0 || (errno != EINTR && errno != EAGAIN)) break;
        else if (errno == EINTR) continue;
        else if (waits++ == restoring_waits) tcflush(terminal, TCOFLUSH);
        else has_room(restoring_wait);
    }
    if (flags >= 0) fcntl(terminal, F_SETFL, flags);
}

static void restore(void) {
    if (atomic_exchange(&state, released) != armed) return;
    write_restoring();
    tcsetattr(terminal, TCSANOW, &saved_modes);
}

// Whether the program ends itself when it is asked to, and the signal that asked it.
enum { ends_at_once, ends_itself, is_ending };
static atomic_int manner = ends_at_once;
static atomic_int asked_by = 0;
// The seconds until a terminal that takes no output stops blocking the program; then the program has the same time to end itself.
enum { patience = 1 };
static atomic_bool has_waited = false;

// Drops the output that waits for the terminal, so that a blocked write ends, and gives the program the same time again.
static void make_room(void) {
    int error = errno;
    if (atomic_load(&state) == armed && !has_room(0)) tcflush(terminal, TCOFLUSH);
    alarm(patience);
    errno = error;
}

// Lets the program end itself, once.
static bool ask_to_end(int number) {
    int expected = ends_itself;
    if (number != SIGHUP && number != SIGTERM) return false;
    // Meanwhile others are ignored: the shell of a closed terminal repeats the signal.
    if (!atomic_compare_exchange_strong(&manner, &expected, is_ending)) return expected == is_ending;
    atomic_store(&asked_by, number);
    alarm(patience);
    return terminal_guard_note(number);
}

static void end(int number) {
    if ((number == SIGINT || number == SIGQUIT) && atomic_load(&state) == lent_out) return;
    if (ask_to_end(number)) return;
    int asked = atomic_load(&asked_by);
    if (number == SIGALRM && asked != 0) {
        if (!atomic_exchange(&has_waited, true)) return make_room();
        number = asked;
    }
    restore();
    for (int i = 0; i < signal_count; i++) {
        if (signals[i] == number) sigaction(number, &previous[i], NULL);
    }
    // Blocked until this returns; then it ends the process as it would have without us.
    raise(number);
}

void terminal_guard_install(int descriptor, const struct termios *modes) {
    bool is_first = terminal < 0;
    terminal = descriptor;
    saved_modes = *modes;
    if (!is_first) return;
    terminal_guard_cover_thread();
    struct sigaction action = {.sa_handler = end, .sa_flags = SA_ONSTACK | SA_RESTART};
    sigfillset(&action.sa_mask);
    for (int i = 0; i < signal_count; i++) {
        sigaction(signals[i], NULL, &previous[i]);
        if (previous[i].sa_handler != SIG_IGN) sigaction(signals[i], &action, NULL);
    }
    atexit(restore);
}

void terminal_guard_report_endings(void) {
    atomic_store(&manner, ends_itself);
}

void terminal_guard_end(int number) {
    restore();
    // Ignored or blocked, as by nohup and by shells that say so.
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, number);
    sigaction(number, &action, NULL);
    pthread_sigmask(SIG_UNBLOCK, &one, NULL);
    raise(number);
}

void terminal_guard_cover_thread(void) {
    // One for all: the threads that the main queue runs on take turns.
    static char memory[32768];
    static _Thread_local bool is_covered;
    if (is_covered) return;
    stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory};
    is_covered = sigaltstack(&stack, NULL) == 0;
}

void terminal_guard_arm(const char *bytes, size_t count) {
    atomic_store(&state, released);
    restoring_count = count < restoring_limit ? count : restoring_limit;
    memcpy(restoring, bytes, restoring_count);
    atomic_store(&state, armed);
}

void terminal_guard_disarm(bool lent) {
    atomic_store(&state, lent ? lent_out : released);
}
