"""Reads criterion's estimates, counts instructions with callgrind, and writes docs/benchmarks.md."""

import json
import pathlib
import re
import subprocess
import sys

SIZES = [50, 200, 800, 3200]
WHAT = {"check": "under 20 µs", "sight": "under 10 µs", "envelope": "under 1 ms"}
CRITERION = pathlib.Path("target/criterion")


def answers_and_instructions(program, what, stands):
    """How many answers one round gives, and the instructions of the whole run."""
    ran = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program,
         "--count", what, str(stands)],
        capture_output=True, text=True, check=True)
    answers = int(ran.stdout.split()[0])
    refs = re.search(r"refs:\s+([\d,]+)", ran.stderr).group(1)
    return answers, int(refs.replace(",", ""))


def microseconds(what, stands):
    """Mean time of one answer."""
    folder = CRITERION / f"table-{stands}" / what / "new"
    mean = json.loads((folder / "estimates.json").read_text())["mean"]["point_estimate"]
    each = json.loads((folder / "benchmark.json").read_text())["throughput"]["Elements"]
    return mean / each / 1000


def shown(time):
    return f"{time:.0f} µs" if time >= 100 else f"{time:.2g} µs" if time < 10 else f"{time:.1f} µs"


def main(program):
    rows = ["| question | bar | " + " | ".join(f"{s:,} stands" for s in SIZES) + " |",
            "| --- | --- | " + " | ".join("---" for _ in SIZES) + " |"]
    base = {stands: answers_and_instructions(program, "none", stands)[1] for stands in SIZES}
    for what, bar in WHAT.items():
        cells = []
        for stands in SIZES:
            answers, instructions = answers_and_instructions(program, what, stands)
            each = (instructions - base[stands]) / max(answers, 1)
            cells.append(f"{shown(microseconds(what, stands))}, {each / 1000:,.0f} k")
        rows.append(f"| {what} | {bar} | " + " | ".join(cells) + " |")
    page = pathlib.Path("docs/benchmarks.md")
    text = page.read_text()
    table = "<!-- table -->\n" + "\n".join(rows) + "\n<!-- /table -->"
    page.write_text(re.sub(r"<!-- table -->.*<!-- /table -->", lambda _: table, text, flags=re.S))
    print("\n".join(rows))


main(sys.argv[1])
