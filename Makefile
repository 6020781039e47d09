# Two commands do everything on a fresh Debian machine with Rust:
#   make play   build it all and open the table in the browser
#   make test   what CI runs
.PHONY: play test setup fmt lint unit wasm data ledger page api docs bench bench-table bench-battle bench-server bench-previews bench-large kill fuzz ratchet battles clean

TARGET = $(or $(CARGO_TARGET_DIR),target)
DQ = $(TARGET)/release/dq

PAGE = web/dist/index.html
SOURCES = $(shell find crates data rules -type f -not -path '*/tests/*') Cargo.toml Cargo.lock

# Builds the page, the referee for it and the server, and opens http://localhost:1776. The second time it
# takes seconds.
play: setup $(DQ)
	@scripts/play $(DQ)

$(PAGE): $(SOURCES) $(shell find web/src web/index.html web/package-lock.json web/vite.config.ts -type f) docs/schema
	@scripts/build-page
	@touch $@

$(DQ): $(SOURCES) $(PAGE)
	cargo build --release --locked -p cli

test: setup fmt lint unit wasm data ledger page api docs
	@echo "make test: all good"

# What the tests need and a fresh machine may lack; page, wasm and api install what is theirs alone.
setup:
	@scripts/setup

fmt:
	cargo fmt --all --check

lint:
	cargo clippy --workspace --all-targets --locked -- -D warnings

unit:
	cargo test --workspace --locked

# The same cases natively and as WebAssembly: the same bytes (installs a compiler for it once).
wasm:
	@scripts/wasm-check

data: $(DQ)
	$(DQ) rules lint data/rulebooks
	$(DQ) scenario check data/scenarios > /dev/null

ledger: $(DQ)
	$(DQ) rules coverage > /dev/null
	@$(DQ) rules coverage | head -6

# The page: its logic, and whole battles in a real browser against the program.
page: $(DQ)
	@scripts/web-test $(DQ)

# The server against its own OpenAPI document.
api: $(DQ)
	@scripts/api-check $(DQ)

docs:
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked --document-private-items --quiet

# Time of every exact answer, beside the Python library icepool in the same run.
bench:
	scripts/bench-odds

# Time and instructions of move checks, sight and reach on tables of 50 to 3,200 stands.
bench-table:
	scripts/bench-table

# Instructions and bytes of battles on tables of 50 to 800 stands, and small battles a second.
bench-battle:
	scripts/bench-battle

# 500 live battles against one server: orders acknowledged a second, latency, memory.
bench-server:
	scripts/bench-server

# Previews on Buena Vista in a real browser: median, worst, how many take longer than a frame.
bench-previews: $(DQ)
	scripts/bench-previews $(DQ)

# How long the machines think on a table of 800 stands.
bench-large: $(DQ)
	scripts/bench-large $(DQ)

# The server is killed a hundred times under load, on SQLite and on PostgreSQL: nothing acknowledged is lost.
kill:
	DQ_KILLS=100 cargo test --locked -p cli --test serve -- --nocapture

# Coverage-guided fuzzing, a minute a target (installs cargo-fuzz once).
fuzz:
	scripts/fuzz

# Records today's ledger coverage as the least that may be.
ratchet: $(DQ)
	scripts/ratchet

# Ten battles of the machines in docs/battles, fought and told anew.
battles: $(DQ)
	scripts/battles $(DQ)

clean:
	cargo clean
