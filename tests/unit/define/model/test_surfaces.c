/* test_surfaces.c: friction and restitution of two bodies. Expected numbers are those of the texts,
 * geometric means of squares of simple numbers. */
#include "models.h"

/* Materials in an order that is not that of their contacts. */
#define MATERIALS                                                                                  \
    "material steel begin friction: 0.04; restitution: 0.5; end\n"                                 \
    "material rubber begin friction: 0.81; restitution: 0.9; end\n"                                \
    "material ice begin friction: 0.01; end\n"                                                     \
    "contact rubber with steel begin friction: 0.7; restitution: 0.3; end\n"                       \
    "contact rubber with ice begin friction: 0.02; end\n"                                          \
    "contact steel with steel begin restitution: 0.1; end\n"

#define BOX(name, properties)                                                                      \
    "primitive " name " begin properties: (" properties ");\n"                                     \
    "  geometry: cuboid(1m, 1m, 1m); interference: ; dynamics: ; end\n"

#define BODIES                                                                                     \
    MATERIALS BOX("anvil", "material: steel") BOX("tyre", "material: rubber")                      \
        BOX("floe", "material: ice") BOX("waxed", "material: steel, friction: 0.16")               \
            BOX("plain", "color: teal") BOX("rough", "friction: 0.25, restitution: 0.2")           \
                BOX("slick", "friction: 0")

#define WORLD                                                                                      \
    BODIES "composite cart begin components inner: plain; own: rough;\n"                           \
           "  properties: (material: rubber, restitution: 0.6); end\n"                             \
           "composite crate begin components cart: cart; bare: plain;\n"                           \
           "  properties: (friction: 0.36); end\n"                                                 \
           "world w begin components anvil, anvil2: anvil; tyre: tyre; floe: floe;\n"              \
           "  waxed: waxed; plain: plain; rough: rough; slick: slick; crate: crate;\n"             \
           "  properties: (planar, friction: 0.09, restitution: 0.15); end\n"

static int32_t body_named(tmTest *t, const tmModel *model, const char *name) {
    tmPartInfo part = {.body = -1};
    CHECK_STATUS(tm_model_part(model, tm_model_find_part(model, name), &part), TM_OK);
    return part.body;
}

typedef struct Expected {
    const char *a, *b;
    double friction, restitution;
} Expected;

static void check_all(tmTest *t, const tmModel *model, const Expected *cases, size_t count) {
    for (size_t i = 0; i < count; i++) {
        int32_t a = body_named(t, model, cases[i].a), b = body_named(t, model, cases[i].b);
        tmSurfaceInfo one, two;
        MUST(tm_model_surface(model, a, b, &one));
        MUST(tm_model_surface(model, b, a, &two));
        CHECK_NEAR(one.friction, cases[i].friction, 1e-15);
        CHECK_NEAR(one.restitution, cases[i].restitution, 0.0);
        CHECK(one.friction == two.friction && one.restitution == two.restitution);
    }
}

TEST(what_a_contact_says_of_two_materials_holds_first) {
    static const Expected cases[] = {
        {"anvil", "tyre", 0.7, 0.3},
        {"waxed", "tyre", 0.7, 0.3},             /* before what the body says itself, too */
        {"crate.cart.inner", "anvil", 0.7, 0.3}, /* the material of the composite */
        {"floe", "tyre", 0.02, 0.9},             /* restitution is not said: the larger */
        {"anvil", "anvil2", 0.04, 0.1},          /* a material with itself: friction of both */
        {"anvil", "waxed", 0.08, 0.1},           /* sqrt(0.04 0.16) */
    };
    const tmModel *model = fine_model_of(t, WORLD);
    REQUIRE(model);
    check_all(t, model, cases, sizeof cases / sizeof cases[0]);
}

TEST(else_frictions_have_their_geometric_mean_and_the_larger_restitution_holds) {
    static const Expected cases[] = {
        {"anvil", "floe", 0.02, 0.5},               /* sqrt(0.04 0.01), of the materials */
        {"waxed", "rough", 0.2, 0.5},               /* itself before its material */
        {"plain", "rough", 0.15, 0.2},              /* the world's, and its own */
        {"rough", "rough", 0.25, 0.2},              /* equal ones, exactly */
        {"slick", "tyre", 0.0, 0.9},                /* 0 is a value */
        {"crate.bare", "rough", 0.3, 0.2},          /* composite around it, then the world */
        {"crate.cart.inner", "rough", 0.45, 0.6},   /* 0.81 of its material, 0.6 of the cart */
        {"crate.cart.own", "crate.bare", 0.3, 0.2}, /* 0.25 and 0.36, 0.2 and 0.15 */
    };
    const tmModel *model = fine_model_of(t, WORLD);
    REQUIRE(model);
    check_all(t, model, cases, sizeof cases / sizeof cases[0]);
}

TEST(what_nobody_says_is_zero_and_the_world_is_a_body) {
    const tmModel *model =
        fine_model_of(t, BODIES "world w begin components plain: plain; rough: rough; end\n");
    tmSurfaceInfo info;
    REQUIRE(model);
    MUST(tm_model_surface(model, 1, 1, &info));
    CHECK(info.friction == 0.0 && info.restitution == 0.0);
    MUST(tm_model_surface(model, 1, 2, &info));
    CHECK(info.friction == 0.0 && info.restitution == 0.2);
    model = fine_model_of(t, WORLD);
    REQUIRE(model);
    MUST(tm_model_surface(model, 0, body_named(t, model, "rough"), &info));
    CHECK_NEAR(info.friction, 0.15, 1e-15);
    CHECK(info.restitution == 0.2);
}

TEST(a_run_without_friction_has_none_but_restitution) {
    static const Expected cases[] = {{"anvil", "tyre", 0.0, 0.3}, {"plain", "rough", 0.0, 0.2}};
    const tmModel *model =
        fine_model_of(t, WORLD "simulate w begin time: (1ms, 1s); without: friction; end\n");
    REQUIRE(model);
    check_all(t, model, cases, sizeof cases / sizeof cases[0]);
}

TEST(large_frictions_do_not_overflow) {
    const tmModel *model = fine_model_of(
        t, BOX("a", "friction: 1e200") BOX("b", "friction: 4e200") "world w begin components a: a; "
                                                                   "b: b; end\n");
    tmSurfaceInfo info;
    REQUIRE(model);
    MUST(tm_model_surface(model, 1, 2, &info));
    CHECK_NEAR(info.friction / 2e200, 1.0, 1e-15);
}

TEST(null_and_what_is_no_body_is_refused_and_nothing_is_changed) {
    const tmModel *model = fine_model_of(t, WORLD);
    tmSurfaceInfo info = {.friction = 7.0, .restitution = 8.0};
    REQUIRE(model);
    int32_t count = tm_model_body_count(model);
    CHECK_STATUS(tm_model_surface(NULL, 0, 0, &info), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_model_surface(model, 1, 2, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_model_surface(model, -1, 1, &info), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_model_surface(model, 1, -1, &info), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_model_surface(model, count, 1, &info), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_model_surface(model, 1, count, &info), TM_ERR_ARGUMENT);
    CHECK(info.friction == 7.0 && info.restitution == 8.0);
}

TEST_MAIN(CASE(what_a_contact_says_of_two_materials_holds_first),
          CASE(else_frictions_have_their_geometric_mean_and_the_larger_restitution_holds),
          CASE(what_nobody_says_is_zero_and_the_world_is_a_body),
          CASE(a_run_without_friction_has_none_but_restitution),
          CASE(large_frictions_do_not_overflow),
          CASE(null_and_what_is_no_body_is_refused_and_nothing_is_changed))
