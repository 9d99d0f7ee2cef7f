"""Golden playthroughs: everything a game says and shows, row by row, for a reader and for `git diff`.

`make golden` rewrites them. Views are printed whole at the start and the end, and as changes between;
what a seat sees is told where it differs from what the arbiter sees. A question's sentence is printed when
it is asked for the first time.
"""

import json
from collections import Counter
from itertools import groupby

import garrison
from garrison.lab.bench import sample_policy
from support import paths

FOLDER = paths.GOLDEN
GAMES = {
    "itter-published-beginner": ("itter", 18, {"difficulty": "beginner"}),
    "itter-published-veteran": ("itter", 34, {"difficulty": "veteran"}),
    "itter-published-elite": ("itter", 34, {"difficulty": "elite"}),
    "itter-published-competitive": ("itter", 14, {"difficulty": "competitive"}),
    "itter-playtest-normal": ("itter", 16, {"edition": "playtest", "difficulty": "normal"}),
    "itter-playtest-veteran": ("itter", 14, {"edition": "playtest", "difficulty": "veteran"}),
    "itter-playtest-elite": ("itter", 18, {"edition": "playtest", "difficulty": "elite"}),
    "siege-average-1": ("siege", 10, {"castle": "average", "difficulty": "1"}),
    "siege-powerful-3": ("siege", 36, {"castle": "powerful", "difficulty": "3"}),
}
PLAIN = ("agenda", "ask", "box")
"""Keys whose changes follow from others, or are printed anyway."""


def changes(old, new, path=""):
    """Where two views differ, a line each; lists as what left and what came."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted({*old, *new}, key=str):
            yield from changes(old.get(key), new.get(key), f"{path}.{key}" if path else str(key))
    elif names(old) and names(new) and sorted(old) != sorted(new):
        left, came = Counter(old) - Counter(new), Counter(new) - Counter(old)
        yield f"{path}:{counted('-', left)}{counted('+', came)}"
    elif old != new:
        yield f"{path}: {compact(old)} -> {compact(new)}"


def names(value):
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def counted(sign, things):
    return "".join(f" {sign}{thing}" if n == 1 else f" {sign}{n} {thing}" for thing, n in things.items())


def compact(value):
    if isinstance(value, list) and len(value) > 8:
        return f"[{len(value)} cards, top {value[0]}]"
    return json.dumps(value, ensure_ascii=False)


def show(view):
    for key, value in view.items():
        yield f"  {key}: {json.dumps(value, ensure_ascii=False)}"


def grouped(listed):
    """Notations, those with the same first word together: `place nt2 | nt3`."""
    for verb, same in groupby(listed, key=lambda notation: notation.partition(" ")[0]):
        yield f"{verb} {' | '.join(notation.partition(' ')[2] for notation in same)}".rstrip()


def views(match):
    return match.view(), {name: match.view(seat) for seat, name in enumerate(match.seats)}


def telling(match, event):
    """An event with its ids, whom it is told if not all, and its sentence."""
    named = [name for seat, name in enumerate(match.seats) if event[0] >> seat & 1]
    to = "" if event[0] == -1 else f" (only {', '.join(named)})"
    kind, *arguments = match.game.tell.plain(event)
    return f"  * {kind} {json.dumps(arguments)}{to} {match.game.tell.sentence(event, 'en')}"


def playthrough(game, seed, options):
    match = garrison.new(game, seed=seed, **options)
    arbiter, seen = views(match)
    yield f"{game} seed {seed} {json.dumps(match.options)}"
    yield "arbiter's view:"
    yield from show(arbiter)
    for name, view in seen.items():
        yield f"{name}'s view, where it differs:"
        yield from (f"  {line}" for line in changes(arbiter, view))
    yield from (telling(match, event) for event in match.events(0))
    asked = set()
    while match.ask is not None:
        seat, actions = match.awaited[0], match.legal()
        chosen = sample_policy(match.game)(match.view(seat), actions)
        prompt = "" if match.ask[0] in asked else f" {match.game.tell.prompt(match.ask, 'en')}"
        asked.add(match.ask[0])
        yield f"row {len(match.rows)} ask {json.dumps(match.ask)}{prompt}"
        listed = [match.write(action) for action in actions]
        odds = {match.write(action): match.odds(action) for action in actions if match.odds(action)}
        yield f"  legal {len(listed)}: {'; '.join(grouped(listed))}"
        if odds:
            yield "  odds " + "; ".join(f"{do} {hits}/{cases}" for do, (hits, cases) in odds.items())
        events = match.play(chosen)
        sentence = match.game.tell.choice(chosen, "en")
        said = "" if sentence.lower() == match.write(chosen) else f" = {sentence}"
        yield f"  {match.seats[seat]} > {match.write(chosen)}{said}"
        yield from (f"  | {label} {numbers}" for label, numbers in match.rows[-1].draws)
        yield from (telling(match, event) for event in events)
        before, saw = arbiter, seen
        arbiter, seen = views(match)
        changed = [line for line in changes(before, arbiter) if not line.startswith(PLAIN)]
        yield from (f"  ~ {line}" for line in changed)
        hidden = {}
        for name, view in seen.items():
            for line in changes(saw[name], view):
                if line not in changed and not line.startswith(PLAIN):
                    hidden.setdefault(line, []).append(name)
        yield from (f"  ~ {' and '.join(names)}: {line}" for line, names in hidden.items())
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
