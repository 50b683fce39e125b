"""The page about the campaign: its missions, its winner, and the rules that a group can choose."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.election_words import decided_by
from campaign.library.mission_rules import missions_with
from campaign.library.records import Page, Question, Section, Sentence, Source, house_ruled
from scoring import Mode

PAGE = Page(
    "campaign",
    _("The campaign"),
    house_ruled(
        "election_by",
        _("Ten missions and one story. The points are added up; the best planner becomes mayor."),
        lambda table: format_lazy(_("Ten missions and one story. {rule}."), rule=decided_by(table)),
    ),
    "mission",
    sections=(
        Section(
            "story",
            _("The story"),
            (
                Sentence(
                    _("You are young planners in the Mayor's office, after a flood and bad policy."),
                    source=Source.MANUAL,
                ),
                Sentence(
                    _("You rebuild the city in ten missions. The points decide who is the next mayor."),
                    source=Source.MANUAL,
                ),
                Sentence(_("Fans wrote the campaign manual. The rulebooks have no campaign."), source=Source.OURS),
            ),
        ),
        Section(
            "missions",
            _("The missions"),
            (
                Sentence(
                    format_lazy(
                        _("Classic Mode: missions {classic}. Expert Mode: missions {expert}."),
                        classic=missions_with(lambda rules: rules.mode is Mode.CLASSIC),
                        expert=missions_with(lambda rules: rules.mode is Mode.EXPERT),
                    ),
                    source=Source.MANUAL,
                ),
            ),
        ),
    ),
    questions=(
        Question(
            _("Must we play the missions in order?"),
            _("No source says so. We suggest: yes, from 1 to 10. Each adds to the ones before."),
            source=Source.OURS,
        ),
        Question(
            _("May we decide the campaign by something other than the sum?"),
            _(
                "A campaign may choose the average of the missions played, the share of each mission's best score, or"
                " each player's best missions."
            ),
            source=Source.OURS,
        ),
        Question(
            _("What does it mean to miss a mission?"),
            _("It adds nothing to the sum. An average or a share does not count it."),
            source=Source.OURS,
        ),
        Question(
            _("May a guest join for one evening?"),
            _("Yes. You choose whether the guest counts in the standings."),
            source=Source.OURS,
        ),
        Question(
            _("Which house rules can we choose?"),
            format_lazy(
                _(
                    "Tower points, discarded tiles, workers in Harbors, Architects of mission {mission}, Playgrounds"
                    " beside Monuments, the tie-break mission."
                ),
                mission=missions_with(lambda rules: rules.mode is Mode.EXPERT and not rules.architects.shared),
            ),
            source=Source.OURS,
        ),
        Question(
            _("May house rules change in the middle of a campaign?"),
            _("Yes. Finished games keep the rules they were scored by; a reopened game takes the new ones."),
            source=Source.OURS,
        ),
        Question(
            _("May we play with the tower points of the campaign manual?"),
            house_ruled(
                "manual_tower_points",
                _("Yes, as a house rule. Without it the rulebooks count: all three agree."),
                _("Yes. That is a house rule of your table; the rulebooks print other points."),
            ),
            source=Source.OURS,
        ),
        Question(
            _("May we agree that a discarded tile brings its resources?"),
            house_ruled(
                "keep_discarded",
                _("Yes, as a house rule: the campaign manual says so. The rulebooks give nothing."),
                _("Yes. That is a house rule of your table, as in the campaign manual."),
            ),
            source=Source.MANUAL,
        ),
        Question(
            _("Why do the rulebooks stand above the campaign manual?"),
            _("They are the publisher's. The fans' manual counts only for what the missions add."),
            source=Source.OURS,
        ),
        Question(
            _("Where do we enter our points?"),
            _("On the page of your game: tap each city together, or type the points of the score pad."),
            source=Source.OURS,
        ),
        Question(
            _("A finished result is wrong. Can we correct it?"),
            _("Yes. The campaign's owner reopens the game; correct it and finish it again."),
            source=Source.OURS,
        ),
        Question(
            _("Do we need the Public Services expansion?"),
            _("No. A table that owns it may add it to any game, and types the VP of its tiles."),
            source=Source.OURS,
        ),
        Question(
            _("Do we play with the Christmas tiles?"),
            _("No. No source has rules for this promo. The campaign and Cornerstone do not use it."),
            source=Source.OURS,
        ),
        Question(
            _("The manual's tables end at four. What does a fifth bring?"),
            _("What the rulebooks print for Expert Mode. They also count Office Towers for a Factory."),
        ),
    ),
    decisions=("D20", "D16"),
    see=("ties", "rounds", "public-services-expansion"),
    keywords=_("campaign, story, missions, house rules, expansion, promo"),
)
