//! Who stands where.

use std::sync::Arc;

use geometry::{Bounds, Convex, Length, Point, Pose, Rect};
use rstar::RTree;
use rstar::primitives::{GeomWithData, Rectangle};
use rulebook::{Arm, Base, Bases, LeaderRating, named};

use super::terrain::{Table, boxed, indexed};
use crate::formations::{Shape, ShapeRefusal};
use crate::scenario::Edge;
use crate::sight::Known;
use crate::{Order, Unit};

named! {
    /// The two armies.
    pub enum Side {
        /// The one that the scenario names first.
        First = "first",
        /// The other.
        Second = "second",
    }
}

impl Side {
    /// The other army.
    pub fn enemy(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// A unit of a position, by its place in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitId(pub u16);

impl UnitId {
    /// The place in the list.
    pub fn place(self) -> usize {
        usize::from(self.0)
    }
}

/// What is marked on a gun stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GunStand {
    /// On its limber.
    pub limbered: bool,
    /// Silenced.
    pub silenced: bool,
    /// Damaged.
    pub damaged: bool,
    /// Low on ammunition.
    pub low_on_ammunition: bool,
    /// Its crew shelters with a unit.
    pub abandoned: bool,
    /// The unit that its crew shelters with, if that is known.
    pub sheltered: Option<UnitId>,
}

/// A unit on the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// The unit.
    pub unit: Unit,
    /// Whose it is.
    pub side: Side,
    /// Its shape.
    pub shape: Shape,
    /// The middle of its front, and where it looks.
    pub anchor: Pose,
    /// The bases, as the shape puts them; none if it is off the table.
    pub stands: Vec<Rect>,
    /// What is marked on each gun stand; empty for troops.
    pub guns: Vec<GunStand>,
    /// Stands that hold the horses of dismounted cavalry: they are not in the formation.
    pub holders: u8,
    /// The middle of the marker of its tethered horses, while mounted infantry is on foot.
    pub tethered: Option<Point>,
    /// From how far off it is seen at most, while it lies hidden.
    pub seen_within: Option<Length>,
}

/// The base that a stand of `unit` has now.
pub fn base_of(bases: &Bases, unit: &Unit) -> Base {
    match unit.arm {
        Arm::Guns => bases.guns,
        _ if unit.is_mounted() => bases.cavalry,
        _ => bases.infantry,
    }
}

/// How many of so many stands hold the horses: every fourth of dismounted cavalry.
pub fn holders_of(unit: &Unit, stands: u8) -> u8 {
    if unit.arm == Arm::Cavalry && !unit.mounted { stands / 4 } else { 0 }
}

impl Placed {
    /// A unit in a shape at a place. Its strength says how many stands there are.
    pub fn new(
        unit: Unit,
        side: Side,
        shape: Shape,
        anchor: Pose,
        bases: &Bases,
    ) -> Result<Placed, ShapeRefusal> {
        let holders = holders_of(&unit, unit.strength.stands);
        let fighting = unit.strength.stands - holders;
        let stands = shape.stands(base_of(bases, &unit), fighting, anchor)?;
        let gun = GunStand {
            limbered: unit.guns.emplacement == crate::Emplacement::Limbered,
            silenced: unit.guns.silenced,
            ..GunStand::default()
        };
        let guns = if unit.is_guns() { vec![gun; stands.len()] } else { Vec::new() };
        let mut placed = Placed {
            unit,
            side,
            shape,
            anchor,
            stands,
            guns,
            holders,
            tethered: None,
            seen_within: None,
        };
        if placed.unit.arm == Arm::MountedInfantry && !placed.unit.mounted {
            placed.tethered = Some(crate::moves::marker_behind(bases, &placed));
        }
        Ok(placed)
    }

    /// The same unit in another shape or place.
    pub fn moved(&self, shape: Shape, anchor: Pose, bases: &Bases) -> Result<Placed, ShapeRefusal> {
        let count = self.stands.len() as u8;
        let stands = shape.stands(base_of(bases, &self.unit), count, anchor)?;
        Ok(Placed { shape, anchor, stands, ..self.clone() })
    }

    /// The same unit with its flanks swung forward again, as it is whenever it moves.
    pub fn straightened(&self, bases: &Bases) -> Placed {
        let shape = self.shape.straight();
        if shape == self.shape {
            return self.clone();
        }
        let base = base_of(bases, &self.unit);
        let stands = shape.stands(base, self.stands.len() as u8, self.anchor);
        let stands = stands.unwrap_or_else(|_| self.stands.clone());
        Placed { shape, stands, ..self.clone() }
    }

    /// Is all the same in another that lines of sight and fire hang on?
    fn has_the_lines_of(&self, other: &Placed) -> bool {
        let left = |placed: &Placed| -> Vec<bool> {
            placed.guns.iter().map(|gun| gun.abandoned).collect()
        };
        (self.anchor, self.seen_within) == (other.anchor, other.seen_within)
            && self.stands == other.stands
            && left(self) == left(other)
    }

    /// The box around its stands; nothing if it is off the table.
    pub fn bounds(&self) -> Option<Bounds> {
        let boxes = self.stands.iter().map(|stand| stand.bounds());
        boxes.reduce(Bounds::and)
    }

    /// Its stands as outlines.
    pub fn outlines(&self) -> impl Iterator<Item = Convex> + '_ {
        self.stands.iter().map(|stand| Convex::from(*stand))
    }

    /// The stands of its front rank, from the left.
    pub fn front_rank(&self) -> &[Rect] {
        let front = usize::from(self.shape.front_rank(self.stands.len() as u8));
        &self.stands[..front.min(self.stands.len())]
    }

    /// Its stands with neighbours that touch side by side taken together: fewer and longer bases over
    /// the same ground.
    pub fn blocks(&self) -> Vec<Rect> {
        blocks(&self.stands)
    }

    /// Its stands but for guns that their crews have left.
    pub fn served_stands(&self) -> Vec<Rect> {
        let left = |place: usize| self.guns.get(place).is_some_and(|gun| gun.abandoned);
        let stands = self.stands.iter().enumerate().filter(|(place, _)| !left(*place));
        stands.map(|(_, stand)| *stand).collect()
    }

    /// How far it reaches back behind the middle of its front, below zero.
    pub fn rear(&self) -> f64 {
        let corners = self.stands.iter().flat_map(|stand| stand.corners());
        corners.map(|corner| self.anchor.local(corner).y).fold(0.0, f64::min)
    }

    /// How wide its front is.
    pub fn frontage(&self, bases: &Bases) -> Length {
        self.shape.frontage(base_of(bases, &self.unit), self.stands.len() as u8)
    }

    /// May friends pass through it freely: guns, and troops in open order or extended line?
    pub fn lets_friends_through(&self) -> bool {
        self.unit.is_guns() || self.unit.formation == crate::Formation::OpenOrder
    }

    /// Could it fire at all if it bore on something: not broken, with a gun that is in action?
    pub fn could_fire(&self) -> bool {
        if self.unit.is_guns() {
            return self.guns.iter().any(|gun| !gun.limbered && !gun.silenced && !gun.abandoned);
        }
        self.unit.order != Order::Broken
    }
}

/// Stands with neighbours that touch side by side taken together.
pub fn blocks(stands: &[Rect]) -> Vec<Rect> {
    let mut blocks: Vec<Rect> = Vec::new();
    let mut first = 0;
    for place in 1..=stands.len() {
        let joined = stands.get(place).is_some_and(|next| {
            let last = stands[place - 1];
            let step = last.pose.local(next.pose.at.spot());
            let wide = f64::from(last.width.in_thousandths());
            next.pose.heading == last.pose.heading
                && step.y.abs() <= geometry::TOUCH
                && (step.x - wide).abs() <= geometry::TOUCH
        });
        if !joined {
            blocks.push(spanning(stands[first], stands[place - 1]));
            first = place;
        }
    }
    blocks
}

/// One base from the left end of `left` to the right end of `right`.
fn spanning(left: Rect, right: Rect) -> Rect {
    let (a, b) = (left.pose.at.spot(), right.pose.at.spot());
    let apart = b.minus(a).size();
    let at = a.plus(b.minus(a).times(0.5)).point();
    let width = f64::from(left.width.in_thousandths()) + apart;
    Rect::new(Pose::new(at, left.pose.heading), geometry::rounded(width), left.depth)
}

named! {
    /// Rank of a leader, which is the size of his base.
    pub enum Rank {
        /// Brigade.
        Brigade = "brigade",
        /// Division or wing.
        Division = "division",
        /// Corps or army.
        Army = "army",
    }
}

impl Rank {
    /// The diameter of his base.
    pub fn diameter(self, bases: &Bases) -> Length {
        match self {
            Rank::Brigade => bases.brigade_leader,
            Rank::Division => bases.division_leader,
            Rank::Army => bases.corps_leader,
        }
    }
}

/// A leader on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leader {
    /// His name.
    pub name: Arc<str>,
    /// Whose he is.
    pub side: Side,
    /// His rank.
    pub rank: Rank,
    /// His rating.
    pub rating: LeaderRating,
    /// The middle of his base; nothing while he is off the table.
    pub at: Option<Point>,
    /// The unit he is attached to.
    pub attached: Option<UnitId>,
    /// On foot this turn.
    pub dismounted: bool,
    /// He leads artillery: he commands guns only.
    pub of_artillery: bool,
    /// Guns in his reach may mass their fire.
    pub masses_guns: bool,
}

/// What stands before the name of one whose post another takes.
pub const SUCCESSOR: &str = "Successor of ";

impl Leader {
    /// His name as it is shown and written: the successor of a successor is that of the first.
    pub fn shown_name(&self) -> &str {
        shown_name(&self.name)
    }

    /// Is he called so, by the name that is shown or by the whole of it?
    pub fn is_called(&self, name: &str) -> bool {
        *self.name == *name || self.shown_name() == name
    }
}

/// A leader's name as it is shown.
pub fn shown_name(mut name: &str) -> &str {
    while let Some(rest) = name.strip_prefix(SUCCESSOR)
        && rest.starts_with(SUCCESSOR)
    {
        name = rest;
    }
    name
}

/// Units and leaders on a table, with an index that finds them.
#[derive(Clone, Debug)]
pub struct Position {
    /// The ground.
    pub table: Arc<Table>,
    units: Vec<Placed>,
    /// Leaders.
    pub leaders: Vec<Leader>,
    /// Where the broken troops of each side run to.
    edges: [Edge; 2],
    /// How far one sees in this light or weather; nothing by day.
    sight: Option<Length>,
    index: RTree<GeomWithData<Rectangle<[f64; 2]>, u32>>,
    /// Lines that were looked at, if they are to be remembered. Copies share them until one changes.
    known: Option<Arc<Known>>,
}

impl Position {
    /// Units and leaders on a table.
    pub fn new(table: Arc<Table>, units: Vec<Placed>, leaders: Vec<Leader>) -> Position {
        let entries = units.iter().enumerate();
        let entries =
            entries.filter_map(|(place, unit)| Some(indexed(unit.bounds()?, place))).collect();
        let edges = [Edge::South, Edge::North];
        let index = RTree::bulk_load(entries);
        Position { table, units, leaders, edges, sight: None, index, known: None }
    }

    /// From now on lines that were looked at are remembered until somebody moves: for who asks much about one
    /// position, always by the same rulebook.
    pub fn remember(&mut self) {
        self.known.get_or_insert_default();
    }

    /// What is remembered of lines.
    pub(crate) fn known(&self) -> Option<&Known> {
        self.known.as_deref()
    }

    /// Lines are others from now on.
    fn forget(&mut self) {
        if self.known.is_some() {
            self.known = Some(Arc::default());
        }
    }

    /// The same with the friendly edges of the two sides; south and north if nobody says.
    pub fn with_edges(self, edges: [Edge; 2]) -> Position {
        Position { edges, ..self }
    }

    /// The same on another table.
    pub fn on(mut self, table: Arc<Table>) -> Position {
        self.forget();
        Position { table, ..self }
    }

    /// The same in fog, twilight or night: nobody sees farther than `sight`.
    pub fn with_sight(mut self, sight: Option<Length>) -> Position {
        self.forget();
        Position { sight, ..self }
    }

    /// How far one sees in this light or weather; nothing by day.
    pub fn sight(&self) -> Option<Length> {
        self.sight
    }

    /// The edge that a side's broken troops run to.
    pub fn edge(&self, side: Side) -> Edge {
        self.edges[side as usize]
    }

    /// All units, in order; those off the table have no stands.
    pub fn units(&self) -> &[Placed] {
        &self.units
    }

    /// The ids of all units.
    pub fn ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u16).map(UnitId)
    }

    /// A unit.
    pub fn unit(&self, id: UnitId) -> &Placed {
        &self.units[id.place()]
    }

    /// The unit called `name`.
    pub fn named(&self, name: &str) -> Option<UnitId> {
        self.ids().find(|id| &*self.unit(*id).unit.name == name)
    }

    /// Puts a unit where it now is. What is remembered of others still counts where it is not in their way.
    pub fn set(&mut self, id: UnitId, placed: Placed) {
        let place = id.place();
        let was = &self.units[place];
        let there = [was.bounds(), placed.bounds()];
        if was.stands != placed.stands {
            if let Some(bounds) = there[0] {
                self.index.remove(&indexed(bounds, place));
            }
            if let Some(bounds) = there[1] {
                self.index.insert(indexed(bounds, place));
            }
        }
        if let Some(known) = self.known.take() {
            let beside = || Arc::new(Known::beside(known.clone(), id, there));
            self.known = Some(if was.has_the_lines_of(&placed) { known } else { beside() });
        }
        self.units[place] = placed;
    }

    /// The same with a unit as it might be.
    pub fn supposing(&self, id: UnitId, placed: Placed) -> Position {
        let mut then = self.clone();
        then.set(id, placed);
        then
    }

    /// Adds a unit behind all others.
    pub fn raise(&mut self, placed: Placed) -> UnitId {
        self.forget();
        let place = self.units.len();
        if let Some(bounds) = placed.bounds() {
            self.index.insert(indexed(bounds, place));
        }
        self.units.push(placed);
        UnitId(place as u16)
    }

    /// The units with a stand that may lie in a box, in order.
    pub fn near(&self, bounds: Bounds) -> Vec<UnitId> {
        let found = self.index.locate_in_envelope_intersecting(boxed(bounds));
        let mut ids: Vec<UnitId> = found.map(|entry| UnitId(entry.data as u16)).collect();
        ids.sort_unstable();
        ids
    }
}

#[cfg(test)]
mod tests {
    use super::shown_name;

    #[test]
    fn the_successor_of_a_successor_is_that_of_the_first() {
        for (name, shown) in [
            ("Arista", "Arista"),
            ("Successor of Arista", "Successor of Arista"),
            ("Successor of Successor of Successor of Arista", "Successor of Arista"),
        ] {
            assert_eq!(shown_name(name), shown);
        }
    }
}
