//! The curve of a whole assault, against a slow walk over every die.

use engine::charge::{Combat, Fighter, Side};
use engine::fire::{self, Charging, Cover, Light, Target};
use engine::{Deed, Die, Order, Unit};
use geometry::Length;
use library::phrase::{Attacks, Reader};
use library::{Choices, covers};
use odds::assault::{Assault, End, curve};
use odds::{Chance, Spread, charge};
use rulebook::{Effect, Ground, Rulebook};

fn book(period: &str) -> Rulebook {
    library::rulebook(period, None, &Choices::new()).unwrap()
}

fn plan(book: &Rulebook, unit: &str, defender: &str, distance: &str) -> Assault {
    let reader = Reader::new(book);
    let defender = reader.fighter(defender, Attacks::No).unwrap();
    let mut firers = defender.unit.as_firers(book, Length::inches(1));
    firers.iter_mut().for_each(|f| f.in_charge = true);
    Assault {
        check: reader.check(unit).unwrap(),
        distance: Some(distance.parse().unwrap()),
        ground: Ground::Open,
        cold_steel: false,
        outflanked: false,
        companions: Vec::new(),
        defensive_fire: firers.into_iter().collect(),
        fired_at: None,
        own_volley: None,
        defender: Side::of(defender),
        defender_cover: Cover::Open,
        light: Light::Day,
    }
}

/// What `die` does to `unit`: what is left, and whether a charge is checked.
fn shot(book: &Rulebook, plan: &Assault, at: &Target, own: bool, die: Die) -> (Option<Unit>, bool) {
    let firers =
        if own { plan.own_fire(book, &plan.check.unit) } else { plan.defensive_fire.clone() };
    shot_with(book, &firers, at, die)
}

fn shot_with(
    book: &Rulebook,
    firers: &[fire::Firers],
    at: &Target,
    die: Die,
) -> (Option<Unit>, bool) {
    let volley = fire::prepare(book, firers, at, Light::Day).unwrap();
    let weight = volley.full_weight().unwrap();
    let outcome = volley.outcome(&weight, die.plus(weight.total));
    let mut unit = at.unit.clone();
    for deed in volley.deeds(&outcome) {
        match deed {
            Deed::Disordered => unit.order = Order::Disordered,
            Deed::LosesStands { stands } => {
                unit.strength.stands = unit.strength.stands.saturating_sub(stands);
            }
            _ => {}
        }
    }
    let left = unit.strength.stands > book.effectiveness.removed_at;
    (left.then_some(unit), outcome.checked)
}

/// Walks check, fire, fire and combat die by die; a line of infantry in the open, no cold steel.
fn slow(book: &Rulebook, plan: &Assault, full: i32, double: i32) -> Spread<End> {
    let far = plan.distance.unwrap().in_thousandths();
    let mut ends = Spread::new();
    for die in Die::FACES {
        let each = Chance::of(1, 1);
        let effect = plan.check.resolve(book, die).effect;
        let order = match effect {
            Effect::DoubleQuick if far <= double => Order::Good,
            Effect::WellHandled if far <= full => Order::Good,
            Effect::Tardy if far <= full / 2 => Order::Good,
            Effect::Tardy if far <= full => Order::Disordered,
            _ => {
                ends.add(End::NoCharge(effect), each);
                continue;
            }
        };
        let mut charger = plan.check.unit.clone();
        charger.order = order;
        let mut target = Target::of(charger);
        target.charging = Charging::Charging;
        for die in Die::FACES {
            let each = each.and(Chance::of(1, 1));
            match shot(book, plan, &target, false, die) {
                (None, _) => ends.add(End::ShotAway, each),
                (Some(_), true) => ends.add(End::Checked, each),
                (Some(left), false) => blows(book, plan, &left, each, &mut ends),
            }
        }
    }
    ends
}

fn blows(book: &Rulebook, plan: &Assault, charger: &Unit, each: Chance, ends: &mut Spread<End>) {
    let target = Target::of(plan.defender.fighters[0].unit.clone());
    let firers = plan.own_fire(book, charger);
    for die in Die::FACES {
        let each = each.and(Chance::of(1, 1));
        let (Some(left), _) = shot_with(book, &firers, &target, die) else {
            ends.add(End::TargetGone, each);
            continue;
        };
        let mut attacker = Fighter::of(charger.clone());
        attacker.charged_over = Some(Ground::Open);
        let mut defender = plan.defender.fighters[0].clone();
        defender.unit = left;
        let combat = Combat {
            attacker: Side::of(attacker),
            defender: Side::of(defender),
            second: false,
            struggled: false,
        };
        for (verdict, chance) in charge::effects(book, &combat).iter() {
            ends.add(End::Fought(verdict), each.and(chance));
        }
    }
}

#[test]
fn the_curve_agrees_with_a_slow_walk_over_every_die() {
    for (period, unit, defender, distance, full, double) in [
        ("acw", "8/6/4 Vet RM", "6/5/3 Green SM", "7", 12_000, 16_000),
        ("acw", "4/3/2 Green RM worn", "5/4/3 Vet RM uphill", "13", 12_000, 16_000),
        ("awi", "6/4/2 M", "4/3/2 raw M", "5", 10_000, 14_000),
        ("1812", "7/5/3 elite M", "6/5/3 british M", "11", 10_000, 14_000),
    ] {
        let book = book(period);
        let plan = plan(&book, unit, defender, distance);
        let fast = curve(&book, &plan).unwrap();
        let slow = slow(&book, &plan, full, double);
        assert!(fast.ends.whole().is_sure() && slow.whole().is_sure());
        for (end, chance) in fast.ends.iter() {
            assert!(slow.chance(|e| e == end) == chance, "{period} {unit}: {end:?}");
        }
    }
}

#[test]
fn its_own_volley_is_fired_as_it_is_aimed() {
    let book = book("maw");
    let whole = plan(&book, "9/6/4 Vet infantry", "2 Trn infantry", "4");
    let all = whole.own_fire(&book, &whole.check.unit).remove(0);
    let gone = |own_volley: Option<Vec<fire::Firers>>| {
        let plan = Assault { own_volley, ..whole.clone() };
        curve(&book, &plan).unwrap().ends.chance(|end| end == End::TargetGone).as_f64()
    };
    let some = |stands, enfilading| fire::Firers { stands, enfilading, ..all.clone() };
    assert_eq!(gone(Some(vec![all.clone()])), gone(None));
    assert_eq!(gone(Some(Vec::new())), 0.0);
    let (two, taken_in_flank) = (gone(Some(vec![some(2, false)])), gone(Some(vec![some(2, true)])));
    assert!(two < gone(None) && two < taken_in_flank, "{two} {taken_in_flank} {}", gone(None));
}

#[test]
fn the_best_troops_fire_and_use_cold_steel() {
    covers!["CHG-COLD-STEEL-ELITE", "CHG-ACW-CRACK-COLD-STEEL", "CHG-AWI-ELITE-COLD-STEEL"];
    covers!["CHG-1812-ELITE-COLD-STEEL", "CHG-MAW-ELITE"];
    for (period, weapon) in [("acw", "RM"), ("awi", "M"), ("1812", "M"), ("maw", "M")] {
        let book = book(period);
        let gone = |experience: &str, steel: bool| {
            let unit = format!("8 stands {experience} {weapon}");
            let mut plan = plan(&book, &unit, "2 stands raw", "3");
            plan.cold_steel = steel;
            plan.defensive_fire.clear();
            curve(&book, &plan).unwrap().ends.chance(|end| end == End::TargetGone)
        };
        assert!(!gone("veteran", false).is_none(), "{period}: muskets can shoot two stands away");
        assert!(gone("veteran", true).is_none(), "{period}: cold steel costs a veteran his fire");
        assert!(!gone("elite", true).is_none(), "{period}: the best troops fire all the same");
    }
}

#[test]
fn a_checked_charger_without_cold_steel_still_fires() {
    covers!["CHG-CHECKED-STILL-FIRES"];
    let book = book("acw");
    let mut plan = plan(&book, "8 stands SM", "8 stands RM", "3");
    let with = curve(&book, &plan).unwrap().defender_losses;
    plan.check.unit.weapon = None;
    let without = curve(&book, &plan).unwrap().defender_losses;
    assert!(with > without);
    // Withering fire from 25 points checks nine times in ten; the chargers still do harm.
    let reader = Reader::new(&book);
    plan.defensive_fire = vec![reader.firers("25 RM @1 charged").unwrap()];
    let disarmed = curve(&book, &plan).unwrap();
    plan.check.unit.weapon = Some("SM".into());
    let armed = curve(&book, &plan).unwrap();
    assert!(armed.ends == disarmed.ends || armed.home < Chance::SURE);
    assert!(armed.defender_losses > disarmed.defender_losses);
}

#[test]
fn a_storming_column_goes_half_as_far_and_never_on_tardy() {
    covers!["STORM-MOVE", "STORM-FORM-EFFECT"];
    let book = book("1812");
    let home = |distance: &str| {
        let mut plan = plan(&book, "8 stands storming-column M", "6 stands M", distance);
        plan.defensive_fire.clear();
        curve(&book, &plan).unwrap().ends
    };
    assert!(home("12").chance(|end| matches!(end, End::Fought(_))).is_none());
    assert!(!home("6").chance(|end| matches!(end, End::Fought(_))).is_none());
    let tardy = home("1").chance(|end| end == End::NoCharge(Effect::Tardy));
    let can = odds::maneuver::check(
        &book,
        &plan(&book, "8 stands storming-column M", "6 stands M", "1").check,
    );
    assert!(tardy == can.chance(|effect| effect == Effect::Tardy));
}
