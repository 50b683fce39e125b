"""Cities for which `settle` takes long: families of such cities, and the slowest cities that searches have found."""

import random

from scoring import MISSIONS, City
from scoring.kinds import KINDS, Kind

# The letters from which `full_board` draws buildings at random: "OOF" gives twice as many Office Towers as Factories.
FAMILIES = {
    "Office Towers only": "O",
    "Office Towers, Harbors": "OH",
    "Office Towers, Factories": "OOF",
    "Harbors only": "H",
    "Harbors, Factories": "HF",
    "Harbors, Shops": "HS",
    "Harbors, Shops, Factories": "HSF",
    "Shops, Public Services": "SU",
    "Shops, Tower Blocks": "ST",
    "Public Services, Harbors": "UH",
    "all that want an Inhabitant": "UFHO",
    "all that want an Energy Unit": "TSO",
    "all six kinds": "TSUFHO",
}
DIGITS = {"T": "12345", "O": "12345", "U": "012", "H": "0123"}


def full_board(rng: random.Random, letters: str) -> City:
    """Make a random Expert city of 20 buildings, with half of the resources that they need."""
    squares = [letter + rng.choice(DIGITS.get(letter, [""])) for letter in rng.choices(letters, k=20)]
    city = _city(squares, 0, 0)
    inhabitants, energy = _wanted(city)
    return _city(squares, inhabitants // 2, energy // 2)


def _wanted(city: City) -> tuple[int, int]:
    """Count the Inhabitants and Energy Units that activate all buildings and fill all Shops."""
    customers = MISSIONS[5].rules.points.customers_a_shop
    kinds = [building.kind for building in city.squares if building]
    return (
        sum(KINDS[kind].inhabitants for kind in kinds) + customers * kinds.count(Kind.SHOP),
        sum(KINDS[kind].energy for kind in kinds),
    )


def _city(squares: list[str], inhabitants: int, energy: int) -> City:
    columns = len(squares) // 4
    rows = ("".join(squares[start : start + columns]) for start in range(0, len(squares), columns))
    return City.parse(f"{'/'.join(rows)} {inhabitants}i{energy}e")


# Slow cities that four players can build: mission number and notation.
PLAYABLE = (
    (4, "SHH3T/H1HST/HSH2H/TSHS 9i5e"),
    (5, "FUHH2T/TTOFU1/H2UUOO/FTFOO 9i7e"),
    (7, "FFOOT/FTOTH2/TU1UTT/H1U2OFO 7i10e"),
    (9, "GSSS/FTSH2/HH3TH/HH2TT 20i8e"),
    (10, "SH2UH2H/H1SHSU1/TSTHH3/THH3ST 13i7e"),
    (5, "HHTHS/SSSHH/H3THST/TTH3H1T 17i4e"),
    (6, "TSUSS/FOTFU/U2TOFO/U1FSTO 12i10e"),
    (5, "TUTFH1/H3SSTS/U2STFF/U1SHSF 10i9e"),
    (6, "TH2HSH/TTSSH1/HTTHH3/SHSHH2 13i9e"),
    (5, "TU1TOF/TUTOO/TFOU1O/OU1OOO 10i6e"),
    (9, "HTPS/H2HTS/TH1SS/TTH3H 14i6e"),
    (7, "HSHFH/TPU1TT/SH1TUS/SSFFS 17i9e"),
    (7, "SH2OOO/H1H2HTF/HOFOO/OHOOF 8i10e"),
    (7, "SSTTT/SH3SFS/TH3H3FT/SFH2H1H 14i8e"),
    (7, "SH2TOH3/SHFOH2/SH3FOO/TSOFO 8i8e"),
    (6, "SHH2TS/FH2HOP/OFOFO/TFOOO 9i8e"),
    (7, "H3H3PTP/H3HFOO/H2HOOO/HHTH2T 9i7e"),
    (7, "SSSHH2/SSH3HH/SH3HTT/SHHFT 14i9e"),
    (7, "SSSU1F/TSH1TF/HHH2H3H/SFSH2T 13i8e"),
    (7, "H3HOH3U2/HHHHH2/SSOTH1/STSU1P 9i7e"),
    (7, "SH2H2H3T/HHHHH/SOSH1H/OSTTT 16i8e"),
    (7, "THSFF/HH3SH1H/TSFHH/U1SU2ST 17i7e"),
    (6, "SSH1H3S/FSHHF/TTSHH2/TSFHH 16i7e"),
    (7, "OOH2H1T/OOOOF/SH3HOO/SSSHH 6i6e"),
    (7, "TFOOH3/H2H2TOH3/H1HOOT/HH3FOF 9i5e"),
    (6, "SFSOO/H3H2FOF/H3H1H3OO/THH2FT 7i7e"),
    (7, "SSOOO/FOOSP/H3HFOS/HH2HFP 6i6e"),
    (7, "H3TFOF/TOOOH/SH2H2OT/SHHOS 9i5e"),
    (7, "TH2FHO/OTH3H1O/FH2HOO/U2H3OFO 10i5e"),
)

# Slow cities that the notation can write, but no player can build.
ANY = (
    (6, "H3H1SSS/SH3HSH3/SSHHH3/H1H2H3HS 34i2e"),
    (5, "FFFFO5/H1H2HFO5/HH1HT4O5/FH3O5O5O 14i4e"),
    (10, "O5O3SH2H2/SSH2H1H/HH2O4H1S/HH3SOS 26i2e"),
    (5, "OO5OO5O5/H3FHH1F/H1H1FO5O2/HHH2O3O 9i3e"),
    (5, "H3O5FO5O4/O3FH1H3H3/H2HH1OH2/H3O2O2O3O4 10i5e"),
    (7, "H2H1HSS/HH3HT5*T5/TSSSS/ST2H2HT5 27i4e"),
    (7, "H2H2H3O5H3/H2H2H2H2O3/H3O5O4H3O5/HO3H2O3O 11i6e"),
    (9, "FHH3S/SHH1S/H1H2SF/HSSS 33i14e"),
    (10, "SPU1SH1/U1SH1H2H2/SH2H2HS/PH1H3U1U2 25i0e"),
    (10, "O3O2O5OO5/O3O3O2O3O5/OO4O5O3O3/O2O5O4O2O5 21i10e"),
    (7, "SH1H1SH3/H1H3SHH3/SSH1HS/HH2SSS 29i8e"),
    (5, "TT3T2ST5/H3H1ST4H2/SHH1TH/SSH3SS 27i10e"),
    (10, "H3H1H3UU/H1U1H2H1H2/HU2U2H1H3/H3H2H2U2U1 7i0e"),
    (7, "SSPO4S/FSOO2F/O5FO2O5F/FO2FO5O3 21i11e"),
    (7, "SFH1O5H/SH3HH3O4/H3HO2O4O3/H1HFSS 34i6e"),
    (7, "O3O3O3O3O3/O3O3O4O3O3/O3O3O3O3O/O4O3O3OO5 11i14e"),
    (7, "H2SO3FO2/HH1FO3O/SFHO4S/SFHO2O3 17i6e"),
    (7, "PST4O5O/T4SH1HT/PH1H3H2O5/SH1OO5T 13i10e"),
    (7, "SSSO2H1/SO2O3H3H/HH2H1H1H/HHH1FO5 18i7e"),
    (9, "FFHF/SSH3H3/H1H2HH2/H2FHS 12i2e"),
    (6, "GSFO5F/GOO2O4O4/SO4HH3H/GO5H1H1F 24i6e"),
    (6, "SO4O4SS/O3O3OO5S/O3O3O3OS/O4O2O2OO5 25i10e"),
    (10, "H1H3FHH2/SH3FH3H2/FFSFO4/SH2SFO 14i2e"),
    (10, "O3FSFS/OO2FO3O2/O5FSFO4/FSFO2F 19i5e"),
    (10, "HH1H1HH/O3OOH1H/OO3H2HO4/H2H1HH2O5 9i5e"),
    (5, "UU1O2O5O3/O5U2U1O3O5/UU1U1UU1/O4O2O5O2O5 15i7e"),
    (7, "O2OO2OO/T4O2OT5O5/T5OOO2T3/O5T3O2OO5 12i10e"),
    (7, "H2H2OO3H2/H1FOO4H/O5O5H1O5O/H3H3H2H2F 12i5e"),
    (6, "H1FO5O3O/FSSH1H/SOFHH1/SFSFS 29i6e"),
    (5, "O2O3O3SO4/O3SOO2O/SO4O2PO/O3O2SOO5 33i11e"),
    (7, "UHH2U2O5/O3UU1U1U1/OH1H3UH2/U1H3HHH3 5i12e"),
)
