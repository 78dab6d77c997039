"""Many games: the same bytes as the program, rows for data frames, Python free meanwhile, Ctrl-C."""

import os
import signal
import subprocess
import sys
import threading
import time

import pandas
import polars
import pytest

import fray


def test_the_same_bytes_as_the_program(program):
    games = fray.sim("duel", 300, seed=7)
    assert games.json == program("sim", "duel", "-n", "300", "--seed", "7", "--json")
    assert games.lines == program("sim", "duel", "-n", "300", "--seed", "7", "--rows", "game")
    shard = program("sim", "duel", "-n", "300", "--seed", "7", "--rows", "game", "--shard", "2/3")
    assert fray.sim("duel", 300, seed=7, shard=(2, 3)).shard == shard


def test_used_players_and_options_too(program):
    games = fray.sim("duel", 60, 3, used=True, rows=None, plays={"rebels": "rifleman"}, with_=["night"])
    words = ["sim", "duel", "-n", "60", "--seed", "3", "--used", "--plays", "rebels=rifleman", "--with", "night"]
    assert games.json == program(*words, "--json") and games.lines == program(*words)


def test_a_sweep_and_a_tournament_too(program):
    swept = fray.sweep("duel", "figure Bruce.DEX 11..13", 200)
    assert swept.json == program("sweep", "duel", "figure Bruce.DEX 11..13", "-n", "200", "--json")
    assert [row["value"] for row in swept.rows] == [11, 12, 13]
    met = fray.tournament("duel", ["rifleman", "own"], 128)
    assert met.json == program("tournament", "duel", "--of", "rifleman,own", "-n", "128", "--json")
    assert "<table>" in swept._repr_html_() and "<table>" in met._repr_html_()


def test_threads_change_nothing():
    assert len({fray.sim("duel", 120, 5, threads=threads).json for threads in (1, 2, 3)}) == 1


def test_a_pack_plays_its_own_scenario(program):
    assert fray.load("skirmish").sim("duel", 20).json == program("sim", "skirmish/duel", "-n", "20", "--json")
    assert fray.load("skirmish/duel").sim(games=20).json == program("sim", "skirmish/duel", "-n", "20", "--json")


def test_rows_are_data_frames():
    games = fray.sim("duel", 200, rows="figure")
    for frame in (pandas.DataFrame(games.rows), games.to_pandas()):
        assert len(frame) == 400 and set(frame["side"]) == {"colony", "rebels"}
        assert frame[frame["in_play"]].groupby("side").size().to_dict() == {
            side["name"]: side["standing"] * 200 for side in games.data["sides"]
        }
    by_row = polars.DataFrame(games.rows, infer_schema_length=None)
    for frame in (by_row, polars.DataFrame(games.table), games.to_polars()):
        assert frame.shape == (400, 10) and frame["game"].max() == 199
    effects = fray.sim("duel", 50, rows="effect").to_polars()
    assert effects["amount"].dtype.is_numeric()


def test_rows_add_up():
    games = fray.sim("duel", 250, rows="game")
    assert pandas.DataFrame(games.rows)["winner"].value_counts().to_dict() == games.wins
    share, low, high = games.interval("colony")
    assert share == games.wins["colony"] / 250 and low < share < high


def test_shards_are_put_together():
    whole = fray.sim("duel", 90, 2)
    shards = [fray.sim("duel", 90, 2, shard=(at, 4)) for at in (3, 1, 4, 2)]
    assert fray.merge(shards).json == whole.json and fray.merge(shards).rows == whole.rows
    foreign = fray.sim("duel", 90, 3, shard=(2, 4))
    for wrong, code in (
        (shards[:3], "fray::cli::missing_games"),
        ([*shards, shards[1]], "fray::cli::double_games"),
        ([*shards[:3], foreign], "fray::cli::foreign_games"),
    ):
        with pytest.raises(fray.FrayError) as caught:
            fray.merge(wrong)
        assert caught.value.code == code


def test_python_goes_on_meanwhile():
    """Another thread counts while games are played: the lock of Python is free."""
    counted, over = 0, threading.Event()

    def play():
        fray.sim("duel", 1500, threads=1)
        over.set()

    thread = threading.Thread(target=play)
    thread.start()
    while not over.is_set():
        counted += 1
        time.sleep(0.001)
    thread.join()
    assert counted > 20


def test_progress_is_told():
    heard = []
    fray.sim("duel", 1500, threads=1, progress=heard.append)
    assert heard == sorted(heard) and heard[-1] <= 1500


ENDLESS = """
import fray, sys, time
print("begun", flush=True)
try:
    {work}
except KeyboardInterrupt:
    print(time.time(), flush=True)
    assert fray.load("skirmish").ask("Bruce's DEX").data["value"] == 12
    sys.exit(7)
"""


@pytest.mark.parametrize(
    "work",
    [
        'fray.sim("arena", 10_000_000)',
        'fray.sim("arena", 10_000_000, threads=1)',
        'fray.sweep("arena", "figure Bruce.DEX 1..20", 1_000_000)',
    ],
)
def test_ctrl_c_ends_it(work):
    process = subprocess.Popen([sys.executable, "-c", ENDLESS.format(work=work)], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "begun\n"
    time.sleep(1.5)
    asked = time.time()
    os.kill(process.pid, signal.SIGINT)
    heard = process.stdout.readline()
    assert float(heard) - asked < 0.5
    assert process.wait(60) == 7
