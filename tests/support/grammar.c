/* grammar.c: random texts of the definition language. Follows the grammar of docs/language.md rule
 * by rule, and knows nothing of the parser. */
#include "grammar.h"

#include "test.h"

#include <stdio.h>
#include <string.h>

typedef struct Maker {
    uint64_t random;
    char *text;
    size_t used, size;
    int depth;
    bool full; /* no room: rules take their shortest form */
} Maker;

static int below(Maker *m, int count) {
    return test_between(&m->random, 0, count - 1);
}

static bool chance(Maker *m, int percent) {
    return below(m, 100) < percent && !m->full;
}

static void put(Maker *m, const char *text) {
    size_t length = strlen(text);
    m->full = m->used + 2 * length > m->size / 2;
    if (m->used + length + 1 < m->size) {
        memcpy(m->text + m->used, text, length + 1);
        m->used += length;
    }
}

/* White space between tokens; now and then a comment. */
static void gap(Maker *m) {
    static const char *const gaps[] = {" ",
                                       " ",
                                       " ",
                                       " ",
                                       "  ",
                                       "\n",
                                       "\n",
                                       "\t",
                                       "\n\n",
                                       "\n\n\n",
                                       " /* a, b; */ ",
                                       " // c\n",
                                       "\n// own line\n",
                                       "\n\n  /* two\n lines */\n",
                                       "\r\n"};
    put(m, gaps[chance(m, 30) ? below(m, 15) : 0]);
}

static void word(Maker *m, const char *text) {
    put(m, text);
    gap(m);
}

static void semicolon(Maker *m, bool needed) {
    if (needed || chance(m, 70)) {
        word(m, ";");
    } else {
        gap(m);
    }
}

static void name(Maker *m) {
    static const char *const names[] = {"a",     "b_2",   "rod",   "Crank", "world",
                                        "table", "point", "input", "hinge", "plane",
                                        "step",  "x",     "_",     "on"};
    word(m, names[below(m, 14)]);
}

static void any_word(Maker *m) {
    static const char *const words[] = {"and", "end", "join", "properties", "geometry", "if"};
    if (chance(m, 15)) {
        word(m, words[below(m, 6)]);
    } else {
        name(m);
    }
}

static void expression(Maker *m);

static void number(Maker *m) {
    static const char *const numbers[] = {"1",         "0",     "2.5",  "1e3",  "1.5e-3mm", "30deg",
                                          "9.81m/s^2", "0.05s", "10mm", "3N*m", "2s^-1",    "42"};
    word(m, numbers[below(m, 12)]);
}

static void arguments(Maker *m, bool list) {
    word(m, "(");
    for (int i = below(m, 4); i > 0 && !m->full; i--) {
        if (chance(m, 20)) {
            any_word(m);
            word(m, ":");
        }
        expression(m);
        if (i > 1) {
            /* Side by side only where the next one cannot be taken for more of this one. */
            if (list && chance(m, 20)) {
                number(m);
            }
            word(m, ",");
            if (m->full) {
                number(m);
            }
        }
    }
    word(m, ")");
}

static void path(Maker *m) {
    name(m);
    while (chance(m, 25)) {
        if (chance(m, 70)) {
            word(m, ".");
            any_word(m);
        } else {
            word(m, "[");
            expression(m);
            word(m, "]");
        }
    }
}

static void call(Maker *m) {
    path(m);
    if (chance(m, 35)) {
        arguments(m, false);
    }
}

static void operand(Maker *m) {
    int which = m->depth > 6 ? below(m, 2) : below(m, 10);
    if (which < 3) {
        number(m);
    } else if (which < 7) {
        m->depth++;
        call(m);
        m->depth--;
    } else if (which < 8) {
        word(m, "\"text – ä\"");
    } else {
        m->depth++;
        arguments(m, true);
        m->depth--;
    }
}

static void power(Maker *m) {
    operand(m);
    if (chance(m, 10)) {
        /* A space keeps the exponent out of the unit. */
        put(m, " ");
        word(m, "^");
        if (chance(m, 30)) {
            word(m, "-");
        }
        operand(m);
    }
}

static void sum(Maker *m) {
    static const char *const operators[] = {"+", "-", "*", "/"};
    for (int i = 0; i == 0 || chance(m, 25); i++) {
        if (i > 0) {
            put(m, " ");
            put(m, operators[below(m, 4)]);
            put(m, " ");
        }
        if (chance(m, 10)) {
            word(m, chance(m, 80) ? "-" : "+");
        }
        power(m);
    }
}

static void condition(Maker *m) {
    static const char *const comparisons[] = {"<", "<=", ">", ">=", "==", "!="};
    if (chance(m, 20)) {
        word(m, "not");
    }
    sum(m);
    if (chance(m, 60)) {
        word(m, comparisons[below(m, 6)]);
        sum(m);
    }
}

static void expression(Maker *m) {
    m->depth++;
    if (m->depth < 8 && chance(m, 5)) {
        word(m, "if");
        expression(m);
        word(m, "then");
        expression(m);
        word(m, "else");
        expression(m);
    } else if (m->depth < 8 && chance(m, 10)) {
        for (int i = 0; i == 0 || chance(m, 40); i++) {
            if (i > 0) {
                word(m, chance(m, 50) ? "and" : "or");
            }
            condition(m);
        }
    } else {
        sum(m);
    }
    m->depth--;
}

/* ---- Fields -------------------------------------------------------------------------------- */

static void clause(Maker *m) {
    expression(m);
    if (chance(m, 15)) {
        word(m, chance(m, 50) ? "of" : "at");
        path(m);
    }
    if (chance(m, 30)) {
        word(m, "=");
        expression(m);
    }
    if (chance(m, 10)) {
        put(m, " ");
        word(m, "..");
        expression(m);
    }
    if (chance(m, 10)) {
        word(m, "in");
        expression(m);
        if (chance(m, 50)) {
            put(m, " frames ");
        }
    }
}

static void field(Maker *m);

static void block(Maker *m) {
    word(m, "begin");
    m->depth++;
    for (int i = below(m, 4); i > 0 && !m->full; i--) {
        if (m->depth < 6 && chance(m, 60)) {
            field(m);
        } else {
            clause(m);
            semicolon(m, true);
        }
    }
    m->depth--;
    word(m, "end");
}

/* The first three are sections of types, which end a list of components. */
static void field_of(Maker *m, int names_used) {
    static const char *const names[] = {"\nproperties", "\ngeometry", "\ndynamics", "\ntime",
                                        "\nreport",     "\nmonitor",  "\nwhere",    "\nend"};
    word(m, names[below(m, names_used)]);
    word(m, ":");
    if (m->depth < 6 && chance(m, 20)) {
        block(m);
    } else if (chance(m, 85)) {
        clause(m);
        while (chance(m, 25)) {
            word(m, ",");
            clause(m);
        }
    }
    if (m->depth < 6 && chance(m, 20)) {
        word(m, "where");
        block(m);
    }
    semicolon(m, true);
}

static void field(Maker *m) {
    field_of(m, 8);
}

static void fields(Maker *m) {
    word(m, "begin");
    for (int i = below(m, 5); i > 0 && !m->full; i--) {
        field(m);
    }
    put(m, "\n");
    word(m, "end");
    semicolon(m, false);
    put(m, "\n");
}

/* ---- Types --------------------------------------------------------------------------------- */

static void parameters(Maker *m) {
    word(m, "(");
    for (int i = below(m, 4); i > 0; i--) {
        name(m);
        if (chance(m, 30)) {
            word(m, "=");
            expression(m);
        }
        if (i > 1) {
            word(m, ",");
        }
    }
    word(m, ")");
}

static void pairs(Maker *m) {
    word(m, "(");
    do {
        path(m);
        put(m, " ");
        path(m);
    } while (chance(m, 30) && (word(m, ","), true));
    word(m, ")");
}

static void statement(Maker *m) {
    int which = m->depth > 5 ? below(m, 8) : below(m, 10);
    if (which < 6) {
        word(m, "join");
        path(m);
        word(m, "to");
        path(m);
        word(m, "with");
        call(m);
        word(m, "matching");
        pairs(m);
        if (chance(m, 20)) {
            word(m, "as");
            name(m);
        }
    } else if (which < 8) {
        word(m, "place");
        path(m);
        word(m, "by");
        path(m);
        word(m, chance(m, 30) ? "near" : "at");
        expression(m);
        while (chance(m, 30)) {
            word(m, "velocity");
            word(m, "=");
            expression(m);
        }
    } else {
        word(m, "for");
        name(m);
        word(m, "in");
        expression(m);
        put(m, " ");
        word(m, "..");
        expression(m);
        if (chance(m, 30)) {
            word(m, "step");
            expression(m);
        }
        word(m, "begin");
        m->depth++;
        for (int i = below(m, 3); i > 0; i--) {
            statement(m);
        }
        m->depth--;
        word(m, "end");
    }
    semicolon(m, false);
}

static void section(Maker *m) {
    int which = below(m, 10);
    if (which < 3) {
        word(m, "components");
        for (int i = below(m, 4); i > 0 && !m->full; i--) {
            put(m, "part");
            if (chance(m, 30)) {
                word(m, "[");
                expression(m);
                put(m, " ");
                word(m, "..");
                expression(m);
                word(m, "]");
            }
            if (chance(m, 30)) {
                put(m, ", other");
            }
            word(m, ":");
            call(m);
            word(m, ";");
        }
    } else if (which < 6) {
        word(m, "structure");
        if (chance(m, 30)) {
            statement(m);
        } else {
            word(m, "begin");
            for (int i = below(m, 4); i > 0 && !m->full; i--) {
                statement(m);
            }
            word(m, "end");
            semicolon(m, false);
        }
    } else if (which < 7) {
        word(m, "input");
        put(m, "speed ");
        word(m, "=");
        expression(m);
        if (chance(m, 50)) {
            word(m, "in");
            expression(m);
            put(m, " ");
            word(m, "..");
            expression(m);
        }
        semicolon(m, true);
    } else {
        field_of(m, 3);
    }
}

static void type(Maker *m) {
    static const char *const words[] = {"primitive", "composite", "world"};
    word(m, words[below(m, 3)]);
    name(m);
    if (chance(m, 30)) {
        parameters(m);
    }
    word(m, "begin");
    for (int i = below(m, 5); i > 0 && !m->full; i--) {
        section(m);
    }
    word(m, "end");
    semicolon(m, false);
    put(m, "\n");
}

static void function(Maker *m) {
    word(m, "function");
    name(m);
    parameters(m);
    if (chance(m, 50)) {
        word(m, "=");
        expression(m);
        word(m, ";");
    } else {
        word(m, "begin");
        while (chance(m, 50)) {
            word(m, "let");
            name(m);
            word(m, "=");
            expression(m);
            word(m, ";");
        }
        expression(m);
        semicolon(m, false);
        word(m, "end");
        semicolon(m, false);
    }
}

static void hinge(Maker *m) {
    word(m, "hinge");
    name(m);
    if (chance(m, 30)) {
        parameters(m);
    }
    word(m, "matching");
    pairs(m);
    word(m, "begin");
    for (int i = below(m, 4); i > 0 && !m->full; i--) {
        word(m, "point");
        operand(m);
        word(m, "on");
        word(m, "plane");
        operand(m);
        word(m, "normal");
        operand(m);
        word(m, ";");
    }
    word(m, "end");
    semicolon(m, false);
}

static void item(Maker *m) {
    static const char *const runs[] = {"simulate", "animate", "study"};
    put(m, "\n");
    switch (below(m, 9)) {
    case 0:
        word(m, "include");
        word(m, "\"parts/a b.tml\"");
        word(m, ";");
        break;
    case 1:
        function(m);
        break;
    case 2:
        hinge(m);
        break;
    case 3:
        word(m, chance(m, 50) ? "table" : "material");
        name(m);
        fields(m);
        break;
    case 4:
        word(m, "contact");
        name(m);
        word(m, "with");
        name(m);
        fields(m);
        break;
    case 5:
    case 6:
        word(m, runs[below(m, 3)]);
        name(m);
        if (chance(m, 30)) {
            arguments(m, false);
        }
        fields(m);
        break;
    default:
        type(m);
        break;
    }
}

size_t grammar_text(uint64_t seed, char *buffer, size_t size) {
    Maker m = {.random = seed, .text = buffer, .size = size};
    buffer[0] = '\0';
    if (chance(&m, 30)) {
        word(&m, "language");
        word(&m, "1");
        word(&m, ";");
    }
    for (int i = below(&m, 6); i >= 0 && !m.full; i--) {
        item(&m);
    }
    put(&m, "\n");
    return m.used;
}
