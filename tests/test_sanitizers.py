"""Does the core stay within its memory and within the language? Compilers can watch it run."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
CORE = HERE.parent / "core"
COMPILER = shutil.which(os.environ.get("CXX", "c++"))
WATCHED = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not COMPILER, reason="needs a C++ compiler"),
]


def built(name: str, place: Path) -> Path:
    """Return the program that checks the core, compiled with all of it but the Python side."""
    sources = [path for path in sorted(CORE.glob("*.cpp")) if path.name != "bind.cpp"]
    options = ["-std=c++20", "-g", "-O1", "-Wall", "-Wextra", "-Werror", *WATCHED]
    program = place / name
    command = [str(COMPILER), *options, f"-I{CORE}", str(HERE / "core" / f"{name}.cpp")]
    subprocess.run([*command, *map(str, sources), "-o", str(program)], check=True, timeout=600)
    return program


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("check_core", []), ("check_join", [str(HERE / "data" / "oeis.txt"), "14"])],
)
def test_the_core_passes_its_check_under_sanitizers(
    name: str, arguments: list[str], tmp_path: Path
) -> None:
    command = [str(built(name, tmp_path)), *arguments]
    run = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.startswith("right on ")
