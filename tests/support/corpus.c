/* corpus.c: the right texts of the language that tests go through. */
#define _POSIX_C_SOURCE 200809L
#include "corpus.h"

#include "definition.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

void corpus_add(Corpus *c, const char *name, char *text) {
    if (text && c->count < CORPUS_MAX) {
        snprintf(c->texts[c->count].name, sizeof c->texts[0].name, "%s", name);
        c->texts[c->count++].text = text;
    }
}

static void add_folder(tmTest *t, Corpus *c, const char *path) {
    DIR *folder = opendir(path);
    const struct dirent *entry;
    REQUIRE(folder != NULL);
    while ((entry = readdir(folder)) != NULL) {
        size_t length = strlen(entry->d_name);
        char file[1000];
        if (length > 4 && strcmp(entry->d_name + length - 4, ".tml") == 0) {
            snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
            corpus_add(c, entry->d_name, definition_file(t, file));
        }
    }
    closedir(folder);
}

/* The blocks of whole texts. */
static void add_page(tmTest *t, Corpus *c) {
    char *page = definition_file(t, EXAMPLES "/../docs/language.md");
    REQUIRE(page != NULL);
    for (char *at = page; (at = strstr(at, "\n```trammel")) != NULL;) {
        char *begin = strchr(at + 1, '\n') + 1, *end = strstr(begin, "```\n");
        REQUIRE(end != NULL);
        char *text = test_memory(t, (size_t)(end - begin) + 1, 1);
        memcpy(text, begin, (size_t)(end - begin));
        corpus_add(c, "docs/language.md", text);
        at = end;
    }
}

Corpus *corpus_written(tmTest *t) {
    Corpus *c = test_memory(t, 1, sizeof *c);
    add_folder(t, c, EXAMPLES "/../tests/language/right");
    add_folder(t, c, EXAMPLES "/papers");
    add_folder(t, c, EXAMPLES "/gallery");
    add_page(t, c);
    return c;
}
