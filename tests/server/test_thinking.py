"""Workers: who is asked first, and what they are given."""

import asyncio

from millefiori.server.thinking import Thinkers
from millefiori.table import Table
from millefiori.view import choosing_view


def test_tables_at_which_somebody_sits_come_first() -> None:
    table = Table(seed=1)
    seen = choosing_view(table.game, 0)
    answered: list[str] = []

    async def ask(thinkers: Thinkers, name: str, urgent: bool) -> None:
        await thinkers.think("random", seen, urgent=urgent)
        answered.append(name)

    async def ask_all() -> None:
        thinkers = Thinkers(0)
        bots = [ask(thinkers, f"bots {n}", False) for n in range(20)]
        await asyncio.gather(*bots, ask(thinkers, "person", True))
        thinkers.close()

    asyncio.run(ask_all())
    assert answered.index("person") <= 4 and len(answered) == 21


def test_a_worker_answers_with_a_card_of_the_hand() -> None:
    table = Table(seed=1)

    async def ask() -> int:
        thinkers = Thinkers(0)
        action, _ = await thinkers.think("greedy", choosing_view(table.game, 1))
        thinkers.close()
        return action

    assert asyncio.run(ask()) in table.game.hand[1].tolist()
