"""Is everything there that a run needs?"""

from midcourse.interfaces import doctor
from midcourse.interfaces.doctor import EXTRAS, examine


def test_a_home_that_can_be_written_is_fine_and_nothing_is_left_in_it(tmp_path):
    home = tmp_path / "new"
    findings = examine(home, tmp_path)
    assert all(f.fine for f in findings if f.needed) and list(home.iterdir()) == []
    assert len([f for f in findings if not f.needed]) == len(EXTRAS)


def test_a_home_that_cannot_be_written_says_what_to_do(tmp_path):
    (tmp_path / "file").write_text("")
    [bad] = [f for f in examine(tmp_path / "file" / "home", tmp_path) if f.needed and not f.fine]
    assert "cannot be written" in bad.what and "MIDCOURSE_HOME" in bad.what


def test_an_extra_that_is_missing_says_how_to_get_it(tmp_path, monkeypatch):
    monkeypatch.setattr(doctor, "find_spec", lambda name: None)
    extras = [f for f in examine(tmp_path, tmp_path) if not f.needed]
    assert not any(f.fine for f in extras) and "pip install 'midcourse[web]'" in extras[0].what


def test_a_home_that_came_with_a_checkout_is_missed_and_left_as_it_is(tmp_path, monkeypatch):
    monkeypatch.delenv("MIDCOURSE_HOME", raising=False)
    home = tmp_path / ".midcourse"
    home.mkdir()
    (home / "lessons.db").write_bytes(b"")
    [bad] = [f for f in examine(home, tmp_path) if f.needed and not f.fine]
    assert "was not made here by you" in bad.what and [path.name for path in home.iterdir()] == ["lessons.db"]
