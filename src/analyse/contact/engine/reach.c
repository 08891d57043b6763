/* reach.c: which bodies may meet in a step. While bodies move little, the pairs of an earlier
 * search with room around them stay good; else every step is searched along its ways. The choice
 * changes only the time that it takes: pairs that do not meet have no effect. */
#include "analyse/contact/engine/engine.h"

#include <math.h>
#include <string.h>

/* Room around bodies in a list that is kept, as part of the mean reach [1]: twice the margin, for
 * two bodies may come nearer. Where bodies are fast it is LIST_WAYS times the longest way of the
 * step, so that the list holds for some steps, up to LIST_ROOM_MAX. A list is made where no body
 * uses up more than a quarter of its room in a step, nor turns by more than this [rad]. */
#define LIST_ROOM 0.1
#define LIST_ROOM_MAX 0.5
#define LIST_WAYS 8.0
#define QUARTER 0.25
#define LIST_TURN_MAX 0.1

/* Where the caller has moved a centre by more than this part of its reach since the last step, as a
 * new state does, the list is discarded [1]. */
#define SAME_PLACE 1e-9

static double way(const tmiContactEngine *c, int32_t mover, const double *velocity) {
    return tmi_engine_way(c, mover, velocity + (ptrdiff_t)mover * tmi_engine_dof(c));
}

bool tmi_engine_list_holds(const tmiContactEngine *c, const tmiContactCluster *of,
                           const double *velocity) {
    for (int32_t n = 0; c->search.listed && n < of->mover_count; n++) {
        int32_t i = of->movers[n];
        if (!(c->search.drift[i] + way(c, i, velocity) <= 0.5 * c->search.room)) {
            return false;
        }
    }
    return c->search.listed;
}

static bool is_where_it_was(const tmiContactEngine *c) {
    for (int32_t i = 0; i < c->motion->mover_count; i++) {
        double max = SAME_PLACE * c->sizes.reach[i];
        for (int32_t k = 0; k < tmi_engine_axes(c); k++) {
            if (!(fabs(c->motion->centres[i][k] - c->search.ends[i][k]) <= max)) {
                return false;
            }
        }
    }
    return true;
}

/* The room that a list needs in this step; 0: bodies move too much for one. */
static double find_room(const tmiContactEngine *c) {
    double longest = 0.0;
    for (int32_t i = 0; i < c->motion->mover_count; i++) {
        double turn =
            c->step.h * tmi_engine_spin(c, c->step.first + (ptrdiff_t)i * tmi_engine_dof(c));
        double own = way(c, i, c->step.first);
        if (!(turn <= LIST_TURN_MAX)) {
            return 0.0;
        }
        longest = own > longest ? own : longest;
    }
    double min = LIST_ROOM * c->sizes.mean_reach, max = LIST_ROOM_MAX * c->sizes.mean_reach;
    double room = LIST_WAYS * longest > min ? LIST_WAYS * longest : min;
    room = room < max ? room : max;
    return longest <= QUARTER * room ? room : 0.0;
}

/* Whether the list holds for all clusters that make the step. */
static bool holds_for_all(const tmiContactEngine *c) {
    bool holds = c->search.listed;
    for (int32_t i = 0; i < c->clusters.count && holds; i++) {
        const tmiContactCluster *cluster = &c->clusters.all[i];
        holds = !cluster->steps || tmi_engine_list_holds(c, cluster, c->step.first);
    }
    return holds;
}

tmStatus tmi_engine_reach(tmiContactEngine *c, bool anew) {
    const tmiContactMotion *m = c->motion;
    double room = anew ? 0.0 : find_room(c);
    if (room > 0.0 && is_where_it_was(c) && holds_for_all(c)) {
        tmi_near_set_poses(c->near, m->frames);
        return TM_OK;
    }
    c->search.listed = room > 0.0;
    if (!c->search.listed) {
        return tmi_near_find(c->near, m->frames, m->twists, c->step.h, c->search.margin);
    }
    c->search.room = room;
    memset(c->search.drift, 0, (size_t)m->mover_count * sizeof *c->search.drift);
    tmStatus status = tmi_near_find(c->near, m->frames, c->search.stills, c->step.h, room);
    c->search.listed = status == TM_OK;
    return status;
}

void tmi_engine_drift(tmiContactEngine *c) {
    for (int32_t n = 0; n < c->own->mover_count; n++) {
        int32_t i = c->own->movers[n];
        c->search.drift[i] += way(c, i, c->step.velocity);
        memcpy(c->search.ends[i], c->motion->centres[i], sizeof c->search.ends[i]);
    }
}
