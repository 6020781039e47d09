# Two commands do everything on a fresh Debian machine with Rust:
#   make play   build and show what dq can do
#   make test   what CI runs
.PHONY: play test setup fmt lint unit wasm docs bench bench-table bench-battle fuzz ratchet clean

TARGET = $(or $(CARGO_TARGET_DIR),target)
DQ = $(TARGET)/release/dq

play: $(DQ)
	@$(DQ) --help
	@echo
	@$(DQ) odds assault -p acw "10/7/4 Vet RM" --distance 9 --against "8/6/4 Green SM works"
	@echo
	@$(DQ) play --text

$(DQ): $(shell find crates data rules -type f) Cargo.toml
	cargo build --release --locked -p cli

test: setup fmt lint unit wasm data ledger docs
	@echo "make test: all good"

# The toolchain's own parts are the only thing that the tests need so far.
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

# Coverage-guided fuzzing, a minute a target (installs cargo-fuzz once).
fuzz:
	scripts/fuzz

# Records today's ledger coverage as the least that may be.
ratchet: $(DQ)
	scripts/ratchet

clean:
	cargo clean
