from django import forms

from campaign.scores.programmes import MOST_MISSIONS


class VotesForm(forms.Form):
    """The form that counts the votes of the first `to` missions. If `to` is empty, the count ends."""

    to = forms.IntegerField(min_value=0, max_value=MOST_MISSIONS, required=False)
    seen = forms.IntegerField(min_value=0, max_value=MOST_MISSIONS, required=False)  # number of missions counted so far
