// Once a worker of a global queue has run, libdispatch on Linux wakes every second, for ever, to see whether workers are blocked and others
// are needed (swift-corelibs-libdispatch, src/event/workqueue.c). Swift's own pool, where this program's work runs, gets no further thread from
// that watch, and a program that waits for a key shall not wake. The linker's --wrap puts these in the place of what registers workers with that watch.
void __wrap__dispatch_workq_worker_register(void *queue);
void __wrap__dispatch_workq_worker_unregister(void *queue);

void __wrap__dispatch_workq_worker_register(void *queue) { (void)queue; }
void __wrap__dispatch_workq_worker_unregister(void *queue) { (void)queue; }
