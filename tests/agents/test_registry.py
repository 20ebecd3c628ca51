"""Specs: read, written again, and refused with a sentence that helps."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourscore.agents import agent, entries
from fourscore.errors import SpecError
from fourscore.search.types import Limit


@pytest.mark.parametrize(
    "spec",
    [
        "random",
        "mcts:playouts=50000,seed=1",
        "alphabeta:depth=8,eval=centre",
        "mcts:seconds=0.5,c=2.0,expand=heuristic,reuse=no",
        "astar:nodes=1000,heuristic=gravity",
    ],
)
def test_a_spec_makes_the_same_agent_again(spec: str) -> None:
    made = agent(spec)
    assert agent(made.spec).spec == made.spec
    assert set(made.spec.replace(":", ",").split(",")) == set(spec.replace(":", ",").split(","))


def test_limits_come_from_the_spec_or_are_the_usual_ones() -> None:
    assert agent("mcts").limit == Limit(playouts=100_000)
    assert agent("mcts:seconds=2").limit == Limit(seconds=2)
    assert agent(" alphabeta : depth = 6 ".replace(" : ", ":")).limit == Limit(depth=6)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("", "there is no agent ''; the agents are random"),
        ("minmax", "did you mean 'minimax'? The agents are random, astar"),
        ("alphabeta:dept=3", "alphabeta has no key 'dept'; did you mean 'depth'"),
        ("alphabeta:depth", "the key 'depth' needs a value"),
        ("alphabeta:depth=", "the key 'depth' needs a value"),
        ("alphabeta:depth=deep", "depth=deep is not a whole number"),
        ("alphabeta:depth=0", "depth=0 is too small; the minimum is 1"),
        ("alphabeta:depth=64", "depth=64 is too large; the maximum is 63"),
        ("alphabeta:depth=3,depth=4", "the key 'depth' is set twice"),
        ("alphabeta:eval=best", "eval=best is not one of windows, centre"),
        ("mcts:reuse=maybe", "reuse=maybe is not one of yes, no"),
        ("mcts:seconds=nan", "seconds=nan"),
        ("mcts:c=inf", "c=inf"),
    ],
)
def test_a_bad_spec_is_refused_with_what_and_where(spec: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        agent(spec)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.text(st.sampled_from("alphbetmcsrnd:=,0123456789.-e "), max_size=30))
def test_any_text_is_an_agent_or_a_spec_error(text: str) -> None:
    with contextlib.suppress(SpecError):
        agent(text)


def test_a_seed_is_given_only_where_the_spec_has_none() -> None:
    assert agent("mcts", seed=5).spec == "mcts:seed=5"
    assert agent("mcts:seed=1", seed=5).spec == "mcts:seed=1"
    assert agent("minimax", seed=5).spec == "minimax"
    assert agent("level:7", seed=3).spec == "level:7,seed=3"


def test_every_key_has_help_and_every_entry_a_summary() -> None:
    for entry in entries():
        assert entry.summary
        assert all(option.help for option in entry.keys.values())
