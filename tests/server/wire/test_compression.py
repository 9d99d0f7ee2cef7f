"""Frames are compressed with the previous frame as context."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory, PerMessageDeflate
from websockets.frames import Frame
from websockets.sync.client import ClientConnection

from support.table.server import Talking, Wire, forked


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    home: Path = tmp_path_factory.mktemp("packing") / "home"
    with forked(home) as server:
        yield Wire(server.url)


def talk(wire: Wire, **offer: int | bool) -> tuple[Talking, str]:
    """A connection of a player who offers packing like this, and the token."""
    match, (token, *_) = wire.new()
    factory = ClientPerMessageDeflateFactory(client_max_window_bits=True, **offer)
    return wire.talk(match, compression=None, extensions=[factory]), token


def window(socket: ClientConnection) -> int:
    """How many bits of what was sent the server remembers."""
    (extension,) = socket.protocol.extensions
    assert isinstance(extension, PerMessageDeflate)
    return extension.remote_max_window_bits


def test_the_next_frame_takes_few_bytes(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    talking, token = talk(wire)
    sizes: list[tuple[int, int]] = []
    decode = PerMessageDeflate.decode

    def noted(self: PerMessageDeflate, frame: Frame, **how: int | None) -> Frame:
        unpacked = decode(self, frame, **how)
        sizes.append((len(frame.data), len(unpacked.data)))
        return unpacked

    monkeypatch.setattr(PerMessageDeflate, "decode", noted)
    with talking:
        assert window(talking.socket) == 15
        talking.say({"hello": {"token": token, "lang": "en", "have": 0}})
        talking.hear()
        for number in range(4):
            first = talking.frame["scene"]["choices"][0]["do"]
            assert talking.do(first, str(number))["done"] == str(number)
    frames = [(packed, plain) for packed, plain in sizes if plain > 2000]
    assert len(frames) == 5
    for packed, plain in frames[1:]:
        assert packed < plain / 10


def test_a_client_with_little_memory_is_heeded(wire: Wire) -> None:
    talking, token = talk(wire, server_max_window_bits=9)
    with talking:
        assert window(talking.socket) == 9
        talking.say({"hello": {"token": token, "lang": "it", "have": 0}})
        assert talking.hear()["frame"]["n"] == 1


def test_nobody_has_to_unpack(wire: Wire) -> None:
    match, (token, *_) = wire.new()
    with wire.talk(match, compression=None) as talking:
        assert talking.socket.protocol.extensions == []
        talking.say({"hello": {"token": token, "lang": "en", "have": 0}})
        assert talking.hear()["frame"]["n"] == 1
