/* solid_sort.c: facets from back to front.
 *
 * [FKN]: one facet's plane divides the others; those on the far side come before those in the
 * plane, these before those on the near side, and so on within each side. Facets that the plane
 * cuts are cut. As the eye is far away and does not move, no tree is kept: sides wait in a stack.
 */
#include "report/solid/solid.h"

#include <math.h>

/* Facets and parts of facets. */
#define SORTED_FACETS_MAX 200000

/* Corners this near to a plane are in it, as part of the whole solid [1]: far below a pixel. */
#define IN_PLANE 1e-7

typedef struct Task {
    int32_t first; /* of a list of parts */
    bool draw;     /* as it is: all lie in one plane */
} Task;

typedef struct Sorter {
    tmAllocator allocator;
    tmiFacet *parts;
    int32_t count, capacity;
    Task *tasks;
    int32_t task_count, task_capacity;
    double near; /* [m] */
} Sorter;

static double dot(tmVec3 a, tmVec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static double above(const tmiFacet *plane, tmVec3 p) {
    tmVec3 o = plane->corners[0];
    tmVec3 d = {p.x - o.x, p.y - o.y, p.z - o.z};
    return dot(plane->normal, d);
}

static tmStatus add_part(Sorter *s, const tmiFacet *facet, int32_t *list) {
    if (s->count >= SORTED_FACETS_MAX) {
        return TM_ERR_LIMIT;
    }
    tmStatus status =
        tmi_array_reserve(s->allocator, &s->parts, &s->capacity, s->count + 1, sizeof(tmiFacet));
    if (status == TM_OK) {
        s->parts[s->count] = *facet;
        s->parts[s->count].next = *list;
        *list = s->count++;
    }
    return status;
}

/* The part of the facet above the plane, or below it; the cut itself is not an edge. */
static tmiFacet cut(const tmiFacet *f, const tmiFacet *plane, double sign, double near) {
    tmiFacet kept = {.normal = f->normal, .light = f->light, .tag = f->tag};
    for (int32_t i = 0; i < f->count; i++) {
        tmVec3 a = f->corners[i], b = f->corners[(i + 1) % f->count];
        double da = sign * above(plane, a), db = sign * above(plane, b);
        bool in = da >= -near, next_in = db >= -near, sharp = f->sharp >> i & 1u;
        if (in && kept.count < TMI_FACET_CORNERS) {
            /* Where the outline leaves along the plane, its side is the cut. */
            kept.sharp |= (uint32_t)(sharp && (next_in || da > near)) << kept.count;
            kept.corners[kept.count++] = a;
        }
        if (in != next_in && !(in && da <= near) && !(next_in && db <= near) &&
            kept.count < TMI_FACET_CORNERS) {
            double part = da / (da - db);
            kept.sharp |= (uint32_t)(sharp && next_in) << kept.count;
            kept.corners[kept.count++] = (tmVec3){
                a.x + part * (b.x - a.x), a.y + part * (b.y - a.y), a.z + part * (b.z - a.z)};
        }
    }
    return kept;
}

static double area(const tmiFacet *f) {
    double twice = 0.0;
    for (int32_t i = 1; i + 1 < f->count; i++) {
        tmVec3 o = f->corners[0], a = f->corners[i], b = f->corners[i + 1];
        twice += (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
    }
    return fabs(twice / f->normal.z); /* as seen, and then as it is */
}

/* Large facets cut few others. */
static int32_t max(const Sorter *s, int32_t list) {
    int32_t best = list;
    for (int32_t i = list; i >= 0; i = s->parts[i].next) {
        best = area(&s->parts[i]) > area(&s->parts[best]) ? i : best;
    }
    return best;
}

/* Puts a facet behind, in or before the plane, or into both sides. */
static tmStatus divide(Sorter *s, int32_t part, const tmiFacet *plane, int32_t lists[3]) {
    tmiFacet f = s->parts[part];
    bool up = false, down = false;
    for (int32_t i = 0; i < f.count; i++) {
        double far = above(plane, f.corners[i]);
        up = up || far > s->near;
        down = down || far < -s->near;
    }
    if (up && down) {
        tmiFacet low = cut(&f, plane, -1.0, s->near), high = cut(&f, plane, 1.0, s->near);
        tmStatus status = low.count >= 3 ? add_part(s, &low, &lists[0]) : TM_OK;
        return status == TM_OK && high.count >= 3 ? add_part(s, &high, &lists[2]) : status;
    }
    int side = up ? 2 : down ? 0 : 1;
    s->parts[part].next = lists[side];
    lists[side] = part;
    return TM_OK;
}

static tmStatus push(Sorter *s, int32_t first, bool draw) {
    if (first < 0) {
        return TM_OK;
    }
    tmStatus status = tmi_array_reserve(s->allocator, &s->tasks, &s->task_capacity,
                                        s->task_count + 1, sizeof(Task));
    if (status == TM_OK) {
        s->tasks[s->task_count++] = (Task){first, draw};
    }
    return status;
}

static tmStatus work(Sorter *s, tmiFacetFn *take, void *user) {
    Task task = s->tasks[--s->task_count];
    tmStatus status = TM_OK;
    if (task.draw) {
        for (int32_t i = task.first; i >= 0; i = s->parts[i].next) {
            take(user, &s->parts[i]);
        }
        return TM_OK;
    }
    int32_t lists[3] = {-1, -1, -1};
    tmiFacet plane = s->parts[max(s, task.first)];
    for (int32_t i = task.first, next; i >= 0 && status == TM_OK; i = next) {
        next = s->parts[i].next;
        status = divide(s, i, &plane, lists);
    }
    /* All facets face the eye, so that it is above every plane; the last comes first. */
    status = status == TM_OK ? push(s, lists[2], false) : status;
    status = status == TM_OK ? push(s, lists[1], true) : status;
    return status == TM_OK ? push(s, lists[0], false) : status;
}

tmStatus tmi_facets_sort(tmiArena *arena, const tmiFacet *facets, int32_t count, tmiFacetFn *take,
                         void *user) {
    Sorter s = {.allocator = arena->allocator};
    tmStatus status = TM_OK;
    int32_t list = -1;
    double size = 0.0;
    for (int32_t i = 0; i < count && status == TM_OK; i++) {
        for (int32_t k = 0; k < facets[i].count; k++) {
            tmVec3 p = facets[i].corners[k];
            double far = fabs(p.x) + fabs(p.y) + fabs(p.z);
            size = far > size ? far : size;
        }
        status = add_part(&s, &facets[i], &list);
    }
    s.near = IN_PLANE * size;
    status = status == TM_OK ? push(&s, list, false) : status;
    while (status == TM_OK && s.task_count > 0) {
        status = work(&s, take, user);
    }
    tmi_array_clear(s.allocator, &s.parts, &s.capacity, sizeof(tmiFacet));
    tmi_array_clear(s.allocator, &s.tasks, &s.task_capacity, sizeof(Task));
    return status;
}
