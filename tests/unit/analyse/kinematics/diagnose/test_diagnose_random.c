/* test_diagnose_random.c: random mechanisms of all kinds of joints, on a coarse grid so that
 * special positions are common. The diagnosis is compared with a Jacobian by differences of
 * formulas of the test's own, and its rank by singular values. */
#include "jacobian.h"
#include "linkages.h"

#include <stdio.h>
#include <string.h>

#define BODIES_MAX 6
#define JOINTS_MAX 9

/* ---- Random mechanisms --------------------------------------------------------------------- */

/* What a mechanism is built from, so that it can be built again without a joint, in another unit,
 * or turned. */
typedef struct sketch {
    int bodies, joints;
    struct {
        tmJointKind kind;
        int body[4]; /* 0: the ground */
        double x[4], y[4], angle[4];
        double value;
    } joint[JOINTS_MAX];
} sketch;

static double grid(uint64_t *state) {
    return test_between(state, -3, 3);
}

/* Puts the features of a joint where they close it. */
static void close_joint(sketch *k, int j, uint64_t *state) {
    double *x = k->joint[j].x, *y = k->joint[j].y, *a = k->joint[j].angle;
    for (int i = 0; i < 4; i++) {
        x[i] = grid(state);
        y[i] = grid(state);
        a[i] = test_between(state, 0, 7) * (LINKAGE_PI / 4.0);
    }
    double along = test_between(state, -2, 2);
    double apart = hypot(x[1] - x[0], y[1] - y[0]);
    switch (k->joint[j].kind) {
    case TM_JOINT_RIGID:
        a[1] = a[0];
        x[1] = x[0];
        y[1] = y[0];
        break;
    case TM_JOINT_REVOLUTE:
        x[1] = x[0];
        y[1] = y[0];
        break;
    case TM_JOINT_PRISMATIC:
        a[1] = a[0];
        x[1] = x[0] + along * cos(a[0]);
        y[1] = y[0] + along * sin(a[0]);
        break;
    case TM_JOINT_SLOT:
        x[1] = x[0] + along * cos(a[0]);
        y[1] = y[0] + along * sin(a[0]);
        break;
    case TM_JOINT_ANGLE:
        k->joint[j].value = a[1] - a[0];
        break;
    case TM_JOINT_DISTANCE:
    case TM_JOINT_ON_CIRCLE:
        k->joint[j].value = apart;
        break;
    case TM_JOINT_PARALLEL:
        a[1] = a[0];
        break;
    case TM_JOINT_PERPENDICULAR:
        a[1] = a[0] + 0.5 * LINKAGE_PI;
        break;
    case TM_JOINT_COLLINEAR:
        x[1] += apart == 0.0; /* two points that coincide have no line */
        x[2] = x[0] + along * (x[1] - x[0]);
        y[2] = y[0] + along * (y[1] - y[0]);
        break;
    case TM_JOINT_EQUAL_LENGTH:
        x[1] += apart == 0.0;
        x[3] = x[2] + (y[1] - y[0]);
        y[3] = y[2] - (x[1] - x[0]);
        break;
    case TM_JOINT_EQUAL_ANGLE:
        a[3] = a[2] + a[1] - a[0];
        break;
    default:
        break;
    }
}

/* Mostly pins and sliders, as machines have. */
static sketch draw(uint64_t *state) {
    sketch k = {.bodies = test_between(state, 1, BODIES_MAX),
                .joints = test_between(state, 1, JOINTS_MAX)};
    for (int j = 0; j < k.joints; j++) {
        k.joint[j].kind = test_between(state, 0, 1)
                              ? TM_JOINT_REVOLUTE
                              : (tmJointKind)test_between(state, 0, TM_JOINT_GEAR - 1);
        for (int i = 0; i < 4; i++) {
            k.joint[j].body[i] = test_between(state, 0, k.bodies);
        }
        if (k.joint[j].body[0] == k.joint[j].body[1]) {
            k.joint[j].body[1] = (k.joint[j].body[0] + 1) % (k.bodies + 1);
        }
        close_joint(&k, j, state);
    }
    return k;
}

static bool is_length(tmJointKind kind) {
    return kind == TM_JOINT_DISTANCE || kind == TM_JOINT_ON_CIRCLE;
}

/* Builds the sketch in a unit, turned, without joint `but` (-1: with all). */
static tmMechanism *build(tmTest *t, const sketch *k, double unit, double turn, int but) {
    linkage l = linkage_open(t, 0, NULL);
    tmBodyId bodies[BODIES_MAX + 1] = {l.ground};
    for (int b = 0; b < k->bodies; b++) {
        bodies[b + 1] = linkage_body(&l, unit * b, -unit * b, 0.3 * b + turn);
    }
    for (int j = 0; j < k->joints; j++) {
        tmJointDef def = tm_joint_def_default();
        def.kind = k->joint[j].kind;
        def.value = k->joint[j].value * (is_length(def.kind) ? unit : 1.0);
        for (int i = 0; i < jacobian_features(def.kind) && j != but; i++) {
            double x = k->joint[j].x[i], y = k->joint[j].y[i];
            def.features[i] = linkage_mark(
                &l, bodies[k->joint[j].body[i]], unit * (x * cos(turn) - y * sin(turn)),
                unit * (x * sin(turn) + y * cos(turn)), k->joint[j].angle[i] + turn);
        }
        tmJointId id;
        if (j != but && l.status == TM_OK) {
            l.status = tm_joint_add(l.m, &def, &id);
        }
    }
    CHECK_STATUS(l.status, TM_OK);
    return l.m;
}

/* ---- Properties ---------------------------------------------------------------------------- */

static int place_of(const tmMechanism *m, tmJointId id) {
    int j = 0;
    while (j < tm_joint_count(m) && tm_joint_at(m, j).value != id.value) {
        j++;
    }
    return j;
}

static int mobility_of(tmTest *t, const tmMechanism *m) {
    tmDiagnosis *d;
    if (!CHECK_STATUS(tm_diagnosis_create(m, NULL, &d), TM_OK)) {
        return -1;
    }
    int mobility = tm_diagnosis_info(d)->mobility;
    tm_diagnosis_destroy(d);
    return mobility;
}

/* J v = 0 for every free motion v, and they are independent. */
static void check_motions(tmTest *t, const tmMechanism *m, const tmDiagnosis *d,
                          const jacobian *jac) {
    int count = tm_diagnosis_motion_count(d);
    CHECK(count == tm_diagnosis_info(d)->mobility);
    jacobian motions = {.unknowns = jac->unknowns, .rows = count, .first = {0, count}};
    for (int k = 0; k < count && count <= JACOBIAN_UNKNOWNS; k++) {
        const tmVelocity *v = tm_diagnosis_motion(d, k)->bodies;
        double fastest = 0.0;
        CHECK(v[0].x == 0.0 && v[0].y == 0.0 && v[0].turn == 0.0);
        for (int b = 1; b < tm_body_count(m); b++) {
            double *to = &motions.entry[k][3 * (b - 1)];
            to[0] = v[b].x;
            to[1] = v[b].y;
            to[2] = v[b].turn;
            fastest = fmax(fastest, hypot(hypot(v[b].x, v[b].y), v[b].turn));
        }
        CHECK(fastest > 0.0);
        for (int i = 0; i < jac->rows; i++) {
            double sum = 0.0;
            for (int u = 0; u < jac->unknowns; u++) {
                sum += jac->entry[i][u] * motions.entry[k][u];
            }
            CHECK_NEAR(sum / fastest, 0.0, 1e-7);
        }
    }
    const bool all = true;
    int rank = jacobian_rank(&motions, &all, 1);
    CHECK(rank == count || rank == -1);
}

/* Each redundancy follows from its set; where it is the only one, from nothing less; and a joint
 * that is redundant as a whole can go without a change of mobility. */
static void check_redundancies(tmTest *t, const sketch *k, const tmMechanism *m,
                               const tmDiagnosis *d, const jacobian *jac) {
    int joints = tm_joint_count(m), total = 0;
    int count = tm_diagnosis_redundancy_count(d);
    for (int i = 0; i < count; i++) {
        const tmRedundancy *r = tm_diagnosis_redundancy(d, i);
        int own = place_of(m, r->constraint.joint);
        total += r->equations;
        CHECK(r->equation_count == jac->first[own + 1] - jac->first[own]);
        bool set[JOINTS_MAX] = {false};
        for (int f = 0; f < r->from_count; f++) {
            set[place_of(m, r->from[f].joint)] = true;
            CHECK(place_of(m, r->from[f].joint) != own);
        }
        int without = jacobian_rank(jac, set, joints);
        set[own] = true;
        int with = jacobian_rank(jac, set, joints);
        CHECK(with < 0 || without < 0 || with - without <= r->equation_count - r->equations);
        for (int f = 0;
             f < joints && tm_diagnosis_info(d)->equations == tm_diagnosis_info(d)->rank + 1; f++) {
            if (set[f] && f != own) {
                set[f] = false;
                with = jacobian_rank(jac, set, joints);
                set[own] = false;
                without = jacobian_rank(jac, set, joints);
                set[own] = set[f] = true;
                CHECK(with < 0 || without < 0 || with - without == r->equation_count);
            }
        }
        int left = mobility_of(t, build(t, k, 1.0, 0.0, own));
        int max = tm_diagnosis_info(d)->mobility + r->equation_count - r->equations;
        CHECK(left <= max && (left == max || i + 1 < count));
        CHECK(r->equations < r->equation_count || left == tm_diagnosis_info(d)->mobility);
    }
    CHECK(total == jac->rows - tm_diagnosis_info(d)->rank);
    CHECK(tm_diagnosis_conflict_count(d) == 0);
}

/* Same verdict, counts, sets and motions. */
static bool alike(const tmMechanism *m, const tmDiagnosis *a, const tmMechanism *n,
                  const tmDiagnosis *b) {
    const tmDiagnosisInfo *p = tm_diagnosis_info(a), *q = tm_diagnosis_info(b);
    bool same = p->verdict == q->verdict && p->mobility == q->mobility && p->rank == q->rank &&
                p->finite_mobility == q->finite_mobility && p->gruebler == q->gruebler &&
                tm_diagnosis_redundancy_count(a) == tm_diagnosis_redundancy_count(b);
    for (int i = 0; same && i < tm_diagnosis_redundancy_count(a); i++) {
        const tmRedundancy *r = tm_diagnosis_redundancy(a, i), *s = tm_diagnosis_redundancy(b, i);
        same = place_of(m, r->constraint.joint) == place_of(n, s->constraint.joint) &&
               r->equations == s->equations && r->from_count == s->from_count;
        for (int f = 0; same && f < r->from_count; f++) {
            same = place_of(m, r->from[f].joint) == place_of(n, s->from[f].joint);
        }
    }
    bool singular = p->finite_mobility < p->mobility; /* motions are then what a search found */
    for (int i = 0; same && !singular && i < tm_diagnosis_motion_count(a); i++) {
        const tmFreeMotion *v = tm_diagnosis_motion(a, i), *w = tm_diagnosis_motion(b, i);
        same = v->moved == w->moved && v->idle == w->idle && v->input.kind == w->input.kind &&
               place_of(m, v->input.joint) == place_of(n, w->input.joint);
    }
    return same;
}

static void check_frames(tmTest *t, const sketch *k, const tmMechanism *m, const tmDiagnosis *d) {
    const double frames[][2] = {{1e-6, 0.0}, {1e6, 0.0}, {1e-3, 1.1}, {1e6, -2.0}};
    for (int i = 0; i < 4; i++) {
        const tmMechanism *other = build(t, k, frames[i][0], frames[i][1], -1);
        tmDiagnosis *e;
        MUST(tm_diagnosis_create(other, NULL, &e));
        DEFER(tm_diagnosis_destroy, e);
        if (!CHECK(alike(m, d, other, e))) {
            char words[2][4000];
            tm_diagnosis_text(d, words[0], sizeof words[0]);
            tm_diagnosis_text(e, words[1], sizeof words[1]);
            printf("  unit %g, turn %g\n%sbut\n%s", frames[i][0], frames[i][1], words[1], words[0]);
        }
    }
}

static void run(tmTest *t, uint64_t seed, int count) {
    uint64_t state = seed;
    int doubtful = 0, redundant = 0, movable = 0;
    for (int i = 0; i < count && !t->failed; i++) {
        uint64_t from = state;
        sketch k = draw(&state);
        const tmMechanism *m = build(t, &k, 1.0, 0.0, -1);
        jacobian jac = jacobian_of(m);
        bool all[JOINTS_MAX];
        memset(all, 1, sizeof all);
        int rank = jacobian_rank(&jac, all, k.joints);
        tmDiagnosis *d;
        MUST(tm_diagnosis_create(m, NULL, &d));
        DEFER(tm_diagnosis_destroy, d);
        const tmDiagnosisInfo *info = tm_diagnosis_info(d);
        CHECK(info->assembled);
        CHECK(info->equations == jac.rows && info->gruebler == jac.unknowns - jac.rows);
        CHECK(info->finite_mobility <= info->mobility);
        doubtful += rank < 0;
        if (rank >= 0) {
            CHECK(info->rank == rank && info->mobility == jac.unknowns - rank);
            check_motions(t, m, d, &jac);
            check_redundancies(t, &k, m, d, &jac);
            check_frames(t, &k, m, d);
            redundant += info->rank < info->equations;
            movable += info->mobility > 0;
        }
        if (t->failed) {
            char words[4000];
            tm_diagnosis_text(d, words, sizeof words);
            printf("  mechanism %d, state %llu\n%s", i, (unsigned long long)from, words);
        }
        test_run_defers(t, 0);
    }
    CHECK(doubtful * 20 <= count);
    CHECK(redundant * 5 >= count && movable * 5 >= count);
}

TEST(random_mechanisms_have_the_rank_motions_and_sets_of_their_jacobian) {
    run(t, 1, 3000);
}

/* ---- Conflicts ----------------------------------------------------------------------------- */

#define POINTS 6
#define RODS_MAX 12

/* Least height of a triangle of points over its sides: a flat one can be torn by any length. */
#define HEIGHT_MIN 0.2

/* Adds a random point that is near none of the points before it and in line with no two. */
static void draw_point(uint64_t *state, double *x, double *y, int at) {
    bool in_line = true;
    while (in_line) {
        x[at] = test_uniform(state, -4.0, 4.0);
        y[at] = test_uniform(state, -4.0, 4.0);
        in_line = false;
        for (int i = 0; i < at; i++) {
            in_line |= hypot(x[i] - x[at], y[i] - y[at]) < 1.0;
            for (int j = 0; j < i; j++) {
                double twice = (x[i] - x[at]) * (y[j] - y[at]) - (y[i] - y[at]) * (x[j] - x[at]);
                double side =
                    fmax(hypot(x[i] - x[at], y[i] - y[at]),
                         fmax(hypot(x[j] - x[at], y[j] - y[at]), hypot(x[j] - x[i], y[j] - y[i])));
                in_line |= fabs(twice) < HEIGHT_MIN * side;
            }
        }
    }
}

/* Points with rods between random pairs of them, of which one is 1e-6 of its length too long. */
static tmMechanism *build_framework(tmTest *t, uint64_t *state, int rods, int wrong,
                                    jacobian *jac) {
    linkage l = linkage_open(t, 0, NULL);
    double x[POINTS], y[POINTS];
    tmFeatureId points[POINTS];
    bool tied[POINTS][POINTS] = {{false}};
    for (int i = 0; i < POINTS; i++) {
        draw_point(state, x, y, i);
        points[i] = linkage_mark(&l, linkage_body(&l, x[i], y[i], 0.0), x[i], y[i], 0.0);
    }
    *jac = (jacobian){.unknowns = 2 * POINTS};
    while (jac->rows < rods) {
        int a = test_between(state, 0, POINTS - 1), b = test_between(state, 0, POINTS - 1);
        if (a >= b || tied[a][b]) {
            continue;
        }
        tied[a][b] = true;
        double dx = x[b] - x[a], dy = y[b] - y[a], length = hypot(dx, dy);
        linkage_joint(&l, TM_JOINT_DISTANCE, points[a], points[b],
                      length * (jac->rows == wrong ? 1.000001 : 1.0));
        double *row = jac->entry[jac->rows];
        row[2 * b] = dx / length;
        row[2 * b + 1] = dy / length;
        row[2 * a] = -row[2 * b];
        row[2 * a + 1] = -row[2 * b + 1];
        jac->first[jac->rows + 1] = jac->rows + 1;
        jac->rows++;
    }
    CHECK_STATUS(l.status, TM_OK);
    return l.m;
}

/* A conflict has the wrong rod in it, is dependent, and without any of its rods is not. */
static void check_conflict(tmTest *t, const tmMechanism *m, const tmConflict *c,
                           const jacobian *jac, int wrong) {
    bool set[RODS_MAX] = {false};
    for (int i = 0; i < c->count; i++) {
        set[place_of(m, c->constraints[i].joint)] = true;
    }
    CHECK(set[wrong]);
    int rank = jacobian_rank(jac, set, jac->rows);
    CHECK(rank < 0 || rank == c->count - 1);
    for (int i = 0; i < jac->rows; i++) {
        if (set[i]) {
            set[i] = false;
            rank = jacobian_rank(jac, set, jac->rows);
            CHECK(rank < 0 || rank == c->count - 1);
            set[i] = true;
        }
    }
}

/* The rods of a framework are independent or not as in graphs ([ME] 2.1.1): a wrong length
 * contradicts the others exactly where its rod is redundant. */
TEST(rod_of_a_wrong_length_conflicts_with_the_rods_that_determine_it) {
    uint64_t state = 5;
    int conflicts = 0;
    for (int i = 0; i < test_rounds(1000) && !t->failed; i++) {
        jacobian jac;
        int rods = test_between(&state, 5, RODS_MAX), wrong = test_between(&state, 0, rods - 1);
        const tmMechanism *m = build_framework(t, &state, rods, wrong, &jac);
        bool set[RODS_MAX];
        memset(set, 1, sizeof set);
        int rank = jacobian_rank(&jac, set, rods);
        set[wrong] = false;
        int without = jacobian_rank(&jac, set, rods);
        tmDiagnosis *d;
        MUST(tm_diagnosis_create(m, NULL, &d));
        DEFER(tm_diagnosis_destroy, d);
        const tmDiagnosisInfo *info = tm_diagnosis_info(d);
        if (rank >= 0 && without >= 0) {
            CHECK((info->verdict == TM_VERDICT_CONFLICTING) == (rank == without));
            CHECK(info->rank == rank);
        }
        int total = 0;
        for (int k = 0; k < tm_diagnosis_conflict_count(d); k++, total++) {
            check_conflict(t, m, tm_diagnosis_conflict(d, k), &jac, wrong);
        }
        conflicts += total > 0;
        for (int k = 0; k < tm_diagnosis_redundancy_count(d); k++, total++) {
            const tmRedundancy *r = tm_diagnosis_redundancy(d, k);
            CHECK(place_of(m, r->constraint.joint) != wrong);
            for (int f = 0; f < r->from_count; f++) {
                CHECK(place_of(m, r->from[f].joint) != wrong);
            }
        }
        CHECK(total == info->equations - info->rank);
        test_run_defers(t, 0);
    }
    CHECK(conflicts >= test_rounds(200));
}

TEST_MAIN(CASE(random_mechanisms_have_the_rank_motions_and_sets_of_their_jacobian),
          CASE(rod_of_a_wrong_length_conflicts_with_the_rods_that_determine_it))
