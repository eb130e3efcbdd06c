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

#endif
