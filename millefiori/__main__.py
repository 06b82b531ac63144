"""`millefiori`, `python -m millefiori`."""

from millefiori.cli.main import cli


def main() -> None:
    """Run the command line."""
    cli(prog_name="millefiori")


if __name__ == "__main__":
    main()
