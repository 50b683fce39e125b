"""Test the rules of CONTRIBUTING.md for imports between packages, and for unique class names.

The map in CONTRIBUTING.md orders the packages in layers ("floors"). A package may import only packages of lower floors.
In this file, a "room" is the package `scoring`, or a package or module directly in `campaign`.
"""

import ast
from collections import defaultdict
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# The layers ("floors") of CONTRIBUTING.md, the lowest first. The layer of features (such as `editor`) is left out.
FLOORS = [
    *(
        ["scoring"],
        ["zones"],
        ["scores"],
        ["models"],
        ["http", "people"],
        ["web"],
        ["jobs", "meanwhile", "postgresql"],
    ),
    *(["following", "templatetags"], ["access"]),
]
# The public modules of each feature, which other features may import. All other modules are private to their feature.
DOORS = {
    "accounts": {"hashers"},
    "book": {"people"},
    "campaigns": {"begin_single_game"},
    "analysis": {"work"},
    "calculator": {"forms"},
    "editor": {"parts", "play", "seats"},
    "games": {"single_games"},
    # first the modules that help to build pages, then the modules with texts
    "library": {
        *("facts", "forms", "saved_missions", "line_words", "mission_pages", "tags", "views"),
        *("buildings", "decisions", "glossary", "missions", "records", "scoring_aid", "contents", "steps", "topics"),
    },
    "pad": {"meanwhile"},
    "par": {"levels", "shown", "sums", "weights", "work"},
    "results": {"charts", "fairness", "game_result", "standings", "stories", "table_records", "views"},
    "takeaway": {"drawing", "game"},
    "transfer": {"forms", "reading"},
}
PROJECT = {"__init__", "admin", "apps", "asgi", "management", "migrations", "settings", "urls", "wsgi"}
MAY_IMPORT_OPS = {"asgi", "management", "settings", "wsgi"}
DJANGO_NAMES = {"Command", "Media", "Meta", "Migration"}


@cache
def modules():
    """Map the path of each module of the project to its abstract syntax tree."""
    paths = (path for package in ("scoring", "campaign") for path in (ROOT / package).rglob("*.py"))
    return {path.relative_to(ROOT): ast.parse(path.read_text()) for path in paths}


@cache
def nodes(tree):
    return tuple(ast.walk(tree))


def room_of(dotted):
    package, *inside = dotted.split(".")
    return package if package == "scoring" else (inside or ["__init__"])[0]


def imported(tree):
    for node in nodes(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module == "campaign":
            yield from (f"campaign.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module


def imported_names(tree):
    for node in nodes(tree):
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.fixture(scope="module")
def imports():
    """Map each package ("room") to the packages that it imports: {"pad": {"models", "web"}}."""
    found = defaultdict(set)
    for path, tree in modules().items():
        room = room_of(".".join(path.with_suffix("").parts))
        found[room] |= {room_of(name) for name in imported(tree) if name.startswith(("campaign", "scoring"))} - {room}
    return found


def test_no_package_of_the_map_imports_a_package_of_a_higher_floor(imports):
    below = set()
    for floor in FLOORS:
        upward = {room: imports[room] - below for room in floor if imports[room] - below}
        assert upward == {}
        below.update(floor)


def test_features_have_no_circular_imports(imports):
    features = {room: others for room, others in imports.items() if room not in PROJECT}
    TopologicalSorter(features).prepare()  # raises a CycleError if the imports have a cycle


def imported_modules(tree, *, types):
    """Yield the modules of the project that a module imports. Without `types`, leave out imports for types only."""
    checks = (node for node in nodes(tree) if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test))
    only_types = {inside for node in checks for inside in ast.walk(node)}
    for node in nodes(tree):
        if isinstance(node, ast.ImportFrom) and (types or node not in only_types):
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                yield name if name in module_names() else node.module


def name_of(path):
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


@cache
def module_names():
    return set(map(name_of, modules()))


@pytest.mark.parametrize("types", [False, True])
def test_modules_import_each_other_in_a_circle_only_for_types_and_only_in_models_and_scoring(types):
    graph = {name_of(path): set(imported_modules(tree, types=types)) for path, tree in modules().items()}
    if types:
        inside = {name for name in graph if name.startswith(("campaign.models.", "scoring."))}
        graph = {name: set() if name in inside else others for name, others in graph.items()}
    TopologicalSorter(graph).prepare()  # raises a CycleError if the imports have a cycle


def test_a_feature_imports_only_public_modules_of_another():
    kernel = set().union(*FLOORS)
    found = defaultdict(set)
    for path, tree in modules().items():
        room = room_of(".".join(path.with_suffix("").parts))
        for name in imported_names(tree) if room not in PROJECT | kernel else ():
            if name.startswith("campaign.") and room_of(name) not in {room, *kernel}:
                found[room_of(name)].add(name.split(".")[2])
    assert found == DOORS


def test_only_modules_that_run_the_site_import_its_operation(imports):
    assert {room for room, others in imports.items() if "ops" in others} == MAY_IMPORT_OPS


def is_choices(node):
    """Tell whether a class defines a model field's choices. Different models may use the same name for such a class."""
    return any(isinstance(base, ast.Attribute) and base.attr.endswith("Choices") for base in node.bases)


def nested(tree):
    return (inner for outer in nodes(tree) if isinstance(outer, ast.ClassDef) for inner in outer.body)


def aliases(tree):
    """Yield the names of a module's type aliases, such as `Supply` in `Supply = tuple[int, int]`."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Subscript | ast.BinOp):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name) and is_type(target.id))


def is_type(name):
    return name.lstrip("_")[0].isupper() and not name.isupper()


def test_each_name_of_a_class_or_an_alias_means_one_type():
    places = defaultdict(list)
    for path, tree in modules().items():
        choices = [node for node in nested(tree) if isinstance(node, ast.ClassDef) and is_choices(node)]
        classes = (node for node in nodes(tree) if isinstance(node, ast.ClassDef) and node not in choices)
        for name in (*(node.name for node in classes), *aliases(tree)):
            if name not in DJANGO_NAMES:
                places[name.lstrip("_")].append(str(path))
    assert {name: paths for name, paths in places.items() if len(paths) > 1} == {}


def is_access(decorator):
    """Tell whether a decorator is an access rule, which every view has."""
    return ast.unparse(decorator).partition("(")[0] in {"everybody", "in_campaign", "signed_in"}


def test_no_two_view_functions_have_the_same_name():
    places = defaultdict(list)
    for path, tree in modules().items():
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and any(map(is_access, node.decorator_list)):
                places[node.name].append(str(path))
    assert len(places) > 50
    assert {name: paths for name, paths in places.items() if len(paths) > 1} == {}
