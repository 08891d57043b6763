#!/usr/bin/python3
"""Derives every number in the elementary functions: the parts of pi/2 and ln 2, the bits of 2/pi,
the polynomials, the tables, and the doubles that lie nearest to multiples of pi/2.

    elementary_constants.py --check   compares the files in the source with what it derives
    elementary_constants.py --write   writes them
    elementary_constants.py --report  prints the errors and distances that docs/theory quotes

Needs nothing but Python: integers for pi, Decimal for everything else. The method is in
docs/theory/elementary.md; (n) below are its equations.
"""

import struct
import sys
from decimal import Decimal as D
from decimal import getcontext
from fractions import Fraction
from pathlib import Path

getcontext().prec = 60
ROOT = Path(__file__).resolve().parent.parent

# ---- pi ------------------------------------------------------------------------------------------

PI_BITS = 1400


def arctan_inverse(n, bits):
    """atan(1/n) * 2^bits for a whole number n, from its Taylor series."""
    power = (1 << bits) // n
    total, k = power, 1
    while power:
        power //= n * n
        k += 2
        total += -(power // k) if k % 4 == 3 else power // k
    return total


def pi_scaled(bits):
    """floor(pi * 2^bits), by Machin's formula with 64 bits to spare."""
    more = bits + 64
    return (4 * (4 * arctan_inverse(5, more) - arctan_inverse(239, more))) >> 64


PI = pi_scaled(PI_BITS)
PI_FRACTION = Fraction(PI, 1 << PI_BITS)
TWO_OVER_PI = (1 << (2 * PI_BITS + 1)) // PI  # * 2^-PI_BITS


def dec(fraction):
    return D(fraction.numerator) / D(fraction.denominator)


PI_DEC = dec(PI_FRACTION)


def nearest(fraction):
    """The double nearest to a fraction."""
    return fraction.numerator / fraction.denominator


def head_and_tail(fraction):
    head = nearest(fraction)
    return head, nearest(fraction - Fraction(head))


def chopped(fraction, place):
    """The fraction cut off after the bit of weight 2^-place."""
    return Fraction((fraction.numerator << place) // fraction.denominator, 1 << place)


# ---- Functions, to 60 digits -----------------------------------------------------------------------


def taylor(x, first, k):
    total, term = D(0), first
    while abs(term) > D(10) ** -58:
        total += term
        k += 2
        term = -term * x * x / (k * (k - 1))
    return total


def sine(x):
    return taylor(x, x, 1)


def cosine(x):
    return taylor(x, D(1), 0)


def tangent(x):
    return sine(x) / cosine(x)


def arctangent(x):
    """Halves the angle twice, then sums the series."""
    for _ in range(2):
        x = x / (1 + (1 + x * x).sqrt())
    total, power, k = D(0), x, 1
    while abs(power) > D(10) ** -58:
        total += power / k
        power = -power * x * x
        k += 2
    return 4 * total


def arcsine(x):
    return arctangent(x / (1 - x * x).sqrt())


# ---- Remez -----------------------------------------------------------------------------------------


def solve(a, b):
    """Gaussian elimination with row exchanges, in Decimal."""
    n = len(b)
    rows = [list(r) + [v] for r, v in zip(a, b)]
    for j in range(n):
        best = max(range(j, n), key=lambda i: abs(rows[i][j]))
        rows[j], rows[best] = rows[best], rows[j]
        for i in range(j + 1, n):
            factor = rows[i][j] / rows[j][j]
            rows[i] = [u - factor * v for u, v in zip(rows[i], rows[j])]
    x = [D(0)] * n
    for j in reversed(range(n)):
        x[j] = (rows[j][n] - sum(rows[j][k] * x[k] for k in range(j + 1, n))) / rows[j][j]
    return x


def alternating(errors):
    """Index of the largest error in every run of one sign."""
    peaks = []
    for i, e in enumerate(errors):
        if peaks and (e > 0) == (errors[peaks[-1]] > 0):
            if abs(e) > abs(errors[peaks[-1]]):
                peaks[-1] = i
        else:
            peaks.append(i)
    return peaks


def remez(grid, target, weight, powers):
    """Coefficients c that minimise max |weight * (target - sum c_j x^powers_j)| on the grid, and
    that maximum. Exchange of all points, [Cheney, chapter 3]."""
    n = len(powers)
    basis = [[x**p for p in powers] for x in grid]
    points = [round(i * (len(grid) - 1) / n) for i in range(n + 1)]
    for _ in range(40):
        system = [
            [weight[i] * b for b in basis[i]] + [D((-1) ** k)] for k, i in enumerate(points)
        ]
        *c, level = solve(system, [weight[i] * target[i] for i in points])
        errors = [
            weight[i] * (target[i] - sum(u * b for u, b in zip(c, basis[i])))
            for i in range(len(grid))
        ]
        worst = max(abs(e) for e in errors)
        if worst <= abs(level) * D("1.0001"):
            return c, worst
        peaks = alternating(errors)
        while len(peaks) > n + 1:  # drop the smaller end: what remains still alternates
            peaks.pop(0 if abs(errors[peaks[0]]) < abs(errors[peaks[-1]]) else -1)
        points = peaks
    raise RuntimeError("the exchange did not settle")


def remez_doubles(grid, target, weight, powers):
    """As remez, with coefficients that are doubles: the first is rounded, the others are fitted
    again around it, and so on. Returns the error of the rounded polynomial."""
    rest, fixed = list(target), []
    for k in range(len(powers)):
        c, _ = remez(grid, rest, weight, powers[k:])
        fixed.append(float(c[0]))
        rest = [t - D(fixed[k]) * x ** powers[k] for t, x in zip(rest, grid)]
    return fixed, max(abs(w * t) for w, t in zip(weight, rest))


def remez_rounded(grid, target, weight, powers):
    """As remez, with coefficients rounded to doubles all at once, and the error that remains."""
    c = [float(u) for u in remez(grid, target, weight, powers)[0]]
    errors = (
        w * (t - sum(D(u) * x**p for u, p in zip(c, powers)))
        for x, t, w in zip(grid, target, weight)
    )
    return c, max(abs(e) for e in errors)


def chebyshev_grid(low, high, count):
    return [
        (low + high) / 2 - (high - low) / 2 * cosine(PI_DEC * i / (count - 1)) for i in range(count)
    ]


# ---- The functions' constants ----------------------------------------------------------------------

PART_BITS = 31  # bits in each of the first three parts of pi/2: times a whole number below 2^22
REDUCED = PI_DEC / 4 + D(2) ** -20  # |r| after reduction, with room for a misrounded quotient
ATAN_STEPS = 64
ATAN_TERMS = 7
TAN_ROWS = 51  # points i/64 up to the one nearest to pi/4
ASIN_ROWS = 33  # points i/64 up to 1/2
ROW_TERMS = 8  # of these two


def pi_parts():
    """(2) pi/2 = P1 + P2 + P3 + P4."""
    rest, parts = PI_FRACTION / 2, []
    for place in (30, 61, 92):
        part = chopped(rest, place)
        parts.append(float(part))
        rest -= part
    parts.append(nearest(rest))
    return parts


def sine_polynomial():
    """(5) sin r = r + r^3 S(r^2), least relative error."""
    grid = chebyshev_grid(D(2) ** -20, REDUCED, 240)
    values = [sine(r) for r in grid]
    target = [(s - r) / r**3 for s, r in zip(values, grid)]
    weight = [r**3 / s for s, r in zip(values, grid)]
    return remez_doubles([r * r for r in grid], target, weight, range(6))


def cosine_polynomial():
    """(6) cos r = 1 - r^2/2 + r^4 C(r^2), least relative error."""
    grid = chebyshev_grid(D(2) ** -6, REDUCED, 240)
    values = [cosine(r) for r in grid]
    target = [(c - 1 + r * r / 2) / r**4 for c, r in zip(values, grid)]
    weight = [r**4 / c for c, r in zip(values, grid)]
    return remez_doubles([r * r for r in grid], target, weight, range(6))


def table_row(function, terms, i):
    """(9) f(c + h) = T + h + a1 h + a2 h^2 + … for c = i/64 and |h| <= 1/128, least relative error; f
    is the arctangent, and in (13) tangent or arc sine."""
    c = D(i) / ATAN_STEPS
    half = D(1) / (2 * ATAN_STEPS) + D(2) ** -20
    centre = function(c)
    head = float(centre)
    tail = float(centre - D(head))
    if i == 0:
        grid = chebyshev_grid(D(2) ** -20, half, 60)
        target = [function(h) - h for h in grid]
        odd, error = remez(grid, target, [1 / h for h in grid], (3, 5, 7))
        a = [0.0, 0.0, float(odd[0]), 0.0, float(odd[1]), 0.0, float(odd[2]), 0.0]
        return [head, tail] + a[:terms], error
    grid = chebyshev_grid(-half, half, 60)
    values = [function(c + h) for h in grid]
    target = [v - centre - h for v, h in zip(values, grid)]
    a, error = remez(grid, target, [1 / v for v in values], range(1, terms + 1))
    return [head, tail] + [float(u) for u in a], error


# Function, terms and rows of the tables.
ATAN = arctangent, ATAN_TERMS, ATAN_STEPS + 1
TAN = tangent, ROW_TERMS, TAN_ROWS
ASIN = arcsine, ROW_TERMS, ASIN_ROWS


# ---- Exponential and logarithm ---------------------------------------------------------------------

EXP_STEPS = 128
LOG_STEPS = 128
LN_2 = D(2).ln()
HEAD_PLACE = 42  # heads of logarithms are multiples of 2^-42, so that sums of them are exact
LOG_INVERSE_PLACE = 10  # 1/c is a multiple of 2^-10
# Where the intervals of the logarithm start: 1 is two thirds into one of them, and since intervals
# are half as wide below 1, it is in the middle.
LOG_START = 0x3FE68AAB00000000


def decimal_chopped(x, place):
    return D(int(x * 2**place)) / 2**place


def decimal_head_and_tail(x):
    head = float(x)
    return head, float(x - D(head))


def exp_steps():
    """(18) ln 2 / 128 = L1 + L2; whole numbers below 2^18 times L1 are exact."""
    head = decimal_chopped(LN_2 / EXP_STEPS, 41)
    return float(head), float(LN_2 / EXP_STEPS - head)


def exp_polynomial():
    """(19) e^r = 1 + r + r^2 E(r), least error beside 1."""
    half = LN_2 / EXP_STEPS / 2 * (1 + D(2) ** -6)
    grid = chebyshev_grid(-half, half, 120)
    target = [(r.exp() - 1 - r) / r**2 for r in grid]
    return remez_rounded(grid, target, [r**2 for r in grid], range(4))


def exp_rows():
    return [decimal_head_and_tail((LN_2 * j / EXP_STEPS).exp()) for j in range(EXP_STEPS)]


def double_of(bits):
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


def log_intervals():
    """(22) For each interval of m its 1/c, and the largest |r| = |m / c - 1| there: the multiple of
    2^-10 that minimises it, but 1 for the interval that has 1 in it."""
    rows = []
    for i in range(LOG_STEPS):
        low, high = (D(double_of(LOG_START + ((i + j) << 45))) for j in (0, 1))

        def reach(n):
            inverse = D(n) / 2**LOG_INVERSE_PLACE
            return max(abs(low * inverse - 1), abs(high * inverse - 1))

        middle = int(2 * 2**LOG_INVERSE_PLACE / (low + high))
        n = min((middle, middle + 1), key=reach)
        if low <= 1 <= high:
            n = 2**LOG_INVERSE_PLACE
        rows.append((D(n) / 2**LOG_INVERSE_PLACE, reach(n)))
    return rows


def log_rows():
    """1/c, and ln c as head and tail."""
    rows = []
    for inverse, _ in log_intervals():
        value = -inverse.ln()
        head = decimal_chopped(value, HEAD_PLACE)
        rows.append((float(inverse), float(head), float(value - head)))
    return rows


def log_polynomial():
    """(24) ln(1 + r) = r - r^2/2 + r^3 L(r), least relative error."""
    most = max(reach for _, reach in log_intervals())
    grid = chebyshev_grid(-most, most, 120)
    target = [((1 + r).ln() - r + r * r / 2) / r**3 for r in grid]
    return remez_rounded(grid, target, [r * r for r in grid], range(6))


def sinh_polynomial():
    """(28) sinh x = x + x^3 H(x^2) for |x| <= 1/4, least relative error."""
    grid = chebyshev_grid(D(2) ** -20, D(1) / 4, 120)
    values = [(x.exp() - (-x).exp()) / 2 for x in grid]
    target = [(s - x) / x**3 for s, x in zip(values, grid)]
    return remez_doubles(
        [x * x for x in grid], target, [x**3 / s for s, x in zip(values, grid)], range(5)
    )


# ---- Hard arguments --------------------------------------------------------------------------------


def hardest(exponent):
    """The whole number m < 2^53 for which m * 2^exponent lies nearest to a multiple of pi/2, by
    continued fractions, and that distance: no other m comes as close [Khinchin, section 6]."""
    scale = 1 << PI_BITS
    top = TWO_OVER_PI << exponent if exponent >= 0 else TWO_OVER_PI >> -exponent
    x = Fraction(top % scale, scale)
    p0, q0, p1, q1 = 1, 0, 0, 1
    rest = x
    while rest:
        rest = 1 / rest
        a = rest.numerator // rest.denominator
        rest -= a
        if a * q1 + q0 >= 1 << 53:
            break
        p0, q0, p1, q1 = p1, q1, a * p1 + p0, a * q1 + q0
    return q1, abs(x * q1 - p1) * PI_FRACTION / 2


def hard_arguments(count):
    """The `count` doubles from 2^-52 up that lie nearest to multiples of pi/2, nearest first."""
    found = {}
    for exponent in range(-52, 972):
        m, distance = hardest(exponent)
        value = float(m) * 2.0**exponent
        if value >= 0.5:
            found[value] = distance
    return sorted(found.items(), key=lambda item: item[1])[:count]


def least_distance(low, high):
    """log2 of the least distance of m * 2^e to a multiple of pi/2 for e in low … high, m < 2^53,
    leaving out m = 0 multiples of which the argument itself is less than pi/4."""
    least = None
    for exponent in range(low, high + 1):
        m, distance = hardest(exponent)
        if float(m) * 2.0**exponent >= 0.5 and (least is None or distance < least):
            least = distance
    return dec(least).ln() / D(2).ln()


# ---- Output ----------------------------------------------------------------------------------------

NOTE = "Written by tools/elementary_constants.py, which derives every number here: do not edit."


def hexed(value):
    return value.hex() if value else "0.0"


def define(name, value, comment=""):
    return f"#define {name} {hexed(value)}" + (f" /* {comment} */" if comment else "") + "\n"


def header_text():
    sines, _ = sine_polynomial()
    cosines, _ = cosine_polynomial()
    out = [
        f"/* elementary_tables.h: constants of the elementary functions.\n * {NOTE} */\n"
        "#ifndef TMI_ELEMENTARY_TABLES_H\n#define TMI_ELEMENTARY_TABLES_H\n\n"
        "#include <stdint.h>\n\n/* clang-format off */\n\n"
        "/* pi/2 in four parts; whole numbers below 2^22 times one of the first three are exact. */\n"
    ]
    for i, part in enumerate(pi_parts()):
        out.append(define(f"TMI_HALF_PI_{i + 1}", part))
    out.append("\n/* Nearest doubles, and what they leave out. */\n")
    out.append(define("TMI_TWO_OVER_PI", nearest(Fraction(TWO_OVER_PI, 1 << PI_BITS))))
    for name, value in (("PI", PI_FRACTION), ("HALF_PI", PI_FRACTION / 2)):
        head, tail = head_and_tail(value)
        out.append(define(f"TMI_{name}_HEAD", head))
        out.append(define(f"TMI_{name}_TAIL", tail))
    out.append(define("TMI_QUARTER_PI", nearest(PI_FRACTION / 4)))
    out.append(define("TMI_THREE_QUARTER_PI", nearest(PI_FRACTION * 3 / 4)))
    out.append("\n/* pi/2 with a head of 26 bits: times another 26 bits it is exact. */\n")
    head = chopped(PI_FRACTION / 2, 25)
    out.append(define("TMI_HALF_PI_SHORT", float(head)))
    out.append(define("TMI_HALF_PI_REST", nearest(PI_FRACTION / 2 - head)))
    out.append("\n/* sin r = r + r^3 (S1 + S2 r^2 + …),  cos r = 1 - r^2/2 + r^4 (C1 + C2 r^2 + …). */\n")
    for i, value in enumerate(sines):
        out.append(define(f"TMI_SIN_{i + 1}", value))
    for i, value in enumerate(cosines):
        out.append(define(f"TMI_COS_{i + 1}", value))
    out.append(
        "\n/* Bits of 2/pi, high word first. Bit 0 has weight 2^31, so that the first word is 0. */\n"
        f"#define TMI_TWO_OVER_PI_WORDS {len(two_over_pi_words())}\n"
        "extern const uint32_t tmi_two_over_pi[TMI_TWO_OVER_PI_WORDS];\n\n"
        "/* Row i: atan(c) for c = i/64 as head and tail, then a1 … a7 with\n"
        " * atan(c + h) = atan(c) + h + a1 h + … + a7 h^7 for |h| <= 1/128. */\n"
        f"#define TMI_ATAN_STEPS {ATAN_STEPS}\n#define TMI_ATAN_COLUMNS {ATAN_TERMS + 2}\n"
        "extern const double tmi_atan_table[TMI_ATAN_STEPS + 1][TMI_ATAN_COLUMNS];\n\n"
        f"/* The same, with a1 … a{ROW_TERMS}, for the tangent up to pi/4 and the arc sine up to 1/2. */\n"
        f"#define TMI_ROW_COLUMNS {ROW_TERMS + 2}\n"
        f"#define TMI_TAN_ROWS {TAN_ROWS}\n#define TMI_ASIN_ROWS {ASIN_ROWS}\n"
        "extern const double tmi_tan_table[TMI_TAN_ROWS][TMI_ROW_COLUMNS];\n"
        "extern const double tmi_asin_table[TMI_ASIN_ROWS][TMI_ROW_COLUMNS];\n\n"
        "/* clang-format on */\n\n#endif\n"
    )
    return "".join(out)


def two_over_pi_words():
    """Enough for 192 bits that start anywhere a double's exponent can ask for."""
    count = 38
    return [0] + [(TWO_OVER_PI >> (PI_BITS - 32 * (i + 1))) & 0xFFFFFFFF for i in range(count - 1)]


def source_text():
    out = [
        f"/* elementary_tables.c: tables of the elementary functions.\n * {NOTE} */\n"
        '#include "numeric/elementary/elementary_tables.h"\n\n/* clang-format off */\n\n'
        "const uint32_t tmi_two_over_pi[TMI_TWO_OVER_PI_WORDS] = {\n"
    ]
    words = [f"0x{w:08x}" for w in two_over_pi_words()]
    for i in range(0, len(words), 6):
        out.append("    " + ", ".join(words[i : i + 6]) + ",\n")
    out.append("};\n")
    for name, size, (function, terms, count) in (
        ("atan", "TMI_ATAN_STEPS + 1][TMI_ATAN_COLUMNS", ATAN),
        ("tan", "TMI_TAN_ROWS][TMI_ROW_COLUMNS", TAN),
        ("asin", "TMI_ASIN_ROWS][TMI_ROW_COLUMNS", ASIN),
    ):
        out.append(f"\nconst double tmi_{name}_table[{size}] = {{\n")
        for i in range(count):
            row = [hexed(v) for v in table_row(function, terms, i)[0]]
            wide = 3 if terms < 8 else 4
            lines = [", ".join(row[k : k + wide]) for k in range(0, terms + 2, wide)]
            out.append("    {" + ",\n     ".join(lines) + "},\n")
        out.append("};\n")
    return "".join(out)


def exponential_header_text():
    out = [
        "/* exponential_tables.h: constants of the exponential, logarithmic and hyperbolic functions.\n"
        f" * {NOTE} */\n"
        "#ifndef TMI_EXPONENTIAL_TABLES_H\n#define TMI_EXPONENTIAL_TABLES_H\n\n"
        "#include <stdint.h>\n\n/* clang-format off */\n\n"
        "/* Steps of ln 2 / 128: how many in 1, and one in two parts; whole numbers below 2^18 times\n"
        " * the first are exact. */\n"
    ]
    first, second = exp_steps()
    out.append(define("TMI_EXP_STEPS_IN_ONE", float(EXP_STEPS / LN_2)))
    out.append(define("TMI_EXP_STEP_1", first))
    out.append(define("TMI_EXP_STEP_2", second))
    out.append("\n/* e^r = 1 + r + r^2 (E1 + E2 r + …) for |r| <= ln 2 / 256. */\n")
    for i, value in enumerate(exp_polynomial()[0]):
        out.append(define(f"TMI_EXP_{i + 1}", value))
    head = decimal_chopped(LN_2, HEAD_PLACE)
    out.append(
        "\n/* ln 2, its head and the heads in tmi_log_table being multiples of 2^-42. */\n"
        + define("TMI_LN_2_HEAD", float(head))
        + define("TMI_LN_2_TAIL", float(LN_2 - head))
        + "\n/* ln(1 + r) = r - r^2/2 + r^3 (L1 + L2 r + …). */\n"
    )
    for i, value in enumerate(log_polynomial()[0]):
        out.append(define(f"TMI_LOG_{i + 1}", value))
    lg = 1 / D(10).ln()
    short = decimal_chopped(lg, 27)
    out.append(
        "\n/* 1 / ln 10 with a head of 26 bits, and what that leaves out. */\n"
        + define("TMI_LOG10_E_SHORT", float(short))
        + define("TMI_LOG10_E_REST", float(lg - short))
        + "\n/* sinh x = x + x^3 (H1 + H2 x^2 + …) for |x| <= 1/4. */\n"
    )
    for i, value in enumerate(sinh_polynomial()[0]):
        out.append(define(f"TMI_SINH_{i + 1}", value))
    out.append(
        "\n/* Row j: 2^(j/128) as head and tail. */\n"
        f"#define TMI_EXP_ROWS {EXP_STEPS}\n"
        "extern const double tmi_exp_table[TMI_EXP_ROWS][2];\n\n"
        "/* Interval i begins at the double with bits TMI_LOG_START + i 2^45. Its row: 1/c, and ln c as\n"
        " * head and tail. */\n"
        f"#define TMI_LOG_START 0x{LOG_START:016x}u\n"
        f"#define TMI_LOG_ROWS {LOG_STEPS}\n"
        "extern const double tmi_log_table[TMI_LOG_ROWS][3];\n\n"
        "/* clang-format on */\n\n#endif\n"
    )
    return "".join(out)


def exponential_source_text():
    out = [
        f"/* exponential_tables.c: tables of the exponential and the logarithm.\n * {NOTE} */\n"
        '#include "numeric/elementary/exponential_tables.h"\n\n/* clang-format off */\n'
    ]
    for name, rows in (("exp", exp_rows()), ("log", log_rows())):
        out.append(f"\nconst double tmi_{name}_table[TMI_{name.upper()}_ROWS][{len(rows[0])}] = {{\n")
        out += ["    {" + ", ".join(hexed(v) for v in row) + "},\n" for row in rows]
        out.append("};\n")
    return "".join(out)


def hard_text():
    rows = hard_arguments(128)
    values = [hexed(v) for v, _ in rows]
    body = "".join("    " + ", ".join(values[i : i + 3]) + ",\n" for i in range(0, len(values), 3))
    return (
        "/* hard_arguments.h: the doubles that lie nearest to multiples of pi/2, nearest first.\n"
        f" * {NOTE} */\n#ifndef HARD_ARGUMENTS_H\n#define HARD_ARGUMENTS_H\n\n/* clang-format off */\n\n"
        f"static const double hard_arguments[{len(rows)}] = {{\n{body}}};\n\n#endif\n"
    )


FILES = {
    "src/numeric/elementary/elementary_tables.h": header_text,
    "src/numeric/elementary/elementary_tables.c": source_text,
    "src/numeric/elementary/exponential_tables.h": exponential_header_text,
    "src/numeric/elementary/exponential_tables.c": exponential_source_text,
    "tests/support/hard_arguments.h": hard_text,
}


def report():
    def log2(x):
        return f"2^{float(x.ln() / D(2).ln()):.2f}"

    print("sine polynomial, relative error  ", log2(sine_polynomial()[1]))
    print("cosine polynomial, relative error", log2(cosine_polynomial()[1]))
    for name, (function, terms, count) in (("arctangent", ATAN), ("tangent", TAN), ("arc sine", ASIN)):
        worst = max(table_row(function, terms, i)[1] for i in range(count))
        print(f"{name + ' rows, relative error':33}", log2(worst))
    print("exponential, error beside 1      ", log2(exp_polynomial()[1]))
    print("logarithm, relative error        ", log2(log_polynomial()[1]))
    print("logarithm, largest r             ", log2(max(reach for _, reach in log_intervals())))
    print("sinh polynomial, relative error  ", log2(sinh_polynomial()[1]))
    print("least distance to k pi/2, |x| < 2^23: 2^%.2f" % least_distance(-52, -30))
    print("least distance to k pi/2, all x:      2^%.2f" % least_distance(-52, 971))
    parts = pi_parts()
    left = PI_FRACTION / 2 - sum(Fraction(p) for p in parts)
    print("pi/2 - (P1 + P2 + P3 + P4)       ", log2(dec(abs(left))))


def main():
    mode = sys.argv[1:]
    if mode == ["--report"]:
        report()
        return 0
    if mode not in (["--check"], ["--write"]):
        print(__doc__)
        return 2
    wrong = 0
    for name, text in FILES.items():
        path, wanted = ROOT / name, text()
        if mode == ["--write"]:
            path.write_text(wanted, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != wanted:
            print(f"{name} is not what tools/elementary_constants.py derives")
            wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())
