"""Does huisu install and work where there is no C++ compiler?

Builds the package with a compiler that always fails, in a fresh virtual
environment, and runs the tests there; needs pip and a package index. Slow:
`pytest -m install`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

_OTHERS = ("page", "runs_cluster", "runs_three", "runs_tls")

pytestmark = [
    pytest.mark.install,
    pytest.mark.core,
    pytest.mark.skipif(os.name == "nt", reason="there is no /bin/false"),
]


@pytest.fixture(scope="module")
def pure_bin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the package without a compiler; return the environment's bin."""
    place = tmp_path_factory.mktemp("pure") / "venv"
    subprocess.run([sys.executable, "-m", "venv", str(place)], check=True)
    without_compiler = {**os.environ, "CXX": "/bin/false", "CC": "/bin/false"}
    subprocess.run(
        [place / "bin" / "pip", "install", "--quiet", f"{ROOT}[test]"],
        env=without_compiler,
        check=True,
    )
    return place / "bin"


def run(*words: str | Path, where: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "HUISU_PURE": "1"}
    return subprocess.run(
        words, cwd=where, env=environment, capture_output=True, text=True, check=False
    )


def test_it_counts_and_says_that_the_core_is_missing(pure_bin: Path, tmp_path: Path) -> None:
    result = run(pure_bin / "huisu", "count", "8", where=tmp_path)
    assert (result.returncode, result.stdout) == (0, "92\n")
    assert "no compiled core" in result.stderr
    assert result.stderr.count("\n") == 1


def test_its_kernels_are_the_python_one_alone(pure_bin: Path, tmp_path: Path) -> None:
    result = run(pure_bin / "huisu", "kernels", where=tmp_path)
    assert [line.split()[0] for line in result.stdout.splitlines()] == ["python"]
    assert "no compiled core" in result.stderr


def test_its_other_tests_pass(pure_bin: Path) -> None:
    """All but those to which the core is nothing: in the browser, and over a network."""
    others = [f"--ignore-glob=*/test_{name}*.py" for name in _OTHERS]
    result = run(pure_bin / "python", "-m", "pytest", "-q", "tests", *others, where=ROOT)
    assert result.returncode == 0, result.stdout[-3000:]
    assert " passed" in result.stdout
