//! Ways that might serve a unit, each with the place at its end.

use engine::battle::Refusal;
use engine::formations::{Flanks, Shape};
use engine::movement::{Gait, Hand, Step, allowance};
use engine::moves::{self, Maneuver, NewFormation, row_of};
use engine::{Formation, Opened};
use geometry::{Angle, Length, Pose, Spot};
use rulebook::{Arm, Feature, Ground, Obstacle};

use super::{Proposal, Weighing};
use crate::situation::{INCH, gait, inches};
use crate::worth::Standing;

impl Weighing<'_> {
    /// What might serve, the best first.
    pub(super) fn proposals(&self, list: Opened) -> Vec<(f64, Proposal)> {
        let mut found = Vec::new();
        let unit = &self.force.placed.unit;
        match &self.force.placed.shape {
            Shape::Cluster | Shape::Apart { .. } => {}
            Shape::Square => self.shifts(list, &mut found),
            Shape::MarchColumn { .. } => self.column(list, &mut found),
            _ => self.line(list, &mut found),
        }
        if unit.formation != Formation::Garrison {
            self.formations(list, &mut found);
            self.march_columns(list, &mut found);
        }
        let mut weighed: Vec<(f64, Proposal)> = found
            .into_iter()
            .map(|proposal| (self.value(proposal.there, proposal.disordered).0, proposal))
            .collect();
        weighed.sort_by(|a, b| b.0.total_cmp(&a.0));
        weighed.dedup_by(|a, b| a.1.maneuver == b.1.maneuver);
        weighed
    }

    /// How far it may go over each kind of ground.
    fn allowances(&self, list: Opened, disordered: bool) -> Vec<f64> {
        let Some(row) = row_of(&self.state.book, &self.force.placed.unit) else {
            return Vec::new();
        };
        let hurries = disordered && list == Opened::Tardy;
        let gait = if hurries { Gait::Full } else { gait(list) };
        let mut all: Vec<f64> =
            Ground::ALL.iter().map(|ground| inches(allowance(row, gait, *ground))).collect();
        all.push(all.last().copied().unwrap_or(0.0) / 2.0);
        all.dedup();
        all
    }

    fn push(&self, found: &mut Vec<Proposal>, steps: Vec<Step>, disordered: bool) {
        let wide = geometry::rounded(self.force.half * 2.0);
        let start = self.force.placed.anchor;
        let pose = steps.iter().fold(start, |pose, step| step.from(pose, wide));
        let there = Standing { pose, ..self.force.standing() };
        let maneuver = Maneuver::Move { steps, disordered, refuse: None, frontage: None };
        found.push(Proposal { maneuver, there, disordered });
    }

    /// The same way as far as a refusal says it can be gone.
    pub(super) fn shortened(&self, proposal: Proposal, refusal: &Refusal) -> Option<Proposal> {
        let Maneuver::Move { mut steps, disordered, refuse, frontage } = proposal.maneuver else {
            return None;
        };
        let straight = steps.len() == 1;
        let last = steps.last_mut()?;
        let by = last.length(Length::ZERO);
        let left = match refusal {
            Refusal::Move(moves::Refusal::TooFar { needs, has, .. }) => {
                inches(by) - (inches(*needs) - inches(*has)) - 2.0
            }
            Refusal::Move(moves::Refusal::Blocked(blocked)) => {
                let from = self.force.placed.stands.get(usize::from(blocked.stand))?;
                let gone = inches(from.pose.at.distance(blocked.at)) - 60.0;
                if straight { gone.min(inches(by) - 250.0) } else { inches(by) * 0.4 }
            }
            _ => return None,
        };
        let by = Length::thousandths(left as i32);
        if left < 300.0 {
            return None;
        }
        match last {
            Step::Advance { by: far }
            | Step::Withdraw { by: far }
            | Step::Oblique { by: far, .. }
            | Step::ObliqueBack { by: far, .. }
            | Step::Shift { by: far, .. } => *far = by,
            Step::Wheel { .. } | Step::ByTheFlank { .. } | Step::AlongRoad { .. } => return None,
        }
        let wide = geometry::rounded(self.force.half * 2.0);
        let pose = steps.iter().fold(self.force.placed.anchor, |pose, step| step.from(pose, wide));
        let there = Standing { pose, ..proposal.there };
        let maneuver = Maneuver::Move { steps, disordered, refuse, frontage };
        Some(Proposal { maneuver, there, disordered })
    }

    /// A formed unit: slants, wheels, straight ahead and back.
    fn line(&self, list: Opened, found: &mut Vec<Proposal>) {
        let here = self.force.placed.anchor;
        let to_slot = here.local(self.next);
        let mut ways: Vec<(Spot, f64)> = vec![(to_slot, to_slot.size())];
        if let Some((enemy, far)) = self.enemy.filter(|(_, far)| *far < 30.0 * INCH) {
            let local = here.local(enemy);
            let close = self.force.weapon.map_or(4.0 * INCH, |w| inches(w.close_range));
            for keep in [close * 0.9, 2.5 * INCH] {
                let by = (far - keep).max(0.0);
                if by > 0.0 {
                    ways.push((local, by));
                }
            }
        }
        for at in self.open_keys() {
            let local = here.local(at);
            ways.push((local, local.size()));
        }
        for disordered in [false, true] {
            if disordered && (list != Opened::Tardy || self.situation.turns_left > 2.0) {
                continue;
            }
            let rates = self.allowances(list, disordered);
            for (local, most) in &ways {
                for rate in &rates {
                    let by = geometry::rounded(rate.min(*most));
                    if by > Length::ZERO {
                        found_step(*local, by).into_iter().for_each(|step| {
                            self.push(found, vec![step], disordered);
                        });
                    }
                }
            }
            for rate in &rates {
                let by = geometry::rounded(*rate);
                self.push(found, vec![Step::Advance { by }], disordered);
                self.push(found, vec![Step::Withdraw { by }], disordered);
            }
            self.wheels(&rates, disordered, found);
        }
        if self.skill.looks_around {
            self.around(list, found);
        }
        if self.open_keys().next().is_some() {
            self.fan(list, found);
        }
        self.obstacles(&ways, found);
        if list != Opened::Tardy {
            self.turns(found);
            self.by_the_flank(to_slot, found);
        }
    }

    /// Slants to both sides: where a key position is to be had the straight way may be barred.
    fn fan(&self, list: Opened, found: &mut Vec<Proposal>) {
        for rate in self.allowances(list, false) {
            let by = geometry::rounded(rate);
            for to in [Hand::Left, Hand::Right] {
                for degrees in [15, 30, 45] {
                    let slant = Angle::degrees(degrees);
                    self.push(found, vec![Step::Oblique { to, slant, by }], false);
                }
            }
        }
    }

    /// Slants and wheels to both sides, of some lengths.
    fn around(&self, list: Opened, found: &mut Vec<Proposal>) {
        let wide = geometry::rounded(self.force.half * 2.0);
        let Some(most) = self.allowances(list, false).first().copied() else { return };
        for (to, degrees) in
            [15, 30, 45].into_iter().flat_map(|d| [(Hand::Left, d), (Hand::Right, d)])
        {
            let slant = Angle::degrees(degrees);
            let wheel = Step::Wheel { to, turn: slant };
            let left = most - inches(wheel.length(wide));
            if left >= 0.0 {
                self.push(found, vec![wheel], false);
            }
            for part in [1.0, 0.7, 0.4] {
                let by = geometry::rounded(most * part);
                self.push(found, vec![Step::Oblique { to, slant, by }], false);
                let by = geometry::rounded(left * part);
                if by > Length::ZERO {
                    self.push(found, vec![wheel, Step::Advance { by }], false);
                }
            }
        }
    }

    /// Up to a major obstacle that is in the way, and over it.
    fn obstacles(&self, ways: &[(Spot, f64)], found: &mut Vec<Proposal>) {
        let table = &self.state.position.table;
        let placed = self.force.placed;
        let Some(around) = placed.bounds() else { return };
        for place in table.near(around.grown(16.0 * INCH)) {
            let piece = &table.pieces()[place];
            if piece.kind.obstacle != Obstacle::Major {
                continue;
            }
            if placed.outlines().any(|stand| piece.touches(&stand)) {
                let pose = placed.anchor.moved(0.0, 1.5 * INCH, Angle::ZERO);
                let there = Standing { pose, ..self.force.standing() };
                let maneuver = Maneuver::ScaleObstacle { piece: place };
                found.push(Proposal { maneuver, there, disordered: false });
            }
            for (local, most) in ways {
                let Some(step) = found_step(*local, geometry::rounded(*most)) else { continue };
                let end = step.from(placed.anchor, Length::ZERO).at.spot();
                let by = end.minus(placed.anchor.at.spot());
                let parts = placed.outlines().filter_map(|stand| piece.slid_onto(&stand, by));
                let part = parts.fold(f64::INFINITY, f64::min);
                let far = part * by.size() - 5.0;
                if part.is_finite() && far > 100.0 {
                    let step = found_step(*local, geometry::rounded(far));
                    self.push(found, step.into_iter().collect(), false);
                }
            }
        }
    }

    /// A wheel towards its place or the enemy, and on from there.
    fn wheels(&self, rates: &[f64], disordered: bool, found: &mut Vec<Proposal>) {
        let here = self.force.placed.anchor;
        let enemy = self.enemy.filter(|(_, far)| *far < 24.0 * INCH).map(|(at, _)| at);
        for aim in [Some(self.next), enemy].into_iter().flatten() {
            let local = here.local(aim);
            let turn = Angle::towards(local.x, local.y).signed().clamp(-4500, 4500);
            if turn.abs() < 800 {
                continue;
            }
            let to = if turn < 0 { Hand::Left } else { Hand::Right };
            let wheel = Step::Wheel { to, turn: Angle::hundredths(turn.abs()) };
            let arc = inches(wheel.length(geometry::rounded(self.force.half * 2.0)));
            for rate in rates {
                let left = rate - arc;
                if left < 0.0 {
                    continue;
                }
                for part in [1.0, 0.5] {
                    let by = geometry::rounded((left * part).min(local.size()));
                    if by > Length::ZERO {
                        self.push(found, vec![wheel, Step::Advance { by }], disordered);
                    }
                }
                self.push(found, vec![wheel], disordered);
            }
        }
    }

    /// Changes of front in place.
    fn turns(&self, found: &mut Vec<Proposal>) {
        let here = self.force.placed.anchor;
        let aim = self.enemy.filter(|(_, far)| *far < 24.0 * INCH).map_or(self.next, |(at, _)| at);
        let local = here.local(aim);
        let turn = Angle::towards(local.x, local.y).signed();
        if turn.abs() > 12_000 {
            let pose = here.moved(0.0, -0.75 * INCH, Angle::ABOUT);
            let there = Standing { pose, ..self.force.standing() };
            let maneuver = Maneuver::FaceByTheRearRank;
            found.push(Proposal { maneuver, there, disordered: false });
        }
        if turn.abs() < 2500 {
            return;
        }
        let wide = geometry::rounded(self.force.half * 2.0);
        let turn = turn.clamp(-9000, 9000);
        let (about, other) =
            if turn < 0 { (Hand::Left, Hand::Right) } else { (Hand::Right, Hand::Left) };
        let angle = Angle::hundredths(turn.abs());
        let pose = Step::Wheel { to: about, turn: angle }.from(here, wide);
        for (about, backward) in [(about, false), (other, true)] {
            let maneuver = Maneuver::ChangeFront { about, turn: angle, backward, refuse: None };
            let there = Standing { pose, ..self.force.standing() };
            found.push(Proposal { maneuver, there, disordered: false });
        }
    }

    fn by_the_flank(&self, local: Spot, found: &mut Vec<Proposal>) {
        if local.x.abs() < 2.0 * INCH || local.x.abs() < local.y.abs() {
            return;
        }
        let to = if local.x < 0.0 { Hand::Left } else { Hand::Right };
        for rate in self.allowances(Opened::Tardy, false) {
            let by = geometry::rounded(rate.min(local.x.abs()));
            let pose = Step::ByTheFlank { to, by }.from(self.force.placed.anchor, Length::ZERO);
            let there = Standing { pose, ..self.force.standing() };
            let maneuver = Maneuver::MarchByTheFlank { to, by };
            found.push(Proposal { maneuver, there, disordered: false });
        }
    }

    /// A square shifts any way.
    fn shifts(&self, list: Opened, found: &mut Vec<Proposal>) {
        let way = self.next.minus(self.force.placed.anchor.at.spot());
        for rate in self.allowances(list, false) {
            let by = geometry::rounded(rate.min(way.size()));
            if by > Length::ZERO {
                self.push(found, vec![Step::Shift { heading: way.heading(), by }], false);
            }
        }
    }

    /// A column follows its head.
    fn column(&self, list: Opened, found: &mut Vec<Proposal>) {
        for aim in self.open_keys().chain([self.next]).collect::<Vec<Spot>>() {
            self.column_to(aim, list, found);
        }
        self.by_road(list, found);
    }

    /// A column makes for a place.
    fn column_to(&self, aim: Spot, list: Opened, found: &mut Vec<Proposal>) {
        let here = self.force.placed.anchor;
        let local = here.local(aim);
        let wish = Angle::towards(local.x, local.y).signed().clamp(-4500, 4500);
        let width = self.state.book.bases.infantry.width;
        for turn in [wish, wish / 2, 0] {
            let mut first = Vec::new();
            let mut arc = 0.0;
            if turn.abs() > 200 {
                let to = if turn < 0 { Hand::Left } else { Hand::Right };
                let wheel = Step::Wheel { to, turn: Angle::hundredths(turn.abs()) };
                arc = inches(wheel.length(width));
                first.push(wheel);
            }
            for rate in self.allowances(list, false) {
                let by = geometry::rounded((rate - arc).min(local.size()));
                if by > Length::ZERO {
                    let mut steps = first.clone();
                    steps.push(Step::Advance { by });
                    let pose = steps.iter().fold(here, |pose, step| step.from(pose, width));
                    let there = Standing { pose, ..self.force.standing() };
                    let maneuver =
                        Maneuver::Move { steps, disordered: false, refuse: None, frontage: None };
                    found.push(Proposal { maneuver, there, disordered: false });
                }
            }
        }
    }

    /// Another formation: to fight in, where the enemy is near.
    fn formations(&self, list: Opened, found: &mut Vec<Proposal>) {
        let near = self.enemy.is_some_and(|(_, far)| far < self.skill.deploys * INCH);
        let placed = self.force.placed;
        let unit = &placed.unit;
        let count = placed.stands.len() as u8;
        let here = placed.anchor;
        let mut change = |to: NewFormation, after: Vec<Step>, firing: f64| {
            let base = engine::table::base_of(&self.state.book.bases, unit);
            let half = inches(to.shape.frontage(base, count)) / 2.0;
            let pose = after.iter().fold(to.anchor, |pose, step| step.from(pose, Length::ZERO));
            let there = Standing { pose, half, firing, formation: to.formation };
            let maneuver =
                Maneuver::ChangeFormation { before: Vec::new(), to, after, refuse: None };
            found.push(Proposal { maneuver, there, disordered: false });
        };
        let line = |anchor: Pose| NewFormation {
            formation: Formation::Line,
            shape: Shape::line(),
            anchor,
            mounted: None,
        };
        if unit.arm == Arm::MountedInfantry && unit.mounted && near {
            let shape = if self.state.book.has(Feature::OpenOrder) {
                Shape::OpenOrder {
                    ranks: 1,
                    gap: Length::thousandths(500),
                    flanks: Flanks::STRAIGHT,
                }
            } else {
                Shape::ExtendedLine { gaps: Vec::new(), flanks: Flanks::STRAIGHT }
            };
            let formation = Formation::OpenOrder;
            let to = NewFormation { formation, shape, anchor: here, mounted: Some(false) };
            change(to, Vec::new(), f64::from(count));
            return;
        }
        let firing = if unit.is_mounted() { 0.0 } else { f64::from(count) };
        let cavalry = self.situation.theirs.iter().any(|force| {
            force.is_mounted()
                && !force.is_broken()
                && force.at.minus(self.force.at).size() < 20.0 * INCH
        });
        match unit.formation {
            Formation::FieldColumn | Formation::SupportedLine if near => {
                change(line(here), Vec::new(), firing);
                if list != Opened::Tardy
                    && let Some(rate) = self.allowances(Opened::Tardy, false).first()
                {
                    for part in [1.0, 0.5] {
                        let by = geometry::rounded(rate * part);
                        change(line(here), vec![Step::Advance { by }], firing);
                    }
                }
            }
            Formation::MarchColumn if near => {
                change(line(here), Vec::new(), firing);
                let middle = crate::situation::middle(placed).point();
                for turn in [Angle::LEFT, Angle::RIGHT] {
                    let anchor = Pose::new(middle, here.heading.plus(turn));
                    change(line(anchor), Vec::new(), firing);
                }
                if list != Opened::Tardy {
                    self.deployments(firing, found);
                }
            }
            Formation::Line | Formation::SupportedLine if self.bends && !near => {
                let to = NewFormation {
                    formation: Formation::FieldColumn,
                    shape: Shape::FieldColumn,
                    anchor: here,
                    mounted: None,
                };
                change(to, Vec::new(), 0.0);
            }
            Formation::Square | Formation::HastySquare if !cavalry => {
                change(line(here), Vec::new(), firing);
                if let Some((enemy, _)) = self.enemy {
                    let heading = enemy.minus(here.at.spot()).heading();
                    change(line(Pose::new(here.at, heading)), Vec::new(), firing);
                }
            }
            _ => {}
        }
    }

    fn deployments(&self, firing: f64, found: &mut Vec<Proposal>) {
        let placed = self.force.placed;
        let base = engine::table::base_of(&self.state.book.bases, &placed.unit);
        let wide = inches(Shape::line().frontage(base, placed.stands.len() as u8));
        let aside = wide / 2.0 - inches(base.width) / 2.0;
        for right in [0.0, aside, -aside] {
            let anchor = placed.anchor.moved(right, 0.0, Angle::ZERO);
            let there =
                Standing { pose: anchor, half: wide / 2.0, firing, formation: Formation::Line };
            let maneuver = Maneuver::DeployToTheFront { to: Shape::line(), anchor };
            found.push(Proposal { maneuver, there, disordered: false });
        }
    }
}

/// The step that leads a formed unit so far towards a place that it sees there.
fn found_step(local: Spot, by: Length) -> Option<Step> {
    let angle = Angle::towards(local.x, local.y).signed();
    let to = if angle < 0 { Hand::Left } else { Hand::Right };
    let (off, ahead) =
        if angle.abs() <= 9000 { (angle.abs(), true) } else { (18_000 - angle.abs(), false) };
    let slant = Angle::hundredths(off.min(4500));
    Some(match (off < 250, ahead) {
        (true, true) => Step::Advance { by },
        (true, false) => Step::Withdraw { by },
        (false, true) => Step::Oblique { to, slant, by },
        (false, false) => Step::ObliqueBack { to, slant, by },
    })
}
