//! Die roll modifiers of all three chapters: groups, values, and what is not cumulative.

use rulebook::{ChargeFact, FireFact, ManeuverFact, Modifiers, Named, Row as Modifier, Set, Share};

use super::capital;
use crate::qrs::model::{Clerk, Note, Row, Section, Side, Table};
use crate::show::signed;

/// The modifiers as a table, and the exceptions that several of them share as notes `a`, `b` …
/// `group` names the group of a fact.
pub fn table<F: Named>(
    clerk: &Clerk,
    caption: &str,
    modifiers: &Modifiers<F>,
    group: fn(F) -> &'static str,
) -> (Table, Vec<Note>) {
    let shared = Shared::of(modifiers);
    let rows = modifiers.rows.iter().map(|row| {
        let remark = remark(modifiers, row, &shared);
        let cells = [signed(row.value), row.label.to_string(), remark];
        let first = first(row.when);
        clerk.row(cells, &row.rule).in_group(first.map_or("", group))
    });
    let table = Table::new(caption, &["#", "", "~"]).of(gathered(rows.collect()));
    let notes = shared.0.iter().zip('a'..).map(|((reason, rules), letter)| {
        let rules: Vec<&str> = rules.iter().map(String::as_str).collect();
        clerk.note(format!("{letter}: {reason}."), &rules)
    });
    (table, notes.collect())
}

/// Exceptions that more than one row has, with their rules.
struct Shared(Vec<(String, Vec<String>)>);

impl Shared {
    fn of<F: Named>(modifiers: &Modifiers<F>) -> Shared {
        let mut found: Vec<(String, Vec<String>, usize)> = Vec::new();
        for (reason, rule) in modifiers.rows.iter().flat_map(exceptions) {
            match found.iter_mut().find(|(own, _, _)| *own == reason) {
                Some((_, rules, times)) => {
                    *times += 1;
                    if !rules.contains(&rule) {
                        rules.push(rule);
                    }
                }
                None => found.push((reason, vec![rule], 1)),
            }
        }
        let often = found.into_iter().filter(|(_, _, times)| *times > 1);
        Shared(often.map(|(reason, rules, _)| (reason, rules)).collect())
    }

    fn letter(&self, reason: &str) -> Option<char> {
        let place = self.0.iter().position(|(own, _)| own == reason)?;
        ('a'..).nth(place)
    }
}

/// What keeps a row from counting, each with its rule.
fn exceptions<F: Named>(row: &Modifier<F>) -> Vec<(String, String)> {
    let half = row.share == Share::HalfOrMore && !row.label.contains("half");
    let half = half.then(|| {
        let words = "if half or more of the points are fired so";
        (words.to_owned(), "FIRE-HALF-OR-MORE".to_owned())
    });
    let unless = row.unless.iter();
    let unless = unless.map(|e| (e.reason.to_string(), e.rule.to_string()));
    half.into_iter().chain(unless).collect()
}

fn first<F: Named>(facts: Set<F>) -> Option<F> {
    facts.iter().next()
}

/// The rows with those of one group together, groups in order of their first row.
pub fn gathered(rows: Vec<Row>) -> Vec<Row> {
    let mut groups: Vec<String> = Vec::new();
    for row in &rows {
        if !groups.contains(&row.group) {
            groups.push(row.group.clone());
        }
    }
    let place = |row: &Row| groups.iter().position(|group| *group == row.group);
    let mut rows = rows;
    rows.sort_by_key(place);
    rows
}

fn remark<F: Named>(modifiers: &Modifiers<F>, row: &Modifier<F>, shared: &Shared) -> String {
    let (mut letters, mut words) = (Vec::new(), Vec::new());
    for (reason, _) in exceptions(row) {
        match shared.letter(&reason) {
            Some(letter) => letters.push(letter.to_string()),
            None => words.push(reason),
        }
    }
    let places = 0..modifiers.rows.len();
    let stronger = places.filter(|place| row.yields_to & (1 << place) != 0);
    let names: Vec<String> = stronger.map(|place| short(&modifiers.rows[place].label)).collect();
    if !names.is_empty() {
        words.insert(0, format!("not with {}", super::list(&names, "or")));
    }
    let letters = (!letters.is_empty()).then(|| letters.join(", "));
    letters.into_iter().chain(words).collect::<Vec<_>>().join("; ")
}

/// The beginning of a label that names several things.
fn short(label: &str) -> String {
    const LONG: usize = 24;
    let end = label.find(", ").or_else(|| label.find(" or ").filter(|_| label.len() > LONG));
    end.map_or(label.to_owned(), |end| format!("{} &c.", &label[..end]))
}

/// The group of a maneuver fact.
pub fn of_maneuver(fact: ManeuverFact) -> &'static str {
    use ManeuverFact as F;
    match fact {
        F::GallantLeader | F::AbleLeader | F::PoorLeader | F::LeaderAttached | F::BraveColonel => {
            "Leader"
        }
        F::Provisional
        | F::Militia
        | F::NationalGuard
        | F::Auxiliaries
        | F::ActiveMilitia
        | F::Irregulars
        | F::OutOfCommand => "Command",
        F::Elite | F::Veteran | F::Trained | F::Raw => "Experience",
        F::Fresh | F::Worn | F::Spent => "Effectiveness",
        F::Battery
        | F::BattalionGunNearTroops
        | F::FieldColumn
        | F::MarchColumn
        | F::Square
        | F::Garrison
        | F::LimberedGun
        | F::LinearCover
        | F::IndiansInWoods
        | F::IndiansInOpen
        | F::Outflanked
        | F::Broken => "Formation and place",
        F::KeyPositionLost | F::HeavyCasualties | F::GreaterLosses => "The army",
    }
}

/// The group of a fire fact.
pub fn of_fire(fact: FireFact) -> &'static str {
    use FireFact as F;
    match fact {
        F::RawFirer | F::Marksmen | F::BuckAndBall | F::RepeaterInCharge => "Firers",
        F::Enfilading
        | F::EnfiladingGuns
        | F::FieldColumn
        | F::MountedTarget
        | F::Broken
        | F::AboutFaced
        | F::PassageOfLines
        | F::MarchedByFlank
        | F::CrossedAbatis
        | F::MarchColumn
        | F::StormingColumn
        | F::Square
        | F::LimberedTarget => "Target",
        F::TwilightDistance
        | F::NightFire
        | F::OpenOrder
        | F::PartialCover
        | F::OpenOrderInCover
        | F::FullCover
        | F::Fortified => "Cover and light",
    }
}

/// The group of a charge fact.
pub fn of_charge(fact: ChargeFact) -> &'static str {
    use ChargeFact as F;
    match fact {
        F::Elite | F::Veteran | F::Trained | F::Raw => "Experience",
        F::Fresh | F::Worn | F::Spent => "Effectiveness",
        F::Outnumbered3To2
        | F::Outnumbered2To1
        | F::Outnumbered3To1
        | F::CavalryOutnumberedByInfantry => "Numbers",
        F::SupportedGuns
        | F::UnsupportedGuns
        | F::Disordered
        | F::Silenced
        | F::LeaderAttached
        | F::BraveColonel
        | F::OpenOrder
        | F::HastySquare
        | F::Militia
        | F::NoBayonets
        | F::NationalGuard
        | F::Auxiliaries
        | F::ActiveMilitia
        | F::Irregulars
        | F::IndiansInWoods
        | F::Outflanked
        | F::Broken
        | F::MarchColumn
        | F::LimberedGuns => "State of the unit",
        F::FavorableGround | F::StrongPosition | F::Fortified => "Ground of the defender",
        F::ColdSteel
        | F::Breakthrough
        | F::CavalryOverOpen
        | F::CavalryOverBroken
        | F::CavalryOverRough
        | F::StationaryCavalry
        | F::MountedInfantry
        | F::FacingSquare
        | F::FacingBayonets
        | F::LancesAgainstGoodOrder
        | F::AfterDesperateStruggle => "The charge",
    }
}

/// What gives a modifier in another war and none in this.
pub fn absent(clerk: &Clerk) -> Section {
    let book = clerk.book;
    let mut rows = absent_rows(clerk, "Maneuver", &book.maneuver.modifiers);
    rows.extend(absent_rows(clerk, "Fire", &book.fire.modifiers));
    rows.extend(absent_rows(clerk, "Charge", &book.charge.modifiers));
    Section {
        id: "absent",
        heading: "Without a Modifier in This War",
        side: Side::ScreenOnly,
        tables: vec![Table::new("What other wars count and this one does not", &["", ""]).of(rows)],
        notes: Vec::new(),
    }
}

fn absent_rows<F: Named>(clerk: &Clerk, group: &str, modifiers: &Modifiers<F>) -> Vec<Row> {
    let row = |absent: &rulebook::Absent<F>| {
        let fact = capital(&absent.fact.name().replace('-', " "));
        clerk.row([fact, absent.reason.to_string()], &absent.rule).in_group(group)
    };
    modifiers.absent.iter().map(row).collect()
}
