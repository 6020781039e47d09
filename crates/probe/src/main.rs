//! Prints the digests of the native build: `scripts/wasm-check` compares them.

fn main() {
    print!("{}", probe::report());
}
