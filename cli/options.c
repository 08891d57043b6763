/* options.c: reading the words of a command line. */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool cli_read_int(const char *what, const char *text, long low, long high, long *number) {
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (end == text || *end || errno || value < low || value > high) {
        fprintf(stderr, "trammel: %s must be a whole number from %ld to %ld, not '%s'\n", what, low,
                high, text);
        return false;
    }
    *number = value;
    return true;
}

bool cli_option(const char *name, int argc, char **argv, int *at, const char **value) {
    size_t length = strlen(name);
    const char *word = argv[*at];
    if (strncmp(word, name, length) != 0 || (word[length] && word[length] != '=')) {
        return false;
    }
    if (word[length] == '=') {
        *value = word + length + 1;
    } else if (*at + 1 < argc) {
        *value = argv[++*at];
    } else {
        *value = NULL;
        fprintf(stderr, "trammel: %s needs a value\n", name);
    }
    return true;
}

int cli_unknown(const tmCommand *command, const char *argument) {
    fprintf(stderr, "trammel %s: '%s' is not understood; see 'trammel help %s'\n", command->name,
            argument, command->name);
    return EXIT_USAGE;
}

bool cli_make_folder(const char *command, const char *path) {
    if (strlen(path) >= CLI_FOLDER_MOST) {
        fprintf(stderr, "trammel %s: the folder's name is too long\n", command);
        return false;
    }
    if (mkdir(path, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "trammel %s: %s: %s\n", command, path, strerror(errno));
        return false;
    }
    return true;
}
