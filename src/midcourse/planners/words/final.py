"""What is written on things that take something away, end something or pay: no way to anything else."""

from __future__ import annotations

import re
from itertools import pairwise

from ...core.model import Target
from .language import stem

UNDOING = frozenset(
    stem(word)
    for word in (
        *("delete", "remove", "discard", "erase", "destroy", "purge", "trash", "revoke", "reset", "logout", "uninstall", "wipe"),
        *("löschen", "entfernen", "verwerfen", "abmelden", "supprimer", "effacer", "retirer", "eliminar", "borrar", "quitar"),
        *("excluir", "remover", "apagar", "eliminare", "rimuovere", "verwijderen", "usuń", "удалить", "删除", "削除"),
    )
)
"""What takes something away is called: no way to anything else, and tried only if the goal speaks of it."""
UNDOING_ANYWHERE = re.compile("删除|刪除|清除|清空|移除|削除|消去|삭제|제거|🗑|🚮")
"""The same where words stand without spaces between them, and as a sign."""
ENDING = frozenset(
    stem(word)
    for word in (
        *(
            "clear",
            "empty",
            "terminate",
            "deactivate",
            "disable",
            "unsubscribe",
            "suspend",
            "ban",
            "del",
            "deaktivieren",
            "kündigen",
        ),
        *("abbestellen", "désactiver", "résilier", "désabonner", "desactivar", "disattivare", "deactiveren"),
    )
)
"""What a button begins with that ends or empties something; further on, these may be words for something to be filled in."""
PAYING = re.compile(
    r"^(pay|buy|purchase|donate|transfer|wire|checkout|bezahlen|kaufen|überweisen|acheter|payer|comprar|pagar|acquista|betalen"
    r"|kopen)\b"
    r"|^(check out|book|order|withdraw)(?: now| it| again| this| these)?$|^(book|order|transfer|withdraw) (?:\w+ )?(?:now|again)$"
    r"|^(?:place|confirm|complete|submit|send) (?:(?:the|your|my|this) )?(order|purchase|payment|transfer|booking)\b"
    r"|(?:and|&|und|et|y) (pay|buy|order|bezahlen|bestellen|payer|pagar)\b"
)
"""What is written on buttons that pay or order, with the word for it."""
SENDING = re.compile(
    r"(?P<said>submit|send) (?:(?:the|your|my|this) )?(?:order|purchase|payment|transfer|booking)"  # as `Submit` does alone
)
"""What is written on buttons that send a form, with the word for it, and then say what for."""
CLOSING = re.compile(
    r"^(close|cancel|end|stop|delete|remove|erase|wipe|purge|deactivate) (?:(?:the|your|my|this) )?"
    r"(account|subscription|membership|contract|order|booking|reservation)\b"
    r"|^(delete|remove|erase|wipe|purge|discard) (all|everything|everyone)\b|^(sign|log)[ -]?(out|off)$"
)
"""What is written on buttons that end more than a dialog, or take away more than one thing, with the words for both."""
OPPOSITE = re.compile(r"(un|de|dis)-|(don.?t|do not|never|no longer|stop)\b")
"""How a label begins that says the opposite of what follows."""
ACTING = ("button", "menuitem")
"""What does something when it is pressed; a link leads there."""


def taking_away(label: str) -> set[str]:
    """The words by which a label says that something is taken away, and not what was."""
    words = (w for w in re.findall(r"\w+", label.lower()) if not w.endswith("ed"))
    return {found for w in words if (found := stem(w)) in UNDOING} | set(UNDOING_ANYWHERE.findall(label))


def losing_words(target: Target) -> set[str]:
    """The words by which a thing says that something is taken away or ended once it is pressed; none for all others."""
    if target.role not in ACTING:
        return taking_away(target.label)
    return taking_away(target.label) | {stem(w) for w in _plain(target.label).split()[:1]} & ENDING | _told(CLOSING, target)


def final_words(target: Target) -> set[str]:
    """The same, with those by which it says that something is paid or ordered."""
    return losing_words(target) | (_told(PAYING, target) if target.role in ACTING else set())


def is_unsaid(target: Target, goal: str) -> bool:
    """Whether a thing takes away, ends or pays something of which a goal does not speak."""
    return bool(final_words(target) - goal_words(goal))


def is_opposite(label: str, said: str) -> bool:
    """Whether a label says the opposite of what was said, as `Don't save` does of `save`."""
    return bool(OPPOSITE.match(_plain(label))) and not OPPOSITE.search(_plain(said))


def is_named(label: str, said: str) -> bool:
    """Whether a label begins with what was said: `Yes, delete` is what `Yes` means where nothing else is called so."""
    words = _plain(said).split()
    return bool(words) and re.findall(r"\w+", _plain(label))[: len(words)] == words


def only_sends_more(label: str, said: str) -> bool:
    """Whether a label names what sends a form as it was said, and only adds what is sent by it."""
    found = SENDING.fullmatch(_plain(label))
    return found is not None and _plain(said) == found["said"]


def goal_words(goal: str) -> set[str]:
    """The words of a goal, beside which these are held: what it speaks of is meant, also as one word (`log out`, `Logout`)."""
    words = re.findall(r"\w+", goal.lower())
    return {stem(w) for w in (*words, *map("".join, pairwise(words)))} | taking_away(goal.lower())


def _told(rule: re.Pattern[str], target: Target) -> set[str]:
    return {stem(word) for found in rule.finditer(_plain(target.label)) for word in found.groups() if word}


def _plain(text: str) -> str:
    return " ".join(text.lower().split()).strip(" .,:;!?'\"…")
