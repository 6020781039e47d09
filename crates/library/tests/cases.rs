//! Worked examples as data: each case in `cases/*.toml` says what the rules give, and names the
//! ledger entries it proves. The cases are written from the ledger and its sources.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use engine::charge::{ChargeRefusal, Combat, Consequences, Ending, Role, Side};
use engine::fire::{self, FireRefusal, Light};
use engine::{Deed, Die, Scripted};
use geometry::Length;
use library::phrase::{Attacks, PhraseError, Reader};
use library::{Choices, Ledger, rulebook};
use rulebook::{FirePoints, Morale, Road, Rulebook, Sky, Thresholds};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    case: Vec<Case>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Case {
    covers: Vec<String>,
    why: String,
    period: String,
    edition: Option<String>,
    rulings: Choices,

    // One question.
    maneuver: Option<String>,
    target: Option<String>,
    attacker: Vec<String>,
    weapon: Option<String>,
    label: Option<String>,
    movement: Option<String>,
    leader: bool,
    twilight: Option<String>,
    sky: Option<String>,
    scale: Option<u16>,
    army: Option<String>,
    feature: Option<String>,

    // What bears on it.
    firers: Vec<String>,
    behind: Vec<String>,
    defender: Vec<String>,
    second: bool,
    night: bool,
    light: Option<String>,
    dice: Vec<u8>,
    nation: Option<String>,
    range: Option<f64>,
    stands: Option<u8>,
    morale: Option<String>,
    ground: Option<String>,
    men: Option<u16>,
    guns: Option<u16>,
    turns: Option<usize>,

    // What must come out.
    total: Option<i8>,
    attacker_total: Option<i8>,
    defender_total: Option<i8>,
    result: Option<i8>,
    effect: Option<String>,
    row: Option<String>,
    points: Option<String>,
    points_modifier: Option<i8>,
    cannonade: Option<bool>,
    checked: Option<bool>,
    difference: Option<i8>,
    rounds: Option<usize>,
    ending: Option<String>,
    deeds: Option<Vec<String>>,
    behind_deeds: Option<Vec<Vec<String>>>,
    attacker_deeds: Option<Vec<Vec<String>>>,
    defender_deeds: Option<Vec<Vec<String>>>,
    attacker_lost: Option<u8>,
    defender_lost: Option<u8>,
    low_ammo: Option<bool>,
    leader_check: Option<bool>,
    refused: Option<String>,
    items: Option<Vec<String>>,
    not_counted: Option<Vec<String>>,
    fate: Option<String>,
    level: Option<String>,
    full: Option<f64>,
    double_quick: Option<f64>,
    road: Option<String>,
    reach: Option<f64>,
    close_range: Option<f64>,
    limit: Option<f64>,
    limits: Option<Vec<f64>>,
    gun_stands: Option<u16>,
    yards: Option<f64>,
    experience: Option<String>,
    weapons: Option<String>,
    traits: Option<Vec<String>>,
    bayonets: Option<bool>,
    present: Option<bool>,
    remarks: Option<Vec<String>>,
}

#[test]
fn every_worked_case_comes_out_as_written() {
    let folder = std::env::var("CASES")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases").to_owned());
    let ledger = Ledger::built_in();
    let mut report = String::new();
    let mut count = 0;
    let mut books = Books::new();
    let mut files: Vec<_> = std::fs::read_dir(Path::new(&folder))
        .expect("the folder of cases")
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "toml"))
        .collect();
    files.sort();
    for path in files {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let file: File = match toml::from_str(&text) {
            Ok(file) => file,
            Err(error) => {
                writeln!(report, "{name}: {error}").unwrap();
                continue;
            }
        };
        for case in &file.case {
            count += 1;
            if case.covers.is_empty() {
                writeln!(report, "{name}: \"{}\" covers nothing", case.why).unwrap();
            }
            for id in case.covers.iter().filter(|id| ledger.entry(id).is_none()) {
                writeln!(report, "{name}: \"{}\" names {id}, which the ledger lacks", case.why)
                    .unwrap();
            }
            if let Err(fault) = run(case, &mut books) {
                writeln!(report, "{name}: {:?} \"{}\": {fault}", case.covers, case.why).unwrap();
            }
        }
    }
    assert!(report.is_empty(), "of {count} cases\n{report}");
    assert!(count > 0);
}

type Books = BTreeMap<(String, Option<String>, Choices), Rulebook>;

fn run(case: &Case, books: &mut Books) -> Result<(), String> {
    let key = (case.period.clone(), case.edition.clone(), case.rulings.clone());
    if !books.contains_key(&key) {
        let book = rulebook(&case.period, case.edition.as_deref(), &case.rulings)?;
        books.insert(key.clone(), book);
    }
    let book = &books[&key];
    let mut asserted = Asserted::default();
    if let Some(phrase) = &case.maneuver {
        maneuver(case, book, phrase, &mut asserted)?;
    } else if let Some(phrase) = &case.target {
        volley(case, book, phrase, &mut asserted)?;
    } else if !case.attacker.is_empty() {
        charge(case, book, &mut asserted)?;
    } else if let Some(code) = &case.weapon {
        weapon(case, book, code, &mut asserted)?;
    } else if let Some(row) = &case.movement {
        movement(case, book, row, &mut asserted)?;
    } else if let Some(phrase) = &case.army {
        army(case, book, phrase, &mut asserted)?;
    } else {
        small_tables(case, book, &mut asserted)?;
    }
    match asserted.0 {
        0 => Err("the case asserts nothing".to_owned()),
        _ => Ok(()),
    }
}

#[derive(Default)]
struct Asserted(usize);

impl Asserted {
    fn same<T: PartialEq + std::fmt::Debug>(
        &mut self,
        what: &str,
        expected: &Option<T>,
        found: T,
    ) -> Result<(), String> {
        let Some(expected) = expected else {
            return Ok(());
        };
        self.0 += 1;
        if *expected == found {
            return Ok(());
        }
        Err(format!("{what}: expected {expected:?}, found {found:?}"))
    }
}

fn dice(case: &Case) -> Result<Scripted, String> {
    let dice: Option<Vec<Die>> = case.dice.iter().map(|&face| Die::new(face)).collect();
    dice.map(Scripted::new).ok_or_else(|| "dice show 1 to 10".to_owned())
}

fn used_up(dice: &Scripted) -> Result<(), String> {
    match dice.left() {
        0 => Ok(()),
        left => Err(format!("{left} dice were not rolled")),
    }
}

fn deed(deed: &Deed) -> String {
    let json = serde_json::to_value(deed).unwrap();
    let name = json["does"].as_str().unwrap().to_owned();
    match (json.get("stands"), json.get("list")) {
        (Some(stands), _) => format!("{name} {stands}"),
        (_, Some(list)) => format!("{name} {}", list.as_str().unwrap()),
        _ => name,
    }
}

fn deeds(list: &[Deed]) -> Vec<String> {
    list.iter().map(deed).collect()
}

fn inches(length: Length) -> f64 {
    f64::from(length.in_thousandths()) / 1000.0
}

fn of_inches(inches: f64) -> Length {
    Length::thousandths((inches * 1000.0).round() as i32)
}

fn items(case: &Case, found: &rulebook::Reckoning, asserted: &mut Asserted) -> Result<(), String> {
    let ids = found.items.iter().map(|i| format!("{:+} {}", i.value, i.rule)).collect();
    asserted.same("items", &case.items, ids)?;
    let ids = found.not_counted.iter().map(|i| i.rule.to_string()).collect();
    asserted.same("not counted", &case.not_counted, ids)?;
    let sum: i8 = found.items.iter().map(|i| i.value).sum();
    if sum == found.total {
        Ok(())
    } else {
        Err(format!("items sum to {sum}, not {}", found.total))
    }
}

fn maneuver(
    case: &Case,
    book: &Rulebook,
    phrase: &str,
    asserted: &mut Asserted,
) -> Result<(), String> {
    let mut check = match Reader::new(book).check(phrase) {
        Ok(check) => check,
        Err(error) => return refused(case, phrase_kind(&error), asserted),
    };
    if case.refused.is_some() {
        return Err("was not refused".to_owned());
    }
    check.night = case.night;
    let reckoning = check.reckon(book);
    asserted.same("total", &case.total, reckoning.total)?;
    items(case, &reckoning, asserted)?;
    let result = match (case.result, case.dice.as_slice()) {
        (_, [die]) => {
            let checked = check.resolve(book, Die::new(*die).ok_or("a die shows 1 to 10")?);
            asserted.same("result", &case.result, checked.result)?;
            checked.result
        }
        (Some(result), []) => result,
        (None, []) => return Ok(()),
        _ => return Err("a check has one die".to_owned()),
    };
    let effect = check.effect(book, result);
    asserted.same("effect", &case.effect, effect.name().to_owned())?;
    asserted.same("deeds", &case.deeds, deeds(&check.deeds(book, effect, result)))
}

fn phrase_kind(error: &PhraseError) -> &'static str {
    match error {
        PhraseError::Unknown { .. } => "unknown-word",
        PhraseError::Misplaced { .. } => "misplaced-word",
        PhraseError::Label { .. } => "label",
        PhraseError::NotInThisWar { .. } => "not-in-this-war",
        PhraseError::Weapon { .. } => "unknown-weapon",
        PhraseError::Number { .. } => "number",
        PhraseError::Missing { .. } => "missing",
    }
}

fn refused(case: &Case, kind: &str, asserted: &mut Asserted) -> Result<(), String> {
    match &case.refused {
        Some(_) => asserted.same("refused", &case.refused, kind.to_owned()),
        None => Err(format!("refused: {kind}")),
    }
}

fn light(case: &Case, book: &Rulebook) -> Result<Light, String> {
    let Some(text) = &case.light else {
        return Ok(Light::Day);
    };
    match text.split_once(' ') {
        Some(("twilight", limit)) => {
            Ok(Light::Twilight(limit.parse().map_err(|_| "light: twilight INCHES")?))
        }
        Some(("evening", turn)) => {
            let turn: usize = turn.parse().map_err(|_| "light: evening TURN")?;
            Ok(Light::Twilight(book.light.evening[turn - 1]))
        }
        Some(("morning", turn)) => {
            let turn: usize = turn.parse().map_err(|_| "light: morning TURN")?;
            Ok(Light::Twilight(book.light.morning[turn - 1]))
        }
        Some(("night", sky)) => {
            Ok(Light::Night(sky.parse::<Sky>().map_err(|()| "light: night SKY")?))
        }
        _ => Err(format!("light `{text}`")),
    }
}

fn volley(
    case: &Case,
    book: &Rulebook,
    phrase: &str,
    asserted: &mut Asserted,
) -> Result<(), String> {
    let reader = Reader::new(book);
    let say = |e: PhraseError| e.to_string();
    let mut target = reader.target(phrase).map_err(say)?;
    for behind in &case.behind {
        target.behind.push(reader.target(behind).map_err(say)?.unit);
    }
    let mut firers = Vec::new();
    for phrase in &case.firers {
        match reader.firers(phrase) {
            Ok(group) => firers.push(group),
            Err(error) => return refused(case, phrase_kind(&error), asserted),
        }
    }
    let volley = match fire::prepare(book, &firers, &target, light(case, book)?) {
        Ok(volley) => volley,
        Err(refusal) => return refused(case, fire_kind(&refusal), asserted),
    };
    if case.refused.is_some() {
        return Err("was not refused".to_owned());
    }
    if case.dice.is_empty() {
        let weight = volley.full_weight().ok_or("no weight")?;
        asserted.same("points", &case.points, weight.points.to_string())?;
        asserted.same("points modifier", &case.points_modifier, weight.from_points)?;
        asserted.same("total", &case.total, weight.total)?;
        asserted.same("cannonade", &case.cannonade, weight.is_cannonade)?;
        items(case, &volley.reckon(&weight), asserted)?;
        if let Some(result) = case.result {
            let outcome = volley.outcome(&weight, result);
            outcome_of(case, &outcome, asserted)?;
            asserted.same("deeds", &case.deeds, deeds(&volley.deeds(&outcome)))?;
        }
        return Ok(());
    }
    let mut script = dice(case)?;
    let fired = volley.resolve(&mut script).ok_or("the dice ran out")?;
    used_up(&script)?;
    let Some(shot) = fired.shot else {
        return asserted.same("points", &case.points, FirePoints::ZERO.to_string());
    };
    asserted.same("points", &case.points, shot.points.to_string())?;
    let modifier = shot.reckoning.items.first().map_or(0, |item| item.value);
    asserted.same("points modifier", &case.points_modifier, modifier)?;
    asserted.same("total", &case.total, shot.reckoning.total)?;
    items(case, &shot.reckoning, asserted)?;
    asserted.same("result", &case.result, shot.result)?;
    outcome_of(case, &shot.outcome, asserted)?;
    asserted.same("deeds", &case.deeds, deeds(&shot.deeds))?;
    let behind = shot.behind.iter().map(|list| deeds(list)).collect();
    asserted.same("behind deeds", &case.behind_deeds, behind)?;
    asserted.same("low ammo", &case.low_ammo, shot.low_on_ammunition)?;
    asserted.same("leader check", &case.leader_check, shot.leader_check)
}

fn outcome_of(case: &Case, outcome: &fire::Outcome, asserted: &mut Asserted) -> Result<(), String> {
    asserted.same("row", &case.row, outcome.row.name().to_owned())?;
    asserted.same("effect", &case.effect, outcome.effect.name().to_owned())?;
    asserted.same("checked", &case.checked, outcome.checked)
}

fn fire_kind(refusal: &FireRefusal) -> &'static str {
    match refusal {
        FireRefusal::UnknownWeapon { .. } => "unknown-weapon",
        FireRefusal::OutOfRange { .. } => "out-of-range",
        FireRefusal::TooNear { .. } => "too-near",
        FireRefusal::TooDark { .. } => "too-dark",
        FireRefusal::TooManyRockets { .. } => "too-many-rockets",
        FireRefusal::Mounted { .. } => "mounted",
        FireRefusal::NotReady { why, .. } => why.name(),
        FireRefusal::PresentingBayonets { .. } => "presenting-bayonets",
        FireRefusal::NoPoints { .. } => "no-points",
    }
}

fn charge(case: &Case, book: &Rulebook, asserted: &mut Asserted) -> Result<(), String> {
    let reader = Reader::new(book);
    let side = |phrases: &[String], attacks| -> Result<Side, String> {
        let fighters =
            phrases.iter().map(|p| reader.fighter(p, attacks).map_err(|e| e.to_string()));
        Ok(Side { fighters: fighters.collect::<Result<_, _>>()? })
    };
    let combat = Combat {
        attacker: side(&case.attacker, Attacks::Yes)?,
        defender: side(&case.defender, Attacks::No)?,
        second: case.second,
        struggled: false,
    };
    if let Err(refusal) = combat.check(book) {
        let kind = match refusal {
            ChargeRefusal::NoStands { .. } => "no-stands",
            ChargeRefusal::NoColdSteel { .. } => "no-cold-steel",
            ChargeRefusal::CannotCharge { .. } => "cannot-charge",
            ChargeRefusal::AttackerHoldsGround { .. } => "attacker-holds-ground",
            ChargeRefusal::MixedArms { .. } => "mixed-arms",
        };
        return refused(case, kind, asserted);
    }
    if case.refused.is_some() {
        return Err("was not refused".to_owned());
    }
    let (attacker, defender) =
        (combat.reckon(book, Role::Attacker), combat.reckon(book, Role::Defender));
    let (ours, theirs) = (attacker.total, defender.total);
    asserted.same("attacker total", &case.attacker_total, ours)?;
    asserted.same("defender total", &case.defender_total, theirs)?;
    items(case, &attacker, asserted)?;
    let (ending, rounds, attacker, defender) = if case.dice.is_empty() {
        let Some(difference) = case.difference else {
            return Ok(());
        };
        let ending = Ending::Decided { effect: book.charge.bands.at(difference), difference };
        let side = |role| combat.consequences(book, role, ending);
        (ending, 1, side(Role::Attacker), side(Role::Defender))
    } else {
        let mut script = dice(case)?;
        let fought = combat.resolve(book, &mut script).ok_or("the dice ran out")?;
        used_up(&script)?;
        (fought.ending, fought.rounds.len(), fought.attacker, fought.defender)
    };
    let name = match ending {
        Ending::Decided { effect, difference } => {
            if !case.dice.is_empty() {
                asserted.same("difference", &case.difference, difference)?;
            }
            effect.name()
        }
        Ending::AttackerGone => "attacker-gone",
        Ending::DefenderGone => "defender-gone",
        Ending::BothGone => "both-gone",
    };
    asserted.same("effect", &case.effect, name.to_owned())?;
    asserted.same("ending", &case.ending, name.to_owned())?;
    asserted.same("rounds", &case.rounds, rounds)?;
    let units = |c: &Consequences| c.units.iter().map(|list| deeds(list)).collect::<Vec<_>>();
    asserted.same("attacker lost", &case.attacker_lost, attacker.stands_lost)?;
    asserted.same("defender lost", &case.defender_lost, defender.stands_lost)?;
    asserted.same("attacker deeds", &case.attacker_deeds, units(&attacker))?;
    asserted.same("defender deeds", &case.defender_deeds, units(&defender))
}

fn nation(case: &Case, book: &Rulebook) -> Result<rulebook::Nation, String> {
    match &case.nation {
        None => Ok(book.nations[0]),
        Some(name) => name.parse().map_err(|()| format!("nation `{name}`")),
    }
}

fn weapon(case: &Case, book: &Rulebook, code: &str, asserted: &mut Asserted) -> Result<(), String> {
    let Some(weapon) = book.weapon(code, nation(case, book)?) else {
        return refused(case, "unknown-weapon", asserted);
    };
    if case.refused.is_some() {
        return Err("was not refused".to_owned());
    }
    if let Some(range) = case.range {
        match weapon.band(of_inches(range)) {
            Some(band) => asserted.same("points", &case.points, band.points.to_string())?,
            None => asserted.same("points", &case.points, "none".to_owned())?,
        }
    }
    asserted.same("reach", &case.reach, inches(weapon.reach()))?;
    asserted.same("bayonets", &case.bayonets, weapon.bayonet)?;
    asserted.same("close range", &case.close_range, inches(weapon.close_range))
}

fn movement(
    case: &Case,
    book: &Rulebook,
    row: &str,
    asserted: &mut Asserted,
) -> Result<(), String> {
    let row = book.movement(row, nation(case, book)?).ok_or(format!("no row `{row}`"))?;
    let ground: rulebook::Ground = match &case.ground {
        None => rulebook::Ground::Open,
        Some(name) => name.parse().map_err(|()| format!("ground `{name}`"))?,
    };
    let rate = row.rates[ground as usize];
    asserted.same("full", &case.full, inches(rate.full))?;
    let double = rate.double_quick.map_or(0.0, inches);
    asserted.same("double quick", &case.double_quick, double)?;
    let road = match row.road {
        Road::None => "none".to_owned(),
        Road::Tenths(tenths) => format!("x{}", f64::from(tenths) / 10.0),
        Road::Fixed(rate) => match rate.double_quick {
            Some(double) => format!("{}/{}", inches(rate.full), inches(double)),
            None => format!("{}", inches(rate.full)),
        },
    };
    asserted.same("road", &case.road, road)
}

fn army(case: &Case, book: &Rulebook, phrase: &str, asserted: &mut Asserted) -> Result<(), String> {
    let unit = match Reader::new(book).check(phrase) {
        Ok(check) => check.unit,
        Err(error) => return refused(case, phrase_kind(&error), asserted),
    };
    if case.refused.is_some() {
        return Err("was not refused".to_owned());
    }
    asserted.same("experience", &case.experience, unit.experience.name().to_owned())?;
    let label = unit.strength.label.map_or("none".to_owned(), |l| l.to_string());
    asserted.same("label", &case.label, label)?;
    let weapon = unit.weapon.as_deref().unwrap_or("none").to_owned();
    asserted.same("weapons", &case.weapons, weapon)?;
    asserted.same("nation", &case.nation, unit.nation.name().to_owned())?;
    asserted.same("level", &case.level, unit.strength.level().name().to_owned())?;
    asserted.same("bayonets", &case.bayonets, unit.has_bayonets(book))?;
    if case.remarks.is_some() {
        let found = Reader::new(book).remarks(phrase).map_err(|e| e.to_string())?;
        let found = found.iter().map(|r| r.name().to_owned()).collect();
        asserted.same("remarks", &case.remarks, found)?;
    }
    if let Some(traits) = &case.traits {
        let found: Vec<String> = unit.traits.iter().map(|t| t.name().to_owned()).collect();
        asserted.same("traits", &Some(traits.clone()), found)?;
    }
    Ok(())
}

fn small_tables(case: &Case, book: &Rulebook, asserted: &mut Asserted) -> Result<(), String> {
    if case.leader {
        let row = book.fallen_leader(*case.dice.first().ok_or("a leader needs a die")?);
        asserted.same("fate", &case.fate, row.fate.name().to_owned())?;
    }
    if let (Some(label), Some(stands)) = (&case.label, case.stands) {
        match &case.morale {
            None => {
                let label = Thresholds::parse(label).ok_or("label")?;
                asserted.same("level", &case.level, label.level(stands).name().to_owned())?;
            }
            Some(morale) => {
                let morale: Morale = morale.parse().map_err(|()| "morale")?;
                let found = book.effectiveness.thresholds(stands, morale);
                let found = found.map_or("none".to_owned(), |l| l.to_string());
                asserted.same("label", &Some(label.clone()), found)?;
            }
        }
    }
    if let Some(part) = &case.twilight {
        let turns = case.turns.unwrap_or(4);
        let limits = match part.as_str() {
            "evening" => book.light.evening_of(turns),
            "morning" => book.light.morning_of(turns),
            other => return Err(format!("twilight `{other}`")),
        };
        let limits = limits.iter().copied().map(inches).collect();
        asserted.same("limits", &case.limits, limits)?;
    }
    if let Some(sky) = &case.sky {
        let sky: Sky = sky.parse().map_err(|()| "sky")?;
        asserted.same("limit", &case.limit, inches(book.light.night[sky as usize]))?;
    }
    if let Some(men) = case.scale {
        match book.scales.iter().find(|s| s.men == men) {
            None => return refused(case, "no-scale", asserted),
            Some(scale) => {
                if let Some(men) = case.men {
                    asserted.same("stands", &case.stands.map(u16::from), scale.stands(men))?;
                }
                if let Some(guns) = case.guns {
                    asserted.same("gun stands", &case.gun_stands, scale.gun_stands(guns))?;
                }
                if let Some(range) = case.range {
                    let yards = scale.yards_hundredths_of(of_inches(range)) as f64 / 100.0;
                    asserted.same("yards", &case.yards, yards)?;
                }
            }
        }
    }
    if let Some(name) = &case.feature {
        let feature: rulebook::Feature = name.parse().map_err(|()| format!("feature `{name}`"))?;
        asserted.same("present", &case.present, book.has(feature))?;
    }
    Ok(())
}
