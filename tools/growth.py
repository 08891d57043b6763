#!/usr/bin/python3
"""How the cost of a kernel grows with the size of its problem, by instruction count.

Runs PROGRAM --once PROBLEM N KERNEL under valgrind's callgrind for each problem, kernel and N. The
program runs the kernel once inside a function named bench_measured, and only what happens in there
is counted: not its start-up, nor the making of the problem. Instructions do not depend on how busy
the machine is, so that the exponent can be a test.

The exponent is the slope of log(instructions) over log(N) by least squares, over all N and over the
last factor of ten; the larger counts. Past the limit, the exit code is 1.

    tools/growth.py --program build/bench/bench/bench_sparse --problems chain ladder \\
        --kernels order ldlt_factor --out bench/results/growth.csv
"""
import argparse
import csv
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

SIZES = [10, 100, 1000, 10000]


def count_instructions(program, problem, size, kernel, function):
    """Instructions of one run, those of `function` and what it calls only."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["valgrind", "--tool=callgrind", f"--toggle-collect={function}",
                   f"--callgrind-out-file={folder}/out",
                   program, "--once", problem, str(size), kernel]
        environment = dict(os.environ, OPENBLAS_NUM_THREADS="1")
        run = subprocess.run(command, capture_output=True, text=True,
                             errors="replace", env=environment)
        found = re.search(r"Collected : (\d+)", run.stderr)
        if run.returncode != 0 or not found or int(found.group(1)) == 0:
            sys.exit(f"growth: {' '.join(command[4:])} failed, or {function} was not found in it:\n"
                     f"{run.stderr[-2000:]}")
        return int(found.group(1))


def slope(points):
    """Least squares slope of log(count) over log(size)."""
    xs = [math.log(size) for size, _ in points]
    ys = [math.log(count) for _, count in points]
    x_mean = sum(xs) / len(xs)
    y_mean = sum(ys) / len(ys)
    spread = sum((x - x_mean) ** 2 for x in xs)
    return sum((x - x_mean) * (y - y_mean) for x, y in zip(xs, ys)) / spread


def measure(options, problem, kernel):
    """One row of the result, as a dictionary."""
    points = [(size, count_instructions(options.program, problem, size, kernel, options.function))
              for size in options.sizes]
    largest = options.sizes[-1]
    tail = [point for point in points if point[0] * 10 >= largest]
    overall = slope(points)
    last = slope(tail) if len(tail) > 1 else overall
    return {"kernel": kernel, "problem": problem, "exponent": f"{overall:.3f}",
            "last_decade": f"{last:.3f}", "smallest": points[0][0], "largest": largest,
            "instructions_each": f"{points[-1][1] / largest:.0f}",
            "holds": max(overall, last) <= options.limit}


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--problems", nargs="+", required=True)
    parser.add_argument("--kernels", nargs="+", required=True)
    parser.add_argument("--sizes", nargs="+", type=int, default=SIZES)
    parser.add_argument("--limit", type=float, default=1.1)
    parser.add_argument("--function", default="bench_measured")
    parser.add_argument("--out", type=pathlib.Path, help="CSV file; rows of other pairs are kept")
    options = parser.parse_args(arguments)
    options.sizes = sorted(set(options.sizes))
    if len(options.sizes) < 2 or options.sizes[0] < 1:
        parser.error("at least two different sizes above zero are needed")
    return options


def write(path, rows):
    """Replaces the rows of the same kernel and problem, and keeps the others."""
    fields = [name for name in rows[0] if name != "holds"]
    kept = []
    if path.exists():
        with path.open(newline="", encoding="utf-8") as file:
            kept = list(csv.DictReader(file))
    fresh = {(row["kernel"], row["problem"]) for row in rows}
    kept = [row for row in kept if (row["kernel"], row["problem"]) not in fresh]
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fields, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(kept + rows)


def main(arguments):
    options = parse(arguments)
    rows = []
    for kernel in options.kernels:
        for problem in options.problems:
            row = measure(options, problem, kernel)
            rows.append(row)
            verdict = "" if row["holds"] else f"  above {options.limit}"
            print(f"{kernel:16} {problem:10} N^{row['exponent']}  last decade N^{row['last_decade']}"
                  f"  {row['instructions_each']:>7} instructions each{verdict}", flush=True)
    if options.out:
        write(options.out, rows)
    return 0 if all(row["holds"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
