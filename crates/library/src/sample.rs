//! Small random battles: any ground, any troops, any readings, from a number.
//!
//! They are no history and no fair fights. They are there to bring every rule together with every
//! other: a few units a side close to each other, on ground of every kind, by readings drawn at will.

use std::fmt::Write;

use engine::Order;
use engine::scenario::Edge;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rulebook::{
    Arm, Experience, LeaderRating, Morale, Nation, Rulebook, TerrainKind, TerrainTrait, Trait,
    WeaponKind,
};

use crate::{BOOKS, Choices, rulebook, scenario_of};

/// A random battle: its file, the edition to play it by, and the readings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The scenario file.
    pub text: String,
    /// The edition.
    pub edition: &'static str,
    /// The readings.
    pub rulings: Choices,
}

/// A file that does not load is drawn again, this often at most: some troops cannot stand as they
/// were told.
const TRIES: u64 = 100;

/// The random battle of a number, by any of the rulebooks; the same number gives the same battle.
/// `None` if none of many could be set up, which no number is known to do.
pub fn sample(number: u64) -> Option<Sample> {
    let book = &BOOKS[(number % BOOKS.len() as u64) as usize];
    (0..TRIES).find_map(|attempt| {
        let mut draw = Draw(ChaCha8Rng::seed_from_u64(number.wrapping_mul(TRIES) + attempt));
        let plain = rulebook(book.period, Some(book.edition), &Choices::new()).ok()?;
        let rulings = readings(&mut draw, &plain);
        let text = battle(&mut draw, &plain);
        let read = scenario_of(&text, "random.toml", Some(book.edition), &rulings);
        read.ok().map(|_| Sample { text, edition: book.edition, rulings })
    })
}

struct Draw(ChaCha8Rng);

impl Draw {
    fn below(&mut self, count: usize) -> usize {
        // The tiny unevenness of a remainder is nothing here.
        (self.0.next_u64() % count.max(1) as u64) as usize
    }

    fn between(&mut self, least: i32, most: i32) -> i32 {
        least + self.below((most - least + 1) as usize) as i32
    }

    /// One in so many.
    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }
}

/// Half of the doubtful rules are read another way than usual.
fn readings(draw: &mut Draw, book: &Rulebook) -> Choices {
    let mut chosen = Choices::new();
    for ruling in &book.rulings {
        if draw.one_in(2) {
            let reading = draw.below(ruling.choices.len());
            chosen.insert(ruling.id.to_string(), ruling.choices[reading].id.to_string());
        }
    }
    chosen
}

const WIDTH: i32 = 40;
const HEIGHT: i32 = 30;
/// The places of a side's front line, and how far from its edge.
const PLACES: [i32; 4] = [6, 15, 25, 34];

fn battle(draw: &mut Draw, book: &Rulebook) -> String {
    let mut text = String::new();
    let turns = draw.between(2, 5);
    let _ = write!(
        text,
        "format = 1\ntitle = \"Anywhere\"\nperiod = \"{}\"\ndate = \"any day\"\nscale = {}\n\
         notes = []\n\n[table]\nwidth = {WIDTH}\nheight = {HEIGHT}\n\n\
         [clock]\nturns = {turns}\nfirst = \"{}\"\n",
        book.period,
        draw.of(&book.scales).men,
        draw.of(&["South", "North"]),
    );
    clock(draw, &mut text, turns);
    let nations: [Nation; 2] = std::array::from_fn(|side| {
        if book.nations.len() > 2 && draw.one_in(3) {
            draw.of(&book.nations)
        } else {
            book.nations[side]
        }
    });
    for (side, name, edge) in [(0, "South", Edge::South), (1, "North", Edge::North)] {
        let nation = nations[side];
        let _ = write!(
            text,
            "\n[[army]]\nname = \"{name}\"\nnation = \"{nation}\"\nedge = \"{edge}\"\n"
        );
    }
    for number in 0..draw.below(6) {
        terrain(draw, book, &mut text, number);
    }
    for (side, nation) in nations.into_iter().enumerate() {
        army(draw, book, &mut text, side, nation);
    }
    keys(draw, &mut text);
    text
}

fn clock(draw: &mut Draw, text: &mut String, turns: i32) {
    match draw.below(6) {
        0 => {
            let _ = writeln!(
                text,
                "sunset-after = {}\nevening-turns = {}",
                turns - 1,
                draw.between(0, 2)
            );
            let _ =
                writeln!(text, "sky = \"{}\"", draw.of(&["overcast", "moonlight", "full-moon"]));
        }
        1 => {
            let _ =
                writeln!(text, "sunrise = {}\nmorning-turns = 1", draw.between(2, turns.max(2)));
        }
        2 => {
            let (far, until) = (draw.between(4, 16), draw.between(1, turns));
            let _ = writeln!(text, "fog = {{ inches = {far}, until = {until} }}");
        }
        _ => {}
    }
}

/// A piece of ground: what nobody can tread lies between the armies.
fn terrain(draw: &mut Draw, book: &Rulebook, text: &mut String, number: usize) {
    let kind: TerrainKind = draw.of(&book.terrain);
    let barred = kind.going == rulebook::Going::Impassable
        || kind.traits.contains(TerrainTrait::NoHorse)
        || kind.traits.contains(TerrainTrait::NoGuns);
    let (low, high) = if barred { (12, 17) } else { (2, HEIGHT - 2) };
    let (x, y) = (draw.between(3, WIDTH - 3), draw.between(low, high));
    let _ =
        write!(text, "\n[[terrain]]\nname = \"{} {number}\"\nkind = \"{}\"\n", kind.id, kind.id);
    let lines = [
        TerrainTrait::Line,
        TerrainTrait::Road,
        TerrainTrait::Defile,
        TerrainTrait::Crossing,
        TerrainTrait::LinearCover,
    ];
    let is_line = lines.into_iter().any(|of_line| kind.traits.contains(of_line));
    let _ = if is_line {
        let across = !barred && draw.one_in(2);
        let to = if across { [x, HEIGHT] } else { [(x + 14).min(WIDTH), y] };
        let from = if across { [x, 0] } else { [(x - 6).max(0), y] };
        writeln!(text, "line = [[{}, {}], [{}, {}]]", from[0], from[1], to[0], to[1])
    } else if draw.one_in(2) {
        let (wide, deep) = (draw.between(2, 6), draw.between(1, if barred { 1 } else { 5 }));
        writeln!(text, "ellipse = {{ at = [{x}, {y}], radii = [{wide}, {deep}] }}")
    } else {
        let (wide, deep) = (draw.between(2, 9), draw.between(2, if barred { 3 } else { 8 }));
        let to = [(x + wide).min(WIDTH), (y + deep).min(if barred { 18 } else { HEIGHT })];
        let from = [x.min(to[0] - 1), y.min(to[1] - 1)];
        writeln!(
            text,
            "rectangle = {{ from = [{}, {}], to = [{}, {}] }}",
            from[0], from[1], to[0], to[1]
        )
    };
}

fn army(draw: &mut Draw, book: &Rulebook, text: &mut String, side: usize, nation: Nation) {
    let army = ["South", "North"][side];
    let from_edge = |far: i32| if side == 0 { far } else { HEIGHT - far };
    let leader =
        |draw: &mut Draw, text: &mut String, name: &str, superior: Option<&str>, at: i32| {
            let rating = draw.of(LeaderRating::ALL);
            let rank = if superior.is_some() { "brigade" } else { "division" };
            let _ = write!(
                text,
                "\n[[leader]]\narmy = \"{army}\"\nname = \"{name}\"\nrank = \"{rank}\"\n\
             rating = \"{rating}\"\nat = [{at}, {}]\n",
                from_edge(3)
            );
            if let Some(superior) = superior {
                let _ = writeln!(text, "superior = \"{superior}\"");
            }
        };
    let (chief, second) = (format!("{army} chief"), format!("{army} second"));
    let at = draw.between(8, 20);
    leader(draw, text, &chief, None, at);
    let has_second = draw.one_in(2);
    if has_second {
        let at = draw.between(22, 34);
        leader(draw, text, &second, Some(&chief), at);
    }
    let units = draw.between(2, 4);
    for place in 0..units {
        let command = if has_second && draw.one_in(2) { &second } else { &chief };
        let _ = write!(text, "\n[[unit]]\narmy = \"{army}\"\ncommand = \"{command}\"\n");
        let name = format!("{army} {}", place + 1);
        let _ = writeln!(text, "name = \"{name}\"");
        unit(draw, book, text, nation);
        if draw.one_in(12) {
            let _ = writeln!(
                text,
                "arrives = {{ turn = {}, edge = \"{}\" }}",
                draw.between(1, 3),
                army.to_lowercase()
            );
            continue;
        }
        let far = draw.between(7, 10);
        let facing = if draw.one_in(8) { draw.of(&["NE", "SW", "E"]) } else { ["N", "S"][side] };
        let _ = writeln!(
            text,
            "at = [{}, {}]\nfacing = \"{facing}\"",
            PLACES[place as usize],
            from_edge(far)
        );
    }
}

/// What a unit is: a line of the rating lists, or drawn freely.
fn unit(draw: &mut Draw, book: &Rulebook, text: &mut String, nation: Nation) {
    let rows: Vec<_> = book.army.iter().filter(|row| row.nation == nation).collect();
    if !rows.is_empty() && draw.one_in(3) {
        let row = draw.of(&rows);
        let (fewest, most) = row.stands.unwrap_or((2, 8));
        let stands = draw.between(i32::from(fewest), i32::from(most.min(8)).max(i32::from(fewest)));
        let _ =
            writeln!(text, "army-row = \"{}\"\nstands = {stands}", row.name.replace('"', "\\\""));
        if row.arm != Arm::Guns {
            let only = row.traits.contains(Trait::OpenOrderOnly);
            formation(draw, book, text, (row.arm, only), stands);
        }
        return;
    }
    let arms: Vec<Arm> = if book.has(rulebook::Feature::MountedInfantry) {
        vec![Arm::Infantry, Arm::Infantry, Arm::Cavalry, Arm::Guns, Arm::MountedInfantry]
    } else {
        vec![Arm::Infantry, Arm::Infantry, Arm::Infantry, Arm::Cavalry, Arm::Guns]
    };
    let arm = draw.of(&arms);
    let guns = arm == Arm::Guns;
    let stands = if guns { draw.between(1, 3) } else { draw.between(2, 9) };
    let _ = writeln!(
        text,
        "arm = \"{arm}\"\nstands = {stands}\nexperience = \"{}\"",
        draw.of(Experience::ALL)
    );
    let has = |nations: &[Nation]| nations.is_empty() || nations.contains(&nation);
    if guns {
        let pieces: Vec<_> = book.pieces.iter().filter(|piece| has(&piece.nations)).collect();
        let _ = writeln!(text, "weapon = \"{}\"", draw.of(&pieces).code);
        match draw.below(6) {
            0 => text.push_str("fixed = true\n"),
            1 | 2 => text.push_str("limbered = true\n"),
            _ => {}
        }
        return;
    }
    let small =
        |weapon: &&rulebook::Weapon| weapon.kind == WeaponKind::SmallArm && has(&weapon.nations);
    let weapons: Vec<_> = book.weapons.iter().filter(small).collect();
    let weapon = if draw.one_in(10) { "none".into() } else { draw.of(&weapons).code.clone() };
    let _ = writeln!(text, "morale = \"{}\"\nweapon = \"{weapon}\"", draw.of(Morale::ALL));
    let order = draw.of(&[Order::Good, Order::Good, Order::Good, Order::Disordered]);
    let _ = writeln!(text, "order = \"{order}\"");
    if stands > 4 && draw.one_in(4) {
        let _ = writeln!(text, "lost = {}", draw.between(1, stands - 3));
    }
    let mut traits: Vec<&str> = Vec::new();
    if draw.one_in(2) {
        traits.push(draw.of(Trait::ALL).name());
    }
    if draw.one_in(3) {
        traits.push(Trait::CanOpenOrder.name());
    }
    let _ = writeln!(text, "traits = {traits:?}");
    let only = traits.contains(&Trait::OpenOrderOnly.name());
    formation(draw, book, text, (arm, only), stands);
}

/// How troops stand; the narrower ones for the larger units.
fn formation(
    draw: &mut Draw,
    book: &Rulebook,
    text: &mut String,
    (arm, only): (Arm, bool),
    stands: i32,
) {
    let loose = if book.period.as_ref() == "acw" { "extended-line" } else { "open-order" };
    let formation = match draw.below(10) {
        _ if only => loose,
        0 => "field-column",
        1 => "march-column",
        2 | 3 if stands >= 6 => "supported-line",
        4 if arm == Arm::Infantry => "square",
        5 => loose,
        _ => "line",
    };
    let _ = writeln!(text, "formation = \"{formation}\"");
    if arm == Arm::Infantry && formation == "line" && stands >= 5 && draw.one_in(4) {
        text.push_str("skirmishers = { stands = 2 }\n");
    }
}

fn keys(draw: &mut Draw, text: &mut String) {
    for number in 0..draw.below(3) {
        let owner = draw.of(&["South", "North"]);
        let (x, y) = (draw.between(4, WIDTH - 4), draw.between(4, HEIGHT - 4));
        let _ = write!(
            text,
            "\n[[key-position]]\nname = \"Place {number}\"\nat = [{x}, {y}]\nradius = 2\n\
             owner = \"{owner}\"\npoints = {}\n",
            draw.between(1, 4)
        );
        if draw.one_in(2) {
            let _ = writeln!(text, "key-of = \"{owner}\"");
        }
    }
}
