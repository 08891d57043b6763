/* system_led.c: which of the bodies without mass that controls lead are decided by all rows
 * together, such as the tip of two links. Those need no rows of their own: they are massless. The
 * others keep what nothing prescribes (system_constraints.c). */
#include "analyse/dynamics/system/system_private.h"

/* A row is independent of others where they leave more than this part of its length [1]: far above
 * rounding errors, far below what a drive shows that prescribes something. */
#define UNKNOWN_MIN 1e-6

/* Maximum size of a table of rows, and of the number of products that make it; beyond, nothing is
 * decided here. */
#define NUMBERS_MAX 4000000
#define PRODUCTS_MAX 2e9

bool tmi_learn(double *known, int32_t *count, const double *row, int32_t size) {
    double whole = 0.0, left = 0.0, *rest = known + (ptrdiff_t)*count * size;
    if (*count == size) {
        return false;
    }
    for (int32_t i = 0; i < size; i++) {
        rest[i] = row[i];
        whole += row[i] * row[i];
    }
    for (int32_t k = 0; k < *count; k++) {
        const double *other = known + (ptrdiff_t)k * size;
        double sum = 0.0;
        for (int32_t i = 0; i < size; i++) {
            sum += other[i] * rest[i];
        }
        for (int32_t i = 0; i < size; i++) {
            rest[i] -= sum * other[i];
        }
    }
    for (int32_t i = 0; i < size; i++) {
        left += rest[i] * rest[i];
    }
    if (!(left > UNKNOWN_MIN * UNKNOWN_MIN * whole)) {
        return false;
    }
    double scale = 1.0 / sqrt(left);
    for (int32_t i = 0; i < size; i++) {
        rest[i] *= scale;
    }
    ++*count;
    return true;
}

void tmi_row_motion(const tmTwist *gradient, bool planar, double size, double *row) {
    for (int i = 0; i < 3; i++) {
        if (planar) {
            row[i] = i < 2 ? gradient->linear[i] : gradient->angular[2] / size;
        } else {
            row[i] = gradient->linear[i];
            row[3 + i] = gradient->angular[i] / size;
        }
    }
}

/* ---- All rows of a world ------------------------------------------------------------------- */

/* A joint or a drive. */
typedef struct Link {
    const tmRow *rows;
    const int32_t *bodies;
    int32_t row_count, body_count;
    bool counts; /* it takes part in deciding the led bodies */
} Link;

typedef struct Net {
    const tmFrame *frames;
    Link *links;
    int32_t link_count, dof, body_count;
    double size;
    bool planar;
    bool *moves, *asked; /* of each body; asked: whether it is decided is to be found out */
    int32_t *place;      /* of each body: its number among those that the led ones hang on; -1 */
} Net;

static void find_bodies(Net *n, const tmiSystemDef *def) {
    for (int32_t i = 0; i < n->body_count; i++) {
        tmBodyInfo info;
        int32_t joints = 0;
        (void)tm_model_joints_of(def->model, i, &joints);
        tm_model_body(def->model, i, &info);
        bool dynamic = (info.domains & TM_DOMAIN_DYNAMIC) != 0;
        n->moves[i] = !info.is_fixed && (dynamic || def->led[i] || joints > 0);
        n->asked[i] = n->moves[i] && def->led[i] && !dynamic && joints > 0;
        n->place[i] = -1;
    }
}

static void find_links(Net *n, const tmiSystemDef *def) {
    for (int32_t i = 0; i < n->link_count; i++) {
        Link *link = &n->links[i];
        int32_t drive = i - tm_model_joint_count(def->model);
        if (drive >= 0) {
            const tmiDriveDef *d = &def->drives[drive];
            *link = (Link){d->rows, d->bodies, d->row_count, d->body_count, true};
            continue;
        }
        tmJointInfo joint;
        tm_model_joint(def->model, i, &joint);
        link->bodies = joint.bodies;
        link->body_count = joint.body_count;
        link->rows = tm_assembly_rows(def->assembly, i, &link->row_count);
        link->counts = link->row_count > 0;
    }
}

static void row_of(const Net *n, const Link *link, int32_t r, tmRowAt *at) {
    tmFrame frames[TM_HINGE_BODIES];
    for (int32_t k = 0; k < link->body_count; k++) {
        frames[k] = n->frames[link->bodies[k]];
    }
    tm_row_at(&link->rows[r], frames, NULL, NULL, at);
}

/* Whether the link's k-th body can follow it whatever the others do. */
static bool yields(const Net *n, const Link *link, int32_t k) {
    double known[36], row[6];
    int32_t count = 0;
    for (int32_t r = 0; r < link->row_count; r++) {
        tmRowAt at;
        row_of(n, link, r, &at);
        tmi_row_motion(&at.gradient[k], n->planar, n->size, row);
        if (!tmi_learn(known, &count, row, n->dof)) {
            return false;
        }
    }
    return true;
}

/* Whether a body of the link that nothing else holds can follow it: then it decides nothing about
 * the others. */
static bool is_loose(const Net *n, const Link *link, const int32_t *held) {
    for (int32_t k = 0; k < link->body_count; k++) {
        int32_t body = link->bodies[k];
        if (n->moves[body] && !n->asked[body] && held[body] == 1 && yields(n, link, k)) {
            return true;
        }
    }
    return false;
}

static void count_held(const Link *link, int32_t by, int32_t *held) {
    for (int32_t k = 0; link->counts && k < link->body_count; k++) {
        held[link->bodies[k]] += by;
    }
}

/* Leaves out what hangs on others as a chain does, link by link from its end. */
static void leave_out(Net *n, int32_t *held) {
    for (int32_t i = 0; i < n->link_count; i++) {
        count_held(&n->links[i], 1, held);
    }
    for (bool again = true; again;) {
        again = false;
        for (int32_t i = n->link_count - 1; i >= 0; i--) {
            if (n->links[i].counts && is_loose(n, &n->links[i], held)) {
                count_held(&n->links[i], -1, held);
                n->links[i].counts = false;
                again = true;
            }
        }
    }
}

/* Whether the link holds a body that has a number in the table. */
static bool is_reached(const Net *n, const Link *link) {
    for (int32_t k = 0; k < link->body_count; k++) {
        if (n->place[link->bodies[k]] >= 0) {
            return true;
        }
    }
    return false;
}

/* Gives places to the bodies that are asked for and to all that links connect to them. Returns how
 * many they are; *rows: how many rows the links between them have. Other links no longer count. */
static int32_t find_places(Net *n, int32_t *rows) {
    int32_t count = 0;
    *rows = 0;
    for (int32_t i = 0; i < n->body_count; i++) {
        n->place[i] = n->asked[i] ? count++ : -1;
    }
    for (int32_t before = -1; before != count;) {
        before = count;
        for (int32_t i = 0; i < n->link_count; i++) {
            const Link *link = &n->links[i];
            bool reached = link->counts && is_reached(n, link);
            for (int32_t k = 0; reached && k < link->body_count; k++) {
                int32_t body = link->bodies[k];
                n->place[body] = n->place[body] < 0 && n->moves[body] ? count++ : n->place[body];
            }
        }
    }
    for (int32_t i = 0; i < n->link_count; i++) {
        n->links[i].counts = n->links[i].counts && is_reached(n, &n->links[i]);
        *rows += n->links[i].counts ? n->links[i].row_count : 0;
    }
    return count;
}

/* ---- What they decide ---------------------------------------------------------------------- */

/* Learns the rows of all links that count. */
static int32_t learn_links(const Net *n, int32_t size, double *known, double *row) {
    int32_t count = 0;
    for (int32_t i = 0; i < n->link_count; i++) {
        const Link *link = &n->links[i];
        for (int32_t r = 0; link->counts && r < link->row_count; r++) {
            tmRowAt at;
            row_of(n, link, r, &at);
            memset(row, 0, (size_t)size * sizeof *row);
            for (int32_t k = 0; k < link->body_count; k++) {
                int32_t place = n->place[link->bodies[k]];
                if (place >= 0) {
                    tmi_row_motion(&at.gradient[k], n->planar, n->size, row + place * n->dof);
                }
            }
            (void)tmi_learn(known, &count, row, size);
        }
    }
    return count;
}

/* Clears `led` of the bodies whose every motion the known rows decide. */
static void release(const Net *n, int32_t size, double *known, int32_t count, double *row,
                    bool *led) {
    for (int32_t i = 0; i < n->body_count; i++) {
        bool open = false;
        for (int32_t k = 0; n->asked[i] && !open && k < n->dof; k++) {
            int32_t trial = count;
            memset(row, 0, (size_t)size * sizeof *row);
            row[n->place[i] * n->dof + k] = 1.0;
            open = tmi_learn(known, &trial, row, size);
        }
        led[i] = led[i] && !(n->asked[i] && !open);
    }
}

/* Decides by a table of all rows. */
static tmStatus decide(Net *n, tmiArena *arena, bool *led) {
    int32_t rows, size = find_places(n, &rows) * n->dof;
    double numbers = (double)size * (rows + 1.0);
    if (size == 0 || numbers > NUMBERS_MAX || numbers * rows > PRODUCTS_MAX) {
        return TM_OK;
    }
    double *known = tmi_arena_alloc(arena, (size_t)numbers, sizeof *known);
    double *row = tmi_arena_alloc(arena, (size_t)size, sizeof *row);
    if (!known || !row) {
        return TM_ERR_MEMORY;
    }
    release(n, size, known, learn_links(n, size, known, row), row, led);
    return TM_OK;
}

static tmStatus look(const tmiSystemDef *def, tmiArena *arena, bool *led) {
    tmWorldInfo world = tm_model_world(def->model);
    size_t bodies = (size_t)tm_model_body_count(def->model);
    Net n = {.frames = tm_assembly_frames(def->assembly),
             .link_count = tm_model_joint_count(def->model) + def->drive_count,
             .dof = world.planar ? 3 : 6,
             .body_count = (int32_t)bodies,
             .size = world.size,
             .planar = world.planar};
    n.links = tmi_arena_alloc(arena, (size_t)n.link_count + 1, sizeof *n.links);
    n.moves = tmi_arena_alloc(arena, bodies, sizeof *n.moves);
    n.asked = tmi_arena_alloc(arena, bodies, sizeof *n.asked);
    n.place = tmi_arena_alloc(arena, bodies, sizeof *n.place);
    int32_t *held = tmi_arena_alloc(arena, bodies, sizeof *held);
    if (!n.links || !n.moves || !n.asked || !n.place || !held) {
        return TM_ERR_MEMORY;
    }
    find_bodies(&n, def);
    find_links(&n, def);
    leave_out(&n, held);
    return decide(&n, arena, led);
}

tmStatus tmi_system_find_led(const tmiSystemDef *def, tmiArena *arena, bool *led) {
    memcpy(led, def->led, (size_t)tm_model_body_count(def->model) * sizeof *led);
    tmiArenaMark mark = tmi_arena_mark(arena);
    tmStatus status = look(def, arena, led);
    tmi_arena_release(arena, mark);
    return status;
}
