"""How a rule becomes a part of the rules that call it: it is translated once, and optimised where it is used.

Numba makes a complete program of every compiled function: it optimises it with all that it calls and makes machine code
of everything, again at each level of calls. But Python calls only a few of our rules. The others need not run by
themselves, so their code waits in a library of its own kind until it is linked into a rule that Python calls. That more
than halves the first compilation.
"""

from typing import Any, ClassVar

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


class Part(JITCodeLibrary):
    """The code of a rule that only other compiled code calls: as it was translated."""

    def _optimize_final_module(self) -> None:
        """Not yet: whoever it is linked into is optimised as a whole."""

    def _finalize_final_module(self) -> None:
        """Nobody calls it by its address, so no machine code is made."""
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """There is no address."""
        self._ensure_finalized()  # type: ignore[no-untyped-call]
        return 0

    @property
    def codegen(self) -> Any:
        """Numba asks it to `set_env`, and nothing else."""
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """Tell machine code where its Python objects are. Rules have none."""


class WholePart(Part):
    """A part that is optimised at once with all that it calls."""

    def _optimize_final_module(self) -> None:
        JITCodeLibrary._optimize_final_module(self)  # type: ignore[no-untyped-call]


class PartCompiler(Compiler):
    """Numba's compiler, except that the result is a part."""

    kind: ClassVar[type[Part]] = Part

    def compile_extra(self, function: Any) -> Any:
        """Compile a function into a new part."""
        self.state.library = self.kind(self.state.targetctx.codegen(), function.__qualname__)
        return super().compile_extra(function)  # type: ignore[no-untyped-call]


class WholePartCompiler(PartCompiler):
    """The same for parts that are optimised at once."""

    kind = WholePart
