"""What a pack answers, in Python, in a terminal and in a notebook; and what is wrong, with place, cause and cure."""

import pickle
import subprocess
import sys
import threading

import pytest

import fray

SHOT = "Bruce shoots Zorgo with Autopistol, range 6, target prone"
YARD = '''
pack yard "Stones in the yard"
attribute AIM "Aim" number
fact actor figure
fact range "range" number = 0
card distance "Distance" { -1 "far" when range > 10; -2 "very far" when range > 20 }
check throw "A throw" { says "{actor} throws"; reads actor; roll 2d6; at most actor.AIM "aim of {actor}"
  cards distance }
figure Ada { AIM 9 }
'''


@pytest.fixture(scope="module")
def skirmish():
    return fray.load("skirmish")


def test_an_answer_reads_as_in_a_terminal(skirmish):
    answer = skirmish.ask(SHOT)
    assert repr(answer).splitlines()[0].split() == "need 12 or less on 3d6 74.1 %".split()
    assert "rolled 4 2 5 = 11" in skirmish.ask(SHOT, dice=[4, 2, 5]).text
    assert skirmish.ask("Bruce's DEX").data["value"] == 12


def test_a_notebook_shows_it(skirmish):
    page = skirmish.ask(SHOT)._repr_html_()
    assert "<table>" in page and "prone target" in page and "-21.3 %" in page
    assert skirmish.odds(SHOT)._repr_html_().startswith("<img") and skirmish.odds(SHOT).svg.startswith("<svg")
    assert "The colony" in fray.sim("duel", 20)._repr_html_()


def test_what_strangers_wrote_is_escaped(tmp_path):
    file = tmp_path / "yard.fray"
    file.write_text(YARD.replace('"far"', '"<script>x</script>"'))
    page = fray.load(str(file)).ask("Ada throws, range 15")._repr_html_()
    assert "<script>" not in page and "&lt;script&gt;" in page


def test_a_mistake_has_place_cause_and_cure(skirmish):
    with pytest.raises(fray.FrayError) as caught:
        skirmish.ask("Bruce shoots Zorgo with Autopistol, rnge 6 kg")
    error = caught.value
    assert error.code == "fray::query::sentence" and error.place == "sentence:1:37"
    assert error.cure == "did you mean `range`?" and error.cause is not None
    assert "· " in str(error) and "help: did you mean" in str(error)
    again = pickle.loads(pickle.dumps(error))
    assert (again.code, str(again)) == (error.code, str(error))


@pytest.mark.parametrize(
    ("work", "cure"),
    [
        (lambda: fray.load("skirmsh"), "skirmish"),
        (lambda: fray.sim("dule"), "duel"),
        (lambda: fray.sim("duel", 0), "1 to"),
        (lambda: fray.odds("4d6kh3"), "keep highest 3"),
        (lambda: fray.sweep("duel", "figure Bruce.DX 9..10"), ""),
        (lambda: fray.load("skirmish", with_={"nigth": True}), "night"),
        (lambda: fray.command("repl"), "fray"),
        (lambda: fray.load("skirmish", rules="/no/such/folder"), "rules"),
    ],
)
def test_wrong_use_is_told(work, cure):
    with pytest.raises(fray.FrayError) as caught:
        work()
    assert caught.value.code.startswith("fray::") and caught.value.cure is not None
    assert cure in caught.value.cure


def test_a_file_and_a_folder_of_ones_own(tmp_path):
    file = tmp_path / "yard.fray"
    file.write_text(YARD)
    yard = fray.load(str(file))
    assert [yard.ask(f"Ada throws, range {meters}").need for meters in (5, 15, 25)] == [9, 8, 6]
    (tmp_path / "rules" / "yard").mkdir(parents=True)
    (tmp_path / "rules" / "yard" / "yard.fray").write_text(YARD)
    assert fray.load("yard", rules=tmp_path).ask("Ada throws").need == 9


def test_options_and_boards():
    light, dark = fray.load("skirmish"), fray.load("skirmish", with_={"night": True})
    assert dark.ask(SHOT).chance < light.ask(SHOT).chance
    board = fray.load("skirmish/duel")
    assert board.ask("Bruce shoots Zorgo with Autopistol").need is not None
    assert board.ask("Bruce shoots Zorgo with Autopistol").json == board.ask("Bruce shoots Zorgo with Autopistol").json


def test_any_thread_may_ask(skirmish):
    found, alone = [], skirmish.ask(SHOT).json
    threads = [threading.Thread(target=lambda: found.append(skirmish.ask(SHOT).json)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [alone] * 8


def test_a_process_split_off_may_ask(skirmish):
    import multiprocessing

    skirmish.ask(SHOT)
    queue = multiprocessing.get_context("fork").Queue()
    process = multiprocessing.get_context("fork").Process(target=lambda: queue.put(skirmish.ask(SHOT).need))
    process.start()
    assert queue.get(timeout=30) == 12
    process.join(30)


def test_a_pack_travels(skirmish):
    assert pickle.loads(pickle.dumps(skirmish)).ask(SHOT).need == 12


def test_commands(skirmish):
    said = fray.command("show", "skirmish", "weapon", "Autopistol")
    assert said.exit == 0 and "Autopistol" in repr(said)
    assert "Usage" in fray.command("sim", "--help").text


@pytest.mark.parametrize("words", [("mypy", "--strict", "-p", "fray"), ("mypy.stubtest", "fray._fray")])
def test_the_types_hold(words, tmp_path):
    """The package is typed, and the stub says what the compiled part has."""
    checked = subprocess.run([sys.executable, "-m", *words], cwd=tmp_path, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout
