"""The settings in force, as they may be shown."""

from __future__ import annotations

from typing import Any

from app.settings import SETTINGS, Setting, Settings

SECRET = frozenset({"PREVAIL_NEO4J_PASSWORD"})
"""Settings of which only is told whether they are set."""


def settings_shown(settings: Settings) -> list[dict[str, Any]]:
    """Every setting with its value, its default and what it means; of a secret, only whether there is one."""
    return [
        {
            "name": setting.name,
            "value": _shown(setting, settings),
            "default": setting.default or "–",
            "meaning": setting.meaning.replace("`", ""),
            "changed": getattr(settings, setting.field) != setting.read(setting.default),
        }
        for setting in SETTINGS
    ]


def _shown(setting: Setting, settings: Settings) -> str:
    value = getattr(settings, setting.field)
    if setting.name in SECRET:
        return "set, not shown" if value else "–"
    if isinstance(value, tuple):
        return ", ".join(value) or "–"
    if isinstance(value, bool):
        return str(int(value))
    return "–" if value in (None, "") else str(value)
