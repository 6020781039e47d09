//! From a battle to the position as programs see it.

use engine::battle::{self, GunMarks, Marks, State, Whereabouts};
use engine::fire::Light;
use engine::table::{GunStand, Outline, Side, Terrain, UnitId, base_of};
use library::record::digest;

use crate::place::{Place, Spot};
use crate::replies::Ending;
use crate::view::{Army, Charge, Ground, Key, Leader, Scene, Score, Smoke, Unit};

/// The position; with the eyes of one side those of the enemy who are still to come are left out.
pub fn scene(state: &State, eyes: Option<Side>) -> Scene {
    let (scenario, book) = (&state.scenario, &state.book);
    let high = state.position.table.bounds().high.point();
    let units = state.position.ids().filter(|id| is_seen(state, *id, eyes));
    let leaders = (0..state.position.leaders.len() as u16).filter(|leader| {
        eyes.is_none_or(|eyes| state.leader(*leader).side == eyes)
            || !state.officer(*leader).expected
    });
    Scene {
        battle: scenario.id.to_string(),
        title: scenario.title.to_string(),
        period: book.period.to_string(),
        edition: book.edition.to_string(),
        turn: state.turn,
        turns: scenario.clock.turns,
        time: time(state),
        side: state.active,
        phase: state.phase,
        light: light(state.light()),
        sight: state.sight_in(state.turn),
        table: [high.x, high.y],
        terrain: None,
        smoke: state.smoke().iter().map(smoke).collect(),
        armies: [Side::First, Side::Second].map(|side| army(state, side)).into(),
        units: units.map(|id| unit(state, id)).collect(),
        leaders: leaders.map(|place| leader(state, place)).collect(),
        key_positions: keys(state),
        dice: state.dice,
        victory: state.victory.map(Ending::of),
        digest: digest(state),
    }
}

/// Units whose stands are with another are nowhere; an enemy does not know who is still to come.
fn is_seen(state: &State, id: UnitId, eyes: Option<Side>) -> bool {
    let (side, whereabouts) = (state.unit(id).side, state.marks(id).whereabouts);
    let own = eyes.is_none_or(|eyes| eyes == side);
    whereabouts != Whereabouts::Rejoined && (own || whereabouts != Whereabouts::Expected)
}

fn time(state: &State) -> String {
    let clock = &state.scenario.clock;
    let since = u32::from(state.turn.saturating_sub(1)) * u32::from(clock.minutes);
    let minutes = (u32::from(clock.begins) + since) % (24 * 60);
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

fn light(light: Light) -> String {
    match light {
        Light::Day => "day".to_owned(),
        Light::Twilight(limit) => format!("twilight {}", limit.to_string().trim_end_matches('"')),
        Light::Night(sky) => format!("night {sky}"),
    }
}

/// The pieces of terrain.
pub fn terrain(state: &State) -> Vec<Ground> {
    let spots = |points: &[geometry::Point]| points.iter().copied().map(Spot).collect();
    let piece = |piece: &Terrain| {
        let (area, line, width) = match &piece.outline {
            Outline::Area(area) => (spots(area.corners()), Vec::new(), None),
            Outline::Line { points, width } => (Vec::new(), spots(points), Some(*width)),
        };
        Ground {
            name: piece.name.to_string(),
            kind: piece.kind.id.to_string(),
            going: piece.kind.going,
            level: piece.level,
            area,
            line,
            width,
            rule: piece.kind.rule.to_string(),
        }
    };
    state.position.table.pieces().iter().map(piece).collect()
}

/// Smoke, where it lies or would lie.
pub fn smoke(smoke: &battle::Smoke<'_>) -> Smoke {
    Smoke {
        name: smoke.special.name.to_string(),
        area: smoke.area.corners().iter().copied().map(Spot).collect(),
        until: smoke.until,
        drifts: smoke.drifts,
        heading: f64::from(smoke.heading.in_hundredths()) / 100.0,
        rule: smoke.special.what.rule().to_owned(),
    }
}

fn army(state: &State, side: Side) -> Army {
    let army = state.scenario.army(side);
    Army {
        side,
        name: army.name.to_string(),
        nation: army.nation,
        edge: army.edge,
        stands: state.starting_stands(side),
        lost: state.lost[side as usize],
        heavy_at: state.heavy_at(side),
        losses: state.losses(side),
        taken: state.taken[side as usize],
        points: state.points()[side as usize],
        scores: state.scores(side).into_iter().map(score).collect(),
        wins: state.wins_at_once(side),
    }
}

fn score(score: engine::battle::Score) -> Score {
    let engine::battle::Score { points, worth, label, rule } = score;
    Score { points, worth, label, rule: rule.to_string() }
}

fn unit(state: &State, id: UnitId) -> Unit {
    let (placed, marks) = (state.unit(id), state.marks(id));
    let own = &placed.unit;
    let base = base_of(&state.book.bases, own);
    let leader = |place: u16| state.leader_name(place).to_owned();
    let guns = placed.guns.iter().enumerate();
    let charge = marks.charge.as_ref().map(|charge| Charge {
        target: state.name(charge.target).to_owned(),
        kind: charge.kind,
        stage: charge.stage,
        cold_steel: charge.steel,
    });
    Unit {
        id: id.0,
        name: state.name(id).to_owned(),
        label: own.label(&state.book.terms),
        side: placed.side,
        whereabouts: marks.whereabouts,
        commander: state.commander(id).map(leader),
        leader: state.leader_with(id).map(leader),
        part_of: marks.origin.map(|origin| state.name(origin).to_owned()),
        nation: own.nation,
        arm: own.arm,
        mounted: own.is_mounted(),
        weapon: own.weapon.as_ref().map(ToString::to_string),
        experience: own.experience,
        strength: own.strength.stands,
        level: own.strength.level(),
        order: own.order,
        formation: own.formation,
        at: (!placed.stands.is_empty()).then_some(Place(placed.anchor)),
        base: [base.width, base.depth],
        stands: placed.stands.iter().map(|stand| Place(stand.pose)).collect(),
        holders: placed.holders,
        horses: placed.tethered.map(Spot),
        guns: guns.map(|(stand, gun)| gun_marks(*gun, marks.guns.get(stand))).collect(),
        list: marks.list,
        charge,
        marks: unit_marks(marks, own.presenting),
    }
}

/// The words that are true.
fn words<const N: usize>(all: [(bool, &str); N]) -> Vec<String> {
    all.into_iter().filter(|(so, _)| *so).map(|(_, word)| word.to_owned()).collect()
}

fn gun_marks(gun: GunStand, marks: Option<&GunMarks>) -> Vec<String> {
    let marks = marks.copied().unwrap_or_default();
    words([
        (gun.limbered, "limbered"),
        (gun.silenced, "silenced"),
        (gun.damaged, "damaged"),
        (gun.low_on_ammunition, "low-on-ammunition"),
        (gun.abandoned, "abandoned"),
        (marks.checked, "checked"),
        (marks.moved, "moved"),
        (marks.may_not_fire, "may-not-fire"),
        (marks.fired, "fired"),
    ])
}

fn unit_marks(marks: &Marks, presenting: bool) -> Vec<String> {
    let mut found = words([
        (marks.skirmishers, "skirmishers"),
        (presenting, "presenting-bayonets"),
        (marks.low_on_ammunition, "low-on-ammunition"),
        (marks.about_faced, "about-faced"),
        (marks.checked, "checked"),
        (marks.moved, "moved"),
        (marks.may_not_fire, "may-not-fire"),
        (marks.fired != 0, "fired"),
        (marks.fired_at, "fired-at"),
        (marks.answered, "answered"),
        (marks.disordered_at_end, "disordered-at-end"),
        (marks.changed_frontage, "changed-frontage"),
        (marks.redeployed, "redeployed"),
    ]);
    let exposed = marks.exposure.iter().map(|exposure| exposure.name().to_owned());
    found.extend(exposed.filter(|word| word != "about-faced"));
    found
}

fn leader(state: &State, place: u16) -> Leader {
    let (leader, officer) = (state.leader(place), state.officer(place));
    let superior = state.scenario.posts.get(usize::from(place)).and_then(|post| post.superior);
    Leader {
        name: leader.shown_name().to_owned(),
        side: leader.side,
        rank: leader.rank,
        rating: leader.rating,
        at: leader.at.map(Spot),
        attached: leader.attached.map(|unit| state.name(unit).to_owned()),
        superior: superior.map(|superior| state.leader_name(superior).to_owned()),
        marks: words([
            (leader.of_artillery, "artillery"),
            (leader.masses_guns, "masses-guns"),
            (leader.dismounted, "on-foot"),
            (officer.expected, "expected"),
            (officer.lost, "lost"),
            (officer.gone, "gone"),
            (officer.absent > 0, "absent"),
            (officer.checked, "checked"),
            (officer.changed, "attached-or-detached"),
            (officer.moved, "moved"),
        ]),
    }
}

fn keys(state: &State) -> Vec<Key> {
    let keys = state.scenario.key_positions.iter().zip(&state.holders);
    let key = |(key, holder): (&engine::scenario::KeyPosition, &Option<Side>)| Key {
        name: key.name.to_string(),
        at: Spot(key.at),
        radius: key.radius,
        holder: *holder,
        points: key.points,
        key_of: key.key_of,
    };
    keys.map(key).collect()
}
