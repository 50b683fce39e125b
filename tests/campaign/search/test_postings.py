"""Test the likelihoods by which the search ranks lines."""

from collections import Counter

import pytest

from campaign.search.postings import LikelihoodModel


def test_a_sign_is_likelier_where_it_occurs_more_often():
    model = LikelihoodModel([Counter(tow=4, owe=1), Counter(tow=1, owe=4)], typical=5)
    often, seldom = model.likelihoods(["tow"])
    assert often > 0 > seldom


def test_the_likelihood_is_a_mean_so_that_long_questions_score_no_higher():
    model = LikelihoodModel([Counter(tow=2, owe=2), Counter(par=2)], typical=3)
    assert model.likelihoods(["tow", "owe"]) == pytest.approx(model.likelihoods(["tow"]))


def test_unknown_signs_have_no_effect():
    model = LikelihoodModel([Counter(tow=1), Counter(owe=1)], typical=3)
    assert model.likelihoods(["tow", "xyz"]) == model.likelihoods(["tow"])
