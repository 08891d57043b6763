/* solid_draw.c: a shape as a solid: facets in light and shade, sharp edges as lines, axes. */
#include "define/geometry/geometry.h"
#include "numeric/numeric.h"
#include "report/solid/solid.h"

#include <string.h>

#define VIEW_STAMP 0x56494557u
#define FACETS_MAX 20000
#define DEGREE (TMI_PI / 180.0)

/* Default length of chords [diagonals of the box]: well below a pixel. */
#define SOLID_CHORDS 6e-4

/* Edges are drawn where facets beside them turn by more than 25 degrees [cosine]. */
#define SHARP 0.906

/* Margin around the solid, and length of an axis beyond it [px]. */
#define SOLID_MARGIN 12.0
#define AXIS 26.0

typedef struct Drawing {
    const tmShapeViewDef *def;
    tmiSvg *svg;
    tmVec3 right, up, eye; /* the viewer's axes */
    tmVec3 low, high;      /* of what is seen, in these axes */
    double scale;          /* px a metre */
    double x, y;           /* px of the axes' origin */
    tmiFacet *facets;
    int32_t count;
    tmiFacet *sorted;
    int32_t sorted_count, sorted_capacity;
    tmAllocator allocator;
    tmStatus status;
} Drawing;

tmShapeViewDef tm_shape_view_def_default(void) {
    tmShapeViewDef def;
    memset(&def, 0, sizeof def);
    def.stamp = VIEW_STAMP;
    def.width = 240.0;
    def.height = 180.0;
    def.turn = -60.0 * DEGREE;
    def.rise = 30.0 * DEGREE;
    def.axes = true;
    def.title = "";
    def.colour = "#8fb6d6";
    def.ink = "#22303c";
    def.background = "none";
    return def;
}

static tmVec3 seen(const Drawing *d, tmVec3 p) {
    return tmi_vec(tmi_vec_dot(p, d->right), tmi_vec_dot(p, d->up), tmi_vec_dot(p, d->eye));
}

/* ---- Facets -------------------------------------------------------------------------------- */

static tmVec3 normal_of(const tmVec3 *points, const int32_t *places) {
    return tmi_vec_unit(tmi_triangle_normal(points, places));
}

/* The triangle behind each side; found by sorting sides by their ends. */
static tmStatus find_behind(tmiArena *arena, const int32_t *triangles, int32_t count,
                            int32_t **behind) {
    tmVec3 *sides = tmi_arena_alloc(arena, 3 * (size_t)count, sizeof(tmVec3));
    *behind = tmi_arena_alloc(arena, 3 * (size_t)count, sizeof(int32_t));
    if (!sides || !*behind) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < 3 * count; i++) {
        int32_t a = triangles[i], b = triangles[i % 3 == 2 ? i - 2 : i + 1];
        sides[i] = tmi_vec(a < b ? a : b, a < b ? b : a, i);
        (*behind)[i] = -1;
    }
    tmi_sort_points(sides, 3 * count);
    for (int32_t i = 0; i + 1 < 3 * count; i++) {
        if (sides[i].x == sides[i + 1].x && sides[i].y == sides[i + 1].y) {
            int32_t a = (int32_t)sides[i].z, b = (int32_t)sides[i + 1].z;
            (*behind)[a] = b / 3;
            (*behind)[b] = a / 3;
        }
    }
    return TM_OK;
}

/* Light comes from above and from the left of the viewer. */
static double light_of(tmVec3 normal) {
    double light = tmi_vec_dot(normal, tmi_vec_unit(tmi_vec(-0.45, 0.75, 0.65)));
    return 0.50 + 0.50 * (light > 0.0 ? light : 0.0);
}

static tmStatus make_facets(Drawing *d, tmiArena *arena, const tmMesh *mesh) {
    int32_t count, *behind;
    const int32_t *triangles = tm_mesh_triangles(mesh, &count);
    const tmVec3 *points = tm_mesh_points(mesh, NULL);
    if (count > FACETS_MAX) {
        return TM_ERR_LIMIT;
    }
    d->facets = tmi_arena_alloc(arena, (size_t)count, sizeof(tmiFacet));
    if (!d->facets || find_behind(arena, triangles, count, &behind) != TM_OK) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < count; i++) {
        const int32_t *t = &triangles[3 * i];
        tmVec3 normal = normal_of(points, t);
        tmiFacet *f = &d->facets[d->count];
        f->normal = seen(d, normal);
        if (!(f->normal.z > 1e-9)) {
            continue; /* faces away, or is seen from its side */
        }
        for (int k = 0; k < 3; k++) {
            int32_t other = behind[3 * i + k];
            tmVec3 n = other >= 0 ? normal_of(points, &triangles[3 * other]) : normal;
            f->corners[k] = seen(d, points[t[k]]);
            bool sharp = tmi_vec_dot(n, normal) < SHARP || !(tmi_vec_dot(n, d->eye) > 1e-9);
            f->sharp |= (uint32_t)sharp << k;
        }
        f->count = 3;
        f->light = light_of(f->normal);
        d->count++;
    }
    return TM_OK;
}

static void keep_facet(void *user, const tmiFacet *facet) {
    Drawing *d = user;
    tmStatus status = tmi_array_reserve(d->allocator, &d->sorted, &d->sorted_capacity,
                                        d->sorted_count + 1, sizeof(tmiFacet));
    if (status == TM_OK) {
        d->sorted[d->sorted_count++] = *facet;
    } else {
        d->status = status;
    }
}

/* ---- Picture ------------------------------------------------------------------------------- */

static void place(Drawing *d) {
    for (int32_t i = 0; i < d->sorted_count; i++) {
        for (int32_t k = 0; k < d->sorted[i].count; k++) {
            tmVec3 p = d->sorted[i].corners[k];
            bool first = i == 0 && k == 0;
            d->low = first ? p : tmi_vec_min(d->low, p);
            d->high = first ? p : tmi_vec_max(d->high, p);
        }
    }
    double margin = SOLID_MARGIN + (d->def->axes ? 1.1 * AXIS : 0.0);
    double width = d->high.x - d->low.x, height = d->high.y - d->low.y;
    double room_x = d->def->width - 2.0 * margin, room_y = d->def->height - 2.0 * margin;
    d->scale = width * room_y > height * room_x ? room_x / width : room_y / height;
    d->scale = d->sorted_count ? d->scale : 1.0;
    d->x = 0.5 * d->def->width - 0.5 * (d->low.x + d->high.x) * d->scale;
    d->y = 0.5 * d->def->height + 0.5 * (d->low.y + d->high.y) * d->scale;
}

static int hex_digit(char letter) {
    return letter >= '0' && letter <= '9'   ? letter - '0'
           : letter >= 'a' && letter <= 'f' ? letter - 'a' + 10
           : letter >= 'A' && letter <= 'F' ? letter - 'A' + 10
                                            : -1;
}

/* The colour in this light, into a text of eight bytes. */
static void shade(const char *colour, double light, char text[8]) {
    static const char digits[] = "0123456789abcdef";
    text[0] = '#';
    for (int i = 0; i < 3; i++) {
        int full = 16 * hex_digit(colour[1 + 2 * i]) + hex_digit(colour[2 + 2 * i]);
        int dim = (int)(full * light + 0.5);
        text[1 + 2 * i] = digits[dim / 16];
        text[2 + 2 * i] = digits[dim % 16];
    }
    text[7] = '\0';
}

static void path_to(const Drawing *d, char command, tmVec3 p) {
    tmi_svg_path_point(d->svg, command, d->x + p.x * d->scale, d->y - p.y * d->scale);
}

/* Surface, with a hair of its own colour around it, or seams would shine through. */
static void draw_surface(const Drawing *d, const tmiFacet *f) {
    char colour[8];
    shade(d->def->colour, f->light, colour);
    tmi_svg_raw(d->svg, "<path d=\"");
    for (int32_t i = 0; i < f->count; i++) {
        path_to(d, i ? 'L' : 'M', f->corners[i]);
    }
    tmi_svg_raw(d->svg, "Z\"");
    tmi_svg_attr(d->svg, "fill", colour);
    tmi_svg_attr(d->svg, "stroke", colour);
    tmi_svg_end(d->svg, true);
}

static void draw_edges(const Drawing *d, const tmiFacet *f) {
    if (!f->sharp) {
        return;
    }
    tmi_svg_raw(d->svg, "<path d=\"");
    for (int32_t i = 0; i < f->count; i++) {
        if (f->sharp >> i & 1u) {
            path_to(d, 'M', f->corners[i]);
            path_to(d, 'L', f->corners[(i + 1) % f->count]);
        }
    }
    tmi_svg_raw(d->svg, "\"");
    tmi_svg_attr(d->svg, "stroke", d->def->ink);
    tmi_svg_attr(d->svg, "stroke-width", "1");
    tmi_svg_end(d->svg, true);
}

/* From the origin to a little beyond the solid: thin all along, with its letter at the end; what is
 * hidden is not distinguished. */
static void draw_axis(const Drawing *d, tmVec3 axis, double reach, const char *name) {
    tmVec3 s = seen(d, axis);
    double length = sqrt(s.x * s.x + s.y * s.y) * d->scale;
    if (length < 1e-6) {
        return;
    }
    double far = reach + AXIS / length;
    double x = d->x + far * s.x * d->scale, y = d->y - far * s.y * d->scale;
    tmi_svg_line(d->svg, d->x, d->y, x, y);
    tmi_svg_raw(d->svg, "<text");
    tmi_svg_attr_number(d->svg, "x", x + 6.0 * s.x * d->scale / length);
    tmi_svg_attr_number(d->svg, "y", y - 6.0 * s.y * d->scale / length + 3.5);
    tmi_svg_raw(d->svg, " text-anchor=\"middle\" font-size=\"10\" stroke=\"none\">");
    tmi_svg_raw(d->svg, name);
    tmi_svg_raw(d->svg, "</text>\n");
}

static void draw_axes(const Drawing *d, const tmShape *shape) {
    tmVec3 low = {0, 0, 0}, high = {0, 0, 0};
    tm_shape_bounds(shape, &low, &high);
    tmi_svg_open(d->svg, "g");
    tmi_svg_attr(d->svg, "stroke", d->def->ink);
    tmi_svg_attr(d->svg, "fill", d->def->ink);
    tmi_svg_attr(d->svg, "stroke-width", "0.8");
    tmi_svg_attr(d->svg, "stroke-dasharray", "4 2");
    tmi_svg_end(d->svg, false);
    draw_axis(d, tmi_vec(1, 0, 0), high.x > 0.0 ? high.x : 0.0, "x");
    draw_axis(d, tmi_vec(0, 1, 0), high.y > 0.0 ? high.y : 0.0, "y");
    draw_axis(d, tmi_vec(0, 0, 1), high.z > 0.0 ? high.z : 0.0, "z");
    tmi_svg_close(d->svg, "g");
}

static bool is_same_plane(const Drawing *d, int32_t a, int32_t b) {
    return tmi_vec_dot(d->sorted[a].normal, d->sorted[b].normal) > 1.0 - 1e-12;
}

static void draw_all(const Drawing *d, const tmShape *shape) {
    tmi_svg_open(d->svg, "svg xmlns=\"http://www.w3.org/2000/svg\"");
    tmi_svg_attr_number(d->svg, "width", d->def->width);
    tmi_svg_attr_number(d->svg, "height", d->def->height);
    tmi_svg_raw(d->svg, " font-family=\"Helvetica, Arial, sans-serif\" stroke-linejoin=\"round\" "
                        "stroke-linecap=\"round\" stroke-width=\"0.6\">\n<title>");
    tmi_svg_escaped(d->svg, d->def->title);
    tmi_svg_raw(d->svg, "</title>\n<rect width=\"100%\" height=\"100%\"");
    tmi_svg_attr(d->svg, "fill", d->def->background);
    tmi_svg_end(d->svg, true);
    /* Edges of a plane come after all of its surface, which would hide half of them. */
    for (int32_t i = 0, next; i < d->sorted_count; i = next) {
        for (next = i; next < d->sorted_count && is_same_plane(d, i, next); next++) {
            draw_surface(d, &d->sorted[next]);
        }
        for (int32_t k = i; k < next; k++) {
            draw_edges(d, &d->sorted[k]);
        }
    }
    if (d->def->axes) {
        draw_axes(d, shape);
    }
    tmi_svg_raw(d->svg, "</svg>\n");
    tmi_svg_flush(d->svg);
}

/* ---- All ----------------------------------------------------------------------------------- */

static tmStatus check_def(const tmShapeViewDef *def) {
    if (def->stamp != VIEW_STAMP) {
        return TM_ERR_DEF;
    }
    bool colour = def->colour && strlen(def->colour) == 7 && def->colour[0] == '#';
    for (int i = 1; i < 7 && colour; i++) {
        colour = hex_digit(def->colour[i]) >= 0;
    }
    bool fits = def->width >= 50.0 && def->width <= 20000.0 && def->height >= 50.0 &&
                def->height <= 20000.0 && fabs(def->turn) <= 1e6 &&
                fabs(def->rise) <= 0.5 * TMI_PI + 1e-9 && def->tolerance >= 0.0;
    return colour && fits && def->title && def->ink && def->background ? TM_OK : TM_ERR_ARGUMENT;
}

/* right, up and eye make a frame; z points up in the picture. */
static void look(Drawing *d) {
    double s, c, s_rise, c_rise;
    tmi_sincos(d->def->turn, &s, &c);
    tmi_sincos(d->def->rise, &s_rise, &c_rise);
    d->right = tmi_vec(-s, c, 0.0);
    d->up = tmi_vec(-s_rise * c, -s_rise * s, c_rise);
    d->eye = tmi_vec(c_rise * c, c_rise * s, s_rise);
}

static tmStatus prepare(Drawing *d, tmiArena *arena, const tmShape *shape, tmMesh **mesh) {
    tmVec3 low, high;
    double tolerance = d->def->tolerance;
    if (!tm_shape_bounds(shape, &low, &high)) {
        return TM_OK;
    }
    if (tolerance == 0.0) {
        tolerance = SOLID_CHORDS * tmi_vec_length(tmi_vec_sub(high, low));
    }
    look(d);
    tmStatus status = tm_mesh_of_shape(&d->allocator, shape, tolerance, mesh);
    status = status == TM_OK ? make_facets(d, arena, *mesh) : status;
    status = status == TM_OK ? tmi_facets_sort(arena, d->facets, d->count, keep_facet, d) : status;
    return status == TM_OK ? d->status : status;
}

tmStatus tm_shape_draw(const tmAllocator *allocator, const tmShape *shape,
                       const tmShapeViewDef *def, tmWriteFn *write, void *user) {
    const tmShapeViewDef usual = tm_shape_view_def_default();
    Drawing d = {.def = def ? def : &usual, .allocator = tmi_allocator_or_default(allocator)};
    tmStatus status = shape && write ? check_def(d.def) : TM_ERR_ARGUMENT;
    if (status != TM_OK) {
        return status;
    }
    tmiArena arena;
    tmMesh *mesh = NULL;
    tmi_arena_init(&arena, d.allocator);
    status = prepare(&d, &arena, shape, &mesh);
    d.svg = status == TM_OK ? tmi_arena_alloc(&arena, 1, sizeof(tmiSvg)) : NULL;
    if (d.svg) {
        tmi_svg_init(d.svg, write, user);
        place(&d);
        draw_all(&d, shape);
    }
    status = status == TM_OK && !d.svg ? TM_ERR_MEMORY : status;
    tm_mesh_destroy(mesh);
    tmi_array_clear(d.allocator, &d.sorted, &d.sorted_capacity, sizeof(tmiFacet));
    tmi_arena_clear(&arena);
    return status;
}
