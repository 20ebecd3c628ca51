"""The tournament scheduler: room, other servers, and folders in which something is wrong."""

import asyncio
from pathlib import Path

import pytest

from fourscore.web.metrics import Metrics
from fourscore.web.problems import Refused
from fourscore.web.settings import Settings
from fourscore.web.tournaments.scheduler import TournamentScheduler
from fourscore.web.tournaments.schemas import TournamentRequest
from fourscore.web.tournaments.store import Record, TournamentStore
from fourscore.web.tournaments.tournament import Tournament
from fourscore.web.workers.child import Message
from tests.waiting import eventually_async

REQUEST = TournamentRequest(agents=["level:1", "level:2"], games=200, size="5x4")


def test_a_client_has_a_few_at_a_time_and_all_have_some(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TournamentScheduler, "max_open", 6)
    scheduler = TournamentScheduler(Settings(data=tmp_path), Metrics())
    created = [scheduler.create(REQUEST, "somebody") for _ in range(5)]

    def refused(client: str, status: int) -> None:
        with pytest.raises(Refused) as refusal:
            scheduler.create(REQUEST, client)
        assert refusal.value.status == status
        assert refusal.value.retry_after

    refused("somebody", 429)
    assert scheduler.before(scheduler.create(REQUEST, "somebody else")) == 5
    refused("a third", 503)
    scheduler.cancel(created[2])
    scheduler.create(REQUEST, "somebody")
    with pytest.raises(Refused):
        scheduler.resume(created[2], None, "somebody")


def test_what_has_rounds_is_not_made_longer(tmp_path: Path) -> None:
    scheduler = TournamentScheduler(Settings(data=tmp_path), Metrics())
    setup = TournamentRequest(agents=["random", "level:1"], games=2, format="knockout")
    created = scheduler.create(setup, "somebody")
    with pytest.raises(Refused, match="its pairings depend on its results") as refusal:
        scheduler.resume(created, 4, "somebody")
    assert refusal.value.status == 422


def test_those_that_ended_longest_ago_make_room(tmp_path: Path) -> None:
    store = TournamentStore(tmp_path)
    for day in range(1, 5):
        record = Record(id=store.new_id(), setup=REQUEST, created=f"2026-01-0{day}T00:00:00+00:00")
        store.write(record.model_copy(update={"state": "finished", "ended": record.created}))
        store.ledger(record.id).write_bytes(b"")
    scheduler = TournamentScheduler(Settings(data=tmp_path, tournaments_kept=3), Metrics())
    stored = [each.record.id for each in scheduler.newest_first()]
    created = scheduler.create(REQUEST, "somebody")
    left = [each.record.id for each in scheduler.newest_first()]
    assert left == [created.record.id, *stored[:2]]
    assert not any(tmp_path.glob(f"{stored[2]}*"))


def test_nothing_makes_room_for_what_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scheduler = TournamentScheduler(Settings(data=tmp_path, tournaments_kept=1), Metrics())
    first = scheduler.create(REQUEST, "somebody")
    scheduler.cancel(first)

    def no_room(_: Record) -> None:
        raise OSError("no space left")

    with monkeypatch.context() as patch:
        patch.setattr(scheduler.store, "write", no_room)
        with pytest.raises(OSError, match="no space left"):
            scheduler.create(REQUEST, "somebody")
    assert scheduler.newest_first() == [first]
    second = scheduler.create(REQUEST, "somebody")
    assert scheduler.newest_first() == [second]


def test_one_that_is_deleted_is_not_gone_on_with(tmp_path: Path) -> None:
    async def run() -> None:
        scheduler = TournamentScheduler(Settings(data=tmp_path), Metrics())
        scheduler.start()
        try:
            created = scheduler.create(REQUEST, "somebody")
            await eventually_async(lambda: created.is_running)
            deleting = asyncio.create_task(scheduler.delete(created))
            await asyncio.sleep(0)
            scheduler.resume(created, None, "somebody")
            await deleting
            assert scheduler.newest_first() == []
            assert not any(tmp_path.glob(f"{created.record.id}*"))
        finally:
            await scheduler.close()

    asyncio.run(run())


def test_what_is_no_record_is_left_alone(tmp_path: Path) -> None:
    for name in ("abcdefghij.json", "notes.json", "abcdefghik.ledger"):
        (tmp_path / name).write_text("{")
    others = sorted(tmp_path.iterdir())
    scheduler = TournamentScheduler(Settings(data=tmp_path), Metrics())
    assert scheduler.newest_first() == []
    with pytest.raises(Refused):
        scheduler.find("abcdefghij")
    assert sorted(tmp_path.iterdir()) == others


def test_one_whose_end_cannot_be_written_keeps_its_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scheduler = TournamentScheduler(Settings(data=tmp_path), Metrics())
    waiting, next_one = (scheduler.create(REQUEST, "somebody") for _ in range(2))

    def full(_: Record) -> None:
        raise Refused(503, "the disc is full")

    with monkeypatch.context() as patch:
        patch.setattr(scheduler.store, "write", full)
        with pytest.raises(Refused):
            scheduler.cancel(waiting)
    assert waiting.state == "waiting"
    assert scheduler.before(next_one) == 1
    scheduler.cancel(waiting)
    assert scheduler.before(next_one) == 0


def test_what_another_server_has_deleted_or_stopped_is_not_played(tmp_path: Path) -> None:
    """Not even if its turn comes before this server has looked into the folder again."""

    metrics = Metrics()

    def waiting() -> float | None:
        return metrics.registry.get_sample_value("fourscore_tournaments_waiting")

    async def run() -> None:
        here = TournamentScheduler(Settings(data=tmp_path), metrics)
        there = TournamentScheduler(Settings(data=tmp_path), Metrics())
        deleted, stopped = (here.create(REQUEST, "somebody") for _ in range(2))
        await there.delete(there.find(deleted.record.id))
        there.cancel(there.find(stopped.record.id))
        here.start()
        await eventually_async(lambda: waiting() == 0)
        await here.close()
        assert stopped.record.state == "cancelled"

    asyncio.run(run())
    assert not list(tmp_path.glob("*.ledger*"))
    assert len(list(tmp_path.glob("*.json"))) == 1


@pytest.mark.parametrize("change", ["cancel", "delete"])
def test_what_another_server_has_changed_at_the_end_of_a_turn_is_not_overwritten(
    tmp_path: Path, change: str
) -> None:
    """Between the last message of the process and the moment when its end is written."""
    there = TournamentScheduler(Settings(data=tmp_path), Metrics())
    request = TournamentRequest(agents=["random", "level:1"], games=2, size="5x4")
    turns = []

    class Here(TournamentScheduler):
        async def _run(self, task: Tournament) -> Message:
            message = await super()._run(task)
            theirs = there.find(task.record.id)
            if change == "cancel":
                there.cancel(theirs)
            else:
                await there.delete(theirs)
            turns.append(message[0])
            return message

    async def run() -> None:
        here = Here(Settings(data=tmp_path), Metrics())
        created = here.create(request, "somebody")
        here.start()
        try:
            await eventually_async(lambda: turns and not created.is_running)
        finally:
            await here.close()
        assert created.record.state == "cancelled"

    asyncio.run(run())
    assert turns == ["end"]
    stored = [Record.model_validate_json(each.read_bytes()) for each in tmp_path.glob("*.json")]
    expected = [("cancelled", 2)] if change == "cancel" else []
    assert [(each.state, each.done) for each in stored] == expected
