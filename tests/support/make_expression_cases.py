#!/usr/bin/python3
"""make_expression_cases.py > expression_cases.txt: random expressions of the definition language, with
what Python makes of them.

Python's numbers are the same doubles, but its parser, operators and functions are not ours. Every value
comes with a bound of its error, gathered from operation to operation: 0 where both must agree to the
last bit, since they only add, multiply, divide, take roots and compare.
"""
import math
import random

U = 2.0 ** -52
UNITS = {"": "", "mm": "e-3", "cm": "e-2", "m": "", "km": "e3", "um": "e-6"}


class Skip(Exception):
    """The value cannot be told safely: too close to a step, too large, or undefined."""


def rounded(value, error):
    if not math.isfinite(value) or abs(value) > 1e12:
        raise Skip
    return value, error + (abs(value) * U if error else 0.0)


def function(f, a, ulps=2.0):
    """f of an inexact argument: its error is how f changes over the argument's, and some ulps."""
    value, error = a
    try:
        result = f(value)
        slack = max(abs(f(value + error) - result), abs(f(value - error) - result)) if error else 0.0
    except (ValueError, OverflowError, ZeroDivisionError) as cause:
        raise Skip from cause
    return rounded(result, slack + ulps * U * max(abs(result), 1e-300))


def decide(a, b):
    """The difference of two numbers whose order is sure."""
    gap = a[0] - b[0]
    if abs(gap) <= a[1] + b[1] and (a[1] or b[1]):
        raise Skip
    return gap


def number(r):
    digits = r.choice([str(r.randint(0, 9)), f"{r.uniform(0, 20):.3f}", f"{r.uniform(0, 2):.17g}",
                       f"{r.randint(1, 99)}e{r.randint(-6, 4)}"])
    if "e" not in digits and r.random() < 0.3:
        unit = r.choice(sorted(UNITS))
        # Divided by 1m, it is a plain number again, to the bit.
        return (f"({digits}{unit} / 1m)" if unit else digits), (float(digits + UNITS[unit]), 0.0)
    return digits, (float(digits), 0.0)


def binary(r, depth):
    sign = r.choice("+-*/")
    (ta, a), (tb, b) = expression(r, depth - 1), expression(r, depth - 1)
    if sign in "+-":
        value = a[0] + b[0] if sign == "+" else a[0] - b[0]
        return f"({ta} {sign} {tb})", rounded(value, a[1] + b[1])
    if sign == "*":
        return f"({ta} * {tb})", rounded(a[0] * b[0], abs(a[0]) * b[1] + abs(b[0]) * a[1])
    if abs(b[0]) <= 2.0 * b[1] or b[0] == 0.0:
        raise Skip
    error = (a[1] + abs(a[0] / b[0]) * b[1]) / (abs(b[0]) - b[1])
    return f"({ta} / {tb})", rounded(a[0] / b[0], error)


def sign_change(r, depth):
    text, a = expression(r, depth - 1)
    return f"(-{text})", (-a[0], a[1])


def power(r, depth):
    text, a = expression(r, depth - 1)
    exponent = r.choice([0, 1, 2, 5, -1, -2, 0.5, 1.5])
    if a[0] <= a[1] and exponent not in (0, 1, 2, 5) or abs(a[0]) > 100:
        raise Skip
    return f"({text})^{exponent}", function(lambda x: x ** exponent, a, 4.0)


def call(r, depth):
    name = r.choice(["sin", "cos", "tan", "exp", "sinh", "cosh", "tanh", "asin", "acos", "atan", "log",
                     "log10", "sqrt", "abs", "floor", "ceil"])
    text, a = expression(r, depth - 1)
    if name in ("floor", "ceil"):
        f = getattr(math, name)
        if a[1] and f(a[0] - a[1]) != f(a[0] + a[1]):
            raise Skip
        return f"{name}({text})", (float(f(a[0])), 0.0)
    if name == "abs":
        return f"abs({text})", (abs(a[0]), a[1])
    if name == "sqrt" and not a[1]:
        if a[0] < 0:
            raise Skip
        return f"sqrt({text})", (math.sqrt(a[0]), 0.0)
    inverse = name in ("asin", "acos", "atan")
    return (f"({name}({text}) / 1rad)" if inverse else f"{name}({text})"), function(getattr(math, name), a)


def two(r, depth):
    name = r.choice(["min", "max", "hypot", "atan2", "mod"])
    (ta, a), (tb, b) = expression(r, depth - 1), expression(r, depth - 1)
    text = f"{name}({ta}, {tb})"
    if name in ("min", "max"):
        gap = decide(a, b)
        return text, (a if (gap < 0) == (name == "min") else b)
    if name == "mod":
        if a[1] or b[1] or b[0] <= 0:
            raise Skip
        value = math.fmod(a[0], b[0])
        return text, (value if value >= 0 else value + b[0], 0.0)
    if name == "atan2":
        if abs(a[0]) <= a[1] or abs(b[0]) <= b[1]:
            raise Skip
        size = math.hypot(a[0], b[0])
        return f"({text} / 1rad)", rounded(math.atan2(a[0], b[0]), 2 * (a[1] + b[1]) / size + 4 * U)
    value = math.hypot(a[0], b[0])
    return text, rounded(value, a[1] + b[1] + 2 * U * value)


def choice(r, depth):
    (ta, a), (tb, b) = expression(r, depth - 2), expression(r, depth - 2)
    (tc, c), (td, d) = expression(r, depth - 1), expression(r, depth - 1)
    sign = r.choice(["<", "<=", ">", ">=", "==", "!="])
    gap = decide(a, b)
    holds = {"<": gap < 0, "<=": gap <= 0, ">": gap > 0, ">=": gap >= 0, "==": gap == 0,
             "!=": gap != 0}[sign]
    condition = f"{ta} {sign} {tb}"
    if r.random() < 0.3:
        condition, holds = f"not ({condition})", not holds
    return f"(if {condition} then {tc} else {td})", (c if holds else d)


def expression(r, depth):
    if depth <= 0 or r.random() < 0.15:
        return number(r)
    return r.choice([binary, binary, binary, call, call, two, choice, power, sign_change])(r, depth)


def main():
    r = random.Random(1)
    print("# Made by make_expression_cases.py: value, error that both may differ by, expression.")
    made = 0
    while made < 400:
        try:
            text, (value, error) = expression(r, 4 + made % 3)
        except Skip:
            continue
        if len(text) < 12 or len(text) > 400 or error > 1e-6 * max(abs(value), 1e-3):
            continue
        print(f"{value.hex()} {error:.3e} {text}")
        made += 1


main()
