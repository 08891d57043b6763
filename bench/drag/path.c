/* path.c: paths of the pointer. Those that go out and back are made with the reference at hand:
 * each of their steps is one that fine steps of the pointer go, and come back by. */
#include "path.h"

#include <math.h>
#include <string.h>

/* Steps: smooth ones of the pointer and jumps, of the size; turns of the crank [rad]. */
#define SMOOTH 0.015
#define JUMP 0.25
#define TURN 0.05235987755982988 /* 3 degrees */
#define TURN_JUMP 1.2

/* Frames of one way out. */
#define OUT_SMOOTH 80
#define OUT_TURN 120
#define OUT_JUMPS 30
#define OUT_OFF 50
#define OUT_LIMIT 60
#define WILD 60

/* Places of a reference that count as one, in arc length. */
#define SAME 1e-3

static Path *next_path(Path *paths, int *count, const char *name, bool drag) {
    Path *p = &paths[(*count)++];
    *p = (Path){.name = name, .drag = drag};
    return p;
}

static void add(Path *p, double x, double y) {
    if (p->count < PATH_FRAMES) {
        p->values[p->count][0] = x;
        p->values[p->count][1] = y;
        p->count++;
    }
}

/* The same frames in the other order, ending at the start. */
static void add_back(Path *p) {
    for (int i = p->count - 2; i >= 0; i--) {
        add(p, p->values[i][0], p->values[i][1]);
    }
    add(p, p->start[0], p->start[1]);
    p->out_and_back = true;
}

/* ---- Turns --------------------------------------------------------------------------------- */

/* Turns once around, or to 0.2 rad beyond where the crank can go, and back. */
static void turn_smooth(Path *p, const Curve *c, double at, double sense) {
    int beyond = 0;
    for (int i = 1; i <= OUT_TURN && beyond < 5; i++) {
        Cursor cursor = {.at = at, .way = 1.0};
        Followed f = curve_turn(c, &cursor, sense * TURN * i);
        beyond += f.part < 1.0;
        if (f.unknown) {
            break;
        }
        add(p, sense * TURN * i, 0.0);
    }
    add_back(p);
}

/* Jumps of the crank that its end makes by up to a quarter of the size. */
static void turn_jumps(Path *p, const Scene *s, uint64_t *seed) {
    double max = fmin(TURN_JUMP, JUMP * s->size / s->lever), angle = 0.0;
    for (int i = 0; i < OUT_JUMPS; i++) {
        double sense = scene_random(seed, 0.0, 1.0) < 0.75 ? 1.0 : -1.0;
        angle += sense * scene_random(seed, 0.2 * max, max);
        add(p, angle, 0.0);
    }
    add_back(p);
}

/* ---- Drags on the curve -------------------------------------------------------------------- */

/* Whether fine steps lead the pointer from one place on to the next, and back again. */
static bool goes_and_returns(const Scene *s, const Curve *c, double from, double to, double way,
                             const double p[2], const double q[2]) {
    Cursor cursor = {.at = from, .way = way};
    Followed f = curve_drag(c, &cursor, s->dragged, p, q);
    if (f.jumped || f.unknown || fabs(cursor.at - to) > SAME) {
        return false;
    }
    f = curve_drag(c, &cursor, s->dragged, q, p);
    return !f.jumped && !f.unknown && fabs(cursor.at - from) <= SAME;
}

/* The pointer goes along the feature's own curve by steps of about `step`, as long as fine steps
 * lead it. Where a step does not, as past a dead end, shorter ones are tried, then it turns back.
 */
static void along(Path *p, const Scene *s, const Curve *c, double at, double way, double min,
                  double max, int frames, uint64_t *seed) {
    double here[2] = {p->start[0], p->start[1]};
    while (p->count < frames) {
        double wanted = scene_random(seed, min, max) * s->size, to = at, next[2];
        bool good = false;
        for (int tries = 0; tries < 6 && !good; tries++, wanted *= 0.5) {
            double gone = 0.0;
            to = at;
            do {
                double h = 0.1 * curve_spacing(c, to);
                to += way * h;
                gone += h;
                curve_point(c, to, s->dragged, &next[0], &next[1]);
            } while (hypot(next[0] - here[0], next[1] - here[1]) < wanted && gone < 1.5);
            good = gone < 1.5 && goes_and_returns(s, c, at, to, way, here, next);
        }
        if (!good) {
            break;
        }
        at = to;
        here[0] = next[0];
        here[1] = next[1];
        add(p, here[0], here[1]);
    }
}

/* ---- Drags off the curve ------------------------------------------------------------------- */

/* Checks a path by the reference: forward, then back by the same places. */
static bool is_reversible(const Path *p, const Scene *s, const Curve *c, double at) {
    double places[PATH_FRAMES + 1];
    Cursor cursor = {.at = at, .way = 1.0};
    const double *before = p->start;
    places[0] = at;
    for (int i = 0; i < p->count; i++) {
        Followed f = curve_drag(c, &cursor, s->dragged, before, p->values[i]);
        if (f.jumped || f.unknown) {
            return false;
        }
        places[i + 1] = cursor.at;
        before = p->values[i];
    }
    for (int i = p->count - 1; i >= 0; i--) {
        const double *to = i > 0 ? p->values[i - 1] : p->start;
        Followed f = curve_drag(c, &cursor, s->dragged, p->values[i], to);
        if (f.jumped || f.unknown || fabs(cursor.at - places[i]) > SAME) {
            return false;
        }
    }
    return true;
}

/* Beside the path `on`, up to `amount` of the size away in one direction. */
static void beside(Path *p, const Path *on, const Scene *s, int frames, double amount,
                   double angle) {
    p->count = 0;
    for (int i = 0; i < frames; i++) {
        double off = amount * s->size * sin(3.14159265358979 * (i + 1) / (frames + 1));
        add(p, on->values[i][0] + off * cos(angle), on->values[i][1] + off * sin(angle));
    }
}

/* Straight away from the start, in steps that grow to a quarter of the size. */
static void straight(Path *p, const Scene *s, double amount, double angle) {
    p->count = 0;
    for (double gone = 0.0, step = 0.02; gone < amount; step = fmin(JUMP, 1.3 * step)) {
        gone = fmin(amount, gone + step);
        add(p, p->start[0] + gone * s->size * cos(angle),
            p->start[1] + gone * s->size * sin(angle));
    }
}

/* Both with the largest amount by which the reference comes back; none: the path is dropped. */
static bool leave_curve(Path *p, const Path *on, const Scene *s, const Curve *c, double at,
                        uint64_t *seed) {
    for (double amount = on ? JUMP : 1.0; amount > 0.01; amount *= 0.6) {
        double angle = scene_random(seed, 0.0, 6.28);
        if (on) {
            beside(p, on, s, on->count / 2 < OUT_OFF ? on->count / 2 : OUT_OFF, amount, angle);
        } else {
            straight(p, s, amount, angle);
        }
        if (p->count > 0 && is_reversible(p, s, c, at)) {
            add_back(p);
            return true;
        }
    }
    return false;
}

/* ---- Dead ends ----------------------------------------------------------------------------- */

static double speed_at(const Scene *s, const Curve *c, double at) {
    double h = 0.02 * curve_spacing(c, at), x, y, u, v;
    curve_point(c, at - h, s->dragged, &x, &y);
    curve_point(c, at + h, s->dragged, &u, &v);
    return hypot(u - x, v - y) / (2.0 * h);
}

/* The next place where the dragged feature stands still and turns back; false where there is none
 * within a round. */
static bool find_limit(const Scene *s, const Curve *c, double at, double way, double *limit) {
    double length = curve_length(c);
    for (double gone = 0.0; gone < length;) {
        double h = 0.25 * curve_spacing(c, at), x, y, u, v, p, q;
        curve_point(c, at - h, s->dragged, &x, &y);
        curve_point(c, at, s->dragged, &p, &q);
        curve_point(c, at + h, s->dragged, &u, &v);
        if ((p - x) * (u - p) + (q - y) * (v - q) < 0.0 && speed_at(s, c, at) < 0.2 * s->size) {
            *limit = at;
            return gone > 0.1;
        }
        at += way * h;
        gone += h;
    }
    return false;
}

/* To a dead end of the dragged feature, a tenth of the size beyond it, and back. */
static bool to_limit(Path *p, const Scene *s, const Curve *c, double at, double way) {
    double limit = 0.0, x, y, u, v;
    if (!find_limit(s, c, at, way, &limit)) {
        return false;
    }
    for (int i = 1; i <= OUT_LIMIT; i++) {
        double part = (double)i / OUT_LIMIT;
        curve_point(c, at + (limit - at) * part, s->dragged, &x, &y);
        add(p, x, y);
    }
    curve_point(c, limit - way * 2.0 * curve_spacing(c, limit), s->dragged, &u, &v);
    double length = hypot(x - u, y - v);
    for (int i = 1; i <= 5 && length > 0.0; i++) {
        double off = 0.02 * s->size * i / length;
        add(p, x + off * (x - u), y + off * (y - v));
    }
    if (!is_reversible(p, s, c, at)) {
        return false;
    }
    add_back(p);
    return true;
}

/* Anywhere within half the size of where the feature began, by jumps. Not a way back. */
static void wild(Path *p, const Scene *s, double radius, uint64_t *seed) {
    double x = p->start[0], y = p->start[1];
    while (p->count < WILD) {
        double angle = scene_random(seed, 0.0, 6.28),
               step = scene_random(seed, 0.0, JUMP) * s->size;
        double u = x + step * cos(angle), v = y + step * sin(angle);
        if (hypot(u - p->start[0], v - p->start[1]) <= radius) {
            x = u;
            y = v;
            add(p, x, y);
        }
    }
}

/* ---- All ----------------------------------------------------------------------------------- */

static void start_drag(Path *p, const Scene *s) {
    ScenePoint points[SCENE_FEATURES];
    scene_start(s, points);
    memcpy(p->start, points[s->dragged], sizeof p->start);
}

static int free_paths(const Scene *s, uint64_t *seed, Path *paths) {
    int count = 0;
    Path *p = next_path(paths, &count, "drag loop", true);
    double turn = scene_random(seed, 0.0, 6.28);
    start_drag(p, s);
    for (int i = 1; i <= OUT_SMOOTH; i++) {
        double a = 2.0 * 3.14159265358979 * i / OUT_SMOOTH, r = 0.3 * s->size;
        add(p, p->start[0] + r * (cos(a + turn) - cos(turn)),
            p->start[1] + r * (sin(a + turn) - sin(turn)));
    }
    add_back(p);
    p = next_path(paths, &count, "drag jumps", true);
    start_drag(p, s);
    wild(p, s, 0.5 * s->size, seed);
    p->count = OUT_JUMPS;
    add_back(p);
    p = next_path(paths, &count, "drag beyond", true);
    start_drag(p, s);
    straight(p, s, 0.5 * s->body_count, scene_random(seed, 0.0, 6.28));
    add_back(p);
    p = next_path(paths, &count, "drag wild", true);
    start_drag(p, s);
    wild(p, s, 2.0 * s->size, seed);
    return count;
}

int paths_make(const Scene *s, const Curve *c, double at, uint64_t seed, Path *paths) {
    if (!c) {
        return free_paths(s, &seed, paths);
    }
    int count = 0;
    double way = scene_random(&seed, 0.0, 1.0) < 0.5 ? 1.0 : -1.0;
    if (s->driver >= 0) {
        turn_smooth(next_path(paths, &count, "turn", false), c, at, way);
        turn_jumps(next_path(paths, &count, "turn jumps", false), s, &seed);
    }
    Path *smooth = next_path(paths, &count, "drag smooth", true);
    start_drag(smooth, s);
    along(smooth, s, c, at, way, SMOOTH, SMOOTH, OUT_SMOOTH, &seed);
    add_back(smooth);
    Path *p = next_path(paths, &count, "drag jumps", true);
    start_drag(p, s);
    along(p, s, c, at, -way, 0.3 * JUMP, JUMP, OUT_JUMPS, &seed);
    add_back(p);
    p = next_path(paths, &count, "drag beside", true);
    start_drag(p, s);
    count -= !leave_curve(p, smooth, s, c, at, &seed);
    p = next_path(paths, &count, "drag beyond", true);
    start_drag(p, s);
    count -= !leave_curve(p, NULL, s, c, at, &seed);
    for (int k = 0; k < 2; k++) {
        p = next_path(paths, &count, "drag to limit", true);
        start_drag(p, s);
        count -= !to_limit(p, s, c, at, k == 0 ? 1.0 : -1.0);
    }
    p = next_path(paths, &count, "drag wild", true);
    start_drag(p, s);
    wild(p, s, 0.75 * s->size, &seed);
    return count;
}
