//! The maneuver table, its modifiers, and the lists it opens.

use rulebook::{Bands, Effect, EffectClass, Feature, GunsLost, ListedManeuver, ManeuverColumn};

use super::{capital, modifiers, nations, span, when};
use crate::qrs::model::{Clerk, Note, Section, Side, Table};

/// The results of a check and what they do.
pub fn table(clerk: &Clerk) -> Section {
    Section {
        id: "maneuver",
        heading: "Maneuver Table",
        side: Side::Front,
        tables: vec![
            results(clerk, "Troops in good order, and all guns", Order::Good),
            results(clerk, "Disordered or broken troops", Order::Bad),
        ],
        notes: notes(clerk),
    }
}

/// Which of the two tables is read.
#[derive(Clone, Copy)]
enum Order {
    Good,
    Bad,
}

fn results(clerk: &Clerk, caption: &str, order: Order) -> Table {
    let columns = &clerk.book.maneuver.columns;
    let bands: Vec<&Bands<Effect>> = columns
        .iter()
        .map(|column| match order {
            Order::Good => &column.good_order,
            Order::Bad => &column.disordered,
        })
        .collect();
    let mut effects: Vec<Effect> = Vec::new();
    for (_, effect) in bands.iter().flat_map(|bands| bands.rows()) {
        if !effects.contains(&effect) {
            effects.push(effect);
        }
    }
    effects.sort_by_key(|effect| (*effect == Effect::Panic, *effect));
    let rows = effects.iter().map(|&effect| {
        let span = |bands: &&Bands<Effect>| {
            let found = bands.rows().find(|(_, e)| *e == effect);
            found.map_or("–".to_owned(), |(found, _)| span(found))
        };
        let mut cells: Vec<String> = bands.iter().map(span).collect();
        let (text, rules) = words(clerk, effect, order);
        cells.extend([effect.title().to_owned(), text]);
        let own = columns.iter().map(|column| column.rule.as_str());
        let rules: Vec<&str> = own.chain(rules.iter().copied()).collect();
        clerk.row_of(cells, &rules)
    });
    let heads = heads(columns);
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    Table::new(caption, &heads).of(rows)
}

/// A column for each set of nations that reads its own results.
fn heads(columns: &[ManeuverColumn]) -> Vec<String> {
    let head = |column: &ManeuverColumn| match columns.len() {
        1 => "#Result".to_owned(),
        _ => format!("#{}", nations(&column.nations)),
    };
    let results = columns.iter().map(head);
    results.chain(["Effect".to_owned(), "What it does".to_owned()]).collect()
}

/// What an effect does, and the rules that say so.
fn words(clerk: &Clerk, effect: Effect, order: Order) -> (String, &'static [&'static str]) {
    match effect {
        Effect::DoubleQuick => {
            ("a Well Handled maneuver at the double quick".into(), &["MNV-EFF-DQ"])
        }
        Effect::WellHandled => ("a Well Handled maneuver".into(), &["MNV-EFF-WH"]),
        Effect::Tardy => ("a Tardy maneuver".into(), &["MNV-EFF-TARDY"]),
        Effect::FallBack => (
            "out of enemy close range, disordered; if it holds, may only fire".into(),
            &["MNV-EFF-FALLBACK-TROOPS"],
        ),
        Effect::RallyWithElan => {
            ("good order, and a Well Handled maneuver".into(), &["MNV-EFF-RWE"])
        }
        Effect::Rally => ("good order, and a Tardy maneuver".into(), &["MNV-EFF-RALLY"]),
        Effect::Shaken => {
            ("out of enemy close range, in good order; may only fire".into(), &["MNV-EFF-SHAKEN"])
        }
        Effect::Wavering => ("out of enemy close range, disordered".into(), &["MNV-EFF-WAVERING"]),
        Effect::Panic => panic(clerk, order),
    }
}

fn panic(clerk: &Clerk, order: Order) -> (String, &'static [&'static str]) {
    match (order, clerk.book.maneuver.panic_stands) {
        (Order::Good, _) => ("full retreat, broken; no stand lost".into(), &["MNV-EFF-PANIC-GOOD"]),
        (Order::Bad, more) => {
            let more = if more == 0 { String::new() } else { format!("{more} and ") };
            let text = format!("full retreat, broken; loses {more}a stand for each point below 0");
            (text, &["MNV-EFF-PANIC-DISORDERED", "MNV-EFF-PANIC-LOSS"])
        }
    }
}

/// What becomes of guns that have to leave.
fn guns_leave(clerk: &Clerk) -> Note {
    let rules = &clerk.book.maneuver;
    let heavy = clerk.book.has(Feature::Carriages);
    let of = |fixed, unlimbered| lost(fixed, heavy.then_some(unlimbered));
    clerk.note(
        format!(
            "Guns that fall back or panic limber and make a full retreat, silenced. Fall Back: \
             {}. Panic: {}.",
            of(rules.fixed_guns_on_fall_back, rules.heavy_guns_on_fall_back),
            of(rules.fixed_guns_on_panic, rules.heavy_guns_on_panic)
        ),
        &[
            "MNV-EFF-FALLBACK-GUNS",
            "MNV-EFF-FALLBACK-LOST-GUNS",
            "MNV-EFF-FALLBACK-FIXED-ACW",
            "MNV-EFF-PANIC-GOOD",
        ],
    )
}

/// Which guns an effect costs; `heavy` where carriages matter.
fn lost(fixed: GunsLost, heavy: Option<GunsLost>) -> String {
    let fate = |lost: GunsLost| match lost {
        GunsLost::Never => "stay, silenced",
        GunsLost::InCloseRange => "are lost in close range unless fortified",
        GunsLost::Anywhere => "are lost anywhere",
    };
    let (fixed_name, heavy_name) = ("fixed guns", "unlimbered heavy carriages");
    match heavy {
        None => format!("{fixed_name} {}", fate(fixed)),
        Some(heavy) if heavy == fixed => format!("{fixed_name} and {heavy_name} {}", fate(fixed)),
        Some(heavy) => {
            format!("{fixed_name} {}, {heavy_name} {}", fate(fixed), fate(heavy))
        }
    }
}

fn notes(clerk: &Clerk) -> Vec<Note> {
    let rules = &clerk.book.maneuver;
    let square = when(clerk.book.has(Feature::Square), " and squares");
    let mut notes = vec![
        clerk.note(
            format!(
                "Fall Back, Shaken, Wavering: units out of enemy close range, fortified \
                 units{square} hold."
            ),
            &[
                "MNV-EFF-FALLBACK-TROOPS",
                "MNV-EFF-SHAKEN",
                "MNV-EFF-SHAKEN-SQUARE-NAME",
                "MNV-EFF-WAVERING",
            ],
        ),
        guns_leave(clerk),
        clerk.note(
            "A broken unit that recovers reforms in line, facing the enemy. A unit may always \
             hold instead of a maneuver; it may not decline what drives it back.",
            &["MNV-EFF-REFORM-FORMATION", "MNV-EFF-VOLUNTARY"],
        ),
        clerk.note(
            "Command radius 8\"; 4\" through dense growth, in twilight, or if the leader is \
             attached or dismounted.",
            &["CMD-RADIUS-8", "CMD-RADIUS-4"],
        ),
    ];
    if clerk.book.has(Feature::BattalionGuns) {
        let codes = rules.battalion_guns.join(" and ");
        let who = if codes.is_empty() { String::new() } else { format!(" ({codes})") };
        let rule = clerk.book.features[Feature::BattalionGuns as usize].rule.clone();
        let battery = &clerk.book.terms.battery;
        let a = if battery.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        notes.push(clerk.note(
            format!(
                "A lone gun{who} within {} of friendly troops counts as {a} {battery}.",
                rules.battalion_gun_within
            ),
            &[rule.as_str()],
        ));
    }
    notes
}

/// The modifiers of a check.
pub fn modifiers(clerk: &Clerk) -> Section {
    let list = &clerk.book.maneuver.modifiers;
    let caption = "Added to the die of a check";
    let (table, notes) = modifiers::table(clerk, caption, list, modifiers::of_maneuver);
    Section {
        id: "maneuver-modifiers",
        heading: "Maneuver Modifiers",
        side: Side::Front,
        tables: vec![table],
        notes,
    }
}

/// What troops may do.
pub fn troops(clerk: &Clerk) -> Section {
    let group = |class: EffectClass| match class {
        EffectClass::DoubleQuick => "Double Quick only",
        EffectClass::WellHandled => "Double Quick, Well Handled, Rally with Elan",
        EffectClass::Tardy => "Tardy, Rally",
        EffectClass::Hasty => "Hasty, in the enemy's turn",
    };
    Section {
        id: "troop-maneuvers",
        heading: "Maneuvers of Troops",
        side: Side::Front,
        tables: vec![listed(clerk, &clerk.book.maneuver.troop_list, group)],
        notes: Vec::new(),
    }
}

/// What guns may do; they never rally by a result.
pub fn guns(clerk: &Clerk) -> Section {
    let group = |class: EffectClass| match class {
        EffectClass::DoubleQuick => "Double Quick only",
        EffectClass::WellHandled => "Double Quick, Well Handled",
        EffectClass::Tardy => "Tardy",
        EffectClass::Hasty => "Hasty, in the enemy's turn",
    };
    const LONG: usize = 14;
    let list = &clerk.book.maneuver.gun_list;
    let stacks = if list.len() > LONG { 2 } else { 1 };
    Section {
        id: "gun-maneuvers",
        heading: "Maneuvers of Guns",
        side: Side::Front,
        tables: vec![listed(clerk, list, group).in_stacks(stacks)],
        notes: Vec::new(),
    }
}

fn listed(clerk: &Clerk, list: &[ListedManeuver], group: fn(EffectClass) -> &'static str) -> Table {
    let mut list: Vec<&ListedManeuver> = list.iter().collect();
    list.sort_by_key(|maneuver| maneuver.class);
    let rows = list.iter().map(|maneuver| {
        let cells = [capital(&maneuver.label), maneuver.limit.to_string()];
        let row = clerk.row(cells, &maneuver.rule);
        row.in_group(group(maneuver.class))
    });
    Table::new("One for each check", &["", "~"]).of(rows)
}
