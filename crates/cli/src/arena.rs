//! What many battles say of two players: who is better, by how much, and how sure that is.

use std::fmt::Write;
use std::time::Duration;

use engine::table::Side;

use crate::battle::{Bout, Chances, Field, Fought, Thought};
use crate::fighters::Who;

/// What one player made of some battles against the other.
#[derive(Clone, Copy, Default)]
struct Tally {
    battles: u32,
    won: u32,
    drawn: u32,
    lost: u32,
    turns: f64,
    took: Duration,
    /// Stands that each player lost.
    stands: [f64; 2],
    thought: [Thought; 2],
    chances: [Chances; 2],
}

impl Tally {
    fn add(&mut self, (_, _, swapped): Bout, fought: &Fought) {
        let army = |player: usize| if swapped { 1 - player } else { player };
        let own = if swapped { Side::Second } else { Side::First };
        self.battles += 1;
        match fought.winner {
            Some(Some(side)) if side == own => self.won += 1,
            Some(Some(_)) => self.lost += 1,
            Some(None) | None => self.drawn += 1,
        }
        self.turns += f64::from(fought.turns);
        self.took += fought.took;
        for player in [0, 1] {
            self.stands[player] += f64::from(fought.lost[army(player)]);
            let own = fought.thought[army(player)];
            let thought = &mut self.thought[player];
            thought.all += own.all;
            thought.decisions += own.decisions;
            thought.worst = thought.worst.max(own.worst);
            let own = fought.chances[army(player)];
            self.chances[player].turns += own.turns;
            self.chances[player].idle += own.idle;
        }
    }

    /// Wins and half of the draws, of one.
    fn score(&self) -> f64 {
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / f64::from(self.battles.max(1))
    }
}

/// The table: a line for each battle, one for all, and what it means.
pub fn told(players: &[Who; 2], fields: &[Field], results: &[(Bout, Fought)]) -> String {
    let mut by_field = vec![Tally::default(); fields.len()];
    let mut all = Tally::default();
    for (bout, fought) in results {
        by_field[bout.0].add(*bout, fought);
        all.add(*bout, fought);
    }
    let names = players.each_ref().map(Who::to_string);
    let mut text = format!("{} against {}\n", names[0], names[1]);
    let _ = writeln!(
        text,
        "{:28} {:>7} {:>5} {:>5} {:>5} {:>6} {:>11} {:>6} {:>7}",
        "battle", "battles", "won", "drawn", "lost", "score", "stands lost", "turns", "ms"
    );
    let rows = fields.iter().map(Field::title).zip(by_field);
    for (title, tally) in rows.chain([("all".to_owned(), all)]) {
        let count = f64::from(tally.battles.max(1));
        let _ = writeln!(
            text,
            "{title:28} {:>7} {:>5} {:>5} {:>5} {:>5.1}% {:>11} {:>6.1} {:>7.0}",
            tally.battles,
            tally.won,
            tally.drawn,
            tally.lost,
            tally.score() * 100.0,
            format!("{:.1}/{:.1}", tally.stands[0] / count, tally.stands[1] / count),
            tally.turns / count,
            tally.took.as_secs_f64() * 1000.0 / count,
        );
    }
    text + &meaning(names.each_ref().map(String::as_str), &all)
}

fn meaning(names: [&str; 2], all: &Tally) -> String {
    let (low, high) = interval(all.score(), f64::from(all.battles));
    let mut text = format!(
        "{} scores {:.1}% (95% between {:.1}% and {:.1}%), Elo {} ({} to {}), p = {:.2e}\n",
        names[0],
        all.score() * 100.0,
        low * 100.0,
        high * 100.0,
        elo(all.score()),
        elo(low),
        elo(high),
        sign_test(all.won, all.lost),
    );
    for ((name, thought), chances) in names.iter().zip(all.thought).zip(all.chances) {
        let mean = thought.all.as_secs_f64() * 1000.0 / f64::from(thought.decisions.max(1));
        let _ = writeln!(
            text,
            "{name} thinks {mean:.2} ms about a decision, {:.0} ms at the most ({} decisions)",
            thought.worst.as_secs_f64() * 1000.0,
            thought.decisions,
        );
        let _ = writeln!(
            text,
            "{name} had victory in reach in {} player turns and did nothing in {} of them",
            chances.turns, chances.idle,
        );
    }
    text + "\n"
}

/// Wilson's interval: where the true score lies in 95 of 100 such trials.
fn interval(score: f64, count: f64) -> (f64, f64) {
    const Z: f64 = 1.96;
    if count == 0.0 {
        return (0.0, 1.0);
    }
    let wide = 1.0 + Z * Z / count;
    let middle = (score + Z * Z / (2.0 * count)) / wide;
    let spread = (score * (1.0 - score) / count + Z * Z / (4.0 * count * count)).sqrt();
    let half = Z * spread / wide;
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

/// The Elo difference that a score stands for.
fn elo(score: f64) -> String {
    if score <= 0.0 || score >= 1.0 {
        return if score >= 1.0 { "+inf".to_owned() } else { "-inf".to_owned() };
    }
    // Adding nothing makes a minus zero a plain one.
    format!("{:+.0}", -400.0 * (1.0 / score - 1.0).log10() + 0.0)
}

/// How often two equals would differ as much as this or more: both ends of the sign test.
fn sign_test(won: u32, lost: u32) -> f64 {
    let count = won + lost;
    let least = won.min(lost);
    // Ways of one count after the other, each from the one before, in halves to the power of `count`; by their
    // logarithms, since of thousands of battles each is too small for a number.
    let mut term = f64::from(count) * 0.5_f64.ln();
    let mut sum = 0.0;
    for place in 0..=least {
        sum += term.exp();
        term += (f64::from(count - place) / f64::from(place + 1)).ln();
    }
    (2.0 * sum).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_of_ten_is_hardly_chance_and_five_of_ten_is() {
        assert!((sign_test(9, 1) - 22.0 / 1024.0).abs() < 1e-12);
        assert!((sign_test(5, 5) - 1.0).abs() < 1e-12);
        assert!((sign_test(0, 0) - 1.0).abs() < 1e-12);
        assert!((sign_test(977, 977) - 1.0).abs() < 1e-9);
        assert!(sign_test(1200, 800) < 1e-17);
    }

    #[test]
    fn the_interval_holds_the_score_and_narrows() {
        let (low, high) = interval(0.75, 100.0);
        assert!((low - 0.657).abs() < 0.001 && (high - 0.825).abs() < 0.001, "{low} {high}");
        let (closer, _) = interval(0.75, 1000.0);
        assert!(closer > low);
        assert_eq!(interval(0.5, 0.0), (0.0, 1.0));
    }

    #[test]
    fn three_of_four_is_191_elo() {
        assert_eq!(elo(0.75), "+191");
        assert_eq!(elo(0.5), "+0");
        assert_eq!(elo(1.0), "+inf");
    }
}
