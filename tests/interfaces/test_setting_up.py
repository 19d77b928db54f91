"""Commands that set up and examine."""

import json

import pytest
import typer

from midcourse.interfaces.cli import setting_up


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("MIDCOURSE_HOME", str(tmp_path / "home"))
    return tmp_path


def test_every_setting_is_told_with_where_it_comes_from(monkeypatch, capsys):
    monkeypatch.setenv("MIDCOURSE_MAX_STEPS", "7")
    setting_up.settings(None, ["retries=1"], json=True)
    rows = json.loads(capsys.readouterr().out)
    assert (
        rows["max_steps"]["value"] == 7 and "MIDCOURSE_MAX_STEPS" in rows["max_steps"]["source"] + rows["max_steps"]["variable"]
    )
    assert rows["retries"] == {"value": 1, "source": "command line", "variable": "MIDCOURSE_RETRIES"}


def test_a_start_is_written_and_its_settings_count(home, capsys):
    setting_up.init(home / "start")
    out = capsys.readouterr().out
    assert (home / "start" / "task.yaml").is_file() and "run it: midcourse run" in out
    setting_up.settings(home / "start" / "task.yaml", None, json=False)
    assert "max_steps" in capsys.readouterr().out


def test_a_home_that_cannot_be_written_is_a_failure_of_the_examination(home, monkeypatch, capsys):
    setting_up.doctor()
    assert "MISS" not in capsys.readouterr().out
    (home / "file").write_text("")
    monkeypatch.setenv("MIDCOURSE_HOME", str(home / "file"))
    with pytest.raises(typer.Exit):
        setting_up.doctor()
    assert "MISS" in capsys.readouterr().out
