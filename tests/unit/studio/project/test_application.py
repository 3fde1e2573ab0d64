"""The web application: who may ask, what windows tell each other, and work that is followed and ended."""

from __future__ import annotations

import asyncio
import base64
import os
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")
from starlette.testclient import TestClient, WebSocketDenialResponse

from biela.base.errors import BielaError
from biela.cli.studio import commands
from biela.library import get
from biela.studio.project import hub, worker
from biela.studio.project.application import Site
from biela.studio.project.changes import between
from biela.studio.project.folder import Project
from biela.studio.project.hub import Hub
from biela.studio.server import Guard

NAME, TOKEN, COOKIE = "127.0.0.1:8724", "right-token", "biela-studio-8724"
HOST, OWN = {"host": NAME}, {"host": NAME, "origin": f"http://{NAME}", "cookie": f"{COOKIE}={TOKEN}"}
TEXT = get("pendulum").machine_file()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "p.yaml").write_text(TEXT, "utf-8")
    os.symlink("/etc/passwd", tmp_path / "linked.yaml")
    return tmp_path


def application(folder: Path) -> Guard:
    """The studio of a folder, behind its guard."""
    site = Site(Project(folder), commands())
    site.token = TOKEN
    return Guard(site, {NAME}, COOKIE)


@pytest.fixture
def client(folder: Path) -> Iterator[TestClient]:
    with TestClient(application(folder), follow_redirects=False) as client:
        yield client


def contents(folder: Path) -> dict[str, str]:
    """Everything that a folder holds; links by where they lead."""
    return {
        path.relative_to(folder).as_posix(): os.readlink(path) if path.is_symlink() else path.read_text("utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_symlink() or path.is_file()
    }


class Window:
    """A window that asks and keeps the news."""

    def __init__(self, socket: Any):
        self.socket, self.news, self.count = socket, list[dict[str, Any]](), 0

    def ask(self, do: str, **given: Any) -> dict[str, Any]:
        self.count += 1
        self.socket.send_json({"id": self.count, "do": do, **given})
        while True:
            message: dict[str, Any] = self.socket.receive_json()
            if "event" not in message:
                assert message["id"] == self.count
                return message
            self.news.append(message)

    def wait(self, event: str, seconds: float = 60.0, **wanted: Any) -> dict[str, Any]:
        """The next news of a kind that say what is wanted."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for k, found in enumerate(self.news):
                if found["event"] == event and all(found.get(name) == value for name, value in wanted.items()):
                    return self.news.pop(k)
            self.news.append(self.socket.receive_json())
        raise TimeoutError(event)


@pytest.fixture
def window(client: TestClient) -> Iterator[Window]:
    with client.websocket_connect("/line", headers=OWN) as socket:
        yield Window(socket)


# ------------------------------------------------------------------------------------------------------------- who may ask


def test_the_token_opens_the_page_once_and_a_cookie_afterwards(client: TestClient) -> None:
    first = client.get(f"/?token={TOKEN}", headers=HOST)
    assert first.status_code == 303 and "HttpOnly" in first.headers["set-cookie"]
    assert "SameSite=strict" in first.headers["set-cookie"]
    page = client.get("/", headers={**HOST, "cookie": f"{COOKIE}={TOKEN}"})
    assert page.status_code == 200 and TOKEN not in page.text
    assert "default-src 'none'" in page.headers["content-security-policy"]


@pytest.mark.parametrize(
    ("address", "fields"),
    [
        ("/", HOST),
        ("/?token=wrong", HOST),
        ("/?token=ü", HOST),
        (f"/?token={TOKEN}", {"host": "evil.example:8724"}),
        ("/result/p/0001-run/report.html", HOST),
        ("/", {"cookie": f"{COOKIE}={TOKEN}", "host": "evil.example:8724"}),
        ("/", {**OWN, "origin": "http://evil.example"}),
        (f"/?token={TOKEN}", {**OWN, "origin": "null"}),
        ("/", {**OWN, "origin": f"https://{NAME}"}),
        ("/result/p/0001-run/x.html", {**OWN, "origin": "http://evil.example"}),
        ("/result/p/0001-run/x.html", {**OWN, "host": "evil.example"}),
    ],
)
def test_strangers_are_refused_in_words(client: TestClient, folder: Path, address: str, fields: dict[str, str]) -> None:
    (folder / "results" / "p" / "0001-run").mkdir(parents=True)
    (folder / "results" / "p" / "0001-run" / "x.html").write_text("secret", "utf-8")
    before = contents(folder)
    answer = client.get(address, headers=fields)
    assert answer.status_code == 403 and len(answer.json()["message"]) > 30 and "set-cookie" not in answer.headers
    assert contents(folder) == before


def test_nothing_but_reading_is_allowed(client: TestClient, folder: Path) -> None:
    before = contents(folder)
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
        assert client.request(method, "/", headers=OWN).status_code in (403, 405)
    assert client.post("/", headers={**OWN, "x-biela-token": TOKEN}).status_code == 405
    assert client.get("/result/../p.yaml", headers=OWN).status_code == 404
    assert contents(folder) == before


@pytest.mark.parametrize(
    "fields",
    [
        {**OWN, "cookie": ""},
        {**OWN, "cookie": f"{COOKIE}=wrong"},
        {**OWN, "origin": "http://evil.example"},
        {**OWN, "origin": "null"},
        {k: v for k, v in OWN.items() if k != "origin"},
        {**OWN, "host": "evil.example:8724"},
    ],
)
def test_a_window_of_another_page_is_refused_in_words(client: TestClient, folder: Path, fields: dict[str, str]) -> None:
    before = contents(folder)
    with pytest.raises(WebSocketDenialResponse) as refused, client.websocket_connect("/line", headers=fields):
        pass
    assert refused.value.status_code == 403 and len(refused.value.json()["message"]) > 30
    assert contents(folder) == before


def test_there_are_windows_enough_and_no_more(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("biela.studio.project.application.WINDOWS", 1)
    with client.websocket_connect("/line", headers=OWN):
        with pytest.raises(WebSocketDenialResponse) as refused, client.websocket_connect("/line", headers=OWN):
            pass
        assert "close one" in refused.value.json()["message"]


def test_pages_of_results_have_no_origin_and_nothing_else_is_served(client: TestClient, folder: Path) -> None:
    (folder / "results" / "p").mkdir(parents=True)
    (folder / "results" / "p" / "x.html").write_text("<script>1</script>", "utf-8")
    (folder / "results" / "p" / "x.py").write_text("1", "utf-8")
    os.symlink("/etc/passwd", folder / "results" / "p" / "y.html")
    own = {**HOST, "cookie": f"{COOKIE}={TOKEN}"}
    page = client.get("/result/p/x.html", headers=own)
    assert page.status_code == 200 and page.headers["content-security-policy"].startswith("sandbox allow-scripts")
    assert "allow-same-origin" not in page.headers["content-security-policy"]
    for name in ("p/x.py", "p/y.html", "p/none.html", "%2e%2e/p.yaml", "p"):
        assert client.get(f"/result/{name}", headers=own).status_code == 404


# --------------------------------------------------------------------------------------------------------------- questions


@pytest.mark.parametrize(
    ("do", "given"),
    [
        ("open", {"file": "../x.yaml"}), ("open", {"file": "linked.yaml"}), ("open", {"file": "none.yaml"}), ("open", {}),
        ("push", {"file": "p.yaml"}), ("push", {"file": "p.yaml", "version": 0, "updates": [{"by": "x", "changes": [1]}]}),
        ("push", {"file": "p.yaml", "version": "x", "updates": []}), ("set", {"file": "p.yaml", "path": 3, "value": "1"}),
        ("set", {"file": "p.yaml", "path": [], "value": "1"}), ("remove", {"file": "p.yaml", "path": ["nothing"]}),
        ("start", {"file": "p.yaml", "command": "rm"}), ("start", {"file": "p.yaml", "command": "run", "given": {"out": "/tmp"}}),
        ("start", {"file": "p.yaml", "command": "run", "given": {"uses": "evil.py"}}),
        ("start", {"file": "p.yaml", "command": "run", "given": {"duration": "x"}}),
        ("start", {"file": "p.yaml", "command": "estimate", "given": {}}),
        ("start", {"file": "p.yaml", "command": "estimate", "given": {"log": "../log.csv"}}),
        ("cancel", {"job": "none"}), ("restore", {"file": "p.yaml", "job": "../.."}), ("compare", {"jobs": ["a"]}),
        ("new", {"name": "p"}), ("new", {"name": "../q"}), ("new", {"name": "r", "machine": "no-such"}), ("nonsense", {}),
    ],
)  # fmt: skip
def test_bad_questions_get_an_answer_in_words_and_change_nothing(
    window: Window, folder: Path, do: str, given: dict[str, Any]
) -> None:
    answer = window.ask(do, **given)
    assert answer["ok"] is False and len(answer["message"]) > 10
    assert (folder / "p.yaml").read_text("utf-8") == TEXT
    assert {p.name for p in folder.iterdir()} <= {"p.yaml", "linked.yaml", ".p.yaml.journal"}


def test_what_is_not_a_question_is_answered_too(window: Window) -> None:
    for text in ("", "[1]", "{", "[" * 5000, '{"id": 1, "do": 3}'):
        window.socket.send_text(text)
        while "event" in (answer := window.socket.receive_json()):
            pass
        assert answer["ok"] is False


# -------------------------------------------------------------------------------------------------------------------- texts


def test_two_windows_stay_in_step_and_the_file_follows(client: TestClient, folder: Path) -> None:
    with client.websocket_connect("/line", headers=OWN) as a, client.websocket_connect("/line", headers=OWN) as b:
        one, other = Window(a), Window(b)
        opened = one.ask("open", file="p.yaml")
        assert opened["text"] == other.ask("open", file="p.yaml")["text"] == TEXT
        changes = between(TEXT, TEXT + "# from one\n")
        assert one.ask("push", file="p.yaml", version=0, updates=[{"by": "1", "changes": changes}])["taken"]
        assert other.wait("updates")["updates"] == [{"by": "1", "changes": changes}]
        late = other.ask("push", file="p.yaml", version=0, updates=[{"by": "2", "changes": changes}])
        assert late["taken"] is False and late["updates"] == [{"by": "1", "changes": changes}]
        assert one.wait("state", unsaved=False, file="p.yaml")
        assert (folder / "p.yaml").read_text("utf-8") == TEXT + "# from one\n"


def test_a_conflict_is_shown_and_a_choice_ends_it(window: Window, folder: Path) -> None:
    window.ask("open", file="p.yaml")
    first, rest = TEXT.split("\n", 1)
    (folder / "p.yaml").write_text(f"# theirs\n{rest}", "utf-8")
    window.ask("push", file="p.yaml", version=0, updates=[{"by": "1", "changes": between(TEXT, f"# mine\n{rest}")}])
    told = window.wait("state", conflict=f"# theirs\n{rest}")
    assert told["unsaved"] and (folder / "p.yaml").read_text("utf-8").startswith("# theirs")
    assert not window.ask("start", file="p.yaml", command="check", given={})["ok"]
    assert window.ask("choose", file="p.yaml", text=f"# mine\n{rest}")["ok"]
    window.wait("state", conflict=None, unsaved=False)
    assert (folder / "p.yaml").read_text("utf-8").startswith("# mine")


def test_a_picture_follows_the_text(window: Window) -> None:
    window.ask("open", file="p.yaml")
    assert "check" not in window.wait("picture", version=0)["picture"]  # it comes a moment later
    assert window.wait("check", version=0)["check"]["mobility"] == 1
    assert window.ask("open", file="p.yaml")["picture"]["check"]["mobility"] == 1
    broken = TEXT.replace("revolute", "revolut", 1)
    window.ask("push", file="p.yaml", version=0, updates=[{"by": "1", "changes": between(TEXT, broken)}])
    problem = window.wait("picture", version=1)["picture"]["problems"][0]
    assert "revolut" in broken.split("\n")[problem["line"] - 1] and "revolute" in problem["message"]


# --------------------------------------------------------------------------------------------------------------------- work


def test_a_run_is_followed_kept_and_restored(window: Window, folder: Path) -> None:
    window.ask("open", file="p.yaml")
    job = window.ask("start", file="p.yaml", command="run", given={"duration": "0.5"})["job"]
    while (now := window.wait("job")["job"])["status"] == "running":
        pass
    assert now["id"] == job["id"] == "p/0001-run" and now["status"] == "done", now["said"]
    assert "report.html" in now["files"] and now["words"] == ["run", "p.yaml", "--duration=0.5"]
    window.ask("push", file="p.yaml", version=0, updates=[{"by": "1", "changes": between(TEXT, TEXT + "# later\n")}])
    assert window.ask("restore", file="p.yaml", job=job["id"])["text"] == TEXT
    assert [r["id"] for r in window.ask("list")["results"]] == [job["id"]]
    assert not (folder / "out").exists()


def test_a_run_can_be_cancelled(window: Window) -> None:
    window.ask("open", file="p.yaml")
    job = window.ask("start", file="p.yaml", command="run", given={"duration": "100000", "method": "rk4", "step": "1e-4"})["job"]
    assert window.ask("cancel", job=job["id"])["ok"]
    while (now := window.wait("job")["job"])["status"] == "running":
        pass
    assert now["status"] == "cancelled" and "report.html" not in now["files"] and now["seconds"] > 0


# -------------------------------------------------------------------------------------------------------------------- hands


def test_a_hand_moves_the_machine_through_the_server(window: Window) -> None:
    window.ask("open", file="p.yaml")
    shown = window.wait("picture", version=0)["picture"]["show"]
    body = shown["scene"]["bodies"][0]["name"]
    begin = window.ask("hand", file="p.yaml", what="reset")["picture"]
    moved = window.ask("hand", file="p.yaml", what="drag", given={"body": body, "point": [0, -1, 0], "target": [0.4, -0.6, 0.4]})
    assert moved["ok"], moved
    assert moved["picture"]["values"] != begin["values"]
    refused = window.ask("hand", file="p.yaml", what="fly")
    assert not refused["ok"] and "cannot 'fly'" in refused["message"]


def test_a_page_gets_the_kernels_to_move_the_machine_itself(window: Window) -> None:
    window.ask("open", file="p.yaml")
    found = window.ask("module", file="p.yaml")
    assert found["ok"], found
    module = zlib.decompress(base64.b64decode(found["module"]), -15)
    assert module[:8] == b"\0asm\1\0\0\0" and len(module) < 100_000 and found["links"] == [0]


# ---------------------------------------------------------------------------------------------------------------- bad input


def test_a_giant_file_is_refused_and_stays_as_it_is(window: Window, folder: Path) -> None:
    (folder / "giant.yaml").write_bytes(b"# " + b"x" * 5_000_000)
    answer = window.ask("open", file="giant.yaml")
    assert not answer["ok"] and "4000000" in answer["message"].replace(" ", "").replace(",", "").replace("_", "")
    window.ask("open", file="p.yaml")
    much = [len(TEXT), [0, "# " + "y" * 4_100_000]]
    answer = window.ask("push", file="p.yaml", version=0, updates=[{"by": "1", "changes": much}])
    assert not answer["ok"] and "bytes" in answer["message"]
    assert (folder / "p.yaml").read_text("utf-8") == TEXT and (folder / "giant.yaml").stat().st_size == 5_000_002


def test_a_new_file_of_giant_size_is_refused(window: Window, folder: Path) -> None:
    before = contents(folder)
    answer = window.ask("new", name="giant", text="# " + "y" * 4_100_000)
    assert not answer["ok"] and "bytes" in answer["message"] and contents(folder) == before


def test_links_that_lead_out_are_neither_read_nor_followed(client: TestClient, tmp_path: Path) -> None:
    """Not even those that stand where the studio itself writes: its results, journals and drawings."""
    outside, inside = tmp_path / "outside", tmp_path / "project"
    outside.mkdir()
    inside.mkdir()
    (outside / "secret").write_text("secret", "utf-8")
    job = outside / "p" / "0001-run"
    job.mkdir(parents=True)
    (job / "job.json").write_text('{"id": "p/0001-run", "status": "done", "said": "secret", "begun": 1}', "utf-8")
    (inside / "p.yaml").write_text(TEXT, "utf-8")
    for name, to in (("results", outside), (".sketch.json", outside / "secret"), (".p.yaml.journal", outside / "secret")):
        os.symlink(to, inside / name)
    before = contents(outside)
    with TestClient(application(inside)) as other, other.websocket_connect("/line", headers=OWN) as socket:
        window = Window(socket)
        listed = window.ask("list")
        assert listed["sketch"] is None and listed["results"] == []
        opened = window.ask("open", file="p.yaml")
        assert opened["text"] == TEXT
        refused = window.ask("start", file="p.yaml", command="check", given={})
        assert not refused["ok"] and "leads out of this folder" in refused["message"]
        assert not window.ask("compare", jobs=["p/0001-run", "p/0001-run"])["ok"]
        assert window.ask("keep_sketch", text="{}")["ok"]
        assert other.get("/result/p/0001-run/job.json", headers=OWN).status_code == 404
        # a file that becomes such a link while it is open
        (inside / "p.yaml").unlink()
        os.symlink(outside / "secret", inside / "p.yaml")
        changes = between(TEXT, TEXT + "# typed\n")
        window.ask("push", file="p.yaml", version=0, updates=[{"by": "1", "changes": changes}])
        while "leads out" not in (told := window.wait("state", file="p.yaml"))["trouble"]:
            pass
        assert told["trouble"].endswith("What you typed is kept here.")
    assert contents(outside) == before and not (inside / ".sketch.json").is_symlink()


def test_a_picture_that_goes_wrong_is_said_in_words(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    async def wrong(self: Any, what: str, **given: Any) -> Any:
        raise BielaError("this went wrong inside biela: a test")

    monkeypatch.setattr(worker.Worker, "ask", wrong)
    window.ask("open", file="p.yaml")
    assert "went wrong" in window.wait("picture", version=0)["picture"]["problems"][0]["message"]
    monkeypatch.undo()
    window.ask("push", file="p.yaml", version=0, updates=[{"by": "1", "changes": [len(TEXT), [0, "# on", ""]]}])
    assert window.wait("check", version=1)["check"]["mobility"] == 1


def test_a_machine_that_takes_too_long_is_given_up_in_words(window: Window, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "PATIENCE", 0.02)
    window.ask("open", file="p.yaml")
    picture = window.wait("picture", version=0)["picture"]
    assert "given up" in picture["problems"][0]["message"]
    assert (folder / "p.yaml").read_text("utf-8") == TEXT
    monkeypatch.undo()
    window.ask("push", file="p.yaml", version=0, updates=[{"by": "1", "changes": [len(TEXT), [0, "# on", ""]]}])
    assert window.wait("check", version=1)["check"]["mobility"] == 1


def test_a_law_that_is_never_finite_is_an_answer(window: Window, folder: Path) -> None:
    joint = next(iter(get("pendulum").mechanism.joints))
    law = f"\nloads:\n  bad: {{type: user_effort, joint: {joint}, effort: sqrt(-1 - {joint}.angle^2)}}\n"
    (folder / "q.yaml").write_text(TEXT.rstrip() + law, "utf-8")
    window.ask("open", file="q.yaml")
    window.ask("start", file="q.yaml", command="run", given={"duration": "0.5"})
    while (now := window.wait("job")["job"])["status"] == "running":
        pass
    assert now["status"] == "failed" and "load 'bad' is nan" in now["said"]
    assert (folder / "q.yaml").read_text("utf-8") == TEXT.rstrip() + law


def test_a_run_goes_on_when_its_window_goes_away(client: TestClient, folder: Path) -> None:
    with client.websocket_connect("/line", headers=OWN) as socket:
        window = Window(socket)
        window.ask("open", file="p.yaml")
        job = window.ask("start", file="p.yaml", command="run", given={"duration": "1"})["job"]
    with client.websocket_connect("/line", headers=OWN) as socket:
        other = Window(socket)
        while (now := other.ask("list")["results"][0])["status"] == "running":
            time.sleep(0.2)
        assert now["id"] == job["id"] and now["status"] == "done"
        assert (folder / "results" / now["id"] / "result.nc").is_file()


# ------------------------------------------------------------------------------------------------------------- windows again


def test_a_window_of_another_opening_is_merged_never_misread(window: Window) -> None:
    first = window.ask("open", file="p.yaml")
    stranger = {"file": "p.yaml", "version": 0, "epoch": "another", "updates": [{"by": "1", "changes": [len(TEXT)]}]}
    assert window.ask("push", **stranger)["lost"] is True
    joined = window.ask("rejoin", file="p.yaml", epoch="another", version=7, base=TEXT, text="# typed alone\n" + TEXT)
    assert joined["text"] == "# typed alone\n" + TEXT and joined["epoch"] == first["epoch"]
    missed = window.ask("rejoin", file="p.yaml", epoch=first["epoch"], version=0, base=TEXT, text=TEXT)
    assert len(missed["updates"]) == 1 and "text" not in missed


def test_a_window_whose_line_broke_gets_the_picture_that_it_missed(client: TestClient) -> None:
    with client.websocket_connect("/line", headers=OWN) as socket:
        window = Window(socket)
        first = window.ask("open", file="p.yaml")
        if first["picture"] is None:
            window.wait("picture", version=0)
    with client.websocket_connect("/line", headers=OWN) as socket:
        again = Window(socket)
        again.ask("rejoin", file="p.yaml", epoch=first["epoch"], version=0, base=TEXT, text=TEXT)
        assert again.wait("picture", version=0)["picture"]["problems"] == []


def test_results_without_a_motion_are_compared_by_their_numbers(window: Window, folder: Path) -> None:
    for k in (1, 2):
        place = folder / "results" / "p" / f"{k:04d}-modes"
        place.mkdir(parents=True)
        (place / "summary.json").write_text(f'{{"frequency": {k}.5, "same": 3, "name": "x", "list": [1, {k}]}}')
    page = window.ask("compare", jobs=["p/0001-modes", "p/0002-modes"])["page"]
    text = (folder / "results" / page.removeprefix("/result/")).read_text("utf-8")
    assert "4 numbers in common, 2 differ" in text and "40 %" in text and "50 %" in text
    assert not window.ask("compare", jobs=["p/0001-modes", "p/none"])["ok"]


def test_a_picture_in_the_making_does_not_keep_the_studio_from_closing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A look that is cancelled while it gives up an old text ends; it used to begin with the next text."""
    begun: list[str] = []

    async def slow(self: worker.Worker, what: str, **given: object) -> None:
        begun.append(what)
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.05)  # as long as a process takes to end

    async def scenario() -> bool:
        shared = Hub(Project(folder), [])
        file = shared._file({"file": "p.yaml"})
        shared.look(file)
        await asyncio.sleep(0.01)
        file.shared.become(file.shared.text + "# changed\n")
        assert file.looking is not None
        await asyncio.sleep(0.04)  # the old text is being given up
        file.looking.cancel()
        await asyncio.wait({file.looking}, timeout=5)
        return file.looking.cancelled()

    monkeypatch.setattr(hub, "STALE", 0.03)
    monkeypatch.setattr(worker.Worker, "ask", slow)
    assert asyncio.run(scenario()) and begun == ["look"]


def test_a_closed_worker_begins_no_process() -> None:
    async def scenario() -> None:
        closed = worker.Worker([])
        await closed.close()
        with pytest.raises(worker.TooSlow, match="the studio is closing"):
            await closed.ask("look", file="p.yaml", text=TEXT)

    asyncio.run(scenario())


def test_a_file_whose_name_begins_with_a_dash_is_run(folder: Path, client: TestClient) -> None:
    """It is not taken for an option of the command."""
    for name in ("-x.yaml", "--uses=x.yaml"):
        (folder / name).write_text(TEXT, "utf-8")
        with client.websocket_connect("/line", headers=OWN) as socket:
            window = Window(socket)
            assert window.ask("start", command="check", file=name, given={})["ok"]
            done = window.wait("job")
            while done["job"]["status"] == "running":
                done = window.wait("job")
            assert done["job"]["status"] == "done", done["job"]["said"]
