/* sim_start_overlap.c: bodies that overlap where a run begins are moved apart by the least motion,
 * if that is small, and reported; otherwise they are named with the depth. */
#include "analyse/dynamics/sim/messages/messages.h"
#include "analyse/dynamics/sim/stepping/stepping_private.h"

#include <math.h>
#include <string.h>

/* Pairs that are reported at most. */
#define OVERLAPS_REPORTED 8

/* An overlap below this part of the smaller piece comes from rounding errors of the text's numbers,
 * and is not reported [1]; and the maximum distance by which bodies are moved, as part of it. */
#define OVERLAP_ROUNDED 1e-7
#define MOVED_MAX 0.1

/* Overlap is promised to stay below this part of a body's size [1], which cannot be checked where
 * coordinates are rounded by more. */
#define EXACT 1e-9

/* Sets the bodies where a step of contact without velocities leads; a step of 1 s, so that
 * velocities are displacements. */
static tmStatus part(tmSim *sim, bool *settled) {
    tmiSystem *s = sim->system;
    tmiSimContact *c = &sim->contact;
    size_t motion = (size_t)(s->mover_count * s->dof) * sizeof *c->part.free;
    memset(tmi_system_velocities(s, c->part.from), 0, motion);
    memset(c->part.push, 0, motion);
    memset(c->part.free, 0, motion);
    tmi_engine_unite_clusters(c->engine);
    tmStatus status = tmi_sim_contact_make(sim, INT32_MAX, NULL);
    int32_t count;
    *settled = tmi_engine_clusters(c->engine, &count)->outcome.settled;
    return status;
}

static bool moves_little(const tmSim *sim, const tmiOverlap *overlaps, int32_t count) {
    const tmiSystem *s = sim->system;
    double min = INFINITY;
    for (int32_t i = 0; i < count; i++) {
        min = overlaps[i].length < min ? overlaps[i].length : min;
    }
    for (int32_t i = 0; i < s->mover_count; i++) {
        const double *moved = sim->contact.part.moved + (ptrdiff_t)i * s->dof;
        double way = s->planar ? tmi_hypot(moved[0], moved[1]) : tmi_length3(moved);
        double turn = s->planar ? fabs(moved[2]) : tmi_length3(moved + 3);
        if (!(way <= MOVED_MAX * min && turn <= MOVED_MAX)) {
            return false;
        }
    }
    return true;
}

/* Moves what overlaps in the state y of time t apart, and puts the first pairs into `overlaps`, the
 * number of all into *count; *apart: nothing overlaps any more. */
static tmStatus part_state(tmSim *sim, double t, double *y, tmiOverlap overlaps[OVERLAPS_REPORTED],
                           int32_t *count, bool *apart) {
    tmiSystem *s = sim->system;
    tmiSimContact *c = &sim->contact;
    bool settled = false;
    c->part.t = t;
    c->part.h = 1.0;
    memcpy(c->part.from, y, (size_t)sim->n * sizeof *y);
    c->by = TM_CONTACT_FACETS;
    tmStatus status = tmi_engine_overlaps(c->engine, overlaps, OVERLAPS_REPORTED, count);
    *apart = status == TM_OK && *count == 0;
    if (status != TM_OK || *apart) {
        return status;
    }
    status = part(sim, &settled);
    *apart = status == TM_OK && settled &&
             moves_little(sim, overlaps, *count < OVERLAPS_REPORTED ? *count : OVERLAPS_REPORTED);
    if (*apart) {
        tmi_system_advance(s, y, c->part.h, c->part.moved, y);
    }
    tmi_engine_clear_warm(c->engine);
    return status == TM_ERR_MEMORY ? status : TM_OK;
}

static tmStatus report_rounding(tmSim *sim, tmDiags *diags) {
    int32_t body;
    double length, rounding = tmi_engine_rounding(sim->contact.engine, &body, &length);
    return body >= 0 && rounding > EXACT * length
               ? tmi_sim_report_rounding(sim, body, length, rounding, diags)
               : TM_OK;
}

tmStatus tmi_sim_part(tmSim *sim, tmDiags *diags) {
    tmiOverlap overlaps[OVERLAPS_REPORTED];
    int32_t count;
    bool apart;
    if (!sim->contact.engine) {
        return TM_OK;
    }
    tmStatus status = part_state(sim, sim->t_end, sim->y_end, overlaps, &count, &apart);
    status = status == TM_OK ? report_rounding(sim, diags) : status;
    int32_t reported = count < OVERLAPS_REPORTED ? count : OVERLAPS_REPORTED;
    for (int32_t i = 0; i < reported && status == TM_OK; i++) {
        if (!apart || overlaps[i].depth > OVERLAP_ROUNDED * overlaps[i].length) {
            int32_t more = i + 1 < reported ? 0 : count - reported;
            status = tmi_sim_report_overlap(sim, &overlaps[i], more, apart, diags);
        }
    }
    return status != TM_OK || apart ? status : TM_ERR_TEXT;
}

tmStatus tmi_sim_part_state(tmSim *sim, double t, double *y) {
    tmiOverlap overlaps[OVERLAPS_REPORTED];
    int32_t count;
    bool apart = true;
    tmStatus status = sim->contact.engine ? part_state(sim, t, y, overlaps, &count, &apart) : TM_OK;
    return status == TM_OK && !apart ? TM_ERR_NOT_CONVERGED : status;
}
