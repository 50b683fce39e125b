"""Test pars: the VP that a player can expect in a mission."""

import pytest

from scoring import MISSIONS
from scoring.drafts import DraftedGame, Drafters, Skill, par_of
from scoring.drafts.measured import TableOfPrograms, measured, measured_seed
from scoring.drafts.pars import game_seed, paired_games
from scoring.tiles import PLAYERS, SOLO


def game(*totals, mission_vp=0, idle_turns=0, runs_out=False):
    return DraftedGame(totals, mission_vp, runs_out, idle_turns)


def test_figures_are_counted_by_hand():
    par = par_of([(game(50, 40, mission_vp=8, idle_turns=1), 80), (game(44, 46, runs_out=True), 84)])
    assert (par.games, par.mean, par.winner, par.lead) == (2, 45.0, 48.0, 6.0)
    # The differences are 5 and 3 VP per city, with the standard deviation √2. For 2 games, the error is √2 / √2.
    assert (par.difference, par.error) == (4.0, 1.0)
    assert (par.mission_vp, par.idle_turns, par.runs_out) == (2.0, 0.25, 0.5)
    assert (par.lower, par.upper) == (43, 47)


def test_a_single_players_game_has_no_lead():
    assert par_of([(game(50), 48), (game(40), 40)]).lead == 0


def test_one_game_is_too_few_for_a_par():
    with pytest.raises(ValueError, match="2 games"):
        par_of([(game(50, 40), 90)])


def test_games_without_a_mission_differ_from_themselves_by_nothing():
    pairs = paired_games(MISSIONS[1].rules, 1, Skill.NEW, "1")
    par = par_of([next(pairs), next(pairs)])
    assert (par.difference, par.error) == (0, 0)


def test_known_games_without_a_mission_are_not_played_again():
    pairs = paired_games(MISSIONS[8].rules, 1, Skill.NEW, "1", sums=[70])
    assert next(pairs)[1] == 70


@pytest.mark.parametrize("number", MISSIONS)
@pytest.mark.parametrize("players", [SOLO, *PLAYERS])
def test_each_of_the_ten_is_measured_for_every_table(number, players):
    assert TableOfPrograms(MISSIONS[number].rules.line, players, Skill.PRACTISED) in measured()


@pytest.mark.parametrize(
    ("number", "players", "skill"),
    [(1, 4, Skill.PRACTISED), (3, 2, Skill.PRACTISED), (7, 1, Skill.PRACTISED), (9, 3, Skill.PRACTISED)],
)
def test_a_measured_game_is_drafted_again(number, players, skill):
    rules = MISSIONS[number].rules
    sums = measured()[TableOfPrograms(rules.line, players, skill)].sums
    played = Drafters(rules, players, skill).play(game_seed(measured_seed(), 1))
    assert sum(played.totals) == sums[1]
