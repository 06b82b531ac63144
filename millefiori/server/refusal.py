"""A request that the server refuses."""


class Refusal(ValueError):
    """A request that is refused; `code` is for programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
