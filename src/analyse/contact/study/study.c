/* study.c: one time step by a model that is for study: its rows, its solution and its outcome. The
 * pair form measures the overlap that it leaves, and the same verifier checks it. */
#include "analyse/contact/study/study_private.h"

#include <math.h>
#include <string.h>

tmStatus tmi_study_create(const tmModel *model, tmiContactEngine *engine, tmiStudy **study) {
    *study = tmi_alloc_zero(engine->allocator, sizeof **study);
    if (!*study) {
        return TM_ERR_MEMORY;
    }
    (*study)->engine = engine;
    (*study)->takes_all = tm_model_simulate(model).takes_all;
    return TM_OK;
}

void tmi_study_destroy(tmiStudy *study) {
    if (study) {
        const tmAllocator allocator = study->engine->allocator;
        tmi_array_clear(allocator, &study->vertex_of, &study->vertex_capacity,
                        sizeof *study->vertex_of);
        tmi_free(allocator, study, sizeof *study);
    }
}

/* Drops the contacts that carry nothing: facets that are not met. */
static void keep_pressing(tmiContactEngine *c) {
    int32_t count = 0;
    for (int32_t i = 0; i < c->near->pair_count; i++) {
        c->step.pairs[i].first = c->step.pairs[i].count = 0;
    }
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        const tmiContact *contact = &c->step.contacts[i];
        if (!(contact->impulse[0] > 0.0)) {
            continue;
        }
        if (contact->pair >= 0) {
            tmiStepPair *pair = &c->step.pairs[contact->pair];
            pair->first = pair->count == 0 ? count : pair->first;
            pair->count++;
        }
        c->step.contacts[count++] = *contact;
    }
    c->step.contact_count = count;
}

/* Gaps where the bodies are now; forces stay along the normals of the start, as they acted. */
static void close_gaps(tmiContactEngine *c) {
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        tmiContact *contact = &c->step.contacts[i];
        if (contact->pair < 0) {
            contact->at.gap = c->motion->room(c->motion->user, -1 - contact->pair);
            continue;
        }
        const tmiNearPair *near = &c->near->pairs[contact->pair];
        const tmiContactPiece *now = c->near->now, *start = c->near->start;
        tmiContactPoint at = contact->at;
        tmi_contact_point_at(&now[near->piece_a], &now[near->piece_b], &start[near->piece_a],
                             &start[near->piece_b],
                             tmi_engine_length(c, contact->pair, TMI_CONTACT_VISIBLE), &at);
        contact->at.gap = at.gap;
    }
}

/* Gaps and joints are linearised where the bodies are at the start: there all velocities are 0. */
static tmStatus prevent(tmiStudy *study, double *after) {
    tmiContactEngine *c = study->engine;
    const tmiContactMotion *m = c->motion;
    memset(c->step.velocity, 0, tmi_engine_motion_size(c));
    tmStatus status = TM_OK;
    if (m->coupled) {
        m->set_poses(m->user, c->step.velocity, true, c->own->movers, c->own->mover_count);
        c->step.poses_set++;
        status = m->linearise(m->user, c->step.velocity, c->step.free);
    }
    status = status == TM_OK ? tmi_study_rows(study) : status;
    status = status == TM_OK ? tmi_study_limits(study, INFINITY) : status;
    if (status != TM_OK) {
        return status;
    }
    tmi_engine_linearise(c);
    status = tmi_engine_solve_by(c, tmi_study_solve, study, c->step.velocity);
    if (status != TM_OK) {
        return status;
    }
    keep_pressing(c);
    tmi_engine_set_poses(c);
    close_gaps(c);
    return tmi_engine_impacts(c, after);
}

/* The largest overlap of pieces where they are. All pairs are for the judge. */
static void measure(tmiContactEngine *c) {
    tmiContactOutcome *outcome = &c->step.outcome;
    for (int32_t i = 0; i < c->near->pair_count; i++) {
        const tmiNearPair *near = &c->near->pairs[i];
        tmiStepPair *pair = &c->step.pairs[i];
        double depth = -tmi_near_separation(c->near, i, &pair->row);
        if (depth > outcome->overlap * pair->length) {
            outcome->overlap = depth / pair->length;
            outcome->depth = depth;
            outcome->bodies[0] = near->body_a;
            outcome->bodies[1] = near->body_b;
        }
    }
}

/* Kinetic energy that the impulses took away: they act between the velocities before and after. */
static double lost(const tmiContactEngine *c, double *after) {
    double sum = 0.0;
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        tmiContact *contact = &c->step.contacts[i];
        contact->after = tmi_contact_rate(c, contact, 0, after);
        for (int32_t k = 0; k < tmi_engine_rows(c); k++) {
            sum -= 0.5 * contact->impulse[k] *
                   (tmi_contact_rate(c, contact, k, c->step.before) +
                    tmi_contact_rate(c, contact, k, after));
        }
    }
    return sum;
}

static void begin(tmiContactEngine *c, const tmiStepRequest *request) {
    c->step.h = request->h;
    c->step.loosely = request->halvings >= TMI_RELAXED_FRICTION_HALVINGS;
    c->step.before = request->before;
    c->step.free = request->free;
    tmi_clusters_begin(c, NULL);
    memcpy(c->step.first, c->step.free, tmi_engine_motion_size(c));
    tmi_study_widen(c);
}

static tmStatus conclude(tmiContactEngine *c, const tmiStepRequest *request) {
    c->warm.count = 0; /* that of the pair form */
    tmi_engine_hold_limits(c);
    c->step.outcome.settled = true;
    c->step.outcome.lost = lost(c, request->after);
    memcpy(request->moved, c->step.velocity, tmi_engine_motion_size(c));
    tmi_engine_sum_impulses(c, request->impulse);
    measure(c);
    tmStatus status = tmi_engine_judge(c, &c->step.outcome.residual);
    return status == TM_OK ? tmi_engine_add_touching(c, request->after) : status;
}

tmStatus tmi_study_step(tmiStudy *study, tmContactModel by, const tmiStepRequest *request) {
    tmiContactEngine *c = study->engine;
    study->model = by;
    begin(c, request);
    tmStatus status = tmi_engine_search(c, true);
    if (status == TM_OK) {
        tmi_clusters_enter(c, 0);
        status = by == TM_CONTACT_CORRECTION ? tmi_study_correct(study, request->after)
                                             : prevent(study, request->after);
        if (status == TM_ERR_NOT_CONVERGED || status == TM_ERR_LIMIT) {
            c->step.outcome.unsolved = true;
            c->step.contact_count = 0;
            status = TM_OK;
        } else if (status == TM_OK) {
            status = conclude(c, request);
        }
    }
    status = status == TM_OK ? tmi_clusters_leave(c) : status;
    return status == TM_OK ? tmi_clusters_conclude(c, false) : status;
}
