//! Movement: what a move costs, and where its steps lead.

use geometry::{Angle, Length, Pose, Spot, rounded};
use rulebook::{Ground, MovementRow, Road, RuleId, named};
use schemars::JsonSchema;
use serde::Serialize;

use crate::moves::Way;

named! {
    /// How fast a unit may move.
    pub enum Gait {
        /// A full move.
        Full = "full",
        /// Half of it.
        Half = "half",
        /// The double quick.
        DoubleQuick = "double-quick",
        /// Half of that.
        HalfDoubleQuick = "half-double-quick",
    }
}

/// A part of a move over one kind of ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leg {
    /// How far.
    pub length: Length,
    /// The ground; a road is open ground along its whole length.
    pub ground: Ground,
    /// Along a good road, in a formation that uses it.
    pub good_road: bool,
    /// Along any road: what lies beside it does not slow it.
    pub on_road: bool,
}

impl Leg {
    /// So far across country.
    pub const fn country(length: Length, ground: Ground) -> Leg {
        Leg { length, ground, good_road: false, on_road: false }
    }

    /// So far along a good road.
    pub const fn road(length: Length) -> Leg {
        Leg { length, ground: Ground::Open, good_road: true, on_road: true }
    }
}

/// What a move costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Cost {
    /// The slowest ground, which sets the rate of the whole move.
    pub slowest: Ground,
    /// What the unit may spend at that rate.
    pub allowance: Length,
    /// What it spends, in thousandths of an inch times the road's tenths: exact.
    #[serde(skip)]
    spent: i64,
    #[serde(skip)]
    tenths: i64,
}

impl Cost {
    /// Does the unit have enough?
    pub fn is_met(self) -> bool {
        self.spent <= i64::from(self.allowance.in_thousandths()) * self.tenths
    }

    /// What the move uses of the allowance, rounded up to the thousandth.
    pub fn spent(self) -> Length {
        let up = self.spent.div_euclid(self.tenths) + i64::from(self.spent % self.tenths != 0);
        Length::thousandths(i32::try_from(up).unwrap_or(i32::MAX))
    }

    fn left_exact(self) -> i64 {
        i64::from(self.allowance.in_thousandths()) * self.tenths - self.spent
    }

    /// How much farther it could go across country of the same class, to the thousandth.
    pub fn left(self) -> Length {
        Length::thousandths(self.left_exact().max(0).div_euclid(self.tenths) as i32)
    }

    /// How much farther it could go along a good road, to the thousandth.
    pub fn left_on_road(self) -> Length {
        Length::thousandths(self.left_exact().max(0).div_euclid(10) as i32)
    }
}

/// The rate of `row` at a gait over a class of ground.
pub fn allowance(row: &MovementRow, gait: Gait, ground: Ground) -> Length {
    let rate = row.rates[ground as usize];
    let double = rate.double_quick.unwrap_or(rate.full);
    match gait {
        Gait::Full => rate.full,
        Gait::Half => rate.full.half(),
        Gait::DoubleQuick => double,
        Gait::HalfDoubleQuick => double.half(),
    }
}

/// What a move over `legs` costs: the slowest ground sets the rate, and inches of good road cost
/// less. Where roads have fixed rates they serve a move wholly on the road alone.
pub fn cost(row: &MovementRow, gait: Gait, legs: &[Leg]) -> Cost {
    let slowest = legs.iter().map(|leg| leg.ground).max().unwrap_or(Ground::Open);
    let all_road = !legs.is_empty() && legs.iter().all(|leg| leg.good_road);
    let (allowance, tenths) = match row.road {
        Road::None => (allowance(row, gait, slowest), 10),
        Road::Tenths(tenths) => (allowance(row, gait, slowest), i64::from(tenths)),
        Road::Fixed(rate) if all_road => {
            let fixed = MovementRow { rates: [rate; 3], ..row.clone() };
            (self::allowance(&fixed, gait, Ground::Open), 10)
        }
        Road::Fixed(_) => (allowance(row, gait, slowest), 10),
    };
    let bonus = matches!(row.road, Road::Tenths(_));
    let spent = legs
        .iter()
        .map(|leg| {
            let each = if leg.good_road && bonus { 10 } else { tenths };
            i64::from(leg.length.in_thousandths()) * each
        })
        .sum();
    Cost { slowest, allowance, spent, tenths }
}

named! {
    /// Left or right.
    pub enum Hand {
        /// Left.
        Left = "left",
        /// Right.
        Right = "right",
    }
}

impl Hand {
    pub(crate) fn sign(self) -> f64 {
        match self {
            Hand::Left => -1.0,
            Hand::Right => 1.0,
        }
    }
}

/// A step of a formed unit's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "step")]
pub enum Step {
    /// Straight ahead.
    Advance {
        /// How far.
        by: Length,
    },
    /// Straight back, facing the enemy.
    Withdraw {
        /// How far.
        by: Length,
    },
    /// Slantwise, keeping facing and formation.
    Oblique {
        /// To which side.
        to: Hand,
        /// How far from straight, up to 45 degrees.
        slant: Angle,
        /// How far along the slant.
        by: Length,
    },
    /// Slantwise to the rear.
    ObliqueBack {
        /// To which side.
        to: Hand,
        /// How far from straight back, up to 45 degrees.
        slant: Angle,
        /// How far along the slant.
        by: Length,
    },
    /// About the front corner of one flank, up to 45 degrees.
    Wheel {
        /// Towards which side.
        to: Hand,
        /// How far.
        turn: Angle,
    },
    /// Sideways, by the flank.
    ByTheFlank {
        /// To which side.
        to: Hand,
        /// How far.
        by: Length,
    },
    /// Any way, keeping the orientation: a square.
    Shift {
        /// Which way.
        heading: Angle,
        /// How far.
        by: Length,
    },
    /// Along the road that is touched, bends and all: columns and limbered guns.
    AlongRoad {
        /// How far.
        by: Length,
        /// Which way along it.
        way: Way,
    },
}

/// Longer than any table: no step is.
const LONGEST: Length = Length::inches(1000);

/// Why steps do not make a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepRefusal {
    /// A length below nothing, or of more than a thousand inches.
    NoLength {
        /// The ledger entry.
        rule: RuleId,
    },
    /// A slant or wheel of more than 45 degrees.
    TooSharp {
        /// The ledger entry.
        rule: RuleId,
    },
    /// More than one oblique, wheel or flank march, or two kinds of them.
    OnlyOne {
        /// The ledger entry.
        rule: RuleId,
    },
    /// A charge may slant or wheel only at its start.
    NotAtTheStart {
        /// The ledger entry.
        rule: RuleId,
    },
}

impl StepRefusal {
    /// The ledger entry that refuses.
    pub fn rule(&self) -> RuleId {
        match self {
            StepRefusal::NoLength { rule }
            | StepRefusal::TooSharp { rule }
            | StepRefusal::OnlyOne { rule }
            | StepRefusal::NotAtTheStart { rule } => rule.clone(),
        }
    }
}

impl Step {
    /// The length that the step uses of the allowance. A wheel costs the arc of its outer corner.
    pub fn length(self, frontage: Length) -> Length {
        match self {
            Step::Advance { by }
            | Step::Withdraw { by }
            | Step::Oblique { by, .. }
            | Step::ObliqueBack { by, .. }
            | Step::ByTheFlank { by, .. }
            | Step::Shift { by, .. }
            | Step::AlongRoad { by, .. } => by,
            Step::Wheel { turn, .. } => {
                let radians = f64::from(turn.in_hundredths()) * std::f64::consts::PI / 18_000.0;
                rounded(f64::from(frontage.in_thousandths()) * radians)
            }
        }
    }

    /// The anchor after the step.
    pub fn from(self, anchor: Pose, frontage: Length) -> Pose {
        let far = |by: Length| f64::from(by.in_thousandths());
        let slanted = |to: Hand, slant: Angle, by: Length, ahead: f64| {
            let (sin, cos) = slant.sin_cos();
            anchor.moved(to.sign() * far(by) * sin, ahead * far(by) * cos, Angle::ZERO)
        };
        match self {
            Step::Advance { by } => anchor.moved(0.0, far(by), Angle::ZERO),
            Step::Withdraw { by } => anchor.moved(0.0, -far(by), Angle::ZERO),
            Step::Oblique { to, slant, by } => slanted(to, slant, by, 1.0),
            Step::ObliqueBack { to, slant, by } => slanted(to, slant, by, -1.0),
            Step::ByTheFlank { to, by } => anchor.moved(to.sign() * far(by), 0.0, Angle::ZERO),
            Step::Wheel { to, turn } => wheeled(anchor, frontage, to, turn),
            Step::Shift { heading, by } => {
                let turned = Pose::new(anchor.at, heading).moved(0.0, far(by), Angle::ZERO);
                Pose::new(turned.at, anchor.heading)
            }
            // Where a road leads is known on the table alone.
            Step::AlongRoad { .. } => anchor,
        }
    }

    /// Does it go a way that can be gone: not back to front, not beyond any table?
    fn has_length(self) -> bool {
        (Length::ZERO..=LONGEST).contains(&self.length(Length::ZERO))
    }

    fn is_bend(self) -> bool {
        matches!(
            self,
            Step::Oblique { .. }
                | Step::ObliqueBack { .. }
                | Step::Wheel { .. }
                | Step::ByTheFlank { .. }
        )
    }

    fn slant(self) -> Angle {
        match self {
            Step::Oblique { slant, .. } | Step::ObliqueBack { slant, .. } => slant,
            Step::Wheel { turn, .. } => turn,
            _ => Angle::ZERO,
        }
    }
}

fn wheeled(anchor: Pose, frontage: Length, to: Hand, turn: Angle) -> Pose {
    let half = to.sign() * f64::from(frontage.in_thousandths()) / 2.0;
    let turn = if to == Hand::Right { turn } else { turn.reversed() };
    let swung = Spot::new(-half, 0.0).turned(turn);
    anchor.moved(half + swung.x, swung.y, turn)
}

/// Whether a move is a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// An ordinary move.
    Move,
    /// A charge.
    Charge,
}

/// Checks that steps may follow each other: one oblique, wheel or flank march at most, none over
/// 45 degrees, and in a charge only at the start.
pub fn check_steps(steps: &[Step], purpose: Purpose) -> Result<(), StepRefusal> {
    if !steps.iter().all(|step| step.has_length()) {
        return Err(StepRefusal::NoLength { rule: RuleId::new("TRP-BASE-ADVANCE-WITHDRAW") });
    }
    let limit = Angle::degrees(45).in_hundredths();
    for step in steps {
        if step.slant().in_hundredths() > limit {
            let wheel = matches!(step, Step::Wheel { .. });
            let rule = RuleId::new(if wheel { "TRP-BASE-WHEEL" } else { "MOV-OBLIQUE" });
            return Err(StepRefusal::TooSharp { rule });
        }
    }
    let bends: Vec<&Step> = steps.iter().filter(|step| step.is_bend()).collect();
    if bends.len() > 1 {
        let wheels = bends.iter().all(|step| matches!(step, Step::Wheel { .. }));
        let rule = RuleId::new(if wheels { "TRP-BASE-WHEEL" } else { "MOV-OBLIQUE-ONCE" });
        return Err(StepRefusal::OnlyOne { rule });
    }
    let late = steps.iter().skip(1).any(|step| step.is_bend());
    if purpose == Purpose::Charge && late {
        return Err(StepRefusal::NotAtTheStart { rule: RuleId::new("MOV-OBLIQUE-CHARGE") });
    }
    Ok(())
}
