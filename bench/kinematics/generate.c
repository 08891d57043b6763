/* generate.c: lays out Stress-n and Chain-n. Chain-n is free of random numbers and the same as in
 * the reference set; Stress-n follows the same rule there but with other random numbers. */
#include "generate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846
#define RADIANS (PI / 180.0)

/* Places of the crank in a turn at which a dyad is laid out. */
#define SAMPLES 180

/* Swing of a rocker to either side of its middle [rad]. */
#define SWING (24.0 * RADIANS)

#define CRANK 0.9 /* length of Stress-n's crank [m] */
#define ARM 2.4   /* length of a rocker's arm, before it is adjusted [m] */

/* Points in the world, taken one after another as joints are laid out. */
typedef struct Layout {
    Linkage *linkage;
    int bodies, features, joints;
} Layout;

static int add_feature(Layout *at, int body, double x, double y) {
    LinkageFeature *f = &at->linkage->features[at->features];
    snprintf(f->name, sizeof f->name, "p%d", at->features);
    f->body = body;
    f->x = x;
    f->y = y;
    return at->features++;
}

static void add_joint(Layout *at, int a, int b) {
    LinkageJoint *j = &at->linkage->joints[at->joints];
    snprintf(j->name, sizeof j->name, "j%d", at->joints++);
    j->feature[0] = a;
    j->feature[1] = b;
}

/* Adds a body from the first of these world points towards the second. Returns its first feature.
 */
static int add_body(Layout *at, const double (*points)[2], int count) {
    LinkageBody *b = &at->linkage->bodies[at->bodies];
    int first = at->features;
    snprintf(b->name, sizeof b->name, "link%d", at->bodies);
    b->x = points[0][0];
    b->y = points[0][1];
    b->angle = atan2(points[1][1] - b->y, points[1][0] - b->x);
    double c = cos(b->angle), s = sin(b->angle);
    for (int i = 0; i < count; i++) {
        double x = points[i][0] - b->x, y = points[i][1] - b->y;
        add_feature(at, at->bodies, c * x + s * y, c * y - s * x);
    }
    at->bodies++;
    return first;
}

/* ---- Stress -------------------------------------------------------------------------------- */

/* The point that drives the next dyad: over a turn, in the middle of its motion, and the direction
 * of the arm that it ends there. */
typedef struct Path {
    double at[SAMPLES][2];
    double middle[2];
    double arm[2];
} Path;

/* Where circles about p and d meet, left of the way from p to d. */
static void circles(const double p[2], double r, const double d[2], double q, double at[2]) {
    double x = d[0] - p[0], y = d[1] - p[1], far = hypot(x, y);
    double along = (r * r - q * q + far * far) / (2.0 * far);
    double height = sqrt(r * r - along * along);
    at[0] = p[0] + (along * x - height * y) / far;
    at[1] = p[1] + (along * y + height * x) / far;
}

/* Angles of a rocker about d that the path drives by a coupler; first is its end at the start. */
static void swing(const Path *path, double coupler, const double d[2], double arm, double *angles,
                  double first[2]) {
    for (int i = 0; i < SAMPLES; i++) {
        double end[2];
        circles(path->at[i], coupler, d, arm, end);
        if (i == 0) {
            memcpy(first, end, sizeof end);
        }
        angles[i] = atan2(end[1] - d[1], end[0] - d[0]);
        angles[i] -= i ? 2.0 * PI * round((angles[i] - angles[i - 1]) / (2.0 * PI)) : 0.0;
    }
}

/* The arm that drives the next dyad stands off the other by `off` and is as long as restores the
 * swing. */
static void next_path(Path *path, const double d[2], const double *angles, double off) {
    double low = angles[0], high = angles[0];
    for (int i = 1; i < SAMPLES; i++) {
        low = fmin(low, angles[i]);
        high = fmax(high, angles[i]);
    }
    double arm = ARM * sin(SWING) / sin(0.5 * (high - low));
    double middle = 0.5 * (high + low) + off;
    for (int i = 0; i < SAMPLES; i++) {
        path->at[i][0] = d[0] + arm * cos(angles[i] + off);
        path->at[i][1] = d[1] + arm * sin(angles[i] + off);
    }
    path->arm[0] = cos(middle);
    path->arm[1] = sin(middle);
    path->middle[0] = d[0] + arm * path->arm[0];
    path->middle[1] = d[1] + arm * path->arm[1];
}

/* Adds dyad i, driven at feature `from`; returns the feature that drives the next. */
static int add_dyad(Layout *at, Path *path, int i, bool last, int from, uint64_t *seed) {
    double arm = (i == 0 ? 2.2 : ARM) + linkage_random(seed, -0.1, 0.1);
    double length = 4.0 + linkage_random(seed, -0.3, 0.3);
    double start[2] = {path->at[0][0], path->at[0][1]};
    double mid[2] = {path->middle[0] + length * path->arm[1],
                     path->middle[1] - length * path->arm[0]};
    double rocker[3][2];
    double *d = rocker[0];
    d[0] = mid[0] - arm * path->arm[0] + linkage_random(seed, -0.1, 0.1);
    d[1] = mid[1] - arm * path->arm[1] + linkage_random(seed, -0.1, 0.1);
    double angles[SAMPLES];
    swing(path, length, d, hypot(mid[0] - d[0], mid[1] - d[1]), angles, rocker[1]);
    double off = RADIANS * linkage_random(seed, 35.0, 50.0);
    if (!last) {
        next_path(path, d, angles, i % 2 ? -off : off);
        memcpy(rocker[2], path->at[0], sizeof rocker[2]);
    }
    double coupler[2][2] = {{start[0], start[1]}, {rocker[1][0], rocker[1][1]}};
    int c = add_body(at, (const double(*)[2])coupler, 2);
    int r = add_body(at, (const double(*)[2])rocker, last ? 2 : 3);
    int ground = add_feature(at, 0, d[0], d[1]);
    add_joint(at, from, c);
    add_joint(at, c + 1, r + 1);
    add_joint(at, r, ground);
    return r + 2;
}

Linkage *generate_stress(int n) {
    int dyads = (n - 2) / 2;
    char name[LINKAGE_NAME];
    snprintf(name, sizeof name, "Stress-%d", n);
    Layout at = {.linkage = linkage_create(name, 2 + 2 * dyads, 2 + 6 * dyads, 1 + 3 * dyads),
                 .bodies = 1};
    uint64_t seed = 1000 + (uint64_t)n;
    Path path = {.arm = {0.0, 1.0}};
    for (int i = 0; i < SAMPLES; i++) {
        path.at[i][0] = CRANK * cos(2.0 * PI * i / SAMPLES);
        path.at[i][1] = CRANK * sin(2.0 * PI * i / SAMPLES);
    }
    const double crank[2][2] = {{0.0, 0.0}, {CRANK, 0.0}};
    int ground = add_feature(&at, 0, 0.0, 0.0);
    int from = add_body(&at, crank, 2);
    add_joint(&at, ground, from);
    from++;
    for (int i = 0; i < dyads; i++) {
        from = add_dyad(&at, &path, i, i == dyads - 1, from, &seed);
    }
    linkage_finish(at.linkage);
    return at.linkage;
}

/* ---- Chain --------------------------------------------------------------------------------- */

static double chain_length(int i) {
    return i == 0 ? 1.0 : i == 1 ? 1.25 : 1.0 + 0.15 * sin(2.4 * i);
}

/* Angle that the links take on an arc of this radius. */
static double chain_sweep(int n, double radius) {
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
        sum += 2.0 * asin(chain_length(i) / (2.0 * radius));
    }
    return sum;
}

/* Radius of the arc whose ends are as far apart as leaves the crank its whole turn. */
static double chain_radius(int n) {
    double total = 0.0, longest = 0.0;
    for (int i = 0; i < n; i++) {
        total += chain_length(i);
        longest = fmax(longest, chain_length(i));
    }
    double span = fmin(0.62 * total, 0.8 * (total - 2.0));
    double low = 0.50005 * longest, high = 1e6;
    while (chain_sweep(n, low) > 2.0 * PI) {
        low *= 1.01;
    }
    for (int i = 0; i < 300; i++) {
        double radius = 0.5 * (low + high);
        double chord = 2.0 * radius * sin(0.5 * chain_sweep(n, radius));
        *(chord < span ? &low : &high) = radius;
    }
    return 0.5 * (low + high);
}

Linkage *generate_chain(int n) {
    char name[LINKAGE_NAME];
    snprintf(name, sizeof name, "Chain-%d", n);
    Layout at = {.linkage = linkage_create(name, n + 1, 2 * n + 2, n + 1), .bodies = 1};
    double radius = chain_radius(n);
    double angle = 0.5 * PI + 0.5 * chain_sweep(n, radius);
    const double origin[2] = {radius * cos(angle), radius * sin(angle)};
    double link[2][2] = {{0.0, 0.0}, {0.0, 0.0}};
    int from = add_feature(&at, 0, 0.0, 0.0);
    for (int i = 0; i < n; i++) {
        angle -= 2.0 * asin(chain_length(i) / (2.0 * radius));
        memcpy(link[0], link[1], sizeof link[0]);
        link[1][0] = radius * cos(angle) - origin[0];
        link[1][1] = radius * sin(angle) - origin[1];
        int first = add_body(&at, (const double(*)[2])link, 2);
        add_joint(&at, from, first);
        from = first + 1;
    }
    add_joint(&at, from, add_feature(&at, 0, link[1][0], link[1][1]));
    linkage_finish(at.linkage);
    return at.linkage;
}

Linkage *generate_named(const char *name) {
    int n = 0;
    if (sscanf(name, "Stress-%d", &n) == 1 && n >= 4 && n % 2 == 0) {
        return generate_stress(n);
    }
    if (sscanf(name, "Chain-%d", &n) == 1 && n >= 3) {
        return generate_chain(n);
    }
    return NULL;
}
