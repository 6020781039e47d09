#!/usr/bin/env python3
"""A player of one side that goes forward, fires and charges: the smallest opponent from outside.

    dq battle --player "cmd:python3 examples/player.py" --player random --scenario acw-training --games 4

Only the standard library is used. It asks on its output, is answered on its input (docs/referee.md), and
everything else it has to say goes to its error output.
"""

import json
import re
import sys


def ask(do, **fields):
    print(json.dumps({"do": do, **fields}), flush=True)
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    answer = json.loads(line)
    if "error" in answer:
        raise RuntimeError(f"{do} {fields}: {answer['error']['message']}")
    return answer


def volley(orders):
    """The one of the first volleys that costs its target most, if it is worth its powder."""
    volleys = [order for order in orders if order.startswith("fire ")][:4]
    costs = [(ask("odds", order=order)["volley"]["mean_stands_lost"], order) for order in volleys]
    lost, best = max(costs, default=(0, "done"))
    return best if lost > 0.05 else "done"


def move(asked):
    """The longest way forward of the first unit that can still go; it charges whom it can beat."""
    for unit in asked["units"]:
        orders = ask("options", unit=unit)["orders"]
        charges = [order for order in orders if ": charge " in order]
        for order in charges[:3]:
            combat = ask("odds", order=order).get("combat")
            if combat and combat["won"]["decimal"] > 0.6:
                return order
        ways = (re.fullmatch(r'".*": move advance ([0-9.]+)', order) for order in orders)
        ahead = max((way for way in ways if way), key=lambda way: float(way[1]), default=None)
        if ahead:
            return ahead[0]
    return "done"


def decide(asked):
    task = asked["task"]
    orders = ask("options")["orders"] if task not in ("declare", "maneuvers") else []
    if task in ("declare", "maneuvers"):
        return move(asked)
    if task in ("defensive", "offensive"):
        return volley(orders)
    if task == "checks":
        checks = [order for order in orders if order.startswith("check ")]
        return max(checks, key=lambda order: order.count(","), default="done")
    if task in ("leaders", "move-leaders"):
        return "done"
    return orders[0] if orders else "done"


def main():
    while True:
        turn = ask("wait")
        if turn["victory"]:
            return
        while turn["asked"] and turn["asked"]["side"] == turn["side"]:
            side = turn["side"]
            turn = {**ask("apply", order=decide(turn["asked"])), "side": side}


if __name__ == "__main__":
    main()
