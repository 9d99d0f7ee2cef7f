"""The files that browsers load: pages, scripts, styles. Each is read, hashed and compressed once."""

from __future__ import annotations

import gzip
import hashlib
import re
import tomllib
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath

from starlette.requests import Request
from starlette.responses import Response

from garrison.table.messages import encode
from garrison.table.refusals import NO_PAGE, TableRefusal

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
}
ELSEWHERE = {"paint.css": ("garrison.core", "paint.css")}
"""Files of the web folder that live in another package."""
PAGES = {
    name: f"pages/{name}.html" for name in ("home", "match", "join", "transfer", "replay", "rules", "notes")
}
PAGES["learn"] = PAGES["match"]
"""A lesson is played on the page of a match."""
CHECK = "no-cache"
FOR_GOOD = "max-age=31536000, immutable"
WORTH_PACKING = 500
JSON = "application/json"
_VERSION = re.compile(r"v-[0-9a-f]{12}")
_COMMENTS = {
    ".js": re.compile(rb"/\*\*(?!/)(?:(?!\*/).)*\*/|(?<=\n) *// [^\n]*", re.DOTALL),
    ".css": re.compile(rb"/\*(?:(?!\*/).)*\*/", re.DOTALL),
}
_INDENT = re.compile(rb"^ +", re.MULTILINE)


def bare(name: str, body: bytes) -> bytes:
    """A file without comments and indentation, more than a quarter of what is fetched; its lines stay."""
    comment = _COMMENTS.get(PurePosixPath(name).suffix)
    if comment is None:
        return body
    return _INDENT.sub(b"", comment.sub(lambda found: b"\n" * found[0].count(b"\n"), body))


@dataclass(frozen=True, slots=True)
class Content:
    """Static content, ready to be sent."""

    body: bytes
    packed: bytes
    kind: str
    tag: str


def content(body: bytes, kind: str = JSON) -> Content:
    """Bytes with their hash and their compressed form."""
    packed = gzip.compress(body, 9, mtime=0) if len(body) >= WORTH_PACKING else b""
    return Content(body, packed, kind, f'"{hashlib.sha256(body).hexdigest()[:32]}"')


def answer(request: Request, found: Content, keep: str = CHECK) -> Response:
    """The content, compressed if the client accepts that, or the answer that it is not modified."""
    headers = {"Cache-Control": keep}
    if keep == CHECK:  # nobody asks again for what is kept for good
        headers["ETag"] = found.tag
    known = [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]
    if found.tag in known:
        return Response(status_code=304, headers=headers)
    if found.packed and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(found.packed, headers=headers, media_type=found.kind)
    return Response(found.body, headers=headers, media_type=found.kind)


def split(name: str) -> tuple[str, str]:
    """A path as its version, if it has one, and the path below."""
    version, _, below = name.partition("/")
    return (version, below) if _VERSION.fullmatch(version) else ("", name)


class Web:
    """The files of the web folder, by path. A file that has changed is read again.

    Pages name their files under a version, a hash of all files: there a browser keeps them without asking
    again, and as imports are relative, everything that a script loads is found under it too.
    """

    def __init__(self) -> None:
        self._folder = files("garrison.table").joinpath("web")
        self._read: dict[str, tuple[bytes, Content]] = {}
        self._pages: dict[str, tuple[bytes, Content]] = {}
        self._versioned: dict[str, bytes] = {}
        self._version = ""
        self._look()

    def page(self, name: str) -> Content:
        """A page by its name, with the present version in the addresses of its files."""
        self._look()
        body = self._versioned[PAGES[name]].replace(b'"/web/', f'"/web/{self._version}/'.encode())
        known = self._pages.get(name)
        if known is None or known[0] != body:
            known = self._pages[name] = (body, content(body, KINDS[".html"]))
        return known[1]

    def kept(self, version: str, name: str) -> str:
        """How long a browser may keep a file that was just read: for good under the version it belongs to.

        A page from before an update may still load scripts by its own version: it gets the present ones,
        but not for good.
        """
        same = version == self._version and self._versioned.get(name) == self._read[name][0]
        return FOR_GOOD if same else CHECK

    def file(self, name: str) -> Content:
        """A file by its path below the folder; raises TableRefusal. Only listed names are ever opened."""
        found = self._find(name)
        kind = KINDS.get(PurePosixPath(name).suffix)
        if found is None or kind is None:
            raise TableRefusal(NO_PAGE)
        body = found.read_bytes()
        known = self._read.get(name)
        if known is None or known[0] != body:
            known = self._read[name] = (body, content(bare(name, body), kind))
        return known[1]

    def words(self, lang: str) -> Content:
        """The client's own words in a language."""
        body = files("garrison.table").joinpath(f"words.{lang}.toml").read_bytes()
        known = self._read.get(lang)
        if known is None or known[0] != body:
            known = self._read[lang] = (body, content(encode(tomllib.loads(body.decode()))))
        return known[1]

    def _look(self) -> None:
        """Read all files; if anything has changed they have a new version."""
        found = {
            name: files(package).joinpath(file).read_bytes() for name, (package, file) in ELSEWHERE.items()
        }
        folders = [("", self._folder)]
        while folders:
            path, folder = folders.pop()
            for each in folder.iterdir():
                if each.is_dir():
                    folders.append((f"{path}{each.name}/", each))
                else:
                    found[path + each.name] = each.read_bytes()
        if found != self._versioned:
            whole = hashlib.sha256()
            for name, body in sorted(found.items()):
                whole.update(f"{name} {len(body)} ".encode() + body)
            self._versioned, self._version = found, f"v-{whole.hexdigest()[:12]}"

    def _find(self, name: str) -> Traversable | None:
        if name in ELSEWHERE:
            package, file = ELSEWHERE[name]
            return files(package).joinpath(file)
        found = self._folder
        for part in name.split("/"):
            inside = found.iterdir() if found.is_dir() else ()
            match = next((each for each in inside if each.name == part), None)
            if match is None:
                return None
            found = match
        return found if found.is_file() else None
