"""A simulator of legal play: whole games of every variant, for tests and for measuring fairness."""

from sheetgen.play.game import Event, PlayedGame, PlayedSheet, Player, play_game, simulate
from sheetgen.play.players import GreedyPlayer, RandomPlayer

__all__ = [
    "Event",
    "GreedyPlayer",
    "PlayedGame",
    "PlayedSheet",
    "Player",
    "RandomPlayer",
    "play_game",
    "simulate",
]
