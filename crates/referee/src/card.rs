//! A unit's or a leader's card: what is written on it, how it stands, and what bears on it now.

use engine::battle::{State, Whereabouts};
use engine::command::{self, Hindrance};
use engine::sight::ARC;
use engine::table::UnitId;
use rulebook::Weapon;

use crate::chances::ManeuverOdds;
use crate::replies::{Arms, Band, Card, LeaderCard, Levels, UnitCard};
use crate::words;

/// The card of a unit.
pub fn unit(state: &State, id: UnitId) -> Card {
    let placed = state.unit(id);
    let (book, marks) = (&state.book, state.marks(id));
    let here = marks.whereabouts == Whereabouts::OnTable && !placed.stands.is_empty();
    let strength = placed.unit.strength;
    let leaders = if here { state.leaders_of(id) } else { Vec::new() };
    let of_active = here
        && placed.side == state.active
        && !state.makes_no_check(id)
        && state.missed_by(id).is_empty();
    let check = of_active.then(|| state.check_of(id, leaders.first().copied()));
    let lines = match here {
        true => vec![
            words::condition(state, id),
            words::command(state, id),
            format!("on {}", words::ground(state, placed)),
            format!("this turn: {}", words::so_far(state, id)),
            format!("near: {}", words::around(state, id)),
        ],
        false => vec!["not on the table".to_owned()],
    };
    Card::Unit(Box::new(UnitCard {
        name: state.name(id).to_owned(),
        label: placed.unit.label(&book.terms),
        described: placed.unit.described(&book.terms),
        army: state.army_name(placed.side).to_owned(),
        side: placed.side,
        stands: strength.stands,
        level: strength.level(),
        levels: strength.label.map(|label| Levels {
            starting: label.starting,
            worn: label.worn,
            spent: label.spent,
        }),
        weapon: placed.unit.weapon(book).map(arms),
        commander: state.commander(id).map(|leader| state.leader_name(leader).to_owned()),
        leaders: leaders.iter().map(|by| state.leader_name(*by).to_owned()).collect(),
        targets: if here { words::targets(state, id) } else { Vec::new() },
        lines,
        check: check.map(|check| ManeuverOdds::of(book, &check)),
    }))
}

fn arms(weapon: &Weapon) -> Arms {
    let mut from = weapon.beyond.unwrap_or(geometry::Length::ZERO);
    let band = |band: &rulebook::RangeBand| {
        let to = band.to;
        let found = Band { from, to, points: band.points.to_string() };
        from = to;
        found
    };
    Arms {
        code: weapon.code.to_string(),
        name: weapon.name.to_string(),
        close_range: weapon.close_range,
        arc: f64::from(ARC.in_hundredths()) / 100.0,
        bands: weapon.bands.iter().map(band).collect(),
        rule: weapon.rule.to_string(),
    }
}

/// The card of a leader.
pub fn leader(state: &State, id: u16) -> Card {
    let leader = state.leader(id);
    let mut hindrances = state.weather();
    hindrances.insert_if(leader.attached.is_some(), Hindrance::Attached);
    hindrances.insert_if(leader.dismounted, Hindrance::Dismounted);
    let of_side = || state.of_side(leader.side);
    let name = |unit: UnitId| state.name(unit).to_owned();
    Card::Leader(LeaderCard {
        name: leader.shown_name().to_owned(),
        army: state.army_name(leader.side).to_owned(),
        side: leader.side,
        rank: leader.rank,
        rating: leader.rating,
        attached: leader.attached.map(name),
        commands: of_side().filter(|unit| state.commander(*unit) == Some(id)).map(name).collect(),
        reaches: of_side().filter(|unit| state.leaders_of(*unit).contains(&id)).map(name).collect(),
        radius: command::radius(&state.book, hindrances),
        checked: state.officer(id).checked,
    })
}
