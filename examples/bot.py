#!/usr/bin/env python3
"""A player who does anything that can be done, for both sides: the smallest client of `dq referee`.

    cargo build --release -p cli
    python3 examples/bot.py target/release/dq [BATTLE [SEED]]

Only the standard library is used. The same seed plays the same battle.
"""

import json
import random
import subprocess
import sys


class Referee:
    """A `dq referee` behind a pipe: one request a line, one answer a line."""

    def __init__(self, dq):
        self.process = subprocess.Popen(
            [dq, "referee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def ask(self, do, **fields):
        self.process.stdin.write(json.dumps({"do": do, **fields}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise RuntimeError(f"{do} {fields}: {answer['error']}")
        return answer


def pick(referee, asked, chance):
    """Any order that can be given; ending the step is only one of them where others are left."""
    if asked["task"] in ("leaders", "move-leaders") and chance.random() < 0.7:
        return "done"
    unit = {"unit": chance.choice(asked["units"])} if asked["task"] in ("declare", "maneuvers") else {}
    orders = [order for order in referee.ask("options", **unit)["orders"] if order != "done"]
    return chance.choice(orders) if orders and chance.random() < 0.95 else "done"


def play(dq, battle="acw-training", seed=1):
    chance = random.Random(seed)
    referee = Referee(dq)
    answer = referee.ask("start", battle=battle, seed=seed)
    print(answer["title"])
    orders = 0
    while answer["asked"]:
        answer = referee.ask("apply", order=pick(referee, answer["asked"], chance))
        orders += 1
        for event in answer["events"]:
            if "sentence" in event:
                print(event["sentence"])
    print(f"{orders} orders, digest {answer['digest']}")
    referee.ask("quit")
    return referee.process.wait()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(play(sys.argv[1], *sys.argv[2:3], *map(int, sys.argv[3:4])))
