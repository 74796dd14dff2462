"""Do imports point down only, as ARCHITECTURE.md draws them, and does each layer know its own?"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

#: From the bottom up. A package named alone is one layer, whose modules may use each other.
LAYERS = (
    "huisu.bits",
    "huisu.splitmix",
    "huisu.words",
    "huisu.errors",
    "huisu.shown",
    "huisu.files",
    "huisu.inherited",
    "huisu._core",
    "huisu._pure",
    "huisu.kernel",
    "huisu.progress",
    "huisu.estimate",
    "huisu.backtrack.problem",
    "huisu.backtrack.search",
    "huisu.backtrack.statistics",
    "huisu.backtrack.limits",
    "huisu.backtrack.checkpoint",
    "huisu.backtrack.order",
    "huisu.backtrack.run",
    "huisu.backtrack.questions",
    "huisu.backtrack",
    "huisu.queens.board",
    "huisu.classics",
    "huisu.trace",
    "huisu.tree",
    "huisu.memory",
    "huisu.jobs",
    "huisu.joined",
    "huisu.queens.reference",
    "huisu.queens.symmetry",
    "huisu.queens.solutions",
    "huisu.queens.symmetric",
    "huisu.queens.border",
    "huisu.queens.count",
    "huisu.queens.rank",
    "huisu.formats",
    "huisu.views",
    "huisu.page",
    "huisu.notebook",
    "huisu",
    "huisu.runs",
    "huisu.web",
    "huisu.cli",
    "huisu.__main__",
)


@cache
def modules() -> dict[str, Path]:
    """Return the file of every module of the package; the compiled one is its typed face."""
    files = [*(ROOT / "src").rglob("*.py"), *(ROOT / "src").rglob("*.pyi")]
    return {name_of(path): path for path in files}


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT / "src").with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(module: str) -> Iterator[str]:
    """Yield the name of everything that a module imports, also inside its functions."""
    for node in ast.walk(ast.parse(modules()[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} has a relative import"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in modules() else str(node.module)


def own_imports(module: str) -> set[str]:
    return {name for name in imported(module) if name.split(".")[0] == "huisu"}


def layer(module: str) -> int:
    """Return the height of the layer that a module, or else its package, is named in."""
    name = module
    while name not in LAYERS and name.count(".") > 1:
        name = name.rpartition(".")[0]
    return LAYERS.index(name) if name in LAYERS else -1


def is_only_a_docstring(module: str) -> bool:
    return len(ast.parse(modules()[module].read_text(encoding="utf-8")).body) <= 1


def test_every_module_has_its_layer() -> None:
    homeless = [name for name in modules() if layer(name) < 0 and not is_only_a_docstring(name)]
    assert homeless == [], "name it in LAYERS, and in ARCHITECTURE.md"


def test_every_layer_has_a_module() -> None:
    assert {layer(name) for name in modules()} >= set(range(len(LAYERS)))


@pytest.mark.parametrize("module", modules())
def test_imports_point_down(module: str) -> None:
    upward = {name for name in own_imports(module) if layer(name) > layer(module)}
    assert upward == set()


def test_no_module_imports_itself_by_a_detour() -> None:
    graph = {name: own_imports(name) - {name} for name in modules()}
    assert len(list(TopologicalSorter(graph).static_order())) >= len(modules())


def test_only_the_command_line_knows_its_parser() -> None:
    knowing = {name for name in modules() if "click" in {i.split(".")[0] for i in imported(name)}}
    assert {LAYERS[layer(name)] for name in knowing} == {"huisu.cli"}


def test_only_the_server_knows_what_serves_it() -> None:
    packages = {"starlette", "uvicorn", "sse_starlette", "anyio"}
    knowing = {name for name in modules() if packages & {i.split(".")[0] for i in imported(name)}}
    assert {LAYERS[layer(name)] for name in knowing} == {"huisu.web"}


def includes(pattern: str) -> dict[str, list[str]]:
    """Return the headers that each file of the core asks for."""
    return {
        path.name: re.findall(r'^#include ([<"].*[>"])', path.read_text(), re.MULTILINE)
        for path in sorted((ROOT / "core").glob(pattern))
    }


def test_only_one_file_of_the_core_knows_python() -> None:
    knowing = [name for name, asked in includes("*.?pp").items() if "nanobind" in str(asked)]
    assert knowing == ["bind.cpp"]


@pytest.mark.parametrize(
    "pattern", ["isa_*.cpp", "*.inl", "board.hpp", "join_kernel.hpp", "kernels.hpp", "types.hpp"]
)
def test_code_for_one_instruction_set_shares_no_library_code(pattern: str) -> None:
    """A standard header's inline functions could be linked in for CPUs that cannot run them."""
    asked = {header for headers in includes(pattern).values() for header in headers}
    allowed = {"<cstddef>", "<cstdint>", "<immintrin.h>"}  # types and intrinsics
    assert {header for header in asked if header.startswith("<")} <= allowed
