"""Models that say what a script tells them, served on 127.0.0.1 in the two dialects that the real clients speak.

A script is a sequence of ``Say``: one for each answer the client asks for, in order; a function of the request where several
threads of one client ask (see ``by_thread``). A step may be such a function too: it answers what the model was just sent
(see ``last_result``), as a model that follows a hint does. What the client sent is kept in
``requests``, so that a test can assert what a model would have been shown. Nothing here ever leaves the machine.
"""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from inspect import GEN_CREATED, getgeneratorstate
from typing import Any, ClassVar

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call. ``space`` is Codex's namespace of an MCP tool, ``free`` marks a Codex tool that takes plain text."""

    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    space: str | None = None
    free: str | None = None


@dataclass(frozen=True, slots=True)
class Say:
    """One answer of the model: words, readable thinking, tool calls, in this order: thinking, words, calls.

    ``used`` is how many tokens the model says it read: many make a client compact. Any other ``status`` than 200 is an error
    of the service, without all of that.
    """

    text: str = ""
    calls: Sequence[Call] = ()
    thinking: str = ""
    used: int = 900
    status: int = 200


Step = Say | Callable[[Json], Say]
Script = Iterable[Step] | Callable[[Json], Say]


def by_thread(main: Iterable[Say], inner: Iterable[Say], is_inner: Callable[[Json], bool]) -> Callable[[Json], Say]:
    """Two scripts for one client: that of its subagent for the requests that ``is_inner`` knows, else that of the session."""
    scripts = {False: iter(main), True: iter(inner)}
    return lambda body: next(scripts[is_inner(body)], Say("done"))


class ScriptedModel(ThreadingHTTPServer):
    """The server: hands out the script's answers in order, then ``"done"``."""

    daemon_threads = True

    def __init__(self, script: Script, dialect: type[Dialect]) -> None:
        super().__init__(("127.0.0.1", 0), dialect)
        self.requests: list[Json] = []
        self.run = secrets.token_hex(4)  # ids have to differ between runs: clients look old ones up
        steps = None if callable(script) else iter(script)
        self._answer = script if callable(script) else lambda body: _say(next(steps, Say("done")), body)
        self._lock = threading.Lock()

    @property
    def url(self) -> str:
        """The address of the server, without a path."""
        return f"http://127.0.0.1:{self.server_port}"

    def next_answer(self, body: Json) -> tuple[int, Say]:
        """Remember a request and say what to answer; the number is that of the request, from 1."""
        with self._lock:
            self.requests.append(body)
            return len(self.requests), self._answer(body)

    def last_tool_result(self) -> str:
        """The words of the last tool result that the model was sent.

        Raises:
            LookupError: no request held one.
        """
        results = self.tool_results()
        if not results:
            raise LookupError("no tool result was sent")
        return results[-1]

    def tool_results(self) -> list[str]:
        """The words of every tool result that the model was sent, in the order in which they came first."""
        found: dict[str, str] = {}
        for body in self.requests:
            for call_id, words in _tool_results(body):
                found.setdefault(call_id, words)
        return list(found.values())

    def handle_error(self, *_: Any) -> None:
        """Clients reset idle connections when they end; that is no error."""


def last_result(body: Json) -> str:
    """The words of the last tool result in one request, empty without one."""
    return next((words for _, words in reversed(list(_tool_results(body)))), "")


def conversation(talk: Generator[Call, str, None]) -> Callable[[Json], Say]:
    """A script out of a generator that yields calls and gets back what the model was sent for each."""

    def answer(body: Json) -> Say:
        try:
            return Say(calls=[next(talk) if getgeneratorstate(talk) == GEN_CREATED else talk.send(last_result(body))])
        except StopIteration:
            return Say("Read.")

    return answer


def _say(step: Step, body: Json) -> Say:
    return step if isinstance(step, Say) else step(body)


def _tool_results(body: Json) -> Iterator[tuple[str, str]]:
    """The call and the words of every tool result in one request, in either dialect."""
    for item in body.get("input", []):
        if item.get("type") in {"function_call_output", "custom_tool_call_output"}:
            yield item["call_id"], _words(item["output"])
    for message in body.get("messages", []):
        blocks = message["content"] if isinstance(message["content"], list) else []
        yield from (
            (block["tool_use_id"], _words(block["content"])) for block in blocks if block["type"] == "tool_result"
        )


def _words(content: Any) -> str:
    return content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)


class Dialect(BaseHTTPRequestHandler):
    """What both dialects share: read a JSON body, answer JSON or a stream of server-sent events."""

    protocol_version = "HTTP/1.1"
    server: ScriptedModel
    path_end: ClassVar[str]

    def do_POST(self) -> None:
        """Answer a question to the model; every other address is unknown."""
        body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or b"{}")
        if not self.path.partition("?")[0].endswith(self.path_end):
            return self.send_json({"error": {"message": "not served"}}, 404)
        if self.is_aside(body):
            return self.answer(0, Say('{"title": "scripted"}'), body)
        number, say = self.server.next_answer(body)
        if say.status != 200:
            error = {"type": "server_error", "code": "server_error", "message": "scripted: no answer now"}
            return self.send_json({"type": "error", "error": error}, say.status)
        return self.answer(number, say, body)

    def do_GET(self) -> None:
        """Nothing to fetch: lists of models and the like stay unknown."""
        self.send_json({"error": {"message": "not served"}}, 404)

    def do_HEAD(self) -> None:
        """Reachability check of a client."""
        self.send_bytes(b"", "text/plain")

    def is_aside(self, body: Json) -> bool:
        """Say whether the request is one beside the session (a title, a summary of a folder)."""
        raise NotImplementedError

    def answer(self, number: int, say: Say, body: Json) -> None:
        """Answer in the dialect."""
        raise NotImplementedError

    def send_json(self, value: Json, status: int = 200) -> None:
        """Send one JSON value."""
        self.send_bytes(json.dumps(value).encode(), "application/json", status)

    def send_events(self, events: Iterable[Json]) -> None:
        """Send server-sent events, each named by its ``type``."""
        text = "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)
        self.send_bytes(text.encode(), "text/event-stream")

    def send_bytes(self, content: bytes, kind: str, status: int = 200) -> None:
        """Send a whole answer."""
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        """Keep the test's output clean."""


class OpenAIResponses(Dialect):
    """``POST /v1/responses`` as Codex uses it."""

    path_end = "/responses"

    def is_aside(self, body: Json) -> bool:
        """The terminal interface asks for a thread title with a schema of its own."""
        schema = (body.get("text") or {}).get("format", {}).get("schema", {})
        return list(schema.get("properties", {})) == ["title"]

    def answer(self, number: int, say: Say, body: Json) -> None:
        """Stream the items of one response."""
        response = {"id": f"resp_{self.server.run}{number:03d}", "object": "response"}
        items = list(self._items(f"{self.server.run}{number:03d}", say))
        usage = {"input_tokens": say.used, "output_tokens": 20, "total_tokens": say.used + 20}
        self.send_events(
            [
                {"type": "response.created", "response": {**response, "status": "in_progress", "output": []}},
                *self._item_events(items),
                {
                    "type": "response.completed",
                    "response": {**response, "status": "completed", "output": items, "usage": usage},
                },
            ]
        )

    @staticmethod
    def _item_events(items: Sequence[Json]) -> Iterator[Json]:
        for index, item in enumerate(items):
            yield {"type": "response.output_item.added", "output_index": index, "item": item}
            yield {"type": "response.output_item.done", "output_index": index, "item": item}

    @staticmethod
    def _items(key: str, say: Say) -> Iterator[Json]:
        if say.thinking:
            summary = [{"type": "summary_text", "text": say.thinking}]
            yield {"type": "reasoning", "id": f"rs_{key}", "summary": summary}
        if say.text:
            content = [{"type": "output_text", "text": say.text, "annotations": []}]
            message = {"type": "message", "id": f"msg_{key}", "role": "assistant", "status": "completed"}
            yield {**message, "content": content}
        for position, call in enumerate(say.calls):
            end = f"{key}{position:02d}"
            common = {"id": f"fc_{end}", "call_id": f"call_{end}", "name": call.name, "status": "completed"}
            if call.free is not None:
                yield {"type": "custom_tool_call", **common, "input": call.free}
                continue
            space = {} if call.space is None else {"namespace": call.space}
            yield {"type": "function_call", **common, **space, "arguments": json.dumps(call.arguments)}


class AnthropicMessages(Dialect):
    """``POST /v1/messages`` as Claude Code uses it."""

    path_end = "/messages"

    def is_aside(self, body: Json) -> bool:
        """Only a request with tools belongs to the session."""
        return not body.get("tools")

    def answer(self, number: int, say: Say, body: Json) -> None:
        """Stream the blocks of one message, or send it whole where no stream was asked for."""
        key = f"{self.server.run}{number:03d}"
        blocks = list(self._blocks(key, say))
        reason = "tool_use" if say.calls else "end_turn"
        usage = {"input_tokens": say.used, "output_tokens": 20}
        message = {
            "id": f"msg_{key}",
            "type": "message",
            "role": "assistant",
            "model": body.get("model", "scripted"),
            "stop_sequence": None,
            "usage": usage,
        }
        if not body.get("stream"):
            return self.send_json({**message, "content": blocks, "stop_reason": reason})
        end = {"stop_reason": reason, "stop_sequence": None}
        return self.send_events(
            [
                {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}},
                *(event for index, block in enumerate(blocks) for event in self._block_events(index, block)),
                {"type": "message_delta", "delta": end, "usage": {"output_tokens": 20}},
                {"type": "message_stop"},
            ]
        )

    @staticmethod
    def _blocks(key: str, say: Say) -> Iterator[Json]:
        if say.thinking:
            yield {"type": "thinking", "thinking": say.thinking, "signature": ""}
        if say.text:
            yield {"type": "text", "text": say.text}
        for position, call in enumerate(say.calls):
            yield {
                "type": "tool_use",
                "id": f"toolu_{key}{position:02d}",
                "name": call.name,
                "input": dict(call.arguments),
            }

    @staticmethod
    def _block_events(index: int, block: Json) -> Iterator[Json]:
        kind = block["type"]
        key, delta = {"thinking": ("thinking", "thinking_delta"), "text": ("text", "text_delta")}.get(
            kind, ("input", "input_json_delta")
        )
        empty: Any = {} if key == "input" else ""
        yield {"type": "content_block_start", "index": index, "content_block": {**block, key: empty}}
        part = {"partial_json": json.dumps(block["input"])} if key == "input" else {key: block[key]}
        yield {"type": "content_block_delta", "index": index, "delta": {"type": delta, **part}}
        yield {"type": "content_block_stop", "index": index}


@contextmanager
def serving(script: Script, dialect: type[Dialect]) -> Iterator[ScriptedModel]:
    """Serve a script for the time of the block, on a free port of the loopback interface."""
    model = ScriptedModel(script, dialect)
    thread = threading.Thread(target=model.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield model
    finally:
        model.shutdown()
        thread.join()
        model.server_close()
