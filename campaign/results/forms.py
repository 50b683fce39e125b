from django import forms

from campaign.scores.programmes import MOST_MISSIONS


class VotesForm(forms.Form):
    """The form of the vote count. The field `to` says how many missions to count; `seen`, how many the page showed.

    If `to` is empty, the count ends and the whole election is shown.
    """

    to = forms.IntegerField(min_value=0, max_value=MOST_MISSIONS, required=False)
    seen = forms.IntegerField(min_value=0, max_value=MOST_MISSIONS, required=False)
