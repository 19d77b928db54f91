"""One command: what it starts and touches, and what is known behind it."""

from midcourse.core.people.lines import Sign
from midcourse.core.people.one_command import CommandLine, read_one
from midcourse.core.people.values import Field


def read(*part):
    found = CommandLine([], [], [])
    return read_one(tuple(Field(item) if isinstance(item, str) else item for item in part), found, False, ""), found


def test_what_is_opened_is_noted_and_is_no_word_of_the_command():
    done, found = read("tee", Sign(">"), "/srv/x", "<")
    assert found.changes == ["/srv/x"] and done.program == "tee" and not done.fed
    done, found = read("sort", Sign("<"), "/srv/x")
    assert found.reads == ["/srv/x"] and done.fed


def test_the_text_of_a_here_document_is_no_place_but_for_a_program_that_hands_it_on():
    assert read("cat", Sign("<<"), "/etc/x")[1].reads == [] and "/etc/x" in read("xargs", "cat", Sign("<<"), "/etc/x")[1].reads


def test_a_command_goes_on_in_the_folder_that_it_leads_to():
    assert read("cd", "/srv")[0].here == "/srv"


def test_variables_last_where_no_program_stands_behind_them():
    setting = Field("X=1", sets="X")
    found = CommandLine([], [], [])
    alone, before = read_one([setting], found, False, ""), read_one([setting, Field("ls")], found, False, "")
    assert alone.sets == before.sets == (("X", "1", False),) and alone.lasting and not before.lasting
