#!/usr/bin/python3
"""python_wheel.py OUT [LIBRARY]: builds the Python package into the folder OUT, as sources and as a wheel for every
Python. LIBRARY is a shared library of Trammel that was built already; without it the build makes one.

The wheel's tag says which C library it needs at least: that of the newest symbol that its library takes. The build
fails where it needs any library but the C library and its libm, and where it is larger than 3.5 MB.
"""
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from scikit_build_core import build as backend

LIMIT = 3_500_000
NEEDED = {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
OLDEST = (2, 17)  # that pip knows by the name manylinux2014


def said(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, errors="replace").stdout


def needs(library):
    """Returns the version of glibc that a library needs; ends the program where it needs more than that."""
    wanted = set(re.findall(r"\(NEEDED\).*\[(.*)\]", said("readelf", "-d", str(library))))
    if wanted - NEEDED:
        sys.exit(f"python_wheel: the library needs {', '.join(sorted(wanted - NEEDED))}")
    versions = re.findall(r"\bGLIBC_(\d+)\.(\d+)", said("readelf", "-V", str(library)))
    return max([OLDEST, *((int(major), int(minor)) for major, minor in versions)])


def main():
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    for old in (*out.glob("trammel-*.whl"), *out.glob("trammel-*.tar.gz")):
        old.unlink()
    sources = backend.build_sdist(str(out))
    with tempfile.TemporaryDirectory() as folder:
        settings = {"build-dir": "build/python/cmake"}
        if len(sys.argv) > 2:
            settings["cmake.define.TM_PYTHON_LIBRARY"] = str(Path(sys.argv[2]).resolve())
        made = Path(folder) / backend.build_wheel(folder, settings)
        with zipfile.ZipFile(made) as wheel:
            library = Path(wheel.extract("trammel/libtrammel.so", folder))
        major, minor = needs(library)
        machine = said("uname", "-m").strip()
        said(sys.executable, "-m", "wheel", "tags", "--remove", "--platform-tag",
             f"manylinux_{major}_{minor}_{machine}", str(made))
        made = next(Path(folder).glob("*.whl"))
        size = made.stat().st_size
        if size > LIMIT:
            sys.exit(f"python_wheel: the wheel has {size} bytes, more than {LIMIT}")
        (out / made.name).write_bytes(made.read_bytes())
    print(f"{out / made.name}: {size / 1e6:.2f} MB\n{out / sources}")


if __name__ == "__main__":
    main()
