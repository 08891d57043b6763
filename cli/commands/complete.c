/* complete.c: `trammel complete` lists what can be written at a place in a definition, for editors
 * that do not call the library. */
#include "commands/commands.h"
#include "definitions/definitions.h"
#include "text/text.h"

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

/* The byte of a place; false when the text does not have it. The position after the last character
 * of a line counts. */
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

typedef struct Options {
    const char *at;
    bool json;
} Options;

static int run(int argc, char **argv) {
    Options o = {.at = NULL};
    Place place;
    int count, code = cli_read_words(&command_complete, &o, argc, argv, &count);
    return code != CLI_GO_ON          ? code
           : read_place(o.at, &place) ? complete(argv[0], place, o.json)
                                      : complain(o.at, "a place is LINE:COLUMN, both from 1");
}

static const cliOption options[] = {
    {"--at", "LINE:COLUMN",
     "the place; both count from 1, columns in characters, as 'trammel check' prints them",
     CLI_TEXT, .field = offsetof(Options, at), .is_needed = true},
    {"--json",
     .help = "one object a line: text, kind, help, and range (line, column and length in "
             "characters): the word that the text takes the place of",
     .field = offsetof(Options, json)},
    {.name = NULL}};

const tmCommand command_complete = {
    .name = "complete",
    .summary = "list what can be written at a place in a definition",
    CLI_TAKES_DEFINITIONS(1),
    .options = options,
    .about = "Prints what can be written at that place, most useful first: the text, "
             "its kind, and a line of help. The part of the word before the place filters "
             "the list. The text may have mistakes; 'trammel check' reports them. A FILE of - "
             "means standard input.",
    .example = "trammel complete examples/gallery/double_pendulum.tml --at 1:1",
    .no = "nothing can be written there",
    .run = run,
};
