"""How the game looks: the board, drawn once, and the scene, made from a view. No JavaScript is needed."""

from __future__ import annotations

from garrison.core.show.scene import Board, Dial, Gauge, Group, Piece, Place, Scene, Sprite
from garrison.core.state import Action, Options, View

from .turn import ACTIONS, BUILD
from .view import SEATS
from .words import WORDS

SIZE = (400, 240)
WALLS = {"red": 100, "blue": 300}
OUTLINE = ((-60, 50), (60, 50), (60, 120), (-60, 120))
"""The corners of a wall, from the middle of its foot: it is clicked anywhere within."""
CART = (
    '<rect class="p-yellow" x="2" y="6" width="40" height="18" rx="3"/>'
    '<circle class="p-ink" cx="12" cy="28" r="6"/><circle class="p-ink" cx="32" cy="28" r="6"/>'
)


def board(options: Options, lang: str) -> Board:  # noqa: ARG001
    """Sent once and cached. Colours are classes of core/paint.css, which has a light and a dark palette."""
    ground = f'<rect class="p-grass" width="{SIZE[0]}" height="{SIZE[1]}"/>'
    stones = "".join(
        f'<rect class="p-stone" x="{x - 60}" y="60" width="120" height="60"/>'
        f'<rect class="p-{colour}" x="{x - 60}" y="50" width="120" height="10"/>'
        for colour, x in WALLS.items()
    )
    places = tuple(
        Place(
            f"wall-{seat}",
            WALLS[seat],
            150,
            "square",
            "yard",
            WORDS.term("wall", lang).format(WORDS.name("seat", seat, lang)),
            neighbours=tuple(f"wall-{other}" for other in SEATS if other != seat),
            outline=tuple((WALLS[seat] + x, y) for x, y in OUTLINE),
        )
        for seat in SEATS
    )
    yard = Group("yard", WORDS.term("yard", lang), (0, 0, *SIZE))
    dials = tuple(Dial(f"stones-{seat}", WALLS[seat], 95, size=28) for seat in SEATS)
    return Board(SIZE, places, (yard,), (ground + stones,), (Sprite("cart", 44, 36, CART),), dials)


def scene(view: View, lang: str) -> Scene:
    cart = Piece("cart", "cart", f"wall-{view['mover']}", WORDS.term("cart", lang), str(view["cart"]))
    stones = [
        Gauge(f"stones-{seat}", f"wall-{seat}", str(view["walls"][seat]), WORDS.term("stones", lang))
        for seat in SEATS
    ]
    return Scene(
        (cart,),
        (),
        (
            *stones,
            Gauge("round", "", str(view["round"]), WORDS.term("round", lang)),
            Gauge("in-cart", "", str(view["cart"]), WORDS.term("in-cart", lang)),
        ),
        ("yard",),
    )


def click_targets(view: View, action: Action) -> tuple[str, ...]:
    """The things where a choice is clicked: the cart to haul, the own wall to build."""
    return (f"wall-{view['mover']}",) if action == BUILD else ("cart",)


def meanings(view: View, thing: str) -> list[Action]:
    """The actions a click may mean, so that a click on what is not allowed is told why."""
    return [row for row in range(len(ACTIONS)) if thing in click_targets(view, row)]
