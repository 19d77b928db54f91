"""Lists inside sentences."""

from midcourse.core.language.sentences import listed


def test_of_very_many_the_first_are_named_and_the_others_counted():
    assert listed([]) == "" and listed(["a", "b"]) == "a, b"
    assert listed([f"s{i}" for i in range(1, 24)], most=3) == "s1, s2, s3 and 20 more"
