"""Words and looks of the Warren."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from garrison.core.kernel import row_of
from garrison.core.show.scene import Board, Gauge, Group, LegendLine, Piece, Place, Scene, Sprite, Tray
from garrison.core.show.words import LANGS, EventKind, Words
from garrison.core.state import Action, Ask, Options, View
from support.games.toy_warren_map import (
    AREA,
    AREAS,
    DOOR,
    EDITIONS,
    GATE,
    HIGH,
    IDS,
    KIND,
    KINDS,
    NEIGHBOURS,
    NUMBERS,
    PLACES,
    PLAIN,
    WIDE,
)
from support.games.toy_warren_rules import (
    ACCEPT,
    ACTIONS,
    BADGE,
    BADGES,
    CARDS,
    DECLINE,
    LET,
    MAKE,
    OFFER,
    PIECES,
    RUNNERS,
    SEATS,
    STAY,
    SWAPS,
    TO,
    USE,
    own,
    owner,
    walks,
)
from support.games.toy_warren_view import load

# Words: a line of both languages each

WORD_LINES = """
names.seat.warden   Warden | Custode
names.seat.anna     Anna | Anna
names.seat.bruno    Bruno | Bruno
names.seat.carla    Carla | Carla
names.seat.dario    Dario | Dario
names.seat.elena    Elena | Elena
names.side.watch    the watch | la guardia
names.side.runners  the runners | i fuggiaschi
names.result.dawn   the night is over and the castle is shut | la notte è finita e il castello è chiuso
names.result.out    enough runners are out of the castle | i fuggiaschi usciti dal castello bastano
names.option.edition    Edition | Edizione
names.option.old        old castle | castello vecchio
names.option.new        new castle | castello nuovo
names.option.players    Players | Giocatori
names.option.rounds     Rounds | Turni
names.option.cards      Cards at the start | Carte all'inizio
names.card.rope     a rope | una corda
names.card.map      a map | una mappa
names.card.alarm    an alarm | un allarme
names.card.hush     a hush | un silenzio
names.card.crown    a crown | una corona
names.card.star     a star | una stella
names.card.moon     a moon | una luna
names.card.sun      a sun | un sole
names.card.oak      an oak | una quercia
names.card.rose     a rose | una rosa
names.card.lion     a lion | un leone
names.card.fish     a fish | un pesce
names.area.armoury      Armoury | Armeria
names.area.herbs        Herb yard | Orto
names.area.chapel       Chapel | Cappella
names.area.stables      Stables | Scuderia
names.area.court        Court | Corte
names.area.granary      Granary | Granaio
names.area.brewery      Brewery | Birreria
names.area.gatehouse    Gatehouse yard | Piazzale
names.area.library      Library | Biblioteca
names.area.west-walk    West walk | Galleria ovest
names.area.east-walk    East walk | Galleria est
names.area.sword-lane   Sword lane | Vicolo delle spade
names.area.bell-lane    Bell lane | Vicolo delle campane
names.area.candle-lane  Candle lane | Vicolo delle candele
names.area.hay-lane     Hay lane | Vicolo del fieno
names.area.drum-lane    Drum lane | Vicolo dei tamburi
names.area.ink-lane     Ink lane | Vicolo degli inchiostri
names.kind.door     door, takes three points | porta, costa tre punti
names.kind.stair    stair, takes two points | scala, costa due punti
names.kind.cellar   cellar: take a card | cantina: prendi una carta
names.kind.chest    chest: take a tool | cassa: prendi un attrezzo
names.kind.gate     gate: the way out, for a tool | cancello: si esce, con un attrezzo
names.kind.cell     cell: runners begin here | cella: da qui partono i fuggiaschi
terms.title         The Warren | Il labirinto
terms.blurb         A large toy for six. | Un grande gioco di prova per sei.
terms.hand          hand | mano
terms.kit           kit | sacco
terms.back          a card | una carta
terms.tool          a tool | un attrezzo
terms.deck          cards in the deck | carte nel mazzo
terms.pile          cards in the pile | carte scartate
terms.tools         tools left | attrezzi rimasti
terms.round         round | turno
terms.accept        take {1} from {0} and give {2} | prendi da {0} {1} e cedi {2}
terms.points        points to walk | punti di cammino
events.drew         {0} takes a card. | {0} prende una carta.
events.drew_card    You took {0}. | Hai preso {0}.
events.reshuffled   The pile is shuffled. | Gli scarti tornano nel mazzo, mescolati.
events.round_begins Round {0} begins. | Comincia il turno {0}.
events.rolled       {0} rolls {1}: {2} points. | {0} tira {1}: {2} punti.
events.picked       {0} is to move. | Si muove {0}.
events.stayed       {0} moves nobody. | {0} non muove nessuno.
events.read_map     {0} reads a map and rolls again. | {0} legge una mappa e tira di nuovo.
events.used_rope    {0} uses a rope: {1} points. | {0} usa una corda: {1} punti.
events.showed       {0} shows two cards alike: {1}. | {0} mostra due carte uguali: {1}.
events.took_tool    {0} takes a tool. | {0} prende un attrezzo.
events.lost_tool    {0} loses a tool to the warden. | {0} perde un attrezzo, che va al guardiano.
events.heads        {0} makes for {1}, by the door {2}. | {0} va verso {1}, per la porta {2}.
events.played       {0} plays {1}. | {0} gioca {1}.
events.turned_back  {0} is turned back at {1}. | {0} deve tornare indietro a {1}.
events.walked       {0} walks from {1} to {2}. | {0} va da {1} a {2}.
events.caught       {0} is caught and put into {1}. | {0} finisce in {1}: preso.
events.left         {0} is out of the castle. | {0} è fuori dal castello.
events.all_out      Enough runners are out: the watch has failed. | La guardia ha fallito.
events.night_over   The night is over. | La notte è finita.
events.offered      {0} offers {1} {2} for {3}. | {0} offre a {1} {2} in cambio di {3}.
events.declined     {0} declines {1}'s offer. | {0} rifiuta lo scambio con {1}.
events.swapped      {0} gives {1}, {2} gives {3}. | {0} cede {1}, {2} cede {3}.
events.lapsed       {0}'s offer to {1} lapses. | Decade lo scambio che {0} proponeva a {1}.
headings.round      Round {0} | Turno {0}
headings.turn       {0} | {0}
choices.pick        move your piece {0} | muovi il tuo pezzo {0}
choices.stay        move nobody | non muovere nessuno
choices.use         use {0} | usa {0}
choices.make        show two cards for a tool: {0} | mostra due carte per un attrezzo: {0}
choices.let         play nothing | non giocare niente
choices.play        play {0} | gioca {0}
choices.to          to {0} | verso {0}
choices.offer       offer {0} {1} for {2} | offri a {0} {1} per {2}
choices.accept      accept {0}'s offer | accetta lo scambio di {0}
choices.decline     decline {0}'s offer | rifiuta lo scambio di {0}
prompts.pick        You have {0} points. Which piece moves? | Hai {0} punti. Quale pezzo si muove?
prompts.where       Where does {0} walk? | Dove va {0}?
prompts.door        {0} passes the door {1}. Do you play a card? | {0} passa da {1}. Giochi una carta?
waiting.pick        {0} is choosing a piece | {0} sceglie un pezzo
waiting.where       {0} is choosing where {1} walks | {0} sceglie dove va {1}
waiting.door        {0} {n:decides|decide} on the door {2} | {0} {n:decide|decidono} sulla porta {2}
kinds.turn          Your turn | Il tuo turno
kinds.to            Where to | Dove
offers.offer.name   Offer a swap | Proponi uno scambio
offers.offer.step1  To whom? | A chi?
offers.offer.step2  What do you give? | Che cosa dai?
offers.offer.step3  What do you want for it? | Che cosa vuoi in cambio?
"""

RULE_LINES = """
WA-1.1 Cards are taken from the deck, at most five in a hand; an empty deck is made of the pile.
     | Le carte si prendono dal mazzo, cinque in mano al massimo; finito il mazzo, si mescolano gli scarti.
WA-1.2 The warden begins each round; the runners follow in order.
     | Ogni turno comincia dal guardiano; seguono in ordine i fuggiaschi.
WA-2.1 Two dice give the points for one of the own pieces in the castle.
     | Due dadi danno i punti per un solo proprio pezzo nel castello.
WA-2.2 A place takes one point, a stair two, a door three; walls cannot be passed.
     | Un posto costa un punto, una scala due, una porta tre; i muri non si passano.
WA-2.3 Nobody stops where one of the own side stands; runners do not pass guards.
     | Non ci si ferma dove sta uno dei propri; i fuggiaschi non passano per le guardie.
WA-2.4 Nobody stops in a cell. | Nessuno si ferma in una cella.
WA-3.1 At a door all others may play a card at once; more alarms than hushes turn the runner back.
     | A una porta gli altri possono giocare insieme una carta; con più allarmi che silenzi non si passa.
WA-3.2 Cards come from the own hand. | Le carte vengono dalla propria mano.
WA-3.3 A card on offer, or laid at a door, is used for nothing else.
     | Una carta offerta, o giocata a una porta, non serve ad altro.
WA-3.4 A rope adds four points, up to twelve, a map gives new dice, each once a turn; so are badges shown.
     | Una corda dà quattro punti (massimo 12), una mappa altri dadi: una volta a turno, come le carte pari.
WA-4.1 A runner takes a tool from a chest, or for two badges alike, while there are tools.
     | Un fuggiasco prende un attrezzo da una cassa, o per due carte uguali, finché ce ne sono.
WA-4.2 A tool takes a runner out by a gate. | Con un attrezzo si esce da un cancello.
WA-4.3 A guard who stops at a runner's place catches it; it goes to its cell and may lose a tool.
     | Una guardia che si ferma su un fuggiasco lo prende: torna in cella e può perdere un attrezzo.
WA-5.1 In a runner's turn, runners who have cards may swap them.
     | Nel turno di un fuggiasco, i fuggiaschi che hanno carte possono scambiarle.
WA-5.2 Each makes one offer a turn; it lapses with the turn. | Ognuno fa un'offerta per turno; poi decade.
WA-5.3 Only a standing offer can be answered. | Si risponde soltanto a un'offerta ancora valida.
WA-6.1 The runners win with one out for each of them; otherwise the warden does when the night is over.
     | I fuggiaschi vincono se esce uno per ciascuno; altrimenti, finita la notte, vince il guardiano.
"""
GUARD = ("Guard {0}", "Guardia {0}")


def _piece_name(piece: int, lang: int) -> str:
    name, number = PIECES[piece].split("-")
    return GUARD[lang].format(number) if owner(piece) == 0 else f"{name.capitalize()} {number}"


def texts(lang: int) -> tuple[str, str]:
    """The word file and the rules file of a language, as TOML."""
    pairs = [line.split(maxsplit=1) for line in WORD_LINES.strip().splitlines()]
    words = {key: said.split(" | ")[lang] for key, said in pairs}
    for place, ident in enumerate(IDS):
        words[f"names.place.{ident}"] = f"{words[f'names.area.{AREAS[AREA[place]].id}']} {NUMBERS[place]}"
    for piece, ident in enumerate(PIECES):
        words[f"names.piece.{ident}"] = _piece_name(piece, lang)
    rules = [line.split(maxsplit=1) for line in RULE_LINES.strip().replace("\n     |", " |").splitlines()]
    return (
        "\n".join(f'{key} = "{said}"' for key, said in words.items()),
        "\n".join(f'"{rule}".text = "{said.split(" | ")[lang]}"' for rule, said in rules),
    )


FILES = ("words.en.toml", "rules.en.toml", "words.it.toml", "rules.it.toml")
TEXTS = dict(zip(FILES, texts(0) + texts(1), strict=True))


def _phrase(row: int) -> tuple[Any, ...]:
    verb, *_ = ACTIONS[row].split()
    if row < STAY:
        return (verb, row + 1)
    if USE <= row < MAKE:
        return (verb, row - USE)
    if MAKE <= row < LET:
        return (verb, BADGE + row - MAKE)
    if LET < row < TO:
        return (verb, row - LET + 1)
    if TO <= row < OFFER:
        return (verb, row - TO)
    if OFFER <= row < ACCEPT:
        return (verb, *SWAPS[row - OFFER])
    return (verb, 1 + (row - ACCEPT) % len(RUNNERS)) if row >= ACCEPT else (verb,)


WORDS = Words(
    text=TEXTS.__getitem__,
    langs=LANGS,
    names={"seat": SEATS, "card": CARDS, "place": IDS, "piece": PIECES},
    events={
        "drew": EventKind(("seat",), "WA-1.1", "mark", ("hand-{0}",)),
        "drew_card": EventKind(("card",), "WA-1.1", news=True, sign="card"),
        "reshuffled": EventKind((), "WA-1.1"),
        "round_begins": EventKind(("n",), "WA-1.2", heading="round", level=1, passing=True),
        "rolled": EventKind(("seat", "dice", "n"), "WA-2.1", "roll", news=True, heading="turn"),
        "picked": EventKind(("piece",), "WA-2.1", "mark", ("{0}",), echo=True, passing=True),
        "stayed": EventKind(("seat",), "WA-2.1", sign="pass"),
        "read_map": EventKind(("seat",), "WA-3.4", news=True, sign="card"),
        "used_rope": EventKind(("seat", "n"), "WA-3.4", news=True, sign="card"),
        "showed": EventKind(("seat", "card"), "WA-4.1", news=True, sign="card"),
        "took_tool": EventKind(("seat",), "WA-4.1", "mark", ("kit-{0}",), sign="load"),
        "lost_tool": EventKind(("seat",), "WA-4.3", "mark", ("kit-{0}",), sign="lost"),
        "heads": EventKind(("piece", "place", "place"), "WA-3.1", "mark", ("{0}", "{2}")),
        "played": EventKind(("seat", "card"), "WA-3.1", "mark", ("hand-{0}",), news=True, sign="alarm"),
        "turned_back": EventKind(("piece", "place"), "WA-3.1", "mark", ("{0}",), sign="shield"),
        "walked": EventKind(("piece", "place", "place", "place*"), "WA-2.2", "walk", ("{0}", "{3}")),
        "caught": EventKind(("piece", "place"), "WA-4.3", "mark", ("{0}",), sign="hit"),
        "left": EventKind(("piece", "seat"), "WA-4.2", "mark", ("kit-{1}",), sign="end"),
        "all_out": EventKind((), "WA-6.1", decides=("out",), sign="end"),
        "night_over": EventKind((), "WA-6.1", decides=("dawn",), sign="end"),
        "offered": EventKind(("seat", "seat", "card", "card"), "WA-5.2", news=True),
        "declined": EventKind(("seat", "seat"), "WA-5.3"),
        "swapped": EventKind(("seat", "card", "seat", "card"), "WA-5.3", news=True),
        "lapsed": EventKind(("seat", "seat"), "WA-5.2"),
    },
    asks={"pick": ("n",), "where": ("piece",), "door": ("piece", "place")},
    phrases=tuple(map(_phrase, range(len(ACTIONS)))),
    phrase_types={
        **dict.fromkeys(("stay", "let"), ()),
        **dict.fromkeys(("use", "make", "play"), ("card",)),
        **dict.fromkeys(("accept", "decline"), ("seat",)),
        "pick": ("n",),
        "to": ("place",),
        "offer": ("seat", "card", "card"),
    },
)


# The board

STEP = 40
SIZE = (WIDE * STEP, HIGH * STEP)
GROUND = {"room": "p-floor", "yard": "p-grass", "hall": "p-stone"}
LABELS = ("", "+", "=", "%", "$", ">", "#")
"""The sign of each kind of place."""
COLOURS = ("p-black", "p-red", "p-blue", "p-green", "p-purple", "p-rust")


def _walls(edition: int) -> str:
    found = [f"M0 0H{SIZE[0]}V{SIZE[1]}H0Z"]
    for place in range(PLACES):
        x, y = place % WIDE, place // WIDE
        if x < WIDE - 1 and place + 1 not in NEIGHBOURS[edition][place]:
            found.append(f"M{(x + 1) * STEP} {y * STEP}v{STEP}")
        if y < HIGH - 1 and place + WIDE not in NEIGHBOURS[edition][place]:
            found.append(f"M{x * STEP} {(y + 1) * STEP}h{STEP}")
    return f'<path class="p-battlement" stroke-width="4" d="{"".join(found)}"/>'


def _sprites() -> tuple[Sprite, ...]:
    pieces = [
        Sprite(
            ident,
            30,
            30,
            f'<circle class="{COLOURS[owner(n)]}" cx="15" cy="15" r="14"/>'
            f'<text class="p-figure p-light" x="15" y="20" font-size="14">{letters(n)}</text>',
        )
        for n, ident in enumerate(PIECES)
    ]
    card = '<rect class="p-card" x="1" y="1" width="28" height="38" rx="3"/>'
    back = '<rect class="p-back" x="1" y="1" width="28" height="38" rx="3"/>'
    tool = '<circle class="p-yellow" cx="12" cy="12" r="11"/>'
    named = [
        Sprite(
            f"card-{ident}",
            30,
            40,
            f'{card}<text class="p-text p-dark" x="15" y="24" font-size="9">{ident}</text>',
        )
        for ident in CARDS
    ]
    return (*pieces, *named, Sprite("back", 30, 40, back), Sprite("tool", 24, 24, tool))


def letters(piece: int) -> str:
    """A piece in two letters: G1, A2."""
    name, number = PIECES[piece].split("-")
    return name[0].upper() + number


def board(options: Options, lang: str) -> Board:
    edition = EDITIONS.index(options["edition"])
    kinds = WORDS.load(lang)["names"]["kind"]
    ground = "".join(
        f'<rect class="{GROUND[area.kind]}" x="{area.left * STEP}" y="{area.top * STEP}"'
        f' width="{area.wide * STEP}" height="{area.high * STEP}"/>'
        for area in AREAS
    )
    places = tuple(
        Place(
            IDS[place],
            place % WIDE * STEP + STEP // 2,
            place // WIDE * STEP + STEP // 2,
            "circle" if kind in (DOOR, GATE) else "square",
            AREAS[AREA[place]].id,
            WORDS.name("place", IDS[place], lang),
            LABELS[kind],
            tuple(IDS[other] for other in NEIGHBOURS[edition][place]),
            about=kinds[KINDS[kind]] if kind != PLAIN else "",
        )
        for place, kind in enumerate(KIND[edition])
    )
    groups = tuple(
        Group(
            area.id,
            WORDS.name("area", area.id, lang),
            (area.left * STEP, area.top * STEP, area.wide * STEP, area.high * STEP),
        )
        for area in AREAS
    )
    legend = tuple(
        LegendLine(f"{label} {kinds[kind]}")
        for label, kind in zip(LABELS, KINDS, strict=True)
        if kind != "plain"
    )
    return Board(SIZE, places, groups, (ground + _walls(edition),), _sprites(), legend=legend)


# The scene


def scene(view: View, lang: str) -> Scene:
    pieces = [
        Piece(
            ident,
            ident,
            f"kit-{SEATS[owner(PIECES.index(ident))]}" if place == "out" else place,
            WORDS.name("piece", ident, lang),
            letters(PIECES.index(ident)),
        )
        for ident, place in view["pieces"].items()
    ]
    trays = []
    for name, hand in view["hands"].items():
        titles = [f"{WORDS.name('seat', name, lang)}: {WORDS.term(kind, lang)}" for kind in ("hand", "kit")]
        own = isinstance(hand, list)
        trays += [Tray(f"hand-{name}", titles[0], cards=own), Tray(f"kit-{name}", titles[1])]
        pieces += _cards(name, hand, lang)
        pieces += [
            Piece(f"tool-{name}-{n}", "tool", f"kit-{name}", WORDS.term("tool", lang))
            for n in range(view["kit"][name])
        ]
    counts = {
        "round": f"{view['round']}/{view['rounds']}",
        "points": view["points"],
        "deck": view["deck"] if isinstance(view["deck"], int) else len(view["deck"]),
        "pile": sum(view["pile"].values()),
        "tools": view["tools"],
    }
    gauges = [Gauge(key, "", str(value), WORDS.term(key, lang)) for key, value in counts.items()]
    return Scene(tuple(pieces), tuple(trays), tuple(gauges), turn=view["turn"])


def _cards(name: str, hand: list[str] | int, lang: str) -> list[Piece]:
    tray = f"hand-{name}"
    if isinstance(hand, int):
        return [Piece(f"back-{name}-{n}", "back", tray, WORDS.term("back", lang)) for n in range(hand)]
    return [
        Piece(f"{card}-{name}-{hand[:n].count(card)}", f"card-{card}", tray, WORDS.name("card", card, lang))
        for n, card in enumerate(hand)
    ]


def click_targets(view: View, action: Action) -> tuple[str, ...]:
    row, seat = row_of(action), SEATS.index(view["viewer"])
    if row < STAY:
        return (PIECES[own(seat)[row]],)
    if TO <= row < OFFER:
        return (IDS[row - TO],)
    if USE <= row < MAKE:
        return (f"{CARDS[row - USE]}-{view['viewer']}-0",)
    if MAKE <= row < LET:
        return (f"{BADGES[row - MAKE]}-{view['viewer']}-0",)
    if LET < row < TO:
        return (f"{CARDS[row - LET + 1]}-{view['viewer']}-0",)
    if OFFER <= row < ACCEPT:
        return (f"{CARDS[SWAPS[row - OFFER][1]]}-{view['viewer']}-0",)
    if row >= ACCEPT:
        return (f"hand-{RUNNERS[(row - ACCEPT) % len(RUNNERS)]}",)
    return ()


def subjects(ask: Ask) -> tuple[str, ...]:
    if ask[0] == "where":
        return (PIECES[ask[2]],)
    return (PIECES[ask[2]], IDS[ask[3]]) if ask[0] == "door" else ()


def weight(view: View, action: Action) -> str:  # noqa: ARG001
    return "quiet" if row_of(action) in (STAY, LET) else "main"


def kind(view: View, action: Action) -> str:  # noqa: ARG001
    row = row_of(action)
    if row >= OFFER:
        return ""
    return "to" if row >= TO else "turn"


def wording(view: View, action: Action | None, lang: str) -> str:
    """An offer is accepted by what it gives and takes."""
    if action is None or not ACCEPT <= row_of(action) < DECLINE:
        return ""
    sender = RUNNERS[row_of(action) - ACCEPT]
    _, give, want = view["offers"][sender]
    names = (WORDS.name("card", card, lang) for card in (give, want))
    return WORDS.term("accept", lang).format(WORDS.name("seat", sender, lang), *names)


def notes(view: View, actions: Sequence[Action], lang: str) -> list[str]:  # noqa: ARG001
    """What it costs to walk to a place, in points."""
    ask = view["ask"]
    if ask is None or ask[0] != "where" or not any(TO <= row_of(action) < OFFER for action in actions):
        return [""] * len(actions)
    cost = walks(_walking(view), ask[2], ask[3])
    return [str(cost[row_of(action) - TO]) if TO <= row_of(action) < OFFER else "" for action in actions]


def _walking(view: View) -> Any:
    """The state as far as walking goes: nothing hidden is in it."""
    hands = dict.fromkeys(view["hands"], ())
    made = dict.fromkeys(view["hands"], 0)
    return load({**view, "hands": hands, "deck": (), "made": made, "offers": {}})
