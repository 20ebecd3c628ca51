"""The scheduler of trainings: room, and folders in which something is wrong."""

import asyncio
import time
from pathlib import Path

import pytest

from fourscore.learn.run import Run
from fourscore.runtime.files import write_atomically
from fourscore.web.background.store import now
from fourscore.web.metrics import Metrics
from fourscore.web.problems import Refused
from fourscore.web.settings import Settings
from fourscore.web.training.curve import MAX_POINTS, Curve, thinned
from fourscore.web.training.scheduler import TrainingScheduler
from fourscore.web.training.schemas import CurvePointView, TrainingRequest
from fourscore.web.training.setup import MEGABYTES, training_settings
from fourscore.web.training.store import Record, TrainingStore
from tests.waiting import eventually_async

REQUEST = TrainingRequest(minutes=60, network="small")
MEGABYTE = 1 << 20
ROOM_FOR_TWO = 4 * MEGABYTES["small"]
"""Megabytes; half of it is for trainings that have ended."""


def ended(folder: Path, day: int, size: int = 0) -> str:
    """Store a training that ended on a day, and return its name."""
    store = TrainingStore(folder / "training")
    record = Record(id=store.new_id(), setup=REQUEST, created=f"2026-01-0{day}T00:00:00+00:00")
    store.write(record.model_copy(update={"state": "finished", "ended": record.created}))
    Run.create(store.run(record.id), training_settings(REQUEST))
    (store.run(record.id) / "state.npz").write_bytes(bytes(size))
    return record.id


def names(scheduler: TrainingScheduler) -> list[str]:
    return [each.record.id for each in scheduler.newest_first()]


@pytest.mark.parametrize(
    "limit", [{"trainings_kept": 2}, {"training_megabytes": 5}], ids=["number", "size"]
)
def test_those_that_ended_longest_ago_make_room(tmp_path: Path, limit: dict[str, int]) -> None:
    stored = [ended(tmp_path, day, size=2 * MEGABYTE) for day in range(1, 5)]
    scheduler = TrainingScheduler(Settings(data=tmp_path, **limit), Metrics())  # type: ignore[arg-type]
    created = scheduler.create(REQUEST, "somebody")
    assert names(scheduler) == [created.record.id, stored[3], stored[2]]
    assert not any((tmp_path / "training").glob(f"{stored[0]}*"))


def test_those_for_which_there_is_no_room_wait_for_an_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The third waits, turn after turn, until one of the first two has ended."""
    monkeypatch.setattr(TrainingScheduler, "turn", 0.0)
    settings = Settings(data=tmp_path, training_megabytes=ROOM_FOR_TWO)

    async def run() -> None:
        scheduler = TrainingScheduler(settings, Metrics())
        one, other, third = (scheduler.create(REQUEST, name) for name in ("a", "b", "c"))
        scheduler.start()
        try:
            for each in (one, other, one):
                await eventually_async(lambda: each.is_running)  # noqa: B023
                assert scheduler.before(third) == 2
                assert "2 others are before it" in scheduler.view(third).says
            assert not third.folder.exists()
            scheduler.cancel(one)
            await eventually_async(lambda: third.is_running)
        finally:
            await scheduler.close()

    asyncio.run(run())


def test_who_resumes_waits_behind_those_that_came_meanwhile(tmp_path: Path) -> None:
    """Also at another server of the same folder, whatever has been learned by then."""
    settings = Settings(data=tmp_path, training_megabytes=ROOM_FOR_TWO)
    scheduler = TrainingScheduler(settings, Metrics())
    one, other, third = (create(scheduler, client) for client in ("a", "b", "c"))
    there = TrainingScheduler(settings, Metrics())

    def waits(name: str) -> list[int]:
        there.refresh()
        return [each.before(each.find(name)) for each in (scheduler, there)]

    assert [waits(each)[0] for each in (one, other, third)] == [0, 1, 2]
    scheduler.cancel(scheduler.find(one))
    assert [waits(each) for each in (other, third)] == [[0, 0], [1, 1]]
    time.sleep(0.002)  # times are in milliseconds
    scheduler.resume(scheduler.find(one), None, "a")
    assert [waits(each) for each in (other, third, one)] == [[0, 0], [1, 1], [2, 2]]


def create(scheduler: TrainingScheduler, client: str) -> str:
    """Start a training that is younger than all others."""
    time.sleep(0.002)
    return scheduler.create(REQUEST, client).record.id


def test_a_training_that_needs_all_the_room_has_it(tmp_path: Path) -> None:
    scheduler = TrainingScheduler(Settings(data=tmp_path, training_megabytes=1), Metrics())
    first, second = create(scheduler, "a"), create(scheduler, "b")
    assert [scheduler.before(scheduler.find(each)) for each in (first, second)] == [0, 1]


def test_what_has_just_ended_is_kept_however_much_is_open(tmp_path: Path) -> None:
    stored = [ended(tmp_path, day, size=2 * MEGABYTE) for day in range(1, 4)]
    settings = Settings(data=tmp_path, training_megabytes=5)
    scheduler = TrainingScheduler(settings, Metrics())
    open_one = scheduler.create(REQUEST, "somebody")
    open_one.folder.mkdir()
    (open_one.folder / "state.npz").write_bytes(bytes(9 * MEGABYTE))
    another = scheduler.create(REQUEST, "somebody")
    assert set(names(scheduler)) == {another.record.id, open_one.record.id, stored[2]}


def test_a_folder_that_takes_nothing_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    scheduler = TrainingScheduler(Settings(data=tmp_path / "file"), Metrics())
    with pytest.raises(Refused, match="cannot store this training: Not a directory"):
        scheduler.create(REQUEST, "somebody")


def test_what_cannot_be_deleted_is_a_sentence_and_keeps_nobody_from_starting(
    tmp_path: Path,
) -> None:
    name = ended(tmp_path, 1)
    scheduler = TrainingScheduler(Settings(data=tmp_path, trainings_kept=0), Metrics())
    found = scheduler.find(name)
    record = tmp_path / "training" / f"{name}.json"
    record.unlink()
    record.mkdir()  # nothing that can be unlinked, even by root
    with pytest.raises(Refused, match="cannot delete this training: ") as refusal:
        asyncio.run(scheduler.delete(found))
    assert refusal.value.status == 503
    assert found.folder.exists()
    created = scheduler.create(REQUEST, "somebody")
    assert {each.record.id for each in scheduler.newest_first()} == {name, created.record.id}


def test_one_whose_run_is_missing_has_learned_nothing(tmp_path: Path) -> None:
    store = TrainingStore(tmp_path / "training")
    store.write(Record(id="abcdefghij", setup=REQUEST, created=now()))
    scheduler = TrainingScheduler(Settings(data=tmp_path), Metrics())
    view = scheduler.view(scheduler.find("abcdefghij"))
    assert (view.games, view.curve, view.ages) == (0, [], [])


def line(games: int, seconds: float) -> str:
    measure = '{"kept": 0.5, "low": 0.4, "high": 0.6, "best": 0.3, "count": 10}'
    return f'{{"games": {games}, "seconds": {seconds}, "classes": {{"hard": {measure}}}}}\n'


def test_a_curve_is_read_as_it_grows(tmp_path: Path) -> None:
    curve, path = Curve(tmp_path), tmp_path / "curve.jsonl"
    assert curve.points() == []
    path.write_text(line(1, 0.1) + line(2, 0.2)[:20])
    assert [each.games for each in curve.points()] == [1]
    path.write_text(line(1, 0.1) + line(2, 0.2) + "nonsense\n" + '{"games": 3}\n')
    assert [each.games for each in curve.points()] == [1, 2]
    path.write_text(line(1, 0.1))  # a training that goes on from an earlier state
    assert [each.games for each in curve.points()] == [1]
    write_atomically(path, line(2, 0.2) + line(3, 0.3) + line(4, 0.4))  # and has grown meanwhile
    assert [each.games for each in curve.points()] == [2, 3, 4]


def test_a_long_curve_keeps_its_ends() -> None:
    points = [CurvePointView(games=at, seconds=at, classes={}) for at in range(1, 3601)]
    few = thinned(points)
    assert len(few) <= MAX_POINTS
    assert (few[0], few[-1]) == (points[0], points[-1])
    assert thinned(points[:5]) == points[:5]
