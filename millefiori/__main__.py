"""`millefiori`, `python -m millefiori`."""

import sys


def main() -> None:
    """Run the command line, or say what it needs."""
    try:
        import click  # noqa: F401
    except ModuleNotFoundError:
        sys.exit("The command line needs the package click: pip install 'millefiori[cli]'")
    from millefiori.cli import cli

    cli(prog_name="millefiori")


if __name__ == "__main__":
    main()
