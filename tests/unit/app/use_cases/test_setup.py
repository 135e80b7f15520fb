"""Settings are shown without secrets."""

from __future__ import annotations

from app.settings import SETTINGS, load_settings
from app.use_cases.setup import SECRET, settings_shown


def test_every_setting_is_shown_and_no_secret_is() -> None:
    """Of a password only is told that there is one."""
    settings = load_settings({"PREVAIL_NEO4J_PASSWORD": "horse battery", "PREVAIL_EMBEDDER": "hashed"})
    shown = {one["name"]: one for one in settings_shown(settings)}
    assert list(shown) == [setting.name for setting in SETTINGS]
    assert "horse" not in str(shown)
    assert shown["PREVAIL_NEO4J_PASSWORD"]["value"] == "set, not shown"
    assert (shown["PREVAIL_EMBEDDER"]["value"], shown["PREVAIL_EMBEDDER"]["changed"]) == ("hashed", True)
    assert not shown["PREVAIL_THREADS"]["changed"]


def test_every_setting_that_holds_a_secret_is_known_as_one() -> None:
    """Whatever is called a password, key, token or secret."""
    words = ("PASSWORD", "SECRET", "TOKEN", "_KEY")
    assert {one.name for one in SETTINGS if any(word in one.name for word in words)} <= SECRET
