/* texts.c: see texts.h. */
#define _XOPEN_SOURCE 700
#include "texts.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A seed may grow by what is put into it. */
#define SEED_MAX (2 * TEXT_MAX / 3)
#define SEEDS_MAX 600
#define PIECES_MAX 3000

typedef struct Piece {
    size_t start, length;
} Piece;

static char *seeds[SEEDS_MAX];
static int seed_count;

static void add_seed(const char *folder, const char *name) {
    char path[1000];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "rb");
    if (!f || seed_count == SEEDS_MAX) {
        return;
    }
    char *text = calloc(TEXT_MAX, 1);
    size_t used = fread(text, 1, SEED_MAX, f);
    text[used] = '\0';
    seeds[seed_count++] = text;
    fclose(f);
}

static int by_name(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void read_seeds(const char *const *folders) {
    for (; *folders; folders++) {
        struct dirent **entries;
        int count = scandir(*folders, &entries, NULL, by_name);
        for (int k = 0; k < count; k++) {
            if (strstr(entries[k]->d_name, ".tml")) {
                add_seed(*folders, entries[k]->d_name);
            }
            free(entries[k]);
        }
        if (count >= 0) {
            free(entries);
        }
    }
}

/* Words, numbers and signs. */
static int cut(const char *text, Piece *pieces) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789.";
    int count = 0;
    for (size_t at = 0; text[at] && count < PIECES_MAX;) {
        size_t length = strspn(text + at, letters);
        if (length == 0 && !strchr(" \n", text[at])) {
            length = 1;
        }
        if (length > 0) {
            pieces[count++] = (Piece){at, length};
        }
        at += length > 0 ? length : 1;
    }
    return count;
}

/* Puts `with` in the place of a piece. */
static void exchange(char *text, Piece piece, const char *with, size_t length) {
    size_t all = strlen(text);
    if (all - piece.length + length >= TEXT_MAX) {
        return;
    }
    memmove(text + piece.start + length, text + piece.start + piece.length,
            all - piece.start - piece.length + 1);
    memcpy(text + piece.start, with, length);
}

static void change(char *text, const uint8_t *data) {
    static const char *const others[] = {
        "0",        "-1",     "1e9",    "2.5",    "3s",
        "1m",       "(0, 0)", "center", "x_axis", "world",
        "planar",   "angle",  "force",  "time",   "axis((1, 0))",
        "infinity", "[1]",    "[1..3]", ".a",     "for i in 1 .. 3 begin end",
        "t",        "pin",    "100",    "\"a\""};
    static Piece pieces[PIECES_MAX];
    char with[300];
    int count = cut(text, pieces);
    if (count == 0) {
        return;
    }
    Piece piece = pieces[((size_t)data[1] << 8 | data[2]) % (size_t)count];
    Piece other = pieces[((size_t)data[3] * 7 + data[0]) % (size_t)count];
    const char *word = others[data[3] % (sizeof others / sizeof others[0])];
    size_t length = other.length < sizeof with ? other.length : sizeof with;
    memcpy(with, text + other.start, length);
    switch (data[0] % 4) {
    case 0:
        exchange(text, piece, with, length);
        break;
    case 1:
        exchange(text, piece, word, strlen(word));
        break;
    case 2:
        exchange(text, piece, "", 0);
        break;
    default:
        exchange(text, (Piece){piece.start, 0}, with, length);
        break;
    }
}

bool text_make(const char *const *folders, const uint8_t *data, size_t size, char *text) {
    if (seed_count == 0) {
        read_seeds(folders);
    }
    if (size < 2 || seed_count == 0) {
        return false;
    }
    strcpy(text, seeds[((size_t)data[0] << 8 | data[1]) % (size_t)seed_count]);
    for (size_t i = 2; i + 3 < size; i += 4) {
        change(text, data + i);
    }
    return true;
}
