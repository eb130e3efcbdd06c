#define _GNU_SOURCE
#include "CSignals.h"

#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// More outputs than are ever open at once: one a worker.
enum { capacity = 256 };
static char *_Atomic names[capacity];

static void handle(int number) {
    for (int slot = 0; slot < capacity; slot++) {
        char *name = atomic_load(&names[slot]);
        if (name) unlink(name);
    }
    // The handler was reset when it was entered (SA_RESETHAND); the signal, blocked until it returns, then ends the process.
    raise(number);
}

void rubi_handle_signals(void) {
    static const int handled[] = {SIGHUP, SIGINT, SIGPIPE, SIGTERM};
    sigset_t unblocked;
    sigemptyset(&unblocked);
    for (size_t i = 0; i < sizeof handled / sizeof *handled; i++) {
        struct sigaction action;
        if (sigaction(handled[i], NULL, &action) == 0 && action.sa_handler == SIG_IGN) continue;
        memset(&action, 0, sizeof action);
        action.sa_handler = handle;
        action.sa_flags = SA_RESETHAND;
        sigemptyset(&action.sa_mask);
        sigaction(handled[i], &action, NULL);
        sigaddset(&unblocked, handled[i]);
    }
    // Whoever starts the command from a thread of a pool (libdispatch's block all signals) hands its mask on without meaning to.
    sigprocmask(SIG_UNBLOCK, &unblocked, NULL);
}

int rubi_partial_add(const char *name) {
    char *copy = strdup(name);
    if (!copy) return -1;
    for (int slot = 0; slot < capacity; slot++) {
        char *expected = NULL;
        if (atomic_compare_exchange_strong(&names[slot], &expected, copy)) return slot;
    }
    free(copy);
    return -1;
}

void rubi_partial_remove(int slot) {
    if (slot < 0) return;
    free(atomic_exchange(&names[slot], NULL));
}

// Where /proc shows an open file; what is linked from there needs no privilege.
static void show(int descriptor, char path[32]) { snprintf(path, 32, "/proc/self/fd/%d", descriptor); }

int rubi_unnamed_open(const char *folder) {
    char path[32];
    int descriptor = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    if (descriptor < 0) return -1;
    show(descriptor, path);
    if (access(path, F_OK) == 0) return descriptor;
    close(descriptor);
    return -1;
}

int rubi_unnamed_link(int descriptor, const char *name) {
    char path[32];
    show(descriptor, path);
    return linkat(AT_FDCWD, path, AT_FDCWD, name, AT_SYMLINK_FOLLOW);
}
