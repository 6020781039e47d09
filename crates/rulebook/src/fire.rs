//! Fire points, the musketry and cannonade table, and weapons.

use std::fmt;
use std::sync::Arc;

use geometry::Length;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Bands, Experience, FireFact, Modifiers, Nation, RuleId, named};

/// Fire points in eighths, so that half points halved twice stay exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FirePoints(u32);

impl FirePoints {
    /// No points.
    pub const ZERO: FirePoints = FirePoints(0);

    /// A number of eighths of a point.
    pub const fn eighths(eighths: u32) -> FirePoints {
        FirePoints(eighths)
    }

    /// A whole number of points.
    pub const fn whole(points: u32) -> FirePoints {
        FirePoints(points * 8)
    }

    /// These points in eighths.
    pub const fn in_eighths(self) -> u32 {
        self.0
    }

    /// Fractions dropped.
    pub const fn rounded_down(self) -> u32 {
        self.0 / 8
    }

    /// Half of them.
    pub const fn half(self) -> FirePoints {
        FirePoints(self.0 / 2)
    }

    /// Is this at least half of `total`?
    pub const fn is_half_of(self, total: FirePoints) -> bool {
        self.0 * 2 >= total.0
    }

    /// Reads `1`, `1/2` or `0.5`.
    pub fn parse(text: &str) -> Option<FirePoints> {
        match text {
            "1/2" | "0.5" => Some(FirePoints(4)),
            whole => whole.parse().ok().filter(|&n: &u32| n <= 100).map(FirePoints::whole),
        }
    }
}

impl std::ops::Add for FirePoints {
    type Output = FirePoints;
    fn add(self, other: FirePoints) -> FirePoints {
        FirePoints(self.0 + other.0)
    }
}

impl std::ops::Mul<u32> for FirePoints {
    type Output = FirePoints;
    fn mul(self, times: u32) -> FirePoints {
        FirePoints(self.0 * times)
    }
}

impl fmt::Display for FirePoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, eighths) = (self.0 / 8, self.0 % 8);
        let fraction = ["", "1/8", "1/4", "3/8", "1/2", "5/8", "3/4", "7/8"][eighths as usize];
        let text = match (whole, eighths) {
            (_, 0) => whole.to_string(),
            (0, _) => fraction.to_owned(),
            _ => format!("{whole} {fraction}"),
        };
        f.pad(&text)
    }
}

impl Serialize for FirePoints {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(f64::from(self.0) / 8.0)
    }
}

impl JsonSchema for FirePoints {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "FirePoints".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "number", "description": "fire points, to the eighth" })
    }
}

named! {
    /// The named effects of fire, worst first.
    pub enum FireEffect {
        /// Two stands or more.
        Withering = "withering",
        /// One stand.
        Telling = "telling",
        /// Disorder.
        Galling = "galling",
        /// Disorder by cannonade.
        Lively = "lively",
        /// Nothing.
        Desultory = "desultory",
    }
}

impl FireEffect {
    /// The title as printed.
    pub const fn title(self) -> &'static str {
        match self {
            FireEffect::Withering => "Withering Fire",
            FireEffect::Telling => "Telling Fire",
            FireEffect::Galling => "Galling Fire",
            FireEffect::Lively => "Lively Fire",
            FireEffect::Desultory => "Desultory Fire",
        }
    }

    /// The effect one step milder, for a unit massed behind the target.
    pub const fn next_lower(self) -> FireEffect {
        match self {
            FireEffect::Withering => FireEffect::Telling,
            FireEffect::Telling => FireEffect::Galling,
            FireEffect::Galling => FireEffect::Lively,
            FireEffect::Lively | FireEffect::Desultory => FireEffect::Desultory,
        }
    }
}

named! {
    /// The seven printed rows: Telling Fire has three, which differ in what they do to a charge.
    pub enum FireRow {
        /// Withering Fire.
        Withering = "withering",
        /// Telling Fire that checks any charge.
        TellingUpper = "telling-upper",
        /// Telling Fire that checks a charge without cold steel.
        TellingMiddle = "telling-middle",
        /// Telling Fire that does not check.
        TellingLower = "telling-lower",
        /// Galling Fire.
        Galling = "galling",
        /// Lively Fire.
        Lively = "lively",
        /// Desultory Fire.
        Desultory = "desultory",
    }
}

impl FireRow {
    /// The effect the row names.
    pub const fn effect(self) -> FireEffect {
        match self {
            FireRow::Withering => FireEffect::Withering,
            FireRow::TellingUpper | FireRow::TellingMiddle | FireRow::TellingLower => {
                FireEffect::Telling
            }
            FireRow::Galling => FireEffect::Galling,
            FireRow::Lively => FireEffect::Lively,
            FireRow::Desultory => FireEffect::Desultory,
        }
    }
}

named! {
    /// When a row checks a charge.
    pub enum Checks {
        /// Always.
        Always = "always",
        /// Unless the charge is made with cold steel.
        UnlessColdSteel = "unless-cold-steel",
        /// Only if the fire is a cannonade.
        Cannonade = "cannonade",
        /// Never: the charge goes home.
        Never = "never",
    }
}

/// One row of the fire table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FireTableRow {
    /// Which row.
    pub row: FireRow,
    /// What it does to a charge.
    pub checks: Checks,
    /// What it does to a charge of skittish cavalry.
    pub checks_skittish: Checks,
    /// The ledger entry.
    pub rule: RuleId,
}

/// One step from fire points to a die modifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakpoint {
    /// Lowest whole points of the step; 0 stands for less than one point.
    pub from: u32,
    /// The modifier.
    pub value: i8,
    /// The ledger entry.
    pub rule: RuleId,
}

/// What the effects cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FireLosses {
    /// Troop stands lost to Withering Fire.
    pub withering_stands: u8,
    /// Gun stands wrecked by Withering Fire.
    pub withering_guns: u8,
    /// From this result on one stand more.
    pub withering_extra_from: i8,
    /// Troop stands lost to Telling Fire.
    pub telling_stands: u8,
    /// Telling Fire damages and silences one and the same gun stand.
    pub telling_on_one_gun: bool,
    /// Stands lost to Galling Fire by troops already disordered.
    pub galling_stands: u8,
    /// Fire points are halved once, however many reasons apply.
    pub halve_once: bool,
    /// The unmodified die that brings low ammunition and a fallen leader check.
    pub special_die: u8,
    /// A leader this near to the target is at risk.
    pub leader_within: Length,
    /// Units this near behind the target suffer the next lower effect.
    pub massed_within: Length,
}

/// The musketry and cannonade chapter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fire {
    /// Fire points to die modifier, lowest first.
    pub breakpoints: Vec<Breakpoint>,
    /// Die roll modifiers.
    pub modifiers: Modifiers<FireFact>,
    /// The rows, in the order of `FireRow::ALL`.
    pub rows: Vec<FireTableRow>,
    /// By experience, in the order of `Experience::ALL`.
    pub columns: [Bands<FireRow>; 4],
    /// What the effects cost.
    pub losses: FireLosses,
    /// Nations whose mounted cavalry is skittish under fire.
    pub skittish_nations: Vec<Nation>,
    /// Nations whose muskets fire buck and ball in a charge without a scenario's leave.
    pub buck_and_ball_nations: Vec<Nation>,
    /// Artillery that shares a target needs both a near target and an artillery leader.
    pub massing_needs_both: bool,
    /// The ledger entry on sharing targets.
    pub massing_rule: RuleId,
    /// In twilight, fire from farther than this counts as fire at full cover.
    pub twilight_clear_within: Length,
}

impl Fire {
    /// The modifier for `points`; nothing if they are too few to fire.
    pub fn breakpoint(&self, points: FirePoints) -> Option<&Breakpoint> {
        if points == FirePoints::ZERO {
            return None;
        }
        let whole = points.rounded_down();
        self.breakpoints.iter().rev().find(|b| b.from <= whole)
    }

    /// The row that `result` reaches against a target of `experience`.
    pub fn row(&self, experience: Experience, result: i8) -> &FireTableRow {
        let row = self.columns[experience as usize].at(result);
        &self.rows[row as usize]
    }
}

named! {
    /// What a weapon is fired by.
    pub enum WeaponKind {
        /// Muskets, rifles, carbines: musketry.
        SmallArm = "small-arm",
        /// Guns and howitzers: cannonade.
        Gun = "gun",
        /// Rockets: cannonade with an accuracy roll.
        Rocket = "rocket",
    }
}

/// Fire points up to a distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RangeBand {
    /// Upper limit, included.
    pub to: Length,
    /// Points of one stand.
    pub points: FirePoints,
    /// Lowest accuracy die that lets a rocket count.
    pub accuracy: Option<u8>,
}

/// A row of the weapon tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weapon {
    /// The code on a unit's label.
    pub code: Arc<str>,
    /// Other codes accepted for it.
    pub aliases: Vec<Arc<str>>,
    /// Words for the player.
    pub name: Arc<str>,
    /// Small arm, gun or rocket.
    pub kind: WeaponKind,
    /// Nations that have this row; empty for all.
    pub nations: Vec<Nation>,
    /// Bands, nearest first.
    pub bands: Vec<RangeBand>,
    /// Fires only beyond this distance.
    pub beyond: Option<Length>,
    /// The range within which it drives troops back.
    pub close_range: Length,
    /// Takes a bayonet.
    pub bayonet: bool,
    /// Fires buck and ball in a charge.
    pub buck_and_ball: bool,
    /// Gives the repeater bonus in a charge.
    pub repeater: bool,
    /// The ledger entry.
    pub rule: RuleId,
}

impl Weapon {
    /// The band for `distance`; nothing out of range.
    pub fn band(&self, distance: Length) -> Option<&RangeBand> {
        if self.beyond.is_some_and(|beyond| distance <= beyond) {
            return None;
        }
        self.bands.iter().find(|band| distance <= band.to)
    }

    /// The farthest it can fire.
    pub fn reach(&self) -> Length {
        self.bands.last().map_or(Length::ZERO, |band| band.to)
    }
}

named! {
    /// How a gun is mounted for the road.
    pub enum Carriage {
        /// Light: limbers and fires in one maneuver.
        Light = "light",
        /// Heavy: cannot be got away in time.
        Heavy = "heavy",
        /// Flying artillery of the Mexican War.
        Flying = "flying",
    }
}

/// A kind of gun stand: a weapon on a carriage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The code on a unit's label, such as `hcHG`.
    pub code: Arc<str>,
    /// Words for the player.
    pub name: Arc<str>,
    /// The weapon's code.
    pub weapon: Arc<str>,
    /// Nations that have it; empty for all.
    pub nations: Vec<Nation>,
    /// Its carriage.
    pub carriage: Carriage,
    /// Rows of the movement chart it may use.
    pub movement: Vec<Arc<str>>,
    /// How far its crew can haul it by hand.
    pub hand_haul: Option<Length>,
    /// Moves at the double quick.
    pub double_quick: bool,
    /// Can be prolonged to the rear.
    pub prolong: bool,
    /// The ledger entry.
    pub rule: RuleId,
}
