//! The pictures of the rules: a sketched table, a few orders, and what came of them, as the engine has it.

use std::collections::BTreeSet;

use engine::Formation;
use engine::battle::{Event, Happened, State};
use engine::table::{Placed, UnitId};
use geometry::{Bounds, Spot};
use library::script::{Fault as ScriptFault, Playing, split_dice};
use library::{Choices, order, sketch};
use picture::{Figure, Note, NoteKind, Sign};
use rulebook::Nation;
use serde::Deserialize;
use toml::{Table, Value};

use super::draw::{self, inches};
use super::shown::{Shown, shown};
use super::ways::{self, Track};
use crate::{Fault, books};

/// A file of pictures.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    picture: Vec<Written>,
}

/// A picture as it is written.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Written {
    /// The name of its file.
    pub id: String,
    /// What it shows, in a few words.
    pub title: String,
    /// What there is to see, in a sentence or two.
    pub caption: String,
    /// The ledger entries that it belongs to; it stands beside the first.
    pub rules: Vec<String>,
    /// The war.
    period: String,
    /// The edition, if it is not the first.
    edition: Option<String>,
    /// Readings of doubtful rules.
    #[serde(default)]
    choices: Choices,
    /// Units as a scenario writes them; armies are `Own` and `Enemy`.
    unit: Vec<Table>,
    /// Pieces of terrain.
    #[serde(default)]
    terrain: Vec<Table>,
    /// Leaders.
    #[serde(default)]
    leader: Vec<Table>,
    /// What a scenario cannot say.
    #[serde(default)]
    given: Vec<String>,
    /// Orders with their dice; the line `before` says from where on the picture tells the story.
    #[serde(default)]
    play: String,
    /// What is measured afterwards.
    #[serde(default)]
    draw: Vec<String>,
    /// Are leaders and their reach drawn?
    #[serde(default)]
    leaders: bool,
    /// Units that are left out of the picture.
    #[serde(default)]
    hide: Vec<String>,
    /// Inches of ground around it.
    #[serde(default = "usual_margin")]
    margin: f64,
}

fn usual_margin() -> f64 {
    1.6
}

/// A picture that has been played.
pub struct Picture {
    /// As it was written.
    pub written: Written,
    /// The drawing.
    pub svg: String,
    /// The boxes of what is written in it.
    pub notes: Vec<Option<[f64; 4]>>,
    /// The maneuvers that it shows.
    pub shown: BTreeSet<Shown>,
    /// The formations that it shows.
    pub formations: BTreeSet<Formation>,
}

/// Reads and plays every picture of a file.
pub fn read(name: &str, text: &str) -> Result<Vec<Picture>, Fault> {
    let file: File = toml::from_str(text).map_err(|error| Fault(format!("{name}: {error}")))?;
    let (mut pictures, mut faults) = (Vec::new(), Vec::new());
    for written in file.picture {
        let id = written.id.clone();
        match make(written) {
            Ok(picture) => pictures.push(picture),
            Err(fault) => faults.push(format!("{name}: {id}: {fault}")),
        }
    }
    if faults.is_empty() { Ok(pictures) } else { Err(Fault(faults.join("\n"))) }
}

/// The enemy who stands far off so that there is a battle at all.
const FAR: &str = "Far off";

fn board(written: &Written) -> Result<sketch::Board, String> {
    let book = books::open(&written.period, written.edition.as_deref(), &Choices::new())
        .map_err(|fault| fault.0)?;
    let text = |text: &str| Value::String(text.to_owned());
    let army = |(name, edge, nation): (&str, &str, Nation)| {
        let keys = [("name", name), ("nation", nation.name()), ("edge", edge)];
        Value::Table(Table::from_iter(keys.map(|(key, value)| (key.into(), text(value)))))
    };
    let [own, enemy] = nations(&book.nations);
    let armies = [("Own", "south", own), ("Enemy", "north", enemy)];
    let mut units = written.unit.clone();
    let enemy = |unit: &Table| unit.get("army").and_then(Value::as_str) == Some("Enemy");
    if !units.iter().any(enemy) {
        let at = vec![Value::Integer(57), Value::Integer(39)];
        let keys = [("army", text("Enemy")), ("name", text(FAR)), ("facing", text("S"))];
        let mut far = Table::from_iter(keys.map(|(key, value)| (key.to_owned(), value)));
        far.insert("at".to_owned(), Value::Array(at));
        far.insert("stands".to_owned(), Value::Integer(3));
        units.push(far);
    }
    let list = |tables: &[Table]| Value::Array(tables.iter().cloned().map(Value::Table).collect());
    let mut table = Table::new();
    table.insert("army".to_owned(), Value::Array(armies.into_iter().map(army).collect()));
    table.insert("unit".to_owned(), list(&units));
    for (key, tables) in [("terrain", &written.terrain), ("leader", &written.leader)] {
        if !tables.is_empty() {
            table.insert(key.to_owned(), list(tables));
        }
    }
    sketch::board(&book, &written.choices, table, &written.given)
}

fn nations(all: &[Nation]) -> [Nation; 2] {
    let first = all.first().copied().unwrap_or(Nation::Union);
    [first, all.get(1).copied().unwrap_or(first)]
}

/// What has been played so far.
struct Story {
    battle: Playing,
    /// How it stood before.
    before: State,
    /// Every move since.
    tracks: Vec<Track>,
    shown: BTreeSet<Shown>,
    /// What the last orders left in the log.
    measures: Vec<(UnitId, String)>,
}

fn make(written: Written) -> Result<Picture, String> {
    let board = board(&written)?;
    let battle = Playing::start(&board);
    let before = battle.state.clone();
    let mut story =
        Story { battle, before, tracks: Vec::new(), shown: BTreeSet::new(), measures: Vec::new() };
    for line in written.play.lines().map(str::trim).filter(|line| !line.is_empty()) {
        story.line(line).map_err(|fault| format!("`{line}`: {fault}"))?;
    }
    let figure = story.figure(&written)?;
    let state = &story.battle.state;
    let formations = figure.units.iter().filter(|id| state.unit(**id).unit.is_troops());
    Ok(Picture {
        svg: picture::figure(&figure),
        notes: picture::figure_notes(&figure),
        formations: formations.map(|id| state.unit(*id).unit.formation).collect(),
        shown: story.shown,
        written,
    })
}

impl Story {
    fn line(&mut self, line: &str) -> Result<(), String> {
        if line == "before" {
            self.before = self.battle.state.clone();
            self.tracks.clear();
            self.measures.clear();
            return Ok(());
        }
        if let Some(until) = line.strip_prefix(">>") {
            let (until, dice) = split_dice(until)?;
            let was = self.battle.state.clone();
            let events = self.battle.until(until, dice)?;
            self.note(&was, &events);
            return Ok(());
        }
        let order = line.strip_prefix('>').ok_or("a line is `> ORDER`, `>> TASK` or `before`")?;
        let (text, dice) = split_dice(order)?;
        let was = self.battle.state.clone();
        let order = order::read_order(&was, text).map_err(|error| error.to_string())?;
        let events = self.battle.give(&order, dice).map_err(|fault| match fault {
            ScriptFault::Refused(refusal) => refusal.told(&was),
            ScriptFault::Wrong(wrong) => wrong,
        })?;
        self.shown.extend(shown(&order));
        self.note(&was, &events);
        Ok(())
    }

    /// Notes who went where, and what it cost him.
    fn note(&mut self, was: &State, events: &[Event]) {
        let now = &self.battle.state;
        self.tracks.extend(ways::tracks(was, now, events));
        for event in events {
            let measure = match &event.what {
                Happened::Maneuvers { unit, spent: Some(spent), .. }
                | Happened::GunManeuvers { unit, spent: Some(spent), .. }
                | Happened::ChargeMoves { unit, spent, .. } => Some((*unit, inches(*spent))),
                Happened::Retreats { unit, by, .. } => {
                    Some((*unit, format!("back {}", inches(*by))))
                }
                _ => None,
            };
            self.measures.extend(measure.filter(|(_, text)| text != "0\""));
        }
    }

    fn figure<'a>(&'a self, written: &'a Written) -> Result<Figure<'a>, String> {
        let state = &self.battle.state;
        let position = &state.position;
        let is_shown = |id: &UnitId| {
            let name = state.name(*id);
            name != FAR && !written.hide.iter().any(|hidden| hidden == name)
        };
        let units: Vec<UnitId> = position
            .ids()
            .filter(is_shown)
            .filter(|id| !position.unit(*id).stands.is_empty())
            .collect();
        let before = self.ghosts(&is_shown);
        let mut signs = self.arrows(written);
        let mut notes = Vec::new();
        for text in &written.draw {
            let (more, written) = draw::drawn(state, text)?;
            signs.extend(more);
            notes.extend(written);
        }
        notes.extend(self.measured(written));
        notes.extend(units.iter().map(|id| name(position.unit(*id), state.name(*id))));
        if written.leaders {
            notes.extend(position.leaders.iter().filter_map(|leader| {
                let at = leader.at?.spot();
                let beside =
                    vec![at.plus(Spot::new(-500.0, -500.0)), at.plus(Spot::new(500.0, 500.0))];
                Some(Note { text: leader.name.to_string(), beside, kind: NoteKind::Name })
            }));
        }
        notes.extend(position.table.pieces().iter().filter_map(draw::ground));
        let view = view(state, written, &units, &before, &signs)?;
        notes.retain(|note| note.beside.iter().any(|at| holds(view, *at)));
        Ok(Figure {
            title: &written.title,
            position,
            book: &state.book,
            nations: nations(&state.book.nations),
            view,
            units,
            leaders: written.leaders,
            before,
            signs,
            notes,
        })
    }

    /// Everybody who stood otherwise before.
    fn ghosts(&self, is_shown: &dyn Fn(&UnitId) -> bool) -> Vec<Placed> {
        let (was, now) = (&self.before.position, &self.battle.state.position);
        let moved = |id: &UnitId| {
            let (was, now) = (was.unit(*id), now.unit(*id));
            was.stands != now.stands && !was.stands.is_empty()
        };
        let ids = was.ids().filter(|id| is_shown(id)).filter(moved);
        ids.map(|id| was.unit(id).clone()).collect()
    }

    fn arrows(&self, written: &Written) -> Vec<Sign> {
        let mut signs = Vec::new();
        for track in self.seen(written) {
            signs.extend(track.trails.iter().cloned().map(Sign::Trail));
            if ways::length(&track.way) > ways::SHORTEST {
                signs.push(Sign::Way(track.way.clone()));
            }
        }
        signs
    }

    /// The moves of those who are in the picture.
    fn seen<'a>(&'a self, written: &'a Written) -> impl Iterator<Item = &'a Track> {
        let units = self.battle.state.position.units();
        self.tracks.iter().filter(move |track| match units.get(track.unit.place()) {
            Some(placed) => !written.hide.iter().any(|hidden| *hidden == *placed.unit.name),
            None => written.leaders,
        })
    }

    /// What each move cost, beside the middle of its arrow.
    fn measured(&self, written: &Written) -> Vec<Note> {
        let mut notes = Vec::new();
        let mut told = BTreeSet::new();
        for track in self.seen(written) {
            if !track.measured
                || ways::length(&track.way) <= ways::SHORTEST && track.trails.is_empty()
            {
                continue;
            }
            let spent = self.measures.iter().rev().find(|(unit, _)| *unit == track.unit);
            let far = geometry::rounded(ways::length(&track.way));
            let crow = || inches(far);
            let text = spent.map_or_else(crow, |(_, text)| text.clone());
            if !told.insert((track.unit, text.clone())) {
                continue;
            }
            let way = if ways::length(&track.way) > ways::SHORTEST {
                &track.way
            } else {
                &track.trails[0]
            };
            notes.push(Note { text, beside: vec![ways::halfway(way)], kind: NoteKind::Measure });
        }
        notes
    }
}

fn name(placed: &Placed, name: &str) -> Note {
    let beside = placed.stands.iter().flat_map(|stand| stand.corners()).collect();
    Note { text: name.to_owned(), beside, kind: NoteKind::Name }
}

fn holds(view: Bounds, at: Spot) -> bool {
    at.x >= view.low.x && at.x <= view.high.x && at.y >= view.low.y && at.y <= view.high.y
}

/// How much farther a picture reaches for a whole piece of ground, in thousandths.
const GROUND: f64 = 4000.0;

/// The ground that is shown: round all that is drawn, at least nine inches wide and five high.
fn view(
    state: &State,
    written: &Written,
    units: &[UnitId],
    before: &[Placed],
    signs: &[Sign],
) -> Result<Bounds, String> {
    let placed = units.iter().map(|id| state.unit(*id)).chain(before);
    let mut spots: Vec<Spot> =
        placed.flat_map(|placed| placed.stands.iter().flat_map(|stand| stand.corners())).collect();
    for id in units {
        if let Some(at) = state.unit(*id).tethered {
            let off = Spot::new(750.0, 750.0);
            spots.extend([at.spot().plus(off), at.spot().minus(off)]);
        }
    }
    for sign in signs {
        match sign {
            Sign::Way(way) | Sign::Trail(way) => spots.extend(way),
            Sign::Sight { from, to, .. } | Sign::Front { from, to } => spots.extend([from, to]),
            Sign::Moment(corners) => spots.extend(corners),
            Sign::Band { outline, .. } => spots.extend(outline),
        }
    }
    if written.leaders {
        spots.extend(state.position.leaders.iter().filter_map(|leader| Some(leader.at?.spot())));
    }
    let around = Bounds::of(spots).ok_or("there is nothing to see")?;
    let mut view = around.grown(written.margin * 1000.0);
    // Woods and houses that it touches are shown whole, if they are not too large.
    let most = view.grown(GROUND);
    for piece in state.position.table.pieces() {
        let around = piece.area().map(|area| area.bounds().grown(400.0));
        if let Some(around) = around.filter(|around| around.meets(view) && most.holds(*around)) {
            view = view.and(around);
        }
    }
    for (least, low, high) in [
        (11_000.0, &mut view.low.x, &mut view.high.x),
        (5_500.0, &mut view.low.y, &mut view.high.y),
    ] {
        let more = (least - (*high - *low)).max(0.0) / 2.0;
        (*low, *high) = (*low - more, *high + more);
    }
    let table = state.position.table.bounds();
    let clip = |low: f64, high: f64, most: f64| (low.max(0.0), high.min(most));
    (view.low.x, view.high.x) = clip(view.low.x, view.high.x, table.high.x);
    (view.low.y, view.high.y) = clip(view.low.y, view.high.y, table.high.y);
    Ok(view)
}
