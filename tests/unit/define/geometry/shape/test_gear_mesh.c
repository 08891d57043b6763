/* test_gear_mesh.c: teeth of shapes, and how two gears mesh. Expected phases are those of wheels
 * that are rolled on each other until a tooth stands on the line of centres. */
#include "test.h"

#include <math.h>

#define PI 3.14159265358979323846
#define DEGREE (PI / 180.0)

TEST(centres_are_half_the_sum_of_the_pitch_diameters_apart) {
    tmGearMesh mesh;
    CHECK_STATUS(tm_gear_mesh(20, 40, 0.002, 0.0, 0.0, &mesh), TM_OK);
    CHECK_NEAR(mesh.distance, 0.5 * (20 * 0.002 + 40 * 0.002), 1e-15);
    CHECK_NEAR(mesh.ratio, -2.0, 1e-15);
}

/* The angles of examples/gallery/gear_train.tml, worked out by hand. */
TEST(wheels_of_a_train_stand_with_teeth_before_gaps) {
    tmGearMesh mesh;
    CHECK_STATUS(tm_gear_mesh(20, 50, 0.002, 0.0, 0.0, &mesh), TM_OK);
    CHECK_NEAR(fabs(mesh.angle), 3.6 * DEGREE, 1e-12);
    CHECK_STATUS(tm_gear_mesh(18, 60, 0.002, 3.6 * DEGREE, 0.0, &mesh), TM_OK);
    CHECK_NEAR(mesh.angle, 1.92 * DEGREE, 1e-12);
}

TEST(a_gap_of_the_second_meets_every_tooth_that_comes_to_the_line_of_centres) {
    for (int first = 6; first < 30; first += 5) {
        for (int second = 7; second < 60; second += 9) {
            double angle = 0.37 * first - 2.0, direction = 0.61 * second;
            double pitch = 2.0 * PI / first;
            tmGearMesh mesh;
            CHECK_STATUS(tm_gear_mesh(first, second, 0.003, angle, direction, &mesh), TM_OK);
            CHECK(fabs(mesh.angle) <= PI / second + 1e-12);
            /* The first goes on to its next tooth on the line, the second rolls with it. */
            double on = direction - angle - pitch * floor((direction - angle) / pitch);
            double rolled = mesh.angle - on * first / second;
            double gap = (direction + PI - rolled) * second / (2.0 * PI);
            CHECK_NEAR(gap - floor(gap), 0.5, 1e-9);
        }
    }
}

TEST(mesh_refuses_what_no_gear_has) {
    tmGearMesh mesh = {1.0, 2.0, 3.0};
    CHECK_STATUS(tm_gear_mesh(20, 20, 0.001, 0.0, 0.0, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_gear_mesh(2, 20, 0.001, 0.0, 0.0, &mesh), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_gear_mesh(20, TM_TOOTH_LIMIT + 1, 0.001, 0.0, 0.0, &mesh), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_gear_mesh(20, 20, NAN, 0.0, 0.0, &mesh), TM_ERR_NOT_FINITE);
    CHECK_STATUS(tm_gear_mesh(20, 20, 0.001, INFINITY, 0.0, &mesh), TM_ERR_NOT_FINITE);
    CHECK_STATUS(tm_gear_mesh(20, 20, 0.001, 0.0, NAN, &mesh), TM_ERR_NOT_FINITE);
    CHECK(mesh.distance == 1.0 && mesh.ratio == 2.0 && mesh.angle == 3.0);
}

static tmShapeDef gear_def(double teeth) {
    tmShapeDef def = tm_shape_def_default();
    def.kind = TM_SHAPE_GEAR;
    def.size[0] = teeth;
    def.size[1] = 0.002;
    def.size[2] = 0.01;
    return def;
}

/* The teeth of a shape, -1: it has none. */
static int32_t teeth_of(tmTest *t, const tmShapeDef *def) {
    tmShape *shape;
    tmGear gear = {-1, 0.0, 0.0};
    if (!CHECK_STATUS(tm_shape_create(&t->allocator, def, NULL, &shape), TM_OK)) {
        return -2;
    }
    bool has = tm_shape_gear(shape, &gear);
    CHECK(!has || (gear.module == 0.002 && fabs(gear.pressure_angle - 20.0 * DEGREE) < 1e-15));
    tm_shape_destroy(shape);
    return has ? gear.teeth : -1;
}

TEST(teeth_are_reported_for_gears_and_of_unions_with_one_in_their_middle) {
    tmShapeDef alone = gear_def(24.0), disc = tm_shape_def_default(), both = tm_shape_def_default();
    tmShapePiece pieces[2] = {tm_shape_piece_default(), tm_shape_piece_default()};
    disc.kind = TM_SHAPE_SPHERE;
    disc.size[0] = 0.01;
    both.kind = TM_SHAPE_UNION;
    both.pieces = pieces;
    both.piece_count = 2;
    pieces[0].shape = disc;
    pieces[1].shape = alone;
    CHECK(teeth_of(t, &alone) == 24);
    CHECK(teeth_of(t, &disc) == -1);
    CHECK(teeth_of(t, &both) == 24);
    pieces[1].pose.position.x = 0.1;
    CHECK(teeth_of(t, &both) == -1);
    pieces[1].pose.position.x = 0.0;
    pieces[0].shape = gear_def(12.0);
    CHECK(teeth_of(t, &both) == -1);
    CHECK(!tm_shape_gear(NULL, &(tmGear){0}));
}

TEST_MAIN(CASE(centres_are_half_the_sum_of_the_pitch_diameters_apart),
          CASE(wheels_of_a_train_stand_with_teeth_before_gaps),
          CASE(a_gap_of_the_second_meets_every_tooth_that_comes_to_the_line_of_centres),
          CASE(mesh_refuses_what_no_gear_has),
          CASE(teeth_are_reported_for_gears_and_of_unions_with_one_in_their_middle))
