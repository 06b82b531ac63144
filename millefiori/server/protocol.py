"""The tables of docs/protocol.md, made from `messages`: its types, its docstrings, the comments behind its fields."""

import ast
import inspect
import io
import tokenize
from collections.abc import Iterable, Iterator
from functools import cache

import msgspec
from msgspec import Struct
from msgspec import inspect as types

from millefiori.server import messages
from millefiori.server.messages import Request

Comments = dict[str, str]
"""What stands behind a field in the source, by the name of the field."""


def protocol_tables() -> str:
    """Every message and every part of one, in the order of the source, as Markdown."""
    return "\n".join(_section(kind) for kind in _kinds())


@cache
def _kinds() -> list[type[Struct]]:
    """All structs with fields; a base class alone is never sent."""
    found = [value for value in vars(messages).values() if inspect.isclass(value) and issubclass(value, Struct)]
    return [kind for kind in found if kind.__struct_fields__]


def _section(kind: type[Struct]) -> str:
    comments = _comments(kind)
    lines = [f"### {kind.__name__}", "", f"{inspect.getdoc(kind)} *{_sender(kind)}*", ""]
    lines += ["| field | type | meaning |", "| --- | --- | --- |"]
    if tag := kind.__struct_config__.tag:
        lines.append(f"| `type` | `{_json(tag)}` | |")
    for field in _fields(kind):
        meaning = f"{comments[field.name]} |" if field.name in comments else "|"
        lines.append(f"| `{field.encode_name}` | {_field_words(field)} | {meaning}")
    if kind.__struct_config__.omit_defaults:
        lines += ["", "A field that has its default is left out."]
    return "\n".join(lines) + "\n"


# --- Who sends it


def _sender(kind: type[Struct]) -> str:
    """Told by the struct itself: messages of the socket have a tag, and what comes from outside is checked strictly."""
    if issubclass(kind, Request):
        return "From the client, over the socket."
    if kind.__struct_config__.tag:
        return "From the server, over the socket."
    if users := [user for user in _kinds() if kind in _parts(user)]:
        return f"Part of {', '.join(_link(user) for user in users)}."
    if kind.__struct_config__.forbid_unknown_fields:
        return "From the client, as the body of a request."
    return "From the server, as the body of an answer."


def _parts(kind: type[Struct]) -> set[type]:
    """The structs that are named by its fields."""
    return {part.cls for field in _fields(kind) for part in _within(field.type) if isinstance(part, types.StructType)}


def _within(told: types.Type) -> Iterator[types.Type]:
    """A type and what it is made of; a struct's own fields are not looked into."""
    yield told
    match told:
        case types.ListType(item_type=item):
            yield from _within(item)
        case types.DictType(value_type=value):
            yield from _within(value)
        case types.UnionType(types=several):
            for one in several:
                yield from _within(one)


# --- Types in words


def _fields(kind: type[Struct]) -> Iterable[types.Field]:
    told = types.type_info(kind)
    assert isinstance(told, types.StructType)
    return told.fields


def _field_words(field: types.Field) -> str:
    if field.required:
        return _words(field.type)
    default = [] if field.default is msgspec.NODEFAULT else field.default
    return f"{_words(field.type)}; default `{_json(default)}`"


def _words(told: types.Type) -> str:
    """A type as any language has it: the wire is JSON."""
    match told:
        case types.StructType(cls=kind):
            return _link(kind)
        case types.IntType(ge=least, le=most):
            return f"integer{_range(least, most)}"
        case types.StrType(min_length=least, max_length=most):
            return f"string{_range(least, most, 'characters')}"
        case types.ListType(item_type=item, min_length=least, max_length=most):
            return f"list of {_words(item)}{_range(least or None, most, 'entries')}"
        case types.DictType(value_type=value):
            return f"object of {_words(value)}"
        case types.UnionType(types=several):
            return " or ".join(_words(one) for one in several)
    plain = {
        types.BoolType: "boolean",
        types.FloatType: "number",
        types.NoneType: "null",
        types.AnyType: "any value",
    }
    return plain[type(told)]


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


def _comments(kind: type[Struct]) -> Comments:
    """The comments behind the fields of a struct."""
    source = inspect.getsource(kind)
    told = {
        token.start[0]: token.string.removeprefix("#").strip()
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    }
    (body,) = ast.parse(source).body
    assert isinstance(body, ast.ClassDef)
    return {
        node.target.id: told[node.lineno]
        for node in body.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.lineno in told
    }
