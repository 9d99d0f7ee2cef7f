"""Golden playthroughs: everything a game says and shows, row by row, for a reader and for `git diff`.

`make golden` writes them anew. Views are printed whole at the start and the end, and as changes between.
"""

import json
from pathlib import Path

import garrison
from garrison.core import words

FOLDER = Path(__file__).parent / "golden"
GAMES = {
    "itter-published-beginner": ("itter", 18, {"difficulty": "beginner"}),
    "itter-published-veteran": ("itter", 34, {"difficulty": "veteran"}),
    "itter-published-elite": ("itter", 34, {"difficulty": "elite"}),
}


def changes(old, new, path=""):
    """Where two views differ, a line each; lists as what left and what came."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted({*old, *new}, key=str):
            yield from changes(old.get(key), new.get(key), f"{path}.{key}" if path else str(key))
    elif old != new:
        yield f"{path}: {compact(old)} -> {compact(new)}"


def compact(value):
    if isinstance(value, list) and len(value) > 8:
        return f"[{len(value)} cards, top {value[0]}]"
    return json.dumps(value, ensure_ascii=False)


def show(view):
    for key, value in view.items():
        yield f"  {key}: {json.dumps(value, ensure_ascii=False)}"


def playthrough(game, seed, options):
    match = garrison.new(game, seed=seed, **options)
    arbiter, seat = match.view(), match.view(0)
    yield f"{game} seed {seed} {json.dumps(match.options)}"
    yield "arbiter's view:"
    yield from show(arbiter)
    yield "defender's view, where it differs:"
    yield from (f"  {line}" for line in changes(arbiter, seat))
    yield from (f"  {words.sentence(match.game, event, 'en')}" for event in match.events(0))
    while match.ask is not None:
        actions = match.legal()
        chosen = match.game.sensible(match, actions)
        yield f"row {len(match.rows)} ask {json.dumps(match.ask)} {words.prompt(match.game, match.ask, 'en')}"
        listed = [match.write(action) for action in actions]
        odds = {match.write(action): match.odds(action) for action in actions if match.odds(action)}
        yield f"  legal {len(listed)}: {'; '.join(listed)}"
        if odds:
            yield "  odds " + "; ".join(f"{do} {hits}/{cases}" for do, (hits, cases) in odds.items())
        events = match.play(chosen)
        yield f"  > {match.write(chosen)} = {words.choice(match.game, chosen, 'en')}"
        yield from (f"  | {label} {numbers}" for label, numbers in match.rows[-1].draws)
        for event in events:
            yield f"  * {event[1]} {json.dumps(event[2:])} {words.sentence(match.game, event, 'en')}"
        after, seen = match.view(), match.view(0)
        yield from (f"  ~ {line}" for line in changes(arbiter, after) if not line.startswith("agenda"))
        hidden = [line for line in changes(seat, seen) if line not in set(changes(arbiter, after))]
        yield from (f"  ~ defender sees {line}" for line in hidden)
        arbiter, seat = after, seen
    yield "arbiter's view at the end:"
    yield from show(match.view())
    yield match.record().splitlines()[-1]


def text(name):
    game, seed, options = GAMES[name]
    return "\n".join(playthrough(game, seed, options)) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in GAMES:
        (FOLDER / f"{each}.txt").write_text(text(each), "utf-8")
        print(f"{each}: {(FOLDER / f'{each}.txt').stat().st_size:,} bytes")
