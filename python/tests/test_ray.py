"""On a cluster of several workers, one killed in the middle: nothing is lost, and the bytes are those of one machine."""

import os
import signal
import threading
import time

import psutil
import pytest

import fray

ray = pytest.importorskip("ray")
import fray.ray  # noqa: E402


@pytest.fixture(scope="module")
def cluster():
    ray.init(num_cpus=3, include_dashboard=False, log_to_driver=False, configure_logging=False)
    yield ray
    ray.shutdown()


def busy():
    """The workers that play."""
    mine = psutil.Process().children(recursive=True)
    return [process for process in mine if process.is_running() and "ray::_play" in " ".join(process.cmdline())]


def killed(after: float, found: list):
    """Kills the first worker that plays, when it has played so long."""

    def kill():
        until = time.time() + 30
        while time.time() < until:
            for process in busy():
                time.sleep(after)
                if process.is_running() and "ray::_play" in " ".join(process.cmdline()):
                    os.kill(process.pid, signal.SIGKILL)
                    found.append(process.pid)
                    return
            time.sleep(0.01)

    thread = threading.Thread(target=kill)
    thread.start()
    return thread


def test_games_with_a_worker_killed(cluster):
    alone, found, over = fray.sim("duel", 2000, 11, used=True), [], []
    killer = killed(0.1, found)
    games = fray.ray.sim("duel", 2000, 11, shards=9, used=True, progress=over.append)
    killer.join()
    assert found and over == list(range(1, 10))
    assert games.json == alone.json and games.lines == alone.lines and games.rows == alone.rows


def test_a_sweep(cluster):
    value = 'weapon "Duel Rifle".damage 3d6..5d6'
    assert fray.ray.sweep("duel", value, 300).json == fray.sweep("duel", value, 300).json


def test_a_tournament_with_a_worker_killed(cluster):
    players, found = ["rifleman", "pistoleer", "own"], []
    alone = fray.tournament("duel", players, 512, seed=4)
    killer = killed(0.1, found)
    met = fray.ray.tournament("duel", players, 512, seed=4)
    killer.join()
    assert found and met.json == alone.json and list(met.standing) == list(alone.standing)


def test_rules_of_ones_own(cluster, tmp_path):
    with pytest.raises(fray.FrayError) as caught:
        fray.ray.sim("duel", 20, rules=tmp_path)
    assert caught.value.code == "fray::cli::no_rules"
    with pytest.raises(fray.FrayError) as caught:
        fray.ray.sim("dule", 20)
    assert "duel" in caught.value.cure


def test_meetings_by_other_rules_are_refused():
    own = fray._pack.engine(None)
    words = fray._pack.tournament_words(["duel"], ["rifleman", "own"], 64, 5, 1, 1, [])
    met = fray.tournament("duel", ["rifleman", "own"], 64).json
    assert fray._errors.answered(own.tournament(words, [met])) == met
    for wrong in (met.replace('"seed":1', '"seed":2'), "{}"):
        with pytest.raises(fray.FrayError, match="rifleman against own"):
            fray._errors.answered(own.tournament(words, [wrong]))
