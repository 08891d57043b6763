/* man.c: man pages, from the tables of the commands. */
#include "call/call.h"
#include "trammel/trammel.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Text as roff takes it, in ASCII alone, for terminals of every kind. */
static void put_escaped(FILE *to, const char *text) {
    for (const char *at = text; *at; at++) {
        unsigned char c = (unsigned char)*at;
        if (c == '\\') {
            fputs("\\e", to);
        } else if (c == '-') {
            fputs("\\-", to);
        } else if (c == '\'' || (c == '.' && at == text)) {
            fputs(c == '.' ? "\\&." : "\\(aq", to);
        } else if (strncmp(at, "…", strlen("…")) == 0) {
            fputs("\\&...", to);
            at += strlen("…") - 1;
        } else {
            putc(c, to);
        }
    }
}

/* Running text: an empty line begins a paragraph. */
static void put_paragraphs(FILE *to, const char *text) {
    for (const char *at = text; *at;) {
        const char *end = strstr(at, "\n\n");
        size_t length = end ? (size_t)(end - at) : strlen(at);
        char part[2000];
        snprintf(part, sizeof part, "%.*s", (int)length, at);
        fprintf(to, at > text ? ".PP\n" : "");
        put_escaped(to, part);
        fprintf(to, "\n");
        at += length + (end ? 2 : 0);
    }
}

static void put_title(FILE *to, const char *name) {
    fprintf(to, ".TH ");
    for (const char *at = name; *at; at++) {
        fprintf(to, *at == '-' ? "\\-" : "%c", toupper((unsigned char)*at));
    }
    fprintf(to, " 1 \"\" \"Trammel %s\" \"Trammel\"\n", tm_version_text());
}

static void put_name(FILE *to, const char *name, const char *summary) {
    fprintf(to, ".SH NAME\n");
    put_escaped(to, name);
    fprintf(to, " \\- ");
    put_escaped(to, summary);
    fprintf(to, "\n");
}

static void put_synopsis(FILE *to, const tmCommand *command) {
    char piece[CLI_PIECE_MAX];
    fprintf(to, ".SH SYNOPSIS\n.B trammel %s\n", command->name);
    for (int i = 0; cli_usage_piece(command, &i, piece);) {
        put_escaped(to, piece);
        fprintf(to, "\n");
    }
}

static void put_options(FILE *to, const tmCommand *command) {
    const cliOption *option;
    char words[CLI_PIECE_MAX];
    fprintf(to, ".SH OPTIONS\n");
    for (int i = 0; (option = cli_option_at(command, i)); i++) {
        fprintf(to, ".TP\n\\fB");
        if (option->letter) {
            fprintf(to, "\\-%c\\fR, \\fB", option->letter);
        }
        put_escaped(to, option->name);
        fprintf(to, "\\fR");
        if (option->value) {
            fprintf(to, option->is_optional ? "[=\\fI" : " \\fI");
            put_escaped(to, option->value);
            fprintf(to, option->is_optional ? "\\fR]" : "\\fR");
        }
        fprintf(to, "\n");
        put_escaped(to, option->help);
        cli_words_of(option, words);
        fprintf(to, words[0] ? "\n" : "");
        put_escaped(to, words);
        fprintf(to, "\n");
    }
}

static void put_code(FILE *to, const char *code, const char *when) {
    if (when) {
        fprintf(to, ".TP\n%s\n", code);
        put_escaped(to, when);
        fprintf(to, "\n");
    }
}

static void put_command(FILE *to, const tmCommand *command) {
    char name[100];
    snprintf(name, sizeof name, "trammel-%s", command->name);
    put_title(to, name);
    put_name(to, name, command->summary);
    put_synopsis(to, command);
    fprintf(to, ".SH DESCRIPTION\n");
    put_paragraphs(to, command->about);
    put_options(to, command);
    fprintf(to, ".SH \"EXIT STATUS\"\n");
    put_code(to, "0", command->done ? command->done : "it is done");
    put_code(to, "1", command->no);
    put_code(to, "2", CLI_ENDS_WITH_2);
    put_code(to, "3", command->passed);
    put_code(to, "128 + N", command->done ? NULL : CLI_ENDS_BY_SIGNAL);
    if (command->example) {
        fprintf(to, ".SH EXAMPLES\n.nf\n");
        put_escaped(to, command->example);
        fprintf(to, "\n.fi\n");
    }
    fprintf(to, ".SH \"SEE ALSO\"\n.BR trammel (1)\n");
}

static void put_program(FILE *to) {
    put_title(to, "trammel");
    put_name(to, "trammel", "a workbench for mechanical systems");
    fprintf(to, ".SH SYNOPSIS\n.B trammel\n.I COMMAND\n\\&...\n.SH COMMANDS\n");
    for (int i = 0; cli_commands[i]; i++) {
        fprintf(to, ".TP\n.BR trammel\\-%s (1)\n", cli_commands[i]->name);
        put_escaped(to, cli_commands[i]->summary);
        fprintf(to, "\n");
    }
    fprintf(to, ".SH \"EXIT STATUS\"\n");
    put_code(to, "0", "it is done");
    put_code(to, "1", "the answer is no, or what was asked for could not be done");
    put_code(to, "2", CLI_ENDS_WITH_2);
    put_code(
        to, "3",
        "'simulate': bodies that may touch passed through each other; 'animate': a drive could not "
        "be followed to its end");
    put_code(to, "128 + N", CLI_ENDS_BY_SIGNAL);
}

void cli_print_man(const tmCommand *command, FILE *to) {
    if (command) {
        put_command(to, command);
    } else {
        put_program(to);
    }
}
