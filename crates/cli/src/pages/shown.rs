//! What a picture shows: every formation, and every order that puts somebody elsewhere or otherwise.

use engine::battle::Order;
use engine::movement::Step;
use engine::moves::{GunManeuver, Maneuver};
use rulebook::named;

named! {
    /// A maneuver, as far as a picture is concerned.
    pub enum Shown {
        /// Straight ahead.
        Advance = "advance",
        /// Straight back.
        Withdraw = "withdraw",
        /// Slantwise ahead.
        Oblique = "oblique",
        /// Slantwise back.
        ObliqueBack = "oblique-back",
        /// About one flank.
        Wheel = "wheel",
        /// Sideways.
        ByTheFlank = "march-by-the-flank",
        /// A square, any way.
        Shift = "shift",
        /// Along a road.
        AlongRoad = "along-a-road",
        /// Flanks refused or straightened.
        Refuse = "refuse",
        /// A loose line made wider or narrower.
        Frontage = "frontage",
        /// A new formation.
        ChangeFormation = "change-formation",
        /// Into the saddle.
        Mount = "mount",
        /// Out of it.
        Dismount = "dismount",
        /// Through a friend.
        PassageOfLines = "passage-of-lines",
        /// From column into line.
        DeployToTheFront = "deploy-to-the-front",
        /// A quarter turn of a line.
        ChangeFront = "change-front",
        /// About-face.
        RearRank = "face-by-the-rear-rank",
        /// Over a high obstacle.
        Scale = "scale",
        /// A gun on its limber goes somewhere.
        GunMove = "gun-move",
        /// Limbers.
        Limber = "limber",
        /// Unlimbers.
        Unlimber = "unlimber",
        /// A gun turns in place.
        Pivot = "pivot",
        /// Is pushed by hand.
        HandHaul = "hand-haul",
        /// Retires by prolonge.
        Prolong = "prolong",
        /// Limbers and runs.
        GunRetreat = "gun-retreat",
        /// A charge.
        Charge = "charge",
        /// A countercharge.
        Countercharge = "countercharge",
        /// A hasty square.
        HastySquare = "hasty-square",
        /// Presented bayonets.
        PresentBayonets = "present-bayonets",
        /// Skirmishers called in before a charge.
        RejoinHasty = "rejoin-hasty",
        /// A crew shelters.
        Shelter = "shelter",
        /// A crew goes back to its gun.
        CrewReturns = "crew-returns",
        /// Out of a charger's way.
        Evade = "evade",
        /// A charge goes on.
        PressOn = "press-on",
        /// Carrying the position.
        Carry = "carry-the-position",
        /// Cavalry recalls.
        Recall = "recall",
        /// Back, as the rules have it.
        GoBack = "retreat",
        /// Through a defile.
        Storm = "storm",
        /// Skirmishers out.
        Send = "send-skirmishers",
        /// Skirmishers in.
        Rejoin = "rejoin",
        /// To the horses.
        RunToHorses = "run-to-horses",
        /// A leader's ride.
        MoveLeader = "move-leader",
        /// Fire at somebody on his way.
        PassingFire = "pass-through-fire",
    }
}

fn step(step: &Step) -> Shown {
    match step {
        Step::Advance { .. } => Shown::Advance,
        Step::Withdraw { .. } => Shown::Withdraw,
        Step::Oblique { .. } => Shown::Oblique,
        Step::ObliqueBack { .. } => Shown::ObliqueBack,
        Step::Wheel { .. } => Shown::Wheel,
        Step::ByTheFlank { .. } => Shown::ByTheFlank,
        Step::Shift { .. } => Shown::Shift,
        Step::AlongRoad { .. } => Shown::AlongRoad,
    }
}

/// What an order shows; nothing for one that leaves everybody where and as he is.
pub fn shown(order: &Order) -> Vec<Shown> {
    match order {
        Order::Maneuver { maneuver, .. } => troops(maneuver),
        Order::Gun { maneuver, .. } => guns(maneuver),
        Order::Charge { bend, .. } => bend.iter().map(step).chain([Shown::Charge]).collect(),
        Order::Countercharge { .. } => vec![Shown::Countercharge],
        Order::Square { .. } => vec![Shown::HastySquare],
        Order::Present { .. } => vec![Shown::PresentBayonets],
        Order::RejoinHasty { .. } => vec![Shown::RejoinHasty],
        Order::Shelter { .. } => vec![Shown::Shelter],
        Order::CrewReturns { .. } => vec![Shown::CrewReturns],
        Order::Evade { .. } => vec![Shown::Evade],
        Order::PressOn { .. } => vec![Shown::PressOn],
        Order::Carry { .. } => vec![Shown::Carry],
        Order::Recall { .. } => vec![Shown::Recall],
        Order::GoBack { .. } => vec![Shown::GoBack],
        Order::Storm { .. } => vec![Shown::Storm],
        Order::Send { .. } => vec![Shown::Send],
        Order::Rejoin { .. } => vec![Shown::Rejoin],
        Order::RunToHorses { .. } => vec![Shown::RunToHorses],
        Order::MoveLeader { .. } => vec![Shown::MoveLeader],
        Order::Fire { passing: Some(_), .. } => vec![Shown::PassingFire],
        Order::Done
        | Order::Enter { .. }
        | Order::Attach { .. }
        | Order::Detach { .. }
        | Order::Check { .. }
        | Order::Stand { .. }
        | Order::Fire { passing: None, .. }
        | Order::Fight { .. }
        | Order::Lose { .. }
        | Order::Pick { .. }
        | Order::Resign
        | Order::Use { .. } => Vec::new(),
    }
}

fn troops(maneuver: &Maneuver) -> Vec<Shown> {
    let refused = |refuse: bool| refuse.then_some(Shown::Refuse);
    match maneuver {
        Maneuver::Hold { refuse, frontage } => {
            let frontage = frontage.is_some().then_some(Shown::Frontage);
            refused(refuse.is_some()).into_iter().chain(frontage).collect()
        }
        Maneuver::Move { steps, refuse, frontage, .. } => {
            let frontage = frontage.is_some().then_some(Shown::Frontage);
            let more = refused(refuse.is_some()).into_iter().chain(frontage);
            steps.iter().map(step).chain(more).collect()
        }
        Maneuver::ChangeFormation { before, to, after, refuse } => {
            let kind = match to.mounted {
                None => Shown::ChangeFormation,
                Some(true) => Shown::Mount,
                Some(false) => Shown::Dismount,
            };
            let steps = before.iter().chain(after).map(step);
            steps.chain([kind]).chain(refused(refuse.is_some())).collect()
        }
        Maneuver::PassageOfLines { steps, .. } => {
            steps.iter().map(step).chain([Shown::PassageOfLines]).collect()
        }
        Maneuver::MarchByTheFlank { .. } => vec![Shown::ByTheFlank],
        Maneuver::DeployToTheFront { .. } => vec![Shown::DeployToTheFront],
        Maneuver::ChangeFront { refuse, .. } => {
            [Shown::ChangeFront].into_iter().chain(refused(refuse.is_some())).collect()
        }
        Maneuver::FaceByTheRearRank => vec![Shown::RearRank],
        Maneuver::ScaleObstacle { .. } => vec![Shown::Scale],
        Maneuver::Replenish => Vec::new(),
    }
}

fn guns(maneuver: &GunManeuver) -> Vec<Shown> {
    match maneuver {
        GunManeuver::Move { steps, limber, unlimber, .. } => {
            let more = [
                limber.is_some().then_some(Shown::Limber),
                unlimber.is_some().then_some(Shown::Unlimber),
                Some(Shown::GunMove),
            ];
            steps.iter().map(step).chain(more.into_iter().flatten()).collect()
        }
        GunManeuver::Limber(_) => vec![Shown::Limber],
        GunManeuver::Unlimber { .. } => vec![Shown::Unlimber],
        GunManeuver::Pivot { .. } => vec![Shown::Pivot],
        GunManeuver::HandHaul { .. } => vec![Shown::HandHaul],
        GunManeuver::Prolong { .. } => vec![Shown::Prolong],
        GunManeuver::Retreat => vec![Shown::GunRetreat],
        GunManeuver::Hold | GunManeuver::Fire | GunManeuver::Rally | GunManeuver::Replenish => {
            Vec::new()
        }
    }
}
