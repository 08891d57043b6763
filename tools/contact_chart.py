#!/usr/bin/python3
"""What every engine makes of every scene, from the rows that bench_contact wrote: a table as a
picture. A cell has the steps a second and the largest overlap; its colour says how the run came out.
The fastest of those that are right is bold. Prints how often each engine is right, and where Trammel
is not the fastest of those that are.

    tools/contact_chart.py bench/results/contact.csv --plot bench/results/contact.svg
"""
import argparse
import csv
import html
import pathlib
import sys

OURS = "trammel"
COLOURS = {"right": "#d4efdf", "overlaps": "#fcf3cf", "wrong": "#f5b7b1"}
OTHER = "#eaeded"
LEGEND = [("right", "right"), ("overlaps", "bodies overlap by more than 1 % of their size"),
          ("wrong", "wrong"), ("", "breaks off, is too slow, or cannot")]
SCENE_WIDTH, CELL_WIDTH, CELL_HEIGHT, HEAD = 150, 92, 30, 40


def read(path):
    """{scene: {engine: row}} in the order of the file."""
    scenes = {}
    with path.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            scenes.setdefault(row["scene"], {})[row["engine"]] = row
    return scenes


def engines_of(scenes):
    names = []
    for rows in scenes.values():
        names += [engine for engine in rows if engine not in names]
    return names


def fastest(rows):
    """The fastest engine of a scene that is right, or None."""
    right = [row for row in rows.values() if row["outcome"] == "right"]
    return max(right, key=lambda row: float(row["steps_per_s"]))["engine"] if right else None


def judge(scenes):
    lines = []
    for engine in engines_of(scenes):
        outcomes = [rows[engine]["outcome"] for rows in scenes.values() if engine in rows]
        lines.append(f"{engine}: {outcomes.count('right')} of {len(outcomes)} right, "
                     f"{outcomes.count('overlaps')} with overlap")
    for scene, rows in scenes.items():
        best = fastest(rows)
        ours = next((row for engine, row in rows.items() if engine.startswith(OURS)), None)
        if best and ours and ours["outcome"] != "right":
            lines.append(f"{scene}: {OURS} is not right")
        elif best and ours and best != ours["engine"]:
            ratio = float(rows[best]["steps_per_s"]) / float(ours["steps_per_s"])
            lines.append(f"{scene}: {best} is {ratio:.2g} times faster")
    return lines


def short(number):
    """1.2e-03 as 1e-3, 231400 as 231 k."""
    value = float(number)
    if value >= 1e6:
        return f"{value / 1e6:.1f} M"
    if value >= 1e3:
        return f"{value / 1e3:.3g} k"
    return f"{value:.3g}"


def power(number):
    if float(number) == 0:
        return "0"
    digits, exponent = f"{float(number):.0e}".split("e")
    return f"{digits}e{int(exponent)}"


def cell(row, left, top, is_best):
    colour = COLOURS.get(row["outcome"], OTHER)
    out = [f'<rect x="{left}" y="{top}" width="{CELL_WIDTH - 2}" height="{CELL_HEIGHT - 2}" '
           f'fill="{colour}"/>']
    middle = left + CELL_WIDTH / 2 - 1
    if row["steps_per_s"]:
        weight = ' font-weight="bold"' if is_best else ""
        out.append(f'<text x="{middle}" y="{top + 12}" text-anchor="middle"{weight}>'
                   f'{short(row["steps_per_s"])}</text>')
        out.append(f'<text x="{middle}" y="{top + 24}" text-anchor="middle" fill="#566573">'
                   f'{power(row["max_penetration"])}</text>')
    else:
        out.append(f'<text x="{middle}" y="{top + 18}" text-anchor="middle" fill="#566573">'
                   f'{html.escape(row["outcome"])}</text>')
    return out


def head(engine, left):
    """The name over two lines."""
    words = engine.split(" ", 2)
    lines = [" ".join(words[:2]), words[2] if len(words) > 2 else ""]
    middle = left + CELL_WIDTH / 2 - 1
    return [f'<text x="{middle}" y="{16 + 13 * i}" text-anchor="middle" font-weight="bold">'
            f'{html.escape(line)}</text>' for i, line in enumerate(lines) if line]


def plot(scenes):
    engines = engines_of(scenes)
    width = SCENE_WIDTH + CELL_WIDTH * len(engines)
    height = HEAD + CELL_HEIGHT * (len(scenes) + 1)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
           'font-family="sans-serif" font-size="11">',
           f'<rect width="{width}" height="{height}" fill="white"/>']
    for i, engine in enumerate(engines):
        out += head(engine, SCENE_WIDTH + CELL_WIDTH * i)
    top = HEAD
    for scene, rows in scenes.items():
        out.append(f'<text x="4" y="{top + 18}">{html.escape(scene)}</text>')
        best = fastest(rows)
        for i, engine in enumerate(engines):
            if engine in rows:
                out += cell(rows[engine], SCENE_WIDTH + CELL_WIDTH * i, top, engine == best)
        top += CELL_HEIGHT
    left = 4
    for outcome, text in LEGEND:
        out.append(f'<rect x="{left}" y="{top + 8}" width="14" height="14" '
                   f'fill="{COLOURS.get(outcome, OTHER)}"/>')
        out.append(f'<text x="{left + 20}" y="{top + 19}">{html.escape(text)}</text>')
        left += 50 + 6 * len(text)
    return "\n".join(out + ["</svg>"]) + "\n"


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("csv", type=pathlib.Path)
    parser.add_argument("--plot", type=pathlib.Path)
    options = parser.parse_args(arguments)
    scenes = read(options.csv)
    if not scenes:
        print(f"contact_chart: {options.csv} has no rows", file=sys.stderr)
        return 1
    print("\n".join(judge(scenes)))
    if options.plot:
        options.plot.write_text(plot(scenes), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
