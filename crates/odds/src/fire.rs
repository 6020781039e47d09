//! Odds of a volley, rockets included.

use engine::Die;
use engine::fire::{Outcome, Volley, Weight};
use rulebook::FirePoints;

use crate::{Chance, Spread};

/// What a volley may come to; nothing if every rocket misses and nobody else fires.
pub type Shot = Option<Outcome>;

/// The exact odds of each outcome, worst for the target first.
pub fn volley(volley: &Volley<'_>) -> Spread<Shot> {
    let mut spread = Spread::new();
    for (points, chance) in accuracy(volley) {
        match volley.weigh(&points) {
            None => spread.add(None, chance),
            Some(weight) => roll(volley, &weight, chance, &mut spread),
        }
    }
    spread
}

fn roll(volley: &Volley<'_>, weight: &Weight, chance: Chance, spread: &mut Spread<Shot>) {
    let each = chance.and(Chance::of(1, 1));
    let mut run: Option<(Outcome, u32)> = None;
    for die in Die::FACES.iter().rev() {
        let outcome = volley.outcome(weight, die.plus(weight.total));
        match &mut run {
            Some((same, faces)) if *same == outcome => *faces += 1,
            _ => {
                if let Some((before, faces)) = run.replace((outcome, 1)) {
                    spread.add(Some(before), each.times(faces));
                }
            }
        }
    }
    if let Some((last, faces)) = run {
        spread.add(Some(last), each.times(faces));
    }
}

/// Points of each group with the chance that just so many rockets hit.
fn accuracy(volley: &Volley<'_>) -> Vec<(Vec<FirePoints>, Chance)> {
    let mut cases = vec![(Vec::with_capacity(volley.shots.len()), Chance::SURE)];
    for shot in &volley.shots {
        if shot.rockets.is_empty() {
            cases.iter_mut().for_each(|(points, _)| points.push(shot.points));
            continue;
        }
        let hits = u32::from(11 - shot.accuracy.clamp(1, 11));
        let mut sums = vec![(FirePoints::ZERO, Chance::SURE)];
        for &rocket in &shot.rockets {
            sums = with_rocket(&sums, rocket, hits);
        }
        cases = cases
            .iter()
            .flat_map(|(points, chance)| {
                sums.iter().map(move |&(sum, likely)| {
                    let mut points = points.clone();
                    points.push(sum);
                    (points, chance.and(likely))
                })
            })
            .collect();
    }
    cases
}

fn with_rocket(
    sums: &[(FirePoints, Chance)],
    rocket: FirePoints,
    hits: u32,
) -> Vec<(FirePoints, Chance)> {
    let mut next: Vec<(FirePoints, Chance)> = Vec::new();
    let mut add = |points: FirePoints, chance: Chance| match next.iter_mut().find(|n| n.0 == points)
    {
        Some(known) => known.1 = known.1.or(chance),
        None => next.push((points, chance)),
    };
    for &(points, chance) in sums {
        if hits > 0 {
            add(points + rocket, chance.and(Chance::of(hits, 1)));
        }
        if hits < 10 {
            add(points, chance.and(Chance::of(10 - hits, 1)));
        }
    }
    next
}
