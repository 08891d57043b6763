/* family_table.c: mechanisms of many loops: six-bars and the double butterfly, of which a table
 * lists which links are joined and the joints lie anywhere; and stacks of dyads. */
#include "family.h"

#include <math.h>

#define PI 3.14159265358979323846
#define LINKS_MAX 8
#define TABLE_MAX 10

/* Joints by the links that they join. */
typedef struct Table {
    int links, joints;
    int pair[TABLE_MAX][2];
} Table;

/* A way to hold and drive a chain: the link that is ground, and the joint that is driven. */
typedef struct Inversion {
    int ground, driver;
} Inversion;

static const Table watt = {6, 7, {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {1, 4}, {4, 5}, {5, 0}}};
static const Table stephenson = {6, 7, {{0, 2}, {2, 1}, {0, 3}, {3, 1}, {0, 4}, {4, 5}, {5, 1}}};

/* Two pairs of ternary links (0 with 2, 1 with 3) and four binary ones between them: no loop is
 * shorter than five links. */
static const Table butterfly = {
    8, 10, {{0, 2}, {1, 3}, {0, 4}, {4, 1}, {1, 5}, {5, 2}, {2, 6}, {6, 3}, {3, 7}, {7, 0}}};

/* Joints anywhere in a square, no two of them near each other. */
static bool scatter(const Table *t, uint64_t *seed, double at[][2]) {
    for (int i = 0; i < t->joints; i++) {
        at[i][0] = scene_random(seed, -1.5, 1.5);
        at[i][1] = scene_random(seed, -1.5, 1.5);
        for (int k = 0; k < i; k++) {
            if (hypot(at[i][0] - at[k][0], at[i][1] - at[k][1]) < 0.45) {
                return false;
            }
        }
    }
    return true;
}

static bool from_table(Scene *s, const char *family, int number, const Table *t, Inversion way,
                       uint64_t *seed) {
    double at[TABLE_MAX][2];
    int body[LINKS_MAX], joint[TABLE_MAX], dragged = -1;
    if (!scatter(t, seed, at)) {
        return false;
    }
    family_begin(s, family, number, seed);
    for (int l = 0; l < t->links; l++) {
        int first = 0;
        while (t->pair[first][0] != l && t->pair[first][1] != l) {
            first++;
        }
        double turn = scene_random(seed, -PI, PI);
        body[l] = l == way.ground ? 0 : scene_body(s, at[first][0], at[first][1], turn);
    }
    for (int i = 0; i < t->joints; i++) {
        joint[i] = scene_pin(s, body[t->pair[i][0]], body[t->pair[i][1]], at[i][0], at[i][1]);
    }
    for (int tries = 0; dragged < 0 && tries < 100; tries++) {
        int i = (int)scene_random(seed, 0.0, t->joints);
        bool moves = t->pair[i][0] != way.ground && t->pair[i][1] != way.ground;
        dragged = moves ? s->joints[joint[i]].a : -1;
    }
    if (number % 2 == 1) {
        const SceneFeature *f = &s->features[dragged];
        int i = 0;
        while (s->joints[joint[i]].a != dragged) {
            i++;
        }
        dragged = scene_mark(s, f->body, at[i][0] + 0.4, at[i][1] - 0.3, 0.0);
    }
    scene_finish(s, joint[way.driver], dragged);
    return true;
}

bool make_watt(Scene *s, const char *family, int number, uint64_t *seed) {
    static const Inversion ways[] = {{0, 3}, {3, 3}, {2, 1}, {1, 4}};
    return from_table(s, family, number, &watt, ways[number % 4], seed);
}

/* Held and driven so that no loop of four bars contains the crank. */
bool make_stephenson(Scene *s, const char *family, int number, uint64_t *seed) {
    static const Inversion ways[] = {{0, 4}, {4, 4}, {5, 6}, {4, 5}};
    return from_table(s, family, number, &stephenson, ways[number % 4], seed);
}

bool make_double_butterfly(Scene *s, const char *family, int number, uint64_t *seed) {
    static const Inversion ways[] = {{0, 2}, {4, 2}, {2, 6}};
    return from_table(s, family, number, &butterfly, ways[number % 3], seed);
}

/* ---- Stacks of dyads ----------------------------------------------------------------------- */

/* Where the last link of each step of the stack has its pins, for the next to hold on to. */
typedef struct Stack {
    int body[12];
    double at[12][2];
    int count;
} Stack;

static void push(Stack *k, int body, double x, double y) {
    k->body[k->count] = body;
    k->at[k->count][0] = x;
    k->at[k->count][1] = y;
    k->count++;
}

/* Two links from a point of the stack to another one or to the ground; or one link to a slot. */
static bool add_dyad(Scene *s, Stack *k, bool slot, uint64_t *seed) {
    int from = (int)scene_random(seed, 0.0, k->count);
    const double *p = k->at[from];
    double c[2], length = scene_random(seed, 0.9, 1.8), angle = scene_random(seed, -PI, PI);
    c[0] = p[0] + length * cos(angle);
    c[1] = p[1] + length * sin(angle);
    int link = scene_body(s, p[0], p[1], scene_random(seed, -PI, PI));
    scene_pin(s, k->body[from], link, p[0], p[1]);
    if (slot) {
        scene_line(s, SCENE_SLOT, 0, link, c[0], c[1], angle + scene_random(seed, -0.7, 0.7), 1.0);
        push(k, link, 0.5 * (p[0] + c[0]), 0.5 * (p[1] + c[1]) + 0.3);
        return true;
    }
    double turn =
        angle + (scene_random(seed, 0.0, 1.0) < 0.5 ? 1.0 : -1.0) * scene_random(seed, 0.7, 2.3);
    double q[2] = {c[0] + 1.4 * cos(turn), c[1] + 1.4 * sin(turn)};
    int other = scene_body(s, c[0], c[1], scene_random(seed, -PI, PI));
    scene_pin(s, link, other, c[0], c[1]);
    scene_pin(s, other, 0, q[0], q[1]);
    push(k, link, c[0] - 0.3 * sin(angle), c[1] + 0.3 * cos(angle));
    push(k, other, 0.5 * (c[0] + q[0]) + 0.2, 0.5 * (c[1] + q[1]) + 0.2);
    return true;
}

bool make_dyad_stack(Scene *s, const char *family, int number, uint64_t *seed) {
    Stack k = {0};
    double angle = scene_random(seed, -PI, PI), length = scene_random(seed, 0.4, 0.7);
    int steps = 2 + number % 4;
    family_begin(s, family, number, seed);
    int crank = scene_body(s, 0.0, 0.0, scene_random(seed, -PI, PI));
    int driver = scene_pin(s, 0, crank, 0.0, 0.0);
    push(&k, crank, length * cos(angle), length * sin(angle));
    for (int i = 0; i < steps; i++) {
        add_dyad(s, &k, scene_random(seed, 0.0, 1.0) < 0.3, seed);
    }
    int last = number % 2 == 0 ? k.count - 1 : (int)scene_random(seed, 0.0, k.count);
    scene_finish(s, driver, scene_mark(s, k.body[last], k.at[last][0], k.at[last][1], 0.0));
    return true;
}
