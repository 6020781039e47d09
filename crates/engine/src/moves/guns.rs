//! The maneuvers of guns: each stand of a battery picks its own from the list.

use geometry::{Angle, Length, Pose, Rect, Spot, Sweep};
use rulebook::{Carriage, Feature, MovementRow, Piece, Reason, RuleId, Rulebook, Set, Trait};

use super::column;
use super::steps::Made;
use super::{Mark, Refusal, Why};
use crate::formations::Shape;
use crate::movement::{Cost, Gait, Hand, Leg, Purpose, Step, check_steps, cost};
use crate::table::{Crossed, GunStand, Licence, Mover, Moving, Placed, Position, UnitId};
use crate::{Emplacement, GunRole, Opened, Unit};

/// How near another a stand of one battery is (GUN-BASE-BATTERY-UNIT).
const ONE_BATTERY: Length = Length::inches(2);
/// How far fixed guns pivot (GUN-BASE-FIXED).
pub const FIXED_PIVOT: Angle = Angle::degrees(45);

/// Where a gun that goes on its limber looks then (GUN-BASE-LIMBER).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limbering {
    /// Turned about: where its trail pointed.
    About,
    /// This way.
    To(Angle),
}

impl Limbering {
    /// How a stand that shall drive towards a place goes on its limber: straight at it, if the reading
    /// lets it.
    pub fn towards(book: &Rulebook, stand: Pose, place: Spot) -> Limbering {
        let far = place.minus(stand.at.spot());
        if limbers_any_way(book) && far.size() > 0.0 {
            Limbering::To(far.heading())
        } else {
            Limbering::About
        }
    }

    /// A stand on its limber that was in action so, where it was.
    pub fn pose(self, stand: Pose) -> Pose {
        let heading = match self {
            Limbering::About => stand.heading.plus(Angle::ABOUT),
            Limbering::To(heading) => heading,
        };
        Pose::new(stand.at, heading)
    }
}

/// May a gun look any way when it has limbered, or is it turned about?
fn limbers_any_way(book: &Rulebook) -> bool {
    book.reading("limbering") == Some("any")
}

/// A maneuver of one gun stand.
#[derive(Clone, Debug, PartialEq)]
pub enum GunManeuver {
    /// Stays as it is and may fire, if it is not checked.
    Hold,
    /// On its limber along a way; then in action, if it unlimbers.
    Move {
        /// The way.
        steps: Vec<Step>,
        /// Limbers first, and so.
        limber: Option<Limbering>,
        /// Unlimbers at the end, looking this way.
        unlimber: Option<Angle>,
        /// Fires when it is in action: flying artillery.
        fire: bool,
    },
    /// Goes on its limber.
    Limber(Limbering),
    /// Comes off its limber, looking this way.
    Unlimber {
        /// Where it looks.
        facing: Angle,
        /// And fires.
        fire: bool,
    },
    /// Turns in place.
    Pivot {
        /// Where it looks.
        facing: Angle,
        /// And fires.
        fire: bool,
    },
    /// Is pushed by hand, staying unlimbered.
    HandHaul {
        /// How far from its facing it goes, to one side.
        to: Hand,
        /// Up to 45 degrees.
        slant: Angle,
        /// How far.
        by: Length,
        /// Backward.
        back: bool,
    },
    /// Retires unlimbered, looking at the enemy.
    Prolong {
        /// To which side of straight back.
        to: Hand,
        /// Up to 45 degrees.
        slant: Angle,
        /// How far.
        by: Length,
    },
    /// Fires.
    Fire,
    /// Takes off its silenced marker.
    Rally,
    /// Takes on ammunition.
    Replenish,
    /// Limbers and makes a full retreat, silenced.
    Retreat,
}

impl GunManeuver {
    /// Its names in the list: Double Quick alone, Well Handled, Tardy.
    fn listed(&self) -> [&'static [&'static str]; 3] {
        match self {
            GunManeuver::Hold => [&[], &[], &[]],
            GunManeuver::Move { limber: None, unlimber: None, fire: false, .. } => {
                [&[], &["full-move", "full-move-unlimber"], &["tardy-full-move"]]
            }
            GunManeuver::Move { limber: None, unlimber: Some(_), fire: false, .. } => {
                [&[], &["full-move-unlimber"], &[]]
            }
            GunManeuver::Move { limber: Some(_), unlimber: None, fire: false, .. } => {
                [&[], &["limber-full-move"], &[]]
            }
            GunManeuver::Move { limber: Some(_), unlimber: Some(_), fire: false, .. } => {
                [&["flying-limber-move-unlimber"], &[], &[]]
            }
            GunManeuver::Move { limber: None, unlimber: Some(_), fire: true, .. } => {
                [&["flying-move-unlimber-fire"], &[], &[]]
            }
            GunManeuver::Move { .. } => [&[], &[], &[]],
            GunManeuver::Limber(_) | GunManeuver::Unlimber { fire: false, .. } => [
                &[],
                &["limber-or-unlimber", "tardy-limber-or-unlimber"],
                &["tardy-limber-or-unlimber"],
            ],
            GunManeuver::Unlimber { fire: true, .. } => [&[], &["unlimber-fire"], &[]],
            GunManeuver::Pivot { fire: false, .. } => {
                [&[], &["pivot", "tardy-pivot"], &["tardy-pivot"]]
            }
            GunManeuver::Pivot { fire: true, .. } => [&[], &["pivot-fire"], &[]],
            GunManeuver::HandHaul { .. } => [&[], &["hand-haul"], &[]],
            GunManeuver::Prolong { .. } => [&[], &["prolong"], &[]],
            GunManeuver::Fire => [&[], &["fire", "tardy-fire"], &["tardy-fire"]],
            GunManeuver::Rally => [&[], &["rally"], &[]],
            GunManeuver::Replenish => [&[], &["replenish"], &[]],
            GunManeuver::Retreat => [&[], &["tardy-retreat"], &["tardy-retreat"]],
        }
    }

    /// Open to heavy carriages: one thing at a time.
    fn is_plain(&self) -> bool {
        match self {
            GunManeuver::Move { limber, unlimber, .. } => limber.is_none() && unlimber.is_none(),
            GunManeuver::Unlimber { fire, .. } | GunManeuver::Pivot { fire, .. } => !fire,
            GunManeuver::HandHaul { .. } | GunManeuver::Prolong { .. } | GunManeuver::Retreat => {
                false
            }
            _ => true,
        }
    }
}

/// A gun stand's maneuver that can be made.
#[derive(Clone, Debug, PartialEq)]
pub struct GunPlan {
    /// The middle of its base and where it looks afterwards.
    pub pose: Pose,
    /// What is marked on it afterwards.
    pub gun: GunStand,
    /// Its way.
    pub path: Vec<Moving>,
    /// What the way costs.
    pub cost: Option<Cost>,
    /// What the way leads over.
    pub crossed: Crossed,
    /// May it use the offensive fire of this turn?
    pub may_fire: bool,
    /// What is marked on it besides.
    pub marks: Set<Mark>,
}

/// The piece that a gun unit has.
pub fn piece_of<'b>(book: &'b Rulebook, unit: &Unit) -> Option<&'b Piece> {
    book.piece(unit.weapon.as_deref()?, unit.make.unwrap_or(unit.nation))
}

/// The row of the movement chart that a gun unit reads on its limbers.
pub fn gun_row<'b>(book: &'b Rulebook, unit: &Unit) -> Option<&'b MovementRow> {
    let rows = &piece_of(book, unit)?.movement;
    let horse = unit.traits.contains(Trait::HorseArtillery);
    let row = if horse { rows.last() } else { rows.first() };
    book.movement(row?, unit.nation)
}

/// Checks a maneuver of one gun stand of a unit.
pub fn check_gun(
    book: &Rulebook,
    position: &Position,
    (id, stand): (UnitId, u8),
    list: Option<Opened>,
    maneuver: &GunManeuver,
) -> Result<GunPlan, Refusal> {
    let placed = position.unit(id);
    let (Some(&rect), Some(&gun)) =
        (placed.stands.get(usize::from(stand)), placed.guns.get(usize::from(stand)))
    else {
        return Err(Refusal::because(Why::NotOnTheList, "GUN-BASE-BATTERY-UNIT"));
    };
    let at = Serving { book, position, id, stand, placed, rect, gun, list };
    if *maneuver == GunManeuver::Hold {
        return Ok(at.still(rect.pose, gun, list.is_none()));
    }
    at.is_open(maneuver)?;
    at.carry_out(maneuver)
}

struct Serving<'c> {
    book: &'c Rulebook,
    position: &'c Position,
    id: UnitId,
    stand: u8,
    placed: &'c Placed,
    rect: Rect,
    gun: GunStand,
    list: Option<Opened>,
}

impl Serving<'_> {
    /// Fixed guns fire, rally, replenish, and pivot up to 45 degrees.
    fn is_for_fixed(&self, maneuver: &GunManeuver) -> bool {
        match maneuver {
            GunManeuver::Fire | GunManeuver::Rally | GunManeuver::Replenish => true,
            GunManeuver::Pivot { facing, .. } => {
                facing.minus(self.rect.pose.heading).size() <= FIXED_PIVOT.in_hundredths()
            }
            _ => false,
        }
    }

    /// Why a maneuver is not on the list that is open.
    fn not_listed(&self, maneuver: &GunManeuver) -> Refusal {
        let why = Why::NotOnTheList;
        match maneuver {
            GunManeuver::Rally => Refusal::reason(self.book, why, Reason::GunRally),
            GunManeuver::Prolong { .. } => Refusal::reason(self.book, why, Reason::Prolong),
            GunManeuver::HandHaul { .. } => Refusal::reason(self.book, why, Reason::HandHaul),
            GunManeuver::Move { unlimber: Some(_), limber, fire, .. }
                if limber.is_some() || *fire =>
            {
                Refusal::reason(self.book, why, Reason::Flying)
            }
            _ => {
                let rule = self.book.maneuver.gun_list.first().map(|row| row.rule.clone());
                let rule = rule.unwrap_or_else(|| RuleId::new("GUN-LIST"));
                Refusal::Forbidden { why, rule }
            }
        }
    }

    fn unit(&self) -> &Unit {
        &self.placed.unit
    }

    fn is_open(&self, maneuver: &GunManeuver) -> Result<(), Refusal> {
        let unit = self.unit();
        let [special, better, tardy] = maneuver.listed();
        let names: Vec<&str> = match self.list {
            None => Vec::new(),
            Some(Opened::Tardy) => tardy.to_vec(),
            Some(Opened::WellHandled) => better.to_vec(),
            Some(Opened::DoubleQuick) => special.iter().chain(better).copied().collect(),
        };
        let listed = |name: &&str| self.book.maneuver.gun_list.iter().any(|r| *r.id == **name);
        if !names.iter().any(listed) {
            return Err(self.not_listed(maneuver));
        }
        if unit.guns.emplacement == Emplacement::Fixed && !self.is_for_fixed(maneuver) {
            return Err(Refusal::because(Why::FixedGun, "GUN-BASE-FIXED"));
        }
        let heavy = self.book.has(Feature::Carriages) && unit.guns.carriage == Carriage::Heavy;
        if heavy && !maneuver.is_plain() {
            return Err(Refusal::reason(self.book, Why::HeavyCarriage, heavy_reason(maneuver)));
        }
        let flying = names.iter().any(|name| special.contains(name))
            && !better.iter().any(|n| names.contains(n));
        if flying && unit.guns.carriage != Carriage::Flying {
            return Err(Refusal::reason(self.book, Why::NotOnTheList, Reason::Flying));
        }
        if self.gun.abandoned {
            let rule = super::shelter::return_rule(self.book);
            return Err(Refusal::Forbidden { why: Why::NoCrew, rule });
        }
        Ok(())
    }

    fn carry_out(&self, maneuver: &GunManeuver) -> Result<GunPlan, Refusal> {
        match maneuver {
            GunManeuver::Hold => Ok(self.still(self.rect.pose, self.gun, false)),
            GunManeuver::Move { steps, limber, unlimber, fire } => {
                self.drive(steps, *limber, *unlimber, *fire)
            }
            GunManeuver::Limber(limbering) => {
                self.needs_limbered(false)?;
                let stand = self.limbered(*limbering)?;
                let gun = GunStand { limbered: true, ..self.gun };
                match limbering {
                    // Turned about it stands on the same ground.
                    Limbering::About => Ok(self.still(stand.pose, gun, false)),
                    Limbering::To(_) => self.turned(stand, gun, false),
                }
            }
            GunManeuver::Unlimber { facing, fire } => {
                self.needs_limbered(true)?;
                self.fires_if(*fire)?;
                let gun = GunStand { limbered: false, ..self.gun };
                self.turned_to(*facing, gun, *fire)
            }
            GunManeuver::Pivot { facing, fire } => {
                self.needs_limbered(false)?;
                self.fires_if(*fire)?;
                self.turned_to(*facing, self.gun, *fire)
            }
            GunManeuver::HandHaul { to, slant, by, back } => {
                self.hand_haul(*to, *slant, *by, *back)
            }
            GunManeuver::Prolong { to, slant, by } => self.prolong(*to, *slant, *by),
            GunManeuver::Fire => {
                self.needs_limbered(false)?;
                self.fires_if(true)?;
                Ok(self.still(self.rect.pose, self.gun, true))
            }
            GunManeuver::Rally => {
                if !self.gun.silenced {
                    return Err(Refusal::because(Why::NotSilenced, "GUN-RALLY-WH-ONLY"));
                }
                let gun = GunStand { silenced: false, ..self.gun };
                Ok(self.still(self.rect.pose, gun, false))
            }
            GunManeuver::Replenish => {
                let gun = GunStand { low_on_ammunition: false, ..self.gun };
                let mut plan = self.still(self.rect.pose, gun, false);
                plan.marks.insert(Mark::Replenished);
                Ok(plan)
            }
            GunManeuver::Retreat => {
                self.needs_limbered(false)?;
                self.retreat()
            }
        }
    }

    fn needs_limbered(&self, limbered: bool) -> Result<(), Refusal> {
        match (self.gun.limbered, limbered) {
            (true, false) => Err(Refusal::because(Why::Limbered, "GUN-BASE-LIMBER")),
            (false, true) => Err(Refusal::because(Why::NotLimbered, "GUN-BASE-LIMBER")),
            _ => Ok(()),
        }
    }

    fn fires_if(&self, fire: bool) -> Result<(), Refusal> {
        if fire && self.gun.silenced {
            return Err(Refusal::because(Why::Silenced, "GUN-BASE-SILENCED"));
        }
        Ok(())
    }

    fn still(&self, pose: Pose, gun: GunStand, may_fire: bool) -> GunPlan {
        let mut marks = Set::new();
        marks.insert_if(!may_fire, Mark::MayNotFire);
        GunPlan {
            pose,
            gun,
            path: Vec::new(),
            cost: None,
            crossed: Crossed::default(),
            may_fire: may_fire && !gun.limbered && !gun.silenced && !gun.abandoned,
            marks,
        }
    }

    /// The stand on its limber where it is, if it may look so.
    fn limbered(&self, limbering: Limbering) -> Result<Rect, Refusal> {
        let pose = limbering.pose(self.rect.pose);
        if pose != Limbering::About.pose(self.rect.pose) && !limbers_any_way(self.book) {
            return Err(Refusal::because(Why::LimbersAbout, "GUN-BASE-LIMBER"));
        }
        Ok(Rect { pose, ..self.rect })
    }

    /// The stand turned about the middle of its front edge, on its limber about its own, if there is room.
    fn turned_to(&self, facing: Angle, gun: GunStand, fire: bool) -> Result<GunPlan, Refusal> {
        let pose = if self.gun.limbered {
            Pose::new(self.rect.pose.at, facing)
        } else {
            pivoted(self.rect, facing)
        };
        self.turned(Rect { pose, ..self.rect }, gun, fire)
    }

    /// The stand as it looks after a turn, if there is room.
    fn turned(&self, end: Rect, gun: GunStand, fire: bool) -> Result<GunPlan, Refusal> {
        let path = vec![self.moving(Sweep::Slide { from: end, to: end })];
        let crossed = self.check(&path, end)?;
        Ok(GunPlan { crossed, ..self.still(end.pose, gun, fire) })
    }

    fn moving(&self, sweep: Sweep) -> Moving {
        Moving { stand: self.stand, sweep, on_road: false }
    }

    fn check(&self, path: &[Moving], end: Rect) -> Result<Crossed, Refusal> {
        let crossed = Mover::of(self.position, self.id).check(path, &[end], Licence::MOVE)?;
        let others = self.placed.stands.iter().enumerate();
        for (place, other) in others.filter(|(place, _)| *place != usize::from(self.stand)) {
            if end.overlaps(*other) {
                return Err(Refusal::Blocked(crate::table::Blocked {
                    stand: place as u8,
                    at: end.pose.at,
                    by: crate::table::Stop::EndsOn(self.id),
                    rule: RuleId::new("MOV-BASE-THROUGH-FRIENDS"),
                }));
            }
        }
        Ok(crossed)
    }

    fn gait(&self, whole: bool) -> Gait {
        let fast = self.list == Some(Opened::DoubleQuick)
            && piece_of(self.book, self.unit()).is_some_and(|piece| piece.double_quick);
        match (fast, whole) {
            (true, true) => Gait::DoubleQuick,
            (true, false) => Gait::HalfDoubleQuick,
            (false, true) => Gait::Full,
            (false, false) => Gait::Half,
        }
    }

    fn pay(&self, gait: Gait, legs: &[Leg]) -> Result<Cost, Refusal> {
        let Some(row) = gun_row(self.book, self.unit()) else {
            return Err(Refusal::because(Why::FixedGun, "GUN-BASE-LIMBER"));
        };
        let cost = cost(row, gait, legs);
        if cost.is_met() {
            return Ok(cost);
        }
        let rule = row.rule.clone();
        Err(Refusal::TooFar {
            needs: cost.spent(),
            has: cost.allowance,
            ground: cost.slowest,
            rule,
        })
    }

    /// On its limber it moves as a march column of one.
    fn drive(
        &self,
        steps: &[Step],
        limber: Option<Limbering>,
        unlimber: Option<Angle>,
        fire: bool,
    ) -> Result<GunPlan, Refusal> {
        self.needs_limbered(limber.is_none())?;
        self.fires_if(fire)?;
        check_steps(steps, Purpose::Move)?;
        let start = limber.map_or(Ok(self.rect), |limbering| self.limbered(limbering))?;
        let team = Placed {
            shape: Shape::MarchColumn { trail: vec![start.pose.at] },
            anchor: Pose::new(start.front().point(), start.pose.heading),
            stands: vec![start],
            ..self.placed.clone()
        };
        let base = self.book.bases.guns;
        let Made { end, mut path, legs } = column::march(&self.position.table, &team, base, steps)?;
        for moving in &mut path {
            moving.stand = self.stand;
        }
        let mut last = end.stands.first().copied().unwrap_or(start);
        let crossed = self.check(&path, last)?;
        let slowest = crossed.slowest();
        let legs: Vec<Leg> = legs
            .into_iter()
            .map(|leg| Leg { ground: if leg.on_road { leg.ground } else { slowest }, ..leg })
            .collect();
        let cost = self.pay(self.gait(true), &legs)?;
        let mut gun = GunStand { limbered: true, ..self.gun };
        if let Some(facing) = unlimber {
            gun.limbered = false;
            last.pose = Pose::new(last.pose.at, facing);
            self.check(&[self.moving(Sweep::Slide { from: last, to: last })], last)?;
        }
        Ok(GunPlan { path, cost: Some(cost), crossed, ..self.still(last.pose, gun, fire) })
    }

    /// On its limber and off toward the friendly edge by a full move, silenced.
    fn retreat(&self) -> Result<GunPlan, Refusal> {
        let gun = GunStand { limbered: true, silenced: true, ..self.gun };
        let mut alone = self.placed.clone();
        alone.stands = vec![self.rect];
        alone.guns = vec![self.gun];
        let out = super::run::guns_off(self.book, self.position, self.id, &alone);
        let Some(plan) = out.plan() else {
            return Err(Refusal::because(Why::NoRoom, "TRP-BASE-RETREAT-PATH"));
        };
        let pose = plan.end.stands.first().map_or(self.rect.pose, |stand| stand.pose);
        let mut path = plan.path.clone();
        for moving in &mut path {
            moving.stand = self.stand;
        }
        Ok(GunPlan { path, ..self.still(pose, gun, false) })
    }

    fn hand_haul(
        &self,
        to: Hand,
        slant: Angle,
        by: Length,
        back: bool,
    ) -> Result<GunPlan, Refusal> {
        self.needs_limbered(false)?;
        let most = piece_of(self.book, self.unit()).and_then(|piece| piece.hand_haul);
        let Some(most) = most else {
            return Err(Refusal::reason(self.book, Why::HeavyCarriage, Reason::HandHaul));
        };
        if by > most {
            let rule = self.book.reasons.rule(Reason::HandHaul);
            let ground = rulebook::Ground::Open;
            return Err(Refusal::TooFar { needs: by, has: most, ground, rule });
        }
        let step = if back {
            Step::ObliqueBack { to, slant, by }
        } else {
            Step::Oblique { to, slant, by }
        };
        let (path, end, crossed) = self.pushed(step, Reason::HandHaul)?;
        Ok(GunPlan { path, crossed, ..self.still(end.pose, self.gun, false) })
    }

    fn prolong(&self, to: Hand, slant: Angle, by: Length) -> Result<GunPlan, Refusal> {
        self.needs_limbered(false)?;
        if !piece_of(self.book, self.unit()).is_some_and(|piece| piece.prolong) {
            return Err(Refusal::reason(self.book, Why::HeavyCarriage, Reason::Prolong));
        }
        let step = Step::ObliqueBack { to, slant, by };
        let (path, end, crossed) = self.pushed(step, Reason::ProlongPath)?;
        let legs = [Leg::country(by, crossed.slowest())];
        let cost = self.pay(self.gait(false), &legs)?;
        Ok(GunPlan { path, cost: Some(cost), crossed, ..self.still(end.pose, self.gun, false) })
    }

    /// One slide of the unlimbered stand, keeping its facing.
    fn pushed(&self, step: Step, reason: Reason) -> Result<(Vec<Moving>, Rect, Crossed), Refusal> {
        if check_steps(&[step], Purpose::Move).is_err() {
            return Err(Refusal::reason(self.book, Why::WrongFacing, reason));
        }
        let to = step.from(self.rect.pose, self.rect.width);
        let end = Rect { pose: Pose::new(to.at, self.rect.pose.heading), ..self.rect };
        let path = vec![self.moving(Sweep::Slide { from: self.rect, to: end })];
        let crossed = self.check(&path, end)?;
        Ok((path, end, crossed))
    }
}

/// Which rule keeps a heavy carriage from a maneuver.
fn heavy_reason(maneuver: &GunManeuver) -> Reason {
    match maneuver {
        GunManeuver::Retreat => Reason::HeavyRetreat,
        GunManeuver::HandHaul { .. } => Reason::HandHaul,
        GunManeuver::Prolong { .. } => Reason::Prolong,
        GunManeuver::Move { steps, .. }
            if steps.iter().any(|step| matches!(step, Step::AlongRoad { .. })) =>
        {
            Reason::HeavyRoad
        }
        _ => Reason::HeavyCarriage,
    }
}

/// A base turned to `facing` about the middle of its front edge.
fn pivoted(rect: Rect, facing: Angle) -> Pose {
    let front = Pose::new(rect.front().point(), facing);
    let back = -f64::from(rect.depth.in_thousandths()) / 2.0;
    front.moved(0.0, back, Angle::ZERO)
}

/// A gun unit with one stand's plan carried out.
pub fn with_gun(placed: &Placed, stand: u8, plan: &GunPlan) -> Placed {
    let mut changed = placed.clone();
    let place = usize::from(stand);
    changed.stands[place].pose = plan.pose;
    changed.guns[place] = plan.gun;
    changed.shape = Shape::Apart { stands: changed.stands.iter().map(|s| s.pose).collect() };
    changed.anchor = changed
        .stands
        .first()
        .map_or(placed.anchor, |stand| Pose::new(stand.front().point(), stand.pose.heading));
    settle(&mut changed);
    changed
}

/// What at least half of the stands have counts for the unit in checks and charges.
pub fn settle(placed: &mut Placed) {
    let half = |has: fn(&GunStand) -> bool| {
        placed.guns.iter().filter(|gun| has(gun)).count() * 2 >= placed.guns.len()
    };
    let (limbered, silenced) = (half(|gun| gun.limbered), half(|gun| gun.silenced));
    if placed.unit.guns.emplacement != Emplacement::Fixed {
        placed.unit.guns.emplacement =
            if limbered { Emplacement::Limbered } else { Emplacement::Unlimbered };
    }
    placed.unit.guns.silenced = silenced;
}

/// The parts of an artillery unit that check together: stands that are each within two inches of
/// another of the part. Parts of one stand are sections.
pub fn parts(placed: &Placed) -> Vec<(GunRole, Vec<u8>)> {
    let count = placed.stands.len();
    let mut part: Vec<usize> = (0..count).collect();
    for one in 0..count {
        for other in 0..one {
            if placed.stands[one].distance(placed.stands[other]) <= ONE_BATTERY {
                let (keep, drop) = (part[one].min(part[other]), part[one].max(part[other]));
                for label in part.iter_mut().filter(|label| **label == drop) {
                    *label = keep;
                }
            }
        }
    }
    let mut labels = part.clone();
    labels.sort_unstable();
    labels.dedup();
    let stands_of = |label: usize| {
        let stands = part.iter().enumerate().filter(move |(_, l)| **l == label);
        stands.map(|(stand, _)| stand as u8).collect::<Vec<u8>>()
    };
    let role = |stands: &Vec<u8>| {
        if stands.len() > 1 { GunRole::Battery } else { GunRole::Section }
    };
    labels.into_iter().map(stands_of).map(|stands| (role(&stands), stands)).collect()
}
