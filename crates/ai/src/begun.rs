//! For tests: a battle that comes with the program, at its beginning.

use library::record::{Beginning, Game};

/// A battle with these dice.
pub(crate) fn begun(name: &str, seed: u64) -> Game {
    let text = library::battle(name).expect("a battle that comes with the program").to_owned();
    let name = name.to_owned();
    let beginning = Beginning { name, text, seed: Some(seed), ..Beginning::default() };
    Game::begin(beginning).expect("a battle without defects").0
}
