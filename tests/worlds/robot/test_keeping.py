"""Where the state of a table can be kept is told before the first act."""

import pytest

from midcourse.core.errors import TaskError
from midcourse.worlds.robot.keeping import check_keep


def test_a_place_that_can_be_written_is_made_ready_and_left_clean(tmp_path):
    path = tmp_path / "new" / "table.json"
    check_keep(path)
    assert path.parent.is_dir() and list(path.parent.iterdir()) == []


def test_a_folder_or_a_place_that_cannot_be_is_told(tmp_path):
    with pytest.raises(TaskError, match="is a folder"):
        check_keep(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(TaskError, match="cannot be kept"):
        check_keep(tmp_path / "file" / "table.json")
