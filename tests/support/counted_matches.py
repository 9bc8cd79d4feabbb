"""Statistics of matches, counted by the site and by the referee."""

import json
from collections import Counter
from typing import Any

from games.models import Game
from games.statistics import services
from tests.napoleon.referee import referee


def counted(game: Game) -> Game:
    assert services.tally(game.pk)
    return game


def recounted(record: str, seat: int, since: int = 1) -> Counter[str]:
    """The same counts from the record, by the referee alone and without the engine.

    Deals before number ``since`` don't count.
    """
    [told] = referee(record.split("\n"))
    found: Counter[str] = Counter()
    for line in map(json.loads, filter(None, record.split("\n"))):
        if line.get("type") == "bid" and line["seat"] == seat and line.get("deal", since) >= since:
            found[f"bid.{bid_of(line)}.said"] += 1
    for deal in told["deals"][since - 1 :]:
        if deal["passed_out"]:
            found["passed_out"] += 1
            continue
        is_nap = "declarer" in deal
        first = deal["declarer"] if is_nap else deal["napoleon"]
        role, points = "opponent" if is_nap else "ally", deal["scores"][seat]
        if seat == first:
            role = "declarer" if is_nap else "napoleon"
            bid = deal["bid"] if is_nap else bid_of(deal["bid"])
            found[f"bid.{bid}.held"] += 1
            found[f"bid.{bid}.made"] += deal["made"]
            if not is_nap:
                call = f"call.{deal['called'] or 'none'}"
                found[call] += 1
                found[f"{call}.made"] += deal["made"]
                found[f"{call}.alone"] += deal["adjutant"] is None
        elif seat == deal.get("adjutant"):
            role = "adjutant"
        found[f"{role}.deals"] += 1
        found[f"{role}.won"] += (role in ("ally", "opponent")) != deal["made"]
        found[f"{role}.points"] += points
        found[f"{role}.squares"] += points**2
        won = (trick for trick in deal["tricks"] if trick["winner"] == seat)
        found["pictures"] += 0 if is_nap else deal["pictures"][seat]
        found.update(f"why.{nap_why(deal, trick) if is_nap else trick['why']}" for trick in won)
    return Counter({key: value for key, value in found.items() if value})


def nap_why(deal: dict[str, Any], trick: dict[str, Any]) -> str:
    """The deal's first card makes trumps, except at misère."""
    cards = trick["cards"]
    suit = cards[(trick["winner"] - trick["leader"]) % len(cards)][0]
    is_trump = deal["bid"] != "misere" and suit == deal["tricks"][0]["cards"][0][0]
    return "trump" if is_trump else "led_suit"


def bid_of(line: dict[str, Any]) -> str:
    return f"{line['count']}{line['trump']}" if "count" in line else line["bid"]
