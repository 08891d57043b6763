/* clusters.c: bodies that may meet in a step, or that joints and springs couple, are a cluster:
 * found where the step begins, and stepped each alone. Passes and halvings of one do not cost the
 * others anything, and no number of the others depends on it. docs/theory/contact.md, section 8. */
#include "analyse/contact/engine/engine.h"

#include <math.h>
#include <string.h>

/* Room around a body beside its way, as part of its reach [1]; and what is left of it around one
 * that went further than was expected. It depends on the body alone, so that clusters depend
 * neither on other bodies nor on how pairs were searched for. */
#define CLEARANCE 0.025
#define CLEARANCE_LEFT 0.0125

bool tmi_clusters_create(tmiContactEngine *c) {
    tmiClusters *clusters = &c->clusters;
    size_t movers = (size_t)c->motion->mover_count + 1;
    size_t limits = (size_t)c->motion->limit_count + 1;
    clusters->all = tmi_arena_alloc(&c->arena, movers, sizeof *clusters->all);
    clusters->of = tmi_arena_alloc(&c->arena, movers, sizeof *clusters->of);
    clusters->movers = tmi_arena_alloc(&c->arena, movers, sizeof *clusters->movers);
    clusters->order = tmi_arena_alloc(&c->arena, movers, sizeof *clusters->order);
    clusters->rooms = tmi_arena_alloc(&c->arena, movers, sizeof *clusters->rooms);
    clusters->limits = tmi_arena_alloc(&c->arena, limits, sizeof *clusters->limits);
    c->warm.limits_fresh = tmi_arena_alloc(&c->arena, limits, sizeof(bool));
    c->warm.limits_start = tmi_arena_alloc(&c->arena, limits, sizeof(bool));
    bool fine = c->warm.limits_fresh && c->warm.limits_start && clusters->all && clusters->of &&
                clusters->movers && clusters->order && clusters->rooms && clusters->limits;
    for (int32_t i = 0; fine && i < c->motion->mover_count; i++) {
        clusters->order[i] = i;
    }
    return fine;
}

/* ---- Rooms ----------------------------------------------------------------------------------- */

/* Where each mover is expected in a step that it begins with this velocity. */
static void make_rooms(tmiContactEngine *c, double h, const double *velocity) {
    for (int32_t i = 0; i < c->motion->mover_count; i++) {
        const double *v = velocity + (ptrdiff_t)i * tmi_engine_dof(c);
        double *room = c->clusters.rooms[i];
        (void)tmi_near_box(c->near, c->motion->body_of[i], false, room);
        double way = h * (tmi_engine_speed(c, v) + tmi_engine_spin(c, v) * c->sizes.reach[i]);
        way += CLEARANCE * c->sizes.reach[i];
        for (int32_t k = 0; k < 3; k++) {
            room[k] -= way;
            room[3 + k] += way;
        }
    }
}

void tmi_clusters_stray(tmiContactEngine *c) {
    for (int32_t n = 0; n < c->own->mover_count; n++) {
        double beside = CLEARANCE_LEFT * c->sizes.reach[c->own->movers[n]];
        double box[6], *room = c->clusters.rooms[c->own->movers[n]];
        if (!tmi_near_box(c->near, c->motion->body_of[c->own->movers[n]], true, box)) {
            continue;
        }
        for (int32_t k = 0; k < 3; k++) {
            bool low = !(box[k] >= room[k]), high = !(box[3 + k] <= room[3 + k]);
            room[k] = low ? box[k] - beside : room[k];
            room[3 + k] = high ? box[3 + k] + beside : room[3 + k];
            c->clusters.strayed = c->clusters.strayed || low || high;
        }
    }
}

static bool overlap(const double a[6], const double b[6]) {
    return a[0] <= b[3] && b[0] <= a[3] && a[1] <= b[4] && b[1] <= a[4] && a[2] <= b[5] &&
           b[2] <= a[5];
}

/* Sorts the movers by the left ends of their rooms. They hardly change from step to step. */
static void sort(tmiClusters *clusters, int32_t count) {
    for (int32_t i = 1; i < count; i++) {
        int32_t own = clusters->order[i], k = i;
        for (; k > 0 && clusters->rooms[clusters->order[k - 1]][0] > clusters->rooms[own][0]; k--) {
            clusters->order[k] = clusters->order[k - 1];
        }
        clusters->order[k] = own;
    }
}

static void unite(int32_t *root, int32_t a, int32_t b) {
    int32_t x = tmi_root_of(root, a), y = tmi_root_of(root, b);
    root[x > y ? x : y] = x > y ? y : x;
}

/* ---- Who hangs together ---------------------------------------------------------------------- */

/* Numbers the clusters in the order of their first movers, which `root` has. */
static void number(tmiContactEngine *c, int32_t *root) {
    const tmiContactMotion *m = c->motion;
    tmiClusters *clusters = &c->clusters;
    int32_t first = 0;
    clusters->count = 0;
    for (int32_t i = 0; i < m->mover_count; i++) {
        int32_t own = tmi_root_of(root, i);
        if (own == i) {
            clusters->all[clusters->count] = (tmiContactCluster){0};
            clusters->of[i] = clusters->count++;
        }
        clusters->of[i] = clusters->of[own];
        tmiContactCluster *cluster = &clusters->all[clusters->of[i]];
        cluster->mover_count++;
        cluster->coupled = cluster->coupled || m->groups[i] >= 0;
    }
    for (int32_t i = 0; i < clusters->count; i++) {
        clusters->all[i].movers = clusters->movers + first;
        first += clusters->all[i].mover_count;
        clusters->all[i].mover_count = 0;
    }
    for (int32_t i = 0; i < m->mover_count; i++) {
        tmiContactCluster *cluster = &clusters->all[clusters->of[i]];
        cluster->movers[cluster->mover_count++] = i;
    }
}

/* Limits belong to the clusters of their joints. */
static void list_limits(tmiContactEngine *c) {
    const tmiContactMotion *m = c->motion;
    int32_t first = 0;
    for (int32_t i = 0; i < c->clusters.count; i++) {
        tmiContactCluster *cluster = &c->clusters.all[i];
        cluster->limits = c->clusters.limits + first;
        for (int32_t k = 0; k < m->limit_count; k++) {
            if (m->limit_movers[k] >= 0 && c->clusters.of[m->limit_movers[k]] == i) {
                cluster->limits[cluster->limit_count++] = k;
            }
        }
        first += cluster->limit_count;
    }
}

/* Saves the state at the start of the step, or restores it. */
static tmStatus keep_start(tmiContactEngine *c, bool back) {
    tmiContactWarm *warm = &c->warm;
    size_t limits = (size_t)c->motion->limit_count * sizeof *warm->limits_held;
    tmStatus status = tmi_array_reserve(c->allocator, &warm->start, &warm->start_capacity,
                                        warm->count, sizeof *warm->start);
    status = status == TM_OK ? tmi_array_reserve(c->allocator, &warm->pairs, &warm->capacity,
                                                 warm->start_count, sizeof *warm->pairs)
                             : status;
    if (status != TM_OK) {
        return status;
    }
    int32_t count = back ? warm->start_count : warm->count;
    if (count > 0) {
        memcpy(back ? warm->pairs : warm->start, back ? warm->start : warm->pairs,
               (size_t)count * sizeof *warm->pairs);
    }
    if (limits > 0) {
        memcpy(back ? warm->limits_held : warm->limits_start,
               back ? warm->limits_start : warm->limits_held, limits);
    }
    warm->count = warm->start_count = count;
    return TM_OK;
}

tmStatus tmi_engine_find_clusters(tmiContactEngine *c, double h, const double *velocity,
                                  bool again) {
    const tmiContactMotion *m = c->motion;
    tmiClusters *clusters = &c->clusters;
    if (m->mover_count == 1) { /* there is nobody to meet */
        tmi_engine_unite_clusters(c);
        return TM_OK;
    }
    tmStatus status = keep_start(c, again);
    if (status != TM_OK) {
        return status;
    }
    if (!again) {
        m->set_poses(m->user, velocity, false, NULL, m->mover_count);
        tmi_near_set_poses(c->near, m->frames);
        make_rooms(c, h, velocity);
    }
    clusters->strayed = false;
    sort(clusters, m->mover_count);
    for (int32_t i = 0; i < m->mover_count; i++) {
        c->islands.root[i] = i;
    }
    for (int32_t i = 0; i < m->mover_count; i++) {
        if (m->groups[i] >= 0) {
            unite(c->islands.root, i, m->groups[i]);
        }
        int32_t own = clusters->order[i];
        for (int32_t k = i + 1; k < m->mover_count; k++) {
            int32_t other = clusters->order[k];
            if (!(clusters->rooms[other][0] <= clusters->rooms[own][3])) {
                break;
            }
            if (overlap(clusters->rooms[own], clusters->rooms[other])) {
                unite(c->islands.root, own, other);
            }
        }
    }
    number(c, c->islands.root);
    list_limits(c);
    c->own = clusters->all;
    return TM_OK;
}

void tmi_engine_unite_clusters(tmiContactEngine *c) {
    for (int32_t i = 0; i < c->motion->mover_count; i++) {
        c->islands.root[i] = 0;
    }
    number(c, c->islands.root);
    list_limits(c);
    c->clusters.strayed = false;
    c->clusters.all[0].steps = true;
    c->own = &c->clusters.all[0];
}

bool tmi_engine_clusters_met(const tmiContactEngine *c) {
    const tmiClusters *clusters = &c->clusters;
    for (int32_t i = 0; clusters->strayed && i < c->motion->mover_count; i++) {
        for (int32_t k = i + 1; k < c->motion->mover_count; k++) {
            if (clusters->of[i] != clusters->of[k] &&
                overlap(clusters->rooms[i], clusters->rooms[k])) {
                return true;
            }
        }
    }
    return false;
}

tmiContactCluster *tmi_engine_clusters(tmiContactEngine *c, int32_t *count) {
    *count = c->clusters.count;
    return c->clusters.all;
}

/* The cluster that a pair is of; -1: its bodies are of two, and do not meet. */
static int32_t cluster_of(const tmiContactEngine *c, const tmiNearPair *near) {
    int32_t a = c->motion->mover_of[near->body_a], b = c->motion->mover_of[near->body_b];
    int32_t x = a >= 0 ? c->clusters.of[a] : -1, y = b >= 0 ? c->clusters.of[b] : -1;
    return x < 0 || y < 0 || x == y ? (x < 0 ? y : x) : -1;
}

/* Makes room for the lists of a step with so many pairs. */
static tmStatus reserve(tmiContactEngine *c, int32_t pairs) {
    tmStatus status = tmi_array_reserve(c->allocator, &c->clusters.pairs,
                                        &c->clusters.pair_capacity, pairs, sizeof(int32_t));
    tmiWarmPair **const arrays[] = {&c->warm.pairs, &c->warm.fresh, &c->warm.spare};
    int32_t *const capacities[] = {&c->warm.capacity, &c->warm.fresh_capacity,
                                   &c->warm.spare_capacity};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0] && status == TM_OK; i++) {
        status =
            tmi_array_reserve(c->allocator, arrays[i], capacities[i], pairs, sizeof **arrays[i]);
    }
    return status;
}

/* By how much coordinates of a cluster are rounded [m]. */
static double find_rounding(const tmiContactEngine *c, const tmiContactCluster *cluster) {
    double far = 0.0;
    for (int32_t n = 0; n < cluster->mover_count; n++) {
        int32_t i = cluster->movers[n];
        const double *at = c->motion->centres[i];
        double x = fabs(at[0]), y = fabs(at[1]), max = x > y ? x : y;
        if (!tmi_engine_is_planar(c)) {
            max = tmi_max(fabs(at[2]), max);
        }
        max += c->sizes.reach[i];
        far = max > far ? max : far;
    }
    return 4.0 * TMI_EPSILON * far;
}

tmStatus tmi_clusters_list_pairs(tmiContactEngine *c) {
    tmiClusters *clusters = &c->clusters;
    int32_t first = 0;
    tmStatus status = reserve(c, c->near->pair_count);
    if (status != TM_OK) {
        return status;
    }
    clusters->made_count = c->warm.fresh_count = 0;
    for (int32_t i = 0; i < clusters->count; i++) {
        clusters->all[i].pair_count = 0;
        clusters->all[i].rounding = find_rounding(c, &clusters->all[i]);
    }
    for (int32_t i = 0; i < c->near->pair_count; i++) {
        int32_t own = cluster_of(c, &c->near->pairs[i]);
        clusters->all[own < 0 ? 0 : own].pair_count += own >= 0;
    }
    for (int32_t i = 0; i < clusters->count; i++) {
        clusters->all[i].pairs = clusters->pairs ? clusters->pairs + first : NULL;
        first += clusters->all[i].pair_count;
        clusters->all[i].pair_count = 0;
    }
    for (int32_t i = 0; i < c->near->pair_count; i++) {
        int32_t own = cluster_of(c, &c->near->pairs[i]);
        if (own >= 0) {
            clusters->all[own].pairs[clusters->all[own].pair_count++] = i;
        }
    }
    return TM_OK;
}

/* ---- A step ---------------------------------------------------------------------------------- */

void tmi_clusters_begin(tmiContactEngine *c, const bool *which) {
    for (int32_t i = 0; i < c->clusters.count; i++) {
        c->clusters.all[i].steps = !which || which[i];
    }
}

void tmi_clusters_hold_others(const tmiContactEngine *c, double *velocity) {
    for (int32_t i = 0; i < c->motion->mover_count; i++) {
        if (!c->clusters.all[c->clusters.of[i]].steps) {
            memset(velocity + (ptrdiff_t)i * tmi_engine_dof(c), 0,
                   (size_t)tmi_engine_dof(c) * sizeof *velocity);
        }
    }
}

double tmi_clusters_rounding(const tmiContactEngine *c, int32_t pair) {
    int32_t own = cluster_of(c, &c->near->pairs[pair]);
    return c->clusters.all[own < 0 ? 0 : own].rounding;
}

bool tmi_clusters_steps(const tmiContactEngine *c, int32_t pair) {
    int32_t own = cluster_of(c, &c->near->pairs[pair]);
    return own < 0 || c->clusters.all[own].steps;
}

void tmi_clusters_enter(tmiContactEngine *c, int32_t index) {
    c->own = &c->clusters.all[index];
    c->step.rounding = c->own->rounding;
    c->step.contact_count = c->step.old_count = 0;
    c->step.outcome = (tmiContactOutcome){.bodies = {-1, -1}};
}

tmStatus tmi_clusters_leave(tmiContactEngine *c) {
    tmiContactCluster *own = &c->clusters.all[c->own - c->clusters.all];
    tmStatus status =
        tmi_array_reserve(c->allocator, &c->clusters.made, &c->clusters.made_capacity,
                          c->clusters.made_count + c->step.contact_count, sizeof *c->clusters.made);
    if (status != TM_OK) {
        return status;
    }
    own->outcome = c->step.outcome;
    own->first = c->clusters.made_count;
    own->count = c->step.contact_count;
    if (c->step.contact_count > 0) {
        memcpy(c->clusters.made + c->clusters.made_count, c->step.contacts,
               (size_t)c->step.contact_count * sizeof *c->clusters.made);
    }
    c->clusters.made_count += c->step.contact_count;
    return TM_OK;
}

/* The warm start of the next step: new for clusters whose step has settled, otherwise as before. */
static tmStatus take_warm(tmiContactEngine *c) {
    tmStatus status = tmi_array_reserve(c->allocator, &c->warm.spare, &c->warm.spare_capacity,
                                        c->warm.fresh_count + c->warm.count, sizeof *c->warm.spare);
    int32_t count = 0;
    for (int32_t i = 0; i < c->near->pair_count && status == TM_OK; i++) {
        const tmiStepPair *pair = &c->step.pairs[i];
        int32_t own = cluster_of(c, &c->near->pairs[i]);
        bool is_new =
            own >= 0 && c->clusters.all[own].steps && c->clusters.all[own].outcome.settled;
        if (is_new && pair->kept >= 0) {
            c->warm.spare[count++] = c->warm.fresh[pair->kept];
        } else if (!is_new && pair->warm) {
            c->warm.spare[count++] = *pair->warm;
        }
    }
    if (status == TM_OK) {
        tmiWarmPair *warm = c->warm.pairs;
        int32_t capacity = c->warm.capacity;
        c->warm.pairs = c->warm.spare;
        c->warm.capacity = c->warm.spare_capacity;
        c->warm.count = count;
        c->warm.spare = warm;
        c->warm.spare_capacity = capacity;
    }
    return status;
}

/* The rank of a contact among all: pairs in their order, then limits. */
static int32_t place_of(const tmiContactEngine *c, const tmiContact *contact) {
    return contact->pair >= 0 ? contact->pair : c->near->pair_count - 1 - contact->pair;
}

tmStatus tmi_clusters_show(tmiContactEngine *c) {
    int32_t places = c->near->pair_count + c->motion->limit_count, total = 0;
    tmiArenaMark mark = tmi_arena_mark(&c->scratch);
    int32_t *at = tmi_arena_alloc(&c->scratch, (size_t)places + 1, sizeof *at);
    tmStatus status =
        at ? tmi_array_reserve(c->allocator, &c->clusters.sorted, &c->clusters.sorted_capacity,
                               c->clusters.made_count, sizeof *c->clusters.sorted)
           : TM_ERR_MEMORY;
    for (int32_t turn = 0; turn < 2 && status == TM_OK; turn++) {
        for (int32_t i = 0; i < c->clusters.count; i++) {
            const tmiContactCluster *cluster = &c->clusters.all[i];
            for (int32_t k = 0; cluster->steps && cluster->outcome.settled && k < cluster->count;
                 k++) {
                const tmiContact *contact = &c->clusters.made[cluster->first + k];
                int32_t place = place_of(c, contact);
                if (turn == 1) {
                    c->clusters.sorted[at[place]] = *contact;
                }
                at[place]++;
            }
        }
        for (int32_t i = 0; i < places && turn == 0; i++) {
            total += at[i];
            at[i] = total - at[i];
        }
    }
    c->clusters.shown = c->clusters.sorted;
    c->clusters.shown_count = status == TM_OK ? total : 0;
    tmi_arena_release(&c->scratch, mark);
    return status;
}

tmStatus tmi_clusters_conclude(tmiContactEngine *c, bool warm) {
    tmStatus status = warm ? take_warm(c) : TM_OK;
    for (int32_t i = 0; i < c->clusters.count && status == TM_OK; i++) {
        const tmiContactCluster *cluster = &c->clusters.all[i];
        if (!cluster->steps || !cluster->outcome.settled) {
            continue;
        }
        c->own = cluster;
        tmi_engine_drift(c);
        for (int32_t k = 0; k < cluster->limit_count; k++) {
            c->warm.limits_held[cluster->limits[k]] = c->warm.limits_fresh[cluster->limits[k]];
        }
    }
    return status == TM_OK ? tmi_clusters_show(c) : status;
}
