//! Reasons to refuse that stand in a different entry of each war's ledger.

use crate::{RuleId, named};

named! {
    /// A reason to refuse, or for what comes to nothing.
    pub enum Reason {
        /// Only infantry forms square.
        SquareWho = "square-who",
        /// Where a square may open.
        SquareLeave = "square-leave",
        /// A square that opens into march column.
        SquareLeaveMarch = "square-leave-march",
        /// Where a square may stand.
        SquarePlace = "square-place",
        /// No room for a square.
        SquareRoom = "square-room",
        /// A square does not wheel.
        SquareNoWheel = "square-no-wheel",
        /// A square has no full move in disorder.
        SquareTardyFull = "square-tardy-full",
        /// Formations that form a hasty square.
        SquareHastyFormation = "square-hasty-formation",
        /// Broken units form none.
        SquareHastyBroken = "square-hasty-broken",
        /// A hasty square answers cavalry.
        SquareHastyCavalry = "square-hasty-cavalry",
        /// Too far from the charge to answer it.
        SquareHastyNear = "square-hasty-near",
        /// How a charge comes at a square that its target has formed.
        SquareCharged = "square-charged",
        /// Each side of a square has a target of its own.
        SquareFireSides = "square-fire-sides",
        /// A square that is hard pressed holds.
        SquareHolds = "square-holds",
        /// Who may be in the loose formation.
        LooseWho = "loose-who",
        /// What the loose formation looks like.
        LooseShape = "loose-shape",
        /// When its frontage may change.
        FrontageWhen = "frontage-when",
        /// Its frontage in a retreat that it is forced to.
        FrontageRetreat = "frontage-retreat",
        /// Its frontage and a march by the flank.
        FrontageFlank = "frontage-flank",
        /// Heavy carriages do one thing at a time.
        HeavyCarriage = "heavy-carriage",
        /// Heavy carriages do not limber and leave.
        HeavyRetreat = "heavy-retreat",
        /// Heavy carriages at a road.
        HeavyRoad = "heavy-road",
        /// Hand haul.
        HandHaul = "hand-haul",
        /// Prolong.
        Prolong = "prolong",
        /// The way of a prolonging gun.
        ProlongPath = "prolong-path",
        /// Rally of guns.
        GunRally = "gun-rally",
        /// What flying artillery alone can do.
        Flying = "flying",
        /// Skittish cavalry and the full move in disorder.
        SkittishFull = "skittish-full",
        /// Skittish cavalry and the half move.
        SkittishHalf = "skittish-half",
        /// When a unit deploys to the front.
        DeployToTheFront = "deploy-to-the-front",
    }
}

impl Reason {
    /// The entry that serves where a war has none of its own.
    pub(crate) fn common(self) -> &'static str {
        match self {
            Reason::SquareWho => "SQR-MAW-WHO",
            Reason::SquareLeave => "FORM-BASE-CHANGE-PLACE",
            Reason::SquareLeaveMarch => "SQR-MAW-UNFORM-MARCH",
            Reason::SquarePlace => "SQR-MAW-PLACE",
            Reason::SquareRoom => "SQR-MAW-ROOM",
            Reason::SquareNoWheel => "SQR-1812-NO-WHEEL-FACING",
            Reason::SquareTardyFull => "SQR-1812-TARDY-FULL-MOVE",
            Reason::SquareHastyFormation | Reason::SquareHastyBroken => "SQR-MAW-HASTY-STATE",
            Reason::SquareHastyCavalry => "SQR-MAW-HASTY-CAVALRY",
            Reason::SquareHastyNear => "SQR-MAW-HASTY-NEAR",
            Reason::SquareCharged => "SQR-MAW-CHARGE-PATH",
            Reason::SquareHolds => "SQR-MAW-HARD-PRESSED",
            Reason::SquareFireSides => "SQR-MAW-FIRE-SIDES",
            Reason::LooseWho => "FORM-OPEN-WHO",
            Reason::LooseShape => "FORM-OPEN-REPLACES",
            Reason::FrontageWhen | Reason::FrontageRetreat | Reason::FrontageFlank => {
                "FORM-OPEN-FRONTAGE"
            }
            Reason::HeavyCarriage | Reason::HeavyRetreat | Reason::HeavyRoad => "GUN-LIST",
            Reason::HandHaul | Reason::Prolong | Reason::ProlongPath => "GUN-LIST",
            Reason::GunRally => "GUN-RALLY-WH-ONLY",
            Reason::Flying => "GUN-MAW-FLYING-SPECIAL",
            Reason::SkittishFull => "TRP-MAW-MEXCAV-TARDY-FULL",
            Reason::SkittishHalf => "TRP-MAW-MEXCAV-TARDY-HALF",
            Reason::DeployToTheFront => "TRP-DTF-EFFECT",
        }
    }
}

/// The ledger entries of this war for reasons, in the order of `Reason::ALL`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reasons(Vec<RuleId>);

impl Reasons {
    /// A war's own entries, and the common ones for the rest.
    pub fn new(own: &[(Reason, RuleId)]) -> Reasons {
        let entry = |reason: &Reason| {
            let own = own.iter().find(|(of, _)| of == reason);
            own.map_or_else(|| RuleId::new(reason.common()), |(_, rule)| rule.clone())
        };
        Reasons(Reason::ALL.iter().map(entry).collect())
    }

    /// The entry of a reason.
    pub fn rule(&self, reason: Reason) -> RuleId {
        self.0[reason as usize].clone()
    }
}
