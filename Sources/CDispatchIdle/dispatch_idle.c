// Once a worker of a global queue has run, libdispatch on Linux wakes every second, for ever, to see whether workers are blocked and others
// are needed (swift-corelibs-libdispatch, src/event/workqueue.c). Swift's own pool, where this program's work runs, gets no further thread from
// that watch, and a program that waits for a key shall not wake. The linker's --wrap puts these in the place of what registers workers with that watch.
void __wrap__dispatch_workq_worker_register(void *queue);
void __wrap__dispatch_workq_worker_unregister(void *queue);

void __wrap__dispatch_workq_worker_register(void *queue) { (void)queue; }
void __wrap__dispatch_workq_worker_unregister(void *queue) { (void)queue; }

// Swift reads its arguments from /proc/self/cmdline on Linux, and has none where /proc is not mounted. The C library passes them to
// constructors, and Swift's runtime takes them over as it does from a debugger.
#ifdef __linux__
void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int count);

__attribute__((constructor)) static void keep_arguments(int count, char **arguments) {
    _swift_stdlib_overrideUnsafeArgvArgc(arguments, count);
}
#endif
