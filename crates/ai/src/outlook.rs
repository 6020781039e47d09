//! Who is likely to win: a judgement of a battle when a player turn begins, by facts that a glance at the table tells. What each
//! counts was fitted to battles of captains (`scripts/fit-outlook`, `docs/ai.md`).

use engine::battle::State;
use engine::maneuver::Losses;
use engine::table::Side;
use rulebook::Level;

use crate::situation::{Force, INCH, Prize, Situation};
use crate::worth::LOST_BY_POINT;

/// How many facts are looked at.
pub const FACTS: usize = 29;

/// What each fact counts, of the side that has the turn less of the other where both have it, and what it counts more the fewer turns are left: by the
/// second number over the turns left.
#[rustfmt::skip]
const WEIGHTS: [(&str, f64, f64); FACTS] = [
    ("one over the turns left", 0.3099, 0.0000),
    ("turns left", -0.0321, 0.0000),
    ("lead", -0.4221, 1.7966),
    ("lead, over the turns left", 1.7973, -0.1825),
    ("ahead", 0.0058, 1.2049),
    ("just ahead", -0.3043, -0.6989),
    ("worth", 2.3689, -1.1442),
    ("stands", -1.3321, 0.6192),
    ("losses", -1.4963, 1.3469),
    ("heavy losses", 0.1231, 0.2606),
    ("greater losses", -0.1692, 0.0937),
    ("broken", 1.1246, -1.1375),
    ("disordered", 0.6612, -0.7402),
    ("spent", -0.7975, 0.9977),
    ("out of command", -0.0194, -0.0989),
    ("horse", 0.3393, 0.5206),
    ("guns", 0.3817, -3.2149),
    ("fire taken", -1.3257, -1.1716),
    ("flanks open", -0.7842, 0.6557),
    ("within reach", -0.1735, 0.0247),
    ("near the edge", -0.1931, 0.1786),
    ("outnumbered", -0.0635, 3.7288),
    ("idle guns", -3.1737, 3.0735),
    ("keys", 0.1735, 0.3008),
    ("keys that others are near", 0.2360, -0.7745),
    ("keys that others are strong at", -0.0915, -2.2940),
    ("keys in reach of others", -0.0830, 0.1144),
    ("keys occupied", -0.1696, 0.2724),
    ("keys open to others", -0.1159, 0.0071),
];
/// What counts for the side that has the turn in any case.
const TURN: f64 = 0.1120;

/// Fire farther away than this is not minded.
const FIRE: f64 = 20.0 * INCH;
/// An arm's length: all within the first count for what is strong at a place, less and less up to the second.
const AROUND: (f64, f64) = (6.0 * INCH, 14.0 * INCH);
/// A key position is occupied by who is as near as this, in inches.
const OCCUPIED: f64 = 2.5;

/// The chance to win of a side when a player turn begins, its own or the enemy's.
pub fn chance(state: &State, side: Side) -> f64 {
    let active = of_active(state);
    if state.active == side { active } else { 1.0 - active }
}

/// The chance to win of the side that has the turn, at its beginning.
fn of_active(state: &State) -> f64 {
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
    let enemy = side.enemy();
    found.extend(less(losses(state, side), losses(state, enemy)));
    let armies =
        [army(&now, &now.ours, &now.theirs, side), army(&now, &now.theirs, &now.ours, enemy)];
    found.extend(less(armies[0], armies[1]));
    found.extend(less(keys(&now, true), keys(&now, false)));
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

/// What is ours less what is theirs.
fn less<const N: usize>(ours: [f64; N], theirs: [f64; N]) -> [f64; N] {
    std::array::from_fn(|place| ours[place] - theirs[place])
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

/// The key positions that are ours, or those that are not, taken together.
fn keys(now: &Situation<'_>, ours: bool) -> [f64; 6] {
    let prizes = now.prizes.iter().filter(|prize| prize.ours == ours);
    prizes
        .map(|prize| key(now, prize))
        .fold([0.0; 6], |sum, key| std::array::from_fn(|place| sum[place] + key[place]))
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
            chance(&state, state.active)
        };
        let even = chance(&state, state.active);
        let ours = state.active as usize;
        let held_by = |side: Side| {
            chance_of(&|state| {
                state.turn = state.scenario.clock.turns;
                state.holders = vec![Some(side); state.holders.len()];
            })
        };
        let (all, none) = (held_by(state.active), held_by(state.active.enemy()));
        assert!(all > 0.8 && none < 0.3, "{all} {none}");
        assert!(chance_of(&|state| state.lost[ours] += 12) < even - 0.1);
        assert!(chance_of(&|state| state.lost[1 - ours] += 12) > even + 0.1);
    }

    #[test]
    fn what_it_says_of_battles_comes_true_more_often_than_not() {
        let (mut right, mut all) = (0, 0);
        let names = ["acw-training", "awi-training", "1812-training", "maw-training"];
        for (name, seed) in names.into_iter().flat_map(|n| (1..9).map(move |seed| (n, seed))) {
            let mut game = begun(name, seed);
            let mut players = [Rank::Captain.player(seed), Rank::Captain.player(seed)];
            let mut said = Vec::new();
            let mut turn = None;
            while let Some(asked) = game.state.asked() {
                let now = (game.state.turn, game.state.active);
                if turn != Some(now) && now.0 >= 4 {
                    said.push((now.1, chance(&game.state, now.1)));
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
        assert!(all >= 150 && right * 3 >= all * 2, "{right} of {all}");
    }
}
