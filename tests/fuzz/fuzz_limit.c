/* fuzz_limit.c: gives libFuzzer an end and the inputs that are kept, so that a plain call of a
 * fuzzer ends by itself and begins where others were. */
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    static char limit[64], timeout[] = "-timeout=10", length[] = "-max_len=2000";
    static char quiet[] = "-verbosity=0", stats[] = "-print_final_stats=1";
    static char found[] = FOUND, corpus[] = CORPUS; /* new inputs go to the first */
    static char *words[9];
    const char *seconds = getenv("TM_FUZZ_SECONDS");
    if (*argc == 1) {
        snprintf(limit, sizeof limit, "-max_total_time=%d", seconds ? atoi(seconds) : 600);
        char *all[] = {(*argv)[0], limit, timeout, length, quiet, stats, found, corpus};
        for (int i = 0; i < 8; i++) {
            words[i] = all[i];
        }
        *argv = words;
        *argc = 8;
    }
    return 0;
}
