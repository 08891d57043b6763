"""conf.py: how Sphinx makes the site of the documentation; tools/docs_site.py calls it."""
from pygments.lexers.special import TextLexer

project = "Trammel"
author = "the Trammel authors"
html_title = "Trammel"
extensions = ["myst_parser"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
html_theme = "furo"
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_show_copyright = False
# A page that is opened from disk may not read others; results are listed without excerpts.
html_show_search_summary = False
html_static_path = ["static"]
html_css_files = ["site.css"]
# Headings have the anchors that code hosts give them, for links into pages.
myst_heading_anchors = 4
myst_all_links_external = False
primary_domain = "c"
highlight_language = "none"
# Samples with an ellipsis are not C, and some headings have only one of their kind.
suppress_warnings = ["misc.highlighting_failure", "myst.header"]


def setup(app):
    # What the pages call their blocks of code: definitions, and what programs print of them.
    for name in ("trammel", "values", "messages", "untidy", "grammar"):
        app.add_lexer(name, TextLexer)
