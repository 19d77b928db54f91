"""The tree of decisions in a terminal and as a picture, its figures in the result, and what could not be put back."""

from xml.etree import ElementTree

from midcourse import run
from midcourse.core.local.bearing import Probe
from midcourse.core.local.tree import branches
from midcourse.core.model import Done
from midcourse.interfaces.decisions import decisions_of, figures_of, lines, picture, tree_of
from midcourse.interfaces.results import result_of, write_result
from midcourse.planners.local import LocalPlanner
from midcourse.planners.local.words import WordsNearness
from tests.planners.local.rooms import Rooms
from tests.planners.local.test_local_planner import LIMITS, SEEDED, Script


def searched(world=None, proposer=SEEDED, done_when="screen(Columns)"):
    planner = LocalPlanner(proposer, WordsNearness())
    return run("get to the columns", done_when=done_when, world=world or Rooms(), planner=planner, settings=LIMITS).run


class Stuck(Rooms):
    """A box that cannot be unticked."""

    async def act(self, call):
        if call.target == "checkbox Wrap":
            self.did.append(call.target)
            self.wrapped = True
            return Done()
        return await super().act(call)


def test_the_tree_is_drawn_with_numbers_words_and_where_each_act_led():
    ended = searched()
    drawn = lines(tree_of(ended))
    assert drawn[0].startswith("1.0 Main (") and drawn[0].endswith(": get to the columns")
    assert any("├─ 1.1 retain  menuitem File → File" in line for line in drawn), drawn
    assert sum("→ reached" in line for line in drawn) == 1
    assert len(drawn) == len(decisions_of(ended)) + 1


def test_the_picture_is_in_the_folder_of_the_run_and_shows_every_decision(tmp_path):
    ended = searched()
    write_result(tmp_path, ended)
    drawn = (tmp_path / "runs" / ended.id / "decisions.svg").read_text()
    assert drawn == picture("get to the columns", tree_of(ended))
    assert all(f">{d.name} " in drawn for d in decisions_of(ended)) and "&lt;" not in drawn


def test_a_run_without_local_planning_has_no_tree(tmp_path):
    from midcourse import act

    ended = run("look", done_when="screen(Tools)", world=Rooms(), planner=[act("click", target="menuitem Tools")]).run
    write_result(tmp_path, ended)
    assert result_of(ended)["finding"] is None and not (tmp_path / "runs" / ended.id / "decisions.svg").exists()


def test_the_figures_tell_how_often_closeness_was_right():
    figures = figures_of(searched())
    assert figures is not None and isinstance(figures["closeness_right"], float)
    assert 0.0 <= figures["closeness_right"] <= 1.0 and figures["closeness_pairs"] != 0


def test_a_value_that_could_not_be_put_back_is_listed_in_the_ending():
    script = Script(Main=["menuitem Tools"], Tools=["button Settings"], Settings=["checkbox Wrap", "button Columns"])
    ended = searched(Stuck(), script, "screen(Columns) and not text(Failed)").ending
    assert ended is not None and ended.success and ended.fates.owed == ("checkbox Wrap (was empty or off)",)


def test_a_value_that_was_put_back_is_not():
    script = Script(Main=["menuitem Tools"], Tools=["button Settings"], Settings=["checkbox Wrap", "button Columns"])
    ended = searched(Rooms(), script, "screen(Columns) and not text(Failed)").ending
    assert ended is not None and ended.success and ended.fates.owed == ()


def test_what_a_page_calls_itself_is_text_in_the_picture_and_leaves_it_readable():
    evil = "</text><script>1</script>\x1b[2K\x00\u202e&"
    drawn = picture(evil, branches([Probe((1,), evil, evil, 0, title=evil, goal=evil)], True))
    assert "\x1b" not in drawn and "\u202e" not in drawn
    root = ElementTree.fromstring(drawn)
    assert {element.tag.rpartition("}")[2] for element in root.iter()} == {"svg", "rect", "text", "line"}
