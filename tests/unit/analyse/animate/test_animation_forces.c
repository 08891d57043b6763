/* test_animation_forces.c: rates and forces of driven mechanisms against closed forms, Newton's
 * laws written out again, simulations of the same motion, statics, and the balance of energy. */
#include "models.h"
#include "simulations.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846

/* The animation of a text; it lives until the case's end. */
static tmAnimation *animation_of(tmTest *t, const char *text) {
    tmModel *model = fine_model_of(t, text);
    tmAnimation *animation;
    if (!model || !CHECK_STATUS(tm_animation_create(&t->allocator, model, &animation), TM_OK)) {
        return NULL;
    }
    DEFER(tm_animation_destroy, animation);
    return animation;
}

/* Moves to a frame and solves there. */
static bool solve_at(tmTest *t, tmAnimation *animation, int32_t frame, tmDrivenInfo *info) {
    double part = (double)frame / (tm_animation_info(animation)->frames - 1);
    tmSolveInfo move;
    return CHECK_STATUS(tm_animation_move(animation, frame, &move), TM_OK) &&
           CHECK(move.outcome == TM_MOVE_DONE) &&
           CHECK_STATUS(tm_animation_solve(animation, part, NULL, info), TM_OK);
}

static tmWrench wrench_of(tmTest *t, const tmAnimation *animation, const char *joint, tmAxes axes) {
    tmWrench wrench = {{0.0}, {0.0}};
    int32_t number = tm_model_find_joint(tm_animation_model(animation), joint);
    CHECK_STATUS(tm_animation_joint_wrench(animation, number, axes, &wrench), TM_OK);
    return wrench;
}

static int32_t body_of(const tmAnimation *animation, const char *name) {
    const tmModel *model = tm_animation_model(animation);
    tmPartInfo part = {.body = -1};
    (void)tm_model_part(model, tm_model_find_part(model, name), &part);
    return part.body;
}

/* ---- Closed forms -------------------------------------------------------------------------- */

#define LINK                                                                                       \
    "primitive link(l) begin geometry: bar(l, 10mm, 5mm) where begin\n"                            \
    "  a: (-l / 2, 0); b: (l / 2, 0); end; end\n"

/* Crank and rod have no mass, the piston 3 kg. */
#define PISTON                                                                                     \
    LINK "primitive piston begin geometry: none where begin bore: axis((1, 0)); end;\n"            \
         "  dynamics: (mass: 3kg, inertia: 0.01); end\n"                                           \
         "world w begin components crank: link(40mm); rod: link(140mm); piston: piston;\n"         \
         "  structure begin\n"                                                                     \
         "    join crank to world with pin matching (a center) as shaft;\n"                        \
         "    join rod to crank with pin matching (a b) as knee;\n"                                \
         "    join piston to rod with pin matching (center b) as wrist;\n"                         \
         "    join piston to world with slider matching (bore x_axis) as guide;\n"                 \
         "    place piston by center at (180mm, 0);\n"                                             \
         "  end properties: (planar); end\n"

#define R 0.04
#define L 0.14

/* x = r cos a + sqrt(l^2 - r^2 sin^2 a), its first and second derivative by a. */
static void piston_at(double angle, double x[3]) {
    double s = sin(angle), c = cos(angle), root = sqrt(L * L - R * R * s * s);
    double root1 = -R * R * s * c / root;
    x[0] = R * c + root;
    x[1] = -R * s + root1;
    x[2] = -R * c - (R * R * (c * c - s * s) + root1 * root1) / root;
}

/* With one mass all forces follow from it: m x'' on the piston, along the rod of the slope
 * tan b = r sin a / sqrt(l^2 - r^2 sin^2 a), and the torque from the power, M w = m x'' x'. */
TEST(slider_crank_has_the_forces_of_its_closed_form) {
    tmAnimation *animation = animation_of(
        t,
        PISTON "animate w begin drive: shaft.angle = 10deg .. 370deg in 73 frames;\n"
               "  speed: 600rpm; monitor: piston.velocity.x, piston.acceleration.x,\n"
               "  shaft.torque, shaft.power, guide.reaction.y, length(knee.reaction), time; end");
    REQUIRE(animation);
    double w = 20.0 * PI, monitors[7];
    int32_t piston = body_of(animation, "piston");
    for (int32_t i = 0; i < 73; i++) {
        double angle = (10.0 + 5.0 * i) * PI / 180.0, x[3];
        tmDrivenInfo info;
        REQUIRE(solve_at(t, animation, i, &info));
        piston_at(angle, x);
        double v = x[1] * w, a = x[2] * w * w, force = 3.0 * a;
        double slope = R * sin(angle) / sqrt(L * L - R * R * sin(angle) * sin(angle));
        CHECK(info.outcome == TM_DRIVEN_DONE && info.has_rates && !info.is_static);
        CHECK_NEAR(info.time, i * 5.0 / 3600.0, 1e-15);
        CHECK_NEAR(tm_animation_twists(animation)[piston].linear[0], v, 1e-12);
        CHECK_NEAR(tm_animation_accelerations(animation)[piston].linear[0], a, 1e-10);
        CHECK_NEAR(tm_animation_efforts(animation)[0], force * v / w, 1e-10);
        CHECK_NEAR(info.power, force * v, 1e-9);
        CHECK_NEAR(info.kinetic, 1.5 * v * v, 1e-11);
        tmWrench knee = wrench_of(t, animation, "knee", TM_AXES_WORLD);
        CHECK_NEAR(knee.force[0], force, 1e-9); /* the crank on the rod, and it on the piston */
        CHECK_NEAR(knee.force[1], -force * slope, 1e-9);
        CHECK_NEAR(knee.torque[2], 0.0, 1e-11);
        tmWrench along = wrench_of(t, animation, "knee", TM_AXES_FIRST);
        CHECK_NEAR(along.force[0], force * sqrt(1.0 + slope * slope), 1e-9);
        CHECK_NEAR(along.force[1], 0.0, 1e-9);
        tmWrench turned = wrench_of(t, animation, "knee", TM_AXES_SECOND);
        CHECK_NEAR(turned.force[0], force * cos(angle) - force * slope * sin(angle), 1e-9);
        CHECK_NEAR(wrench_of(t, animation, "guide", TM_AXES_WORLD).force[1], force * slope, 1e-9);
        MUST(tm_animation_monitors(animation, i / 72.0, monitors));
        CHECK_NEAR(monitors[0], v, 1e-12);
        CHECK_NEAR(monitors[1], a, 1e-10);
        CHECK_NEAR(monitors[2], force * v / w, 1e-10);
        CHECK_NEAR(monitors[3], force * v, 1e-9);
        CHECK_NEAR(monitors[4], force * slope, 1e-9);
        CHECK_NEAR(monitors[5], fabs(along.force[0]), 1e-9);
        CHECK_NEAR(monitors[6], info.time, 1e-15);
        MUST(tm_animation_driven(animation, &info));
        CHECK(info.outcome == TM_DRIVEN_DONE);
    }
}

/* ---- A four-bar by Newton's laws ------------------------------------------------------------- */

#define FOUR_BAR                                                                                   \
    "primitive link(l, m, j) begin geometry: bar(l, 10mm, 5mm) where begin\n"                      \
    "  a: (-l / 2, 0); b: (l / 2, 0); end; dynamics: (mass: m, inertia: j); end\n"                 \
    "world w begin components crank: link(0.1m, 1kg, 0.002); coupler: link(0.3m, 2kg, 0.02);\n"    \
    "    rocker: link(0.25m, 1.5kg, 0.01);\n"                                                      \
    "  structure begin join crank to world with pin matching (a center) as motor;\n"               \
    "    join coupler to crank with pin matching (a b) as p;\n"                                    \
    "    join rocker to coupler with pin matching (b b) as q;\n"                                   \
    "    join rocker to world with pin matching (a (0.35m, 0)) as swing;\n"                        \
    "    place crank by a at (0, 0) angle = 50deg; place rocker by a near (0.35m, 0) "             \
    "angle = 100deg; end\n"                                                                        \
    "  properties: (planar, gravity);\n"

#define G 9.81

/* Solves A x = b by elimination with pivots. */
static void eliminate(int n, double a[9][10]) {
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k; i < n; i++) {
            pivot = fabs(a[i][k]) > fabs(a[pivot][k]) ? i : pivot;
        }
        for (int j = 0; j <= n; j++) {
            double kept = a[k][j];
            a[k][j] = a[pivot][j];
            a[pivot][j] = kept;
        }
        for (int i = 0; i < n; i++) {
            double part = i == k ? 0.0 : a[i][k] / a[k][k];
            for (int j = 0; j <= n; j++) {
                a[i][j] -= part * a[k][j];
            }
        }
    }
    for (int k = 0; k < n; k++) {
        a[k][n] /= a[k][k];
    }
}

/* Angles of coupler and rocker for the crank's, and their rates, for the links 0.1, 0.3, 0.25 on a
 * base of 0.35: the loop's equations, differentiated by hand. */
typedef struct FourBar {
    double angle[3], rate[3], second[3];
} FourBar;

static FourBar four_bar_at(double crank, double rate, double second) {
    const double l[3] = {0.1, 0.3, 0.25}, base = 0.35;
    FourBar f = {{crank}, {rate}, {second}};
    double dx = base - l[0] * cos(crank), dy = -l[0] * sin(crank), d = hypot(dx, dy);
    double to = atan2(dy, dx);
    f.angle[1] = to + acos((l[1] * l[1] + d * d - l[2] * l[2]) / (2.0 * l[1] * d));
    f.angle[2] = atan2(l[1] * sin(f.angle[1]) - dy, l[1] * cos(f.angle[1]) - dx);
    double s[3], c[3];
    for (int i = 0; i < 3; i++) {
        s[i] = l[i] * sin(f.angle[i]);
        c[i] = l[i] * cos(f.angle[i]);
    }
    double det = -s[1] * -c[2] - s[2] * c[1];
    double u = s[0] * rate, v = -c[0] * rate;
    f.rate[1] = (u * -c[2] - s[2] * v) / det;
    f.rate[2] = (-s[1] * v - c[1] * u) / det;
    u = s[0] * second + c[0] * rate * rate + c[1] * f.rate[1] * f.rate[1] -
        c[2] * f.rate[2] * f.rate[2];
    v = -c[0] * second + s[0] * rate * rate + s[1] * f.rate[1] * f.rate[1] -
        s[2] * f.rate[2] * f.rate[2];
    f.second[1] = (u * -c[2] - s[2] * v) / det;
    f.second[2] = (-s[1] * v - c[1] * u) / det;
    return f;
}

/* Forces A on the crank at the base, B of the crank on the coupler, C of the coupler on the rocker,
 * D on the rocker at the base, and the motor's torque: three equations for each link. */
static void four_bar_forces(const FourBar *f, double unknown[9]) {
    const double l[3] = {0.1, 0.3, 0.25}, m[3] = {1.0, 2.0, 1.5}, j[3] = {0.002, 0.02, 0.01};
    double h[3][2], a[3][2], e[9][10] = {{0.0}};
    for (int i = 0; i < 3; i++) { /* half links; accelerations of the middles */
        h[i][0] = 0.5 * l[i] * cos(f->angle[i]);
        h[i][1] = 0.5 * l[i] * sin(f->angle[i]);
        a[i][0] = -h[i][1] * f->second[i] - h[i][0] * f->rate[i] * f->rate[i];
        a[i][1] = h[i][0] * f->second[i] - h[i][1] * f->rate[i] * f->rate[i];
    }
    for (int k = 0; k < 2; k++) { /* the coupler's middle is at the crank's end and on */
        a[1][k] += 2.0 * a[0][k];
    }
    for (int i = 0; i < 3; i++) {
        int first = i == 0 ? 0 : i == 1 ? 2 : 6, second = i == 0 ? 2 : 4;
        double in = 1.0, out = i == 2 ? 1.0 : -1.0; /* B and C push the next link */
        for (int k = 0; k < 2; k++) {
            e[3 * i + k][first + k] = in;
            e[3 * i + k][second + k] = out;
            e[3 * i + k][9] = m[i] * (a[i][k] + (k == 1 ? G : 0.0));
        }
        /* Moments about the middle: r x F at both ends. */
        e[3 * i + 2][first + 1] = -h[i][0] * in;
        e[3 * i + 2][first] = h[i][1] * in;
        e[3 * i + 2][second + 1] = h[i][0] * out;
        e[3 * i + 2][second] = -h[i][1] * out;
        e[3 * i + 2][9] = j[i] * f->second[i];
    }
    e[2][8] = 1.0;
    eliminate(9, e);
    for (int i = 0; i < 9; i++) {
        unknown[i] = e[i][9];
    }
}

/* A cycloid at every part x of its time: p(x) and its rates. */
TEST(four_bar_has_the_forces_of_newton_and_euler) {
    tmAnimation *animation =
        animation_of(t, FOUR_BAR "end animate w begin drive: motor.angle = 50deg .. 410deg in 61 "
                                 "frames; duration: 0.5s; profile: cycloid; end");
    REQUIRE(animation);
    for (int32_t i = 0; i < 61; i++) {
        double pace[3], unknown[9];
        tmDrivenInfo info;
        REQUIRE(solve_at(t, animation, i, &info));
        CHECK(info.outcome == TM_DRIVEN_DONE);
        MUST(tm_model_pace_at(tm_animation_model(animation), i / 60.0, pace));
        FourBar f =
            four_bar_at(50.0 * PI / 180.0 + i * PI / 30.0, 2.0 * PI * pace[1], 2.0 * PI * pace[2]);
        four_bar_forces(&f, unknown);
        CHECK_NEAR(tm_animation_twists(animation)[3].angular[2], f.rate[2], 1e-10);
        CHECK_NEAR(tm_animation_accelerations(animation)[2].angular[2], f.second[1], 1e-8);
        CHECK_NEAR(tm_animation_efforts(animation)[0], unknown[8], 1e-9);
        static const char *const joints[] = {"motor", "p", "q", "swing"};
        for (int k = 0; k < 4; k++) {
            tmWrench wrench = wrench_of(t, animation, joints[k], TM_AXES_WORLD);
            CHECK_NEAR(wrench.force[0], unknown[2 * k], 1e-8);
            CHECK_NEAR(wrench.force[1], unknown[2 * k + 1], 1e-8);
            CHECK_NEAR(wrench.torque[2], k == 0 ? unknown[8] : 0.0, 1e-9);
        }
    }
}

/* ---- Simulations of the same motion ---------------------------------------------------------- */

/* One turn in 0.5 s by a cycloid, as a control has it. */
#define TURN "50deg + 360deg * (2 * t / 1s - sin(4 * pi * t / 1s) / (2 * pi))"

#define LOADED                                                                                     \
    FOUR_BAR                                                                                       \
    "  control: begin angle of motor = " TURN ";\n"                                                \
    "    force at coupler.b = (3N, -5N); torque of crank = 0.2Nm * crank.angular_velocity.z"       \
    " / 1rad/s; torque of swing = -0.3Nm * swing.angle; end end\n"

/* A spatial four-bar of two balls, whose coupler is led in its spin by a universal joint. */
#define SPATIAL                                                                                    \
    "primitive disc begin geometry: cylinder(60mm, 10mm) where begin axle: axis((0, 0, 1));\n"     \
    "  edge: (50mm, 0, 20mm); end; dynamics: ; end\n"                                              \
    "primitive rod begin geometry: capsule(6mm, 188mm) where begin low: (0, 0, -100mm);\n"         \
    "  high: (0, 0, 100mm); x: axis((1, 0, 0), (0, 0, -100mm)); end; dynamics: ; end\n"            \
    "primitive lever begin geometry: cuboid(150mm, 20mm, 20mm) where begin\n"                      \
    "  pivot: axis((0, 1, 0), (-75mm, 0, 0)); tip: (75mm, 0, 0); end; dynamics: ; end\n"           \
    "world w begin components disc: disc; rod: rod; lever: lever;\n"                               \
    "  structure begin join disc to world with pin matching (axle z_axis, center center) as "      \
    "motor;\n"                                                                                     \
    "    join rod to disc with universal matching (low edge, x axle) as low;\n"                    \
    "    join rod to lever with ball.and.socket matching (high tip) as high;\n"                    \
    "    join lever to world with pin matching (pivot axis((0, 1, 0), (-40mm, 0, 200mm)),\n"       \
    "      (-75mm, 0, 0) (-40mm, 0, 200mm)) as swing;\n"                                           \
    "  end properties: (gravity: (0, 1m/s^2, -9.81m/s^2));\n"                                      \
    "  control: begin angle of motor = " TURN "; force at lever.tip = (1N, 2N, 3N); end end\n"

/* Both runs at the same time: frames, rates, forces of all joints. */
static void compare(tmTest *t, const char *world, double tolerance) {
    char text[6000];
    int written = snprintf(text, sizeof text,
                           "%s animate w begin drive: motor.angle = 50deg .. 410deg in 9 frames;\n"
                           "  duration: 0.5s; profile: cycloid; monitor: motor.torque; end\n"
                           "simulate w begin time: (1ms, 1s); tolerance: 1e-12;\n"
                           "  method: events; monitor: motor.torque; end",
                           world);
    REQUIRE(written > 0 && written < (int)sizeof text);
    tmAnimation *animation = animation_of(t, text);
    tmSim *sim = sim_of(t, text, 1, NULL);
    REQUIRE(animation && sim);
    const tmModel *model = tm_animation_model(animation);
    for (int32_t i = 1; i < 9; i++) {
        double pace[3], torque[2];
        tmDrivenInfo info;
        MUST(tm_model_pace_at(model, i / 8.0, pace));
        MUST(tm_sim_advance(sim, pace[0]));
        REQUIRE(solve_at(t, animation, i, &info));
        REQUIRE(info.outcome == TM_DRIVEN_DONE);
        for (int32_t b = 1; b < tm_model_body_count(model); b++) {
            for (int32_t k = 0; k < 3; k++) {
                CHECK_NEAR(tm_animation_frames(animation)[b].position[k],
                           tm_sim_frames(sim)[b].position[k], tolerance);
                CHECK_NEAR(tm_animation_twists(animation)[b].angular[k],
                           tm_sim_twists(sim)[b].angular[k], 1e2 * tolerance);
            }
        }
        for (int32_t j = 0; j < tm_model_joint_count(model); j++) {
            tmWrench own, other;
            MUST(tm_animation_joint_wrench(animation, j, TM_AXES_WORLD, &own));
            MUST(tm_sim_joint_wrench(sim, j, &other));
            for (int32_t k = 0; k < 3; k++) {
                CHECK_NEAR(own.force[k], other.force[k], 1e2 * tolerance);
                CHECK_NEAR(own.torque[k], other.torque[k], 1e2 * tolerance);
            }
        }
        MUST(tm_animation_monitors(animation, i / 8.0, &torque[0]));
        MUST(tm_sim_monitors(sim, &torque[1]));
        CHECK_NEAR(torque[0], torque[1], 1e2 * tolerance);
    }
}

/* Forces are some 10 to 100 N here: 1e-9 of them is met. */
TEST(planar_forces_are_those_of_a_simulation) {
    compare(t, LOADED, 1e-10);
}

TEST(spatial_forces_are_those_of_a_simulation) {
    compare(t, SPATIAL, 1e-10);
}

/* ---- Statics, and planar rates --------------------------------------------------------------- */

/* D'Alembert: forces of the motion are those of rest under the loads -m a. They are found by other
 * equations, those of the plan (tm_rates_solve, tm_forces_solve). */
TEST(forces_are_those_of_statics_under_inertia) {
    tmAnimation *animation = animation_of(
        t, FOUR_BAR "end animate w begin drive: motor.angle = 50deg .. 410deg in 13 frames;\n"
                    "  speed: 300rpm; profile: trapezoid; ramp: 0.25; end");
    tmRates *rates;
    tmForces *forces;
    REQUIRE(animation);
    tmMechanism *mechanism = tm_animation_mechanism(animation);
    const tmModel *model = tm_animation_model(animation);
    MUST(tm_rates_create(tm_animation_plan(animation), &rates));
    DEFER(tm_rates_destroy, rates);
    MUST(tm_forces_create(tm_animation_plan(animation), &forces));
    DEFER(tm_forces_destroy, forces);
    for (int32_t i = 0; i < 13; i++) {
        tmDrivenInfo info;
        tmLoad loads[6];
        double pace[3];
        REQUIRE(solve_at(t, animation, i, &info));
        MUST(tm_model_pace_at(model, i / 12.0, pace));
        const double first = 2.0 * PI * pace[1], second = 2.0 * PI * pace[2];
        MUST(tm_rates_solve(rates, &first, &second, NULL));
        for (int32_t b = 1; b < 4; b++) {
            const tmPoseRate *a = &tm_rates_accelerations(rates)[b];
            const tmTwist *own = &tm_animation_accelerations(animation)[b];
            tmBodyInfo body;
            tmFeatureId feature = {0};
            tmBodyId on;
            double x = 0.0, y = 0.0;
            CHECK_NEAR(own->linear[0], a->x, 1e-8);
            CHECK_NEAR(own->linear[1], a->y, 1e-8);
            CHECK_NEAR(own->angular[2], a->angle, 1e-7);
            MUST(tm_model_body(model, b, &body));
            for (int32_t k = 0; k < tm_feature_count(mechanism); k++) {
                MUST(tm_feature_get(mechanism, tm_feature_at(mechanism, k), &on, &x, &y, NULL));
                if (on.value == tm_body_at(mechanism, b).value) {
                    feature = tm_feature_at(mechanism, k);
                    break;
                }
            }
            const tmPose *pose = &tm_plan_poses(tm_animation_plan(animation))[b];
            double fx = -body.mass.mass * a->x, fy = -body.mass.mass * (a->y + G);
            double px = pose->c * x - pose->s * y, py = pose->s * x + pose->c * y;
            loads[2 * b - 2] =
                (tmLoad){.kind = TM_LOAD_FORCE, .feature = feature, .x = fx, .y = fy};
            loads[2 * b - 1] =
                (tmLoad){.kind = TM_LOAD_MOMENT,
                         .body = tm_body_at(mechanism, b),
                         .moment = -px * fy + py * fx - body.mass.inertia[2][2] * a->angle};
        }
        MUST(tm_forces_solve(forces, loads, 6, NULL));
        CHECK_NEAR(fabs(tm_animation_efforts(animation)[0]), fabs(tm_forces_efforts(forces)[0]),
                   1e-8);
        static const char *const joints[] = {"motor", "p", "q", "swing"};
        for (int32_t j = 0; j < 4; j++) {
            tmForce force = {0};
            tmJointDef def;
            tmWrench wrench = wrench_of(t, animation, joints[j], TM_AXES_WORLD);
            tmJointInfo joint;
            MUST(tm_model_joint(model, j, &joint));
            MUST(tm_joint_get(mechanism, tm_joint_at(mechanism, j), &def));
            for (int32_t k = 0; k < 2; k++) {
                tmBodyId on;
                int32_t part = joint.bodies[joint.use.pairs[0][0].body];
                MUST(tm_feature_get(mechanism, def.features[k], &on, NULL, NULL, NULL));
                if (on.value == tm_body_at(mechanism, part).value) {
                    MUST(tm_forces_joint(forces, tm_joint_at(mechanism, j), k, &force));
                }
            }
            CHECK_NEAR(wrench.force[0], force.x, 1e-8);
            CHECK_NEAR(wrench.force[1], force.y, 1e-8);
        }
    }
}

/* ---- Virtual work ---------------------------------------------------------------------------- */

/* The power of the drive is the rate of the energy, less what the other forces do: kinetic energy,
 * weight and springs by five-point differences along the way. */
static void check_power(tmTest *t, const char *text, int32_t frames, double lost) {
    tmAnimation *animation = animation_of(t, text);
    REQUIRE(animation);
    double energy[5], power = 0.0, largest = 0.0, worst = 0.0;
    for (int32_t i = 2; i + 2 < frames; i += 7) {
        double pace[3] = {0.0};
        MUST(tm_model_pace_at(tm_animation_model(animation), (double)i / (frames - 1), pace));
        for (int32_t k = 0; k < 5; k++) {
            tmDrivenInfo info;
            REQUIRE(solve_at(t, animation, i + k - 2, &info));
            REQUIRE(info.outcome == TM_DRIVEN_DONE);
            energy[k] = info.kinetic + info.potential;
            power = k == 2 ? info.power : power;
        }
        double slope =
            (energy[0] - 8.0 * energy[1] + 8.0 * energy[3] - energy[4]) / 12.0 * (frames - 1);
        double missed = fabs(power + lost - slope * pace[1]);
        largest = fabs(power) > largest ? fabs(power) : largest;
        worst = missed > worst ? missed : worst;
    }
    CHECK(largest > 0.0 && worst < 1e-6 * largest);
}

#define SPRUNG                                                                                     \
    "primitive link(l) begin geometry: bar(l, 20mm, 10mm) where begin\n"                           \
    "  a: (-l / 2, 0); b: (l / 2, 0); end; dynamics: ; end\n"                                      \
    "world w begin components crank: link(0.1m); coupler: link(0.3m); rocker: link(0.25m);\n"      \
    "  structure begin join crank to world with pin matching (a center) as motor;\n"               \
    "    join coupler to crank with pin matching (a b);\n"                                         \
    "    join rocker to coupler with pin(stiffness: 2Nm/rad, rest: 20deg) matching (b b);\n"       \
    "    join rocker to world with pin matching (a (0.35m, 0));\n"                                 \
    "    join coupler to world with spring(stiffness: 300N/m, length: 0.1m) matching\n"            \
    "      (b (0.2m, 0.5m)); end\n"                                                                \
    "  properties: (planar, gravity); end\n"

TEST(power_of_the_drive_is_the_rate_of_the_energy) {
    check_power(t,
                SPRUNG "animate w begin drive: motor.angle = 0deg .. 720deg in 1441 frames;\n"
                       "  speed: 120rpm; end",
                1441, 0.0);
}

/* ---- What is not known ----------------------------------------------------------------------- */

TEST(without_a_speed_forces_are_those_of_rest) {
    tmAnimation *animation = animation_of(
        t, "primitive arm begin geometry: bar(1m, 0.1m, 0.1m) where begin a: (-0.5m, 0); end;\n"
           "  dynamics: (mass: 2kg); end\n"
           "world w begin components arm: arm; structure join arm to world with pin matching "
           "(a (0, 0)) as motor; properties: (planar, gravity); end\n"
           "animate w begin drive: motor.angle = 0deg .. 90deg in 10 frames; end");
    tmDrivenInfo info;
    double pace[2] = {2.0, 0.0};
    REQUIRE(animation);
    CHECK(!tm_animation_twists(animation) && !tm_animation_efforts(animation));
    REQUIRE(solve_at(t, animation, 3, &info));
    CHECK(info.outcome == TM_DRIVEN_DONE && info.is_static && !info.has_rates && isnan(info.time));
    CHECK_NEAR(tm_animation_efforts(animation)[0], 9.81 * cos(PI / 6.0), 1e-12);
    CHECK(isnan(tm_animation_twists(animation)[1].angular[2]));
    /* A host that knows how fast it goes: 2 parts of the way a second are pi rad/s. */
    MUST(tm_animation_solve(animation, 1.0 / 3.0, pace, &info));
    CHECK(info.has_rates && !info.is_static);
    CHECK_NEAR(tm_animation_twists(animation)[1].angular[2], PI, 1e-12);
    CHECK_NEAR(info.power, 9.81 * cos(PI / 6.0) * PI, 1e-11);
    CHECK_STATUS(tm_animation_solve(animation, 1.5, NULL, &info), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_animation_solve(NULL, 0.5, NULL, &info), TM_ERR_ARGUMENT);
    pace[1] = INFINITY;
    CHECK_STATUS(tm_animation_solve(animation, 0.5, pace, &info), TM_ERR_NOT_FINITE);
    tmWrench wrench;
    CHECK_STATUS(tm_animation_joint_wrench(animation, 7, TM_AXES_WORLD, &wrench), TM_ERR_ARGUMENT);
}

/* The outcome in one frame of a text. */
static tmDrivenInfo outcome_of(tmTest *t, const char *text, int32_t frame) {
    tmDrivenInfo info = {.outcome = TM_DRIVEN_COUNT};
    tmAnimation *animation = animation_of(t, text);
    if (animation && solve_at(t, animation, frame, &info)) {
        bool known = info.outcome == TM_DRIVEN_DONE || info.outcome == TM_DRIVEN_SHARED;
        CHECK(isnan(tm_animation_efforts(animation)[0]) == !known);
        CHECK(isnan(info.power) == !known);
    }
    return info;
}

#define BARS                                                                                       \
    "primitive bar(l) begin geometry: bar(l, 10mm, 5mm) where begin a: (-l / 2, 0);\n"             \
    "  b: (l / 2, 0); c: (0, 0); end; dynamics: ; end\n"

TEST(what_is_not_known_is_said) {
    tmDrivenInfo info;
    /* A pendulum on the crank: its weight would move it. */
    info = outcome_of(
        t,
        BARS "world w begin components crank, loose: bar(0.2m); structure begin\n"
             "  join crank to world with pin matching (a center) as motor;\n"
             "  join loose to crank with pin matching (a b); end properties: (planar, gravity);\n"
             "end animate w begin drive: motor.angle = 0deg .. 90deg in 5 frames; speed: 1rad/s; "
             "end",
        2);
    CHECK(info.outcome == TM_DRIVEN_FREE && info.has_rates);
    /* Three cranks of equal length: the forces of two would do. */
    info = outcome_of(
        t,
        BARS "world w begin components one, two, three: bar(0.1m); top: bar(0.4m);\n"
             "  structure begin join one to world with pin matching (a (-0.2m, 0)) as motor;\n"
             "  join two to world with pin matching (a (0, 0)); join three to world with pin "
             "matching (a (0.2m, 0)); join top to one with pin matching (a b);\n"
             "  join top to two with pin matching (c b); join top to three with pin matching "
             "(b b); place top by c at (0, 0.1m); end properties: (planar, gravity); end\n"
             "animate w begin drive: motor.angle = 60deg .. 120deg in 5 frames; speed: 1rad/s; "
             "end",
        1);
    CHECK(info.outcome == TM_DRIVEN_SHARED);
    /* A force beyond what doubles hold, where the arm multiplies it. */
    info = outcome_of(
        t,
        BARS "world w begin components one: bar(100m); structure join one to world with pin "
             "matching (a center) as motor; properties: (planar); control: force at one.b = "
             "(0, 1e308N); end animate w begin drive: motor.angle = 0deg .. 90deg in 5 frames; "
             "speed: 1rad/s; end",
        1);
    CHECK(info.outcome == TM_DRIVEN_NOT_FINITE);
    /* A control that divides by zero. */
    info = outcome_of(
        t,
        BARS "world w begin components one: bar(1m); structure join one to world with pin "
             "matching (a center) as motor; properties: (planar); control: force at one.b = "
             "(0, 1N / (motor.angle - motor.angle)); end animate w begin drive: motor.angle = "
             "0deg .. 90deg in 5 frames; speed: 1rad/s; end",
        1);
    CHECK(info.outcome == TM_DRIVEN_NOT_FINITE);
    for (int32_t i = 0; i <= TM_DRIVEN_COUNT; i++) {
        CHECK(tm_driven_text((tmDrivenOutcome)i)[0] != '\0');
    }
}

/* Driven by the piston, a crank at its dead centre has no rates. */
TEST(dead_centre_is_said) {
    tmDrivenInfo info =
        outcome_of(t,
                   PISTON "animate w begin drive: guide.position = 0.1799m .. 0.18m in 2 frames;\n"
                          "  speed: 1mm/s; end",
                   1);
    CHECK(info.outcome == TM_DRIVEN_SINGULAR && !info.has_rates && isnan(info.kinetic));
}

/* A point mass that may turn has no moment of inertia: rates are known, forces are not. */
TEST(part_without_inertia_is_named) {
    tmAnimation *animation = animation_of(
        t, "primitive dot begin geometry: none where begin a: (1m, 0); end; dynamics: (mass: 1kg,\n"
           "  inertia: 1e-320); end world w begin components dot: dot; structure\n"
           "  join dot to world with pin matching (a center) as motor; properties: (planar); end\n"
           "animate w begin drive: motor.angle = 0deg .. 90deg in 3 frames; speed: 1rad/s; end");
    tmDrivenInfo info;
    REQUIRE(animation);
    REQUIRE(solve_at(t, animation, 1, &info));
    CHECK(info.outcome == TM_DRIVEN_MASSLESS && info.body == 1 && info.has_rates);
    CHECK_NEAR(tm_animation_twists(animation)[1].angular[2], 1.0, 1e-12);
    CHECK(tm_diags_total(tm_animation_diags(animation), TM_ERROR) == 1);
}

TEST_MAIN(CASE(slider_crank_has_the_forces_of_its_closed_form),
          CASE(four_bar_has_the_forces_of_newton_and_euler),
          CASE(planar_forces_are_those_of_a_simulation),
          CASE(spatial_forces_are_those_of_a_simulation),
          CASE(forces_are_those_of_statics_under_inertia),
          CASE(power_of_the_drive_is_the_rate_of_the_energy),
          CASE(without_a_speed_forces_are_those_of_rest), CASE(what_is_not_known_is_said),
          CASE(dead_centre_is_said), CASE(part_without_inertia_is_named))
