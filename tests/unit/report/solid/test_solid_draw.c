/* test_solid_draw.c: pictures of shapes: what is drawn, in which order, and what is refused. */
#include "shapes.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Text {
    char bytes[400000];
    size_t used;
} Text;

static void take(void *user, const char *bytes, size_t count) {
    Text *text = user;
    if (text->used + count < sizeof text->bytes) {
        memcpy(text->bytes + text->used, bytes, count);
        text->used += count;
        text->bytes[text->used] = '\0';
    }
}

/* A filled facet of a picture. */
typedef struct Facet {
    double area;   /* [px^2] */
    double x, y;   /* mean of its corners [px] */
    unsigned fill; /* rrggbb */
} Facet;

static int read_facets(const char *svg, Facet *facets, int max) {
    int count = 0;
    for (const char *at = strstr(svg, "<path d=\"M"); at; at = strstr(at + 1, "<path d=\"M")) {
        const char *end = strchr(at + 9, '"');
        const char *fill = strstr(end, "fill=\"#");
        double x[40], y[40], twice = 0.0;
        int corners = 0;
        if (!fill || fill > strchr(end, '>') || count == max) {
            continue;
        }
        for (const char *p = at + 9; p < end && *p != 'Z' && corners < 40;) {
            char *next;
            x[corners] = strtod(p + 1, &next);
            y[corners++] = strtod(next + 1, &next);
            p = next;
        }
        facets[count] = (Facet){.fill = (unsigned)strtoul(fill + 7, NULL, 16)};
        for (int i = 0; i < corners; i++) {
            int k = (i + 1) % corners;
            twice += x[k] * y[i] - x[i] * y[k];
            facets[count].x += x[i] / corners;
            facets[count].y += y[i] / corners;
        }
        facets[count++].area = 0.5 * twice;
    }
    return count;
}

static Text *draw(tmTest *t, const tmShapeDef *def, const tmShapeViewDef *view) {
    Text *text = test_memory(t, 1, sizeof *text);
    tmShape *shape;
    if (!CHECK_STATUS(tm_shape_create(&t->allocator, def, NULL, &shape), TM_OK)) {
        return NULL;
    }
    DEFER(tm_shape_destroy, shape);
    return CHECK_STATUS(tm_shape_draw(&t->allocator, shape, view, take, text), TM_OK) ? text : NULL;
}

/* Three faces of a cube are seen from a corner, each as large as the others. */
TEST(cube_from_its_corner_shows_three_equal_faces_in_three_shades) {
    tmShapeDef def = shape_def(TM_SHAPE_CUBOID, 1, 1, 1, 0, 0);
    tmShapeViewDef view = tm_shape_view_def_default();
    Facet facets[20];
    view.axes = false;
    view.turn = 0.25 * 3.14159265358979;
    view.rise = asin(1 / sqrt(3));
    Text *text = draw(t, &def, &view);
    REQUIRE(text);
    int count = read_facets(text->bytes, facets, 20);
    CHECK(count == 6);
    double whole = 0.0;
    int shades = 1;
    for (int i = 0; i < count; i++) {
        CHECK_NEAR(facets[i].area, facets[0].area, 1.5); /* corners have two decimals */
        whole += facets[i].area;
        shades += i && facets[i].fill != facets[i - 1].fill ? 1 : 0;
    }
    CHECK(shades == 3);
    /* A regular hexagon as high as the picture allows: 180 less two margins of 12. */
    double r = 0.5 * 156;
    CHECK_NEAR(whole, 1.5 * sqrt(3) * r * r, 3.0);
}

/* From above, along z: only the upper box is drawn last, though the lower is larger. */
TEST(what_is_nearer_is_drawn_later) {
    tmShapePiece pieces[2] = {tm_shape_piece_default(), tm_shape_piece_default()};
    tmShapeDef def = shape_def(TM_SHAPE_UNION, 0, 0, 0, 0, 0);
    tmShapeViewDef view = tm_shape_view_def_default();
    Facet facets[40];
    for (int first = 0; first < 2; first++) {
        pieces[first].shape = shape_def(TM_SHAPE_CUBOID, 4, 4, 1, 0, 0);
        pieces[1 - first].shape = shape_def(TM_SHAPE_CUBOID, 1, 1, 1, 0, 0);
        pieces[first].pose.position.z = 0;
        pieces[1 - first].pose.position.z = 3;
        def.pieces = pieces;
        def.piece_count = 2;
        view.rise = 0.5 * 3.14159265358979;
        view.axes = false;
        Text *text = draw(t, &def, &view);
        REQUIRE(text);
        int count = read_facets(text->bytes, facets, 40);
        REQUIRE(count == 4);
        CHECK(facets[0].area > 10 * facets[3].area && facets[1].area > 10 * facets[2].area);
    }
}

/* Bars through each other: neither is before the other, so facets are cut. */
TEST(facets_that_go_through_each_other_are_cut) {
    tmShapePiece pieces[2] = {tm_shape_piece_default(), tm_shape_piece_default()};
    tmShapeDef def = shape_def(TM_SHAPE_UNION, 0, 0, 0, 0, 0);
    Facet facets[100];
    pieces[0].shape = shape_def(TM_SHAPE_CUBOID, 4, 1, 1, 0, 0);
    pieces[1].shape = shape_def(TM_SHAPE_CUBOID, 1.5, 4, 0.5, 0, 0);
    def.pieces = pieces;
    def.piece_count = 2;
    Text *text = draw(t, &def, NULL);
    REQUIRE(text);
    CHECK(read_facets(text->bytes, facets, 100) > 12);
    CHECK(strstr(text->bytes, ">x</text>") && strstr(text->bytes, ">z</text>"));
}

TEST(nothing_is_drawn_as_axes_alone) {
    tmShapeDef def = tm_shape_def_default();
    tmShapeViewDef view = tm_shape_view_def_default();
    view.title = "a < b";
    Text *text = draw(t, &def, &view);
    REQUIRE(text);
    CHECK(strstr(text->bytes, "<title>a &lt; b</title>") && strstr(text->bytes, "</svg>"));
}

TEST(wrong_views_are_refused_and_nothing_is_written) {
    tmShapeDef def = shape_def(TM_SHAPE_CUBOID, 1, 1, 1, 0, 0);
    tmShapeViewDef view = tm_shape_view_def_default(), none;
    Text *text = test_memory(t, 1, sizeof *text);
    tmShape *shape;
    memset(&none, 0, sizeof none);
    MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
    DEFER(tm_shape_destroy, shape);
    CHECK_STATUS(tm_shape_draw(&t->allocator, NULL, NULL, take, text), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_shape_draw(&t->allocator, shape, NULL, NULL, text), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_shape_draw(&t->allocator, shape, &none, take, text), TM_ERR_DEF);
    view.colour = "teal";
    CHECK_STATUS(tm_shape_draw(&t->allocator, shape, &view, take, text), TM_ERR_ARGUMENT);
    view = tm_shape_view_def_default();
    view.width = NAN;
    CHECK_STATUS(tm_shape_draw(&t->allocator, shape, &view, take, text), TM_ERR_ARGUMENT);
    view = tm_shape_view_def_default();
    view.rise = 2.0;
    CHECK_STATUS(tm_shape_draw(&t->allocator, shape, &view, take, text), TM_ERR_ARGUMENT);
    CHECK(text->used == 0);
}

TEST(shapes_of_too_many_facets_are_refused) {
    tmShapeDef def = shape_def(TM_SHAPE_SPHERE, 1, 0, 0, 0, 0);
    tmShapeViewDef view = tm_shape_view_def_default();
    Text *text = test_memory(t, 1, sizeof *text);
    tmShape *shape;
    view.tolerance = 1e-5;
    MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
    DEFER(tm_shape_destroy, shape);
    CHECK_STATUS(tm_shape_draw(&t->allocator, shape, &view, take, text), TM_ERR_LIMIT);
    CHECK(text->used == 0);
}

TEST_MAIN(CASE(cube_from_its_corner_shows_three_equal_faces_in_three_shades),
          CASE(what_is_nearer_is_drawn_later), CASE(facets_that_go_through_each_other_are_cut),
          CASE(nothing_is_drawn_as_axes_alone),
          CASE(wrong_views_are_refused_and_nothing_is_written),
          CASE(shapes_of_too_many_facets_are_refused))
