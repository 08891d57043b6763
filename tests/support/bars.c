/* bars.c: see bars.h. */
#include "bars.h"

bool bars_points(const Bars *k, double angle, int side, int side2, Points *p) {
    p->bx = k->a * cos(angle);
    p->by = k->a * sin(angle);
    if (!linkage_circles(p->bx, p->by, k->b, k->g, 0.0, k->c, side, &p->cx, &p->cy)) {
        return false;
    }
    double ux = (p->cx - p->bx) / k->b, uy = (p->cy - p->by) / k->b;
    double vx = (p->cx - k->g) / k->c, vy = p->cy / k->c;
    p->fx = p->bx + k->px * ux - k->py * uy;
    p->fy = p->by + k->px * uy + k->py * ux;
    p->qx = k->on_rocker ? k->g + k->qx * vx - k->qy * vy : k->qx;
    p->qy = k->on_rocker ? k->qx * vy + k->qy * vx : k->qy;
    return !k->six ||
           linkage_circles(p->fx, p->fy, k->d, p->qx, p->qy, k->e, side2, &p->ex, &p->ey);
}

/* The pose that brings the link's two points to where they are. */
static tmPose link_pose(const Link *l, double x, double y, double u, double v) {
    double own = atan2(l->y[1] - l->y[0], l->x[1] - l->x[0]), turn = atan2(v - y, u - x) - own;
    double c = cos(turn), s = sin(turn);
    return (tmPose){x - (c * l->x[0] - s * l->y[0]), y - (s * l->x[0] + c * l->y[0]), c, s};
}

bool bars_poses(const Bars *k, double angle, int side, int side2, tmPose *poses) {
    Points p;
    if (!bars_points(k, angle, side, side2, &p)) {
        return false;
    }
    poses[0] = (tmPose){0.0, 0.0, 1.0, 0.0};
    poses[1] = link_pose(&k->links[0], 0.0, 0.0, p.bx, p.by);
    poses[2] = link_pose(&k->links[1], p.bx, p.by, p.cx, p.cy);
    poses[3] = link_pose(&k->links[2], k->g, 0.0, p.cx, p.cy);
    if (k->six) {
        poses[4] = link_pose(&k->links[3], p.fx, p.fy, p.ex, p.ey);
        poses[5] = link_pose(&k->links[4], p.qx, p.qy, p.ex, p.ey);
    }
    return true;
}

/* A link with its first two points at a random place of its axes. */
static tmStatus add_link(Bars *k, Link *l, double length, uint64_t *state) {
    tmBodyDef def = tm_body_def_default();
    double turn = test_uniform(state, -3.0, 3.0);
    l->x[0] = test_uniform(state, -2.0, 2.0);
    l->y[0] = test_uniform(state, -2.0, 2.0);
    l->x[1] = l->x[0] + length * cos(turn);
    l->y[1] = l->y[0] + length * sin(turn);
    return tm_body_add(k->m, &def, &l->id);
}

/* A point of a link: x along its direction, y to the left, from its first point. */
static void link_point(const Link *l, double x, double y, double *px, double *py) {
    double dx = l->x[1] - l->x[0], dy = l->y[1] - l->y[0], length = hypot(dx, dy);
    *px = l->x[0] + (x * dx - y * dy) / length;
    *py = l->y[0] + (x * dy + y * dx) / length;
}

static tmStatus pin(Bars *k, tmStatus so_far, tmBodyId a, double ax, double ay, tmBodyId b,
                    double bx, double by, tmJointId *joint) {
    return so_far == TM_OK ? tm_joint_add_pin(k->m, a, ax, ay, b, bx, by, joint) : so_far;
}

static tmStatus bars_six(Bars *k, tmStatus status, uint64_t *state) {
    Link *l = k->links;
    status = status == TM_OK ? add_link(k, &l[3], k->d, state) : status;
    status = status == TM_OK ? add_link(k, &l[4], k->e, state) : status;
    double fx, fy, qx = k->qx, qy = k->qy;
    link_point(&l[1], k->px, k->py, &fx, &fy);
    if (k->on_rocker) {
        link_point(&l[2], k->qx, k->qy, &qx, &qy);
    }
    tmBodyId base = k->on_rocker ? l[2].id : tm_mechanism_ground(k->m);
    status = pin(k, status, l[1].id, fx, fy, l[3].id, l[3].x[0], l[3].y[0], NULL);
    status = pin(k, status, l[3].id, l[3].x[1], l[3].y[1], l[4].id, l[4].x[1], l[4].y[1], NULL);
    return pin(k, status, base, qx, qy, l[4].id, l[4].x[0], l[4].y[0], NULL);
}

tmStatus bars_build(tmTest *t, Bars *k, uint64_t *state) {
    tmStatus status = tm_mechanism_create(&t->allocator, &k->m);
    Link *l = k->links;
    const double lengths[] = {k->a, k->b, k->c};
    for (int i = 0; i < 3 && status == TM_OK; i++) {
        status = add_link(k, &l[i], lengths[i], state);
    }
    if (status != TM_OK) {
        return status;
    }
    /* The crank's own direction is that of its points: its feature's angle says so. */
    tmBodyId ground = tm_mechanism_ground(k->m);
    tmFeatureDef f = tm_feature_def_default();
    tmJointDef j = tm_joint_def_default();
    f.body = ground;
    status = tm_feature_add(k->m, &f, &j.features[0]);
    f.body = l[0].id;
    f.x = l[0].x[0];
    f.y = l[0].y[0];
    f.angle = atan2(l[0].y[1] - l[0].y[0], l[0].x[1] - l[0].x[0]);
    status = status == TM_OK ? tm_feature_add(k->m, &f, &j.features[1]) : status;
    status = status == TM_OK ? tm_joint_add(k->m, &j, &k->driver) : status;
    status = pin(k, status, l[0].id, l[0].x[1], l[0].y[1], l[1].id, l[1].x[0], l[1].y[0], NULL);
    status = pin(k, status, l[1].id, l[1].x[1], l[1].y[1], l[2].id, l[2].x[1], l[2].y[1], NULL);
    status = pin(k, status, l[2].id, l[2].x[0], l[2].y[0], ground, k->g, 0.0, NULL);
    return k->six ? bars_six(k, status, state) : status;
}

tmStatus bars_place(const Bars *k, double angle) {
    tmPose poses[6];
    tmStatus status = bars_poses(k, angle, k->side, k->side2, poses) ? TM_OK : TM_ERR_ARGUMENT;
    for (int i = 1; i < (k->six ? 6 : 4) && status == TM_OK; i++) {
        status = tm_body_set_pose(k->m, tm_body_at(k->m, i), poses[i].x, poses[i].y,
                                  atan2(poses[i].s, poses[i].c));
    }
    return status;
}
