//! Paths checked whole: the ground that every stand covers on its way, against units and terrain.

use geometry::{Bounds, Convex, Point, Rect, Spot, Sweep, TOUCH};
use rulebook::{Going, Ground, Obstacle, RuleId, TerrainTrait};

use super::position::{Placed, Position, UnitId};
use super::terrain::{Outline, Terrain};

/// How near a move of one's own will may come to an enemy, in thousandths.
pub(super) const NEAR: f64 = 2000.0;

/// One stand's part of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moving {
    /// Which stand of the unit.
    pub stand: u8,
    /// The ground it covers.
    pub sweep: Sweep,
    /// Along a road, whatever lies beside it.
    pub on_road: bool,
}

/// The ways of stands that slide from one place to another, each to its own.
pub fn slides(from: &[Rect], to: &[Rect]) -> Vec<Moving> {
    let way = |(place, (&from, &to)): (usize, (&Rect, &Rect))| Moving {
        stand: place as u8,
        sweep: Sweep::Slide { from, to },
        on_road: false,
    };
    from.iter().zip(to).enumerate().map(way).collect()
}

/// Which friends may be passed through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Through {
    /// Guns and open order, as always.
    Loose,
    /// One formed unit besides, by a passage of lines.
    Also(UnitId),
    /// Anyone: a retreat.
    Anyone,
}

/// What a mover may do to others on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Licence {
    /// May it come within two inches of an enemy?
    pub near_enemies: bool,
    /// Which friends may it pass through?
    pub through: Through,
    /// May it leave the table?
    pub off_the_table: bool,
    /// The major obstacle it scales.
    pub scales: Option<usize>,
}

impl Licence {
    /// A move of one's own will.
    pub const MOVE: Licence = Licence {
        near_enemies: false,
        through: Through::Loose,
        off_the_table: false,
        scales: None,
    };
    /// A charge: near enemies, through nobody formed.
    pub const CHARGE: Licence = Licence { near_enemies: true, ..Licence::MOVE };
    /// A retreat: near anyone, through friends, off the table if it must.
    pub const RETREAT: Licence =
        Licence { near_enemies: true, through: Through::Anyone, off_the_table: true, scales: None };
}

/// What stops a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The edge of the table.
    Edge,
    /// An enemy in the way.
    Enemy(UnitId),
    /// An enemy within two inches.
    NearEnemy(UnitId),
    /// A friend in the way.
    Friend(UnitId),
    /// It would end on another unit.
    EndsOn(UnitId),
    /// Terrain that cannot be crossed.
    Impassable(usize),
    /// Terrain that must be scaled.
    Major(usize),
    /// Terrain that mounted troops cannot cross.
    NoHorse(usize),
    /// Terrain that guns cannot cross.
    NoGuns(usize),
}

/// Where a path is stopped, and by what rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocked {
    /// The stand that cannot go on, from 0.
    pub stand: u8,
    /// The middle of it where it stops.
    pub at: Point,
    /// By what.
    pub by: Stop,
    /// The ledger entry.
    pub rule: RuleId,
}

/// What a path that can be gone leads over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Crossed {
    /// The slowest ground, roads aside; nothing for a path wholly along a road.
    pub ground: Option<Ground>,
    /// The pieces of terrain it touches, by their place on the table.
    pub pieces: Vec<usize>,
    /// Friends it passes through.
    pub passed: Vec<UnitId>,
}

impl Crossed {
    /// The slowest ground.
    pub fn slowest(&self) -> Ground {
        self.ground.unwrap_or(Ground::Open)
    }
}

/// Who moves: what terrain and others ask about it.
#[derive(Clone, Copy, Debug)]
pub struct Mover<'p> {
    /// The position it moves in.
    pub position: &'p Position,
    /// Its unit; others of the unit are not in its way.
    pub id: UnitId,
    /// On horseback.
    pub mounted: bool,
    /// A gun.
    pub guns: bool,
}

impl<'p> Mover<'p> {
    /// A unit of the position.
    pub fn of(position: &'p Position, id: UnitId) -> Mover<'p> {
        let unit = &position.unit(id).unit;
        Mover { position, id, mounted: unit.is_mounted(), guns: unit.is_guns() }
    }

    fn placed(&self) -> &'p Placed {
        self.position.unit(self.id)
    }

    /// Checks a whole path that ends with `end`.
    pub fn check(
        &self,
        path: &[Moving],
        end: &[Rect],
        licence: Licence,
    ) -> Result<Crossed, Blocked> {
        let all = path.iter().map(|moving| moving.sweep.bounds());
        let all = all.chain(end.iter().map(|stand| stand.bounds())).reduce(Bounds::and);
        let Some(all) = all else { return Ok(Crossed::default()) };
        if !licence.off_the_table {
            self.stays_on_the_table(path, end)?;
        }
        let mut crossed = Crossed::default();
        let units = self.position.near(all.grown(NEAR));
        for id in units.into_iter().filter(|id| *id != self.id) {
            self.meets_unit(id, path, end, licence, &mut crossed)?;
        }
        let pieces = self.position.table.near(all);
        self.crosses_ground(&pieces, path, licence, &mut crossed)?;
        Ok(crossed)
    }

    fn stays_on_the_table(&self, path: &[Moving], end: &[Rect]) -> Result<(), Blocked> {
        let table = self.position.table.bounds().grown(TOUCH);
        let refused = |stand: u8, at: Point| Blocked {
            stand,
            at,
            by: Stop::Edge,
            rule: RuleId::new("MOV-BASE-TABLE-EDGE"),
        };
        // Who is still on his way to the table may be off it a little longer.
        let comes = |stand: u8| {
            let now = self.placed().stands.get(usize::from(stand));
            now.is_some_and(|stand| !table.holds(stand.bounds()))
        };
        // But every move brings it nearer.
        let off = |stands: &[Rect]| {
            let beyond = |stand: &Rect| table.beyond(stand.bounds());
            stands.iter().map(beyond).fold(0.0, f64::max)
        };
        let now = &self.placed().stands;
        let nearer = || end == now.as_slice() || off(end) < off(now) - TOUCH;
        for (stand, rect) in end.iter().enumerate() {
            let may_be = table.holds(rect.bounds()) || comes(stand as u8) && nearer();
            if !may_be {
                return Err(refused(stand as u8, rect.pose.at));
            }
        }
        let ways = path.iter().filter(|moving| !comes(moving.stand));
        for moving in ways.filter(|moving| !table.holds(moving.sweep.bounds())) {
            let mut leaves = |part: &Convex, slack: f64| !table.grown(-slack).holds(part.bounds());
            if let Some(part) = moving.sweep.first(&mut leaves) {
                return Err(refused(moving.stand, moving.sweep.at(part).pose.at));
            }
        }
        Ok(())
    }

    fn meets_unit(
        &self,
        id: UnitId,
        path: &[Moving],
        end: &[Rect],
        licence: Licence,
        crossed: &mut Crossed,
    ) -> Result<(), Blocked> {
        let other = self.position.unit(id);
        let Some(around) = other.bounds() else { return Ok(()) };
        let enemy = other.side != self.placed().side;
        let outlined = |bases: &[Rect]| -> Vec<(Bounds, Convex)> {
            bases.iter().map(|base| (base.bounds(), Convex::from(*base))).collect()
        };
        let all = outlined(&other.blocks());
        // A gun without its crew bars nobody's way; only its friends do not stand on it.
        let served = other.guns.iter().all(|gun| !gun.abandoned);
        let stands = if served { all.clone() } else { outlined(&other.served_stands()) };
        if enemy && !licence.near_enemies {
            let limit = NEAR.min(self.gap_now(&stands)) - TOUCH;
            let near = |part: &Convex, slack: f64, (bounds, stand): &(Bounds, Convex)| {
                part.bounds().grown(slack + limit).meets(*bounds) && part.gap(stand) - slack < limit
            };
            let reach = around.grown(limit);
            if let Some((stand, at)) = first_contact(path, reach, &stands, &near) {
                let rule = RuleId::new("MOV-BASE-NEAR-ENEMY");
                return Err(Blocked { stand, at, by: Stop::NearEnemy(id), rule });
            }
            // Who touches an enemy already cannot come nearer, but must not walk over him.
            if limit > 0.0 && served {
                return Ok(());
            }
        }
        let meets = |part: &Convex, slack: f64, (bounds, stand): &(Bounds, Convex)| {
            part.bounds().grown(slack).meets(*bounds) && part.depth(stand) + slack > TOUCH
        };
        let touched = first_contact(path, around, &stands, &meets);
        if let Some((stand, at)) = touched {
            let friend_lets = other.lets_friends_through();
            let may_pass = match licence.through {
                _ if enemy => false,
                Through::Anyone => true,
                Through::Loose => friend_lets,
                Through::Also(one) => friend_lets || one == id,
            };
            if !may_pass {
                let by = if enemy { Stop::Enemy(id) } else { Stop::Friend(id) };
                let rule = if enemy { "MOV-BASE-NEAR-ENEMY" } else { "MOV-BASE-THROUGH-FRIENDS" };
                return Err(Blocked { stand, at, by, rule: RuleId::new(rule) });
            }
            crossed.passed.push(id);
        }
        for (stand, rect) in end.iter().enumerate().filter(|(_, r)| r.bounds().meets(around)) {
            let base = Convex::from(*rect);
            let solid = if enemy { &stands } else { &all };
            if solid.iter().any(|(_, other)| base.depth(other) > TOUCH) {
                let rule = RuleId::new("MOV-BASE-THROUGH-FRIENDS");
                let by = if enemy { Stop::Enemy(id) } else { Stop::EndsOn(id) };
                return Err(Blocked { stand: stand as u8, at: rect.pose.at, by, rule });
            }
        }
        Ok(())
    }

    /// The gap between the unit where it stands now and another's stands.
    pub(super) fn gap_now(&self, others: &[(Bounds, Convex)]) -> f64 {
        let mut least = f64::INFINITY;
        for stand in &self.placed().stands {
            let near = stand.bounds().grown(NEAR);
            for (bounds, other) in others.iter().filter(|(bounds, _)| near.meets(*bounds)) {
                if bounds.meets(near) {
                    least = least.min(Convex::from(*stand).gap(other));
                }
            }
        }
        least
    }

    fn crosses_ground(
        &self,
        pieces: &[usize],
        path: &[Moving],
        licence: Licence,
        crossed: &mut Crossed,
    ) -> Result<(), Blocked> {
        let table = &self.position.table;
        if path.iter().any(|moving| !moving.on_road) {
            crossed.ground = Some(Ground::Open);
        }
        let spans: Vec<&Terrain> = pieces
            .iter()
            .map(|place| &table.pieces()[*place])
            .filter(|piece| piece.is(TerrainTrait::Crossing))
            .collect();
        for &place in pieces {
            let piece = &table.pieces()[place];
            let around = piece.bounds();
            for moving in path.iter().filter(|m| !m.on_road && m.sweep.bounds().meets(around)) {
                let under = |part: &Convex, slack: f64| {
                    piece.is_under(part, slack)
                        && !spans.iter().any(|span| bridges(span, piece, part, slack))
                };
                if !moving.sweep.any(&mut { under }) {
                    continue;
                }
                if let Some((by, rule)) = self.bar(piece, place, licence) {
                    let part = moving.sweep.first(&mut { under }).unwrap_or(1.0);
                    let at = moving.sweep.at(part).pose.at;
                    return Err(Blocked { stand: moving.stand, at, by, rule });
                }
                crossed.ground = crossed.ground.max(Some(slowed_by(piece)));
                crossed.pieces.push(place);
                break;
            }
        }
        Ok(())
    }

    /// Why this mover cannot cross a piece.
    pub(super) fn bar(
        &self,
        piece: &Terrain,
        place: usize,
        licence: Licence,
    ) -> Option<(Stop, RuleId)> {
        let rule = || piece.kind.rule.clone();
        if piece.kind.going == Going::Impassable {
            return Some((Stop::Impassable(place), rule()));
        }
        if piece.kind.obstacle == Obstacle::Major && licence.scales != Some(place) {
            return Some((Stop::Major(place), RuleId::new("TRP-BASE-SCALE-OBSTACLE")));
        }
        if self.mounted && piece.is(TerrainTrait::NoHorse) {
            return Some((Stop::NoHorse(place), rule()));
        }
        (self.guns && piece.is(TerrainTrait::NoGuns)).then(|| (Stop::NoGuns(place), rule()))
    }
}

/// The class of ground a piece makes of a move that crosses it.
pub fn slowed_by(piece: &Terrain) -> Ground {
    let ground = match piece.kind.going {
        Going::Open => Ground::Open,
        Going::Broken => Ground::Broken,
        Going::Rough | Going::Impassable => Ground::Rough,
    };
    if piece.kind.obstacle == Obstacle::Minor { ground.max(Ground::Broken) } else { ground }
}

/// Does `span` carry what covers `part` over `piece`: is it all between the span's two sides?
fn bridges(span: &Terrain, piece: &Terrain, part: &Convex, slack: f64) -> bool {
    if std::ptr::eq(span, piece) || !span.bounds().meets(piece.bounds()) {
        return false;
    }
    match &span.outline {
        Outline::Area(area) => part.lies_in(area, TOUCH),
        Outline::Line { .. } => span.parts().any(|(a, b)| {
            let half = span.half_width() + TOUCH + slack;
            part.meets_line(a, b, half) && part.corners().iter().all(|c| beside(*c, a, b) <= half)
        }),
    }
}

/// How far `spot` is from the line through `a` and `b`, prolonged.
fn beside(spot: Spot, a: Spot, b: Spot) -> f64 {
    let along = b.minus(a);
    along.cross(spot.minus(a)).abs() / along.size().max(1e-9)
}

/// Does a part of a way, known but for a slack, meet a stand?
type Meets<'a> = dyn Fn(&Convex, f64, &(Bounds, Convex)) -> bool + 'a;

/// The first stand whose way meets one of `stands`, and where it is then.
fn first_contact(
    path: &[Moving],
    around: Bounds,
    stands: &[(Bounds, Convex)],
    meets: &Meets<'_>,
) -> Option<(u8, Point)> {
    for moving in path.iter().filter(|moving| moving.sweep.bounds().meets(around)) {
        let mut any = |part: &Convex, slack: f64| stands.iter().any(|s| meets(part, slack, s));
        if let Some(part) = moving.sweep.first(&mut any) {
            return Some((moving.stand, moving.sweep.at(part).pose.at));
        }
    }
    None
}
