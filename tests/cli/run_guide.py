"""Compiles and runs the C blocks of a guide page, and compares what it prints with the text blocks.

usage: run_guide.py PAGE FOLDER COMPILER [FLAG ...]

The blocks, one behind the other, are one program; the text blocks, one behind the other, are all
that it prints. The program runs in FOLDER, where the pictures it draws stay."""
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree


def blocks(page, kind):
    return "".join(re.findall(rf"^```{kind}\n(.*?)^```$", page, re.M | re.S))


def main():
    page = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
    folder = pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.svg"):
        old.unlink()
    source = folder / "guide.c"
    source.write_text(blocks(page, "c"), encoding="utf-8")
    program = (folder / "guide").resolve()
    command = sys.argv[3:4] + [str(source)] + sys.argv[4:] + ["-o", str(program)]
    subprocess.run(command, check=True)
    printed = subprocess.run([program], cwd=folder, check=True, capture_output=True, text=True,
                             errors="replace")
    expected = blocks(page, "text")
    if printed.stdout != expected:
        print("the page says:", expected, "the program printed:", printed.stdout, sep="\n")
        return 1
    pictures = list(folder.glob("*.svg"))
    for picture in pictures:
        xml.etree.ElementTree.parse(picture)
    drawn = set(re.findall(r'"([\w-]+\.svg)"', blocks(page, "c")))
    if {picture.name for picture in pictures} != drawn:
        print("the page draws", sorted(drawn), "but there are", sorted(p.name for p in pictures))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
