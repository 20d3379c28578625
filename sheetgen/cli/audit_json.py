"""The audit as plain data, for programs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sheetgen.checking import CheckedPhoto, CheckedSheet
from sheetgen.rules.games import Game
from sheetgen.rules.span import Span
from sheetgen.rules.violations import Violation


def as_data(photos: Sequence[CheckedPhoto], games: Iterable[Game], language: str) -> dict[str, Any]:
    """Numbers that unsure marks leave open are ``{"low": …, "high": …}``."""
    return {
        "photos": [_photo(photo, language) for photo in photos],
        "games": [_game(game, language) for game in games],
    }


def _photo(photo: CheckedPhoto, language: str) -> dict[str, Any]:
    return {
        "photo": str(photo.path),
        "sheets": [_sheet(sheet, language) for sheet in photo.sheets],
        "problems": [
            {"message": error.message, "hint": error.hint, "exit_code": error.exit_code}
            for error in photo.problems
        ],
    }


def _sheet(checked: CheckedSheet, language: str) -> dict[str, Any]:
    audit, reading = checked.audit, checked.reading
    return {
        "code": audit.sheet.code.text,
        "variant": audit.sheet.variant.name,
        "lucky": list(audit.sheet.lucky),
        "cells": _cells(checked),
        "rows": [
            {
                "id": row.id,
                "colour": row.colour,
                "crosses": _span(row.crosses),
                "as_marked": _span(row.as_marked),
                "by_the_rules": _span(row.by_the_rules),
                "closed": row.closed,
            }
            for row in audit.rows
        ],
        "penalties": {
            "crosses": _span(audit.penalties.crosses),
            "points": _span(audit.penalties.points),
        },
        "as_marked": _span(audit.as_marked),
        "by_the_rules": _span(audit.by_the_rules),
        "unsure": list(audit.unsure),
        "violations": [_violation(violation, language) for violation in audit.violations],
        "possible_violations": [_violation(violation, language) for violation in audit.possible],
        "outline": [[round(p.x, 1), round(p.y, 1)] for p in reading.outline],
        "residual_mm": round(reading.residual_mm, 3),
        "missing_corner_marks": list(reading.missing),
    }


def _cells(checked: CheckedSheet) -> list[dict[str, Any]]:
    return [
        {
            "id": cell.cell.id,
            "row": cell.cell.row,
            "position": cell.cell.position,
            "number": cell.cell.number,
            "colour": cell.cell.colour,
            "kind": cell.cell.kind,
            "mark": checked.marks[cell.cell.id],
            "read": cell.mark,
            "guess": cell.reading.guess,
            "confidence": round(cell.reading.confidence, 4),
            "quad": [[round(p.x, 1), round(p.y, 1)] for p in cell.quad],
        }
        for cell in checked.reading.cells
    ]


def _game(game: Game, language: str) -> dict[str, Any]:
    return {
        "sheets": [audit.sheet.code.text for audit in game.audits],
        "over": game.over,
        "closed": list(game.closed),
        "ranking": [
            {
                "sheet": standing.audit.sheet.code.text,
                "place": _span(standing.place),
                "shared": standing.shared,
                "total": _span(standing.audit.total),
            }
            for standing in game.standings
        ],
        "violations": [_violation(violation, language) for violation in game.violations],
    }


def _violation(violation: Violation, language: str) -> dict[str, Any]:
    return {
        "id": violation.id,
        "severity": violation.severity,
        "question": violation.question,
        "cells": list(violation.cells),
        "effect": _span(violation.effect),
        "message": violation.text(language),
    }


def _span(span: Span | None) -> int | dict[str, int] | None:
    if span is None:
        return None
    return span.exact if span.exact is not None else {"low": span.low, "high": span.high}
