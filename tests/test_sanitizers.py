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


@pytest.mark.long
@pytest.mark.skipif(not COMPILER, reason="needs a C++ compiler")
def test_the_core_passes_its_check_under_sanitizers(tmp_path: Path) -> None:
    sources = [HERE / "core" / "check_core.cpp", *sorted(CORE.glob("*.cpp"))]
    sources = [path for path in sources if path.name != "bind.cpp"]  # all but the Python side
    program = tmp_path / "check_core"
    options = ["-std=c++20", "-g", "-O1", "-Wall", "-Wextra", "-Werror", *WATCHED]
    command = [str(COMPILER), *options, f"-I{CORE}", *map(str, sources), "-o", str(program)]
    subprocess.run(command, check=True, timeout=300)
    run = subprocess.run([program], capture_output=True, text=True, timeout=300, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.startswith("right on ")
