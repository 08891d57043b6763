/* planar.c: moments of regions of the plane from their outlines.
 *
 * Green's theorem in its form about an origin: over what a curve r(t) sweeps as seen from there,
 *   integral of f = 1/(n + 2) of the integral of f(r) w dt,   w = x y' - y x',
 * for f = 1, x, y, xx, xy, yy of degree n = 0, 1, 1, 2, 2, 2. Lines are closed forms; arcs, whose
 * integrands are trigonometric polynomials of degree 3, take 16 points a quarter of a turn, which
 * leaves less than a rounding. */
#include "define/geometry/moments/moments.h"
#include "numeric/numeric.h"

#define QUARTER_TURN 1.5707963267948966

const double tmi_gauss_nodes[TMI_GAUSS_HALF] = {
    0.9894009349916499, 0.9445750230732326,  0.8656312023878318, 0.755404408355003,
    0.6178762444026438, 0.45801677765722737, 0.2816035507792589, 0.09501250983763744};
const double tmi_gauss_weights[TMI_GAUSS_HALF] = {
    0.027152459411754096, 0.062253523938647894, 0.09515851168249279, 0.12462897125553388,
    0.14959598881657674,  0.16915651939500254,  0.18260341504492358, 0.1894506104550685};

void tmi_planar_init(tmiPlanar *planar, tmVec3 origin) {
    *planar = (tmiPlanar){.origin = origin};
}

void tmi_planar_add(tmiPlanar *planar, const double sums[6]) {
    for (int i = 0; i < 6; i++) {
        tmi_sum_add(&planar->sums[i], sums[i]);
    }
}

void tmi_planar_line(tmiPlanar *planar, tmVec3 a, tmVec3 b) {
    double px = a.x - planar->origin.x, py = a.y - planar->origin.y;
    double qx = b.x - planar->origin.x, qy = b.y - planar->origin.y;
    double w = px * qy - py * qx;
    double sums[6] = {w / 2.0,
                      w * (px + qx) / 6.0,
                      w * (py + qy) / 6.0,
                      w * (px * px + px * qx + qx * qx) / 12.0,
                      w * (2.0 * (px * py + qx * qy) + px * qy + qx * py) / 24.0,
                      w * (py * py + py * qy + qy * qy) / 12.0};
    tmi_planar_add(planar, sums);
}

void tmi_planar_loop(tmiPlanar *planar, const tmVec3 *points, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        tmi_planar_line(planar, points[i], points[i + 1 < count ? i + 1 : 0]);
    }
}

/* sums += weight times the integrands at (x, y), from the origin. */
static void add_sample(double sums[6], double weight, double x, double y, double w) {
    double ww = weight * w;
    sums[0] += ww / 2.0;
    sums[1] += ww * x / 3.0;
    sums[2] += ww * y / 3.0;
    sums[3] += ww * (x * x) / 4.0;
    sums[4] += ww * (x * y) / 4.0;
    sums[5] += ww * (y * y) / 4.0;
}

static void add_short_arc(tmiPlanar *planar, tmVec3 centre, double radius, double from, double to) {
    double middle = 0.5 * (from + to), half = 0.5 * (to - from);
    double sums[6] = {0};
    for (int i = 0; i < 2 * TMI_GAUSS_HALF; i++) {
        double node = tmi_gauss_nodes[i / 2] * (i % 2 ? 1.0 : -1.0);
        double s, c;
        tmi_sincos(middle + half * node, &s, &c);
        double x = centre.x - planar->origin.x + radius * c;
        double y = centre.y - planar->origin.y + radius * s;
        add_sample(sums, half * tmi_gauss_weights[i / 2], x, y, radius * (x * c + y * s));
    }
    tmi_planar_add(planar, sums);
}

void tmi_planar_arc(tmiPlanar *planar, tmVec3 centre, double radius, double from, double to) {
    double span = to - from;
    int32_t parts = 1 + (int32_t)floor(fabs(span) / QUARTER_TURN);
    for (int32_t i = 0; i < parts; i++) {
        add_short_arc(planar, centre, radius, from + span * i / parts,
                      from + span * (i + 1) / parts);
    }
}

tmiMoments tmi_planar_prism(const tmiPlanar *planar, double thickness) {
    double s[6];
    for (int i = 0; i < 6; i++) {
        s[i] = tmi_sum_value(planar->sums[i]) * thickness;
    }
    tmiMoments m = {.volume = s[0], .centre = planar->origin};
    if (s[0] != 0.0) {
        double x = s[1] / s[0], y = s[2] / s[0];
        m.centre = tmi_vec(planar->origin.x + x, planar->origin.y + y, 0.0);
        m.second[0] = s[3] - s[1] * x;
        m.second[1] = s[5] - s[2] * y;
        m.second[2] = s[0] * (thickness * thickness) / 12.0;
        m.second[5] = s[4] - s[1] * y;
    }
    return m;
}

tmVec3 tmi_points_middle(const tmVec3 *points, int32_t count) {
    tmVec3 low = points[0], high = points[0];
    for (int32_t i = 1; i < count; i++) {
        low = tmi_vec_min(low, points[i]);
        high = tmi_vec_max(high, points[i]);
    }
    return tmi_vec_along(low, 0.5, tmi_vec_sub(high, low));
}
