"""The audit as plain data, for programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from sheetgen.rules.audit import Audit, RowAudit
from sheetgen.rules.games import Game
from sheetgen.rules.legality import (
    Fact,
    Legality,
    Step,
    change_text,
    how_sentences,
    step_sentence,
)
from sheetgen.rules.span import Span
from sheetgen.rules.terms import Term
from sheetgen.rules.violations import Violation
from sheetgen.sheet import Cell

if TYPE_CHECKING:
    from sheetgen.auditing import TypedSheet
    from sheetgen.checking import CheckedPhoto, CheckedSheet


def as_data(
    photos: Iterable[Mapping[str, Any]], games: Iterable[Game], language: str
) -> dict[str, Any]:
    """Photos as ``photo_data`` has them. Numbers that unsure marks leave open are
    ``{"low": …, "high": …}``."""
    return {"photos": list(photos), "games": [_game(game, language) for game in games]}


def photo_data(photo: CheckedPhoto, language: str, *, how: bool = False) -> dict[str, Any]:
    """One photo; pixels are those of the upright original. ``how`` as for ``audit_data``."""
    return {
        "photo": str(photo.path),
        "page": photo.page,
        "exit_code": photo.exit_code,
        "sheets": [_sheet(sheet, language, how) for sheet in photo.sheets],
        "notes": list(photo.notes),
        "problems": [
            {"message": error.message, "hint": error.hint, "exit_code": error.exit_code}
            for error in photo.problems
        ],
    }


def _sheet(checked: CheckedSheet, language: str, how: bool) -> dict[str, Any]:
    reading = checked.reading
    data = audit_data(checked.audit, checked.marks, language, how=how)
    if reading is None:
        return data
    for cell, seen in zip(data["cells"], reading.cells, strict=True):
        cell |= {
            "read": seen.mark,
            "guess": seen.reading.guess,
            "confidence": round(seen.reading.confidence, 4),
            "quad": [[round(p.x, 1), round(p.y, 1)] for p in seen.quad],
        }
    return data | {
        "outline": [[round(p.x, 1), round(p.y, 1)] for p in reading.outline],
        "residual_mm": round(reading.residual_mm, 3),
        "missing_corner_marks": list(reading.missing),
    }


def typed_as_data(
    sheets: Iterable[TypedSheet], games: Iterable[Game], language: str, *, how: bool = False
) -> dict[str, Any]:
    """Typed sheets as those of photos, without what only a photo tells."""
    return {
        "sheets": [audit_data(sheet.audit, sheet.marks, language, how=how) for sheet in sheets],
        "games": [_game(game, language) for game in games],
    }


def audit_data(
    audit: Audit, marks: Mapping[str, str], language: str, *, how: bool
) -> dict[str, Any]:
    """One sheet, its cells in the order of the sheet; ``how``: with an order of play."""
    return {
        "code": audit.sheet.code.text,
        "variant": audit.sheet.variant.name,
        "lucky": list(audit.sheet.lucky),
        "cells": [_cell(cell, marks) for cell in audit.sheet.cells],
        "rows": [_row(row) for row in audit.rows],
        "terms": [_term(term, language) for term in audit.terms],
        "penalties": {
            "crosses": _span(audit.penalties.crosses),
            "points": _span(audit.penalties.points),
            "by_the_rules": _span(audit.penalties.by_the_rules),
        },
        "as_marked": _span(audit.as_marked),
        "by_the_rules": _span(audit.by_the_rules),
        "exact": audit.exact,
        "verdict": audit.verdict(language),
        "unsure": list(audit.unsure),
        "depends": list(audit.depends),
        "violations": [_violation(violation, language) for violation in audit.violations],
        "possible_violations": [_violation(violation, language) for violation in audit.possible],
        "legality": legality_data(audit.legality, language, how=how),
    }


def legality_data(legality: Legality | None, language: str, *, how: bool) -> dict[str, Any] | None:
    """The verdict of the search; None where plainer rules are broken and it was not asked."""
    if legality is None:
        return None
    data: dict[str, Any] = {
        "possible": legality.possible,
        "conflict": [_fact(fact) for fact in legality.conflict],
        "minimal": legality.minimal,
        "changes": [
            _fact(change.fact) | {"message": change_text(legality, change, language)}
            for change in legality.changes
        ],
    }
    if how:
        data["order"] = [_step(legality, step, language) for step in legality.example]
        data["order_text"] = list(how_sentences(legality, language))
    return data


def _fact(fact: Fact) -> dict[str, Any]:
    return {"cell": fact.cell, "crossed": fact.crossed}


def _step(legality: Legality, step: Step, language: str) -> dict[str, Any]:
    return {
        "what": [{"kind": link.kind, "where": link.place} for link in step.links],
        "message": step_sentence(legality.sheet, step, language),
    }


def _cell(cell: Cell, marks: Mapping[str, str]) -> dict[str, Any]:
    return {
        "id": cell.id,
        "row": cell.row,
        "position": cell.position,
        "number": cell.number,
        "colour": cell.colour,
        "colours": list(cell.colours),
        "kind": cell.kind,
        "special": cell.special,
        "mark": marks.get(cell.id, "empty"),
    }


def _row(row: RowAudit) -> dict[str, Any]:
    return {
        "id": row.id,
        "colour": row.colour,
        "scored": row.scored,
        "crosses": _span(row.crosses),
        "counted": _span(row.counted),
        "as_marked": _span(row.as_marked),
        "by_the_rules": _span(row.by_the_rules),
        "closed": row.closed,
    }


def _term(term: Term, language: str) -> dict[str, Any]:
    return {
        "id": term.id,
        "kind": term.kind,
        "name": term.text(language),
        "rows": list(term.rows),
        "as_marked": _span(term.as_marked),
        "by_the_rules": _span(term.by_the_rules),
    }


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
        "subject": violation.subject,
        "cells": list(violation.cells),
        "effect": _span(violation.effect),
        "message": violation.text(language),
    }


def _span(span: Span | None) -> int | dict[str, int] | None:
    if span is None:
        return None
    return span.exact if span.exact is not None else {"low": span.low, "high": span.high}
