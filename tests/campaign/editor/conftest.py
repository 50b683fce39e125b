import pytest

from tests.campaign.editor.tapping import Editor
from tests.factories import open_game


@pytest.fixture
def editor(as_owner, campaign):
    return Editor(as_owner, open_game(campaign, 1).present[0])


@pytest.fixture
def expert(as_owner, campaign):
    return Editor(as_owner, open_game(campaign, 10).present[0])


@pytest.fixture
def ben(editor, browser_of):
    """Return the editor of the same city on Ben's phone."""
    return Editor(browser_of("member"), editor.evaluation)
