/* names.c: what the files of a run are called. */
#include "files/files.h"

#include <stdio.h>
#include <string.h>

/* Room for the number of a run. */
#define NUMBER_MAX 40

void cli_base_name(const char *path, char name[CLI_NAME_MAX]) {
    const char *slash = strrchr(path, '/');
    const char *start = strcmp(path, "-") == 0 ? "stdin" : slash ? slash + 1 : path;
    const char *dot = strrchr(start, '.');
    size_t length = dot && dot > start ? (size_t)(dot - start) : strlen(start);
    length = length < CLI_NAME_MAX - NUMBER_MAX ? length : CLI_NAME_MAX - NUMBER_MAX;
    snprintf(name, CLI_NAME_MAX, "%.*s", (int)length, start);
}

/* Whether runs append that to the name of their definition: a number, or what is in the file. */
static bool is_added(const char *word) {
    static const char *const words[] = {"animate", "equations", "events", "impulses",
                                        "loop",    "plot",      "strip"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(word, words[i]) == 0) {
            return true;
        }
    }
    return word[0] && word[strspn(word, "0123456789")] == '\0';
}

bool cli_run_stem(const char *file, int less, char name[CLI_NAME_MAX]) {
    const char *dot = strrchr(file, '.');
    size_t length = dot ? (size_t)(dot - file) : strlen(file);
    if (length == 0 || length >= CLI_NAME_MAX) {
        return false;
    }
    snprintf(name, CLI_NAME_MAX, "%.*s", (int)length, file);
    for (int i = 0; i < less; i++) {
        char *dash = strrchr(name, '-');
        if (!dash || dash == name || !is_added(dash + 1)) {
            return false;
        }
        *dash = '\0';
    }
    return true;
}
