/* diagnose.c: the diagnosis of a mechanism: closes its joints, counts, and assembles the result.
 * The steps are in the other files diagnose_*.c. */
#include "analyse/kinematics/diagnose/diagnose_private.h"

#include <string.h>

#define TOLERANCE_DEFAULT 1e-11
#define ITERATIONS_DEFAULT 200
#define MOTIONS_DEFAULT 64

const char *tm_verdict_text(tmVerdict verdict) {
    switch (verdict) {
#define CASE(code, words)                                                                          \
    case code:                                                                                     \
        return words;
        TM_VERDICT_LIST(CASE)
#undef CASE
    case TM_VERDICT_COUNT:
        break;
    }
    return "unknown";
}

tmDiagnosisDef tm_diagnosis_def_default(void) {
    return (tmDiagnosisDef){.stamp = TMI_STAMP_DIAGNOSIS,
                            .tolerance = TOLERANCE_DEFAULT,
                            .max_iterations = ITERATIONS_DEFAULT,
                            .max_motions = MOTIONS_DEFAULT};
}

static tmStatus check_def(const tmDiagnosisDef *def) {
    if (def->stamp != TMI_STAMP_DIAGNOSIS) {
        return TM_ERR_DEF;
    }
    bool good = def->input_count >= 0 && (def->input_count == 0 || def->inputs) &&
                def->tolerance > 0.0 && def->max_iterations > 0 && def->max_motions >= 0;
    return good ? TM_OK : TM_ERR_ARGUMENT;
}

/* The verdict where the joints are closed. */
static tmVerdict judge(const tmDiagnosisInfo *info) {
    bool over = info->equations > info->rank;
    if (info->mobility == 0) {
        return over ? TM_VERDICT_OVER_RIGID : TM_VERDICT_EXACT;
    }
    if (!over) {
        return TM_VERDICT_MOVABLE;
    }
    if (info->finite_mobility == 0) {
        return TM_VERDICT_SHAKY;
    }
    return info->finite_mobility > info->gruebler ? TM_VERDICT_OVER_MOVABLE : TM_VERDICT_SINGULAR;
}

/* Closes the joints and keeps the poses. */
static tmStatus assemble(tmiDiagnoser *w) {
    tmDiagnosisInfo *info = &w->d->info;
    tmiLinkage *s = &w->s;
    if (!tmi_linkage_weigh(s)) {
        return TM_ERR_NOT_FINITE;
    }
    info->gap = s->max_residual * s->size;
    info->assembled = s->max_residual <= w->def->tolerance;
    tmiClosing closing =
        tmi_linkage_assemble(s, &w->fronts, &w->scratch, w->def->tolerance, w->def->max_iterations);
    if (closing == TMI_NO_MEMORY || closing == TMI_NOT_FINITE) {
        return closing == TMI_NO_MEMORY ? TM_ERR_MEMORY : TM_ERR_NOT_FINITE;
    }
    info->verdict = closing == TMI_STATIONARY  ? TM_VERDICT_CONFLICTING
                    : closing == TMI_UNDECIDED ? TM_VERDICT_UNDECIDED
                                               : TM_VERDICT_EXACT;
    info->min_gap = s->max_residual * s->size;
    memcpy(w->d->poses, s->poses, (size_t)w->d->body_count * sizeof *s->poses);
    return TM_OK;
}

/* Rank, sets and motions in the poses where the joints were closed. */
static tmStatus count(tmiDiagnoser *w) {
    tmDiagnosisInfo *info = &w->d->info;
    tmStatus status = tmi_fronts_factor(&w->fronts, 0.0);
    if (status != TM_OK) {
        return status;
    }
    info->mobility = w->fronts.free_count;
    info->equations = w->s.rows;
    info->rank = w->s.rows - w->fronts.idle_count;
    /* [ME] 2.1.3: D = 3 (L - 1) - 2 J, with the number of rows for 2 J. */
    info->gruebler = w->s.unknowns - w->s.rows;
    TM_ASSERT(info->rank == w->s.unknowns - info->mobility);
    if (info->verdict == TM_VERDICT_UNDECIDED) {
        return TM_OK;
    }
    status = tmi_diagnose_sets(w);
    if (status == TM_OK) {
        status = tmi_diagnose_motions(w);
    }
    if (status == TM_OK && info->verdict != TM_VERDICT_CONFLICTING) {
        status = tmi_diagnose_lasting(w);
        info->verdict = judge(info);
    }
    return status;
}

static tmStatus diagnose(tmiDiagnoser *w, const tmMechanism *m) {
    const tmDiagnosisDef *def = w->def;
    w->d->body_count = m->body_ids.count;
    w->d->poses = tmi_arena_alloc(&w->d->arena, (size_t)m->body_ids.count, sizeof(tmPose));
    if (!w->d->poses) {
        return TM_ERR_MEMORY;
    }
    tmStatus status =
        tmi_linkage_make(&w->s, &w->scratch, m, def->inputs, def->input_count, def->values);
    if (status == TM_OK) {
        status = tmi_fronts_make(&w->fronts, &w->scratch, &w->s);
    }
    if (status == TM_OK) {
        status = assemble(w);
    }
    if (status == TM_OK) {
        status = count(w);
    }
    return status == TM_OK ? tmi_diagnose_words(w) : status;
}

tmStatus tm_diagnosis_create(const tmMechanism *m, const tmDiagnosisDef *def,
                             tmDiagnosis **diagnosis) {
    if (!diagnosis) {
        return TM_ERR_ARGUMENT;
    }
    *diagnosis = NULL;
    const tmDiagnosisDef plain = tm_diagnosis_def_default();
    def = def ? def : &plain;
    tmStatus status = m ? check_def(def) : TM_ERR_ARGUMENT;
    if (status != TM_OK) {
        return status;
    }
    tmDiagnosis *d = tmi_alloc_zero(m->allocator, sizeof *d);
    if (!d) {
        return TM_ERR_MEMORY;
    }
    d->allocator = m->allocator;
    tmi_arena_init(&d->arena, m->allocator);
    tmiDiagnoser w = {.d = d, .def = def};
    tmi_arena_init(&w.scratch, m->allocator);
    tmi_arena_init(&w.fronts.arena, m->allocator);
    status = diagnose(&w, m);
    tmi_fronts_clear(&w.fronts);
    tmi_arena_clear(&w.scratch);
    if (status != TM_OK) {
        tm_diagnosis_destroy(d);
        return status;
    }
    *diagnosis = d;
    return TM_OK;
}

void tm_diagnosis_destroy(tmDiagnosis *d) {
    if (d) {
        tmi_arena_clear(&d->arena);
        tmi_free(d->allocator, d, sizeof *d);
    }
}

const tmDiagnosisInfo *tm_diagnosis_info(const tmDiagnosis *d) {
    return d ? &d->info : NULL;
}

int32_t tm_diagnosis_redundancy_count(const tmDiagnosis *d) {
    return d ? d->redundancy_count : 0;
}

const tmRedundancy *tm_diagnosis_redundancy(const tmDiagnosis *d, int32_t index) {
    return d && index >= 0 && index < d->redundancy_count ? &d->redundancies[index] : NULL;
}

int32_t tm_diagnosis_conflict_count(const tmDiagnosis *d) {
    return d ? d->conflict_count : 0;
}

const tmConflict *tm_diagnosis_conflict(const tmDiagnosis *d, int32_t index) {
    return d && index >= 0 && index < d->conflict_count ? &d->conflicts[index] : NULL;
}

int32_t tm_diagnosis_motion_count(const tmDiagnosis *d) {
    return d ? d->motion_count : 0;
}

const tmFreeMotion *tm_diagnosis_motion(const tmDiagnosis *d, int32_t index) {
    return d && index >= 0 && index < d->motion_count ? &d->motions[index] : NULL;
}

const tmPose *tm_diagnosis_poses(const tmDiagnosis *d) {
    return d ? d->poses : NULL;
}

size_t tm_diagnosis_text(const tmDiagnosis *d, char *buffer, size_t size) {
    tmiText text;
    tmi_text_init(&text, buffer, buffer ? size : 0);
    if (d) {
        tmi_text_add(&text, d->text);
    }
    return text.need;
}
