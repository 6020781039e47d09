"""The questions of crates/odds/benches/odds.rs asked of icepool, timed, compared, tabulated."""

import json
import platform
import subprocess
import time
from fractions import Fraction
from pathlib import Path

import icepool
from icepool import d10

ROOT = Path(__file__).resolve().parent.parent
EFFECTS = {"swept-from-the-field": (8, 99), "driven-back": (4, 7), "hard-pressed": (1, 3),
           "falter": (-3, -1), "recoil": (-7, -4), "repulsed": (-99, -8)}


def band(rows, number):
    return next(name for name, (low, high) in rows.items() if low <= number <= high)


def maneuver():
    """Veteran fresh column, Gallant leader attached: +6 in good order."""
    rows = {"double-quick": (8, 99), "well-handled": (3, 7), "tardy": (1, 2), "fall-back": (-1, 0), "panic": (-99, -2)}
    return d10.map(lambda die: band(rows, die + 6))


def fire():
    """16 points (+3) at a Green field column (+1) in partial cover (-1), charging."""
    rows = {"withering15": (15, 99), "withering": (11, 14), "telling-upper": (8, 10), "telling-middle": (7, 7),
            "galling": (5, 6), "lively": (3, 4), "desultory": (-99, 2)}
    return d10.map(lambda die: band(rows, die + 3))


def level(stands, worn, spent):
    return -2 if stands <= spent else 0 if stands <= worn else 2


def numbers(ours, theirs):
    return -3 if theirs >= 3 * ours else -2 if theirs >= 2 * ours else -1 if 2 * theirs >= 3 * ours else 0


def charge_from(attacker, defender, disordered, steel):
    """Veteran 12/8/5 against trained 12/9/6 on favorable ground, struggles and all."""
    a_stands, a_order = attacker
    d_stands, d_order = defender
    if a_stands <= 1 or d_stands <= 1:
        gone = (a_stands <= 1, d_stands <= 1)
        name = {(True, True): "both-gone", (True, False): "attacker-gone", (False, True): "defender-gone"}[gone]
        return icepool.Die([name])
    shift = (1 + level(a_stands, 8, 5) + a_order + steel + numbers(a_stands, d_stands)) \
        - (level(d_stands, 9, 6) + 1 + d_order + numbers(d_stands, a_stands))

    def effect(difference):
        if difference == 0:
            return charge_from((a_stands - 1, -1), (d_stands - 1, -1), True, 0)
        return band(EFFECTS, difference)

    return (d10 - d10).map(lambda gap: effect(gap + shift))


def charge():
    return charge_from((12, 0), (12, 0), False, 1)


def volley(points, raw, modifiers, stands, order):
    """One volley: (stands left, order left, checked) of a trained or veteran target."""
    steps = [(0, -5), (1, -4), (2, -3), (3, -2), (4, -1), (6, 0), (9, 1), (12, 2), (15, 3), (20, 4), (25, 5)]
    value = [v for low, v in steps if low <= int(points)][-1] + modifiers
    rows = raw

    def hit(die):
        name = band(rows, die + value)
        if name == "withering":
            lost = 3 if die + value >= 15 else 2
            return (stands - lost, -1, True)
        if name.startswith("telling"):
            return (stands - 1, -1, name != "telling-lower")
        if name == "galling":
            return (stands, -1, False) if order == 0 else (stands - 1, -1, False)
        return (stands, order, False)

    return d10.map(hit)


VETERAN = {"withering": (11, 99), "telling-upper": (10, 10), "telling-middle": (9, 9), "telling-lower": (7, 8),
           "galling": (6, 6), "lively": (5, 5), "desultory": (-99, 4)}
TRAINED = {"withering": (11, 99), "telling-upper": (9, 10), "telling-middle": (8, 8), "telling-lower": (7, 7),
           "galling": (5, 6), "lively": (4, 4), "desultory": (-99, 3)}


def assault():
    """12/8/5 Vet, rifle muskets, 9 inches; against 12/9/6 Trn, rifle muskets, favorable ground."""
    check = {"double-quick": (8, 99), "well-handled": (3, 7), "tardy": (1, 2), "fall-back": (-1, 0), "panic": (-99, -2)}

    def after_check(effect):
        if effect in ("double-quick", "well-handled"):
            return coming_in(0)
        if effect == "tardy":
            return coming_in(-1)  # 9 inches is a full move disordered
        return "no-charge"

    def coming_in(order):
        return volley(12, VETERAN, 0, 12, order).map(lambda s, o, c: "checked" if c else own_fire(s, o), star=True)

    def own_fire(stands, order):
        points = stands if order == 0 else stands / 2
        return volley(points, TRAINED, 0, 12, 0).map(lambda s, o, _: charge_from((stands, order), (s, o), False, 0), star=True)

    return d10.map(lambda die: after_check(band(check, die + 3)))


def seconds(question):
    question()
    runs, start = 0, time.perf_counter()
    while time.perf_counter() - start < 1.0 or runs < 3:
        question()
        runs += 1
    return (time.perf_counter() - start) / runs


def ours(name):
    estimates = json.loads((ROOT / f"target/criterion/{name}/new/estimates.json").read_text())
    return estimates["mean"]["point_estimate"] / 1e9


def dq(*words):
    out = subprocess.run([ROOT / "target/release/dq", *words, "--json"], check=True, capture_output=True, text=True)
    return json.loads(out.stdout)


def same(peer, rows, key):
    exact = {}
    for row in rows:
        exact[row[key]] = exact.get(row[key], 0) + Fraction(row["chance"]["exact"])
    theirs = {outcome: peer.probability(outcome) for outcome in peer.outcomes() if peer.probability(outcome)}
    assert theirs == exact, f"{key}: {theirs} against {exact}"


def compare():
    """Both must say the same, to the last digit."""
    same(maneuver(), dq("odds", "maneuver", "-p", "acw", "2nd Wisconsin 11/9/6 Vet gallant attached column")["odds"], "effect")
    rows = dq("odds", "fire", "-p", "acw", "8 RM @4 vet", "2 HS @12", "--at", "6/5/3 Green field-column partial-cover charging")["odds"]
    for row in rows:
        row["row"] = row["outcome"]["row"] + ("15" if row["outcome"]["extra"] else "")
    same(fire(), rows, "row")
    same(charge(), dq("odds", "charge", "-p", "acw", "12/8/5 Vet RM cold-steel", "--against", "12/9/6 Trn RM favorable")["odds"], "verdict")
    ends = dq("odds", "assault", "-p", "acw", "12/8/5 Vet RM", "--distance", "9", "--against", "12/9/6 Trn RM favorable")["curve"]["ends"]["outcomes"]
    for row in ends:
        row["name"] = row["outcome"]["by"] if row["outcome"]["end"] == "fought" else row["outcome"]["end"]
    same(assault(), ends, "name")


def shown(value):
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9)):
        if value >= size or unit == "ns":
            return f"{value / size:.3g} {unit}"


def main():
    compare()
    bars = {"maneuver": None, "fire": 1e-6, "charge": 5e-6, "assault": 1e-3}
    lines = ["| question | Double Quick | icepool | times faster | bar |", "| --- | --- | --- | --- | --- |"]
    for question in (maneuver, fire, charge, assault):
        name = question.__name__
        here, peer = ours(name), seconds(question)
        bar = f"under {shown(bars[name])}, 100 times" if bars[name] else "-"
        lines.append(f"| {name} | {shown(here)} | {shown(peer)} | {peer / here:,.0f} | {bar} |")
    table = "\n".join(lines)
    page = ROOT / "docs/benchmarks.md"
    text = page.read_text()
    head, rest = text.split("<!-- odds -->")[0], text.split("<!-- /odds -->")[1]
    stamp = f"Python {platform.python_version()}, icepool {icepool.__version__ if hasattr(icepool, '__version__') else ''}, two cores."
    page.write_text(f"{head}<!-- odds -->\n{table}\n\n{stamp}\n<!-- /odds -->{rest}")
    print(table)


main()
