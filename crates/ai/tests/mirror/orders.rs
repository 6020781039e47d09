//! Orders in the mirror.

use engine::battle::{Firing, Order};
use engine::movement::{Hand, Step};
use engine::moves::{
    Frontage, GunManeuver, Limbering, Maneuver, NewFormation, Presenting, Sending, Storming,
};
use geometry::Angle;

use super::{Image, Mirror, swapped};

fn other(hand: Hand) -> Hand {
    match hand {
        Hand::Left => Hand::Right,
        Hand::Right => Hand::Left,
    }
}

fn limbering(so: Limbering) -> Limbering {
    match so {
        Limbering::About => Limbering::About,
        Limbering::To(facing) => Limbering::To(facing.reversed()),
    }
}

impl Mirror {
    /// The order that is in the mirror what `order` is before it.
    pub fn order(&self, image: &Image, order: &Order) -> Order {
        let mut order = order.clone();
        match &mut order {
            Order::Enter { at, .. } => *at = self.point(*at),
            Order::Attach { way, .. } | Order::MoveLeader { way, .. } => *way = self.points(way),
            Order::Detach { to, .. } => *to = self.point(*to),
            Order::Charge { bend, .. } => *bend = bend.map(|step| self.step(step)),
            Order::Present { how, .. } => *how = self.presenting(how),
            Order::Recall { to, .. } => *to = self.pose(*to),
            Order::Maneuver { maneuver, .. } => *maneuver = self.maneuver(maneuver),
            Order::Gun { unit, stand, maneuver } => {
                *stand = image.stand(*unit, *stand);
                *maneuver = self.gun(maneuver);
            }
            Order::Shelter { unit, stand, .. } | Order::CrewReturns { unit, stand } => {
                *stand = image.stand(*unit, *stand);
            }
            Order::Storm { how, .. } => *how = self.storming(how),
            Order::Send { how, .. } => *how = self.sending(how),
            Order::Fire { firers, .. } => {
                for Firing { unit, stands } in firers {
                    *stands = stands.as_ref().map(|stands| image.stands(*unit, stands));
                }
            }
            Order::Lose { unit, stands } => *stands = image.stands(*unit, stands),
            Order::Pick { unit, stand } => *stand = stand.map(|stand| image.stand(*unit, stand)),
            Order::Done
            | Order::Use { .. }
            | Order::Check { .. }
            | Order::Countercharge { .. }
            | Order::Square { .. }
            | Order::RejoinHasty { .. }
            | Order::Evade { .. }
            | Order::Stand { .. }
            | Order::PressOn { .. }
            | Order::Carry { .. }
            | Order::GoBack { .. }
            | Order::Rejoin { .. }
            | Order::RunToHorses { .. }
            | Order::Fight { .. }
            | Order::Resign => {}
        }
        order
    }

    pub(super) fn step(&self, step: Step) -> Step {
        match step {
            Step::Oblique { to, slant, by } => Step::Oblique { to: other(to), slant, by },
            Step::ObliqueBack { to, slant, by } => Step::ObliqueBack { to: other(to), slant, by },
            Step::Wheel { to, turn } => Step::Wheel { to: other(to), turn },
            Step::ByTheFlank { to, by } => Step::ByTheFlank { to: other(to), by },
            Step::Shift { heading, by } => Step::Shift { heading: heading.reversed(), by },
            Step::Advance { .. } | Step::Withdraw { .. } | Step::AlongRoad { .. } => step,
        }
    }

    fn steps(&self, steps: &[Step]) -> Vec<Step> {
        steps.iter().map(|step| self.step(*step)).collect()
    }

    fn maneuver(&self, maneuver: &Maneuver) -> Maneuver {
        let mut maneuver = maneuver.clone();
        match &mut maneuver {
            Maneuver::Hold { refuse, frontage } => {
                *refuse = refuse.map(swapped);
                *frontage = frontage.as_ref().map(|frontage| self.frontage(frontage));
            }
            Maneuver::Move { steps, refuse, frontage, .. } => {
                *steps = self.steps(steps);
                *refuse = refuse.map(swapped);
                *frontage = frontage.as_ref().map(|frontage| self.frontage(frontage));
            }
            Maneuver::ChangeFormation { before, to, after, refuse } => {
                *before = self.steps(before);
                *after = self.steps(after);
                *refuse = refuse.map(swapped);
                let (shape, anchor) = (self.shape(&to.shape), self.pose(to.anchor));
                *to = NewFormation { shape, anchor, ..to.clone() };
            }
            Maneuver::PassageOfLines { steps, .. } => *steps = self.steps(steps),
            Maneuver::MarchByTheFlank { to, .. } => *to = other(*to),
            Maneuver::DeployToTheFront { to, anchor } => {
                *to = self.shape(to);
                *anchor = self.pose(*anchor);
            }
            Maneuver::ChangeFront { about, refuse, .. } => {
                *about = other(*about);
                *refuse = refuse.map(swapped);
            }
            Maneuver::FaceByTheRearRank | Maneuver::ScaleObstacle { .. } | Maneuver::Replenish => {}
        }
        maneuver
    }

    fn frontage(&self, frontage: &Frontage) -> Frontage {
        Frontage {
            shape: self.shape(&frontage.shape),
            anchor: self.pose(frontage.anchor),
            ..frontage.clone()
        }
    }

    fn gun(&self, maneuver: &GunManeuver) -> GunManeuver {
        let mut maneuver = maneuver.clone();
        match &mut maneuver {
            GunManeuver::Move { steps, limber, unlimber, .. } => {
                *steps = self.steps(steps);
                *limber = limber.map(limbering);
                *unlimber = unlimber.map(Angle::reversed);
            }
            GunManeuver::Unlimber { facing, .. } | GunManeuver::Pivot { facing, .. } => {
                *facing = facing.reversed();
            }
            GunManeuver::Limber(so) => *so = limbering(*so),
            GunManeuver::HandHaul { to, .. } | GunManeuver::Prolong { to, .. } => *to = other(*to),
            GunManeuver::Hold
            | GunManeuver::Fire
            | GunManeuver::Rally
            | GunManeuver::Replenish
            | GunManeuver::Retreat => {}
        }
        maneuver
    }

    pub(super) fn presenting(&self, how: &Presenting) -> Presenting {
        match how {
            Presenting::AsItStands { flanks } => {
                Presenting::AsItStands { flanks: swapped(*flanks) }
            }
            Presenting::ToFlank { to } => Presenting::ToFlank { to: other(*to) },
            Presenting::ToRear => Presenting::ToRear,
        }
    }

    pub(super) fn storming(&self, how: &Storming) -> Storming {
        Storming { refuse: how.refuse.map(swapped), ..how.clone() }
    }

    fn sending(&self, how: &Sending) -> Sending {
        Sending {
            gaps: how.gaps.iter().rev().copied().collect(),
            at: how.at.map(|at| self.pose(at)),
            steps: self.steps(&how.steps),
            refuse: how.refuse.map(swapped),
            change: how.change.as_ref().map(|change| self.maneuver(change)),
            ..how.clone()
        }
    }
}
