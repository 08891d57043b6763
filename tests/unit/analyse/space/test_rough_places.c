/* test_rough_places.c: `place … near` says where to begin, and nothing more. Expected poses are
 * those of a four-bar by its closed form. */
#include "models.h"
#include "trammel/space.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846
#define DEGREE (PI / 180.0)

/* Crank 40 mm, coupler 100 mm, rocker 80 mm on a ground of 90 mm. */
#define CRANK 0.040
#define COUPLER 0.100
#define ROCKER 0.080
#define GROUND 0.090

#define LINK                                                                                       \
    "primitive link(l) begin geometry: bar(l, 8mm, 4mm) where begin\n"                             \
    "  a: (-l / 2, 0); b: (l / 2, 0);\n"                                                           \
    "  u: axis((0, 0, 1), (-l / 2, 0)); v: axis((0, 0, 1), (l / 2, 0)); end; end\n"                \
    "primitive base begin properties: (fixed); geometry: none where begin\n"                       \
    "  o: (0, 0); p: (90mm, 0); s: axis((0, 0, 1)); t: axis((0, 0, 1), (90mm, 0)); end; end\n"

#define PARTS                                                                                      \
    "world w begin\n"                                                                              \
    "  components base: base; crank: link(40mm); coupler: link(100mm); rocker: link(80mm);\n"      \
    "  structure begin\n"

#define PLANAR_JOINS                                                                               \
    "    join crank to base with pin matching (a o) as hip;\n"                                     \
    "    join coupler to crank with pin matching (a b);\n"                                         \
    "    join rocker to coupler with pin matching (b b);\n"                                        \
    "    join rocker to base with pin matching (a p);\n"

#define SPACE_JOINS                                                                                \
    "    join crank to base with pin matching (u s) as hip;\n"                                     \
    "    join coupler to crank with pin matching (u v);\n"                                         \
    "    join rocker to coupler with pin matching (v v);\n"                                        \
    "    join rocker to base with pin matching (u t);\n"

enum { CRANK_BODY = 2, COUPLER_BODY, ROCKER_BODY };

/* Where the links of the four-bar are: their points a [m] and angles [rad], by circles about the
 * ends of the crank and of the ground. `side`: 1 above the line from one to the other, -1 below. */
typedef struct Pose {
    double x[3], y[3], angle[3];
} Pose;

static Pose pose_at(double crank, double side) {
    double bx = CRANK * cos(crank), by = CRANK * sin(crank), dx = GROUND - bx, dy = -by;
    double d = sqrt(dx * dx + dy * dy);
    double along = (d * d + COUPLER * COUPLER - ROCKER * ROCKER) / (2.0 * d);
    double across = side * sqrt(COUPLER * COUPLER - along * along);
    double cx = bx + (along * dx - across * dy) / d, cy = by + (along * dy + across * dx) / d;
    return (Pose){{0.0, bx, GROUND},
                  {0.0, by, 0.0},
                  {crank, atan2(cy - by, cx - bx), atan2(cy, cx - GROUND)}};
}

/* The four-bar with its links placed `word` (at or near) the pose, in millimetres and degrees with
 * this many digits behind the point. */
static tmModel *four_bar(tmTest *t, const char *word, const Pose *pose, int digits, bool planar) {
    static const char *const names[] = {"crank", "coupler", "rocker"};
    char text[2500];
    snprintf(text, sizeof text, LINK PARTS "%s", planar ? PLANAR_JOINS : SPACE_JOINS);
    for (int i = 0; i < 3; i++) {
        size_t length = strlen(text);
        snprintf(text + length, sizeof text - length,
                 "    place %s by a %s (%.*fmm, %.*fmm) angle = %.*fdeg;\n", names[i], word, digits,
                 1000.0 * pose->x[i], digits, 1000.0 * pose->y[i], digits, pose->angle[i] / DEGREE);
    }
    strcat(text, planar ? "  end properties: (planar); end\n" : "  end end\n");
    return fine_model_of(t, text);
}

static tmAssembly *assemble(tmTest *t, const tmModel *model) {
    tmAssembly *assembly = NULL;
    if (model && CHECK_STATUS(tm_assemble(model, NULL, &assembly), TM_OK)) {
        DEFER(tm_assembly_destroy, assembly);
    }
    return assembly;
}

/* How many messages there are about an assembly. */
static int32_t messages_of(tmTest *t, const tmModel *model, const tmAssembly *assembly) {
    tmDiags *diags;
    if (!CHECK_STATUS(tm_diags_create(&t->allocator, &diags), TM_OK)) {
        return -1;
    }
    DEFER(tm_diags_destroy, diags);
    CHECK_STATUS(tm_assembly_diagnostics(assembly, model, diags), TM_OK);
    return tm_diags_count(diags);
}

/* The turn of a body about z [rad], -PI … PI. */
static double angle_of(const tmAssembly *assembly, int32_t body) {
    const double *q = tm_assembly_frames(assembly)[body].rotation;
    return remainder(2.0 * atan2(q[3], q[0]), 2.0 * PI);
}

static bool is_closed(const tmAssembly *assembly) {
    const tmAssemblyInfo *info = tm_assembly_info(assembly);
    return info->outcome == TM_ASSEMBLY_CLOSED && info->gap <= 1e-11 * info->size;
}

static void check_rounded(tmTest *t, double crank, double side, int digits, bool planar) {
    Pose pose = pose_at(crank, side);
    const tmModel *model = four_bar(t, "near", &pose, digits, planar);
    const tmAssembly *assembly = assemble(t, model);
    REQUIRE(assembly);
    CHECK(is_closed(assembly));
    CHECK(messages_of(t, model, assembly) == 0);
    /* Half a unit of the last digit: of angles [rad], and of lengths over the shortest link. */
    double unit = pow(10.0, -digits);
    double off = 0.5 * unit * DEGREE + 0.5e-3 * unit * sqrt(2.0) / CRANK;
    CHECK_NEAR(remainder(angle_of(assembly, CRANK_BODY) - crank, 2.0 * PI), 0.0, off);
    CHECK_NEAR(angle_of(assembly, COUPLER_BODY), pose.angle[1], 2.0 * off);
    CHECK_NEAR(angle_of(assembly, ROCKER_BODY), pose.angle[2], 2.0 * off);
}

TEST(links_placed_near_rounded_values_close_without_a_word) {
    for (int i = 0; i < 6; i++) {
        for (int side = -1; side <= 1; side += 2) {
            int keep = t->defer_count;
            check_rounded(t, (30.0 + 50.0 * i) * DEGREE, side, 1, true);
            test_run_defers(t, keep);
        }
    }
}

TEST(links_in_space_close_likewise) {
    check_rounded(t, 30.0 * DEGREE, 1.0, 1, false);
    check_rounded(t, 30.0 * DEGREE, -1.0, 3, false);
}

TEST(links_placed_at_rounded_values_warn) {
    Pose pose = pose_at(30.0 * DEGREE, 1.0);
    const tmModel *model = four_bar(t, "at", &pose, 1, true);
    const tmAssembly *assembly = assemble(t, model);
    int32_t moved = 0;
    REQUIRE(assembly);
    CHECK(is_closed(assembly));
    (void)tm_assembly_moved(assembly, &moved);
    CHECK(moved > 0 && messages_of(t, model, assembly) == moved);
}

TEST(exact_values_are_kept) {
    Pose pose = pose_at(30.0 * DEGREE, 1.0);
    const tmAssembly *assembly = assemble(t, four_bar(t, "near", &pose, 12, true));
    REQUIRE(assembly);
    CHECK(is_closed(assembly));
    CHECK_NEAR(angle_of(assembly, CRANK_BODY), 30.0 * DEGREE, 1e-12);
    CHECK_NEAR(angle_of(assembly, ROCKER_BODY), pose.angle[2], 1e-12);
}

/* The four-bar with these places only, all `near`. */
static tmModel *four_bar_with(tmTest *t, const char *places) {
    char text[2500];
    snprintf(text, sizeof text, LINK PARTS PLANAR_JOINS "%s  end properties: (planar); end\n",
             places);
    return fine_model_of(t, text);
}

TEST(what_is_not_placed_comes_to_what_is) {
    const tmModel *model = four_bar_with(t, "place crank by a near (0, 0) angle = 30deg;\n");
    const tmAssembly *assembly = assemble(t, model);
    Pose above = pose_at(30.0 * DEGREE, 1.0), below = pose_at(30.0 * DEGREE, -1.0);
    REQUIRE(assembly);
    CHECK(is_closed(assembly) && messages_of(t, model, assembly) == 0);
    CHECK_NEAR(angle_of(assembly, CRANK_BODY), 30.0 * DEGREE, 1e-9);
    double rocker = angle_of(assembly, ROCKER_BODY);
    CHECK(fabs(rocker - above.angle[2]) < 1e-9 || fabs(rocker - below.angle[2]) < 1e-9);
}

TEST(a_firm_place_holds_beside_rough_ones) {
    /* The coupler and the rocker are 10 and 20 degrees off; the crank stays. */
    const tmModel *model = four_bar_with(t, "place crank by a at (0, 0) angle = 30deg;\n"
                                            "place coupler by a near (35mm, 22mm) angle = 50deg;\n"
                                            "place rocker by a near (88mm, 3mm) angle = 100deg;\n");
    const tmAssembly *assembly = assemble(t, model);
    Pose pose = pose_at(30.0 * DEGREE, 1.0);
    REQUIRE(assembly);
    CHECK(is_closed(assembly) && messages_of(t, model, assembly) == 0);
    CHECK_NEAR(angle_of(assembly, CRANK_BODY), 30.0 * DEGREE, 1e-10);
    CHECK_NEAR(angle_of(assembly, COUPLER_BODY), pose.angle[1], 1e-10);
    CHECK_NEAR(angle_of(assembly, ROCKER_BODY), pose.angle[2], 1e-10);
}

TEST(places_far_from_any_solution_still_close) {
    const tmModel *model =
        four_bar_with(t, "place crank by a near (-3m, 2m) angle = 170deg;\n"
                         "place coupler by b near (5m, 0) angle = -100deg velocity = (1, 0);\n"
                         "place rocker by center near (40mm, -7m) angle = 3deg;\n");
    const tmAssembly *assembly = assemble(t, model);
    REQUIRE(assembly);
    CHECK(is_closed(assembly) && messages_of(t, model, assembly) == 0);
}

TEST(a_body_that_nothing_holds_is_exactly_where_it_is_placed) {
    const tmModel *model = fine_model_of(
        t, "primitive p begin geometry: cuboid(1, 1, 1) where begin c: (0.5, 0.5); end; end\n"
           "composite two begin components a, b: p;\n"
           "  structure place b by center near (3, 0) angle = 90deg; end\n"
           "world w begin components p: p; two: two; structure begin\n"
           "  place p by center near (0.1, 0.7) angle = 90deg;\n"
           "  place two by a.center near (10, 20); end properties: (planar); end\n");
    const tmAssembly *assembly = assemble(t, model);
    tmPlaceInfo place;
    tmBodyInfo body;
    REQUIRE(assembly);
    MUST(tm_model_place(model, 0, &place));
    CHECK(place.is_rough && place.is_turned && place.at[1] == 0.7);
    const tmFrame *frames = tm_assembly_frames(assembly);
    CHECK(frames[1].position[0] == 0.1 && frames[1].position[1] == 0.7);
    CHECK(frames[2].position[0] == 10.0 && frames[2].position[1] == 20.0);
    CHECK(frames[3].position[0] == 13.0 && frames[3].position[1] == 20.0);
    MUST(tm_model_body(model, 1, &body));
    CHECK(memcmp(frames[1].rotation, body.frame.rotation, sizeof body.frame.rotation) == 0);
}

/* Links of 120 mm placed 1 m apart, of which only the first can stay. A round that fails costs an
 * attempt for each restart: all 60 in each of 31 rounds are 1,860, and took seconds. */
TEST(a_chain_with_all_its_places_wrong_is_closed_in_few_attempts) {
    const tmModel *model =
        fine_model_of(t, LINK "world w begin\n"
                              "  components link[1..32]: link(120mm);\n"
                              "  structure begin\n"
                              "    for i in 2 .. 32 begin\n"
                              "      join link[i] to link[i - 1] with pin matching (a b);\n"
                              "    end\n"
                              "    for i in 1 .. 32 begin\n"
                              "      place link[i] by a at (i * 1m, 0) angle = 0;\n"
                              "    end\n"
                              "  end properties: (planar); end\n");
    const tmAssembly *assembly = assemble(t, model);
    int32_t moved;
    REQUIRE(assembly);
    CHECK(is_closed(assembly));
    tm_assembly_moved(assembly, &moved);
    CHECK(moved == 31);
    CHECK(tm_assembly_info(assembly)->restarts <= 3 * 60 + 28 * 3);
    CHECK_NEAR(tm_assembly_frames(assembly)[1].position[0], 1.0 + 0.06, 1e-9);
}

TEST(joints_that_contradict_name_no_rough_place) {
    const tmModel *model =
        fine_model_of(t, LINK "world w begin\n"
                              "  components base: base; coupler: link(10mm);\n"
                              "  structure begin\n"
                              "    join coupler to base with pin matching (a o) as left;\n"
                              "    join coupler to base with pin matching (b p) as right;\n"
                              "    place coupler by a near (0, 0) angle = 5deg;\n"
                              "  end properties: (planar); end\n");
    const tmAssembly *assembly = assemble(t, model);
    REQUIRE(assembly);
    CHECK(tm_assembly_info(assembly)->outcome == TM_ASSEMBLY_CONFLICT);
    REQUIRE(tm_assembly_conflict_count(assembly) == 1);
    const tmAssemblyConflict *conflict = tm_assembly_conflict(assembly, 0);
    CHECK(conflict->count == 2 && conflict->parts[0].place == -1 && conflict->parts[1].place == -1);
}

/* A platform without dynamics on a pin: placed firmly it stands, placed roughly its pin carries it.
 */
TEST(a_rough_place_keeps_nothing_standing) {
    static const char *const words[] = {"at", "near"};
    for (int i = 0; i < 2; i++) {
        char text[800];
        snprintf(text, sizeof text,
                 "primitive arm begin geometry: bar(1, 0.1, 0.1) where begin a: (-0.5, 0); end;\n"
                 "  dynamics: ; end\n"
                 "primitive board begin geometry: cuboid(1, 1, 1); end\n"
                 "world w begin components arm: arm; board: board; structure begin\n"
                 "  join board to arm with pin matching (center a);\n"
                 "  place board by center %s (0, 0); end properties: (planar); end\n",
                 words[i]);
        const tmModel *model = fine_model_of(t, text);
        tmBodyInfo body;
        REQUIRE(model);
        MUST(tm_model_body(model, 2, &body));
        CHECK(body.is_fixed == (i == 0));
    }
}

TEST_MAIN(CASE(a_chain_with_all_its_places_wrong_is_closed_in_few_attempts),
          CASE(links_placed_near_rounded_values_close_without_a_word),
          CASE(links_in_space_close_likewise), CASE(links_placed_at_rounded_values_warn),
          CASE(exact_values_are_kept), CASE(what_is_not_placed_comes_to_what_is),
          CASE(a_firm_place_holds_beside_rough_ones),
          CASE(places_far_from_any_solution_still_close),
          CASE(a_body_that_nothing_holds_is_exactly_where_it_is_placed),
          CASE(joints_that_contradict_name_no_rough_place),
          CASE(a_rough_place_keeps_nothing_standing))
