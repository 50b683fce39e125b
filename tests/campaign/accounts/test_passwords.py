"""Test the sentence that explains the rules for a new password."""

from django.urls import reverse

from campaign.models import User
from tests.factories import UserFactory


def test_the_rules_for_a_new_password_are_one_sentence(client, settings):
    least = next(
        rule["OPTIONS"]["min_length"] for rule in settings.AUTH_PASSWORD_VALIDATORS if "MinimumLength" in rule["NAME"]
    )
    sentence = f"At least {least} characters"
    client.force_login(User.make_guest())
    keep = client.get(reverse("account")).content.decode()
    client.force_login(UserFactory())
    change = client.get(reverse("password")).content.decode()
    for page in (keep, change):
        assert page.count("field__help") == page.count(sentence) + ("id_username_helptext" in page)
        assert page.count(sentence) == 1
