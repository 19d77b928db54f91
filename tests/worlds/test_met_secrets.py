"""The secrets that a world met."""

from midcourse.core.model import Call
from midcourse.worlds.met_secrets import MetSecrets


def test_a_secret_is_known_from_what_was_entrusted_and_from_what_was_put_into_a_field():
    met = MetSecrets()
    assert not met.holds("the word is hunter2345")
    met.entrust({"password": "hunter2345"})
    met.put(Call("fill", {"text": "845211"}, target="textbox Code", secrets=frozenset({"code"})))
    met.put(Call("fill", {"text": "nothing hidden"}, target="textbox Name"))
    assert met.holds("the word is hunter2345") and met.holds("845211") and not met.holds("nothing hidden")
    assert met.fields == {"textbox Code"}
