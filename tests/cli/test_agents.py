"""`fourscore agents`."""

import json
import re

from fourscore.agents import agent, entries
from tests.cli.conftest import Run


def test_every_agent_and_key_is_listed(run: Run) -> None:
    *blocks, _ = run("agents").out.split("\n\n")
    own = [entry for entry in entries(with_argument=True) if not entry.external]
    for entry, block in zip(own, blocks, strict=True):
        assert re.search(rf"^{entry.name}[: ]", block, re.M)
        assert entry.summary in block
        for key, option in entry.keys.items():
            assert re.search(rf"^ +{key} .*{re.escape(option.help)}", block, re.M)
        assert ", ".join(entry.variants) in block


def test_json_has_what_a_spec_needs(run: Run) -> None:
    for found in json.loads(run("agents", "--json").out)["agents"]:
        given = {option["name"]: option["default"] for option in found["options"]}
        words = {True: "yes", False: "no"}
        spec = ",".join(
            f"{key}={words[value] if isinstance(value, bool) else value}"
            for key, value in given.items()
            if value is not None
        )
        assert agent(f"{found['name']}:{spec}").spec.startswith(found["name"])
        assert "standard" in found["variants"]


def test_the_levels_in_json(run: Run) -> None:
    found = json.loads(run("agents", "levels", "--json").out)
    assert [level["level"] for level in found["levels"]] == list(range(1, 11))
    assert found["levels"][9]["summary"] == "perfect"
    assert found["levels"][9]["skill"]["book"] is True
