"""Writes a Civil War battle of 800 stands on a table of 12 by 6 feet: forty regiments of ten a side, ten brigades in
two lines, woods between them and three key positions. For timing the machines; nothing here happened."""

import random

HEAD = """format = 1
title = "Eight hundred stands"
period = "acw"
date = "1863"
notes = ["Made by scripts/bench_large.py to time the machines."]
[table]
width = 144
height = 72
[clock]
turns = 8
first = "Confederacy"
begins = "09:00"
"""
ARMIES = (("Union", "union", "south", "N", 10, 1), ("Confederacy", "confederate", "north", "S", 62, -1))


def battle():
    dice = random.Random(7)
    parts = [HEAD]
    for name, nation, edge, *_ in ARMIES:
        parts.append(f'[[army]]\nname = "{name}"\nnation = "{nation}"\nedge = "{edge}"\n')
    for name, x in (("Left hill", 30), ("Church", 72), ("Right hill", 114)):
        points = "{ Union = 2, Confederacy = 2 }"
        parts.append(f'[[key-position]]\nname = "{name}"\nat = [{x}, 36]\nradius = 3\npoints = {points}\n')
    for wood in range(24):
        at = f"{{ at = [{dice.randint(6, 138)}, {dice.randint(20, 52)}], radii = [4, 3] }}"
        parts.append(f'[[terrain]]\nkind = "woods"\nname = "Wood {wood}"\nellipse = {at}\n')
    for army, _, _, facing, y, ahead in ARMIES:
        for brigade in range(10):
            general = f"{army} General {brigade}"
            at = f"at = [{9 + brigade * 14}, {y - ahead * 5}]"
            parts.append(f'[[leader]]\narmy = "{army}"\nname = "{general}"\nrank = "brigade"\nrating = "able"\n{at}\n')
            for place in range(4):
                at = f"at = [{6 + brigade * 14 + place % 2 * 7}, {y - ahead * (place // 2) * 4}]"
                kind = dice.choice(["trained", "veteran", "raw"])
                parts.append(
                    f'[[unit]]\narmy = "{army}"\ncommand = "{general}"\nname = "{army} {brigade}-{place}"\n'
                    f'weapon = "RM"\nexperience = "{kind}"\nmorale = "reliable"\nstands = 10\n'
                    f'formation = "field-column"\n{at}\nfacing = "{facing}"\n'
                )
    return "\n".join(parts)


print(battle())
