"""Compiling once: announced, among processes that start together, and after one was killed."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import Pipe
from pathlib import Path

import pytest

from fourscore.core.compile_times import TABLE, expected_seconds
from fourscore.core.digits import digit_builds
from fourscore.core.kernel import kernel
from fourscore.runtime.compile_notice import (
    KernelBatch,
    announcing,
    library_notice,
    merged,
    plain_notice,
    relay_notices,
    use_notice,
)

KERNELS = """
from fourscore.core.kernel import kernel

@kernel
def twice(number: int) -> int:
    return 2 * number
"""
CALL = "import kernels; print(kernels.twice(4))"
CALL_WITH_LOG = f"""
import logging
logging.basicConfig()
logging.getLogger("fourscore").setLevel(logging.DEBUG)
{CALL}
"""
CALL_AND_HOLD = f"""
import logging
import sys
import time

class Hold(logging.Handler):
    def emit(self, record):
        if record.getMessage() == "compiling kernels.twice":
            print(record.getMessage(), file=sys.stderr, flush=True)
            time.sleep(600)

logging.getLogger("fourscore").addHandler(Hold())
logging.getLogger("fourscore").setLevel(logging.DEBUG)
{CALL}
"""
"""Stays where it says that it compiles, which it says with the lock."""
CALL_WHEN_TOLD = f"""
import sys
from fourscore.core import compilation
print("ready", flush=True)
sys.stdin.readline()
{CALL_WITH_LOG}
"""
CALL_ALOUD = f"""
from fourscore.runtime.compile_notice import plain_notice, use_notice
use_notice(plain_notice)
{CALL}
"""
LINE = r"Compiling twice for this machine, once \(about \d+ s\) \.\.\. [\d.]+ s\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "kernels.py").write_text(KERNELS)
    return tmp_path


@contextmanager
def started(
    folder: Path, code: str, errors: int = subprocess.PIPE
) -> Iterator[subprocess.Popen[str]]:
    environment = {**os.environ, "FOURSCORE_CACHE": str(folder / "cache")}
    with subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=folder,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def read_until(process: subprocess.Popen[str], words: str) -> str:
    """Read standard error as far as some words."""
    assert process.stderr is not None
    text = ""
    while not text.endswith(words):
        letter = process.stderr.read(1)
        assert letter, text
        text += letter
    return text


def test_processes_that_start_together_compile_once(folder: Path) -> None:
    first, second, third = (started(folder, CALL_WHEN_TOLD) for _ in range(3))
    with first as one, second as two, third as three:
        for each in (one, two, three):
            assert each.stdout is not None
            assert each.stdout.readline() == "ready\n"
        for each in (one, two, three):
            assert each.stdin is not None
            each.stdin.write("\n")
            each.stdin.flush()
        outputs, errors = zip(*(each.communicate() for each in (one, two, three)), strict=True)
    assert outputs == ("8\n",) * 3
    compiled = re.findall(r"DEBUG:fourscore:compiling (\S+)", "".join(errors))
    assert sorted(compiled) == [
        "core.digits.open_bottoms",
        "core.digits.play_digits",
        "kernels.twice",
    ]


def test_a_killed_process_blocks_nobody(folder: Path) -> None:
    with started(folder, CALL_AND_HOLD) as holder:
        read_until(holder, "compiling kernels.twice")
        with started(folder, CALL_ALOUD) as other:
            read_until(other, "... in another process ...")
            holder.kill()
            assert other.communicate()[0] == "8\n"


def test_where_files_cannot_be_locked_everybody_compiles(folder: Path) -> None:
    (folder / "cache" / "kernels" / "kernels.twice.lock").mkdir(parents=True)
    with started(folder, CALL_ALOUD) as process:
        output, errors = process.communicate()
    assert output == "8\n"
    assert re.fullmatch(LINE, errors)


def test_a_program_says_nothing_into_a_pipe(folder: Path) -> None:
    with started(folder, CALL) as process:
        assert process.communicate() == ("8\n", "")


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_a_program_says_it_on_a_terminal_once(folder: Path) -> None:
    ours, theirs = os.openpty()
    with started(folder, CALL, theirs) as process:
        assert process.communicate()[0] == "8\n"
    with started(folder, CALL, theirs) as process:
        assert process.communicate()[0] == "8\n"
    os.close(theirs)
    shown = os.read(ours, 10_000).decode().replace("\r\n", "\n")
    os.close(ours)
    assert re.fullmatch(LINE, shown)


# Notices and estimates


@pytest.fixture
def plain() -> Iterator[None]:
    use_notice(plain_notice)
    yield
    use_notice(library_notice)


@pytest.mark.usefixtures("plain")
def test_batches_that_overlap_have_a_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    with announcing(KernelBatch("one", 3)), announcing(KernelBatch("two", 5)):
        pass
    assert re.fullmatch(r".* one .* \.\.\.\n.* two .* \.\.\. [\d.]+ s\n", capsys.readouterr().err)


@pytest.mark.usefixtures("plain")
def test_a_batch_that_fails_ends_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(KeyboardInterrupt), announcing(KernelBatch("one", 3)):
        raise KeyboardInterrupt
    assert capsys.readouterr().err.endswith("(about 3 s) ...\n")


@pytest.mark.usefixtures("plain")
def test_merged_batches_are_announced_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    with merged(KernelBatch("everything", 9)):
        pass
    assert capsys.readouterr().err == ""
    with merged(KernelBatch("everything", 9)):
        for what in ("one", "two"):
            with announcing(KernelBatch(what, 3)):
                pass
    assert capsys.readouterr().err.count("Compiling") == 1


@pytest.mark.usefixtures("plain")
def test_a_worker_that_dies_has_not_compiled(capsys: pytest.CaptureFixture[str]) -> None:
    ours, theirs = Pipe()
    theirs.send(KernelBatch("one", 3))
    theirs.close()
    relay_notices(ours)
    assert capsys.readouterr().err.endswith("(about 3 s) ...\n")


@kernel
def _unknown(number: int) -> int:
    return number


def test_every_kernel_adds_to_the_estimate() -> None:
    some, more = digit_builds()[:1], digit_builds()
    unknown = [(_unknown, (0,))]
    assert 0 < expected_seconds(some) < expected_seconds(more) < expected_seconds(more + unknown)  # type: ignore[operator]
    assert TABLE.exists()
