/* make_run.c: simulate, animate and study: their worlds and settings. */
#include "define/language/make/make_private.h"

#include "trammel/report_list.h"

#include <string.h>

/* A field of a run. */
typedef struct Field {
    const tmiField *row;
    tmiSpot name, at; /* at: its first clause; 0: none */
} Field;

static tmiNodeRef next_of(const tmiTree *tree, tmiNodeRef node) {
    return tmi_node(tree, node)->next;
}

static void note_run(tmiMaker *m, tmiSpot at, const char *const *words, const char *const *hint) {
    tmi_note(m, &(tmiNote){.code = TMI_SAYS_RUN, .at = at, .words = words, .hint = hint});
}

static int32_t count_clauses(const tmiTree *tree, tmiNodeRef first) {
    int32_t count = 0;
    for (; first; first = next_of(tree, first)) {
        count++;
    }
    return count;
}

/* ---- Ranges -------------------------------------------------------------------------------- */

/* Of two ranges of one thing only one could be followed. */
static void check_twice(tmiMaker *m, const tmiRunRange *ranges, int32_t count) {
    const tmiRunRange *range = &ranges[count - 1];
    const tmiSense *own = &range->target;
    for (int32_t i = 0; i < count - 1 && own->size > 0; i++) {
        const tmiSense *other = &ranges[i].target;
        if (own->kind == other->kind && own->row == other->row && own->item == other->item &&
            own->item >= 0 && own->end.instance == other->end.instance && other->size > 0) {
            tmiQuote quote;
            tmiNodeRef target =
                tmi_node(tmi_maker_tree(m, range->spot.file), range->spot.node)->child;
            tmiSpot at = {range->spot.file, target};
            tmi_note(m, &(tmiNote){.code = TMI_SAYS_RUN,
                                   .at = at,
                                   .words = TMI_WORDS(tmi_spot_quote(m, at, &quote),
                                                      " already has a range"),
                                   .related = TMI_WORDS("it is here"),
                                   .related_at = ranges[i].spot});
            return;
        }
    }
}

static void make_ranges(tmiMaker *m, const Field *field, tmiRunRange **ranges, int32_t *count) {
    const tmiTree *tree = tmi_maker_tree(m, field->at.file);
    *ranges = tmi_keep(m, count_clauses(tree, field->at.node), sizeof **ranges);
    for (tmiNodeRef ref = field->at.node; ref && m->status == TM_OK; ref = next_of(tree, ref)) {
        tmi_make_range(m, field->row, (tmiSpot){field->at.file, ref}, &(*ranges)[(*count)++]);
        check_twice(m, *ranges, *count);
    }
}

/* ---- Expressions --------------------------------------------------------------------------- */

/* final(x), least(x), … of a study: the call's argument, and which it is. */
static tmiNodeRef measured(const tmiTree *tree, tmiNodeRef expression, const char **measure) {
    int32_t count, length;
    const tmiMeasureRow *rows = tmi_measures(&count);
    if (tmi_node(tree, expression)->kind != TMI_NODE_CALL) {
        return expression;
    }
    tmiNodeRef callee = tmi_node(tree, expression)->child;
    const char *name = tmi_tree_text(tree, callee, &length);
    tmiNodeRef argument = next_of(tree, callee);
    for (int32_t i = 0; i < count; i++) {
        if (tmi_text_is(name, length, rows[i].name) && argument && !next_of(tree, argument)) {
            *measure = rows[i].name;
            return argument;
        }
    }
    return expression;
}

static void make_expressions(tmiMaker *m, const Field *field, const tmiFormula ***formulas,
                             int32_t *count) {
    const tmiTree *tree = tmi_maker_tree(m, field->at.file);
    bool measures = strcmp(field->row->name, "measure") == 0;
    tmiWanted number = {.kind = TMI_WANT_NUMBER, .any_dimension = true};
    *formulas = tmi_keep(m, count_clauses(tree, field->at.node), sizeof **formulas);
    for (tmiNodeRef ref = field->at.node; ref && m->status == TM_OK; ref = next_of(tree, ref)) {
        tmiSpot at = {field->at.file, tmi_bare_clause(tree, ref)};
        const char *measure = NULL;
        if (!at.node) {
            note_run(m, (tmiSpot){field->at.file, ref},
                     TMI_WORDS("'", field->row->name, "' takes values separated by commas"),
                     TMI_WORDS(field->row->help));
            continue;
        }
        at.node = measures ? measured(tree, at.node, &measure) : at.node;
        if (measures && !measure) {
            note_run(m, at, TMI_WORDS("'measure' takes one number of each run"),
                     TMI_WORDS(field->row->help));
            continue;
        }
        tmiFormula *formula = tmi_formula_make(m, at, measures ? &number : NULL);
        if (formula) {
            formula->measure = measure;
            (*formulas)[(*count)++] = formula;
        }
    }
}

static void make_traces(tmiMaker *m, const Field *field, tmiRun *run) {
    const tmiTree *tree = tmi_maker_tree(m, field->at.file);
    run->traces = tmi_keep(m, count_clauses(tree, field->at.node), sizeof *run->traces);
    for (tmiNodeRef ref = field->at.node; ref && m->status == TM_OK; ref = next_of(tree, ref)) {
        tmiSpot clause = {field->at.file, ref};
        tmiSpot at = {field->at.file, tmi_bare_clause(tree, ref)};
        tmiTarget target = at.node ? tmi_resolve(m, at) : (tmiTarget){.kind = TMI_TARGET_OTHER};
        tmiQuote quote;
        if (target.kind == TMI_TARGET_FEATURE) {
            run->traces[run->trace_count++] = (tmiInstanceFeature){target.instance, target.feature};
        } else if (target.kind == TMI_TARGET_OTHER && at.node) {
            tmi_note_no_part(m, at, TMI_KIND(COMPONENT) | TMI_KIND(FEATURE));
        } else if (target.kind != TMI_TARGET_ERROR) {
            note_run(
                m, at.node ? at : clause,
                TMI_WORDS(tmi_spot_quote(m, at.node ? at : clause, &quote), " is not a feature"),
                TMI_WORDS(field->row->help));
        }
    }
}

/* ---- Words and times ----------------------------------------------------------------------- */

static uint32_t choice_bit(const char *choices, const char *word, int32_t length) {
    for (uint32_t bit = 1; *choices; bit <<= 1) {
        size_t size = strcspn(choices, " ");
        if (size == (size_t)length && memcmp(choices, word, size) == 0) {
            return bit;
        }
        choices += size + (choices[size] == ' ');
    }
    return 0;
}

/* Words of `report` that make something of an animation, too. */
#define OPTION_BIT(word, report, animations, option, help) | (animations##u << TM_REPORT_##word)
#define WORD_BIT(word, report, animations) | (animations##u << TM_REPORT_##word)
#define OF_ANIMATIONS (0u TM_REPORT_LIST(OPTION_BIT, WORD_BIT))

/* And their names, a comma before each. */
#define NAME_IF_0(word)
#define NAME_IF_1(word) ", " #word
#define OPTION_NAME(word, report, animations, option, help) NAME_IF_##animations(word)
#define WORD_NAME(word, report, animations) NAME_IF_##animations(word)
#define NAMES_OF_ANIMATIONS (TM_REPORT_LIST(OPTION_NAME, WORD_NAME))

/* An animation has no time in which anything could happen, and no forces; nothing writes pages. */
static void warn_report(tmiMaker *m, const tmiRun *run, tmiSpot at, uint32_t bit) {
    tmiQuote quote;
    if (run->kind == TMI_WORD_ANIMATE && !(bit & OF_ANIMATIONS)) {
        tmi_note(m, &(tmiNote){.severity = TM_WARNING,
                               .code = TMI_SAYS_UNUSED,
                               .at = at,
                               .words = TMI_WORDS(tmi_spot_quote(m, at, &quote),
                                                  " does nothing in an 'animate'"),
                               .hint = TMI_WORDS("its 'report' takes ", &NAMES_OF_ANIMATIONS[2])});
    } else if (bit == 1u << TM_REPORT_page) {
        tmi_note(m, &(tmiNote){.severity = TM_WARNING,
                               .code = TMI_SAYS_UNUSED,
                               .at = at,
                               .words = TMI_WORDS("the report 'page' is not available yet"),
                               .hint = TMI_WORDS("'animation', 'plot' and 'svg' are pictures")});
    }
}

/* Several words, as bits in the order of the choices. */
static void make_words(tmiMaker *m, const Field *field, tmiRun *run) {
    bool reports = strcmp(field->row->name, "report") == 0;
    uint32_t *bits = reports ? &run->reports : &run->without;
    const tmiTree *tree = tmi_maker_tree(m, field->at.file);
    for (tmiNodeRef ref = field->at.node; ref && m->status == TM_OK; ref = next_of(tree, ref)) {
        tmiNodeRef word = tmi_bare_clause(tree, ref);
        tmiValue value;
        if (tmi_field_value(m, field->row, (tmiSpot){field->at.file, ref}, word ? word : ref,
                            &value)) {
            uint32_t bit = choice_bit(field->row->choices, value.text, value.count);
            *bits |= bit;
            if (reports && bit) {
                warn_report(m, run, (tmiSpot){field->at.file, ref}, bit);
            }
        }
    }
}

/* (step, duration) */
static bool make_time(tmiMaker *m, const Field *field, tmiValue *value) {
    const tmiTree *tree = tmi_maker_tree(m, field->at.file);
    tmiNodeRef list = tmi_bare_clause(tree, field->at.node);
    tmiSpot step = {field->at.file, 0}, duration = step;
    if (list && tmi_node(tree, list)->kind == TMI_NODE_LIST) {
        step.node = tmi_node(tree, list)->child;
        bool named = step.node && tmi_node(tree, step.node)->kind == TMI_NODE_ARGUMENT;
        duration.node = step.node && !named ? next_of(tree, step.node) : 0;
    }
    tmiItem *items = tmi_keep(m, 2, sizeof *items);
    if (!items || !duration.node || next_of(tree, duration.node) || next_of(tree, field->at.node)) {
        int32_t length;
        const char *text = tmi_spot_text(m, field->at, &length);
        bool decimal = tmi_has_decimal_comma(text, length);
        note_run(m, field->at, TMI_WORDS("'time' takes a step and a duration"),
                 decimal ? TMI_WORDS(TMI_DECIMAL_POINT)
                         : TMI_WORDS("as in time: (1ms, 10s), with no space before the unit"));
        return false;
    }
    tmiWanted wanted = tmi_wants(TMI_WANT_NUMBER, "s");
    bool fine = tmi_value_of(m, step, &wanted, &items[0].value) &&
                tmi_keeps_bound(m, step, "the step", TM_BOUND_POSITIVE, &items[0].value);
    fine &= tmi_value_of(m, duration, &wanted, &items[1].value) &&
            tmi_keeps_bound(m, duration, "the duration", TM_BOUND_POSITIVE, &items[1].value);
    if (fine && items[0].value.number > items[1].value.number) {
        note_run(m, step, TMI_WORDS("the step is longer than the whole run"),
                 TMI_WORDS("'time' takes the step first: (1ms, 10s)"));
        fine = false;
    }
    *value = (tmiValue){.kind = TMI_VALUE_LIST, .count = 2, .items = items};
    return fine;
}

/* ---- Fields -------------------------------------------------------------------------------- */

static void make_setting(tmiMaker *m, const Field *field, tmiRun *run) {
    const tmiTree *tree = tmi_maker_tree(m, field->at.file);
    tmiValue value = tmi_value_error();
    bool fine;
    if (field->row->takes & TMI_TAKES_NUMBERS) {
        fine = make_time(m, field, &value);
    } else {
        tmiNodeRef only = next_of(tree, field->at.node) ? 0 : tmi_bare_clause(tree, field->at.node);
        tmiSpot at = {field->at.file, only};
        fine =
            only && tmi_takes_pace(m, field->row, at)
                ? tmi_make_pace(m, field->row, at, run, &value)
                : tmi_field_value(m, field->row, field->name, only ? only : field->at.node, &value);
    }
    value = fine ? tmi_keep_value(m, value) : tmi_value_error();
    run->settings[run->setting_count++] = (tmiSetting){field->row, value, field->name};
}

static void make_field(tmiMaker *m, const Field *field, tmiRun *run) {
    uint32_t takes = field->row->takes;
    bool measures = strcmp(field->row->name, "measure") == 0;
    bool varies = strcmp(field->row->name, "vary") == 0;
    if (takes & TMI_TAKES_RANGES) {
        make_ranges(m, field, varies ? &run->varied : &run->drives,
                    varies ? &run->varied_count : &run->drive_count);
    } else if (takes & TMI_TAKES_EXPRESSIONS) {
        make_expressions(m, field, measures ? &run->measures : &run->monitors,
                         measures ? &run->measure_count : &run->monitor_count);
    } else if (takes & TMI_TAKES_PATHS) {
        make_traces(m, field, run);
    } else if (takes & TMI_TAKES_WORDS) {
        make_words(m, field, run);
    } else if (takes & TMI_TAKES_EXPRESSION) {
        tmiWanted truth = {.kind = TMI_WANT_TRUTH};
        const tmiTree *tree = tmi_maker_tree(m, field->at.file);
        tmiSpot at = {field->at.file, tmi_bare_clause(tree, field->at.node)};
        if (!at.node) {
            note_run(m, field->at, TMI_WORDS("'", field->row->name, "' takes one condition"),
                     TMI_WORDS("compare by '<', '>', '==' and the like"));
            return;
        }
        run->stop = tmi_formula_make(m, at, &truth);
    } else {
        make_setting(m, field, run);
    }
}

/* Which of the fields were seen, to report those that are there twice or missing. */
#define SEEN_MAX 32
typedef struct Seen {
    Field fields[SEEN_MAX];
    int32_t count;
} Seen;

static bool is_repeated(tmiMaker *m, const Seen *seen, const Field *field) {
    for (int32_t i = 0; i < seen->count; i++) {
        int32_t length;
        const char *first = tmi_spot_text(m, seen->fields[i].name, &length);
        if (seen->fields[i].row == field->row && tmi_text_is(first, length, field->row->name)) {
            tmi_note(
                m, &(tmiNote){.code = TMI_SAYS_TWICE,
                              .at = field->name,
                              .words = TMI_WORDS("'", field->row->name, "' appears a second time"),
                              .related = TMI_WORDS("the first is here"),
                              .related_at = seen->fields[i].name});
            return true;
        }
    }
    return false;
}

static void need_fields(tmiMaker *m, tmiSpot at, const Seen *seen, tmiWord kind,
                        const char *where) {
    static const struct {
        tmiWord kind;
        const char *name, *hint;
    } needed[] = {{TMI_WORD_SIMULATE, "time", "as in time: (1ms, 10s);"},
                  {TMI_WORD_ANIMATE, "drive", "as in drive: m.crank.angle = 0deg .. 360deg;"},
                  {TMI_WORD_STUDY, "vary", "as in vary: length = 10mm .. 50mm in 9 steps;"},
                  {TMI_WORD_STUDY, "measure", "as in measure: greatest(energy);"}};
    const tmiTree *tree = tmi_maker_tree(m, at.file);
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++) {
        bool found = needed[i].kind != kind || tmi_node(tree, at.node)->spoiled;
        for (int32_t k = 0; !found && k < seen->count; k++) {
            found = strcmp(seen->fields[k].row->name, needed[i].name) == 0;
        }
        if (!found) {
            note_run(m, (tmiSpot){at.file, tmi_node(tree, at.node)->child},
                     TMI_WORDS(where, " needs '", needed[i].name, "'"), TMI_WORDS(needed[i].hint));
        }
    }
}

static void make_fields(tmiMaker *m, tmiSpot at, uint32_t context, tmiRun *run) {
    const tmiTree *tree = tmi_maker_tree(m, at.file);
    const char *where = run->kind == TMI_WORD_SIMULATE  ? "'simulate'"
                        : run->kind == TMI_WORD_ANIMATE ? "'animate'"
                                                        : "'study'";
    Seen seen = {.count = 0};
    tmiNodeRef ref = next_of(tree, tmi_node(tree, at.node)->child);
    run->settings = tmi_keep(m, SEEN_MAX, sizeof *run->settings);
    for (; ref && m->status == TM_OK && seen.count < SEEN_MAX; ref = next_of(tree, ref)) {
        Field field = {.name = {at.file, tmi_node(tree, ref)->child}};
        if (tmi_node(tree, ref)->kind != TMI_NODE_FIELD || tmi_node(tree, ref)->spoiled) {
            continue;
        }
        field.row = tmi_field_row(m, context, field.name, where);
        field.at = (tmiSpot){at.file, next_of(tree, field.name.node)};
        if (!field.row) {
            field.row = tmi_field_meant(m, context, field.name);
            seen.fields[seen.count] = field;
            seen.count += field.row != NULL; /* it is not missing */
            continue;
        }
        if (is_repeated(m, &seen, &field)) {
            continue;
        }
        if (field.at.node) {
            make_field(m, &field, run);
        } else {
            note_run(m, field.name, TMI_WORDS("'", field.row->name, "' needs a value"),
                     TMI_WORDS(field.row->help));
        }
        seen.fields[seen.count++] = field;
    }
    need_fields(m, at, &seen, run->kind, where);
    if (run->kind == TMI_WORD_SIMULATE && (run->without & TM_WITHOUT_DYNAMICS)) {
        run->without |= TM_WITHOUT_INTERFERENCE; /* only forces hold bodies apart */
    }
}

/* ---- Runs ---------------------------------------------------------------------------------- */

/* The type of the world that is run; -1 after a message. */
static int32_t find_world(tmiMaker *m, tmiSpot call) {
    const tmiTree *tree = tmi_maker_tree(m, call.file);
    bool is_call = tmi_node(tree, call.node)->kind == TMI_NODE_CALL;
    tmiSpot callee = {call.file, is_call ? tmi_node(tree, call.node)->child : call.node};
    int32_t length;
    tmiQuote quote;
    const char *name = tmi_spot_text(m, callee, &length);
    const tmiSymbol *symbol = tmi_symbol_find(&m->d->symbols, TMI_OWNER_FILE, name, length);
    tmi_quote(&quote, name, length);
    bool is_type = symbol && symbol->kind == TMI_SYMBOL_TYPE;
    if (is_type && m->d->types[symbol->index].kind == TMI_TYPE_WORLD) {
        return symbol->index;
    }
    if (symbol) {
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_WRONG_THING,
                               .at = callee,
                               .words = TMI_WORDS(quote.text, " is not a world"),
                               .hint = TMI_WORDS("only worlds run: make one that has it as a "
                                                 "component"),
                               .related = TMI_WORDS("it is defined here"),
                               .related_at = symbol->spot});
    } else if (!m->incomplete) {
        tmiLikeness likeness;
        tmi_likeness_of(m, callee, &likeness);
        for (int32_t i = 0; i < m->d->type_count; i++) {
            const tmiType *type = &m->d->types[i];
            if (type->kind == TMI_TYPE_WORLD) {
                const char *world =
                    tmi_spot_text(m, (tmiSpot){type->spot.file, type->name}, &length);
                tmi_likeness_offer(&likeness, world, length);
            }
        }
        tmi_note_unknown(m, callee, TMI_WORDS("there is no world ", quote.text), &likeness);
    }
    return -1;
}

void tmi_make_run(tmiMaker *m, tmiSpot at) {
    const tmiTree *tree = tmi_maker_tree(m, at.file);
    tmiSpot call = {at.file, tmi_node(tree, at.node)->child};
    tmiWorlds *out = m->out;
    tmiRun *run = tmi_keep(m, 1, sizeof *run);
    int32_t type =
        call.node && tmi_node(tree, call.node)->kind != TMI_NODE_ERROR ? find_world(m, call) : -1;
    if (type < 0 || !run) {
        return;
    }
    run->kind = (tmiWord)tmi_node(tree, at.node)->sign;
    run->spot = at;
    tmiVariant *v = tmi_variant_of(m, type, call, -1);
    if (!v || m->status != TM_OK) {
        return;
    }
    int32_t before = tmi_notes_errors(m);
    m->within = (tmiWithin){.type = type, .variant = v, .signals = m->d->types[type].signal_count};
    make_fields(m, at,
                run->kind == TMI_WORD_SIMULATE  ? TMI_IN_SIMULATE
                : run->kind == TMI_WORD_ANIMATE ? TMI_IN_ANIMATE
                                                : TMI_IN_STUDY,
                run);
    tmi_warn_run(m, run);
    tmi_check_pace(m, run);
    m->within = (tmiWithin){.type = -1};
    tmi_notes_pass_on(m);
    run->world = v->is_open ? NULL : tmi_world_of(m, v);
    if (tmi_notes_errors(m) > before || !run->world || m->status != TM_OK) {
        return;
    }
    m->status = tmi_array_reserve(m->allocator, &out->runs, &out->run_capacity, out->run_count + 1,
                                  sizeof *out->runs);
    if (m->status == TM_OK) {
        out->runs[out->run_count++] = run;
        run->world->is_run = true;
    }
}
