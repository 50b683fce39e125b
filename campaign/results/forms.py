from django import forms

from campaign.scores.programmes import MOST_MISSIONS


class VotesForm(forms.Form):
    """The number of missions to count at the election: `to`. `seen` is the number that the page showed.

    Without a number in `to`, the count ends and the whole election is shown.
    """

    to = forms.IntegerField(min_value=0, max_value=MOST_MISSIONS, required=False)
    seen = forms.IntegerField(min_value=0, max_value=MOST_MISSIONS, required=False)
