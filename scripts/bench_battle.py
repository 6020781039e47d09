"""Counts instructions and bytes with valgrind, takes times, and writes docs/benchmarks.md."""

import pathlib
import re
import resource
import subprocess
import sys
import tempfile

SIZES = [50, 100, 200, 400, 800]
SMALL = 200
COPIES = 2000
HELD = 20


def run(command):
    return subprocess.run(command, capture_output=True, text=True, check=True)


def number(text):
    return int(text.replace(",", ""))


def instructions(program, stands):
    """Orders of a turn played several times, and the instructions of each function that is never inlined, by its name."""
    with tempfile.TemporaryDirectory() as folder:
        out = f"{folder}/out"
        ran = run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", program,
                   "turn", str(stands)])
        listed = run(["callgrind_annotate", "--inclusive=yes", "--threshold=100", out]).stdout
    spent = {}
    for name in ["thought", "given", "copied"]:
        found = re.search(rf"^\s*([\d,]+) .*:battle::{name}(?:::h[0-9a-f]+)? ", listed, re.M)
        spent[name] = number(found.group(1))
    return int(ran.stdout), spent


def heap(program, stands, copies):
    """Times and bytes that a run asked for memory."""
    ran = run(["valgrind", "--tool=memcheck", "--leak-check=no", program, "copies", str(stands), str(copies)])
    found = re.search(r"total heap usage: ([\d,]+) allocs, [\d,]+ frees, ([\d,]+) bytes", ran.stderr)
    return number(found.group(1)), number(found.group(2))


def seconds(command):
    """Processor time of a run, which says less of other work on the machine than the clock does."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    out = run(command).stdout
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, out


def copy_time(program, stands):
    start, _ = seconds([program, "copies", str(stands), "0"])
    whole, _ = seconds([program, "copies", str(stands), str(COPIES)])
    return (whole - start) / COPIES * 1e6


def main(program):
    rows = ["| stands | orders | an order carried out | choosing it | state | copy of a state |",
            "| ---: | ---: | ---: | ---: | ---: | ---: |"]
    for stands in SIZES:
        orders, spent = instructions(program, stands)
        none, some = heap(program, stands, 0), heap(program, stands, HELD)
        times, size = ((b - a) / HELD for a, b in zip(none, some))
        each = {name: f"{count / orders / 1000:,.0f} k" for name, count in spent.items()}
        rows.append(
            f"| {stands} | {orders} | {each['given']} | {each['thought']} | "
            f"{size / 1024:,.0f} KiB in {times:,.0f} pieces | "
            f"{each['copied']}, {copy_time(program, stands):,.0f} µs |")
        print(rows[-1], flush=True)
    time, out = seconds([program, "small", str(SMALL)])
    orders = int(out)
    rows += ["", f"{SMALL} small random battles on one core: {orders:,} orders, {SMALL / time:.0f} battles and "
                 f"{orders / time:,.0f} orders a second of processor time."]
    page = pathlib.Path("docs/benchmarks.md")
    text = page.read_text()
    table = "<!-- battle -->\n" + "\n".join(rows) + "\n<!-- /battle -->"
    page.write_text(re.sub(r"<!-- battle -->.*<!-- /battle -->", lambda _: table, text, flags=re.S))
    print(rows[-1])


main(sys.argv[1])
