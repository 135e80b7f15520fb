"""How a meeting goes from topic to topic, proposes, moves and votes: the data of `procedure/*.toml`, compiled."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from graph.commitments.words import any_of, lists_of
from graph.vocabulary import MotionAct

ACTS = (
    MotionAct.FAILED,
    MotionAct.WITHDRAWN,
    MotionAct.TABLED,
    MotionAct.CARRIED,
    MotionAct.AMENDED,
    MotionAct.PUT,
    MotionAct.SECONDED,
)
"""What may be done with a motion, in the order in which words are tried: "not carried" before "carried"."""


@dataclass(frozen=True, slots=True)
class Procedure:
    """The patterns of one language; the comments of its file say what each is for."""

    moved: re.Pattern[str]
    so_moved: re.Pattern[str]
    asked: re.Pattern[str]
    acts: Mapping[MotionAct, re.Pattern[str]]
    amendment: re.Pattern[str]
    label: re.Pattern[str]
    tally: re.Pattern[str]
    elsewhere: re.Pattern[str]
    proposal: re.Pattern[str]
    no_proposal: re.Pattern[str]
    topic: re.Pattern[str]
    no_topic: re.Pattern[str]
    ruling: re.Pattern[str]


@cache
def procedure(language: str) -> Procedure:
    """The patterns of a language, read and compiled once."""
    path = files("graph.commitments").joinpath("procedure", f"{language}.toml")
    data = tomllib.loads(path.read_text("utf-8"))
    lists = lists_of(language)
    motion, proposal, topic = data["motion"], data["proposal"], data["topic"]
    return Procedure(
        moved=any_of(motion["moved"], lists),
        so_moved=any_of(motion.get("so_moved", ()), lists),
        asked=any_of(motion.get("asked", ()), lists),
        acts={act: any_of(motion.get(act.value.split()[0], ()), lists) for act in ACTS},
        amendment=any_of(motion["amendment"], lists),
        label=any_of(motion.get("label", ()), lists),
        tally=any_of(motion.get("tally", ()), lists),
        elsewhere=any_of(motion.get("elsewhere", ()), lists),
        proposal=any_of(proposal["said"], lists),
        no_proposal=any_of(proposal.get("skip", ()), lists),
        topic=any_of(topic["said"], lists),
        no_topic=any_of(topic.get("skip", ()), lists),
        ruling=any_of(data["ruling"]["said"], lists),
    )
