//! Steps, formations and the maneuvers of troops.

use engine::formations::{Flanks, Refused, Shape};
use engine::movement::{Hand, Step};
use engine::moves::{Frontage, Maneuver, NewFormation, Refusing, Way, square_about, walk};
use engine::table::{Licence, Placed, UnitId, base_of};
use engine::{Arm, Formation};
use geometry::{Length, Point, Polygon, Pose};
use rulebook::{Base, TerrainTrait};

use super::words::Words;
use super::{OrderError, Orders};

const HANDS: [&str; 2] = ["left", "right"];
const STEPS: [&str; 7] = ["advance", "withdraw", "oblique", "wheel", "shift", "flank", "road"];
const CHANGES: [&str; 3] = ["change", "dismount", "mount"];
const OPEN_GAP: Length = Length::inches(1);

pub(super) fn hand(words: &mut Words) -> Result<Hand, OrderError> {
    let found = words.one("left or right", &HANDS)?;
    Ok(if found == 0 { Hand::Left } else { Hand::Right })
}

pub(super) fn sees_step(words: &Words) -> bool {
    words.sees_one(&STEPS)
}

pub(super) fn step(words: &mut Words) -> Result<Step, OrderError> {
    Ok(
        match words.one("a step: advance, withdraw, oblique, wheel, shift, flank, road", &STEPS)? {
            0 => Step::Advance { by: words.inches()? },
            1 => Step::Withdraw { by: words.inches()? },
            2 => {
                let back = words.take("back");
                let (to, slant, by) = (hand(words)?, words.degrees()?, words.inches()?);
                if back {
                    Step::ObliqueBack { to, slant, by }
                } else {
                    Step::Oblique { to, slant, by }
                }
            }
            3 => Step::Wheel { to: hand(words)?, turn: words.degrees()? },
            4 => Step::Shift { heading: words.heading()?, by: words.inches()? },
            5 => Step::ByTheFlank { to: hand(words)?, by: words.inches()? },
            _ => {
                let way = if words.take("about") { Way::About } else { Way::Ahead };
                Step::AlongRoad { by: words.inches()?, way }
            }
        },
    )
}

/// Steps with commas between them; at least one.
pub(super) fn steps(words: &mut Words) -> Result<Vec<Step>, OrderError> {
    let mut found = vec![step(words)?];
    while words.sees(",") && sees_step(words) {
        words.take(",");
        found.push(step(words)?);
    }
    Ok(found)
}

/// `left 3 45`.
fn flank(words: &mut Words, flanks: &mut Flanks) -> Result<(), OrderError> {
    let side = hand(words)?;
    let refused = Refused { stands: words.whole("a number of stands")?, turn: words.degrees()? };
    match side {
        Hand::Left => flanks.left = refused,
        Hand::Right => flanks.right = refused,
    }
    Ok(())
}

/// `refuse left 3 45, refuse right 2 30`, or `straighten`; nothing if neither is next.
pub(super) fn refuse(words: &mut Words) -> Result<Option<Refusing>, OrderError> {
    if words.take_one(&["straighten"]).is_some() {
        return Ok(Some(Flanks::STRAIGHT));
    }
    let mut found = None;
    while words.take_one(&["refuse"]).is_some() {
        flank(words, found.get_or_insert(Flanks::STRAIGHT))?;
    }
    Ok(found)
}

/// The flanks that are part of a shape: `refused left 3 45`.
fn refused(words: &mut Words) -> Result<Flanks, OrderError> {
    let mut flanks = Flanks::STRAIGHT;
    while words.take_one(&["refused"]).is_some() {
        flank(words, &mut flanks)?;
    }
    Ok(flanks)
}

/// A formation as it is written.
enum Written {
    Formed(Formation, Shape),
    Garrison(usize),
}

const FORMATIONS: [(&str, Formation); 10] = [
    ("line", Formation::Line),
    ("supported-line", Formation::SupportedLine),
    ("open-order", Formation::OpenOrder),
    ("extended-line", Formation::OpenOrder),
    ("field-column", Formation::FieldColumn),
    ("march-column", Formation::MarchColumn),
    ("storming-column", Formation::StormingColumn),
    ("square", Formation::Square),
    ("hasty-square", Formation::HastySquare),
    ("garrison", Formation::Garrison),
];

/// The name of a formation, in two words or with a hyphen.
fn formation_name(words: &mut Words) -> Result<(&'static str, Formation), OrderError> {
    for (name, formation) in FORMATIONS {
        if words.take(name) {
            return Ok((name, formation));
        }
        let Some((first, second)) = name.split_once('-') else { continue };
        let mut ahead = words.clone();
        if ahead.take(first) && ahead.take(second) {
            *words = ahead;
            return Ok((name, formation));
        }
    }
    let names = FORMATIONS.map(|(name, _)| name);
    Err(words.unlike(&format!("a formation: {}", names.join(", ")), &names))
}

impl Orders<'_> {
    fn written(&self, words: &mut Words) -> Result<Written, OrderError> {
        let (name, formation) = formation_name(words)?;
        let shape = match formation {
            Formation::Line => {
                let flanks = refused(words)?;
                Shape::Line { left: flanks.left, right: flanks.right }
            }
            Formation::SupportedLine => Shape::SupportedLine,
            Formation::OpenOrder if name == "extended-line" => {
                let mut gaps = Vec::new();
                if words.take("gaps") {
                    gaps.push(words.inches()?);
                    while words.sees_number() {
                        gaps.push(words.inches()?);
                    }
                }
                Shape::ExtendedLine { gaps, flanks: refused(words)? }
            }
            Formation::OpenOrder => open_order(words)?,
            Formation::FieldColumn => Shape::FieldColumn,
            Formation::MarchColumn | Formation::StormingColumn => {
                Shape::MarchColumn { trail: trail(words)? }
            }
            Formation::Square | Formation::HastySquare => Shape::Square,
            Formation::Garrison if words.take("standing") => {
                Shape::Apart { stands: standing(words)? }
            }
            Formation::Garrison => {
                words.must("of")?;
                return Ok(Written::Garrison(self.building(words)?));
            }
        };
        Ok(Written::Formed(formation, shape))
    }

    /// Reads a formation by itself for so many stands: what it is, its shape and, of a garrison, the
    /// middle of its building.
    pub(crate) fn formation(
        &self,
        text: &str,
        base: Base,
        count: u8,
    ) -> Result<(Formation, Shape, Option<Point>), OrderError> {
        let mut words = Words::of(text)?;
        let written = self.written(&mut words)?;
        words.clone().finish()?;
        match written {
            Written::Formed(formation, shape) => Ok((formation, shape, None)),
            Written::Garrison(piece) => {
                let walls = self.walls(piece).ok_or_else(|| words.wrong("a building"))?;
                let shape = Shape::garrison(base, count, walls);
                Ok((Formation::Garrison, shape, Some(middle_of(walls))))
            }
        }
    }

    /// A building that can be garrisoned, by name.
    fn building(&self, words: &mut Words) -> Result<usize, OrderError> {
        let what = "a building that can be garrisoned";
        let mut ahead = words.clone();
        let place = self.piece(&mut ahead, what)?;
        if self.walls(place).is_none() {
            return Err(words.wrong(what));
        }
        *words = ahead;
        Ok(place)
    }

    /// The walls of a piece that can be garrisoned.
    pub(super) fn walls(&self, piece: usize) -> Option<&Polygon> {
        let piece = self.position.table.pieces().get(piece)?;
        piece.area().filter(|_| piece.is(TerrainTrait::Garrison))
    }

    /// Base and number of the stands that fight once the unit rides, or walks, or stays as it is.
    pub(super) fn fighting(&self, placed: &Placed, mounted: Option<bool>) -> (Base, u8) {
        let mut unit = placed.unit.clone();
        let mut count = placed.stands.len() as u8;
        if let Some(mounted) = mounted {
            let all = count + placed.holders;
            unit.mounted = mounted;
            count = if mounted || unit.arm != Arm::Cavalry { all } else { all - all / 4 };
        }
        (base_of(&self.book.bases, &unit), count)
    }

    /// A formation and where it stands; without a place it is where `placed` is.
    fn new_formation(
        &self,
        words: &mut Words,
        placed: &Placed,
        mounted: Option<bool>,
    ) -> Result<NewFormation, OrderError> {
        match self.written(words)? {
            Written::Garrison(piece) => {
                let (base, count) = self.fighting(placed, mounted);
                let walls = self.walls(piece).ok_or_else(|| words.wrong("a building"))?;
                let usual = Pose::new(middle_of(walls), placed.anchor.heading);
                let shape = Shape::garrison(base, count, walls);
                let anchor = spot(words)?.or_else(usual);
                Ok(NewFormation { formation: Formation::Garrison, shape, anchor, mounted })
            }
            Written::Formed(formation, shape) => {
                let spot = spot(words)?;
                let anchor = if formation.is_square() {
                    let mut turned = placed.clone();
                    turned.anchor.heading = spot.facing.unwrap_or(placed.anchor.heading);
                    spot.or_else(square_about(&turned).anchor)
                } else {
                    spot.or_else(placed.anchor)
                };
                Ok(NewFormation { formation, shape, anchor, mounted })
            }
        }
    }

    /// The unit after steps, whatever is in its way.
    fn after(&self, id: UnitId, steps: &[Step]) -> Placed {
        let placed = self.position.unit(id);
        if let Ok(walked) = walk(self.book, self.position, id, steps, Licence::RETREAT) {
            return walked.end;
        }
        let front = placed.frontage(&self.book.bases);
        let anchor = steps.iter().fold(placed.anchor, |anchor, step| step.from(anchor, front));
        let moved = placed.moved(placed.shape.clone(), anchor, &self.book.bases);
        moved.unwrap_or_else(|_| placed.clone())
    }

    /// `change to …`, `dismount to …` or `mount to …`, after `before`.
    fn change(
        &self,
        words: &mut Words,
        id: UnitId,
        before: Vec<Step>,
    ) -> Result<Maneuver, OrderError> {
        let mounted = match words.one("`change`, `dismount` or `mount`", &CHANGES)? {
            0 => None,
            1 => Some(false),
            _ => Some(true),
        };
        words.must("to")?;
        let from = if before.is_empty() {
            self.position.unit(id).clone()
        } else {
            self.after(id, &before)
        };
        let to = self.new_formation(words, &from, mounted)?;
        if words.sees("before") || words.sees("after") {
            let expected = "`then` and steps, or the steps first: `move … then change to …`";
            return Err(words.unlike(expected, &["then"]));
        }
        let then = words.take_one(&["then"]).is_some();
        let after = if then { steps(words)? } else { Vec::new() };
        Ok(Maneuver::ChangeFormation { before, to, after, refuse: refuse(words)? })
    }

    /// `frontage first open order …`; nothing if it is not next.
    fn frontage(&self, words: &mut Words, anchor: Pose) -> Result<Option<Frontage>, OrderError> {
        if words.take_one(&["frontage"]).is_none() {
            return Ok(None);
        }
        let first = words.one("`first` or `after`", &["first", "after"])? == 0;
        let (shape, anchor) = self.loose(words, anchor)?;
        Ok(Some(Frontage { first, shape, anchor }))
    }

    /// The shape of a loose formation and the middle of its front; `anchor` if no place is named.
    pub(super) fn loose(
        &self,
        words: &mut Words,
        anchor: Pose,
    ) -> Result<(Shape, Pose), OrderError> {
        let Written::Formed(_, shape) = self.written(words)? else {
            return Err(words.wrong("open order or extended line"));
        };
        Ok((shape, spot(words)?.or_else(anchor)))
    }

    fn move_(&self, words: &mut Words, id: UnitId) -> Result<Maneuver, OrderError> {
        let steps = steps(words)?;
        if words.take_one(&["then"]).is_some() {
            return self.change(words, id, steps);
        }
        let mut disordered = words.take_one(&["disordered"]).is_some();
        let here = self.position.unit(id).anchor;
        let mut ahead = words.clone();
        let first = ahead.take_one(&["frontage"]).is_some() && ahead.take("first");
        let anchor = if first { here } else { self.after(id, &steps).anchor };
        let frontage = self.frontage(words, anchor)?;
        let refuse = refuse(words)?;
        disordered |= words.take_one(&["disordered"]).is_some();
        Ok(Maneuver::Move { steps, disordered, refuse, frontage })
    }

    /// The maneuver of troops that begins with `word`; nothing if none does.
    pub(super) fn troops(
        &self,
        word: &str,
        words: &mut Words,
        id: UnitId,
    ) -> Result<Option<Maneuver>, OrderError> {
        let placed = self.position.unit(id);
        Ok(Some(match word {
            "hold" => {
                let frontage = self.frontage(words, placed.anchor)?;
                Maneuver::Hold { refuse: refuse(words)?, frontage }
            }
            "move" => self.move_(words, id)?,
            "pass" => {
                words.must("through")?;
                let through = self.unit_name(words, "a unit to pass through")?;
                words.take(":");
                Maneuver::PassageOfLines { through, steps: steps(words)? }
            }
            "flank" => Maneuver::MarchByTheFlank { to: hand(words)?, by: words.inches()? },
            "deploy" => {
                words.must("to")?;
                let to = self.new_formation(words, placed, None)?;
                Maneuver::DeployToTheFront { to: to.shape, anchor: to.anchor }
            }
            "front" => Maneuver::ChangeFront {
                about: hand(words)?,
                turn: words.degrees()?,
                backward: words.take("backward"),
                refuse: refuse(words)?,
            },
            "rear" => {
                words.must("rank")?;
                Maneuver::FaceByTheRearRank
            }
            "scale" => Maneuver::ScaleObstacle { piece: self.piece(words, "a piece of terrain")? },
            "replenish" => Maneuver::Replenish,
            _ => return Ok(None),
        }))
    }

    /// A change of formation, if one is next.
    pub(super) fn changes(
        &self,
        words: &mut Words,
        id: UnitId,
    ) -> Result<Option<Maneuver>, OrderError> {
        if CHANGES.iter().any(|change| words.sees(change)) {
            self.change(words, id, Vec::new()).map(Some)
        } else {
            Ok(None)
        }
    }
}

fn middle_of(walls: &Polygon) -> Point {
    let bounds = walls.bounds();
    bounds.low.plus(bounds.high).times(0.5).point()
}

/// `open order [2 ranks] [gap 0.75] [refused …]`.
fn open_order(words: &mut Words) -> Result<Shape, OrderError> {
    let mut ranks = 1;
    if words.sees_number() {
        ranks = words.whole("a number of ranks")?;
        words.one("`ranks`", &["ranks", "rank"])?;
    }
    let gap = if words.take("gap") { words.inches()? } else { OPEN_GAP };
    Ok(Shape::OpenOrder { ranks, gap, flanks: refused(words)? })
}

/// `[trail 1,2 3,4]`.
fn trail(words: &mut Words) -> Result<Vec<Point>, OrderError> {
    let mut found = Vec::new();
    if words.take("trail") {
        found.push(words.point()?);
        while words.sees_number() {
            found.push(words.point()?);
        }
    }
    Ok(found)
}

/// Stands one by one: `1,2 N 3,4 E`.
fn standing(words: &mut Words) -> Result<Vec<Pose>, OrderError> {
    let mut found = Vec::new();
    while words.sees_number() {
        found.push(Pose::new(words.point()?, words.heading()?));
    }
    Ok(found)
}

/// `[at 20,30] [facing N]`.
pub(super) struct Spot {
    pub at: Option<Point>,
    pub facing: Option<geometry::Angle>,
}

impl Spot {
    fn or_else(&self, usual: Pose) -> Pose {
        Pose::new(self.at.unwrap_or(usual.at), self.facing.unwrap_or(usual.heading))
    }
}

pub(super) fn spot(words: &mut Words) -> Result<Spot, OrderError> {
    let at = if words.take("at") { Some(words.point()?) } else { None };
    let facing = if words.take("facing") { Some(words.heading()?) } else { None };
    Ok(Spot { at, facing })
}
