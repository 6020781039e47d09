//! Secrets: who knows one may give orders. The server keeps their digests alone.

use sha2::{Digest, Sha256};

/// Letters that are told apart easily, 32 of them.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// Letters of a token: 160 bits.
const TOKEN: usize = 32;
/// Letters of a battle's name: 60 bits, so that none is found by trying.
const NAME: usize = 12;

fn letters<const N: usize>() -> String {
    let mut bytes = [0u8; N];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// A new token.
pub fn token() -> String {
    letters::<TOKEN>()
}

/// A new name for a battle.
pub fn name() -> String {
    letters::<NAME>()
}

/// A seed for dice: 53 bits, which every reader of JSON keeps exactly.
pub fn seed() -> u64 {
    let mut bytes = [0u8; 8];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    u64::from_le_bytes(bytes) >> 11
}

/// What is stored of a token. Tokens are found by their digest, so that the time of a comparison tells
/// nothing about them.
pub fn digest(token: &str) -> String {
    Sha256::digest(token.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_have_160_bits_and_differ() {
        let many: std::collections::BTreeSet<String> = (0..1000).map(|_| token()).collect();
        assert_eq!(many.len(), 1000);
        assert!(many.iter().all(|token| token.len() * 5 == 160));
        let letters: std::collections::BTreeSet<char> =
            many.iter().flat_map(|token| token.chars()).collect();
        assert_eq!(letters.len(), 32, "every letter comes up");
    }

    #[test]
    fn seeds_survive_a_reader_of_json_that_knows_doubles_only() {
        for _ in 0..1000 {
            let seed = seed();
            assert_eq!(seed as f64 as u64, seed);
        }
    }
}
