"""The tables of docs/protocol.md, made from all files of messages: their types, docstrings and comments on fields."""

import ast
import inspect
import io
import tokenize
from collections.abc import Iterable, Iterator
from functools import cache

import msgspec
from msgspec import Struct
from msgspec import inspect as types

from millefiori.server.messages import (
    daily,
    duplicates,
    events,
    facts,
    games,
    hall,
    house,
    notices,
    players,
    position,
    requests,
    talk,
    wishes,
    words,
)
from millefiori.server.messages.requests import Request
from millefiori.server.reviews import messages as reviews
from millefiori.server.teaching import analysis_messages as analysis
from millefiori.server.teaching import messages as lessons
from millefiori.server.teaching import puzzle_messages as puzzles
from millefiori.server.teaching import why

FILES = (
    requests,
    games,
    events,
    position,
    words,
    talk,
    players,
    hall,
    notices,
    wishes,
    lessons,
    why,
    reviews,
    puzzles,
    analysis,
    daily,
    duplicates,
    house,
    facts,
)
"""In the order in which somebody would like to read them."""
Comments = dict[str, str]
"""The comment on each field in the source, by the name of the field."""


def protocol_tables() -> str:
    """Every message and part of a message, in the order of `FILES`, as Markdown."""
    return "\n".join(_section(kind) for kind in structs())


@cache
def structs() -> list[type[Struct]]:
    """All structs that are sent; a bare base class never is."""
    names = [file.__name__ for file in FILES]
    found = [
        value
        for file in FILES
        for value in vars(file).values()
        if inspect.isclass(value) and issubclass(value, Struct)
        if value.__module__ == file.__name__ or value.__module__ not in names  # each where it is defined
    ]
    return [kind for kind in dict.fromkeys(found) if kind.__struct_fields__ or kind.__struct_config__.tag]


def _section(kind: type[Struct]) -> str:
    comments = comments_of(kind)
    lines = [f"### {kind.__name__}", "", f"{inspect.getdoc(kind)} *{_sender(kind)}*", ""]
    lines += ["| field | type | meaning |", "| --- | --- | --- |"]
    if tag := kind.__struct_config__.tag:
        lines.append(f"| `type` | `{_json(tag)}` | |")
    for field in fields_of(kind):
        meaning = f"{comments[field.name]} |" if field.name in comments else "|"
        lines.append(f"| `{field.encode_name}` | {_field_words(field)} | {meaning}")
    if kind.__struct_config__.omit_defaults:
        lines += ["", "A field that has its default is left out."]
    return "\n".join(lines) + "\n"


# --- Who sends it


def _sender(kind: type[Struct]) -> str:
    """Known from the struct itself: socket messages have a tag, and requests forbid unknown fields."""
    if issubclass(kind, Request):
        return "From the client, over the socket."
    if kind.__struct_config__.tag:
        return "From the server, over the socket."
    if users := [user for user in structs() if kind in _parts(user)]:
        return f"Part of {', '.join(_link(user) for user in users)}."
    if kind.__struct_config__.forbid_unknown_fields:
        return "From the client, as the body of a request."
    return "From the server, as the body of an answer."


def _parts(kind: type[Struct]) -> set[type]:
    """The structs that its fields refer to."""
    parts = (part for field in fields_of(kind) for part in parts_of(field.type))
    return {part.cls for part in parts if isinstance(part, types.StructType)}


def parts_of(shape: types.Type) -> Iterator[types.Type]:
    """A type and its parts, without the fields of structs."""
    yield shape
    match shape:
        case types.ListType(item_type=item):
            yield from parts_of(item)
        case types.TupleType(item_types=items):
            for item in items:
                yield from parts_of(item)
        case types.DictType(value_type=value):
            yield from parts_of(value)
        case types.UnionType(types=several):
            for one in several:
                yield from parts_of(one)


# --- Types in words


def fields_of(kind: type[Struct]) -> Iterable[types.Field]:
    """The fields of a struct with their types."""
    shape = types.type_info(kind)
    assert isinstance(shape, types.StructType)
    return shape.fields


def _field_words(field: types.Field) -> str:
    if field.required:
        return _words(field.type)
    default = [] if field.default is msgspec.NODEFAULT else field.default
    return f"{_words(field.type)}; default `{_json(default)}`"


def _words(shape: types.Type) -> str:
    """A type in words that fit any language: the wire is JSON."""
    match shape:
        case types.StructType(cls=kind):
            return _link(kind)
        case types.IntType(ge=least, le=most):
            return f"integer{_range(least, most)}"
        case types.StrType(min_length=least, max_length=most):
            return f"string{_range(least, most, 'characters')}"
        case types.ListType(item_type=item, min_length=least, max_length=most):
            return f"list of {_words(item)}{_range(least or None, most, 'entries')}"
        case types.TupleType(item_types=items):
            return f"[{', '.join(_words(item) for item in items)}]"
        case types.DictType(value_type=value):
            return f"object of {_words(value)}"
        case types.UnionType(types=several):
            return " or ".join(_words(one) for one in several)
        case types.LiteralType(values=values):
            return ", ".join(f"`{_json(value)}`" for value in values)
    plain = {
        types.BoolType: "boolean",
        types.FloatType: "number",
        types.NoneType: "null",
        types.AnyType: "any value",
    }
    return plain[type(shape)]


def _range(least: int | None, most: int | None, unit: str = "") -> str:
    words = f" {unit}" if unit else ""
    if least is not None and most is not None:
        return f", {least} to {most}{words}"
    if most is not None:
        return f", at most {most}{words}"
    return f", at least {least}{words}" if least is not None else ""


def _link(kind: type) -> str:
    return f"[{kind.__name__}](#{kind.__name__.lower()})"


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


# --- Comments


def comments_of(kind: type[Struct]) -> Comments:
    """The comments on the fields of a struct."""
    source = inspect.getsource(kind)
    comments = {
        token.start[0]: token.string.removeprefix("#").strip()
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    }
    (body,) = ast.parse(source).body
    assert isinstance(body, ast.ClassDef)
    return {
        node.target.id: comments[node.lineno]
        for node in body.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.lineno in comments
    }
