//! The one place where values become sentences.

use std::fmt;

use rulebook::FireEffect;

use crate::charge::{CannotCharge, ChargeRefusal, NoColdSteel, Role};
use crate::deed::{Deed, Opened};
use crate::fire::{FireRefusal, Halving, NotReady, Outcome, Part};
use crate::formations::ShapeRefusal;

impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match *self {
            Deed::MayManeuver { list: Opened::DoubleQuick } => {
                "may make any one maneuver, at the double quick"
            }
            Deed::MayManeuver { list: Opened::WellHandled } => "may make any one maneuver",
            Deed::MayManeuver { list: Opened::Tardy } => "may make one short maneuver",
            Deed::GoodOrder => "returns to good order",
            Deed::Reforms => "reforms facing the enemy",
            Deed::HoldsAndMayFire => "holds its position and may only fire",
            Deed::Holds => "holds its position",
            Deed::RetreatsOutOfCloseRange => "retreats out of close range",
            Deed::RetreatsTwoInches => "retreats until 2\" from the enemy",
            Deed::FullRetreatBroken => "runs a full retreat, broken",
            Deed::MountsFirst => "mounts first",
            Deed::RunsToItsHorses => "runs to its tethered horses first",
            Deed::StopsPresenting => "no longer presents bayonets",
            Deed::Disordered => "is disordered",
            Deed::LosesStands { stands } => return write!(f, "loses {}", count(stands, "stand")),
            Deed::GunsRetreatSilenced => "limbers and makes a full retreat, silenced",
            Deed::Silenced => "the guns are silenced",
            Deed::GunsSilenced { stands } => {
                return write!(f, "{} silenced", count(stands, "gun stand"));
            }
            Deed::GunsDamaged { stands } => {
                return write!(f, "{} damaged", count(stands, "gun stand"));
            }
            Deed::GunDamagedAndSilenced => "1 gun stand damaged and silenced",
            Deed::GunsWrecked { stands } => {
                return write!(f, "{} wrecked", count(stands, "gun stand"));
            }
            Deed::GunsLost => "the guns are lost",
            Deed::ShelteredCrewsLost => "gun crews sheltered with it are lost",
            Deed::ChargeChecked => "the charge is checked",
            Deed::ChargeHome => "the charge goes home",
            Deed::ChargeBlunted => "the countercharge is blunted: it fights as stationary cavalry",
            Deed::LowOnAmmunition => "low on ammunition",
            Deed::LeaderCheck => "its leader is rolled for",
            Deed::MayRecall => "or recalls, up to a full move",
            Deed::CarriesThePosition => "carries the position",
            Deed::MayCarryThePosition => "may carry the position",
            Deed::BreaksThrough => "breaks through at the closest enemy",
        };
        f.write_str(text)
    }
}

impl Outcome {
    /// Would it harm guns that are whole?
    pub fn hurts_guns(&self) -> bool {
        match self.effect {
            FireEffect::Lively => self.cannonade,
            effect => effect != FireEffect::Desultory,
        }
    }

    /// What is said of it where it does nothing.
    pub fn spares(&self) -> &'static str {
        match (self.effect, self.cannonade) {
            (FireEffect::Lively, true) => "no effect, its target is in disorder already",
            (FireEffect::Lively, false) => {
                "no effect, it hurts only if guns give half of the points or more"
            }
            _ => "no effect, stray shots that hurt nobody",
        }
    }
}

impl fmt::Display for Part {
    /// `1st Legero: 7 stands x 1 = 7 points, at 5" to 5.3" (4" to 8")`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.name.is_empty() {
            write!(f, "{}: ", self.name)?;
        }
        let stands = count(self.stands, if self.guns { "gun stand" } else { "stand" });
        write!(f, "{stands} x {}", self.each)?;
        let why: Vec<&str> = self.halved.iter().map(|why| halving(*why)).collect();
        if !why.is_empty() {
            write!(f, " ({} each, halved: {})", self.full, why.join(", "))?;
        }
        let points = self.points();
        let noun = if points.in_eighths() <= 8 { "point" } else { "points" };
        let (near, far) = (self.range.0.to_tenth(), self.range.1.to_tenth());
        let range = if near == far { near.to_string() } else { format!("{near} to {far}") };
        write!(f, " = {points} {noun}, {} at {range}", self.weapon)?;
        write!(f, " (band {} to {})", self.band.0, self.band.1)?;
        match self.accuracy {
            Some(die) => write!(f, ", each if its die is {die} or more"),
            None => Ok(()),
        }
    }
}

fn halving(why: Halving) -> &'static str {
    match why {
        Halving::Disordered => "disordered",
        Halving::LowOnAmmunition => "low on ammunition",
        Halving::Damaged => "damaged",
    }
}

/// A sentence as a part of another: no capital, no full stop.
pub(crate) fn capital_off(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_lowercase().to_string());
    format!("{}{}", first.unwrap_or_default(), letters.as_str().trim_end_matches('.'))
}

/// `1 stand`, `2 stands`.
pub(crate) fn count(number: u8, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

impl fmt::Display for FireRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FireRefusal::UnknownWeapon { code } => {
                write!(f, "no weapon `{code}` for that nation in this war")
            }
            FireRefusal::OutOfRange { weapon, range, reach, rule } => {
                let range = range.up_to_tenth();
                write!(f, "{weapon} reaches {reach}, the target is at {range} ({rule})")
            }
            FireRefusal::TooNear { weapon, range, beyond, rule } => {
                let range = range.to_tenth();
                write!(f, "{weapon} fires only beyond {beyond}, the target is at {range} ({rule})")
            }
            FireRefusal::TooDark { range, limit, rule } => {
                let range = range.up_to_tenth();
                write!(
                    f,
                    "in this light nothing farther than {limit} can be fired at, the target is at {range} ({rule})"
                )
            }
            FireRefusal::TooManyRockets { most } => {
                write!(f, "a volley has at most {most} rocket stands")
            }
            FireRefusal::Mounted { rule } => write!(f, "mounted troops do not fire ({rule})"),
            FireRefusal::NotReady { why, rule } => {
                let who = match why {
                    NotReady::Broken => "broken troops",
                    NotReady::Limbered => "limbered guns",
                    NotReady::Silenced => "silenced guns",
                };
                write!(f, "{who} do not fire ({rule})")
            }
            FireRefusal::PresentingBayonets { rule } => {
                write!(f, "troops that present bayonets do not fire ({rule})")
            }
            FireRefusal::NoPoints { rule } => write!(f, "too few fire points to fire ({rule})"),
        }
    }
}

impl std::error::Error for FireRefusal {}

impl fmt::Display for ChargeRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChargeRefusal::NoStands { role } => {
                let side = match role {
                    Role::Attacker => "attacker",
                    Role::Defender => "defender",
                };
                write!(f, "the {side} needs a number of stands, such as 8/5/3 or \"8 stands\"")
            }
            ChargeRefusal::NoColdSteel { why, rule } => {
                let why = match why {
                    NoColdSteel::Stands => "troops that stand to receive a charge",
                    NoColdSteel::NoBayonets => "troops without bayonets",
                    NoColdSteel::Dismounted => "horse on foot",
                    NoColdSteel::NoSabers => "cavalry without sabers or lances",
                    NoColdSteel::MountedInfantry => "mounted infantry",
                    NoColdSteel::Guns => "guns",
                };
                write!(f, "{why} cannot charge with cold steel ({rule})")
            }
            ChargeRefusal::CannotCharge { why, rule } => {
                let why = match why {
                    CannotCharge::Guns => "guns",
                    CannotCharge::Broken => "broken troops",
                    CannotCharge::MarchColumn => "march columns",
                    CannotCharge::Square => "squares",
                    CannotCharge::PresentedBayonets => "troops that present bayonets",
                };
                write!(f, "{why} cannot charge ({rule})")
            }
            ChargeRefusal::AttackerHoldsGround { rule } => {
                write!(f, "ground and works help the defender alone; say it of him ({rule})")
            }
            ChargeRefusal::MixedArms { rule } => {
                write!(f, "infantry and cavalry cannot charge one target here ({rule})")
            }
        }
    }
}

impl std::error::Error for ChargeRefusal {}

impl fmt::Display for ShapeRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShapeRefusal::Gap { gap, most, rule, .. } if *most == geometry::Length::ZERO => {
                write!(f, "so many stands keep no gaps, this one is {gap} ({rule})")
            }
            ShapeRefusal::Gap { gap, least, most, rule } => {
                write!(f, "a gap is {least} to {most}, this one is {gap} ({rule})")
            }
            ShapeRefusal::GapCount { needed } => {
                write!(f, "it takes {}, one for each pair of neighbours", count(*needed, "gap"))
            }
            ShapeRefusal::RefusedStands { most, rule } => write!(
                f,
                "at most {} of a flank may be refused, and two must stay ({rule})",
                count(*most, "stand")
            ),
            ShapeRefusal::RefusedTurn { rule } => {
                write!(f, "a flank is refused by at most 45° ({rule})")
            }
            ShapeRefusal::Ranks { most, rule } => {
                write!(f, "it takes 1 to {} ({rule})", count(*most, "rank"))
            }
            ShapeRefusal::TooFew { fewest, rule } => {
                write!(f, "it takes at least {} ({rule})", count(*fewest, "stand"))
            }
        }
    }
}

impl std::error::Error for ShapeRefusal {}
