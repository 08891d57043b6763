/* make_pace.c: how the drives of an animation go in time: speed, duration, profile. */
#include "define/language/make/make_private.h"

#include <math.h>
#include <string.h>

/* The maximum part of the time of a ramp: two of them fill it [1]. */
#define RAMP_MAX 0.5

static void note_pace(tmiMaker *m, tmiSpot at, const char *const *words, const char *const *hint) {
    tmi_note(m, &(tmiNote){.code = TMI_SAYS_RUN, .at = at, .words = words, .hint = hint});
}

static const tmiSetting *setting_of(const tmiRun *run, const char *name) {
    for (int32_t i = 0; i < run->setting_count; i++) {
        if (strcmp(run->settings[i].field->name, name) == 0) {
            return &run->settings[i];
        }
    }
    return NULL;
}

/* The expression of a setting, whose spot is the field's name. */
static tmiSpot value_of(tmiMaker *m, const tmiSetting *setting) {
    const tmiTree *tree = tmi_maker_tree(m, setting->spot.file);
    tmiNodeRef clause = tmi_node(tree, setting->spot.node)->next;
    tmiNodeRef bare = clause ? tmi_bare_clause(tree, clause) : 0;
    return (tmiSpot){setting->spot.file, bare ? bare : clause};
}

/* ---- Values -------------------------------------------------------------------------------- */

/* The table that an expression names; null where it names none. */
static const tmiTable *find_table(tmiMaker *m, tmiSpot at) {
    const tmiTree *tree = tmi_maker_tree(m, at.file);
    int32_t length;
    if (tmi_node(tree, at.node)->kind != TMI_NODE_NAME) {
        return NULL;
    }
    const char *name = tmi_spot_text(m, at, &length);
    const tmiSymbol *symbol = tmi_symbol_find(&m->d->symbols, TMI_OWNER_FILE, name, length);
    return symbol && symbol->kind == TMI_SYMBOL_TABLE ? &m->d->table_values[symbol->index] : NULL;
}

bool tmi_make_pace(tmiMaker *m, const tmiField *field, tmiSpot at, tmiRun *run, tmiValue *value) {
    const tmiTable *table =
        strcmp(field->name, "profile") == 0 && at.node ? find_table(m, at) : NULL;
    if (table) {
        int32_t length;
        const char *name = tmi_spot_text(m, at, &length);
        run->pace = table->count > 0 ? table : NULL;
        *value = (tmiValue){.kind = TMI_VALUE_WORD, .text = name, .count = length};
        return table->count > 0; /* else it was reported where it stands */
    }
    tmiWanted any = {.kind = TMI_WANT_NUMBER, .any_dimension = true};
    return tmi_value_of(m, at, &any, value) &&
           tmi_keeps_bound(m, at, field->name, TM_BOUND_POSITIVE, value);
}

bool tmi_takes_pace(tmiMaker *m, const tmiField *field, tmiSpot at) {
    return strcmp(field->name, "speed") == 0 ||
           (strcmp(field->name, "profile") == 0 && find_table(m, at));
}

/* ---- Whether they fit ---------------------------------------------------------------------- */

/* The dimension of what is driven first; false where its range is wrong, which was reported. */
static bool driven(const tmiRun *run, tmiDimension *dimension) {
    const tmiRunRange *range = run->drive_count > 0 ? &run->drives[0] : NULL;
    if (!range || range->first == range->last) {
        return false;
    }
    *dimension = range->target.row ? tmi_unit_dimension(range->target.row->unit) : range->dimension;
    return true;
}

/* A speed has the dimension of what is driven, per time. */
static void check_speed(tmiMaker *m, const tmiRun *run, const tmiSetting *speed) {
    tmiWanted wanted = {.kind = TMI_WANT_NUMBER};
    tmiDimension dimension;
    if (speed->value.kind != TMI_VALUE_NUMBER || !driven(run, &dimension) ||
        !tmi_dimension_divide(dimension, TMI_TIME, &wanted.dimension)) {
        return;
    }
    tmiSpot at = value_of(m, speed);
    (void)tmi_value_fit(&m->e, tmi_maker_source(m, at.file), at.node, speed->value, &wanted);
    if ((speed->value.marks & TMI_MARK_BARE) && tmi_dimension_is_angle(dimension)) {
        tmiQuote quote;
        tmi_note(m, &(tmiNote){.severity = TM_WARNING,
                               .code = TMI_SAYS_BARE_ANGLE,
                               .at = at,
                               .words = TMI_WORDS(tmi_spot_quote(m, at, &quote),
                                                  " counts as radians per second"),
                               .hint = TMI_WORDS("write 60rpm, 90deg/s or 2rad/s")});
    }
}

/* What a table of the drive over time must be: from the first value of the range to its last, on
 * and on, since an animation goes by its way. */
static void check_table(tmiMaker *m, const tmiRun *run, const tmiSetting *profile) {
    const tmiTable *t = run->pace;
    const tmiRunRange *range = &run->drives[0];
    tmiSpot at = value_of(m, profile);
    tmiDimension dimension;
    if (!driven(run, &dimension)) {
        return;
    }
    if (!tmi_dimension_fits(t->x_dimension, TMI_TIME) ||
        !tmi_dimension_fits(t->y_dimension, dimension)) {
        note_pace(m, at, TMI_WORDS("this table does not give the first drive over time"),
                  TMI_WORDS("its points are (time, value): ((0s, 0deg) (1s, 90deg))"));
        return;
    }
    double way = range->last - range->first;
    double slack = TMI_COORDINATE_ROUNDINGS * (fabs(range->first) + fabs(range->last));
    if (!(fabs(t->y[0] - range->first) <= slack) ||
        !(fabs(t->y[t->count - 1] - range->last) <= slack)) {
        note_pace(m, at,
                  TMI_WORDS("this profile does not go from the beginning of the drive to its end"),
                  TMI_WORDS("its first and last point have the first and the last value of the "
                            "range"));
        return;
    }
    for (int32_t i = 1; i < t->count; i++) {
        if (!((t->y[i] - t->y[i - 1]) * way > 0.0)) {
            note_pace(m, at, TMI_WORDS("this profile stands still or goes back on its way"),
                      TMI_WORDS("each of its points is further along the range than the one "
                                "before it"));
            return;
        }
    }
}

static void warn_ramp(tmiMaker *m, const tmiSetting *ramp) {
    tmi_note(m, &(tmiNote){.severity = TM_WARNING,
                           .code = TMI_SAYS_UNUSED,
                           .at = ramp->spot,
                           .words = TMI_WORDS("'ramp' does nothing without 'profile: trapezoid'")});
}

/* Without a pace nothing is known of time: the first monitor that reads it is named. */
static void warn_timeless(tmiMaker *m, const tmiRun *run) {
    static const char *const timed[] = {"time",
                                        "t",
                                        "velocity",
                                        "angular_velocity",
                                        "acceleration",
                                        "momentum",
                                        "power",
                                        "instant_center",
                                        "angular_momentum",
                                        "kinetic_energy",
                                        "angular_acceleration",
                                        "energy"};
    for (int32_t i = 0; i < run->monitor_count; i++) {
        const tmiFormula *formula = run->monitors[i];
        for (int32_t k = 0; k < formula->sense_count; k++) {
            const tmiQuantityRow *row = formula->senses[k].row;
            for (size_t n = 0; row && n < sizeof timed / sizeof timed[0]; n++) {
                if (strcmp(row->name, timed[n]) == 0) {
                    tmi_note(m, &(tmiNote){.severity = TM_WARNING,
                                           .code = TMI_SAYS_RUN,
                                           .at = formula->spot,
                                           .words = TMI_WORDS("'", row->name,
                                                              "' is not known: nothing says how "
                                                              "fast the drive goes"),
                                           .hint = TMI_WORDS("give 'speed' or 'duration', as in "
                                                             "speed: 60rpm;")});
                    return;
                }
            }
        }
    }
}

void tmi_check_pace(tmiMaker *m, const tmiRun *run) {
    const tmiSetting *speed = setting_of(run, "speed"), *duration = setting_of(run, "duration");
    const tmiSetting *profile = setting_of(run, "profile"), *ramp = setting_of(run, "ramp");
    if (run->kind != TMI_WORD_ANIMATE) {
        return;
    }
    if (!speed && !duration && !run->pace) {
        warn_timeless(m, run);
    }
    const tmiSetting *both = run->pace ? speed ? speed : duration : speed ? duration : NULL;
    if (speed) {
        check_speed(m, run, speed);
    }
    if (both) {
        note_pace(m, both->spot,
                  run->pace ? TMI_WORDS("the table of 'profile' says how long the way takes")
                            : TMI_WORDS("'speed' says how long the way takes"),
                  TMI_WORDS("leave out '", both->field->name, "'"));
    }
    if (profile && !run->pace && !speed && !duration && profile->value.kind != TMI_VALUE_ERROR) {
        note_pace(m, profile->spot, TMI_WORDS("'profile' needs 'speed' or 'duration'"),
                  TMI_WORDS("as in speed: 60rpm;"));
    }
    if (run->pace) {
        check_table(m, run, profile);
    }
    bool slopes = profile && profile->value.kind == TMI_VALUE_WORD &&
                  tmi_text_is(profile->value.text, profile->value.count, "trapezoid");
    if (ramp && !slopes) {
        warn_ramp(m, ramp);
    } else if (ramp && ramp->value.kind == TMI_VALUE_NUMBER && ramp->value.number > RAMP_MAX) {
        note_pace(m, value_of(m, ramp), TMI_WORDS("two ramps take more than the whole time"),
                  TMI_WORDS("a ramp is at most 0.5"));
    }
}
