"""Questions on the sample project, each with what an answer must and must not say."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date

from app.sample import facts

_SECTION = f"Section {facts.SECTION}"
_GUARDING_OLD, _GUARDING_NEW = f"{facts.GUARDING}:2015", f"{facts.GUARDING}:2022"
_SEALS_OLD, _SEALS_NEW = f"{facts.SEALS}:2018", f"{facts.SEALS}:2023"


@dataclass(frozen=True, slots=True)
class Question:
    """A question and its expectation.

    Attributes:
        cite: Documents that must all be cited; a name may end in an edition.
        must_contain: Words that all stand in the answer, or in the two sides of a conflict.
        must_not_cite: Documents, or editions of them, that must not be cited.
        version: The only version of the documents in `cite` that may be cited; None for any.
        reason: Why the question must be refused; None where it must be answered.
        as_of: The date asked about; None for today.
    """

    id: str
    question: str
    cite: tuple[str, ...] = ()
    must_contain: tuple[str, ...] = ()
    must_not_cite: tuple[str, ...] = ()
    version: str | None = None
    reason: str | None = None
    as_of: date | None = None

    def as_json(self) -> dict[str, object]:
        """Return the question as one line of a question file holds it."""
        expect: dict[str, object] = {
            "kind": "abstention" if self.reason else "answer",
            "cite": list(self.cite),
            "must_contain": list(self.must_contain),
            "must_not_cite": list(self.must_not_cite),
            "reason": self.reason,
            "version": self.version,
        }
        asked = {"as_of": self.as_of.isoformat()} if self.as_of else {}
        return {"id": self.id, "corpus": "sample", "question": self.question, **asked, "expect": expect}


DEMO = (
    Question(
        "sample-01",
        "What fire resistance does stair door ST-2 need now?",
        cite=(_SECTION,),
        must_contain=(str(facts.STAIR_DOOR_RATING_MIN["B"]),),
        version="B",
    ),
    Question(
        "sample-02",
        "What fire resistance does the plant room door PL-1 need?",
        cite=(facts.PLAN, facts.DETAIL),
        must_contain=(str(facts.PLAN_PLANT_DOOR_RATING_MIN), str(facts.DETAIL_PLANT_DOOR_RATING_MIN)),
        reason="unresolved conflict",
    ),
    Question("sample-03", "What sound reduction in decibels must the stair doors have?", reason="no evidence"),
)
"""One governed by a supersession, one conflict, one that must be refused."""

_MORE = (
    Question(
        "sample-04",
        "What clearance is required between the bottom of a stair door and the finished floor?",
        cite=(facts.ADDENDUM,),
        must_contain=(f"{facts.ADDENDUM_GAP_MM} mm",),
        must_not_cite=("Clearance under the stair doors",),
    ),
    Question(
        "sample-05",
        "How thick must the steel sheet of door frames be?",
        cite=(_SECTION,),
        must_contain=(f"{facts.FRAME_THICKNESS_MM['B']} mm",),
        version="B",
    ),
    Question(
        "sample-06",
        "What fire resistance did stair door ST-2 need in March 2024?",
        cite=(_SECTION,),
        must_contain=(str(facts.STAIR_DOOR_RATING_MIN["A"]),),
        version="A",
        as_of=date(2024, 3, 31),
    ),
    Question(
        "sample-07",
        "What clearance under a stair door was required on 1 July 2024?",
        cite=(_SECTION,),
        must_contain=(f"{facts.FLOOR_GAP_MM} mm",),
        must_not_cite=(facts.ADDENDUM,),
        version="B",
        as_of=date(2024, 7, 1),
    ),
    Question(
        "sample-08",
        "How large may the glass of a vision panel in stair door ST-1 be?",
        cite=(facts.RFI,),
        must_contain=(facts.RFI_PANEL_M2,),
    ),
    Question(
        "sample-09",
        "How high must guards to flights be in public buildings?",
        cite=(_GUARDING_NEW,),
        must_contain=(str(facts.GUARD_HEIGHT_MM[2022]),),
        must_not_cite=(_GUARDING_OLD,),
    ),
    Question(
        "sample-10",
        "Work on a stair started on 1 March 2022: which edition of HLS 12 applies?",
        cite=(facts.GUARDING,),
        must_contain=("2015",),
    ),
    Question("sample-11", f"Which standard replaced {_SEALS_OLD}?", cite=(_SEALS_NEW,), must_contain=("2023",)),
    Question(
        "sample-12",
        "What may the opening force at the leading edge of a fire door be at most?",
        cite=(_SEALS_NEW,),
        must_contain=(f"{facts.OPENING_FORCE_N[2023]} N",),
        must_not_cite=(_SEALS_OLD,),
    ),
    Question(
        "sample-13",
        "In which colour will the hollow metal doors be finished?",
        cite=(facts.MEETING,),
        must_contain=(facts.MEETING_COLOUR,),
    ),
    Question(
        "sample-14",
        "By when will the revised door delivery programme be sent?",
        cite=(facts.MEETING,),
        must_contain=(facts.in_words(facts.COMMITMENT_DUE),),
    ),
    Question(
        "sample-15",
        "What horizontal line load must a guard in an office resist?",
        cite=(_GUARDING_NEW,),
        must_contain=("0.74",),
        must_not_cite=(_GUARDING_OLD,),
    ),
    Question(
        "sample-16",
        "How wide is door BS-1?",
        cite=(facts.PLAN,),
        must_contain=("950",),
    ),
    Question(
        "sample-17",
        f"Which revision of {_SECTION} is current?",
        cite=(_SECTION,),
        must_contain=("B",),
        version="B",
    ),
    Question(
        "sample-18",
        f"What does {_GUARDING_NEW} say about the width of ramps for wheelchairs?",
        reason="no evidence",
    ),
)

QUESTIONS = DEMO + _MORE
"""All questions on the sample project, the three of the demonstration first."""


def question_file() -> str:
    """All questions as the lines of a question file."""
    return "".join(json.dumps(one.as_json(), ensure_ascii=False) + "\n" for one in QUESTIONS)
