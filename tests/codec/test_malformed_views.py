"""What a client hears of its own node is read as strictly as what comes from others."""

import pytest

from kalooki.codec import (
    MalformedError,
    action_from_wire,
    event_from_wire,
    update_from_wire,
    view_from_wire,
    view_to_wire,
)
from kalooki.codec.variants import variant_from_wire, variant_to_wire
from kalooki.rules.game import new_game
from kalooki.rules.registry import variant_named
from kalooki.rules.view import view
from kalooki.wire.v1 import action_pb2, event_pb2, seat_pb2, view_pb2

BRITISH = variant_named("british")
FRESH = view(new_game(BRITISH, 4), None, {})


@pytest.mark.parametrize(
    ("why", "changes"),
    [
        ("view.phase: nothing", view_pb2.SeatView(phase=99)),  # type: ignore[arg-type]  # no phase
        ("view.duty: nothing", view_pb2.SeatView(duty=99)),  # type: ignore[arg-type]  # no duty
        (
            "view.history: an event of another kind",
            view_pb2.SeatView(history=[event_pb2.Event(drew=event_pb2.Drew())]),
        ),
        ("view.history: nothing", view_pb2.SeatView(history=[event_pb2.Event()])),
        ("view.last: an event of another kind", view_pb2.SeatView(last=event_pb2.Event(drew=event_pb2.Drew()))),
        ("view.table.shape: nothing", view_pb2.SeatView(table=[view_pb2.SeenMeld(id=1)])),
        ("view.built.end: nothing", view_pb2.SeatView(built=[view_pb2.Built(meld=1)])),
        ("view.pool: the number", view_pb2.SeatView(pool=2**31 - 1)),
        (
            "view.variant: a variant that this program does not know",
            view_pb2.SeatView(variant=view_pb2.VariantRules(key="patience")),
        ),
        (
            "view.variant: other options than the variant has",
            view_pb2.SeatView(
                variant=view_pb2.VariantRules(options=[view_pb2.VariantOption(key="limit", value="150")])
            ),
        ),
    ],
)
def test_a_view_is_refused(why: str, changes: view_pb2.SeatView) -> None:
    message = view_to_wire(FRESH)
    assert view_from_wire(message) == FRESH
    message.MergeFrom(changes)
    with pytest.raises(MalformedError) as caught:
        view_from_wire(message)
    assert why in str(caught.value)


def test_an_option_with_a_value_that_it_cannot_have_is_refused() -> None:
    message = type(shared := variant_to_wire(BRITISH))()
    message.CopyFrom(shared)
    message.options[0].value = "nonsense"
    with pytest.raises(MalformedError, match="a value that its option cannot have"):
        variant_from_wire(message, "variant")


def test_a_table_id_of_another_length_is_refused() -> None:
    with pytest.raises(MalformedError, match=r"update\.status\.table_id: 31 bytes"):
        update_from_wire(seat_pb2.Update(status=seat_pb2.TableStatus(table_id=bytes(31))))


def test_an_action_needs_a_kind_that_is_known() -> None:
    with pytest.raises(MalformedError, match="action: nothing"):
        action_from_wire(action_pb2.Action())


def test_an_event_needs_a_kind_that_is_known() -> None:
    with pytest.raises(MalformedError, match="event: nothing"):
        event_from_wire(event_pb2.Event())


def test_a_score_sheet_has_no_line_of_another_kind() -> None:
    sheet = seat_pb2.Sheet(results=[event_pb2.Event(drew=event_pb2.Drew())])
    with pytest.raises(MalformedError, match=r"update\.sheet: a Drew"):
        update_from_wire(seat_pb2.Update(sheet=sheet))
