/* fmt.c: `trammel fmt` prints definitions in the canonical layout. */
#include "commands/commands.h"
#include "files/files.h"
#include "text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Options {
    bool write, check;
} Options;

/* Text that grows. */
typedef struct Buffer {
    char *text;
    size_t used, size;
    bool failed;
} Buffer;

static void buffer_take(void *user, const char *bytes, size_t count) {
    Buffer *b = user;
    if (!b->failed && b->used + count > b->size) {
        size_t size = 2 * (b->used + count) + 4096;
        char *larger = realloc(b->text, size);
        b->failed = !larger;
        b->text = larger ? larger : b->text;
        b->size = larger ? size : b->size;
    }
    if (!b->failed) {
        memcpy(b->text + b->used, bytes, count);
        b->used += count;
    }
}

static int complain(const char *path, const char *why) {
    fprintf(stderr, "trammel fmt: %s: %s\n", cli_shown(path), why);
    return EXIT_USAGE;
}

/* A file or a pipe gets the text's own bytes; a terminal nothing that would steer it. */
static void print_text(const char *text, size_t length) {
    if (!isatty(STDOUT_FILENO)) {
        fwrite(text, 1, length, stdout);
        return;
    }
    for (size_t i = 0; i < length;) {
        char spelled[CLI_SPELLED_MAX];
        if (text[i] == '\n' || text[i] == '\t') {
            putchar(text[i++]);
        } else {
            i += cli_spell(text + i, length - i, spelled);
            fputs(spelled, stdout);
        }
    }
}

/* Prints or writes a text that has been formatted. */
static int finish(const Options *o, const char *path, const char *text, size_t length,
                  const Buffer *formatted) {
    bool same =
        formatted->used == length && (length == 0 || memcmp(formatted->text, text, length) == 0);
    if (o->check) {
        if (!same) {
            printf("%s\n", cli_shown(path));
        }
        return same ? EXIT_DONE : EXIT_NO;
    }
    if (o->write && strcmp(path, "-") != 0) {
        const char *why = same ? NULL : cli_write_file(path, formatted->text, formatted->used);
        return why ? complain(path, why) : EXIT_DONE;
    }
    print_text(formatted->text, formatted->used);
    return EXIT_DONE;
}

static int format_document(const Options *o, const char *path, const tmDocument *document) {
    Buffer formatted = {0};
    size_t length;
    const char *text = tm_document_text(document, 0, &length);
    tmStatus status = tm_document_format(document, buffer_take, &formatted);
    int code;
    if (status == TM_ERR_TEXT) {
        cli_print_diags(document);
        code = EXIT_NO;
    } else if (status != TM_OK || formatted.failed) {
        code = complain(path, tm_status_message(status == TM_OK ? TM_ERR_MEMORY : status));
    } else {
        code = finish(o, path, text, length, &formatted);
    }
    free(formatted.text);
    return code;
}

static int format_file(const Options *o, const char *path) {
    char *text;
    size_t length;
    const char *why = cli_read_file(path, &text, &length);
    if (why) {
        return complain(path, why);
    }
    tmDocumentDef def = tm_document_def_default();
    def.name = strcmp(path, "-") == 0 ? "<stdin>" : path;
    def.text = text;
    def.length = length;
    def.alone = true;
    tmDocument *document;
    tmStatus status = tm_document_create(NULL, &def, &document);
    free(text);
    if (status != TM_OK) {
        return complain(path, tm_status_message(status));
    }
    int code = format_document(o, path, document);
    tm_document_destroy(document);
    return code;
}

static int run(int argc, char **argv) {
    Options o = {0};
    int files, worst = EXIT_DONE, code = cli_read_words(&command_fmt, &o, argc, argv, &files);
    if (code != CLI_GO_ON) {
        return code;
    }
    for (int i = 0; i < files; i++) {
        code = format_file(&o, argv[i]);
        worst = code > worst ? code : worst;
    }
    return worst;
}

static const cliOption options[] = {
    {"--write", .help = "change the files instead of printing", .field = offsetof(Options, write),
     .group = 1},
    {"--check", .help = "change nothing and print the names of files that would change",
     .field = offsetof(Options, check), .group = 1},
    {.name = NULL}};

const tmCommand command_fmt = {
    .name = "fmt",
    .summary = "lay definitions out in the canonical way",
    CLI_TAKES_DEFINITIONS(-1),
    .options = options,
    .about = "Prints each definition in its canonical layout. Comments stay where they are, "
             "and the meaning does not change. A FILE of - means standard input. On a terminal, "
             "control characters of the text are spelled out.",
    .example = "trammel fmt examples/gallery/double_pendulum.tml",
    .no = "a file has syntax errors, which are then reported, or, with --check, would change",
    .run = run,
};
