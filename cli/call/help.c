/* help.c: the help of a command, from its table. */
#include "call/call.h"
#include "trammel/trammel.h"

#include <stdio.h>
#include <string.h>

#define HELP_WIDTH 92 /* columns of the text */
#define LEFT_MAX 22   /* columns of the options' names; longer ones have a line of their own */

/* ---- Pieces -------------------------------------------------------------------------------- */

static void add(char piece[CLI_PIECE_MAX], const char *text) {
    size_t length = strlen(piece);
    snprintf(piece + length, CLI_PIECE_MAX - length, "%s", text);
}

void cli_words_of(const cliOption *option, char text[CLI_PIECE_MAX]) {
    text[0] = '\0';
    for (int i = 0; option->words && option->words[i]; i++) {
        add(text, i == 0 ? "" : option->words[i + 1] ? ", " : " or ");
        add(text, option->words[i]);
    }
}

/* "--to T", or "--checkpoint[=T]" */
static void add_option(char piece[CLI_PIECE_MAX], const cliOption *option) {
    add(piece, option->name);
    if (option->value) {
        add(piece, option->is_optional ? "[=" : " ");
        add(piece, option->value);
        add(piece, option->is_optional ? "]" : "");
    }
}

static void add_operand(char piece[CLI_PIECE_MAX], const tmCommand *command) {
    add(piece, command->min > 0 ? "" : "[");
    add(piece, command->operand);
    add(piece, command->min > 0 ? "" : "]");
    add(piece, command->max < 0 ? "…" : "");
}

bool cli_usage_piece(const tmCommand *command, int *index, char piece[CLI_PIECE_MAX]) {
    piece[0] = '\0';
    if ((*index)++ == 0 && command->operand) {
        add_operand(piece, command);
        return true;
    }
    int at = *index - (command->operand ? 2 : 1);
    const cliOption *option = cli_option_at(command, at), *next = cli_option_at(command, at + 1);
    if (!next) { /* --help is left out */
        return false;
    }
    add(piece, option->is_needed ? "" : "[");
    add_option(piece, option);
    for (; option->group && next && next->group == option->group; ++*index) {
        add(piece, " | ");
        add_option(piece, next);
        next = cli_option_at(command, ++at + 1);
    }
    add(piece, option->is_needed ? "" : "]");
    add(piece, option->is_repeated ? "…" : "");
    return true;
}

/* ---- Lines --------------------------------------------------------------------------------- */

/* Text that is broken between words: `indent` columns in front of every line but the first. */
typedef struct Lines {
    FILE *to;
    int indent, column;
} Lines;

static int columns(const char *text, size_t length) {
    int count = 0;
    for (size_t i = 0; i < length; i++) {
        count += ((unsigned char)text[i] & 0xc0) != 0x80;
    }
    return count;
}

/* One word, or what must not be broken. */
static void put_piece(Lines *lines, const char *text, size_t length) {
    int width = columns(text, length);
    bool is_first = lines->column <= lines->indent;
    if (!is_first && lines->column + 1 + width > HELP_WIDTH) {
        fprintf(lines->to, "\n%*s", lines->indent, "");
        lines->column = lines->indent;
        is_first = true;
    }
    fprintf(lines->to, "%s%.*s", is_first ? "" : " ", (int)length, text);
    lines->column += width + !is_first;
}

/* Running text; an empty line begins a paragraph. */
static void put_text(Lines *lines, const char *text) {
    while (*text) {
        size_t length = strcspn(text, " \n");
        if (length > 0) {
            put_piece(lines, text, length);
        }
        text += length;
        if (strncmp(text, "\n\n", 2) == 0) {
            fprintf(lines->to, "\n\n%*s", lines->indent, "");
            lines->column = lines->indent;
            text++;
        }
        text += *text != '\0';
    }
}

/* ---- Help ---------------------------------------------------------------------------------- */

static void put_usage(const tmCommand *command, FILE *to) {
    char piece[CLI_PIECE_MAX];
    Lines lines = {.to = to};
    lines.indent = fprintf(to, "usage: trammel %s ", command->name);
    lines.column = lines.indent;
    for (int i = 0; cli_usage_piece(command, &i, piece);) {
        bool fits = lines.indent + columns(piece, strlen(piece)) <= HELP_WIDTH;
        if (fits) {
            put_piece(&lines, piece, strlen(piece));
        } else {
            put_text(&lines, piece);
        }
    }
    fprintf(to, "\n");
}

static void name_option(const cliOption *option, char left[CLI_PIECE_MAX]) {
    left[0] = '\0';
    if (option->letter) {
        snprintf(left, CLI_PIECE_MAX, "-%c, ", option->letter);
    }
    add_option(left, option);
}

static void put_options(const tmCommand *command, FILE *to) {
    const cliOption *option;
    char left[CLI_PIECE_MAX], words[CLI_PIECE_MAX];
    int width = 0;
    for (int i = 0; (option = cli_option_at(command, i)); i++) {
        name_option(option, left);
        int own = columns(left, strlen(left));
        width = own > width && own <= LEFT_MAX ? own : width;
    }
    for (int i = 0; (option = cli_option_at(command, i)); i++) {
        Lines lines = {.to = to, .indent = width + 4, .column = width + 4};
        name_option(option, left);
        int own = columns(left, strlen(left));
        fprintf(to, "  %s%*s", left, own > width ? 0 : width - own + 2, "");
        if (own > width) {
            fprintf(to, "\n%*s", lines.indent, "");
        }
        put_text(&lines, option->help);
        cli_words_of(option, words);
        put_text(&lines, words);
        fprintf(to, "\n");
    }
}

static void put_ends(const tmCommand *command, FILE *to) {
    Lines lines = {.to = to};
    char text[1000];
    snprintf(text, sizeof text, "Exit status: 0%s%s;%s%s%s 2 when " CLI_ENDS_WITH_2 "%s%s%s%s.",
             command->done ? " when " : "", command->done ? command->done : "",
             command->no ? " 1 when " : "", command->no ? command->no : "", command->no ? ";" : "",
             command->passed ? "; 3 when " : "", command->passed ? command->passed : "",
             command->done ? "" : "; ", command->done ? "" : CLI_ENDS_BY_SIGNAL);
    put_text(&lines, text);
    fprintf(to, "\n");
}

void cli_print_help(const tmCommand *command, FILE *to) {
    Lines lines = {.to = to};
    fprintf(to, "trammel %s: %s\n\n", command->name, command->summary);
    put_usage(command, to);
    fprintf(to, "\n");
    put_text(&lines, command->about);
    fprintf(to, "\n\n");
    put_options(command, to);
    if (command->example) {
        fprintf(to, "\nexample: %s\n", command->example);
    }
    fprintf(to, "\n");
    put_ends(command, to);
}
