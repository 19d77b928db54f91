"""The local law for those who have looked twice."""

from midcourse.core.local import law
from midcourse.core.local.episode import Episode
from midcourse.core.local.moves import LookAgain, Move


def next_move(episode: Episode) -> Move:
    """The next move, once looks that show the same again were had wherever one was wanted."""
    while isinstance(move := law.next_move(episode), LookAgain):
        episode.look(episode.sight)
    return move
