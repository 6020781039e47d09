//! Charge combat: modifiers and effects.

use rulebook::{ChargeEffect, Feature, Span};

use super::{modifiers, span, stands, when};
use crate::qrs::model::{Clerk, Note, Section, Side, Table};

/// The modifiers of a charge combat.
pub fn modifiers(clerk: &Clerk) -> Section {
    let book = clerk.book;
    let charge = &book.charge;
    let fires = format!(", except {} troops, who may do both", book.terms.elite);
    let list = &charge.modifiers;
    let caption = "Added by each side's best unit";
    let (table, mut notes) = modifiers::table(clerk, caption, list, modifiers::of_charge);
    notes.push(clerk.note(
        format!(
            "Cold steel is for charging infantry with bayonets and for charging cavalry in the \
             saddle with sabers; it costs the fire of the turn{}.",
            when(charge.elite_fires_with_cold_steel, &fires)
        ),
        &[charge.cold_steel_rule.as_str(), "CHG-COLD-STEEL-ELITE"],
    ));
    if charge.lances_only_against_infantry {
        notes.push(
            clerk.note(
                "Of troops, lances count against infantry alone.",
                &["CHG-MAW-LANCERS-TARGET"],
            ),
        );
    }
    Section {
        id: "charge-modifiers",
        heading: "Charge Modifiers",
        side: Side::Back,
        tables: vec![table],
        notes,
    }
}

/// All that happens to a defender that wins.
const HOLDS: &str = "holds";

/// The charge table.
pub fn effects(clerk: &Clerk) -> Section {
    let charge = &clerk.book.charge;
    let mut bands: Vec<(Span, ChargeEffect)> = charge.bands.rows().collect();
    bands.sort_by_key(|(_, effect)| *effect);
    let rows = bands.iter().flat_map(|(of, effect)| {
        let (defender, attacker, rules) = words(clerk, *effect);
        let first = [charge.bands_rule.as_str()];
        let rules: Vec<&str> = first.into_iter().chain(rules.iter().copied()).collect();
        let title = format!("{}  {}", span(*of), effect.title());
        let group = if defender == HOLDS { format!("{title} (the defender holds)") } else { title };
        let sides = [("Defender", defender), ("Attacker", attacker)];
        let told = sides.into_iter().filter(|(_, text)| text != HOLDS);
        let row = |(who, text): (&str, String)| {
            let cells = vec![who.to_owned(), text];
            clerk.row_of(cells, &rules).in_group(&group)
        };
        told.map(row).collect::<Vec<_>>()
    });
    Section {
        id: "charge-effects",
        heading: "Effects of a Charge",
        side: Side::Back,
        tables: vec![Table::new("Attacker less defender", &["", ""]).of(rows)],
        notes: notes(clerk),
    }
}

type Words = (String, String, &'static [&'static str]);

/// What an effect does to the defender, to the attacker, and the rules that say so.
fn words(clerk: &Clerk, effect: ChargeEffect) -> Words {
    let book = clerk.book;
    let losses = &book.charge.losses;
    let square = book.has(Feature::Square);
    let rout = format!(
        "loses {}, and 1 for each point beyond {}; full retreat, broken; an attached leader is \
         at risk",
        stands(losses.rout_stands),
        losses.rout_beyond
    );
    let or_outflanked = " or outflanked";
    let back = |or_square: &str| {
        format!(
            "loses {}; out of close range, disordered. Beaten by cavalry{or_square}: \
             {} more; full retreat, broken",
            stands(losses.back_stands),
            losses.back_worse_stands
        )
    };
    let pressed = format!(
        "disordered (if it was, loses {}); back 2\". Outflanked: full retreat, broken",
        stands(losses.pressed_stands)
    );
    let holds = HOLDS.to_owned();
    match effect {
        ChargeEffect::SweptFromTheField => (
            rout,
            "breaks through; in a second combat carries the position".to_owned(),
            &["MEL-SWEPT-LOSS", "MEL-SWEPT-DEFENDER", "MEL-SWEPT-ATTACKER"],
        ),
        ChargeEffect::DrivenBack => (
            back(if square { ", outflanked or in square" } else { or_outflanked }),
            "carries the position; cavalry must break through (first combat)".to_owned(),
            &["MEL-DRIVEN-DEFENDER", "MEL-DRIVEN-WORSE", "MEL-DRIVEN-ATTACKER"],
        ),
        ChargeEffect::HardPressed => hard_pressed(clerk, pressed),
        ChargeEffect::DesperateStruggle => struggle(clerk),
        ChargeEffect::Falter => (holds, pressed, &["MEL-FALTER-ATTACKER", "MEL-DEFENDER-WINS"]),
        ChargeEffect::Recoil => {
            (holds, back(or_outflanked), &["MEL-RECOIL-ATTACKER", "MEL-DEFENDER-WINS"])
        }
        ChargeEffect::Repulsed => (holds, rout, &["MEL-REPULSED-ATTACKER", "MEL-DEFENDER-WINS"]),
    }
}

fn hard_pressed(clerk: &Clerk, pressed: String) -> Words {
    let book = clerk.book;
    let square = book.has(Feature::Square);
    let bayonets = book.has(Feature::PresentBayonets);
    let order = square && book.charge.square_leaves_attacker_in_order;
    (
        format!(
            "{pressed}. Guns: 1 stand damaged. Fortified{}{}: holds, disordered",
            when(square, " or in square"),
            when(bayonets, ", or bayonets presented to cavalry"),
        ),
        format!(
            "carries the position; back 2\" from a defender that holds{}; cavalry may recall \
             (first combat)",
            when(order, ", in good order if that is a square")
        ),
        &["MEL-HARD-DEFENDER", "MEL-HARD-FORTIFIED", "MEL-HARD-ATTACKER"],
    )
}

fn struggle(clerk: &Clerk) -> Words {
    let lost = stands(clerk.book.charge.losses.struggle_stands);
    (
        format!("loses {lost}; disordered, guns silenced"),
        format!(
            "loses {lost}; disordered. Cold steel, breakthrough and cavalry charge no longer \
             count; reckon anew and both roll again"
        ),
        &["MEL-DESPERATE", "CHG-LOSE-BONUS"],
    )
}

fn notes(clerk: &Clerk) -> Vec<Note> {
    let book = clerk.book;
    let heavy = when(book.has(Feature::Carriages), " and unlimbered heavy carriages");
    let rate = if book.charge.breakthrough_at_double_quick {
        "half a move at the double quick"
    } else {
        "half a full move"
    };
    let both = if book.charge.mixed_arms {
        "may charge one target together"
    } else {
        "may not charge one target together"
    };
    vec![
        clerk.note(
            format!(
                "Beaten guns limber and make a full retreat, silenced; fixed guns{heavy} are \
                 lost. Beaten cavalry that is not broken may recall instead, up to a full move \
                 (first combat)."
            ),
            &["MEL-BASE-GUNS-LOSE", "MEL-BASE-AFTER-1ST"],
        ),
        clerk.note(
            format!(
                "A beaten march column {} as if outflanked.",
                if book.charge.march_column_is_outflanked {
                    "retreats"
                } else {
                    "does not retreat"
                }
            ),
            &["STORM-COMBAT"],
        ),
        clerk.note(
            "An attacker that wins is disordered if it came over broken or rough ground, is \
             cavalry, or fought a second combat. A defender that wins holds; cavalry is \
             disordered and, if it countercharged, may carry the position or recall.",
            &["MEL-DRIVEN-ATTACKER", "MEL-DEFENDER-WINS"],
        ),
        clerk.note(
            format!("A breakthrough goes {rate}, at the closest enemy."),
            &["CHG-BREAKTHROUGH-DISTANCE"],
        ),
        clerk.note(
            format!("Infantry and cavalry {both}."),
            &["CHG-MIXED-ARMS", "CHG-MIXED-ARMS-ACW"],
        ),
    ]
}
