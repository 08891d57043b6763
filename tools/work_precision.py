#!/usr/bin/python3
"""Speed at the same accuracy, from the rows that bench_dynamics wrote.

Every engine was run at several settings, each with an error and a speed. The speed of a method at
some error is read from the line through its points, both axes logarithmic, at the coarsest setting
from which on all finer ones are at least as accurate: a lucky hit between two misses does not count.
Where a finer setting is faster its speed counts.
An engine's speed is that of its best method. Where no setting gets there, the note says how near it
came.

    tools/work_precision.py bench/results/dynamics.csv --out bench/results/dynamics_speed.csv \\
        --plot docs/images/dynamics.svg
"""
import argparse
import csv
import html
import math
import pathlib
import sys

LEVELS = [1e-3, 1e-6]
OURS = "trammel"
COLOURS = {"trammel": "#c0392b", "simbody": "#2471a3", "bullet": "#8e44ad", "ode": "#7f8c8d",
           "mujoco 2": "#52be80", "mujoco": "#117a65"}
PANEL_WIDTH, PANEL_HEIGHT, MARGIN, GAP = 330, 240, 46, 26
ERRORS = (1e-9, 1.0)


def read(path):
    """{scene: {(engine, method): [row, …]}} in the order of the file: settings from coarse to fine."""
    scenes = {}
    with path.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            methods = scenes.setdefault(row["scene"], {})
            points = methods.setdefault((row["engine"], row["method"]), [])
            done = row["error"] != "" and math.isfinite(float(row["error"]))
            if done:
                points.append((float(row["error"]), float(row["sim_seconds_per_second"])))
    return scenes


def speed_at(points, level):
    """Speed at an error, or None; points are (error, speed) from coarse to fine."""
    first = len(points)
    while first > 0 and points[first - 1][0] <= level:
        first -= 1
    if first == len(points):
        return None
    fastest = max(speed for _, speed in points[first:])
    if first == 0 or points[first][0] <= 0:
        return fastest
    (error, speed), (better, slower) = points[first - 1], points[first]
    part = math.log(level / error) / math.log(better / error)
    return max(fastest, math.exp(math.log(speed) + part * math.log(slower / speed)))


def best_of(methods, engine, level):
    """(speed, method) of the engine's fastest method, (None, least error) where none gets there."""
    found = [(speed_at(points, level), method) for (name, method), points in methods.items()
             if name == engine]
    found = [pair for pair in found if pair[0] is not None]
    if found:
        return max(found)
    errors = [error for (name, _), points in methods.items() if name == engine for error, _ in points]
    return None, min(errors, default=math.inf)


def table(scenes):
    """Rows of the result: how fast each engine is, and how many times faster Trammel."""
    rows = []
    for scene, methods in scenes.items():
        engines = list(dict.fromkeys(engine for engine, _ in methods))
        ours = next((engine for engine in engines if engine.split()[0] == OURS), None)
        for level in LEVELS:
            reference = best_of(methods, ours, level)[0] if ours else None
            for engine in engines:
                speed, what = best_of(methods, engine, level)
                ratio = reference / speed if reference and speed else None
                note = "" if speed else ("no run got to the end" if what == math.inf else
                                         f"not reached: best {what:.1e}")
                rows.append({"scene": scene, "error": f"{level:.0e}", "engine": engine,
                             "method": what if speed else "",
                             "sim_seconds_per_second": f"{speed:.4g}" if speed else "",
                             "trammel_times_faster": f"{ratio:.3g}" if ratio else "",
                             "note": note})
    return rows


def judge(rows):
    """Prints, for each scene and error, Trammel against the best peer; returns what is missed."""
    missed = []
    for key in dict.fromkeys((row["scene"], row["error"]) for row in rows):
        there = [row for row in rows if (row["scene"], row["error"]) == key]
        ours = [row for row in there if row["engine"].split()[0] == OURS]
        peers = [row for row in there if row not in ours and row["sim_seconds_per_second"]]
        best = max(peers, key=lambda row: float(row["sim_seconds_per_second"]), default=None)
        speed = ours[0]["sim_seconds_per_second"] if ours else ""
        line = f"{key[0]:16} error {key[1]}  trammel {speed or 'does not get there':>10}"
        if best:
            line += (f"  best peer {best['engine']}, {best['method']}: "
                     f"{best['sim_seconds_per_second']}")
        else:
            line += "  no peer gets there"
        ratio = float(best["trammel_times_faster"] or 0) if best else math.inf if speed else 0.0
        if best and speed:
            line += f", {ratio:.2f} times faster"
        if ratio < 1:
            missed.append(key)
            line += "  SLOWER"
        print(line)
    return missed


# ---- The picture -------------------------------------------------------------------------------

def colour_of(engine):
    if engine.startswith("mujoco 2"):
        return COLOURS["mujoco 2"]
    return COLOURS.get(engine.split()[0], "#000000")


def panel(scene, methods, left, top):
    """One scene: speed over error, accurate to the right."""
    speeds = [speed for points in methods.values() for error, speed in points if error <= 1]
    low = 10 ** math.floor(math.log10(min(speeds, default=1)))
    high = 10 ** math.ceil(math.log10(max(speeds, default=10)))
    width, height = PANEL_WIDTH - MARGIN - GAP, PANEL_HEIGHT - MARGIN - GAP

    def x(error):
        return left + MARGIN + width * math.log(ERRORS[1] / error) / math.log(ERRORS[1] / ERRORS[0])

    def y(speed):
        return top + GAP + height * math.log(high / speed) / math.log(high / low)

    out = [f'<text x="{left + MARGIN}" y="{top + GAP - 8}" font-weight="bold">{html.escape(scene)}</text>']
    for power in range(-9, 1, 3):
        at = x(10.0 ** power)
        out.append(f'<path d="M{at:.1f} {top + GAP}v{height}" stroke="#ddd"/><text x="{at:.1f}" '
                   f'y="{top + GAP + height + 14}" text-anchor="middle">1e{power}</text>')
    for power in range(round(math.log10(low)), round(math.log10(high)) + 1):
        at = y(10.0 ** power)
        out.append(f'<path d="M{left + MARGIN} {at:.1f}h{width}" stroke="#ddd"/><text '
                   f'x="{left + MARGIN - 4}" y="{at + 4:.1f}" text-anchor="end">1e{power}</text>')
    for (engine, _), points in methods.items():
        shown = [(x(max(error, ERRORS[0])), y(speed)) for error, speed in points if error <= ERRORS[1]]
        if shown:
            path = " ".join(f"{a:.1f},{b:.1f}" for a, b in shown)
            wide = 2.2 if engine.split()[0] == OURS else 1.1
            out.append(f'<polyline points="{path}" fill="none" stroke="{colour_of(engine)}" '
                       f'stroke-width="{wide}"/>')
            out += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="{wide + 0.4}" fill="{colour_of(engine)}"/>'
                    for a, b in shown]
    return out


def plot(scenes):
    """All scenes in rows of two, below each other, with a legend."""
    rows = (len(scenes) + 1) // 2
    width, height = 2 * PANEL_WIDTH, rows * PANEL_HEIGHT + 60
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
           'font-family="sans-serif" font-size="10">',
           f'<rect width="{width}" height="{height}" fill="white"/>']
    for index, (scene, methods) in enumerate(scenes.items()):
        out += panel(scene, methods, index % 2 * PANEL_WIDTH, index // 2 * PANEL_HEIGHT)
    names = dict.fromkeys(engine for methods in scenes.values() for engine, _ in methods)
    out.append(f'<text x="{MARGIN}" y="{height - 38}">up: seconds of simulation per second; to the '
               'right: smaller errors; a line for each method</text>')
    for index, engine in enumerate(names):
        left = MARGIN + index * 102
        out.append(f'<path d="M{left} {height - 20}h18" stroke="{colour_of(engine)}" stroke-width="2.5"/>'
                   f'<text x="{left + 22}" y="{height - 16}">{html.escape(engine)}</text>')
    return "\n".join(out + ["</svg>"]) + "\n"


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, help="CSV file of speeds")
    parser.add_argument("--plot", type=pathlib.Path, help="SVG picture")
    parser.add_argument("--strict", action="store_true",
                        help="end with 1 where a peer is faster than Trammel at 1e-6")
    options = parser.parse_args(arguments)
    scenes = read(options.rows)
    rows = table(scenes)
    missed = judge(rows)
    if options.out:
        with options.out.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, rows[0], lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
    if options.plot:
        options.plot.write_text(plot(scenes), encoding="utf-8")
    return 1 if options.strict and any(level == "1e-06" for _, level in missed) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
