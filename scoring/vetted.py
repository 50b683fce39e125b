"""The missions that scoring/dealing.py draws at random.

Each mission of VETTED changes one part of its mode's rules, and each of COMBINED changes several. All were measured by
`manage.py par --dealt`: docs/par.md says which missions are neither broken nor dull.
"""

from enum import StrEnum
from typing import NamedTuple

from scoring.messages import Text, gettext


class Subject(StrEnum):
    """The part of the game that a mission changes."""

    PLAYGROUNDS = "playgrounds"
    ARCHITECTS = "architects"
    MAYOR = "mayor"
    SQUARES = "squares"
    PEOPLE = "people"
    TABLES = "tables"


class Vetted(NamedTuple):
    """A mission that can be drawn: its rules as a mission line, its name, and its (main) subject."""

    line: str
    name: Text
    subject: Subject


VETTED = (
    Vetted("classic playgrounds sets=2:3", gettext("Two Swings"), Subject.PLAYGROUNDS),
    Vetted("classic playgrounds sets=1:2", gettext("A Slide for Everybody"), Subject.PLAYGROUNDS),
    Vetted("classic playgrounds sets=4:7", gettext("The Great Playground"), Subject.PLAYGROUNDS),
    Vetted("classic wild=1", gettext("The Gray Hat"), Subject.ARCHITECTS),
    Vetted("classic shared", gettext("One Drawer of Plans"), Subject.ARCHITECTS),
    Vetted("classic wild=1 sequence", gettext("In Step"), Subject.ARCHITECTS),
    Vetted("classic shared sequence", gettext("The Long Queue"), Subject.ARCHITECTS),
    Vetted("classic mayors=3", gettext("Portraits in the Lobby"), Subject.MAYOR),
    Vetted("classic offer=1", gettext("A Gift from Above"), Subject.MAYOR),
    Vetted("classic offer=1 mayors=2", gettext("An Office with a View"), Subject.MAYOR),
    Vetted("classic districts=4,2", gettext("Quarter by Quarter"), Subject.SQUARES),
    Vetted("classic districts=2,0", gettext("No Gaps Allowed"), Subject.SQUARES),
    Vetted("classic rows=3", gettext("Straight Streets"), Subject.SQUARES),
    Vetted("classic corners=-3", gettext("Mind the Corners"), Subject.SQUARES),
    Vetted("classic corners=3", gettext("Open Corners"), Subject.SQUARES),
    Vetted("classic variety=9", gettext("A Bit of Everything"), Subject.SQUARES),
    Vetted("classic unemployed=3", gettext("Idle Hands"), Subject.PEOPLE),
    Vetted("classic pollution=3", gettext("Clean Air"), Subject.PEOPLE),
    Vetted("classic unemployed=0 pollution=0", gettext("The Lenient Inspector"), Subject.PEOPLE),
    Vetted("classic jobs=1", gettext("Full Shops, Few Hands"), Subject.PEOPLE),
    Vetted("classic towers=2/5/6/10", gettext("Higher, Please"), Subject.TABLES),
    Vetted("classic parks=3/5/8/12", gettext("Green Light"), Subject.TABLES),
    Vetted("expert own", gettext("Separate Offices"), Subject.ARCHITECTS),
    Vetted("expert sequence", gettext("One after Another"), Subject.ARCHITECTS),
    Vetted("expert numbers=4 wild=1", gettext("Four and a Joker"), Subject.ARCHITECTS),
    Vetted("expert playgrounds sets=2:4", gettext("Playtime"), Subject.PLAYGROUNDS),
    Vetted("expert playgrounds sets=3:6", gettext("Three in the Sand"), Subject.PLAYGROUNDS),
    Vetted("expert mayors=4", gettext("City Elders"), Subject.MAYOR),
    Vetted("expert offer=1", gettext("A Generous Office"), Subject.MAYOR),
    Vetted("expert districts=3,1", gettext("Neighborhoods"), Subject.SQUARES),
    Vetted("expert rows=4", gettext("Closed Rows"), Subject.SQUARES),
    Vetted("expert corners=-4", gettext("No Corner Left"), Subject.SQUARES),
    Vetted("expert variety=9", gettext("Something of Each"), Subject.SQUARES),
    Vetted("expert unemployed=3 pollution=2", gettext("Nothing to Waste"), Subject.PEOPLE),
    Vetted("expert jobs=1", gettext("Short of Hands"), Subject.PEOPLE),
    Vetted("expert towers=2/5/6/10/15", gettext("Skyward"), Subject.TABLES),
)

COMBINED = (
    Vetted("classic playgrounds pollution=3 districts=5,2", gettext("The Ring Road"), Subject.SQUARES),
    Vetted("classic wild=1 unemployed=3", gettext("Everybody at Work"), Subject.PEOPLE),
    Vetted("classic shared mayors=3", gettext("The Open Town Hall"), Subject.MAYOR),
    Vetted("classic sequence rows=3", gettext("Street by Street"), Subject.SQUARES),
    Vetted("classic rows=3 corners=3", gettext("The Picture Frame"), Subject.SQUARES),
    Vetted("classic wild=1 variety=9", gettext("The Colorful City"), Subject.SQUARES),
    Vetted("classic offer=1 jobs=1", gettext("Help Wanted"), Subject.PEOPLE),
    Vetted("classic mayors=2 districts=4,2", gettext("Four Town Halls"), Subject.SQUARES),
    Vetted("classic wild=1 shared variety=6", gettext("The Open Office"), Subject.ARCHITECTS),
    Vetted("classic unemployed=2 pollution=2 mayors=3", gettext("The Strict Mayor"), Subject.MAYOR),
    Vetted("classic rows=2 towers=2/5/6/10", gettext("The Skyline"), Subject.TABLES),
    Vetted("classic corners=3 parks=3/5/8/12", gettext("Four Gardens"), Subject.TABLES),
    Vetted("classic playgrounds shared sets=4:7", gettext("Sand for Everybody"), Subject.PLAYGROUNDS),
    Vetted("classic sequence unemployed=0 pollution=0", gettext("The Quiet Year"), Subject.ARCHITECTS),
    Vetted("expert own rows=3", gettext("My Street, Your Street"), Subject.ARCHITECTS),
    Vetted("expert pollution=2 districts=3,1", gettext("Clean Quarters"), Subject.SQUARES),
    Vetted("expert playgrounds sets=2:4 mayors=2", gettext("The Children’s Mayor"), Subject.PLAYGROUNDS),
    Vetted("expert variety=9 corners=-4", gettext("No Room to Spare"), Subject.SQUARES),
    Vetted("expert sequence offer=1", gettext("One Gift at a Time"), Subject.ARCHITECTS),
    Vetted("expert numbers=4 wild=1 districts=3,1", gettext("The Joker’s Quarter"), Subject.ARCHITECTS),
    Vetted("expert unemployed=3 offer=1 mayors=3", gettext("The Busy Office"), Subject.MAYOR),
    Vetted("expert corners=4 towers=2/5/6/10/15", gettext("Tall and Airy"), Subject.TABLES),
    Vetted("expert jobs=1 rows=4", gettext("The Hard Winter"), Subject.PEOPLE),
    Vetted("expert playgrounds own variety=9", gettext("A Place for Everybody"), Subject.PLAYGROUNDS),
)
