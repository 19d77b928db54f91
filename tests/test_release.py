"""The release that journals name is the one that is packaged."""

import tomllib
from pathlib import Path

import midcourse
from midcourse.release import RELEASE


def test_journals_the_package_and_the_library_name_the_same_release():
    packaged = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]
    assert packaged.get("version", RELEASE) == RELEASE == midcourse.__version__
