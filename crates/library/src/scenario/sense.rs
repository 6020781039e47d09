//! Whether a file that can be put on a table can be fought as a battle.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use engine::scenario::KeyPosition;
use engine::table::{Side, Terrain};
use engine::{Emplacement, Formation};
use geometry::{Bounds, Convex, Point, Rect, Spot, TOUCH};
use rulebook::Nation;

use super::Armies;
use super::arrivals::Entry;
use super::places::Size;
use super::ways::{Mover, Ways, bars, carries};
use super::{leaders, room, units};
use crate::decode::Table;

/// A file as far as it could be read.
pub struct Draft<'a> {
    /// The whole file.
    pub root: &'a Table<'a>,
    /// The table.
    pub size: Size,
    /// The armies.
    pub armies: &'a Armies,
    /// Terrain.
    pub ground: &'a [Option<Terrain>],
    /// Units.
    pub units: &'a [Option<units::Ready>],
    /// Leaders.
    pub leaders: &'a [Option<leaders::Ready>],
    /// What they fight for.
    pub key_positions: &'a [Option<KeyPosition>],
}

/// Notes everything that makes no battle of it.
pub fn check(draft: &Draft<'_>) {
    armies(draft);
    strangers(draft);
    idle_leaders(draft);
    stakes(draft);
    garrisons(draft);
    // What could not be read may be the very bridge, or who could cross.
    if !draft.ground.iter().all(Option::is_some) {
        return;
    }
    stand_on_ground(draft);
    leaders_on_ground(draft);
    if !draft.size.guessed && draft.units.iter().all(Option::is_some) {
        ways(draft);
    }
}

/// An army has units, and can lose as much as the file says.
fn armies(draft: &Draft<'_>) {
    let units = draft.root.tables("unit");
    // A unit whose army is not known may be of either.
    if units.iter().any(|unit| !draft.armies.names.contains(&unit.maybe_text("army"))) {
        return;
    }
    for (table, name) in draft.root.tables("army").iter().zip(&draft.armies.names) {
        let own = units.iter().filter(|unit| unit.maybe_text("army") == *name);
        let stands: Vec<Option<u16>> = own.map(|unit| stands_of(unit)).collect();
        if stands.is_empty() {
            table.defect_at("name", format!("{name} has no units: nobody can win this"), None);
        }
        let Some(all) = stands.into_iter().sum::<Option<u16>>().filter(|all| *all > 0) else {
            continue;
        };
        for (key, what) in
            [("heavy-casualties", "heavy casualties"), ("greater-losses", "greater losses")]
        {
            if let Some(number) = table.maybe(key).and_then(|node| node.as_whole())
                && number > i64::from(all)
            {
                let message = format!("{what} from {number} stands never come: {name} has {all}");
                table.defect_at(key, message, None);
            }
        }
    }
}

/// A line of the rating lists is of troops that fought on this side.
fn strangers(draft: &Draft<'_>) {
    for (table, ready) in draft.root.tables("unit").iter().zip(draft.units) {
        let Some(placed) = ready.as_ref().map(|ready| &ready.placed) else { continue };
        // A unit that names its nation means what it says.
        if table.maybe("army-row").is_none() || table.maybe("nation").is_some() {
            continue;
        }
        let Some(army) = draft.armies.nations[placed.side as usize] else { continue };
        let (row, of) = (table.maybe_text("army-row"), placed.unit.nation);
        if camp(of).zip(camp(army)).is_some_and(|(one, other)| one != other) {
            let message = format!(
                "`{row}` is a line of the enemy's troops ({of}), and {} is {army}; if it is meant so, say its `nation`",
                draft.armies.names[placed.side as usize]
            );
            table.defect_at("army-row", message, None);
        }
    }
}

/// On which side of its war a nation fought; nothing for those who fought on both.
fn camp(nation: Nation) -> Option<Side> {
    match nation {
        Nation::Union | Nation::American | Nation::French | Nation::UnitedStates => {
            Some(Side::First)
        }
        Nation::Confederate
        | Nation::British
        | Nation::German
        | Nation::Loyalist
        | Nation::Mexican => Some(Side::Second),
        Nation::Canadian | Nation::Indian => None,
    }
}

fn stands_of(unit: &Table<'_>) -> Option<u16> {
    let number = |key| unit.maybe(key).and_then(|node| node.as_whole());
    let stands = number("stands")? - number("lost").unwrap_or(0);
    u16::try_from(stands).ok()
}

/// A leader leads somebody, rides with a unit, or serves under another: he may lead units of others for a
/// while.
fn idle_leaders(draft: &Draft<'_>) {
    let (leaders, units) = (draft.root.tables("leader"), draft.root.tables("unit"));
    let names: Vec<Arc<str>> = leaders.iter().map(|table| table.maybe_text("name")).collect();
    let unknown = |table: &Table<'_>, key| {
        let name = table.maybe_text(key);
        !name.is_empty() && !names.contains(&name)
    };
    // Whoever a name that is not known means, he commands somebody.
    if units.iter().any(|unit| unknown(unit, "command"))
        || leaders.iter().any(|leader| unknown(leader, "superior"))
    {
        return;
    }
    for table in &leaders {
        let name = table.maybe_text("name");
        let is_named = |other: &Table<'_>, key| other.maybe_text(key) == name;
        let leads = units.iter().any(|unit| is_named(unit, "command"))
            || leaders.iter().any(|other| is_named(other, "superior"));
        let serves = ["attached", "superior"].iter().any(|key| table.maybe(key).is_some());
        if !name.is_empty() && !leads && !serves {
            let message = format!(
                "{name} commands nobody: make him the `command` of a unit or the `superior` of a leader, or attach him"
            );
            table.defect_at("name", message, None);
        }
    }
}

/// What is fought for is worth something to somebody.
fn stakes(draft: &Draft<'_>) {
    let tables = draft.root.tables("key-position");
    for (table, key) in tables.iter().zip(draft.key_positions) {
        let Some(key) = key else { continue };
        if key.points == [0, 0] && key.key_of.is_none() {
            let message = format!("nobody gains by {}: give it `points`", key.name);
            table.defect_at("name", message, None);
        }
        if let (Some(side), None) = (key.key_of, key.owner) {
            let message = format!(
                "{} is the key of {} and nobody's at the start: say its `owner`",
                key.name, draft.armies.names[side as usize]
            );
            table.defect_at("key-of", message, None);
        }
    }
}

/// Somebody who marches: from where, and as what.
struct March<'a> {
    table: &'a Table<'a>,
    side: Side,
    mover: Mover,
    from: From,
    name: String,
}

enum From {
    Place(Point),
    Entry(Entry),
}

/// Everybody stands where he can, comes where he can, and gets to where the points are.
fn ways(draft: &Draft<'_>) {
    let ground: Vec<&Terrain> = draft.ground.iter().flatten().collect();
    if !Mover::ALL.iter().any(|mover| ground.iter().any(|piece| bars(piece, *mover))) {
        return;
    }
    let (units, leaders) = (draft.root.tables("unit"), draft.root.tables("leader"));
    let marches = marches(draft, &units, &leaders);
    let kinds: BTreeSet<Mover> = marches.iter().map(|march| march.mover).collect();
    let ways: BTreeMap<Mover, Ways> =
        kinds.into_iter().map(|mover| (mover, Ways::new(draft.size, &ground, mover))).collect();
    let mut parts: Vec<(&March<'_>, BTreeSet<u32>)> = Vec::new();
    for march in &marches {
        let ways = &ways[&march.mover];
        let from = match march.from {
            From::Place(at) => ways.part(at).into_iter().collect(),
            From::Entry(Entry { at: Some(at), .. }) => ways.part(at).into_iter().collect(),
            From::Entry(Entry { edge, .. }) => ways.along(edge),
        };
        parts.push((march, from));
    }
    for (march, from) in &parts {
        entry(draft, march, from, &ways[&march.mover]);
    }
    let tables = draft.root.tables("key-position");
    for (table, key) in tables.iter().zip(draft.key_positions) {
        if let Some(key) = key {
            prize(draft, table, key, &parts, &ways);
        }
    }
}

/// Nobody stands in deep water, but for guns that cannot move: they are on boats.
fn stand_on_ground(draft: &Draft<'_>) {
    let ground: Vec<&Terrain> = draft.ground.iter().flatten().collect();
    let tables = draft.root.tables("unit");
    for (table, ready) in tables.iter().zip(draft.units) {
        let Some(ready) = ready else { continue };
        if ready.placed.unit.guns.emplacement == Emplacement::Fixed {
            continue;
        }
        let mover = Mover::of(&ready.placed.unit);
        let (stands, name) = (&ready.placed.stands, &ready.placed.unit.name);
        let barring = |stand: &Rect| {
            let spot = stand.pose.at.spot();
            let on = |piece: &&&Terrain| piece.is_under(&Convex::from(*stand), 0.0);
            let piece = ground.iter().find(|piece| bars(piece, mover) && on(piece))?;
            let carried = ground.iter().any(|piece| carries(piece) && piece.contains(spot));
            (!carried).then_some(*piece)
        };
        let others = || draft.units.iter().flatten().map(|other| &other.placed);
        let others = || others().filter(|other| !std::ptr::eq(*other, &ready.placed));
        let free = |stand: &Rect| {
            draft.size.bounds().grown(TOUCH).holds(stand.bounds())
                && barring(stand).is_none()
                && !others().any(|other| other.stands.iter().any(|two| stand.overlaps(*two)))
        };
        let barred: Vec<&Terrain> = stands.iter().filter_map(barring).collect();
        let Some(piece) = barred.first() else { continue };
        let some = match (barred.len(), stands.len()) {
            (some, all) if some < all => format!("{some} of the {all} stands of {name} "),
            _ => format!("{name} "),
        };
        let one = barred.len() == 1 || barred.len() == stands.len();
        let (are, they) = if one { ("is", "it") } else { ("are", "they") };
        let out = room::way_out(|by| room::moved(&ready.placed, by).iter().all(free));
        let out = out.map_or(String::new(), |way| format!(": move it {way}"));
        let message = format!("{some}{are} in {}, where {they} cannot be{out}", called(piece));
        table.defect_at("at", message, None);
    }
}

/// No leader stands in deep water, but for one who leads guns on boats.
fn leaders_on_ground(draft: &Draft<'_>) {
    let ground: Vec<&Terrain> = draft.ground.iter().flatten().collect();
    let barring = |spot: Spot| {
        let piece = ground.iter().find(|piece| bars(piece, Mover::Foot) && piece.contains(spot))?;
        let carried = ground.iter().any(|piece| carries(piece) && piece.contains(spot));
        (!carried).then_some(*piece)
    };
    let afloat = |place: usize| {
        let own = draft.units.iter().flatten().filter(|unit| unit.command == Some(place));
        own.into_iter().any(|unit| unit.placed.unit.guns.emplacement == Emplacement::Fixed)
    };
    let leaders = draft.root.tables("leader");
    for (place, (table, ready)) in leaders.iter().zip(draft.leaders).enumerate() {
        let Some(leader) = ready.as_ref().map(|ready| &ready.leader) else { continue };
        if afloat(place) {
            continue;
        }
        let Some(at) = leader.at.filter(|_| leader.attached.is_none()).map(Point::spot) else {
            continue;
        };
        let Some(piece) = barring(at) else { continue };
        let table_holds = |spot: Spot| draft.size.bounds().holds(Bounds { low: spot, high: spot });
        let free = |by: Spot| table_holds(at.plus(by)) && barring(at.plus(by)).is_none();
        let out = room::way_out(free).map_or(String::new(), |way| format!(": move him {way}"));
        let message = format!("{} is in {}, where he cannot be{out}", leader.name, called(piece));
        table.defect_at("at", message, None);
    }
}

/// A garrison has room: two stands a side of its building (FORM-GARRISON).
fn garrisons(draft: &Draft<'_>) {
    let tables = draft.root.tables("unit");
    let ground = || draft.ground.iter().flatten();
    for (table, ready) in tables.iter().zip(draft.units) {
        let Some(placed) = ready.as_ref().map(|ready| &ready.placed) else { continue };
        if placed.unit.formation != Formation::Garrison {
            continue;
        }
        let of = table.maybe_text("of");
        let walls = ground().find(|piece| piece.name == of).and_then(Terrain::area);
        let Some(sides) = walls.map(|walls| walls.corners().len()) else { continue };
        let stands = usize::from(placed.unit.strength.stands);
        if stands > 2 * sides {
            let message = format!(
                "{} has no room in {of}: two stands to each of its {sides} sides are {}, not {stands} (FORM-GARRISON)",
                placed.unit.name,
                2 * sides
            );
            table.defect_at("of", message, None);
        }
    }
}

/// A piece by its name and its kind.
pub fn called(piece: &Terrain) -> String {
    match &*piece.name {
        "" => format!("the {}", piece.kind.label),
        name => format!("{name} ({})", piece.kind.label),
    }
}

fn marches<'a>(
    draft: &'a Draft<'_>,
    units: &'a [Table<'a>],
    leaders: &'a [Table<'a>],
) -> Vec<March<'a>> {
    let of_units = units.iter().zip(draft.units).filter_map(|(table, ready)| {
        let ready = ready.as_ref()?;
        let from = ready.entry.map_or(From::Place(ready.placed.anchor.at), From::Entry);
        let (side, name) = (ready.placed.side, ready.placed.unit.name.to_string());
        Some(March { table, side, mover: Mover::of(&ready.placed.unit), from, name })
    });
    let of_leaders = leaders.iter().zip(draft.leaders).filter_map(|(table, ready)| {
        let ready = ready.as_ref()?;
        let (side, name) = (ready.leader.side, ready.leader.name.to_string());
        Some(March { table, side, mover: Mover::Foot, from: From::Entry(ready.entry?), name })
    });
    of_units.chain(of_leaders).collect()
}

/// Who comes later can come on, and then get to something that is fought for.
fn entry(draft: &Draft<'_>, march: &March<'_>, from: &BTreeSet<u32>, ways: &Ways) {
    let From::Entry(entry) = march.from else { return };
    let name = &march.name;
    let place = match entry.at {
        Some(at) => format!("[{}, {}]", bare(at.x), bare(at.y)),
        None => format!("the {} edge", entry.edge),
    };
    if from.is_empty() {
        let message = format!("{name} cannot come on at {place}: nobody can stand there");
        march.table.defect_at("arrives", message, None);
        return;
    }
    let goals: Vec<BTreeSet<u32>> =
        draft.key_positions.iter().flatten().map(|key| ways.around(key.at, key.radius)).collect();
    if !goals.is_empty() && goals.iter().all(|goal| goal.is_disjoint(from)) {
        let message =
            format!("no way leads {name} from {place} to any key position: it is cut off");
        march.table.defect_at("arrives", message, None);
    }
}

fn bare(length: geometry::Length) -> String {
    length.to_string().trim_end_matches('"').to_owned()
}

/// Points can be won by whoever they are for.
fn prize(
    draft: &Draft<'_>,
    table: &Table<'_>,
    key: &KeyPosition,
    parts: &[(&March<'_>, BTreeSet<u32>)],
    ways: &BTreeMap<Mover, Ways>,
) {
    let around: BTreeMap<Mover, BTreeSet<u32>> =
        ways.iter().map(|(mover, ways)| (*mover, ways.around(key.at, key.radius))).collect();
    if around.values().all(BTreeSet::is_empty) {
        let message = format!("nobody can stand at {}: nobody can win its points", key.name);
        table.defect_at("at", message, None);
        return;
    }
    let mut anybody = false;
    for side in [Side::First, Side::Second] {
        let mut own = parts.iter().filter(|(march, _)| march.side == side);
        let has_any = own.clone().next().is_some();
        let comes = own.any(|(march, from)| !from.is_disjoint(&around[&march.mover]));
        let worth = key.points[side as usize];
        anybody |= comes;
        if !has_any || comes || key.owner == Some(side) {
            continue;
        }
        let army = &draft.armies.names[side as usize];
        if worth > 0 {
            let message =
                format!("no way leads {army} to {}: it can never win these points", key.name);
            table.defect_at("points", message, None);
            anybody = true;
        }
        for rule in draft.root.tables("special").iter().filter(|rule| wins_by(rule, army, key)) {
            let message = format!("no way leads {army} to {}: it can never win so", key.name);
            rule.defect_at("positions", message, None);
            anybody = true;
        }
    }
    if !anybody && !parts.is_empty() {
        let message = format!("no way leads anybody to {}: it stays whose it is", key.name);
        table.defect_at("at", message, None);
    }
}

/// Does a rule of the battle say that an army wins by holding a key position, among others?
fn wins_by(rule: &Table<'_>, army: &str, key: &KeyPosition) -> bool {
    *rule.maybe_text("rule") == *"wins"
        && *rule.maybe_text("army") == *army
        && rule.texts("positions").contains(&key.name)
}
