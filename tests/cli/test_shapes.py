"""Shapes from outside: the pictures of the page, and the volume and edges of meshes as admesh finds
them.

    test_shapes.py FOLDER_OF_PROGRAMS SOURCE
"""
import math
import pathlib
import random
import re
import struct
import subprocess
import sys
import tempfile
import unittest

PROGRAMS = pathlib.Path(sys.argv.pop(1))
SOURCE = pathlib.Path(sys.argv.pop(1))


def write_stl(path, triangles):
    with open(path, "wb") as file:
        file.write(b"solid in name only".ljust(80) + struct.pack("<I", len(triangles)))
        for triangle in triangles:
            file.write(struct.pack("<12fH", 0, 0, 0, *sum(triangle, ()), 0))


def grid(point, n, m):
    """Triangles of a surface that closes both ways."""
    at = [[point(i, j) for j in range(m)] for i in range(n)]
    triangles = []
    for i in range(n):
        for j in range(m):
            a, b = at[i][j], at[(i + 1) % n][j]
            c, d = at[(i + 1) % n][(j + 1) % m], at[i][(j + 1) % m]
            triangles += [(a, b, c), (a, c, d)]
    return triangles


def torus(n, m, bumps=0.0):
    def point(i, j):
        u, v = 2 * math.pi * i / n, 2 * math.pi * j / m
        r = 1 + bumps * math.sin(5 * u) * math.cos(3 * v)
        return ((3 + r * math.cos(v)) * math.cos(u), (3 + r * math.cos(v)) * math.sin(u),
                r * math.sin(v))
    return grid(point, n, m)


def tetrahedron(far):
    a, b, c, d = (far, far, far), (far + 1, far, far), (far, far + 1, far), (far, far, far + 1)
    return [(a, c, b), (a, b, d), (b, c, d), (a, d, c)]


class Oracle(unittest.TestCase):
    """mesh_report prints what Trammel says of a file. admesh sums in single precision."""

    def report(self, path):
        words = subprocess.run([PROGRAMS / "mesh_report", path], check=True, capture_output=True,
                               text=True, errors="replace").stdout
        return dict(re.findall(r"^(\w+) (\S+)$", words, re.MULTILINE))

    def admesh(self, path):
        words = subprocess.run(["admesh", path], check=True, capture_output=True, text=True,
                               errors="replace").stdout
        number = lambda name: float(re.search(name + r"\s*:\s*(\S+)", words).group(1))
        for fault in ("Total disconnected facets", "Facets removed", "Facets reversed"):
            self.assertEqual(number(fault), 0.0)
        return number("Volume"), int(number("Number of facets"))

    def compare(self, triangles, near):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "mesh.stl"
            write_stl(path, triangles)
            found = self.report(path)
            volume, facets = self.admesh(path)
        self.assertEqual(found["faults"], "0")
        self.assertEqual(int(found["triangles"]), facets)
        self.assertAlmostEqual(float(found["volume"]) / volume, 1.0, delta=near)
        return float(found["volume"])

    def test_tetrahedron_near_and_far(self):
        self.assertAlmostEqual(self.compare(tetrahedron(0.0), 1e-5), 1 / 6, delta=1e-15)
        self.assertAlmostEqual(self.compare(tetrahedron(64.0), 1e-3), 1 / 6, delta=1e-15)

    def test_random_boxes(self):
        random.seed(4)
        for _ in range(5):
            low = [random.uniform(-3, 3) for _ in range(3)]
            high = [x + random.uniform(0.1, 2) for x in low]
            corner = lambda i: tuple((high if i >> k & 1 else low)[k] for k in range(3))
            faces = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2),
                     (1, 3, 7, 5)]
            triangles = []
            for a, b, c, d in faces:
                triangles += [(corner(a), corner(b), corner(c)), (corner(a), corner(c), corner(d))]
            self.compare(triangles, 1e-5)

    def test_torus_of_a_hundred_thousand_triangles(self):
        volume = self.compare(torus(250, 200), 1e-4)
        self.assertAlmostEqual(volume / (6 * math.pi ** 2), 1.0, delta=3e-4)

    def test_torus_with_bumps(self):
        self.compare(torus(120, 60, bumps=0.3), 1e-4)

    def test_gear_of_the_pictures(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "gear.stl"
            words = subprocess.run([PROGRAMS / "mesh_report", "--gear", path], check=True,
                                   capture_output=True, text=True, errors="replace").stdout
            volume, _ = self.admesh(path)
        exact = float(re.search(r"^volume (\S+)$", words, re.MULTILINE).group(1))
        self.assertAlmostEqual(volume / exact, 1.0, delta=2e-4)  # chords within 0.002 mm


class Pictures(unittest.TestCase):
    def test_pictures_are_those_of_the_page(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([PROGRAMS / "shape_pictures", folder], check=True, capture_output=True)
            drawn = {file.name: file.read_text(encoding="utf-8")
                     for file in pathlib.Path(folder).iterdir()}
        page = (SOURCE / "docs" / "geometry-and-hinges.md").read_text(encoding="utf-8")
        self.assertEqual(set(re.findall(r"\(images/(shape-.*?\.svg)\)", page)), set(drawn))
        for name, picture in drawn.items():
            self.assertEqual(picture, (SOURCE / "docs" / "images" / name).read_text(
                encoding="utf-8"), name)

    def test_folder_that_is_missing_is_told(self):
        for arguments, code, told in [(["/proc/no/such"], 1, "cannot be written"), ([], 2, "use:")]:
            done = subprocess.run([PROGRAMS / "shape_pictures", *arguments], check=False,
                                  capture_output=True, text=True, errors="replace")
            self.assertEqual(done.returncode, code)
            self.assertIn(told, done.stderr)


if __name__ == "__main__":
    unittest.main()
