//! Scenario files to scenarios: `data/scenarios/NAME/battle.toml` is a battle.
//!
//! Inches are decimals from the south-west corner, `[x, y]` east and north. A heading is a point of
//! the compass ("N", "NNE", …) or degrees clockwise from north.
//!
//! ```toml
//! format = 1
//! title = "…"
//! period = "maw"                 # the rulebook; `edition` if it is not the first one
//! date = "8 May 1846"
//! scale = 40                     # men a stand; the war's usual one if missing
//! notes = ["…"]                  # doubts and choices, for players
//! [table]                        # width, height
//! [clock]                        # eight turns of a clear day if missing
//!                                # turns, first = "army" (the first), begins = "14:30" (noon),
//!                                # minutes (15), fog = { inches, from = 1, until = the last turn of it }
//!                                # sunrise = the first turn of day, morning-turns of twilight before,
//!                                # sunset-after = the last turn of day, evening-turns after it,
//!                                # sky = "overcast" | "moonlight" | "full-moon" at night
//! [[army]]                       # two: name, nation, edge = "north" | "east" | "south" | "west"
//!                                # heavy-casualties, greater-losses, in stands
//! [[terrain]]                    # kind as in the rulebook; name
//!                                # one of: polygon = [[x, y], …], ellipse = { at, radii = [a, b] },
//!                                #   circle = { at, radius }, rectangle = { from, to },
//!                                #   line = [[x, y], …] with width (ways and streams 1", other lines 0)
//!                                # level (1 for hills), crest = [[x, y], …], front = "left" | "right"
//!                                # changed: label, ground, cover, deep-cover, sight, position, obstacle
//!                                # bars = ["horse", "guns"]: who cannot enter it
//! [[leader]]                     # army, name, rank, rating, and at, attached = "unit" or arrives
//!                                # superior = "leader", successor = { name, rating }
//!                                # artillery = true: he commands guns, and they may mass their fire
//!                                # masses-guns = true for others who may, false for one who may not
//! [[unit]]                       # army, command = "leader", name, nation if not the army's
//!                                # stands, experience, morale, or army-row = "line of the rating lists"
//!                                # lost = how many of its stands are gone already
//!                                # arm (infantry), weapon ("none" for none), traits, order
//!                                # mounted (true) for horse
//!                                # limbered or fixed, low-on-ammunition for guns
//!                                # formation, with what belongs to it: line (refused = { left = { stands,
//!                                #   turn }, right }), supported-line, open-order (ranks 1, gap 1"),
//!                                #   extended-line (gaps), field-column, march-column (trail), square,
//!                                #   battery (gap 0.5"), garrison (of = "building")
//!                                # at = the middle of its front, facing; or
//!                                # arrives = { turn, edge, at } while it is not on the table; with
//!                                #   die = 4 it comes on a die of 4 or more, rolled each turn
//!                                # tethered = [x, y]: where the horses of mounted infantry on foot are
//!                                # skirmishers = { stands, ahead = 2 }: begins with some out, if the
//!                                #   rules in play have skirmishers
//! [[key-position]]               # name, at, radius, owner = "army"
//!                                # points = 3 to either army, or { "army" = 2, "other" = 4 }
//!                                # key-of = the army that fights worse without it
//! [[special]]                    # a rule of this battle alone: name, rule, from and until (turns), and
//!                                # whom it is about: army, command = "leader", units = ["…"]
//!                                # holds (unless-within), within (around = { at, radius } or between =
//!                                #   { from, to }), no-double-quick, no-charge (unless-with = "leader"),
//!                                #   no-cold-steel, no-replenish, scarce-ammunition (die), hidden
//!                                #   (inches), own-leaders, leader-leaves (leader), wins (army,
//!                                #   positions), gun-points (points), volleys (times), smoke (inches),
//!                                #   grass-fire (wide, deep, drifts, heading, lasts)
//! ```

mod arrivals;
mod clock;
mod draft;
mod format;
mod ground;
mod keys;
mod leaders;
mod places;
mod remarks;
mod room;
pub mod schema;
mod screens;
mod sense;
mod shapes;
mod special;
mod units;
mod ways;

use std::collections::BTreeSet;
use std::sync::Arc;

use engine::scenario::{Army, Arrival, Arriving, Clock, Edge, Post, Scenario};
use engine::table::{self, Leader, Placed, Position, Side, Terrain, UnitId};
use geometry::Length;
use rulebook::{Nation, Rulebook, Scale};

use crate::decode::{Node, Source, Table};
use crate::rulebooks::{BOOKS, Choices, read};
use crate::{Defect, Defects, Ledger, listed, nearest};
pub use draft::{Drafted, Flaw, draft};
use places::{MOST_INCHES, Size};
use units::Around;

const FEWEST_INCHES: Length = Length::inches(12);
const PARTS: [&str; 7] = ["clock", "army", "terrain", "leader", "unit", "key-position", "special"];

/// Reads a scenario file, with the rulebook of its war under the chosen readings. Either the whole
/// battle, or every defect.
///
/// `file` is the name that defects are given with; the scenario is called after its folder, or
/// after the file where there is none.
pub fn scenario(
    text: &str,
    file: &str,
    choices: &Choices,
) -> Result<(Scenario, Rulebook), Defects> {
    scenario_of(text, file, None, choices)
}

/// The same by the rules of another edition than the scenario's own, if one is named.
pub fn scenario_of(
    text: &str,
    file: &str,
    edition: Option<&str>,
    choices: &Choices,
) -> Result<(Scenario, Rulebook), Defects> {
    Reading { edition, ..Reading::new(choices, Asked::Table) }.scenario(text, file)
}

/// A scenario file that makes sense as a battle, and what its writer may want to look at again.
pub struct Checked {
    /// The battle.
    pub scenario: Scenario,
    /// The rules of its war.
    pub book: Rulebook,
    /// What is no defect, and perhaps not meant either.
    pub remarks: Vec<Defect>,
}

/// Reads a scenario file as [`scenario()`] does, and asks whether the battle can be fought: that every
/// leader has somebody to lead, that whoever comes can come, that points can be won.
///
/// A record is not asked: it replays for ever, whatever is thought of its battle later.
pub fn checked(text: &str, file: &str, choices: &Choices) -> Result<Checked, Defects> {
    let (scenario, book) = Reading::new(choices, Asked::Battle).scenario(text, file)?;
    let remarks = remarks::of(text, file, &scenario, &book);
    Ok(Checked { scenario, book, remarks })
}

/// Every key that the reader asks for when it reads a file, with the tables that it is in:
/// `unit.arrives.turn`.
pub fn scenario_keys(text: &str) -> BTreeSet<String> {
    let rules = BTreeSet::new();
    let source = Source::new("keys", text, &rules);
    let choices = Choices::new();
    Reading::new(&choices, Asked::Battle).whole(&source, "keys".into());
    source.heard()
}

/// How much is asked of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// That everything in it can be on a table.
    Table,
    /// That it can be fought as a battle as well.
    Battle,
    /// The same, and gaps are filled so that what is there can be looked at.
    Draft,
}

/// How a file is to be read.
#[derive(Clone, Copy)]
struct Reading<'a> {
    /// The war, where it is not to be looked for in the file.
    war: Option<&'static str>,
    /// Another edition than the scenario's own.
    edition: Option<&'a str>,
    /// Readings of doubtful rules.
    choices: &'a Choices,
    asked: Asked,
    /// What brings older formats up to date.
    steps: &'a [format::Step],
}

impl<'a> Reading<'a> {
    fn new(choices: &'a Choices, asked: Asked) -> Reading<'a> {
        Reading { war: None, edition: None, choices, asked, steps: &format::STEPS }
    }

    fn scenario(self, text: &str, file: &str) -> Result<(Scenario, Rulebook), Defects> {
        let rules = BTreeSet::new();
        let source = Source::new(file, text, &rules);
        let found = self.whole(&source, id_of(file));
        let defects = source.into_defects();
        match found {
            Some(found) if defects.is_empty() => Ok(found),
            _ => Err(Defects(defects)),
        }
    }

    fn whole(self, source: &Source<'_>, id: Arc<str>) -> Option<(Scenario, Rulebook)> {
        let mut root = source.parse();
        if !format::bring_up_to_date(source, &mut root, self.steps) {
            return None;
        }
        self.of(source, &root, id)
    }

    /// What a file that is up to date says.
    fn of(self, source: &Source<'_>, root: &Node, id: Arc<str>) -> Option<(Scenario, Rulebook)> {
        whole(Table::of(source, root)?, id, self)
    }
}

/// The name of a scenario: its folder's, or its file's.
fn id_of(file: &str) -> Arc<str> {
    let mut parts = file.rsplit(['/', '\\']);
    let own = parts.next().unwrap_or_default();
    let folder = parts.next().filter(|folder| !folder.is_empty() && *own == *"battle.toml");
    folder.unwrap_or(own.strip_suffix(".toml").unwrap_or(own)).into()
}

/// The armies as the rest of the file knows them.
pub struct Armies {
    /// Their names.
    pub names: Vec<Arc<str>>,
    /// Their nations, where they are known.
    pub nations: Vec<Option<Nation>>,
    /// Their edges, where they are known.
    pub edges: Vec<Option<Edge>>,
}

impl Armies {
    /// The side of the army at a place of the list.
    pub fn side(place: usize) -> Side {
        if place == 0 { Side::First } else { Side::Second }
    }

    /// The army under `key`: an empty answer if none is named, nothing if it is not known.
    pub fn maybe_side(&self, table: &Table<'_>, key: &'static str) -> Option<Option<Side>> {
        match table.maybe(key) {
            None => Some(None),
            Some(_) => self.place(table, key).map(Armies::side).map(Some),
        }
    }

    /// The place in the list of the army under `key`; one that is not there is a defect.
    pub fn place(&self, table: &Table<'_>, key: &'static str) -> Option<usize> {
        let name = table.text(key)?;
        let found = self.names.iter().position(|one| *one == name);
        if found.is_none() {
            let span = table.span(key);
            table.source().defect_once(span, self.unknown(&name), self.meant(&name));
        }
        found
    }

    /// What is said of an army that is not there.
    pub fn unknown(&self, name: &str) -> String {
        let known = listed(name, self.names.iter().map(|army| &**army));
        format!("no army is called `{name}`{known}")
    }

    /// The army that may be meant: by its name or the initials of it, by its nation, by its edge.
    pub fn meant(&self, name: &str) -> Option<String> {
        let initials = |army: &str| -> String {
            army.split_whitespace().filter_map(|word| word.chars().next()).collect()
        };
        let letters: String = name.chars().filter(|letter| letter.is_alphanumeric()).collect();
        let of_nation = |nation: &Option<Nation>| {
            nation.is_some_and(|nation| nearest(name, names_of(nation)).is_some())
        };
        let of_edge = |edge: &Option<Edge>| {
            edge.is_some_and(|edge| edge.to_string().eq_ignore_ascii_case(name))
        };
        let by_name = nearest(name, self.names.iter().map(|army| &**army));
        let by_letters = self
            .names
            .iter()
            .find(|army| letters.len() > 1 && initials(army).eq_ignore_ascii_case(&letters));
        let place = self.nations.iter().position(of_nation);
        let place = place.or_else(|| self.edges.iter().position(of_edge));
        let found = by_name.or(by_letters.map(|army| &**army));
        found.or_else(|| self.names.get(place?).map(|army| &**army)).map(str::to_owned)
    }
}

/// What a nation is called as well.
fn names_of(nation: Nation) -> Vec<&'static str> {
    let more: &[&str] = match nation {
        Nation::Union => &["us", "usa", "north", "federals", "yankees"],
        Nation::Confederate => &["cs", "csa", "south", "rebels"],
        Nation::American => &["us", "usa", "continentals", "patriots", "rebels"],
        Nation::British => &["crown", "england", "uk"],
        Nation::UnitedStates => &["usa", "american"],
        Nation::Mexican => &["mexico"],
        Nation::French | Nation::German | Nation::Loyalist | Nation::Canadian | Nation::Indian => {
            &[]
        }
    };
    more.iter().copied().chain([nation.name()]).collect()
}

fn whole(root: Table<'_>, id: Arc<str>, reading: Reading<'_>) -> Option<(Scenario, Rulebook)> {
    if root.maybe("format").is_none() {
        root.defect(format!("`format` is missing: `format = {}`", format::NEWEST));
    }
    root.maybe_number::<u32>("format");
    let title = root.text("title");
    let date = root.text("date");
    let notes = root.texts("notes");
    let book = book(&root, reading);
    let men: Option<u16> = root.maybe_number("scale");
    let size = size(&root);
    root.knows(&PARTS);
    let Some(book) = book else {
        root.finish();
        return None;
    };
    let scale = scale(&root, men, &book);
    let parts = parts(&root, &book, size, reading.asked);
    let Some(parts) = parts.filter(|_| !size.guessed) else {
        root.finish();
        return None;
    };
    let board = table::Table::new(size.width, size.height, parts.ground);
    let edges = [parts.armies[0].edge, parts.armies[1].edge];
    let position = Position::new(Arc::new(board), parts.units, parts.leaders).with_edges(edges);
    let draft = reading.asked == Asked::Draft;
    let screens = screens::check(&root.tables("unit"), parts.screens.into_iter(), &book, &position);
    root.finish();
    let or_blank = |text: Option<Arc<str>>| text.or(draft.then(Arc::default));
    let scale = scale.or_else(|| book.scales.first().filter(|_| draft).cloned())?;
    let scenario = Scenario {
        id,
        title: or_blank(title)?,
        date: or_blank(date)?,
        armies: parts.armies,
        clock: parts.clock,
        posts: parts.posts,
        position,
        screens,
        specials: parts.specials,
        commands: parts.commands,
        arrivals: parts.arrivals,
        key_positions: parts.key_positions,
        notes,
        men: scale.men,
        yards_hundredths: scale.yards_hundredths,
    };
    Some((scenario, book))
}

/// The war of the file. If its name is missing or not known, the war that the rest of the file fits
/// best: the other defects are worth telling.
fn war(root: &Table<'_>, reading: Reading<'_>) -> Option<&'static str> {
    let known: BTreeSet<&'static str> = BOOKS.iter().map(|book| book.period).collect();
    if reading.war.is_some() {
        root.knows(&["period"]);
        return reading.war;
    }
    let written = root.text("period");
    if let Some(found) = known.iter().find(|known| written.as_deref() == Some(**known)) {
        return Some(*found);
    }
    let faults = |war: &'static str| {
        let rules = BTreeSet::new();
        let source = Source::new("", root.source().text(), &rules);
        Reading { war: Some(war), asked: Asked::Table, ..reading }.whole(&source, "".into());
        source.into_defects().len()
    };
    let near = written.as_deref().and_then(|name| nearest(name, known.iter().copied()));
    let near = near.and_then(|near| known.iter().copied().find(|known| *known == near));
    let by_faults = || known.iter().map(|war| (faults(war), *war)).collect::<Vec<_>>();
    let tried = if near.is_some() { Vec::new() } else { by_faults() };
    let fewest = tried.iter().map(|(faults, _)| *faults).min();
    let fits: Vec<&str> =
        tried.iter().filter(|(faults, _)| Some(*faults) == fewest).map(|(_, war)| *war).collect();
    if let Some(written) = &written {
        let known: Vec<&str> = known.iter().copied().collect();
        let message = format!("no period is called `{written}`: {}", known.join(", "));
        let only = if let [only] = fits[..] { Some(only) } else { None };
        root.defect_at("period", message, near.or(only).map(str::to_owned));
    }
    near.or(fits.first().copied())
}

/// The rulebook.
fn book(root: &Table<'_>, reading: Reading<'_>) -> Option<Rulebook> {
    let meant = war(root, reading)?;
    let edition = Some(root.maybe_text("edition")).filter(|edition| !edition.is_empty());
    let (other, choices) = (reading.edition, reading.choices);
    let editions: Vec<_> = BOOKS.iter().filter(|book| book.period == meant).collect();
    let asked = other.or(edition.as_deref());
    let found = editions.iter().find(|book| asked.is_none_or(|asked| asked == book.edition));
    if found.is_none() {
        let known: Vec<&str> = editions.iter().map(|book| book.edition).collect();
        let asked = asked.unwrap_or_default();
        let message = format!("{meant} has no edition `{asked}`: {}", known.join(", "));
        let near = nearest(asked, known.iter().copied()).map(str::to_owned);
        root.defect_at("edition", message, near);
    }
    let chosen = found.or(editions.first())?;
    match read(chosen.file, chosen.text, &Ledger::built_in().ids(), choices) {
        Ok(book) => Some(book),
        Err(defects) => {
            root.source().adopt(defects.0);
            None
        }
    }
}

/// The scale of so many men a stand; the usual one if none is named.
fn scale(root: &Table<'_>, men: Option<u16>, book: &Rulebook) -> Option<Scale> {
    let Some(men) = men else {
        let named = root.maybe("scale").is_some();
        return if named { None } else { book.scales.first().cloned() };
    };
    let found = book.scales.iter().find(|scale| scale.men == men).cloned();
    if found.is_none() {
        let known: Vec<String> = book.scales.iter().map(|scale| scale.men.to_string()).collect();
        let message = format!("this war has no stands of {men} men: {}", known.join(", "));
        root.defect_at("scale", message, None);
    }
    found
}

/// The `[table]`. Where a side of it is missing, so far as the places in the file go: what else is wrong is
/// worth telling.
fn size(root: &Table<'_>) -> Size {
    let (width, height) = root.table("table").map_or((None, None), sides);
    let far = |inches: f64| {
        let far = Length::thousandths((inches.clamp(0.0, 1e3) * 1000.0).ceil() as i32);
        far.clamp(FEWEST_INCHES, MOST_INCHES)
    };
    let (east, north) = root.farthest();
    Size {
        width: width.unwrap_or(far(east)),
        height: height.unwrap_or(far(north)),
        guessed: width.is_none() || height.is_none(),
    }
}

fn sides(table: Table<'_>) -> (Option<Length>, Option<Length>) {
    let side = |key| {
        let length = table.length(key)?;
        let fits = (FEWEST_INCHES..=MOST_INCHES).contains(&length);
        if !fits {
            let message = format!("a table is {FEWEST_INCHES} to {MOST_INCHES}, not {length}");
            table.defect_at(key, message, None);
        }
        fits.then_some(length)
    };
    let (width, height) = (side("width"), side("height"));
    table.finish();
    (width, height)
}

/// Everything that a list of tables says, once all of it is whole.
struct Parts {
    clock: Clock,
    armies: [Army; 2],
    ground: Vec<Terrain>,
    units: Vec<Placed>,
    leaders: Vec<Leader>,
    posts: Vec<Post>,
    commands: Vec<Option<u16>>,
    arrivals: Vec<Arrival>,
    screens: Vec<Option<(u8, Length)>>,
    specials: Vec<engine::scenario::Special>,
    key_positions: Vec<engine::scenario::KeyPosition>,
}

fn parts(root: &Table<'_>, book: &Rulebook, size: Size, asked: Asked) -> Option<Parts> {
    let army_names = places::names(&root.tables("army"), "armies");
    let (nations, mut armies): (Vec<Option<Nation>>, Vec<Option<Army>>) =
        root.tables("army").into_iter().map(|table| army(table, book)).unzip();
    if armies.len() != 2 {
        let message = format!("a battle has two armies, not {}", armies.len());
        root.defect_at("army", message, None);
    }
    let edges = armies.iter().map(|army| army.as_ref().map(|army| army.edge)).collect();
    let known = Armies { names: army_names, nations, edges };
    let mut clock = clock::clock(root, &known, book);

    places::names(&root.tables("terrain"), "pieces of terrain");
    let mut ground: Vec<Option<Terrain>> =
        root.tables("terrain").into_iter().map(|table| ground::piece(table, book, size)).collect();

    let leader_names = places::names(&root.tables("leader"), "leaders");
    let known_leaders: Vec<leaders::Known> = (root.tables("leader").iter().zip(leader_names))
        .map(|(table, name)| leaders::known(table, name, &known))
        .collect();

    let unit_names = places::names(&root.tables("unit"), "units");
    if unit_names.len() > usize::from(u16::MAX) {
        root.defect("so many units are no battle".to_owned());
        return None;
    }
    let around = Around { book, size, armies: &known, leaders: &known_leaders, ground: &ground };
    let mut units: Vec<Option<units::Ready>> =
        root.tables("unit").into_iter().map(|table| units::unit(table, &around)).collect();
    let placed: Vec<Option<&Placed>> =
        units.iter().map(|unit| unit.as_ref().map(|unit| &unit.placed)).collect();
    room::check(&root.tables("unit"), &placed, size);

    let company = leaders::Around {
        armies: &known,
        leaders: &known_leaders,
        unit_names: &unit_names,
        units: &placed,
        bases: &book.bases,
        size,
    };
    let mut leaders = leaders::leaders(root, &company);
    if let Some(clock) = &clock {
        let of_units = units.iter().map(|unit| unit.as_ref()?.entry);
        clock::in_time(&root.tables("unit"), of_units, clock.turns);
        let of_leaders = leaders.iter().map(|leader| leader.as_ref()?.entry);
        clock::in_time(&root.tables("leader"), of_leaders, clock.turns);
    }
    let key_names = places::names(&root.tables("key-position"), "key positions");
    let key = |table| keys::key_position(table, &known, size);
    let mut key_positions: Vec<_> = root.tables("key-position").into_iter().map(key).collect();

    let mut specials = Vec::new();
    if let Some(clock) = &mut clock {
        let around = special::Around {
            armies: &known,
            leaders: &known_leaders,
            unit_names: &unit_names,
            units: &units,
            key_names: &key_names,
            size,
            turns: clock.turns,
        };
        places::names(&root.tables("special"), "rules of the battle");
        let tables = root.tables("special").into_iter();
        specials = tables.filter_map(|table| special::special(table, &around, clock)).collect();
        // The rules that orders speak of keep the numbers that they had before smoke was among them.
        specials.sort_by_key(|special| {
            matches!(special.what, engine::scenario::SpecialRule::Smoke { .. })
        });
    }

    if asked != Asked::Table {
        let draft = sense::Draft {
            root,
            size,
            armies: &known,
            ground: &ground,
            units: &units,
            leaders: &leaders,
            key_positions: &key_positions,
        };
        sense::check(&draft);
    }
    if asked == Asked::Draft {
        draft::fill(draft::Gaps {
            root,
            book,
            size,
            known: &known,
            armies: &mut armies,
            clock: &mut clock,
            ground: &mut ground,
            units: &mut units,
            leaders: &mut leaders,
            key_positions: &mut key_positions,
        });
    }

    for ready in leaders.iter().flatten() {
        let unit = ready.leader.attached.and_then(|id| units[id.place()].as_mut());
        if let Some(unit) = unit {
            unit.placed.unit.leader_attached = true;
        }
    }
    let units: Vec<units::Ready> = units.into_iter().collect::<Option<_>>()?;
    let leaders: Vec<leaders::Ready> = leaders.into_iter().collect::<Option<_>>()?;
    Some(Parts {
        clock: clock?,
        armies: armies.into_iter().collect::<Option<Vec<Army>>>()?.try_into().ok()?,
        ground: ground.into_iter().collect::<Option<_>>()?,
        commands: units.iter().map(|unit| unit.command.map(|place| place as u16)).collect(),
        arrivals: arrivals(&units, &leaders),
        screens: units.iter().map(|unit| unit.screen).collect(),
        specials,
        units: units.into_iter().map(|unit| unit.placed).collect(),
        posts: leaders.iter().map(|ready| ready.post.clone()).collect(),
        leaders: leaders.into_iter().map(|ready| ready.leader).collect(),
        key_positions: key_positions.into_iter().collect::<Option<_>>()?,
    })
}

/// One `[[army]]`, and its nation even if the rest is wrong.
fn army(table: Table<'_>, book: &Rulebook) -> (Option<Nation>, Option<Army>) {
    let name = table.text("name");
    table.node("nation");
    let nation = units::nation(&table, "nation", book);
    let edge = match table.maybe("edge") {
        Some(_) => table.name("edge"),
        None => {
            let message = "`edge` is missing: where broken troops run to, \"north\", \"east\", \"south\" or \"west\"";
            table.defect(message.to_owned());
            None
        }
    };
    let heavy_casualties = losses(&table, "heavy-casualties");
    let greater_losses = losses(&table, "greater-losses");
    if heavy_casualties.zip(greater_losses).is_some_and(|(heavy, greater)| greater < heavy) {
        let message = "greater losses are no fewer than heavy casualties".to_owned();
        table.defect_at("greater-losses", message, None);
    }
    table.finish();
    let army = name.zip(nation).zip(edge);
    let whole =
        |((name, nation), edge)| Army { name, nation, edge, heavy_casualties, greater_losses };
    (nation, army.map(whole))
}

/// Lost stands that change how an army fights; at least one.
fn losses(table: &Table<'_>, key: &'static str) -> Option<u16> {
    let stands = table.maybe_number(key);
    if stands == Some(0) {
        table.defect_at(key, "no loss is no stand lost: at least 1".into(), None);
    }
    stands
}

/// Who comes later: units first, then leaders.
fn arrivals(units: &[units::Ready], leaders: &[leaders::Ready]) -> Vec<Arrival> {
    let of_units = units
        .iter()
        .enumerate()
        .map(|(place, unit)| (Arriving::Unit(UnitId(place as u16)), unit.entry));
    let of_leaders = leaders
        .iter()
        .enumerate()
        .map(|(place, leader)| (Arriving::Leader(place as u16), leader.entry));
    let arrival = |(who, entry): (Arriving, Option<arrivals::Entry>)| {
        entry.map(|entry| Arrival {
            who,
            turn: entry.turn,
            edge: entry.edge,
            at: entry.at,
            die: entry.die,
        })
    };
    of_units.chain(of_leaders).filter_map(arrival).collect()
}
