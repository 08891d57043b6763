#!/usr/bin/python3
"""docs_site.py [--out DIR] [--sources]: makes the site of the documentation: all pages of docs/, the pages of
the public headers (tools/reference.py), and a search that works from disk.

It writes sources for Sphinx and calls it; every warning is an error. --sources writes only the sources,
which needs nothing but Python.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import check_docs  # noqa: E402
import reference  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "build/docs"
SETTINGS = ROOT / "tools/site"
TOCTREE = """
```{toctree}
:hidden:
:caption: %s
%s
```
"""


def relinked(text, page, site_page):
    """Returns the text of a page with links that fit the site: the index is index.html, headers have pages
    of their own, pictures are in images/, and what is not in docs/ is opened where it lies."""
    def link(match):
        whole, target = match[0], match[1]
        name, hash_sign, anchor = target.partition("#")
        if not name or check_docs.ELSEWHERE.match(target):
            return whole
        file = (page.parent / name).resolve()
        docs = ROOT / "docs"
        if file == docs / "README.md":
            new = os.path.relpath(docs / "index.md", page.parent) + hash_sign + anchor
        elif file.parent == reference.HEADERS and file.name in reference_names:
            new = os.path.relpath(docs / f"api/{file.name}.rst", page.parent)
        elif file == reference.HEADERS:
            new = os.path.relpath(docs / "api/index.rst", page.parent)
        elif docs in file.parents:
            return whole
        elif whole.startswith("!"):
            new = os.path.relpath(docs / "images" / file.name, page.parent)
        else:
            label = re.match(r"\[(.*)\]\(", whole, re.DOTALL)[1].replace("`", "")
            return f'<a href="{os.path.relpath(file, site_page.parent)}">{label}</a>'
        return whole.replace(f"({target}", f"({new}")

    reference_names = {path.name for path in reference.HEADERS.glob("*.h")} - {"trammel.h"}
    parts = re.split(r"(^\s*```.*?^\s*```\s*?$)", text, flags=re.MULTILINE | re.DOTALL)
    return "".join(part if part.lstrip().startswith("```") else check_docs.LINK.sub(link, part) for part in parts)


def toctrees():
    """Returns the contents of the side bar: pages by shelf, in the order of the index."""
    index = (ROOT / check_docs.INDEX).read_text(encoding="utf-8")
    out = ""
    for chunk in re.split(r"^## ", index, flags=re.MULTILINE)[1:]:
        shelf, body = chunk.split("\n", 1)
        pages = re.findall(r"^- \[[^\]]*\]\(([\w/.-]+)\.md\)", body, flags=re.MULTILINE)
        pages += ["api/index"] if shelf == "Reference" else []
        out += TOCTREE % (shelf, "\n".join(pages))
    return out


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def write_reference(folder):
    headers = reference.pages()
    for name, text in headers.items():
        write(folder / f"{name}.rst", text)
    title = "The C interface"
    lead = ("Include ``trammel/trammel.h``, which includes all of these. Every page has what everyone calls first and what "
            "experts call last.")
    lines = [title, "=" * len(title), "", lead, "", ".. toctree::", "   :maxdepth: 1", "", *(f"   {name}" for name in headers)]
    write(folder / "index.rst", "\n".join(lines) + "\n")


def write_sources(folder, site):
    """Writes what Sphinx reads; `site` is where its pages will lie."""
    shutil.rmtree(folder, ignore_errors=True)
    for page in sorted((ROOT / "docs").rglob("*.md")):
        place = page.relative_to(ROOT / "docs")
        place = place.with_name("index.md") if place == Path("README.md") else place
        text = relinked(page.read_text(encoding="utf-8"), page, site / place)
        write(folder / place, text + (toctrees() if place == Path("index.md") else ""))
    shutil.copytree(ROOT / "docs/images", folder / "images")
    for picture in (ROOT / "bench/results").glob("*.svg"):
        shutil.copy(picture, folder / "images")
    shutil.copytree(SETTINGS, folder / "static", ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    shutil.copy(SETTINGS / "conf.py", folder / "conf.py")
    write_reference(folder / "api")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--out", type=Path, default=OUT, help="has source/ and site/ after it; default build/docs")
    parser.add_argument("--sources", action="store_true", help="do not call Sphinx")
    options = parser.parse_args()
    sources, site = options.out.resolve() / "source", options.out.resolve() / "site"
    found = reference.undocumented(reference.read_headers())
    if found:
        sys.exit("\n".join(found))
    write_sources(sources, site)
    if options.sources:
        return 0
    shutil.rmtree(site, ignore_errors=True)
    done = subprocess.run([sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-j", "auto", "-b", "html",
                           "-d", str(options.out / "doctrees"), str(sources), str(site)], check=False)
    if done.returncode == 0:
        print(f"the documentation: {os.path.relpath(site / 'index.html')}")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
