/* diagnose_text.c: a diagnosis in sentences, with parts by name. Written once, while the mechanism
 * is available, and kept. */
#include "analyse/kinematics/diagnose/diagnose_private.h"

/* Bodies of a motion that are named before the rest is only counted. */
#define NAMES_MAX 8

/* Digits of a length. */
#define DIAGNOSIS_FIGURES 3

typedef struct Words {
    const tmDiagnosis *d;
    const tmMechanism *m;
    const tmDiagnosisDef *def;
    tmiText text;
} Words;

static void say(Words *w, const char *words) {
    tmi_text_add(&w->text, words);
}

static void say_number(Words *w, int32_t number, const char *words) {
    tmi_text_add_int(&w->text, number);
    say(w, words);
}

/* A positive length with DIAGNOSIS_FIGURES digits. */
static void say_length(Words *w, double length) {
    int32_t decimals = DIAGNOSIS_FIGURES - 1;
    for (double size = length; size < 1.0 && size > 0.0 && decimals < TMI_TEXT_DECIMALS;
         size *= 10.0) {
        decimals++;
    }
    tmi_text_add_short(&w->text, length, decimals);
}

/* A name, or the kind and index of what has none. */
static void say_name(Words *w, const char *name, const char *kind, int32_t place) {
    if (name && name[0]) {
        say(w, name);
    } else {
        say(w, kind);
        say(w, " ");
        say_number(w, place, "");
    }
}

static void say_body(Words *w, int32_t place) {
    say_name(w, w->m->bodies[place].name, "body", place);
}

static void say_joint(Words *w, tmJointId joint) {
    int32_t slot = tmi_id_pool_slot(&w->m->joint_ids, joint.value);
    say_name(w, w->m->joints[slot].name, tm_joint_kind_name(w->m->joints[slot].kind), slot);
}

static void say_input(Words *w, tmInput input) {
    if (input.kind == TM_INPUT_POSITION) {
        int32_t slot = tmi_id_pool_slot(&w->m->feature_ids, input.feature.value);
        say(w, "the position of ");
        say_name(w, w->m->features[slot].name, "feature", slot);
        say(w, " on ");
        say_body(w, w->m->features[slot].body);
    } else {
        say(w, input.kind == TM_INPUT_ANGLE ? "the angle at " : "the displacement at ");
        say_joint(w, input.joint);
    }
}

static void say_constraint(Words *w, tmConstraint constraint) {
    if (constraint.input < 0) {
        say_joint(w, constraint.joint);
    } else {
        say(w, "input ");
        say_number(w, constraint.input + 1, " (");
        say_input(w, w->def->inputs[constraint.input]);
        say(w, ")");
    }
}

/* Words before item `index` of `count`. */
static const char *between(int32_t index, int32_t count) {
    return index == 0 ? "" : index + 1 == count ? " and " : ", ";
}

static void say_constraints(Words *w, const tmConstraint *list, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        say(w, between(i, count));
        say_constraint(w, list[i]);
    }
}

/* ---- Sentences ----------------------------------------------------------------------------- */

static void say_verdict(Words *w) {
    const tmDiagnosisInfo *info = &w->d->info;
    say(w, "mobility ");
    say_number(w, info->mobility, " (Grübler ");
    say_number(w, info->gruebler, "): ");
    say(w, tm_verdict_text(info->verdict));
    say(w, "\n");
    bool closed = info->verdict != TM_VERDICT_CONFLICTING && info->verdict != TM_VERDICT_UNDECIDED;
    if (closed && info->verdict != TM_VERDICT_SHAKY && info->finite_mobility < info->mobility) {
        say(w, "this pose is singular: of its ");
        say_number(w, info->mobility, " free motions only ");
        say_number(w, info->finite_mobility, " can be made at a time\n");
    }
    if (!info->assembled) {
        say(w, "open by ");
        say_length(w, info->gap);
        say(w, closed ? "; it can be closed" : "; at best by ");
        if (!closed) {
            say_length(w, info->min_gap);
        }
        say(w, "\n");
    }
}

static void say_conflict(Words *w, const tmConflict *conflict) {
    say(w, "in conflict, open by ");
    say_length(w, conflict->gap);
    say(w, ": ");
    say_constraints(w, conflict->constraints, conflict->count);
    say(w, "\n");
}

static void say_redundancy(Words *w, const tmRedundancy *r) {
    say(w, r->constraint.input < 0 ? "joint " : "");
    say_constraint(w, r->constraint);
    say(w, " is redundant");
    if (r->equations < r->equation_count) {
        say(w, " in ");
        say_number(w, r->equations, " of ");
        say_number(w, r->equation_count, " equations");
    }
    say(w, r->from_count ? ": it follows from " : ": it demands nothing in this pose");
    say_constraints(w, r->from, r->from_count);
    say(w, "\n");
}

static bool moves(tmVelocity v) {
    return v.x != 0.0 || v.y != 0.0 || v.turn != 0.0;
}

static void say_moved(Words *w, const tmFreeMotion *motion) {
    bool rest = motion->moved > NAMES_MAX;
    int32_t items = rest ? NAMES_MAX + 1 : motion->moved, said = 0;
    for (int32_t i = 0; i < w->d->body_count && said < NAMES_MAX; i++) {
        if (moves(motion->bodies[i])) {
            say(w, between(said++, items));
            say_body(w, i);
        }
    }
    if (rest) {
        say(w, " and ");
        say_number(w, motion->moved - NAMES_MAX, " more");
    }
}

static void say_motion(Words *w, int32_t index) {
    const tmFreeMotion *motion = &w->d->motions[index];
    bool closed = w->d->info.verdict != TM_VERDICT_CONFLICTING;
    say(w, "free motion ");
    say_number(w, index + 1, motion->idle ? ", idle: only " : ": ");
    say_moved(w, motion);
    say(w, motion->moved == 1 ? " moves" : motion->idle ? " move, as one" : " move");
    say(w, closed && !motion->lasts ? ", for an instant" : "");
    if (motion->input.kind != TM_INPUT_POSITION || motion->input.feature.value) {
        say(w, "; controlled by ");
        say_input(w, motion->input);
    }
    say(w, "\n");
}

static void say_all(Words *w) {
    const tmDiagnosis *d = w->d;
    say_verdict(w);
    for (int32_t i = 0; i < d->conflict_count; i++) {
        say_conflict(w, &d->conflicts[i]);
    }
    for (int32_t i = 0; i < d->redundancy_count; i++) {
        say_redundancy(w, &d->redundancies[i]);
    }
    for (int32_t i = 0; i < d->motion_count; i++) {
        say_motion(w, i);
    }
    if (d->motion_count > 0 && d->motion_count < d->info.mobility) {
        say(w, "and ");
        say_number(w, d->info.mobility - d->motion_count, " more free motions\n");
    }
}

tmStatus tmi_diagnose_words(tmiDiagnoser *diagnoser) {
    tmDiagnosis *d = diagnoser->d;
    Words w = {.d = d, .m = diagnoser->s.m, .def = diagnoser->def};
    tmi_text_init(&w.text, NULL, 0);
    say_all(&w);
    size_t size = w.text.need + 1;
    d->text = tmi_arena_alloc(&d->arena, size, 1);
    if (!d->text) {
        return TM_ERR_MEMORY;
    }
    tmi_text_init(&w.text, d->text, size);
    say_all(&w);
    return TM_OK;
}
