"""Where the program is with which bytes are compared."""

import os
import shutil
import subprocess

import pytest


@pytest.fixture(scope="session")
def program():
    """Runs `fray` itself; `FRAY` says where it is."""
    path = os.environ.get("FRAY") or shutil.which("fray")
    if path is None:
        pytest.skip("no `fray` to compare with: name it by the variable FRAY")

    def run(*words: str) -> str:
        return subprocess.run([path, *words], capture_output=True, check=True).stdout.decode()

    return run
