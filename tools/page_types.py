"""TypeScript types for the page, made from `messages`: `tsc` checks the page against them (`make docs`)."""

import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec import inspect as types

from tools.protocol import comments_of, fields_of, structs

FILE = Path("millefiori/server/static/core/messages.d.ts")
HEADING = "/** Every message between page and server. Made from the server's messages by `make docs`: do not edit. */\n"


def declarations() -> str:
    """All structs as TypeScript interfaces, in the order of the source."""
    return HEADING + "".join(f"\n{declaration}\n" for declaration in map(_interface, structs()))


def _interface(kind: type[Struct]) -> str:
    summary = (kind.__doc__ or "").strip().split("\n")[0]
    return "\n".join([f"/** {summary} */", f"export interface {kind.__name__} {{", *_members(kind), "}"])


def _members(kind: type[Struct]) -> Iterator[str]:
    config, comments = kind.__struct_config__, comments_of(kind)
    if config.tag is not None:
        yield f'  {config.tag_field}: "{config.tag}";'
    may_be_absent = config.omit_defaults or config.forbid_unknown_fields  # what has a default need not be sent
    for field in fields_of(kind):
        mark = "" if field.required or not may_be_absent else "?"
        comment = f" // {comments[field.name]}" if field.name in comments else ""
        yield f"  {field.encode_name}{mark}: {_type(field.type)};{comment}"


def _type(shape: types.Type) -> str:
    match shape:
        case types.StructType(cls=kind):
            return kind.__name__
        case types.ListType(item_type=item):
            inner = _type(item)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case types.TupleType(item_types=items):
            return f"[{', '.join(map(_type, items))}]"
        case types.DictType(value_type=value):
            return f"Record<string, {_type(value)}>"
        case types.UnionType(types=several):
            return " | ".join(map(_type, several))
        case types.LiteralType(values=values):
            return " | ".join(msgspec.json.encode(value).decode() for value in values)
    plain = {
        types.BoolType: "boolean",
        types.IntType: "number",
        types.FloatType: "number",
        types.StrType: "string",
        types.NoneType: "null",
        types.AnyType: "any",
    }
    return plain[type(shape)]


def main() -> None:
    """Write the file, or with --check compare it."""
    if "--check" not in sys.argv:
        FILE.write_text(declarations(), encoding="utf-8")
    elif FILE.read_text(encoding="utf-8") != declarations():
        sys.exit(f"{FILE} is not current: run `make docs`")


if __name__ == "__main__":
    main()
