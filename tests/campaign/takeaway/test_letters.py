"""Test the letters of the pictures: no name of an ordinary table is drawn as boxes."""

import pytest

from campaign.takeaway import letters
from campaign.takeaway.drawing import Words

NAMES = {
    "Armenian": "Գայանե",
    "Croatian": "Đorđe Šimić",
    "Czech": "Žižkov Řehoř",
    "Danish": "Ærø Bjørn",
    "French": "Zoë Œuvrard",
    "Georgian": "გიორგი",
    "German": "Jürgen Groß",
    "Greek": "Ελένη Παπαδοπούλου",
    "Hebrew": "שרה כהן",
    "Hindi": "अर्जुन सिंह",
    "Hungarian": "Őrsi Fűzfa",
    "Icelandic": "Þóra Guðný",
    "Kazakh": "Әсел Ғалымқызы Ұлы",
    "Kyrgyz": "Өмүр",
    "Latvian": "Ģirts Ķēniņš",
    "Lithuanian": "Žydrūnė Ąžuolas",
    "Maltese": "Ġorġ Ħal",
    "Persian": "علی\u200cرضا",
    "Polish": "Żółć Łukasz",
    "Romanian": "Ștefan Țîță",
    "Russian": "Алёна Щукина",
    "Serbian": "Ђорђе Љиљана",
    "Spanish": "Íñigo Núñez",
    "Turkish": "Şükrü İpek Ağaoğlu",
    "Ukrainian": "Їжак Ґанна",
    "Vietnamese": "Nguyễn Thị Hằng Ước",
    "Emoji": "👑🎲 ❤️ 1️⃣ 👍🏽 🇩🇪 🏳️\u200d🌈 👨\u200d👩\u200d👧\u200d👦",
    "decomposed": "Z\u0307o\u0301l\u0142 e\u0302\u0301",
}
NO_LETTER = "\U0010ffff"  # no font has a drawing of it, so it is drawn as an empty box


@pytest.fixture(autouse=True)
def only_our_own_fonts(monkeypatch):
    monkeypatch.setattr(letters, "system_fonts", tuple)
    letters.file_of.cache_clear()
    letters.runs.cache_clear()
    yield
    letters.file_of.cache_clear()
    letters.runs.cache_clear()


def drawn(file, text):
    return bytes(letters.font_of(file, 40, 500).getmask(text))


def test_no_letter_of_a_name_is_an_empty_box():
    for language, name in NAMES.items():
        for file, run in letters.runs(name):
            box = drawn(file, NO_LETTER)
            assert box
            assert [letter for letter in letters.clusters(run) if drawn(file, letter) == box] == [], language


def test_a_letter_that_no_font_has_is_a_box_so_that_the_test_above_can_fail():
    [(file, run)] = letters.runs("漢")
    assert drawn(file, run) == drawn(file, NO_LETTER)


@pytest.mark.parametrize("one", ["👍🏽", "🇩🇪", "1️⃣", "❤️", "Z\u0307", "कि"])
def test_what_people_see_as_one_letter_stays_one(one):
    assert letters.clusters(f"a{one}b") == ["a", one, "b"]
    assert len(letters.runs(one)) == 1


def test_two_flags_are_two_letters():
    assert letters.clusters("🇩🇪🇫🇷") == ["🇩🇪", "🇫🇷"]


def test_a_family_of_emoji_is_one_drawing_where_pillow_can_join_letters():
    if not letters.IS_SHAPED:
        pytest.skip("this Pillow joins no letters")
    family, man = (Words(0, 0, text, 40, "#000000").width for text in ("👨\u200d👩\u200d👧\u200d👦", "👨"))
    assert family < 2 * man


def test_a_space_between_two_fonts_is_as_narrow_as_in_rubik():
    assert [run for _file, run in letters.runs("👑 Ada")] == ["👑", " Ada"]


def test_words_that_are_cut_off_keep_whole_letters():
    cut = Words(0, 0, "🇩🇪" * 9, 40, "#000000").within(200, smallest=40)
    assert cut.text.endswith("🇩🇪…")


def test_a_letter_is_taken_from_a_font_of_the_system(monkeypatch):
    monkeypatch.setattr(letters, "system_fonts", lambda: (letters.FONTS / "noto-sans-greek.woff2",))
    monkeypatch.setattr(letters, "OWN", letters.OWN[:1])
    assert [file.name for file, _run in letters.runs("Ada Ω")] == ["rubik-latin.woff2", "noto-sans-greek.woff2"]
