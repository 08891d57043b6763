/* make.c: from a use of a hinge to its rows, with checks that apply to every hinge: those of
 * programs are not trusted. */
#include "define/hinge/hinge.h"
#include "numeric/numeric.h"

#include <math.h>
#include <string.h>

/* How far the length of a direction may be from 1 [1]: far above its rounding errors, too little to
 * be seen in a row. */
#define LENGTH_OFF 1e-9

bool tmi_pattern_fits(const char *patterns, const char *kinds) {
    size_t count = strlen(kinds);
    while (*patterns) {
        size_t length = strcspn(patterns, " ");
        bool many = length > 0 && patterns[length - 1] == '+';
        size_t needed = many ? length - 1 : length;
        bool fits = needed > 0 && (many ? count >= needed : count == needed);
        for (size_t i = 0; fits && i < count; i++) {
            fits = kinds[i] == patterns[i < needed ? i : needed - 1];
        }
        /* Pairs may stand in any order where there are two kinds: (p a) is (a p). */
        if (!fits && !many && count == needed && count == 2) {
            fits = kinds[0] == patterns[1] && kinds[1] == patterns[0];
        }
        if (fits) {
            return true;
        }
        patterns += length + (patterns[length] == ' ');
    }
    return false;
}

/* Puts a letter for each pair into `kinds`. */
static void sort_pairs(const tmHingeUse *use, char kinds[TMI_HINGE_PAIRS + 1]) {
    for (int32_t i = 0; i < use->pair_count; i++) {
        bool first = use->pairs[i][0].is_axis, second = use->pairs[i][1].is_axis;
        kinds[i] = first && second ? 'a' : first || second ? 'x' : 'p';
    }
    kinds[use->pair_count] = '\0';
}

static bool all_finite(const double *numbers, int32_t count) {
    bool finite = true;
    for (int32_t i = 0; i < count; i++) {
        finite = finite && isfinite(numbers[i]);
    }
    return finite;
}

/* What is wrong with a feature; null: nothing. */
static const char *error_of_feature(const tmHingeUse *use, const tmPointOn *feature) {
    if (feature->body < 0 || feature->body >= use->body_count) {
        return "a feature belongs to a part that it does not join";
    }
    if (!all_finite(feature->point, 3)) {
        return "a feature has a number that is not finite";
    }
    if (feature->is_axis && !(fabs(tmi_length3(feature->direction) - 1.0) < LENGTH_OFF)) {
        return "the direction of an axis does not have length 1";
    }
    return NULL;
}

/* What is wrong with the use itself; null: nothing. */
static const char *error_of_use(const tmHingeKind *kind, const tmHingeUse *use) {
    char kinds[TMI_HINGE_PAIRS + 1];
    if (use->body_count > TM_HINGE_BODIES) {
        return "it joins too many parts";
    }
    if (use->pair_count < 1 || use->pair_count > TMI_HINGE_PAIRS) {
        return "it matches no pairs, or too many";
    }
    for (int32_t i = 0; i < 2 * use->pair_count; i++) {
        const char *message = error_of_feature(use, &use->pairs[i / 2][i % 2]);
        if (message) {
            return message;
        }
    }
    sort_pairs(use, kinds);
    if (!tmi_pattern_fits(use->planar ? kind->planar : kind->spatial, kinds)) {
        return "it does not match such features";
    }
    for (int32_t i = 0; i < kind->parameter_count; i++) {
        const tmParameter *parameter = &kind->parameters[i];
        if (!parameter->initial &&
            (parameter->kind == TM_PARAMETER_CURVE ? use->curves[i].at == NULL
                                                   : isnan(use->arguments[i]))) {
            return "an argument is missing";
        }
    }
    return NULL;
}

static bool row_is_sound(const tmRow *row, int32_t body_count) {
    return row->kind <= TM_ROW_OWN && row->unit <= TM_ROW_ANGLE && row->a < body_count &&
           row->b < body_count && (row->kind != TM_ROW_OWN || row->function) &&
           isfinite(row->offset) && all_finite(row->point, 3) && all_finite(row->on, 3) &&
           all_finite(row->normal, 3) && all_finite(row->mark_a, 3) && all_finite(row->mark_b, 3) &&
           all_finite(row->numbers, TM_ROW_NUMBERS);
}

static bool table_is_sound(const tmHingeTable *table, int32_t body_count) {
    bool sound = table->row_count >= 0 && table->row_count <= TM_HINGE_ROWS &&
                 table->coordinate_count >= 0 && table->coordinate_count <= TM_HINGE_COORDINATES;
    for (int32_t i = 0; sound && i < table->row_count; i++) {
        sound = row_is_sound(&table->rows[i], body_count);
    }
    for (int32_t i = 0; sound && i < table->coordinate_count; i++) {
        sound = row_is_sound(&table->coordinates[i], body_count);
    }
    return sound;
}

bool tm_hinge_make(const tmHingeKind *kind, const tmHingeUse *use, tmHingeTable *table) {
    memset(table, 0, sizeof *table);
    const char *message = error_of_use(kind, use);
    if (!message) {
        kind->make(kind->user, use, table);
        message = table->message;
    }
    if (!message && !table_is_sound(table, use->body_count)) {
        message = "its rows are missing or not finite";
    }
    if (message) {
        memset(table, 0, sizeof *table);
        table->message = message;
    }
    return !message;
}
