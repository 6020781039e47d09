//! A rulebook as lines of text, one number each: for comparing wars and for snapshots.

use rulebook::{
    Effect, Experience, FireRow, Ground, Modifiers, Morale, Named, Nation, Rate, Road, RuleId,
    Rulebook, Share,
};

/// One number of a rulebook.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Line {
    /// Where it stands, such as `fire/modifier/fortified`.
    pub place: String,
    /// What it says.
    pub value: String,
    /// The ledger entry.
    pub rule: RuleId,
}

struct Outline(Vec<Line>);

impl Outline {
    fn say(&mut self, place: String, value: impl ToString, rule: &RuleId) {
        self.0.push(Line { place, value: value.to_string(), rule: rule.clone() });
    }

    fn modifiers<F: Named>(&mut self, chapter: &str, modifiers: &Modifiers<F>) {
        for row in &modifiers.rows {
            let when: Vec<&str> = row.when.iter().map(F::name).collect();
            let mut value = format!("{:+} when {}", row.value, when.join(" | "));
            let unless: Vec<&str> = row.unless.iter().map(|e| e.fact.name()).collect();
            if !unless.is_empty() {
                value += &format!(" unless {}", unless.join(" | "));
            }
            let yields =
                (0..modifiers.rows.len()).filter(|place| row.yields_to & (1 << place) != 0);
            let yields: Vec<&str> = yields.map(|place| &*modifiers.rows[place].id).collect();
            if !yields.is_empty() {
                value += &format!(" yields to {}", yields.join(" | "));
            }
            if row.share == Share::HalfOrMore {
                value += " (half of the points)";
            }
            self.say(format!("{chapter}/modifier/{}", row.id), value, &row.rule);
        }
        for absent in &modifiers.absent {
            let place = format!("{chapter}/absent/{}", absent.fact.name());
            self.say(place, &absent.reason, &absent.rule);
        }
    }
}

/// Every number of `book`, in the book's order.
pub fn outline(book: &Rulebook) -> Vec<Line> {
    let mut outline = Outline(Vec::new());
    maneuver(book, &mut outline);
    fire(book, &mut outline);
    charge(book, &mut outline);
    weapons(book, &mut outline);
    movement(book, &mut outline);
    small_tables(book, &mut outline);
    armies(book, &mut outline);
    outline.0
}

fn nations(nations: &[Nation]) -> String {
    if nations.is_empty() {
        return String::new();
    }
    let names: Vec<&str> = nations.iter().map(|n| n.name()).collect();
    format!(" ({})", names.join(", "))
}

fn maneuver(book: &Rulebook, outline: &mut Outline) {
    let chapter = &book.maneuver;
    for column in &chapter.columns {
        let who = nations(&column.nations);
        for (name, bands) in
            [("good-order", &column.good_order), ("disordered", &column.disordered)]
        {
            for (span, effect) in bands.rows() {
                let effect: Effect = effect;
                outline.say(format!("maneuver/{name}/{effect}{who}"), span, &column.rule);
            }
        }
    }
    outline.modifiers("maneuver", &chapter.modifiers);
    let rule = &chapter.columns[0].rule;
    outline.say("maneuver/panic-stands".into(), chapter.panic_stands, rule);
    for (place, value) in [
        ("heavy-guns-on-fall-back", chapter.heavy_guns_on_fall_back),
        ("fixed-guns-on-fall-back", chapter.fixed_guns_on_fall_back),
        ("heavy-guns-on-panic", chapter.heavy_guns_on_panic),
        ("fixed-guns-on-panic", chapter.fixed_guns_on_panic),
    ] {
        outline.say(format!("maneuver/{place}"), format!("{value:?}"), rule);
    }
    for (list, rows) in [("troops", &chapter.troop_list), ("guns", &chapter.gun_list)] {
        for row in rows {
            let limit =
                if row.limit.is_empty() { String::new() } else { format!(": {}", row.limit) };
            let value = format!("{:?}: {}{limit}", row.class, row.label);
            outline.say(format!("maneuver/{list}/{}", row.id), value, &row.rule);
        }
    }
}

fn fire(book: &Rulebook, outline: &mut Outline) {
    let chapter = &book.fire;
    for step in &chapter.breakpoints {
        let place = format!("fire/points/{}", step.from);
        outline.say(place, format!("{:+}", step.value), &step.rule);
    }
    outline.modifiers("fire", &chapter.modifiers);
    for row in &chapter.rows {
        for (place, experience) in Experience::ALL.iter().enumerate() {
            let spans = chapter.columns[place].rows();
            let span = spans.filter(|(_, of): &(_, FireRow)| *of == row.row).map(|(span, _)| span);
            let span = span.map(|s| s.to_string()).next().unwrap_or_else(|| "none".to_owned());
            outline.say(format!("fire/row/{}/{experience}", row.row), span, &row.rule);
        }
        let checks = format!("{}, skittish {}", row.checks, row.checks_skittish);
        outline.say(format!("fire/row/{}/checks", row.row), checks, &row.rule);
    }
}

fn charge(book: &Rulebook, outline: &mut Outline) {
    let chapter = &book.charge;
    for (span, effect) in chapter.bands.rows() {
        outline.say(format!("charge/band/{effect}"), span, &chapter.bands_rule);
    }
    outline.modifiers("charge", &chapter.modifiers);
    let rule = &chapter.bands_rule;
    outline.say("charge/losses".into(), format!("{:?}", chapter.losses), rule);
    for (place, value) in [
        ("square-leaves-attacker-in-order", chapter.square_leaves_attacker_in_order),
        ("breakthrough-at-double-quick", chapter.breakthrough_at_double_quick),
        ("elite-fires-with-cold-steel", chapter.elite_fires_with_cold_steel),
        ("mixed-arms", chapter.mixed_arms),
    ] {
        outline.say(format!("charge/{place}"), value, rule);
    }
}

fn weapons(book: &Rulebook, outline: &mut Outline) {
    for weapon in &book.weapons {
        let bands: Vec<String> = weapon
            .bands
            .iter()
            .map(|band| {
                let die = band.accuracy.map(|a| format!(" on {a}+")).unwrap_or_default();
                format!("{} to {}{die}", band.points, band.to)
            })
            .collect();
        let beyond = weapon.beyond.map(|b| format!("beyond {b}: ")).unwrap_or_default();
        let value = format!("{beyond}{}; close range {}", bands.join(", "), weapon.close_range);
        outline.say(
            format!("weapon/{}{}", weapon.code, nations(&weapon.nations)),
            value,
            &weapon.rule,
        );
    }
    for piece in &book.pieces {
        let haul = piece.hand_haul.map_or("none".to_owned(), |h| h.to_string());
        let value = format!(
            "{}, {} carriage, {}, hand haul {haul}{}{}",
            piece.weapon,
            piece.carriage,
            piece.movement.join(" or "),
            if piece.double_quick { "" } else { ", no double quick" },
            if piece.prolong { ", prolong" } else { "" },
        );
        outline.say(format!("piece/{}{}", piece.code, nations(&piece.nations)), value, &piece.rule);
    }
}

fn rate(rate: Rate) -> String {
    match rate.double_quick {
        Some(double) => format!("{}/{}", rate.full, double),
        None => rate.full.to_string(),
    }
}

fn movement(book: &Rulebook, outline: &mut Outline) {
    for row in &book.movement {
        for &ground in Ground::ALL {
            let place = format!("movement/{}{}/{ground}", row.id, nations(&row.nations));
            outline.say(place, rate(row.rates[ground as usize]), &row.rule);
        }
        let road = match row.road {
            Road::None => continue,
            Road::Tenths(tenths) => format!("x{}", f64::from(tenths) / 10.0),
            Road::Fixed(fixed) => rate(fixed),
        };
        outline.say(format!("movement/{}{}/road", row.id, nations(&row.nations)), road, &row.rule);
    }
}

fn small_tables(book: &Rulebook, outline: &mut Outline) {
    for kind in &book.terrain {
        let sight = kind.sight.map(|far| format!(", sight {far}")).unwrap_or_default();
        let deep = kind.deep_cover.map(|cover| format!(", deep {cover}")).unwrap_or_default();
        let traits: Vec<&str> = kind.traits.iter().map(|t| t.name()).collect();
        let value = format!(
            "{} going, {}{deep}{sight}, {}, obstacle {}; {}",
            kind.going,
            kind.cover,
            kind.position,
            kind.obstacle,
            traits.join(", ")
        );
        outline.say(format!("terrain/{}", kind.id), value, &kind.rule);
    }
    for row in &book.fallen_leader {
        let value = format!("{} ({})", row.label, row.fate);
        outline.say(format!("fallen-leader/{}-{}", row.from, row.to), value, &row.rule);
    }
    let table = &book.effectiveness;
    for stands in table.smallest..=table.largest {
        let labels: Vec<String> = Morale::ALL
            .iter()
            .filter_map(|&m| table.thresholds(stands, m).map(|l| l.to_string()))
            .collect();
        outline.say(format!("effectiveness/{stands}"), labels.join(" "), &table.rule);
    }
    let list = |lengths: &[geometry::Length]| {
        lengths.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    let reach = format!("{}, reduced {}", book.command.radius, book.command.reduced);
    outline.say("command/radius".into(), reach, &book.command.rule);
    for (name, base) in [
        ("infantry", book.bases.infantry),
        ("cavalry", book.bases.cavalry),
        ("guns", book.bases.guns),
    ] {
        let value = format!("{} x {}", base.width, base.depth);
        outline.say(format!("base/{name}"), value, &book.bases.rule);
    }
    outline.say("light/evening".into(), list(&book.light.evening), &book.light.twilight_rule);
    outline.say("light/morning".into(), list(&book.light.morning), &book.light.twilight_rule);
    outline.say("light/night".into(), list(&book.light.night), &book.light.night_rule);
    for scale in &book.scales {
        let yards = f64::from(scale.yards_hundredths) / 100.0;
        let value = format!("{} guns a stand, {yards} yards an inch", scale.guns);
        outline.say(format!("scale/{}", scale.men), value, &scale.rule);
    }
    for row in &book.features {
        let value = if row.present { "yes" } else { "no" };
        outline.say(format!("feature/{}", row.feature), value, &row.rule);
    }
    for ruling in &book.rulings {
        let readings: Vec<&str> = ruling.choices.iter().map(|c| &*c.id).collect();
        outline.say(format!("ruling/{}", ruling.id), readings.join(" | "), &ruling.rule);
    }
}

fn armies(book: &Rulebook, outline: &mut Outline) {
    for row in &book.army {
        let ratings: Vec<&str> = row.experience.iter().map(|e| e.name()).collect();
        let morale: Vec<&str> = row.morale.iter().map(|m| m.name()).collect();
        let traits: Vec<&str> = row.traits.iter().map(|t| t.name()).collect();
        let value = format!(
            "{} {}; {}; {}; {}; {}",
            row.nation,
            row.arm,
            ratings.join("/"),
            morale.join("/"),
            row.weapons.join("/"),
            traits.join(", ")
        );
        outline.say(format!("army/{}", row.name), value, &row.rule);
    }
}
