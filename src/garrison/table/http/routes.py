"""The table over HTTP. What each address takes and gives is in docs/protocol.md."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Query, Request
from starlette.responses import PlainTextResponse, Response

import garrison
from garrison.core import record, registry
from garrison.core.dice import KeyedDice
from garrison.core.errors import Damaged
from garrison.core.limits import (
    BODY_BYTES,
    IMPORT_BYTES,
    IMPORT_SECONDS,
    LOG_FRAMES,
    MATCH_ROWS,
    MATCHES_AN_HOUR,
    TRANSFER_SECONDS,
)
from garrison.core.match import Match
from garrison.core.resignation import may_draw, sides
from garrison.core.show.perspective import Perspective
from garrison.core.show.words import LANGS
from garrison.core.state import SPECTATOR, Seat
from garrison.table import rate_limit
from garrison.table.background.metrics import CONNECTIONS, ROOMS
from garrison.table.background.process_pool import ProcessPool, TooSlow
from garrison.table.context import Context
from garrison.table.http import boards, game_info, lesson_info, match_info, pages, pictures
from garrison.table.http.openapi import described
from garrison.table.http.pages import Web
from garrison.table.http.readiness import Readiness
from garrison.table.http.request import language, read_body, request_key, token
from garrison.table.messages import Again, Carrying, Lesson, NewMatch, Origin, Taking, body, encode
from garrison.table.refusals import (
    ADDRESS,
    CLOCK,
    ENDED,
    MESSAGE,
    NO_FRAME,
    NO_ID,
    NO_KEY,
    NO_PAGE,
    NO_TERMS,
    NOT_OVER,
    NOT_YOURS,
    RUSH,
    SEATS,
    STORY,
    TOKEN,
    TOO_SLOW,
    TableRefusal,
)
from garrison.table.session import seat_access, table_view, transfer
from garrison.table.session.lobby import Lobby
from garrison.table.session.pool import ID_BYTES, SessionPool, new_id
from garrison.table.session.session import Session
from garrison.table.store.clock import now
from garrison.table.store.models import FRIEND, MATCH_ID, Plan, SeatHolder, Terms
from garrison.table.store.store import Store

_FIRST = Query(1, alias="from", ge=1, le=MATCH_ROWS)
ANY = "new"
"""In the address of an import: let the table choose the match's id."""


def json_response(value: Any, status: int = 200) -> Response:
    return Response(encode(value), status, media_type=pages.JSON)


def router(context: Context) -> APIRouter:
    """All addresses."""
    found = APIRouter()
    _match_routes(found, context)
    _record_routes(found, context)
    _moment_routes(found, context)
    web = Web()
    _book_routes(found, context, web)
    _status_routes(found, context)
    _page_routes(found, web)
    return found


def _check_new_match(request: Request, context: Context) -> None:
    """Check that an address may start one more match; raises TableRefusal."""
    address = rate_limit.counted(request.scope, proxied=context.proxied)
    if context.matches.crowded(address):
        raise TableRefusal(RUSH)
    if not context.matches.take(address):
        raise TableRefusal(ADDRESS, most=MATCHES_AN_HOUR)


# Matches


def _match_routes(at: APIRouter, context: Context) -> None:
    sessions = context.sessions

    @at.post("/api/matches", status_code=201, **described("new"))
    async def new(request: Request) -> Response:
        content = await read_body(request, BODY_BYTES)
        wanted, key = body(content, NewMatch), request_key(request, content)
        lang = wanted.lang or language(request)
        _check_new_match(request, context)
        agreed = wanted.clock or wanted.least or wanted.name
        if wanted.origin is not None:
            if wanted.seats is not None or agreed:
                raise TableRefusal(NO_TERMS)
            return await _create_from_moment(sessions, wanted.origin, token(request), lang, key)
        if wanted.again is not None:
            if wanted.seats is not None or agreed:
                raise TableRefusal(MESSAGE, reason="a match played again keeps its seats and terms")
            return await _create_again(sessions, wanted.again, token(request), lang, key)
        game = game_info.game(wanted.game)
        options = registry.settle(game, wanted.options)
        if wanted.seats is None and agreed:
            raise TableRefusal(SEATS, seats=", ".join(game.seats(options)))
        secret = os.urandom(32)
        if wanted.seats is not None:
            return await _create_gathering(sessions, Plan(game, options, secret), wanted, lang, key)
        made = Match(game, options, KeyedDice(secret, os.urandom(8).hex()))
        return await _create_own(sessions, made, lang, key)

    @at.post("/api/matches/{ident}/seat", **described("seat"))
    async def take(request: Request, ident: str) -> Response:
        content = await read_body(request, BODY_BYTES)
        wanted, key = body(content, Taking), request_key(request, content)
        own, lang = seat_access.token_for(key, f"{ident}/seat"), language(request)

        async def taken() -> dict[str, str]:
            try:
                async with sessions.enter(ident, token(request), invited=True) as (session, seat):
                    await Lobby(session, sessions.executor).take(seat, wanted.name, own)
                    return _taken(session, seat, own, lang)
            except TableRefusal as error:
                if error.reason != TOKEN:
                    raise
            async with sessions.enter(ident, own) as (session, seat):  # this request took it, unconfirmed
                return _taken(session, seat, own, lang)

        return json_response(await sessions.retry(taken))

    @at.post("/api/matches/{ident}/transfer", status_code=201, **described("transfer"))
    async def offer(request: Request, ident: str) -> Response:
        wanted = body(await read_body(request, BODY_BYTES), Carrying)

        async def offered() -> dict[str, str]:
            async with sessions.enter(ident, token(request)) as (session, seat):
                until = now() + 1000 * TRANSFER_SECONDS
                secret = await transfer.offer(session, sessions.executor, seat, wanted.tokens, until)
                return {"transfer": secret, "until": match_info.when(until // 1000)}

        return json_response(await sessions.retry(offered), 201)

    @at.post("/api/matches/{ident}/transfer/redeem", **described("redeem"))
    async def redeem(request: Request, ident: str) -> Response:
        secret, content = token(request), await read_body(request, BODY_BYTES)
        key, lang = request_key(request, content) or seat_access.new_token(), language(request)

        async def redeemed() -> dict[str, Any]:
            carried = await transfer.redeem(sessions, ident, secret, key)
            async with sessions.open(ident) as session:
                return _carried(session, carried, lang)

        return json_response(await sessions.retry(redeemed))

    @at.get("/api/matches/{ident}", **described("match"))
    async def about(request: Request, ident: str) -> Response:
        lang = language(request)
        async with sessions.enter(ident, token(request), invited=True) as (session, seat):
            return json_response(await asyncio.to_thread(_about, session, seat, lang))

    @at.delete("/api/matches/{ident}", status_code=204, **described("delete"))
    async def delete(request: Request, ident: str) -> Response:
        await sessions.delete(ident, token(request))
        return Response(status_code=204)


def _taken(session: Session, seat: Seat, own: str, lang: str) -> dict[str, str]:
    """The answer to a friend who has taken a seat."""
    return {**game_info.seats(session.game, session.seats, lang)[seat], "token": own}


def _carried(session: Session, tokens: Sequence[str], lang: str) -> dict[str, Any]:
    """The answer to a device that seats were carried to: those that are still what they were."""
    found = {holder.seat: each for each, holder in transfer.holders(session, tokens)}
    watch = found.pop(SPECTATOR, None)
    return {
        "seats": [_taken(session, seat, own, lang) for seat, own in sorted(found.items())],
        "watch": watch,
    }


async def _create(
    sessions: SessionPool,
    plan: Plan | Match,
    seated: tuple[dict[Seat, SeatHolder], dict[Seat, str]],
    lang: str,
    key: str,
    ident: str = "",
    **about: Any,
) -> Response:
    """Store a new match and answer its creator: the tokens of the seats, and the promise of the dice.

    A request made again under its key, as after a lost answer, finds the match it has already made.
    """
    holders, tokens = seated
    if key and not ident:
        ident = seat_access.derived(key, "match", ID_BYTES).hex()
    ident = await sessions.create(plan, holders, ident, **about)
    promise = plan.promise if isinstance(plan, Plan) else match_info.dice(plan)["sha256"]
    if key:
        async with sessions.open(ident) as session:
            promise = table_view.dice(session.stored)["sha256"]
    names = game_info.seats(plan.game, plan.game.seats(plan.options), lang)
    seats = [
        {**each, "kind": holders[seat].kind, "token": tokens.get(seat)} for seat, each in enumerate(names)
    ]
    return json_response(
        {"id": ident, "seats": seats, "watch": tokens[SPECTATOR], "dice": {"sha256": promise}}, 201
    )


async def _create_own(
    sessions: SessionPool, match: Match, lang: str, key: str = "", ident: str = "", **about: Any
) -> Response:
    """Store a new match all of whose seats belong to its creator."""
    seated = seat_access.creators_seats(match.seats, now(), key)
    return await _create(sessions, match, seated, lang, key, ident, **about)


async def _create_gathering(
    sessions: SessionPool, plan: Plan, wanted: NewMatch, lang: str, key: str = ""
) -> Response:
    """Store a match that begins once all invited players have come."""
    clock = wanted.clock
    if clock is not None and (clock.move is None) == (clock.bank is None):
        raise TableRefusal(CLOCK)
    terms = Terms(least=wanted.least, pace=wanted.pace, lang=lang)
    if clock is not None:
        terms = replace(terms, move=clock.move, bank=clock.bank, add=clock.add)
    names = plan.game.seats(plan.options)
    seated = seat_access.requested_seats(plan.game, names, wanted.seats or {}, wanted.name, key)
    return await _create(sessions, plan, seated, lang, key, terms=terms)


async def _create_from_moment(
    sessions: SessionPool, origin: Origin, opens: str, lang: str, key: str = ""
) -> Response:
    """A new match from a moment of another, with new dice.

    While that one is running, whatever its player cannot see is dealt again: nobody can look ahead this way.
    """
    async with sessions.enter(origin.match, opens) as (session, own):
        seat = _viewer(session, own, origin.seat)
        new = await asyncio.to_thread(_from_moment, session, seat, origin.n)
    return await _create_own(sessions, new, lang, key, origin={"match": origin.match, "n": origin.n})


async def _create_again(
    sessions: SessionPool, wanted: Again, opens: str, lang: str, key: str = ""
) -> Response:
    """A finished match once more, with the same options, terms, people and bots, and with new dice.

    The others are told in the old match, where their tokens are their invitations to the new one.
    """
    ident = seat_access.derived(key, "match", ID_BYTES).hex() if key else new_id()
    async with sessions.enter(wanted.match, opens) as (session, seat):
        seat_access.check_seated(session.holder(seat))
        game, people = _over(session).game, session.stored.people
        shift = int(wanted.swap)
        seated = seat_access.seats_again(people, seat, shift, key)
        options, terms = registry.settle(game, session.options), replace(session.stored.terms, lang=lang)
    made = await _create(sessions, Plan(game, options, os.urandom(32)), seated, lang, key, ident, terms=terms)
    places = {old.seat: (old.seat + shift) % len(people) for old in people}
    if invited := {old: new for old, new in places.items() if seated[0][new].kind == FRIEND}:
        with suppress(TableRefusal):  # it is in the log, and the new match can invite them as well
            await sessions.act(
                wanted.match, lambda old: Lobby(old, sessions.executor).announce_again(seat, ident, invited)
            )
    return made


def _from_moment(session: Session, seat: Seat, n: int) -> Match:
    match = session.match
    then = match.at(_row(session, seat, n))
    if then.over:
        raise TableRefusal(ENDED)
    start = then.view() if match.over else then.sampled(seat, KeyedDice(os.urandom(32), "sample"))
    dice = KeyedDice(os.urandom(32), os.urandom(8).hex())
    return Match(match.game, match.options, dice, start, match.rules)


def _about(session: Session, seat: Seat, lang: str) -> dict[str, Any]:
    stored, match, game = session.stored, session.stored.match, session.game
    eyes = SPECTATOR if seat_access.is_invitation(session.holder(seat)) else seat
    perspective = None if match is None else session.perspective(eyes)
    return {
        "id": session.id,
        "game": game.id,
        "title": game.title(lang),
        **game_info.language(game, lang),
        "options": session.options,
        "option_names": match_info.option_names(game, session.options, lang),
        "rules": game.rules if match is None else match.rules,
        "seats": [table_view.seat_info(session, holder, lang) for holder in stored.people],
        "awaited": [] if match is None else [session.name(each) for each in match.who(eyes)],
        "seat": session.name(seat),
        "kind": session.holder(seat).kind,
        "secret": game.kind.hidden,
        "sides": [[session.name(each) for each in side] for side in sides(game, session.options)],
        "may_draw": may_draw(game, session.options),
        "bots": game_info.bots(game),
        "begun": session.begun,
        "terms": table_view.terms(stored.terms),
        "n": 0 if perspective is None else perspective.count,
        "over": match is not None and match.over,
        "result": None if perspective is None else perspective.ending(lang),
        "created": match_info.when(stored.created // 1000),
        "changed": match_info.when(session.last_change(eyes) // 1000),
        "board": boards.name(game, session.options, lang),
        "dice": table_view.dice(stored),
        "origin": stored.origin,
        "imported": stored.imported,
    }


def _viewer(session: Session, own: Seat, name: str) -> Seat:
    """The perspective asked for; other than one's own only once the game is over; raises TableRefusal."""
    wanted = match_info.viewer_named(session.match, name) if name else own
    if wanted != own and not session.match.over:
        raise TableRefusal(NOT_YOURS)
    return wanted


def _row(session: Session, seat: Seat, n: int) -> int:
    """The row a frame shows; raises TableRefusal."""
    rows = session.perspective(seat).rows
    if not 1 <= n <= len(rows):
        raise TableRefusal(NO_FRAME, n=n, last=len(rows))
    return rows[n - 1]


def _over(session: Session) -> Match:
    """A match that is over; raises TableRefusal."""
    if not session.match.over:
        raise TableRefusal(NOT_OVER)
    return session.match


# Records


def _record_routes(at: APIRouter, context: Context) -> None:
    sessions = context.sessions

    @at.get("/api/matches/{ident}/record", **described("record"))
    async def export(request: Request, ident: str) -> Response:
        async with (
            context.long_answers.turn(request),
            sessions.enter(ident, token(request)) as (session, seat),
        ):
            match = session.match
            over = match.over
            if over:
                text = await asyncio.to_thread(match.record)
            else:
                perspective, lang = session.perspective(seat), language(request)
                text = await asyncio.to_thread(lambda: match_info.story(match, perspective, lang))
        name = f"{match.game.id}-{ident}{'' if over else '-frames'}.txt"
        return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})

    @at.post("/api/matches/{ident}/record", status_code=201, **described("import"))
    async def imported(request: Request, ident: str) -> Response:
        if ident != ANY and not re.fullmatch(MATCH_ID, ident):
            raise TableRefusal(NO_ID)
        _check_new_match(request, context)
        content = await read_body(request, IMPORT_BYTES)
        wanted, key = "" if ident == ANY else ident, request_key(request, content)
        match = await _read_record(content, context.readers)
        return await _create_own(sessions, match, language(request), key, wanted, imported=True)

    @at.get("/api/matches/{ident}/draws", **described("draws"))
    async def draws(request: Request, ident: str) -> Response:
        async with context.long_answers.turn(request), sessions.enter(ident, token(request)) as (session, _):
            match = _over(session)
            return await asyncio.to_thread(lambda: json_response({"rows": record.wanted(match)}))

    @at.post("/api/matches/{ident}/verify", **described("verify"))
    async def verify(request: Request, ident: str) -> Response:
        async with context.long_answers.turn(request), sessions.enter(ident, token(request)) as (session, _):
            if _over(session).key is None:
                raise TableRefusal(NO_KEY)
            verdict = await asyncio.to_thread(_verified, session.match)
            return json_response({"ok": verdict.ok, "rows": verdict.rows, "draws": verdict.draws})

    @at.get("/api/matches/{ident}/report", **described("report"))
    async def report(request: Request, ident: str) -> Response:
        async with (
            context.long_answers.turn(request),
            sessions.enter(ident, token(request)) as (session, seat),
        ):
            match, lang = _over(session), language(request)
            return await asyncio.to_thread(lambda: json_response(match_info.report(match, seat, lang)))


def _verified(match: Match) -> record.Verdict:
    return record.verify(record.parse(match.record()))


async def _read_record(content: bytes, workers: ProcessPool) -> Match:
    """The match of a record. A worker process plays it first, because it may be malicious."""
    try:
        text = content.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise Damaged("the record is not UTF-8 text") from error
    text = text.removeprefix("\ufeff")
    if text.startswith(match_info.STORY):
        raise TableRefusal(STORY)
    text += "" if text.endswith("\n") else "\n"
    try:
        await workers.run("read", text, seconds=IMPORT_SECONDS)
    except TooSlow as error:
        raise TableRefusal(TOO_SLOW) from error
    return await asyncio.to_thread(lambda: record.replay(record.parse(text)))


# Moments


def _moment_routes(at: APIRouter, context: Context) -> None:
    sessions = context.sessions

    @at.get("/api/matches/{ident}/frames/{n}", **described("frame"))
    async def frame(request: Request, ident: str, n: int, seat: str = "") -> Response:
        lang = language(request)
        async with (
            context.long_answers.turn(request),
            sessions.enter(ident, token(request)) as (session, own),
        ):
            return await asyncio.to_thread(_past_frame, session, _viewer(session, own, seat), n, lang)

    @at.get("/api/matches/{ident}/log", **described("log"))
    async def log(request: Request, ident: str, seat: str = "", first: int = _FIRST) -> Response:
        lang = language(request)
        async with (
            context.long_answers.turn(request),
            sessions.enter(ident, token(request)) as (session, own),
        ):
            perspective = session.perspective(_viewer(session, own, seat))
            return await asyncio.to_thread(lambda: json_response(_log(perspective, lang, first)))


def _log(perspective: Perspective, lang: str, first: int) -> dict[str, Any]:
    """The frames from one on, as many as fit into an answer, and the number of the newest."""
    return {"frames": perspective.log(lang, first - 1, LOG_FRAMES), "n": perspective.count}


def _past_frame(session: Session, seat: Seat, n: int, lang: str) -> Response:
    _row(session, seat, n)
    return json_response(session.frame_data(session.perspective(seat).look_back(n, lang), lang))


# Games, boards, words


def _book_routes(at: APIRouter, context: Context, web: Web) -> None:
    known: dict[tuple[str, ...], pages.Content] = {}
    drawing = asyncio.Lock()  # requests at the same time would draw the same pictures

    def once(key: tuple[str, ...], make: Callable[[], Any]) -> pages.Content:
        """Content that never changes while the server runs, made when first needed."""
        if key not in known:
            known[key] = pages.content(encode(make()))
        return known[key]

    @at.get("/api/games", **described("games"))
    async def games(request: Request) -> Response:
        lang = language(request)
        return pages.answer(request, once(("games", lang), lambda: game_info.games(lang)))

    @at.get("/api/games/{ident}/rules", **described("rules"))
    async def rules(request: Request, ident: str, edition: str = "") -> Response:
        lang, game = language(request), game_info.game(ident)
        registry.settle(game, {"edition": edition} if edition else {})
        make = once(("rules", ident, edition, lang), lambda: game_info.rules(game, edition, lang))
        return pages.answer(request, make)

    @at.get("/api/games/{ident}/notes", **described("notes"))
    async def notes(request: Request, ident: str) -> Response:
        lang, game = language(request), game_info.game(ident)
        return pages.answer(request, once(("notes", ident, lang), lambda: game_info.notes(game, lang)))

    @at.get("/api/games/{ident}/lessons", **described("lessons"))
    async def lessons(request: Request, ident: str) -> Response:
        lang, game = language(request), game_info.game(ident)
        return pages.answer(request, once(("lessons", ident, lang), lambda: lesson_info.lessons(game, lang)))

    @at.post("/api/games/{ident}/lessons/{lesson}", **described("lesson"))
    async def take_lesson(request: Request, ident: str, lesson: str) -> Response:
        lang, game = language(request), game_info.game(ident)
        found = lesson_info.find(game, lesson)
        async with context.long_answers.turn(request) as content:
            wanted = body(content, Lesson)
            return await asyncio.to_thread(lambda: json_response(lesson_info.progress(found, wanted, lang)))

    @at.get("/api/boards/{name}", **described("board"))
    async def board(request: Request, name: str) -> Response:
        if ("board", name) not in known:
            found = boards.find(name)
            if found is None:
                raise TableRefusal(NO_PAGE)
            known["board", name] = pages.content(found)
        return pages.answer(request, known["board", name], pages.FOR_GOOD)

    @at.get("/api/pictures/{name}", **described("picture"))
    async def picture(request: Request, name: str) -> Response:
        async with drawing:
            if ("picture", name) not in known:
                found = await asyncio.to_thread(pictures.find, name)
                if found is None:
                    raise TableRefusal(NO_PAGE)
                known["picture", name] = pages.content(found, pages.KINDS[".svg"])
        return pages.answer(request, known["picture", name], pages.FOR_GOOD)

    @at.get("/api/words/{lang}", **described("words"))
    async def words(request: Request, lang: str) -> Response:
        if lang not in LANGS:
            raise TableRefusal(NO_PAGE)
        return pages.answer(request, web.words(lang))


# The server


def _status_routes(at: APIRouter, context: Context) -> None:
    @at.get("/healthz", **described("health"))
    async def health() -> Response:
        return json_response({"ok": True, "version": garrison.__version__})

    readiness = Readiness(context.executor)

    @at.get("/readyz", **described("ready"))
    async def ready() -> Response:
        await readiness.check()
        return json_response({"ok": True})

    @at.get("/metrics", **described("metrics"))
    async def metrics(request: Request) -> Response:
        if not rate_limit.local(request.scope):
            raise TableRefusal(NO_PAGE)
        stored = await context.executor.run(Store.counts)
        context.metrics.set(ROOMS, len(context.sessions))
        context.metrics.set(CONNECTIONS, sum(len(session.outboxes) for session in context.sessions))
        return PlainTextResponse(context.metrics.text(stored["matches"], stored["jobs"]))


# Pages


def _page_routes(at: APIRouter, web: Web) -> None:
    @at.get("/web/{name:path}", include_in_schema=False)
    async def file(request: Request, name: str) -> Response:
        version, below = pages.split(name)
        return pages.answer(request, web.file(below), web.kept(version, below))

    @at.get("/favicon.ico", include_in_schema=False)
    async def icon(request: Request) -> Response:
        return pages.answer(request, web.file("favicon.svg"))

    @at.get("/", include_in_schema=False)
    async def home(request: Request) -> Response:
        return pages.answer(request, web.page("home"))

    async def page(request: Request, ident: str) -> Response:  # noqa: ARG001
        name = request.url.path.split("/")[1]
        return pages.answer(request, web.page(name))

    for name in pages.PAGES:
        if name != "home":
            at.get(f"/{name}/{{ident}}", include_in_schema=False)(page)
