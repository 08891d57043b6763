#!/usr/bin/python3
"""readme_numbers.py [--write]: compares the numbers of speed in the README and in the guide on benchmarks with
the files of bench/results that they come from, or writes them anew.

A number stands between `<!-- bench: NAME -->` and `<!-- /bench -->`. NAME is one of a page's makers, PAGES
below, which makes the text from the files. So no number can differ from its file, and `make bench` followed
by --write brings all up to date."""
import csv
import math
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"(<!-- bench: (\w+) -->\n)(.*?)(<!-- /bench -->)", re.DOTALL)

# What the README calls a mechanism, and its name in kinematics.csv.
MOVES = {
    "4-bar": "4-bar",
    "6-bar driven at A, closed form": "6-bar (a)",
    "6-bar driven at B, one angle iterated": "6-bar (b)",
    "10-bar, one angle": "10-bar",
    "Duplex (12 links), two angles": "Duplex",
    "50 links in dyads": "Stress-50",
    "chain of 15 links, 12 freedoms": "Chain-15",
    "chain of 240 links": "Chain-240",
}
WORLDS = {
    "triple pendulum": "triple pendulum",
    "four-bar, 3 links": "four-bar 1",
    "four-bars, 21 links": "four-bar 10",
    "four-bars, 201 links": "four-bar 100",
    "four-bars, 2001 links": "four-bar 1000",
    "chain of 100 links": "chain 100",
    "chain of 1000 links": "chain 1000",
    "ragdoll of 17 bodies": "ragdoll",
}
KERNELS = {"LU": "lu", "LDLᵀ": "ldlt", "QR with column pivoting": "qr", "SVD": "svd",
           "least norm, n × 2n": "least_norm"}
# What stands in the README: a short selection, the least favourable among it.
MOVES_SHORT = ("4-bar", "6-bar driven at B, one angle iterated", "chain of 15 links, 12 freedoms",
               "chain of 240 links")
WORLDS_SHORT = ("triple pendulum", "four-bar, 3 links", "chain of 1000 links", "ragdoll of 17 bodies")
SIZES = (3, 6, 12, 24, 48, 100, 200)
SPARSE = ("order", "ldlt_analyse", "ldlt_factor", "ldlt_solve", "ldlt_refined", "norm_analyse",
          "norm_factor", "norm_step")


def rows(name):
    with open(ROOT / "bench/results" / name, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def source(name, up=""):
    return f"[{name}]({up}bench/results/{name})"


def rounded(value, digits=2):
    """Returns 1384 as '1400', 0.97 as '0.97', 54.0 as '54': so many digits as a ratio is good for."""
    if value == 0 or not math.isfinite(value):
        return str(value)
    places = digits - 1 - math.floor(math.log10(abs(value)))
    value = round(value, places)
    return f"{value:.{max(places, 0)}f}"


def a_second(value):
    """Returns 1.62e7 as '16 million', 8.866e4 as '89 thousand'."""
    for size, word in ((1e6, " million"), (1e3, " thousand"), (1.0, "")):
        if value >= size:
            return rounded(value / size) + word
    return rounded(value)


def table(head, lines):
    ruled = [head, ["---"] * len(head), *lines]
    return "".join("| " + " | ".join(line) + " |\n" for line in ruled)


def moves(names, up=""):
    found = {(row["mechanism"], row["system"]): row for row in rows("kinematics.csv")}
    lines = []
    for name in names:
        key = MOVES[name]
        free, watched = found[key, "trammel mixed"], found[key, "trammel watched"]
        libslvs = float(found[key, "libslvs"]["frames_per_s"])
        speeds = [float(row["frames_per_s"]) for row in (watched, free)]
        certified = f"{watched['certified']} of {watched['checked']}"
        lines.append([name, a_second(speeds[0]), certified, rounded(speeds[0] / libslvs),
                      a_second(speeds[1]), rounded(speeds[1] / libslvs)])
    sweep = float(found["4-bar", "trammel sweep"]["frames_per_s"])
    head = ["mechanism", "moves a second", "certified", "× libslvs", "not watched", "× libslvs"]
    return (f"Moves, from {source('kinematics.csv', up)}:\n\n" + table(head, lines) +
            f"\nMany frames of a 4-bar in one call (`tm_plan_sweep`, not watched): "
            f"{a_second(sweep)} a second.\n")


def worlds(names, up=""):
    found = [row for row in rows("dynamics_speed.csv") if row["error"] == "1e-06"]
    lines = []
    for name in names:
        scene = [row for row in found if row["scene"] == WORLDS[name] and row["sim_seconds_per_second"]]
        own = next(row for row in scene if row["engine"].startswith("trammel"))
        peers = [row for row in scene if row is not own]
        peer = max(peers, key=lambda row: float(row["sim_seconds_per_second"]), default=None)
        lines.append([name, rounded(float(own["sim_seconds_per_second"])),
                      f"{rounded(float(peer['trammel_times_faster']))} ({peer['engine']})"
                      if peer else "no peer gets there"])
    return (f"Simulations, from {source('dynamics_speed.csv', up)}:\n\n" +
            table(["world", "Trammel", "× fastest peer"], lines))


def dense(up):
    """Each kernel against the fastest of LAPACK's routines for it."""
    found = {}
    for row in rows("dense.csv"):
        if row["system"].startswith("lapack"):
            found.setdefault((row["kernel"], int(row["n"])), []).append(float(row["ratio"]))
    lines = [[name, *(rounded(min(found[kernel, n])) for n in SIZES)]
             for name, kernel in KERNELS.items()]
    head = ["kernel, against LAPACK (OpenBLAS)", *(f"n = {n}" for n in SIZES)]
    return f"Kernels, from {source('dense.csv', up)}:\n\n" + table(head, lines)


def sparse(up):
    exponents = [float(row["exponent"]) for row in rows("growth.csv") if row["kernel"] in SPARSE]
    found = {(row["kernel"], row["system"]): rounded(float(row["ratio"]))
             for row in rows("sparse.csv") if (row["problem"], row["n"]) == ("chain", "1000")}
    return (f"Instruction counts of the sparse kernels grow as n^{min(exponents):.2f} to "
            f"n^{max(exponents):.2f} from 10 to 10,000 links of chains and ladders\n"
            f"({source('growth.csv', up)}). On a chain of 1000 ({source('sparse.csv', up)})\n"
            f"CHOLMOD takes {found['ldlt_factor', 'cholmod']} times as long to factorise and "
            f"{found['ldlt_solve', 'cholmod']} times as long to solve, SPQR {found['norm_step', 'spqr']} times as "
            "long for the\nleast-norm step.\n")


UP = "../../"
PAGES = {
    "README.md": {"moves": lambda: moves(MOVES_SHORT), "worlds": lambda: worlds(WORLDS_SHORT)},
    "docs/guide/benchmarks.md": {"moves": lambda: moves(MOVES, UP), "worlds": lambda: worlds(WORLDS, UP),
                                 "dense": lambda: dense(UP), "sparse": lambda: sparse(UP)},
}


def renewed(page, text):
    """Returns the page's text with every block made anew; raises ValueError unless each stands there once."""
    makers = PAGES[page]
    names = [match[1] for match in BLOCK.findall(text)]
    if sorted(names) != sorted(makers):
        raise ValueError(f"{page} has the blocks {names}, not {list(makers)}")
    return BLOCK.sub(lambda match: f"{match[1]}{makers[match[2]]()}{match[4]}", text)


def main():
    stale = 0
    for page in PAGES:
        path = ROOT / page
        text = path.read_text(encoding="utf-8")
        new = renewed(page, text)
        if "--write" in sys.argv[1:]:
            path.write_text(new, encoding="utf-8")
        elif new != text:
            print(f"{page} has other numbers than bench/results: tools/readme_numbers.py --write")
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main())
