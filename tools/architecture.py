#!/usr/bin/python3
"""architecture.py [--check | --write] [--root DIR]: the picture of the code, made from the code.

Parts are the folders of src in the order of tools/check_core.py, and cli, wasm and web around them. A part
whose folders have rooms of their own is shown folder by folder; the folders inside a box are its rooms.
An arrow says 'uses': a file of one box includes a header of the other or calls a public function that is
defined there. What follows from other arrows is left out. Numbered stations show the ways of one number.

--write draws docs/images/architecture.svg and the lists of docs/architecture.md anew; --check, the default,
ends with status 1 when they are not what the code gives.
"""
import argparse
import html
import re
import sys
import textwrap
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import api  # noqa: E402
import check_core  # noqa: E402

PICTURE = "docs/images/architecture.svg"
PAGE = "docs/architecture.md"
BLOCK = re.compile(r"(<!-- made: (\w+) -->\n).*?(<!-- /made -->)", re.DOTALL)
PUBLIC = "include/trammel"
PAGE_SOURCE = "web/src"

# The ways of one coordinate, (name, what it is there). A name is a public function, a function of wasm/ or
# what a file of web/src exports; the folder that defines it is the station. Nothing here names a folder.
TO_SCREEN = [
    ("tm_document_create", "characters, a token, a node of the tree, a value in SI units"),
    ("tm_model_create", "a number of a body: of its shape, a feature, its place"),
    ("tm_assemble", "a pose that closes all joints: position, quaternion"),
    ("tm_mechanism_from_model", "a feature of a planar mechanism, in body axes"),
    ("tm_plan_poses", "a pose after a move: x, y, cos, sin"),
    ("tm_sketch_poses", "the same pose, kept by the sketch that is dragged"),
    ("tm_wasm_sketch", "four numbers in the module's memory"),
    ("CoreSketch", "four numbers of a Float64Array, a view of that memory"),
    ("scene", "a shape of a list: lines in body axes, and a pose"),
    ("drawShapes", "a path under a transform, and then a pixel"),
]
TO_REPORT = [
    ("tm_sim_create", "a component of the state y(t)"),
    ("tm_recorder_frame", "eight bytes of a frame of the recording"),
    ("tm_recording_series", "a sample of a series"),
    ("tm_report_csv", "digits of a table; others: a coordinate of an SVG path"),
]


class Box:
    """A part or a folder of one: its path below the root, its rooms, the public headers whose functions it
    defines, the stations in it as (label, form), and where it is drawn."""

    def __init__(self, name, band, rooms):
        self.name, self.band, self.rooms = name, band, rooms
        self.headers, self.stations, self.lines = [], [], []
        self.x = self.y = self.width = self.height = 0.0


def rooms_of(folder):
    return sorted(path.name for path in folder.iterdir()
                  if path.is_dir() and path.name not in check_core.SKIPPED and any(path.rglob("*.*")))


def core_boxes(root):
    boxes = []
    for part in check_core.ORDER:
        folder = root / "src" / part
        rooms = rooms_of(folder)
        if any(rooms_of(folder / room) for room in rooms) and not list(folder.glob("*.[ch]")):
            boxes += [Box(f"src/{part}/{room}", part, rooms_of(folder / room)) for room in rooms]
        else:
            boxes.append(Box(f"src/{part}", part, rooms))
    return boxes


def outer_boxes(root):
    return [Box(name, name, rooms_of(root / name)) for name in ("cli", "wasm", PAGE_SOURCE)]


def box_of(boxes, path):
    """Returns the box that the path, relative to the root, lies in."""
    fits = [box for box in boxes if path.as_posix().startswith(box.name + "/")]
    return max(fits, key=lambda box: len(box.name), default=None)


def definitions(root, folders):
    """Returns name: path, of the functions that C files of the folders define."""
    found = {}
    for folder in folders:
        for path in check_core.c_files(root / folder):
            if path.suffix == ".c":
                for name, _, _ in check_core.functions(check_core.read(path)):
                    found.setdefault(name, path.relative_to(root))
    return found


def uses(root, boxes, defined):
    """Returns the set of (user, used) of box names."""
    public = api.public_functions(root / "include") & set(defined)
    found = set()
    for path in check_core.c_files(root / "src"):
        user = box_of(boxes, path.relative_to(root))
        targets = [Path("src") / name for _, kind, name in check_core.includes(path)
                   if kind == '"' and not name.startswith("trammel/")]
        words = set(re.findall(r"\btm_\w+(?=\()", api.strip_comments(check_core.read(path))))
        targets += [defined[name] for name in words & public]
        for target in targets:
            used = box_of(boxes, target)
            if user and used and user is not used:
                found.add((user.name, used.name))
    return found


def note_headers(root, boxes, defined):
    """Notes in each box the public headers whose functions it defines."""
    for header in sorted((root / PUBLIC).glob("*.h")):
        declared = api.DECLARATION.findall(api.DIRECTIVE.sub("", api.strip_comments(check_core.read(header))))
        for box in {box_of(boxes, defined[name]) for name in declared if name in defined}:
            box.headers.append(header.name)


def reachable(edges, start, without=None):
    found, waiting = set(), [start]
    while waiting:
        here = waiting.pop()
        for edge in edges:
            if edge[0] == here and edge != without and edge[1] not in found:
                found.add(edge[1])
                waiting.append(edge[1])
    return found


def reduced(edges):
    """Leaves out every arrow that follows from others. Rings are refused: who drew them knows no order."""
    for user, used in edges:
        if user in reachable(edges, used):
            raise ValueError(f"{user} and {used} use each other")
    return {edge for edge in edges if edge[1] not in reachable(edges, edge[0], edge)}


def exports(root):
    """Returns name: path, of what the page's files export."""
    found = {}
    pattern = re.compile(r"^export (?:abstract )?(?:async )?(?:function|class|const|interface) (\w+)", re.MULTILINE)
    for path in sorted((root / PAGE_SOURCE).rglob("*.ts")):
        for name in pattern.findall(check_core.read(path)):
            found.setdefault(name, path.relative_to(root))
    return found


def stations(root, boxes, defined):
    """Returns the two ways as lists of (label, folder, name, form), and notes them in the boxes."""
    known = {**exports(root), **defined}
    ways = []
    for letter, way in (("", TO_SCREEN), ("R", TO_REPORT)):
        stops = []
        for number, (name, form) in enumerate(way, 1):
            if name not in known:
                raise ValueError(f"{name}, a station of the way of a number, is defined nowhere")
            label = f"{letter}{number}"
            box_of(boxes, known[name]).stations.append((label, form))
            stops.append((label, known[name].parent, name, form))
        ways.append(stops)
    return ways


# ---- Layout ---------------------------------------------------------------------------------------

WIDTH, MARGIN, GAP, ROW_GAP = 980.0, 24.0, 26.0, 42.0
LETTER, NAME_LETTER, WRAP = 6.3, 7.8, 48
LINE, BADGE, STATION = 17.0, 9.0, 22.0
LANE = 16.0  # the width that an arrow takes on its way past boxes


def filled(words, width):
    """Returns the words as lines of text that fit."""
    lines = []
    for word in words:
        if lines and len(lines[-1]) + len(word) + 2 <= (width - 24) / LETTER:
            lines[-1] += "  " + word
        else:
            lines.append(word)
    return lines


def measure(box, width=0.0):
    """Sets the size of a box, at least this wide, from what it says."""
    said = [len(room) for room in box.rooms] + [min(WRAP, len("  ".join(box.rooms)))]
    said += [min(WRAP, len("  ".join(box.headers)))] + [len(form) + 5 for _, form in box.stations]
    box.width = max(width, len(box.name) * NAME_LETTER + 30, max(said) * LETTER + 24)
    box.lines = [("room", line) for line in filled(box.rooms, box.width)]
    box.lines += [("header", line) for line in filled(box.headers, box.width)]
    box.height = 30 + LINE * len(box.lines) + STATION * len(box.stations)


def levels(boxes, edges):
    """Returns the rows, top first: bands in their order, and within one what uses stands above what is used."""
    rows = []
    for band in reversed(list(dict.fromkeys(box.band for box in boxes))):
        own = [box for box in boxes if box.band == band]
        names = {box.name for box in own}

        def depth(name):
            return max([1 + depth(used) for user, used in edges if user == name and used in names], default=0)

        for level in range(max(depth(name) for name in names), -1, -1):
            rows.append([box for box in own if depth(box.name) == level])
    return rows


class Lane:
    """Where an arrow passes a row that it only crosses."""

    def __init__(self):
        self.width, self.x, self.y, self.height = LANE, 0.0, 0.0, 0.0

    def middle(self):
        return self.x + self.width / 2


def tracks(rows, edges):
    """Gives every arrow its chain: boxes at the ends, lanes in the rows between; lanes join their rows."""
    row_of = {box.name: number for number, row in enumerate(rows) for box in row}
    box_named = {box.name: box for row in rows for box in row}
    chains = []
    for user, used in sorted(edges):
        chain = [box_named[user]]
        for number in range(row_of[user] + 1, row_of[used]):
            lane = Lane()
            rows[number].append(lane)
            chain.append(lane)
        chains.append([*chain, box_named[used]])
    return chains


def place_row(row):
    total = sum(item.width for item in row) + GAP * (len(row) - 1)
    x = (WIDTH - total) / 2
    for item in row:
        item.x = x
        x += item.width + GAP


def arrange(rows, chains):
    """Orders each row by the mean place of what its items are tied to, to and fro, and sets all places."""
    ties = {}
    for chain in chains:
        for above, below in zip(chain, chain[1:]):
            ties.setdefault(id(above), []).append(below)
            ties.setdefault(id(below), []).append(above)
    for row in rows:
        place_row(row)
    for sweep in range(8):
        for row in rows if sweep % 2 else reversed(rows):
            def mean(item):
                near = [other.x + other.width / 2 for other in ties.get(id(item), [])]
                return sum(near) / len(near) if near else item.x + item.width / 2
            row.sort(key=mean)
            place_row(row)


# ---- Drawing --------------------------------------------------------------------------------------

STYLE = """text{font:13px system-ui,sans-serif;fill:#22303c}
.name{font-weight:600}.room,.form,.header{font-size:12px}.room{fill:#4a5a68}.header{fill:#2e7d5b}
.band{font-size:12px;fill:#7a8894;letter-spacing:.06em}
.box{fill:#fff;stroke:#51616e;stroke-width:1.2}.strip{fill:#f3f6f8;stroke:none}.public{fill:#e8eef3;stroke:#51616e}
.use{fill:none;stroke:#8796a2;stroke-width:1.3}.head{fill:#8796a2}
.screen{fill:#1f6fb2}.report{fill:#b4531a}.badge{font-size:11px;font-weight:600;fill:#fff;text-anchor:middle}"""


def text(x, y, words, kind):
    return f'<text class="{kind}" x="{x:.0f}" y="{y:.0f}" xml:space="preserve">{html.escape(words)}</text>'


def badge(x, y, label):
    kind = "report" if label.startswith("R") else "screen"
    return (f'<rect class="{kind}" x="{x:.0f}" y="{y - BADGE:.0f}" width="{2.2 * BADGE:.0f}" height="{2 * BADGE:.0f}" '
            f'rx="{BADGE:.0f}"/><text class="badge" x="{x + 1.1 * BADGE:.0f}" y="{y + 4:.0f}">{label}</text>')


def draw_box(box):
    out = [f'<rect class="box" x="{box.x:.0f}" y="{box.y:.0f}" width="{box.width:.0f}" height="{box.height:.0f}" rx="6"/>',
           text(box.x + 12, box.y + 20, box.name + "/", "name")]
    y = box.y + 38
    for kind, line in box.lines:
        out.append(text(box.x + 12, y, line, kind))
        y += LINE
    for label, form in box.stations:
        out += [badge(box.x + 12, y, label), text(box.x + 40, y + 4, form, "form")]
        y += STATION
    return out


def ports(chains):
    """Returns, for each chain, the x where it leaves its first box and enters its last."""
    leaving, entering = {}, {}
    for chain in chains:
        leaving.setdefault(id(chain[0]), []).append(chain)
        entering.setdefault(id(chain[-1]), []).append(chain)
    found = {id(chain): [0.0, 0.0] for chain in chains}
    for groups, end, near in ((leaving, 0, 1), (entering, -1, -2)):
        for chains_here in groups.values():
            chains_here.sort(key=lambda chain: chain[near].x + chain[near].width / 2)
            box = chains_here[0][end]
            for number, chain in enumerate(chains_here, 1):
                found[id(chain)][end] = box.x + box.width * number / (len(chains_here) + 1)
    return found


def draw_use(chain, port):
    points = [(port[0], chain[0].y + chain[0].height)]
    for lane in chain[1:-1]:
        points += [(lane.middle(), lane.y), (lane.middle(), lane.y + lane.height)]
    points.append((port[1], chain[-1].y - 6))
    path = f"M{points[0][0]:.0f} {points[0][1]:.0f}"
    for (x0, y0), (x1, y1) in zip(points, points[1:]):
        bend = (y1 - y0) / 2
        path += f" C{x0:.0f} {y0 + bend:.0f} {x1:.0f} {y1 - bend:.0f} {x1:.0f} {y1:.0f}"
    x, y = points[-1]
    return [f'<path class="use" d="{path}"/>',
            f'<path class="head" d="M{x - 4:.0f} {y - 2:.0f}h8l-4 8z"/>']


def draw_outer(program, module, page):
    """Draws the program, the module and, above it, the page; returns the drawing and its bottom."""
    page.y = MARGIN
    page.width = module.width = max(page.width, module.width)
    page.x = module.x = WIDTH - MARGIN - page.width
    module.y = page.y + page.height + ROW_GAP
    bottom = module.y + module.height
    program.x, program.y = MARGIN, bottom - program.height
    out = draw_use([page, module], [module.x + module.width / 2] * 2)
    for box in (program, module, page):
        out += draw_box(box)
    return out, bottom


def draw_public(root, y, users):
    lines = filled(sorted(path.name for path in (root / PUBLIC).glob("*.h")), WIDTH - 2 * MARGIN)
    height = 30 + LINE * len(lines)
    out = [f'<rect class="public" x="{MARGIN:.0f}" y="{y:.0f}" width="{WIDTH - 2 * MARGIN:.0f}" height="{height:.0f}" '
           'rx="6"/>',
           text(MARGIN + 12, y + 20, f"{PUBLIC}/: the public headers, and all that cli and wasm see", "name")]
    out += [text(MARGIN + 12, y + 38 + LINE * number, line, "room") for number, line in enumerate(lines)]
    for box in users:
        middle = box.x + box.width / 2
        bar = Lane()
        bar.x, bar.y = middle, y
        out += draw_use([box, bar], [middle, middle])
    return out, y + height


def picture(root):
    """Returns the picture as SVG and the two ways."""
    core, outer = core_boxes(root), outer_boxes(root)
    defined = definitions(root, ["src", "wasm"])
    edges = reduced(uses(root, core, defined))
    ways = stations(root, core + outer, defined)
    note_headers(root, core, defined)
    for box in core + outer:
        measure(box, 380.0 if box in outer else 0.0)
    rows = levels(core, edges)
    band_of = [row[0].band for row in rows]
    chains = tracks(rows, edges)
    arrange(rows, chains)
    program, module, page = outer
    out, y = draw_outer(program, module, page)
    more, y = draw_public(root, y + ROW_GAP, (program, module))
    out += more
    strips = {}
    for band, row in zip(band_of, rows):
        y += ROW_GAP
        height = max(item.height for item in row)
        for item in row:
            item.y = y
            item.height = height
        top = strips.get(band, (y, 0))[0]
        y += height
        strips[band] = (top, y)
    back = []
    for band, (top, bottom) in strips.items():
        back.append(f'<rect class="strip" x="{MARGIN:.0f}" y="{top - 14:.0f}" width="{WIDTH - 2 * MARGIN:.0f}" '
                    f'height="{bottom - top + 28:.0f}" rx="8"/>')
        back.append(text(MARGIN + 10, top + 2, band, "band"))
    port = ports(chains)
    for chain in chains:
        back += draw_use(chain, port[id(chain)])
    for row in rows:
        for box in (item for item in row if isinstance(item, Box)):
            out += draw_box(box)
    y += MARGIN + 14
    out += [badge(MARGIN, y, "1"), text(MARGIN + 30, y + 4, "the way of a coordinate from text to screen", "room"),
            badge(MARGIN + 310, y, "R1"), text(MARGIN + 340, y + 4, "and on from the model to a report", "room"),
            text(MARGIN + 570, y + 4, "green: the public headers that it implements", "header"),
            text(MARGIN, y + 26, "arrow: uses; what follows from other arrows is left out", "room")]
    y += 22
    size = f'width="{WIDTH:.0f}" height="{y + MARGIN:.0f}" viewBox="0 0 {WIDTH:.0f} {y + MARGIN:.0f}"'
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" {size}>', f"<style>{STYLE}</style>",
                      '<rect width="100%" height="100%" fill="#ffffff"/>', *back, *out, "</svg>", ""]), ways


def listed(way):
    """Returns a way as a list for the page."""
    items = (f"- **{label}** {form} (`{name}` in `{folder}`)" for label, folder, name, form in way)
    return "".join(textwrap.fill(item, 120, subsequent_indent="  ", break_on_hyphens=False) + "\n"
                   for item in items)


def made(root):
    """Returns what --write writes: path and text of the picture and the page."""
    drawn, ways = picture(root)
    blocks = {"screen": listed(ways[0]), "report": listed(ways[1])}
    page = (root / PAGE).read_text(encoding="utf-8")
    if sorted(name for _, name, _ in BLOCK.findall(page)) != sorted(blocks):
        raise ValueError(f"{PAGE} must have the blocks {', '.join(blocks)} once each")
    return {PICTURE: drawn, PAGE: BLOCK.sub(lambda match: match[1] + blocks[match[2]] + match[3], page)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    parser.add_argument("--check", action="store_true", help="the default")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    try:
        new_texts = made(options.root)
    except ValueError as error:
        sys.exit(f"architecture: {error}")
    stale = 0
    for name, new in new_texts.items():
        path = options.root / name
        if options.write:
            path.write_text(new, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != new:
            print(f"{name} is not what the code gives: tools/architecture.py --write")
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main())
