// What has to happen when a signal ends the command: no partial file stays behind. In C, since a handler may neither allocate nor lock.
#ifndef CSIGNALS_H
#define CSIGNALS_H

// Handles SIGHUP, SIGINT, SIGPIPE and SIGTERM, but for those that were ignored when the command was started (nohup): removes the partial files and
// lets the signal end the process, so that its status says which one it was.
void rubi_handle_signals(void);

// Notes the name of a partial file; the slot to give back, or -1 where all are taken and a signal would leave the file behind.
int rubi_partial_add(const char *name);

// Forgets the name in `slot`.
void rubi_partial_remove(int slot);

// Opens a file without a name in `folder`, for writing: it is gone with the process, however that ends. -1 where the file system has none such, or
// where it could not be given a name later.
int rubi_unnamed_open(const char *folder);

// Gives an unnamed file a name that nothing has; -1 with errno otherwise.
int rubi_unnamed_link(int descriptor, const char *name);

#endif
