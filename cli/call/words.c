/* words.c: reads the words of a command line by the rows of the command's table. */
#include "call/call.h"
#include "text/text.h"

#include <stdio.h>
#include <string.h>

/* ---- What is meant ------------------------------------------------------------------------- */

#define NAME_LENGTH_MAX 40

static int smallest(int a, int b, int c) {
    int min = a < b ? a : b;
    return min < c ? min : c;
}

/* Letters to change, add, leave out or swap with the next one to turn one word into the other. */
static int distance(const char *from, const char *to) {
    int rows[3][NAME_LENGTH_MAX + 1];
    int *before = rows[0], *last = rows[1], *row = rows[2];
    int length = (int)strlen(to);
    for (int k = 0; k <= length; k++) {
        last[k] = k;
    }
    for (int i = 1; from[i - 1]; i++) {
        row[0] = i;
        for (int k = 1; k <= length; k++) {
            bool same = from[i - 1] == to[k - 1];
            bool swaps = i > 1 && k > 1 && from[i - 1] == to[k - 2] && from[i - 2] == to[k - 1];
            row[k] = smallest(last[k] + 1, row[k - 1] + 1, last[k - 1] + !same);
            row[k] = swaps && before[k - 2] + 1 < row[k] ? before[k - 2] + 1 : row[k];
        }
        int *spare = before;
        before = last;
        last = row;
        row = spare;
    }
    return last[length];
}

bool cli_is_like(const char *word, const char *name) {
    size_t length = strlen(word), max = strlen(name);
    size_t letters = max - strspn(name, "-");
    if (length > NAME_LENGTH_MAX || max > NAME_LENGTH_MAX) {
        return false;
    }
    bool begins = length >= 2 && strncmp(word, name, length) == 0 && word[length - 1] != '-';
    return begins || distance(word, name) <= (letters > 5 ? 2 : letters > 2 ? 1 : 0);
}

/* ---- Options ------------------------------------------------------------------------------- */

static const cliOption help_option = {
    .name = "--help", .help = "print this text and exit", .letter = 'h'};

const cliOption *cli_option_at(const tmCommand *command, int index) {
    int count = 0;
    while (command->options && command->options[count].name) {
        count++;
    }
    return index < count ? &command->options[index] : index == count ? &help_option : NULL;
}

typedef struct Reader {
    const tmCommand *command;
    char *options; /* the command's own */
    int argc;
    char **argv;
    int at;
    uint64_t seen; /* a bit for each option that was taken */
    bool is_for_help;
} Reader;

static bool refuse(const Reader *r, const char *word) {
    const cliOption *option = NULL, *meant = NULL;
    char name[NAME_LENGTH_MAX + 2];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    for (int i = 0; name[0] == '-' && (option = cli_option_at(r->command, i)); i++) {
        meant = !meant && cli_is_like(name, option->name) ? option : meant;
    }
    fprintf(stderr, "trammel %s: '%s' is not recognised%s%s%s 'trammel help %s'\n",
            r->command->name, cli_shown(word), meant ? ": did you mean " : "",
            meant ? meant->name : "", meant ? "? See" : "; see", r->command->name);
    return false;
}

/* Reads "poses,energy". */
static bool read_words(const cliOption *option, const char *value, uint32_t *bits) {
    char word[NAME_LENGTH_MAX + 2];
    int32_t index;
    for (const char *at = value; *at || at == value; at += *at == ',') {
        size_t length = strcspn(at, ",");
        snprintf(word, sizeof word, "%.*s",
                 (int)(length < NAME_LENGTH_MAX ? length : NAME_LENGTH_MAX), at);
        if (!cli_read_word(option->name, word, option->words, &index)) {
            return false;
        }
        *bits |= 1u << index;
        at += length;
    }
    return true;
}

static bool read_time(const char *name, const char *value, double *time) {
    double number;
    if (!cli_read_value(name, value, "s", &number)) {
        return false;
    }
    if (number < 0.0) {
        fprintf(stderr, "trammel: %s must not be negative: '%s'\n", name, cli_shown(value));
        return false;
    }
    *time = number;
    return true;
}

static bool read_positive(const cliOption *option, const char *value, double *number) {
    if (!cli_read_positive(option->name, value, option->unit, number)) {
        return false;
    }
    if (option->high > 0 && *number >= (double)option->high) {
        fprintf(stderr, "trammel: %s must be less than %ld, not '%s'\n", option->name, option->high,
                cli_shown(value));
        return false;
    }
    return true;
}

/* Puts the value where the row says. */
static bool put_value(const cliOption *o, const char *value, void *field) {
    switch (o->kind) {
    case CLI_FLAG:
        *(bool *)field = true;
        return true;
    case CLI_CONSTANT:
        *(int *)field = (int)o->low;
        return true;
    case CLI_INT:
        return cli_read_int(o->name, value, o->low, o->high, field);
    case CLI_TIME:
        return read_time(o->name, value, field);
    case CLI_POSITIVE:
        return read_positive(o, value, field);
    case CLI_SIZE:
        return cli_read_size(o->name, value, field);
    case CLI_WORD:
        return cli_read_word(o->name, value, o->words, field);
    case CLI_WORDS:
        return read_words(o, value, field);
    case CLI_CALL:
        return o->take(field, value);
    default:
        *(const char **)field = value;
        return true;
    }
}

/* Whether no option before excludes it. */
static bool goes_with_others(const Reader *r, const cliOption *option) {
    const cliOption *other;
    for (int i = 0; option->group && (other = cli_option_at(r->command, i)); i++) {
        if ((r->seen >> i & 1) && other != option && other->group == option->group) {
            fprintf(stderr,
                    "trammel %s: %s and %s cannot be used together; see 'trammel help %s'\n",
                    r->command->name, other->name, option->name, r->command->name);
            return false;
        }
    }
    return true;
}

/* Takes option `index`; `value` is what stands in the same word, null: nothing. */
static bool take(Reader *r, int index, const char *value) {
    const cliOption *option = cli_option_at(r->command, index);
    if (option == &help_option) {
        r->is_for_help = true;
        return true;
    }
    if (value && !option->value) {
        fprintf(stderr, "trammel: %s takes no value\n", option->name);
        return false;
    }
    if (option->value && !value && !option->is_optional) {
        value = r->at + 1 < r->argc ? r->argv[++r->at] : NULL;
        if (!value) {
            fprintf(stderr, "trammel: %s needs a value\n", option->name);
            return false;
        }
    }
    if (!goes_with_others(r, option)) {
        return false;
    }
    r->seen |= (uint64_t)1 << index;
    void *field = r->options + option->field;
    return option->value && !value ? option->take(field, NULL) : put_value(option, value, field);
}

/* --name, --name VALUE or --name=VALUE. */
static bool take_long(Reader *r, const char *word) {
    const cliOption *option;
    size_t length = strcspn(word, "=");
    for (int i = 0; (option = cli_option_at(r->command, i)); i++) {
        if (strlen(option->name) == length && strncmp(option->name, word, length) == 0) {
            return take(r, i, word[length] ? word + length + 1 : NULL);
        }
    }
    return refuse(r, word);
}

/* -q, -o VALUE, -oVALUE or -qo VALUE. */
static bool take_letters(Reader *r, const char *word) {
    for (const char *at = word + 1; *at; at++) {
        const cliOption *option;
        int i = 0;
        while ((option = cli_option_at(r->command, i)) && option->letter != *at) {
            i++;
        }
        if (!option) {
            return refuse(r, word);
        }
        if (option->value) {
            return take(r, i, at[1] ? at + 1 : NULL);
        }
        if (!take(r, i, NULL)) {
            return false;
        }
    }
    return true;
}

/* Whether one of the options that this one needs was there. */
static bool has_need(const Reader *r, const cliOption *option) {
    const cliOption *other;
    for (int i = 0; (other = cli_option_at(r->command, i)); i++) {
        const char *at = strstr(option->needs, other->name);
        size_t length = strlen(other->name);
        for (; at && at[length] != ' ' && at[length]; at = strstr(at + 1, other->name)) {
        }
        if (at && (r->seen >> i & 1)) {
            return true;
        }
    }
    return false;
}

/* Reports an option that does nothing without another. */
static bool does_something(const Reader *r, const cliOption *option) {
    if (!option->needs || has_need(r, option)) {
        return true;
    }
    fprintf(stderr, "trammel %s: %s does nothing without ", r->command->name, option->name);
    for (const char *at = option->needs; *at; at += strspn(at, " ")) {
        int length = (int)strcspn(at, " ");
        bool is_first = at == option->needs, is_last = !at[length];
        fprintf(stderr, "%s%.*s", is_first ? "" : is_last ? " or " : ", ", length, at);
        at += length;
    }
    fprintf(stderr, "; see 'trammel help %s'\n", r->command->name);
    return false;
}

/* ---- What is left -------------------------------------------------------------------------- */

static bool is_complete(const Reader *r, int count) {
    const tmCommand *c = r->command;
    const cliOption *option;
    int inputs = 0;
    if (count < c->min) {
        fprintf(stderr, "trammel %s: %s; see 'trammel help %s'\n", c->name, c->missing, c->name);
        return false;
    }
    if (c->max >= 0 && count > c->max) {
        return refuse(r, r->argv[c->max]);
    }
    for (int i = 0; i < count; i++) {
        inputs += strcmp(r->argv[i], "-") == 0;
    }
    if (inputs > 1) {
        fprintf(stderr, "trammel %s: the standard input, -, can be read only once\n", c->name);
        return false;
    }
    for (int i = 0; (option = cli_option_at(c, i)); i++) {
        if (option->is_needed && !(r->seen >> i & 1)) {
            fprintf(stderr, "trammel %s: %s is missing; see 'trammel help %s'\n", c->name,
                    option->name, c->name);
            return false;
        }
        if ((r->seen >> i & 1) && !does_something(r, option)) {
            return false;
        }
    }
    return true;
}

int cli_read_words(const tmCommand *command, void *options, int argc, char **argv, int *count) {
    Reader r = {.command = command, .options = options, .argc = argc, .argv = argv};
    bool is_over = false;
    for (*count = 0; r.at < argc; r.at++) {
        char *word = argv[r.at];
        if (is_over || word[0] != '-' || !word[1]) {
            argv[(*count)++] = word;
        } else if (strcmp(word, "--") == 0) {
            is_over = true;
        } else if (!(word[1] == '-' ? take_long(&r, word) : take_letters(&r, word))) {
            return EXIT_USAGE;
        }
        if (r.is_for_help) {
            cli_print_help(command, stdout);
            return EXIT_DONE;
        }
    }
    return is_complete(&r, *count) ? CLI_GO_ON : EXIT_USAGE;
}
