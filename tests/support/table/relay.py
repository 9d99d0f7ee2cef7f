"""A TCP relay before a server: it loses an answer, such as that to a COMMIT, or cuts everybody off."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress

CHUNK = 65_536
COMMIT = b"COMMIT"


class Relay:
    """Passes everything on, at a port of its own, until it is told to lose something.

    `away` is what it answers to everybody while the server is away, if anything.
    """

    def __init__(self, port: int, away: bytes = b"") -> None:
        self._to, self._away_answer = port, away
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._lock = threading.Lock()
        self._open: set[socket.socket] = set()
        self._losing: tuple[bytes, bytes, bytes] | None = None
        self._answer = b""
        self._then_away = False
        self._leaving = b""
        self._away = False
        self.lost = 0
        """Answers that were lost."""
        threading.Thread(target=self._accept, daemon=True).start()

    def lose_commit(self, mark: bytes, *, then_away: bool = False) -> None:
        """Lose the answer to the next COMMIT of a transaction with this text in it, once it is committed.

        With `then_away` nobody reaches the server any more afterwards.
        """
        self._then_away = then_away
        self.lose_answer(COMMIT, COMMIT, after=mark)

    def lose_answer(self, question: bytes, answer: bytes, after: bytes = b"") -> None:
        """Lose the answer to a question of a connection that has said `after`, both known by these texts."""
        self._losing = (after, question, answer)

    def go_away(self) -> None:
        """Cut all connections; new ones are cut as well."""
        with self._lock:
            self._away = True
            found = list(self._open)
        for each in found:
            _cut(each)

    def go_away_at(self, mark: bytes) -> None:
        """Go away as soon as somebody sends a text with this in it, which does not arrive."""
        self._leaving = mark

    def come_back(self) -> None:
        self._away = False

    def close(self) -> None:
        self._listening.close()
        self.go_away()

    def _accept(self) -> None:
        with suppress(OSError):  # it is closed
            while True:
                client, _ = self._listening.accept()
                threading.Thread(target=self._pass_on, args=(client,), daemon=True).start()

    def _pass_on(self, client: socket.socket) -> None:
        if self._away:
            with client, suppress(OSError):
                if self._away_answer:
                    client.recv(CHUNK)
                    client.sendall(self._away_answer)
            return
        server = socket.create_connection(("127.0.0.1", self._to))
        with self._lock:
            self._open |= {client, server}
        losing = threading.Event()
        back = threading.Thread(target=self._answers, args=(client, server, losing), daemon=True)
        with client, server, suppress(OSError):
            back.start()
            self._questions(client, server, losing)
        with self._lock:
            self._open -= {client, server}

    def _questions(self, client: socket.socket, server: socket.socket, losing: threading.Event) -> None:
        marked = False
        while asked := client.recv(CHUNK):
            if self._leaving and self._leaving in asked:
                self._leaving = b""
                self.go_away()
                break
            if self._losing is not None:
                after, question, self._answer = self._losing
                marked = marked or after in asked
                if marked and question in asked:
                    self._losing = None
                    losing.set()
            server.sendall(asked)
        _cut(server)

    def _answers(self, client: socket.socket, server: socket.socket, losing: threading.Event) -> None:
        with suppress(OSError):
            while told := server.recv(CHUNK):
                if losing.is_set() and self._answer in told:
                    self.lost += 1
                    if self._then_away:
                        self.go_away()
                    break
                client.sendall(told)
        _cut(client)
        _cut(server)


def _cut(found: socket.socket) -> None:
    with suppress(OSError):
        found.shutdown(socket.SHUT_RDWR)
