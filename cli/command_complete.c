/* command_complete.c: `trammel complete` tells what can stand at a place of a definition, for
 * editors that speak no C. */
#include "cli.h"
#include "definitions.h"
#include "shown.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Place {
    long line, column; /* from 1; columns are characters */
} Place;

/* ---- Places -------------------------------------------------------------------------------- */

static bool is_inner_byte(char c) {
    return ((unsigned char)c & 0xc0) == 0x80;
}

/* LINE:COLUMN; false when it is something else. */
static bool read_place(const char *text, Place *place) {
    char *end;
    place->line = strtol(text, &end, 10);
    if (end == text || *end != ':' || place->line < 1) {
        return false;
    }
    const char *column = end + 1;
    place->column = strtol(column, &end, 10);
    return end != column && !*end && place->column >= 1;
}

/* The byte of a place; false when the text has none. One behind the last of a line counts. */
static bool find_offset(const char *text, size_t length, Place place, size_t *offset) {
    size_t at = 0;
    for (long line = 1; line < place.line; line++) {
        const char *end = memchr(text + at, '\n', length - at);
        if (!end) {
            return false;
        }
        at = (size_t)(end - text) + 1;
    }
    for (long column = 1; column < place.column; column++) {
        if (at >= length || text[at] == '\n') {
            return false;
        }
        do {
            at++;
        } while (at < length && is_inner_byte(text[at]));
    }
    *offset = at;
    return true;
}

/* ---- Offers -------------------------------------------------------------------------------- */

typedef struct Output {
    const char *text; /* of the document */
    Place place;
    size_t offset;
    bool json;
    int count;
} Output;

static long characters(const char *text, size_t from, size_t to) {
    long count = 0;
    for (size_t i = from; i < to; i++) {
        count += !is_inner_byte(text[i]);
    }
    return count;
}

static void print_offer(void *user, const tmOffer *offer) {
    Output *out = user;
    out->count++;
    if (!out->json) {
        printf("%-20s %-10s %s\n", cli_shown(offer->text), tm_offer_kind_name(offer->kind),
               cli_shown(offer->help));
        return;
    }
    printf("{\"text\":");
    cli_put_text(offer->text);
    printf(",\"kind\":\"%s\",\"help\":", tm_offer_kind_name(offer->kind));
    cli_put_text(offer->help);
    printf(",\"range\":{\"line\":%ld,\"column\":%ld,\"length\":%ld}}\n", out->place.line,
           out->place.column - characters(out->text, offer->start, out->offset),
           characters(out->text, offer->start, offer->start + offer->length));
}

static int complain(const char *what, const char *why) {
    fprintf(stderr, "trammel complete: %s: %s\n", cli_shown(what), why);
    return EXIT_USAGE;
}

static int complete(const char *path, Place place, bool json) {
    cliDefinition definition;
    size_t length;
    if (!cli_definition_open("complete", path, &definition)) {
        cli_definition_close(&definition);
        return EXIT_USAGE;
    }
    const tmDocument *document = definition.document;
    Output out = {.place = place, .json = json};
    out.text = tm_document_text(document, 0, &length);
    int code = EXIT_DONE;
    if (!find_offset(out.text, length, place, &out.offset)) {
        code = complain(path, "the text has no such line and column");
    } else {
        tmStatus status = tm_document_complete(document, out.offset, print_offer, &out);
        code = status != TM_OK  ? complain(path, tm_status_message(status))
               : out.count == 0 ? EXIT_NO
                                : EXIT_DONE;
    }
    cli_definition_close(&definition);
    return code;
}

static int run(int argc, char **argv) {
    const char *path = NULL, *at = NULL;
    bool json = false;
    Place place;
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--json") == 0) {
            json = true;
        } else if (cli_option("--at", argc, argv, &i, &at)) {
            if (!at) {
                return EXIT_USAGE;
            }
        } else if (path || (argv[i][0] == '-' && argv[i][1])) {
            return cli_unknown(&command_complete, argv[i]);
        } else {
            path = argv[i];
        }
    }
    if (!path || !at) {
        fprintf(stderr, "trammel complete: %s; see 'trammel help complete'\n",
                path ? "--at LINE:COLUMN is missing" : "no file is named");
        return EXIT_USAGE;
    }
    return read_place(at, &place) ? complete(path, place, json)
                                  : complain(at, "a place is LINE:COLUMN, both from 1");
}

const tmCommand command_complete = {
    .name = "complete",
    .summary = "tell what can stand at a place of a definition",
    .help =
        "usage: trammel complete FILE --at LINE:COLUMN [--json]\n\n"
        "Prints what can be put at that place, most useful first: what to put there, its kind, "
        "and\n"
        "a line of help. Line and column count from 1, columns in characters, as 'trammel check'\n"
        "prints them. What stands before the place in its word filters the offers. The text may\n"
        "have mistakes; 'trammel check' tells them. A FILE of - is the standard input.\n\n"
        "  --json    one object a line: text, kind, help, and range (line, column and length in\n"
        "            characters): the word that the text takes the place of\n\n"
        "Ends with 0; 1 when nothing is offered; 2 when the file cannot be read or has no such\n"
        "place.\n",
    .run = run,
};
