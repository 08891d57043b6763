"""Warnings of the package are errors here, unless a test expects them."""
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))


@pytest.fixture(autouse=True)
def strict_warnings(recwarn):
    import warnings

    import trammel as tm

    warnings.simplefilter("error", tm.LossWarning)
    warnings.simplefilter("error", tm.DefinitionWarning)
    yield
