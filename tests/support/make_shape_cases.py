#!/usr/bin/python3
"""make_shape_cases.py: writes shape_cases.h, the numbers that tests of shapes are compared with.

Polyhedra: hulls of random whole points, found by trying all triples; volume, centre and second moments
in exact fractions, by cutting each tetrahedron from a corner of its own (not from an origin) and
summing Dirichlet's integrals. Gears: area and polar moment by quadrature of r(phi) in 30 digits.
Needs mpmath. Run it by hand; the header is kept."""
import itertools
import random
from fractions import Fraction as F
from pathlib import Path

from mpmath import mp, mpf

mp.dps = 30


def sub(a, b):
    return tuple(x - y for x, y in zip(a, b))


def det(a, b, c):
    return (a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
            + a[2] * (b[0] * c[1] - b[1] * c[0]))


def hull(points):
    """Triangles of the hull of points in general position."""
    faces = []
    for i, j, k in itertools.combinations(range(len(points)), 3):
        a, b, c = points[i], points[j], points[k]
        sides = [det(sub(b, a), sub(c, a), sub(p, a)) for n, p in enumerate(points)
                 if n not in (i, j, k)]
        if 0 in sides:
            return None
        if all(s < 0 for s in sides):
            faces.append((i, j, k))
        elif all(s > 0 for s in sides):
            faces.append((i, k, j))
    return faces


def moments(points, faces):
    """Volume, centre, second moments about it (xx, yy, zz, yz, zx, xy)."""
    apex = points[faces[0][0]]
    volume, first, second = F(0), [F(0)] * 3, {}
    for face in faces:
        corners = [apex] + [points[i] for i in face]
        v = F(det(*[sub(p, apex) for p in corners[1:]]), 6)
        volume += v
        for axis in range(3):
            first[axis] += v * sum(p[axis] for p in corners) / 4
        for a, b in ((0, 0), (1, 1), (2, 2), (1, 2), (2, 0), (0, 1)):
            total = sum(p[a] for p in corners) * sum(p[b] for p in corners)
            total += sum(p[a] * p[b] for p in corners)
            second[a, b] = second.get((a, b), F(0)) + v * total / 20
    centre = [m / volume for m in first]
    return volume, centre, [second[a, b] - volume * centre[a] * centre[b] for a, b in second]


def gear(z, m, degrees):
    """Area and polar moment of a gear without bore: the radius at which a tooth is phi wide, from
    the involute's own equation solved for it."""
    m, alpha = mpf(m), mp.radians(mpf(degrees))
    r = z * m / 2
    base, tip, root = r * mp.cos(alpha), r + m, r - mpf("1.25") * m
    inv = lambda a: mp.tan(a) - a
    half = lambda rho: mp.pi / (2 * z) + inv(alpha) - inv(mp.acos(base / rho))
    start = max(base, root)
    total = []
    for n, factor in ((1, 1), (3, 1)):
        # Rings of radius rho: the part of the circle that is gear.
        ring = lambda rho: 2 * z * half(rho) * rho ** n
        radial = 2 * z * half(start) * (start ** (n + 1) - root ** (n + 1)) / (n + 1)
        disc = 2 * mp.pi * root ** (n + 1) / (n + 1)
        total.append(factor * (mp.quad(ring, mp.linspace(start, tip, 9)) + radial + disc))
    return total


def main():
    random.seed(7)
    lines = ["/* shape_cases.h: made by make_shape_cases.py, which says how. */",
             "#ifndef SHAPE_CASES_H", "#define SHAPE_CASES_H", "",
             "#define SOLID_POINTS 12", "#define SOLID_CASES 12", "",
             "typedef struct SolidCase {",
             "    int count;",
             "    double points[SOLID_POINTS][3];",
             "    double volume, centre[3], second[6]; /* xx, yy, zz, yz, zx, xy */",
             "} SolidCase;", "", "static const SolidCase solid_cases[SOLID_CASES] = {"]
    made = 0
    while made < 12:
        n = 4 + made % 9
        points = [tuple(random.randint(-9, 9) * (1 + made) for _ in range(3)) for _ in range(n)]
        faces = hull(points) if len(set(points)) == n else None
        if not faces:
            continue
        volume, centre, second = moments(points, faces)
        rows = ", ".join("{%d, %d, %d}" % p for p in points)
        lines.append("    {%d, {%s}, %r, {%s}, {%s}}," % (
            n, rows, float(volume), ", ".join(repr(float(c)) for c in centre),
            ", ".join(repr(float(s)) for s in second)))
        made += 1
    lines += ["};", "", "/* Teeth, module, pressure angle [degrees]; area, polar moment. */",
              "static const double gear_cases[5][5] = {"]
    for z, m, a in ((20, "2", 20), (12, "1", 20), (3, "1", 20), (60, "0.5", 20), (45, "3", 25)):
        area, polar = gear(z, m, a)
        lines.append("    {%d, %s, %d, %s, %s}," % (z, m, a, mp.nstr(area, 17), mp.nstr(polar, 17)))
    lines += ["};", "", "#endif", ""]
    Path(__file__).with_name("shape_cases.h").write_text("\n".join(lines), encoding="utf-8")


main()
