//! Who is likely to win: a judgement of a battle when a player turn begins, by facts that a glance at the table tells. What each
//! counts was fitted to battles of captains (`scripts/fit-outlook`, `docs/ai.md`).

use engine::battle::State;
use engine::maneuver::Losses;
use engine::table::Side;
use rulebook::Level;

use crate::situation::{Force, INCH, Prize, Situation};
use crate::worth::LOST_BY_POINT;

/// How many facts are looked at.
pub const FACTS: usize = 50;

/// What each fact counts, as the side sees it that has the turn, and what it counts more the fewer turns are left: by the
/// second number over the turns left.
#[rustfmt::skip]
const WEIGHTS: [(&str, f64, f64); FACTS] = [
    ("one over the turns left", 0.0136, 0.0000),
    ("turns left", -0.1952, 0.0000),
    ("lead", -0.4881, 1.4274),
    ("lead, over the turns left", 1.4270, 0.0387),
    ("ahead", -0.0718, 1.0015),
    ("just ahead", -0.1303, 0.0378),
    ("worth", 2.0396, -0.4904),
    ("stands", -0.9263, -0.1198),
    ("our losses", -1.3723, 1.0509),
    ("our heavy losses", -0.0310, 0.5133),
    ("our greater losses", -0.3767, 0.3905),
    ("their losses", 1.4424, -1.0439),
    ("their heavy losses", -0.1156, -0.5894),
    ("their greater losses", 0.2759, -0.1599),
    ("our broken", 1.3793, -0.6374),
    ("our disordered", 0.6575, -0.3233),
    ("our spent", -0.6600, 0.6224),
    ("our out of command", 0.1265, -0.5200),
    ("our horse", 0.1139, 1.3438),
    ("our guns", 0.5802, -1.4276),
    ("our fire taken", -0.7975, -1.9082),
    ("our flanks open", -0.4934, 0.5144),
    ("our within reach", -0.3660, 0.0687),
    ("our near the edge", -0.2854, 0.4831),
    ("our outnumbered", -0.8671, 2.3701),
    ("our idle guns", 0.0, 0.0),
    ("their broken", -0.7729, 1.1282),
    ("their disordered", -0.4350, 0.0021),
    ("their spent", 0.2094, -0.6309),
    ("their out of command", -0.0785, 0.2610),
    ("their horse", -0.0698, -1.1002),
    ("their guns", -1.2201, 2.6791),
    ("their fire taken", 2.8070, -0.8441),
    ("their flanks open", 0.5585, -0.3013),
    ("their within reach", 0.0572, 0.3324),
    ("their near the edge", 0.2712, -0.3151),
    ("their outnumbered", 0.4758, -2.8710),
    ("their idle guns", 0.0, 0.0),
    ("our keys", 0.1478, 0.2028),
    ("our keys that takers are near", 0.3101, -0.6194),
    ("our keys that takers are strong at", -0.4123, -1.3945),
    ("our keys in reach", -0.1819, 0.0785),
    ("our keys occupied", -0.0415, 0.1016),
    ("our keys open", -0.0385, 0.1092),
    ("other keys", -0.2546, -0.1641),
    ("other keys that takers are near", -0.2325, 0.5885),
    ("other keys that takers are strong at", -0.0373, 2.4594),
    ("other keys in reach", 0.0976, -0.0787),
    ("other keys occupied", 0.1419, -0.2717),
    ("other keys open", 0.1214, 0.2232),
];
/// What counts for the side that has the turn in any case.
const TURN: f64 = 0.5169;

/// Fire farther away than this is not minded.
const FIRE: f64 = 20.0 * INCH;
/// An arm's length: all within the first count for what is strong at a place, less and less up to the second.
const AROUND: (f64, f64) = (6.0 * INCH, 14.0 * INCH);
/// A key position is occupied by who is as near as this, in inches.
const OCCUPIED: f64 = 2.5;

/// The chance to win of the side that has the turn, at its beginning.
pub fn chance(state: &State) -> f64 {
    let facts = facts(state);
    let late = facts[0].1;
    let rows = facts.iter().zip(WEIGHTS);
    let sum: f64 = rows.map(|((_, fact), (_, weight, more))| fact * (weight + more * late)).sum();
    1.0 / (1.0 + (-(sum + TURN)).exp())
}

/// The facts of a battle at the beginning of a player turn, as the side sees it that has the turn.
pub fn facts(state: &State) -> Vec<(&'static str, f64)> {
    let side = state.active;
    let now = Situation::of(state, side);
    let mut found = Vec::with_capacity(FACTS);
    let left = now.turns_left.max(1.0);
    let lead = f64::from(now.lead) / 5.0;
    found.extend([1.0 / left, (left / 10.0).min(2.0), lead, lead / left]);
    // The last point counts most of all.
    let points = f64::from(now.lead);
    found.extend([f64::from(now.lead.signum()), points / (2.0 + points.abs())]);
    let more = |of: fn(&Force<'_>) -> f64| {
        ((sum(&now.ours, of) + 1.0) / (sum(&now.theirs, of) + 1.0)).ln()
    };
    found.extend([more(|force| force.worth), more(stands)]);
    for which in [side, side.enemy()] {
        found.extend(losses(state, which));
    }
    found.extend(army(&now, &now.ours, &now.theirs, side));
    found.extend(army(&now, &now.theirs, &now.ours, side.enemy()));
    for ours in [true, false] {
        let prizes = now.prizes.iter().filter(|prize| prize.ours == ours);
        let mut keys = [0.0; 6];
        for (sum, fact) in
            prizes.map(|prize| key(&now, prize)).flat_map(|key| key.into_iter().enumerate())
        {
            keys[sum] += fact;
        }
        found.extend(keys);
    }
    WEIGHTS.iter().map(|(name, ..)| *name).zip(found).collect()
}

fn sum(forces: &[Force<'_>], of: impl Fn(&Force<'_>) -> f64) -> f64 {
    forces.iter().map(of).sum()
}

fn stands(force: &Force<'_>) -> f64 {
    force.placed.stands.len() as f64
}

fn number(is_so: bool) -> f64 {
    f64::from(u8::from(is_so))
}

/// Losses as part of what makes them heavy, and whether they are heavy and greater.
fn losses(state: &State, side: Side) -> [f64; 3] {
    let part = f64::from(state.lost[side as usize]) / f64::from(state.heavy_at(side).max(1));
    let losses = state.losses(side);
    [part.min(2.0), number(losses != Losses::Bearable), number(losses == Losses::Greater)]
}

/// How an army stands: parts of its stands, and of its worth, of which something is true.
fn army(now: &Situation<'_>, forces: &[Force<'_>], foes: &[Force<'_>], side: Side) -> [f64; 12] {
    let state = now.state;
    let all = sum(forces, stands).max(1.0);
    let worth = sum(forces, |force| force.worth).max(1.0);
    let part = |is_so: &dyn Fn(&Force<'_>) -> bool| {
        sum(forces, |force| if is_so(force) { stands(force) } else { 0.0 }) / all
    };
    let mut found = [0.0; 12];
    found[0] = part(&|force| force.is_broken());
    found[1] = part(&|force| !force.is_broken() && !force.is_steady());
    found[2] = part(&|force| force.placed.unit.strength.level() == Level::Spent);
    found[3] = part(&|force| state.leaders_of(force.id).is_empty());
    found[4] = part(&|force| force.is_mounted());
    found[5] = part(&|force| force.is_guns());
    for force in forces {
        let chargers: Vec<&Force<'_>> =
            foes.iter().filter(|foe| could_charge(foe, force)).collect();
        let turned = chargers.iter().any(|foe| force.is_turned(foe.at));
        found[6] += fire_at(force, foes).min(force.worth) / worth;
        found[7] += number(turned) * force.worth / worth;
        found[8] += number(!chargers.is_empty()) * force.worth / worth;
        let runs_off = !force.is_guns() && now.to_edge(side, force.at) < force.speed + INCH;
        let shaken = if force.is_steady() { 1.0 } else { 2.0 };
        found[9] += number(runs_off) * shaken * stands(force) / all;
        let friends = now.strength_near(forces, force.at, AROUND.0, AROUND.1);
        let enemies = now.strength_near(foes, force.at, AROUND.0, AROUND.1);
        found[10] += force.worth / worth * enemies / (friends + enemies).max(1.0);
        let bears = |foe: &Force<'_>| {
            force.reach > 0.0
                && foe.at.minus(force.at).size() < force.reach
                && force.faces(foe.at, 45)
        };
        let idle = force.is_guns() && !foes.iter().any(bears);
        found[11] += number(idle) * stands(force) / all;
    }
    found
}

/// Stands that enemies who bear on a unit would cost it.
fn fire_at(force: &Force<'_>, foes: &[Force<'_>]) -> f64 {
    let firing = foes.iter().filter(|foe| foe.reach > 0.0 && !foe.is_broken());
    let costs = firing.map(|foe| {
        let apart = foe.at.minus(force.at).size();
        let range = (apart - foe.half.min(force.half) * 0.6).max(0.5 * INCH);
        let bears = range < FIRE && foe.faces(force.at, 45);
        if bears { foe.points(range) * LOST_BY_POINT * force.cover } else { 0.0 }
    });
    costs.sum()
}

fn could_charge(foe: &Force<'_>, force: &Force<'_>) -> bool {
    let gap = foe.at.minus(force.at).size() - foe.half - force.half;
    foe.placed.unit.is_troops() && foe.is_steady() && gap < foe.speed && foe.faces(force.at, 45)
}

/// A key position: its points, and what of them is in danger for who holds it.
fn key(now: &Situation<'_>, prize: &Prize) -> [f64; 6] {
    let (holders, takers) =
        if prize.ours { (&now.ours, &now.theirs) } else { (&now.theirs, &now.ours) };
    let gap = |force: &Force<'_>| {
        (force.at.minus(prize.at).size() - prize.radius - force.half * 0.5).max(0.0)
    };
    let able = |force: &&Force<'_>| force.placed.unit.is_troops() && !force.is_broken();
    let nearest = |forces: &[Force<'_>]| {
        forces.iter().filter(able).map(gap).fold(60.0 * INCH, f64::min) / INCH
    };
    let in_reach = takers.iter().filter(able).any(|force| gap(force) <= force.speed * 0.8);
    let strength = |forces: &[Force<'_>]| now.strength_near(forces, prize.at, AROUND.0, AROUND.1);
    let (held, taking) = (strength(holders), strength(takers));
    let is_occupied = nearest(holders) < OCCUPIED;
    [
        1.0,
        (1.0 - nearest(takers) / 30.0).max(0.0),
        taking / (held + taking + 2.0),
        number(in_reach),
        number(is_occupied),
        number(in_reach && !is_occupied),
    ]
    .map(|share| share * prize.swing / 5.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Level as Rank;
    use crate::begun::begun;

    #[test]
    fn who_takes_what_is_fought_for_and_loses_less_has_the_better_chance() {
        let state = begun("acw-training", 7).state;
        let chance_of = |change: &dyn Fn(&mut State)| {
            let mut state = state.clone();
            change(&mut state);
            chance(&state)
        };
        let even = chance(&state);
        let ours = state.active as usize;
        let held_by = |side: Side| {
            chance_of(&|state| {
                state.turn = state.scenario.clock.turns;
                state.holders = vec![Some(side); state.holders.len()];
            })
        };
        let (all, none) = (held_by(state.active), held_by(state.active.enemy()));
        assert!(all > 0.9 && none < 0.5, "{all} {none}");
        assert!(chance_of(&|state| state.lost[ours] += 12) < even - 0.1);
        assert!(chance_of(&|state| state.lost[1 - ours] += 12) > even + 0.1);
    }

    #[test]
    fn what_it_says_of_battles_comes_true_more_often_than_not() {
        let (mut right, mut all) = (0, 0);
        for (name, seed) in
            ["acw-training", "maw-training"].into_iter().flat_map(|n| [(n, 1), (n, 2), (n, 3)])
        {
            let mut game = begun(name, seed);
            let mut players = [Rank::Captain.player(seed), Rank::Captain.player(seed)];
            let mut said = Vec::new();
            let mut turn = None;
            while let Some(asked) = game.state.asked() {
                let now = (game.state.turn, game.state.active);
                if turn != Some(now) && now.0 >= 4 {
                    said.push((now.1, chance(&game.state)));
                }
                turn = Some(now);
                let order = players[asked.side as usize].order(&game.state);
                game.give(&order).expect("an order that passes its check");
            }
            let Some(winner) = game.state.victory.and_then(|victory| victory.winner) else {
                continue;
            };
            for (side, chance) in said {
                assert!((0.0..=1.0).contains(&chance));
                right += u32::from((chance > 0.5) == (side == winner));
                all += 1;
            }
        }
        assert!(all >= 24 && right * 4 >= all * 3, "{right} of {all}");
    }
}
