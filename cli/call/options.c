/* options.c: reading the values of options. */
#include "call/call.h"

#include "text/text.h"
#include "trammel/trammel.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool cli_read_int(const char *what, const char *text, long low, long high, long *number) {
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (end == text || *end || errno || value < low || value > high) {
        fprintf(stderr, "trammel: %s must be a whole number from %ld to %ld, not '%s'\n", what, low,
                high, cli_shown(text));
        return false;
    }
    *number = value;
    return true;
}

/* What the language makes of a value: it is read as that of an input, units and all. */
static bool evaluate(const char *text, const char *unit, double *value) {
    static const char around[] = "world value begin input value = %s; end";
    char world[sizeof around + 200];
    tmDocumentDef def = tm_document_def_default();
    tmModelDef model_def = tm_model_def_default();
    int length = snprintf(world, sizeof world, around, text);
    tmDocument *document = NULL;
    tmModel *model = NULL;
    tmInputInfo info;
    def.text = world;
    def.length = (size_t)length;
    bool good = !strchr(text, ';') && length > 0 && (size_t)length < sizeof world &&
                tm_document_create(NULL, &def, &document) == TM_OK &&
                tm_diags_total(tm_document_diags(document), TM_ERROR) == 0 &&
                tm_model_create(NULL, document, 0, &model_def, &model) == TM_OK &&
                tm_model_input(model, 0, &info) == TM_OK && isfinite(info.initial) &&
                (!info.unit[0] || strcmp(info.unit, unit) == 0);
    if (good) {
        *value = info.initial;
    }
    tm_model_destroy(model);
    tm_document_destroy(document);
    return good;
}

bool cli_read_value(const char *what, const char *text, const char *unit, double *value) {
    char *end;
    double plain = strtod(text, &end);
    if (end != text && !*end && isfinite(plain)) {
        *value = plain;
        return true;
    }
    if (evaluate(text, unit, value)) {
        return true;
    }
    if (strcmp(unit, "s") == 0) {
        fprintf(stderr,
                "trammel: %s must be a time in seconds, such as 2.5, or one with a unit, such as "
                "500ms, not '%s'\n",
                what, cli_shown(text));
    } else {
        fprintf(stderr, "trammel: %s must be a number%s%s%s, not '%s'\n", what,
                unit[0] ? ", in " : "", unit, unit[0] ? " unless it has a unit" : "",
                cli_shown(text));
    }
    return false;
}

bool cli_read_positive(const char *what, const char *text, const char *unit, double *value) {
    double number;
    if (!cli_read_value(what, text, unit, &number)) {
        return false;
    }
    if (number <= 0.0) {
        fprintf(stderr, "trammel: %s must be greater than zero, not '%s'\n", what, cli_shown(text));
        return false;
    }
    *value = number;
    return true;
}

bool cli_read_size(const char *what, const char *text, uint64_t *bytes) {
    static const struct {
        const char *name;
        double bytes;
    } units[] = {{"", 1.0},       {"B", 1.0},     {"kB", 1e3},     {"MB", 1e6},
                 {"GB", 1e9},     {"TB", 1e12},   {"KiB", 1024.0}, {"MiB", 1048576.0},
                 {"GiB", 0x1p30}, {"TiB", 0x1p40}};
    char *end;
    double number = strtod(text, &end);
    for (size_t i = 0; end != text && i < sizeof units / sizeof units[0]; i++) {
        double size = number * units[i].bytes;
        if (strcmp(end, units[i].name) == 0 && size >= 1.0 && size <= 0x1p62) {
            *bytes = (uint64_t)size;
            return true;
        }
    }
    fprintf(stderr, "trammel: %s must be a number of bytes such as 500MB or 4GB, not '%s'\n", what,
            cli_shown(text));
    return false;
}

bool cli_read_word(const char *what, const char *text, const char *const *words, int32_t *index) {
    char all[CLI_PIECE_MAX];
    for (int32_t i = 0; words[i]; i++) {
        if (strcmp(text, words[i]) == 0) {
            *index = i;
            return true;
        }
    }
    cli_words_of(&(cliOption){.words = words}, all);
    fprintf(stderr, "trammel: %s must be %s, not '%s'\n", what, all, cli_shown(text));
    return false;
}
