/* svg.h: writes SVG elements piece by piece through the caller's function. It knows nothing of
 * mechanisms. */
#ifndef TMI_SVG_H
#define TMI_SVG_H

#include "base/base.h"
#include "trammel/report.h"

typedef struct tmiSvg {
    tmiOutput out;
} tmiSvg;

void tmi_svg_init(tmiSvg *svg, tmWriteFn *write, void *user);

/* Hands over what is still in the buffer. */
void tmi_svg_flush(tmiSvg *svg);

/* Writes the text as it is. */
void tmi_svg_raw(tmiSvg *svg, const char *text);

/* Writes the text so that XML reads it back: markup escaped, bytes that are not characters of XML
 * replaced by '?'. */
void tmi_svg_escaped(tmiSvg *svg, const char *text);

/* Writes a unit as people read it: N·m for `N m` and `N*m`, m/s² for `m/s^2`. */
void tmi_svg_unit(tmiSvg *svg, const char *unit);

/* Writes a length in px with two decimals; what no picture can show is cut to a million. */
void tmi_svg_number(tmiSvg *svg, double number);

/* An element: open writes `<name`, then come attributes, then end writes `>` or `/>`; a container
 * is closed by its name. */
void tmi_svg_open(tmiSvg *svg, const char *name);
void tmi_svg_attr(tmiSvg *svg, const char *name, const char *value);
void tmi_svg_attr_number(tmiSvg *svg, const char *name, double value);
void tmi_svg_end(tmiSvg *svg, bool empty);
void tmi_svg_close(tmiSvg *svg, const char *name);

/* `M x,y` and `L x,y` of a path's data. */
void tmi_svg_path_point(tmiSvg *svg, char command, double x, double y);

/* An arc of this radius to (x, y), counter-clockwise in the picture, the long way round if `large`.
 */
void tmi_svg_path_arc(tmiSvg *svg, double radius, bool large, double x, double y);

/* A line from (x, y) to (u, v); its stroke is that of the group. */
void tmi_svg_line(tmiSvg *svg, double x, double y, double u, double v);

/* One of the colours for things that have none of their own, in turn. */
const char *tmi_color_of(int32_t index);

/* The colour of this name of CSS, or of "#rrggbb", as 0xrrggbb; gray for what is none. */
uint32_t tmi_color_rgb(const char *name);

#endif
