/* show_graph.c: the graph of a model: bodies as boxes, joints as lines. */
#include "trammel/show.h"

#include "report/svg/svg.h"

#include <string.h>

/* ---- Graphviz ------------------------------------------------------------------------------ */

static void put_quoted(tmiSvg *out, const char *text) {
    tmi_svg_raw(out, "\"");
    for (; *text; text++) {
        char one[3] = {*text, '\0', '\0'};
        if (*text == '"' || *text == '\\') {
            one[0] = '\\';
            one[1] = *text;
        }
        tmi_svg_raw(out, one);
    }
    tmi_svg_raw(out, "\"");
}

static const char *body_name(const tmModel *model, int32_t body) {
    tmBodyInfo info;
    return tm_model_body(model, body, &info) == TM_OK ? info.name : "";
}

/* The name that the text gives, or the kind. */
static const char *label_of(const tmJointInfo *joint) {
    return strchr(joint->name, '#') ? joint->kind->name : joint->name;
}

tmStatus tm_show_dot(const tmModel *model, tmWriteFn *write, void *user) {
    tmiSvg out;
    if (!model || !write) {
        return TM_ERR_ARGUMENT;
    }
    tmi_svg_init(&out, write, user);
    tmi_svg_raw(&out, "graph ");
    put_quoted(&out, tm_model_world(model).name);
    tmi_svg_raw(&out, " {\n  node [shape=box, style=rounded];\n");
    for (int32_t i = 0; i < tm_model_body_count(model); i++) {
        tmBodyInfo info;
        tm_model_body(model, i, &info);
        tmi_svg_raw(&out, "  ");
        put_quoted(&out, info.name);
        tmi_svg_raw(&out, info.is_fixed ? " [style=filled];\n" : ";\n");
    }
    for (int32_t i = 0; i < tm_model_joint_count(model); i++) {
        tmJointInfo joint;
        tm_model_joint(model, i, &joint);
        for (int32_t k = 1; k < joint.body_count; k++) {
            tmi_svg_raw(&out, "  ");
            put_quoted(&out, body_name(model, joint.bodies[k - 1]));
            tmi_svg_raw(&out, " -- ");
            put_quoted(&out, body_name(model, joint.bodies[k]));
            tmi_svg_raw(&out, " [label=");
            put_quoted(&out, label_of(&joint));
            tmi_svg_raw(&out, "];\n");
        }
    }
    tmi_svg_raw(&out, "}\n");
    tmi_svg_flush(&out);
    return TM_OK;
}

/* ---- Picture ------------------------------------------------------------------------------- */

#define BOX_WIDTH 132.0
#define BOX_HEIGHT 30.0
#define GAP_X 28.0
#define GAP_Y 58.0
#define GRAPH_MARGIN 24.0
#define LETTERS 18 /* that fit a box */

typedef struct Box {
    int32_t row, column;
} Box;

typedef struct Layout {
    Box *boxes;
    int32_t *queue;
    int32_t rows, columns;
} Layout;

/* Rows by the number of joints to the ground; what is not joined to it comes below. */
static void lay_out(const tmModel *model, Layout *layout) {
    int32_t count = tm_model_body_count(model), done = 0, waiting = 0;
    int32_t *filled = layout->queue + count; /* boxes of each row */
    for (int32_t i = 0; i < count; i++) {
        layout->boxes[i].row = -1;
    }
    for (int32_t root = 0; root < count; root++) {
        if (layout->boxes[root].row >= 0) {
            continue;
        }
        layout->boxes[root].row = root == 0 ? 0 : 1;
        layout->queue[waiting++] = root;
        for (; done < waiting; done++) {
            int32_t body = layout->queue[done], joints;
            const int32_t *of = tm_model_joints_of(model, body, &joints);
            for (int32_t k = 0; k < joints; k++) {
                tmJointInfo joint;
                tm_model_joint(model, of[k], &joint);
                for (int32_t m = 0; m < joint.body_count; m++) {
                    Box *box = &layout->boxes[joint.bodies[m]];
                    if (box->row < 0) {
                        box->row = layout->boxes[body].row + 1;
                        layout->queue[waiting++] = joint.bodies[m];
                    }
                }
            }
        }
    }
    for (int32_t i = 0; i < count; i++) {
        Box *box = &layout->boxes[layout->queue[i]];
        box->column = filled[box->row]++;
        layout->rows = box->row + 1 > layout->rows ? box->row + 1 : layout->rows;
        layout->columns = box->column + 1 > layout->columns ? box->column + 1 : layout->columns;
    }
}

/* The middle of a box. Rows are centred. */
static void middle(const Layout *layout, const int32_t *filled, int32_t body, double *x,
                   double *y) {
    const Box *box = &layout->boxes[body];
    double indent = 0.5 * (layout->columns - filled[box->row]);
    *x = GRAPH_MARGIN + (box->column + indent + 0.5) * (BOX_WIDTH + GAP_X);
    *y = GRAPH_MARGIN + 0.5 * BOX_HEIGHT + box->row * (BOX_HEIGHT + GAP_Y);
}

static void put_words(tmiSvg *svg, double x, double y, const char *text, bool small) {
    char cut[LETTERS * 4 + 8] = "";
    size_t used = 0, letters = 0;
    for (const char *at = text; *at; at += tmi_utf8_length(at)) {
        size_t length = tmi_utf8_length(at);
        if (letters++ == LETTERS - 1 && strlen(at) > length) {
            memcpy(cut + used, "…", sizeof "…" - 1);
            used += sizeof "…" - 1;
            break;
        }
        memcpy(cut + used, at, length);
        used += length;
    }
    cut[used] = '\0';
    tmi_svg_open(svg, "text");
    tmi_svg_attr_number(svg, "x", x);
    tmi_svg_attr_number(svg, "y", y);
    if (small) {
        tmi_svg_attr(svg, "font-size", "10");
        tmi_svg_attr(svg, "fill", "#5b6b78");
        tmi_svg_attr(svg, "paint-order", "stroke");
        tmi_svg_attr(svg, "stroke", "#ffffff");
        tmi_svg_attr(svg, "stroke-width", "4");
    }
    tmi_svg_end(svg, false);
    tmi_svg_escaped(svg, cut);
    tmi_svg_close(svg, "text");
}

static void put_lines(tmiSvg *svg, const tmModel *model, const Layout *layout,
                      const int32_t *filled, bool words) {
    for (int32_t i = 0; i < tm_model_joint_count(model); i++) {
        tmJointInfo joint;
        tm_model_joint(model, i, &joint);
        for (int32_t k = 1; k < joint.body_count; k++) {
            double x, y, u, v;
            middle(layout, filled, joint.bodies[k - 1], &x, &y);
            middle(layout, filled, joint.bodies[k], &u, &v);
            bool level = y == v; /* side by side: an arc below the boxes */
            if (words) {
                put_words(svg, 0.5 * (x + u), level ? y + 34.0 : 0.5 * (y + v) + 3.0,
                          label_of(&joint), true);
                continue;
            }
            tmi_svg_raw(svg, "<path d=\"");
            tmi_svg_path_point(svg, 'M', x, y);
            if (level) {
                tmi_svg_path_point(svg, 'Q', 0.5 * (x + u), y + 56.0);
                tmi_svg_raw(svg, " ");
                tmi_svg_number(svg, u);
                tmi_svg_raw(svg, ",");
                tmi_svg_number(svg, v);
            } else {
                tmi_svg_path_point(svg, 'L', u, v);
            }
            tmi_svg_raw(svg, "\"/>");
        }
    }
}

static void put_boxes(tmiSvg *svg, const tmModel *model, const Layout *layout,
                      const int32_t *filled) {
    for (int32_t i = 0; i < tm_model_body_count(model); i++) {
        tmBodyInfo info;
        double x, y;
        tm_model_body(model, i, &info);
        middle(layout, filled, i, &x, &y);
        tmi_svg_open(svg, "rect");
        tmi_svg_attr_number(svg, "x", x - 0.5 * BOX_WIDTH);
        tmi_svg_attr_number(svg, "y", y - 0.5 * BOX_HEIGHT);
        tmi_svg_attr_number(svg, "width", BOX_WIDTH);
        tmi_svg_attr_number(svg, "height", BOX_HEIGHT);
        tmi_svg_attr(svg, "rx", "7");
        tmi_svg_attr(svg, "fill", info.is_fixed ? "#d9dee3" : "#eef4f9");
        tmi_svg_attr(svg, "stroke", info.is_fixed ? "#7d8a95" : "#1b6ca8");
        tmi_svg_end(svg, true);
        put_words(svg, x, y + 4.0, info.name, false);
    }
}

tmStatus tm_show_svg(const tmAllocator *allocator, const tmModel *model, tmWriteFn *write,
                     void *user) {
    tmiArena arena;
    tmiSvg svg;
    if (!model || !write) {
        return TM_ERR_ARGUMENT;
    }
    int32_t count = tm_model_body_count(model);
    if (count > TM_SHOW_LIMIT) {
        return TM_ERR_LIMIT;
    }
    tmi_arena_init(&arena, tmi_allocator_or_default(allocator));
    Layout layout = {.boxes = tmi_arena_alloc(&arena, (size_t)count, sizeof *layout.boxes),
                     .queue = tmi_arena_alloc(&arena, 2 * (size_t)count + 2, sizeof *layout.queue)};
    if (!layout.boxes || !layout.queue) {
        tmi_arena_clear(&arena);
        return TM_ERR_MEMORY;
    }
    lay_out(model, &layout);
    const int32_t *filled = layout.queue + count;
    tmi_svg_init(&svg, write, user);
    tmi_svg_open(&svg, "svg");
    tmi_svg_attr(&svg, "xmlns", "http://www.w3.org/2000/svg");
    tmi_svg_attr_number(&svg, "width", 2.0 * GRAPH_MARGIN + layout.columns * (BOX_WIDTH + GAP_X));
    tmi_svg_attr_number(&svg, "height",
                        2.0 * GRAPH_MARGIN + layout.rows * (BOX_HEIGHT + GAP_Y) - GAP_Y + 30.0);
    tmi_svg_attr(&svg, "font-family", "system-ui, sans-serif");
    tmi_svg_attr(&svg, "font-size", "12");
    tmi_svg_attr(&svg, "text-anchor", "middle");
    tmi_svg_attr(&svg, "fill", "#22303c");
    tmi_svg_end(&svg, false);
    tmi_svg_raw(&svg, "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>");
    tmi_svg_raw(&svg, "<g fill=\"none\" stroke=\"#7d8a95\" stroke-width=\"1.5\">");
    put_lines(&svg, model, &layout, filled, false);
    tmi_svg_raw(&svg, "</g>");
    put_boxes(&svg, model, &layout, filled);
    put_lines(&svg, model, &layout, filled, true);
    tmi_svg_close(&svg, "svg");
    tmi_svg_flush(&svg);
    tmi_arena_clear(&arena);
    return TM_OK;
}
