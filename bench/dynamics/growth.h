/* growth.h: one step of worlds of any size, for tools/growth.py. */
#ifndef DYN_GROWTH_H
#define DYN_GROWTH_H

/* Runs `kernel` once on `problem` with about `links` links; returns the program's exit code. */
int dyn_run_once(const char *problem, int links, const char *kernel);

#endif
