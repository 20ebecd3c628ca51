"""Pages are run as they are read: what they show is compared with what really happens."""

from pathlib import Path

import pytest

from scripts.transcripts import alike, changes, renew
from tests.processes import is_running
from tests.waiting import eventually

PAGE = """# A page

```python title="wait.py"
import os, pathlib, threading

pathlib.Path("id").write_text(str(os.getpid()))
print("port 8000", flush=True)
threading.Event().wait()
```

```python title="part/greet.py"
print("hello")
```

```console
$ python part/greet.py
hello
$ echo one; \\
    echo two
one
two
```

```pycon
>>> def double(number):
...     return 2 * number
>>> double(21)
42
>>> 1 / 0
...
ZeroDivisionError: division by zero

```

```console title="Terminal 2"
$ python wait.py
port 8000
```

```console
$ python -c "print(open('id').read().isdigit())"
True
```

<!-- slow -->
```console
$ echo now
then
```
"""


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.md"
    path.write_text(PAGE, encoding="utf-8")
    return path


def test_a_page_that_is_true_stays_as_it_is(page: Path) -> None:
    assert renew(str(page), slow=False) == PAGE


def test_what_is_not_true_is_told_and_put_right(page: Path) -> None:
    page.write_text(PAGE.replace("hello\n$", "hallo\n$").replace("42", "43"), encoding="utf-8")
    found = [line for line in changes(str(page)) if line[0] in "+-" and line[:3] not in "+++---"]
    assert found == ["-hallo", "+hello", "-43", "+42"]
    assert renew(str(page), slow=True) == PAGE.replace("then", "now")


def test_what_goes_on_running_ends_with_the_page(page: Path) -> None:
    page.write_text(PAGE.replace("read().isdigit()", "read()"), "utf-8")
    shown = renew(str(page), slow=False)
    process = int(next(line for line in shown.splitlines() if line.isdigit() and line != "42"))
    eventually(lambda: not is_running(process), "its end")


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        ("a  1.0 ms  x\n", "a  21.0 ms  x\n", True),
        ("first\n...\nlast\n", "first\n1\n2\nlast\n", True),
        ("...\nlast\n", "last\n", True),
        ("...\nlast\n", "last\nmore\n", False),
        ("a b\n", "a  b\n", False),
    ],
)
def test_times_and_what_is_left_out_do_not_count(shown: str, printed: str, same: bool) -> None:
    assert alike(shown, printed) is same
