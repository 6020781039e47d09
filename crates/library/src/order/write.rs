//! Orders back to the text they are read from.

mod battle;
mod special;

use engine::Formation;
use engine::formations::{Flanks, Refused, Shape};
use engine::movement::{Hand, Step};
use engine::moves::{
    Frontage, GunManeuver, Limbering, Maneuver, NewFormation, Presenting, Refusing, StraightBack,
    Way,
};
use engine::table::UnitId;
use geometry::{Angle, Length, Point, Pose};

pub(super) use battle::battle;

use super::{Charge, Order, Orders, Retreating};
use crate::compass::COMPASS;

pub(super) fn order(orders: &Orders<'_>, unit: Option<UnitId>, order: &Order) -> String {
    let name = |id: UnitId| orders.name(id);
    match order {
        Order::Troops(maneuver) => troops(orders, unit, maneuver),
        Order::Gun { stand, maneuver } => {
            format!("gun {} {}", u16::from(*stand) + 1, gun(maneuver))
        }
        Order::Charge { target, bend, disordered } => {
            let bend = bend.map_or(String::new(), |bend| format!(" {}", step(bend)));
            format!("charge {}{bend}{}", name(*target), if_so(*disordered, " disordered"))
        }
        Order::Countercharge { charger } => format!("countercharge {}", name(*charger)),
        Order::Breakthrough => "breakthrough".to_owned(),
        Order::Retreat(how) => retreat(*how).to_owned(),
        Order::Contract { back, shape: to, anchor } => {
            let how = match back {
                StraightBack::OutOfCloseRange => Retreating::OutOfCloseRange,
                StraightBack::TwoInches => Retreating::TwoInches,
            };
            let to = placed(&shape(name_of(to), to), *anchor);
            format!("{} contracting to {to}", retreat(how))
        }
        Order::Evade { from, behind } => {
            let from = from.map_or(String::new(), |enemy| format!(" from {}", name(enemy)));
            let behind = behind.map_or(String::new(), |friend| format!(" behind {}", name(friend)));
            format!("evade{from}{behind}")
        }
        Order::Recall { to, least } => {
            let least = match *least {
                Length::ZERO => String::new(),
                least => format!(" at least {}", inches(least)),
            };
            format!("recall to {} facing {}{least}", point(to.at), heading(to.heading))
        }
        Order::Carry { lost } => format!("carry {}", name(*lost)),
        Order::HastySquare { against } => {
            format!("hasty square against {}", charges(orders, unit, against))
        }
        Order::PresentBayonets { how, against } => {
            let how = match how {
                Presenting::AsItStands { flanks } => refuse(Some(*flanks), ""),
                Presenting::ToFlank { to } => format!(" to flank {to}"),
                Presenting::ToRear => " to rear".to_owned(),
            };
            format!("present bayonets{how} against {}", charges(orders, unit, against))
        }
        Order::Special(special) => special::order(orders, unit, special),
        Order::Leader { leader, way } => {
            let name =
                orders.position.leaders.get(*leader).map_or("", |leader| leader.shown_name());
            format!("leader {} to {}", quoted(name), points(way))
        }
    }
}

fn if_so(so: bool, text: &str) -> &str {
    if so { text } else { "" }
}

fn retreat(how: Retreating) -> &'static str {
    match how {
        Retreating::OutOfCloseRange => "retreat out of close range",
        Retreating::TwoInches => "retreat two inches",
        Retreating::Full { broken: true } => "retreat full broken",
        Retreating::Full { broken: false } => "retreat full",
    }
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}

fn inches(length: Length) -> String {
    length.to_string().trim_end_matches('"').to_owned()
}

fn degrees(angle: Angle) -> String {
    angle.to_string().trim_end_matches('°').to_owned()
}

fn heading(angle: Angle) -> String {
    let hundredths = angle.in_hundredths();
    let point = usize::try_from(hundredths / 2_250).ok().and_then(|place| COMPASS.get(place));
    match point {
        Some(point) if hundredths % 2_250 == 0 => (*point).to_owned(),
        _ => degrees(angle),
    }
}

fn point(point: Point) -> String {
    format!("{},{}", inches(point.x), inches(point.y))
}

fn points(way: &[Point]) -> String {
    way.iter().map(|place| point(*place)).collect::<Vec<_>>().join(" ")
}

fn step(step: Step) -> String {
    match step {
        Step::Advance { by } => format!("advance {}", inches(by)),
        Step::Withdraw { by } => format!("withdraw {}", inches(by)),
        Step::Oblique { to, slant, by } => {
            format!("oblique {to} {} {}", degrees(slant), inches(by))
        }
        Step::ObliqueBack { to, slant, by } => {
            format!("oblique back {to} {} {}", degrees(slant), inches(by))
        }
        Step::Wheel { to, turn } => format!("wheel {to} {}", degrees(turn)),
        Step::ByTheFlank { to, by } => format!("flank {to} {}", inches(by)),
        Step::Shift { heading: along, by } => format!("shift {} {}", heading(along), inches(by)),
        Step::AlongRoad { by, way: Way::Ahead } => format!("road {}", inches(by)),
        Step::AlongRoad { by, way: Way::About } => format!("road about {}", inches(by)),
    }
}

fn steps(list: &[Step]) -> String {
    list.iter().map(|one| step(*one)).collect::<Vec<_>>().join(", ")
}

/// Flanks with a word before each; `none` if both are straight.
fn flanks(word: &str, flanks: Flanks, none: &str) -> String {
    let one = |side: &str, refused: Refused| match refused {
        none if none == Refused::default() => String::new(),
        Refused { stands, turn } => format!(" {word} {side} {stands} {}", degrees(turn)),
    };
    let both = one("left", flanks.left) + &one("right", flanks.right);
    if both.is_empty() { none.to_owned() } else { both }
}

fn refuse(refusing: Option<Refusing>, straight: &str) -> String {
    refusing.map_or(String::new(), |both| flanks("refuse", both, straight))
}

/// Flanks at the end of a maneuver.
fn refusing(refusing: Option<Refusing>) -> String {
    refuse(refusing, " straighten")
}

fn shape(name: &str, shape: &Shape) -> String {
    match shape {
        Shape::Line { left, right } => {
            format!("line{}", flanks("refused", Flanks { left: *left, right: *right }, ""))
        }
        Shape::OpenOrder { ranks, gap, flanks: bent } => {
            let ranks = match ranks {
                1 => String::new(),
                ranks => format!(" {ranks} ranks"),
            };
            format!("open order{ranks} gap {}{}", inches(*gap), flanks("refused", *bent, ""))
        }
        Shape::ExtendedLine { gaps, flanks: bent } => {
            let gaps = match gaps.as_slice() {
                [] => String::new(),
                gaps => {
                    let gaps: Vec<String> = gaps.iter().map(|gap| inches(*gap)).collect();
                    format!(" gaps {}", gaps.join(" "))
                }
            };
            format!("extended line{gaps}{}", flanks("refused", *bent, ""))
        }
        Shape::MarchColumn { trail } if !trail.is_empty() => {
            format!("{name} trail {}", points(trail))
        }
        Shape::Apart { stands } => {
            let one = |pose: &Pose| format!(" {} {}", point(pose.at), heading(pose.heading));
            format!("garrison standing{}", stands.iter().map(one).collect::<String>())
        }
        _ => name.to_owned(),
    }
}

/// What a shape is called where no formation goes with it.
fn name_of(of: &Shape) -> &'static str {
    match of {
        Shape::Line { .. } => "line",
        Shape::SupportedLine => "supported line",
        Shape::ExtendedLine { .. } => "extended line",
        Shape::OpenOrder { .. } => "open order",
        Shape::MarchColumn { .. } => "march column",
        Shape::Square => "square",
        Shape::FieldColumn | Shape::Cluster => "field column",
        Shape::Apart { .. } => "garrison",
    }
}

fn placed(shape: &str, anchor: Pose) -> String {
    format!("{shape} at {} facing {}", point(anchor.at), heading(anchor.heading))
}

fn frontage(frontage: Option<&Frontage>) -> String {
    let Some(Frontage { first, shape: to, anchor }) = frontage else { return String::new() };
    let when = if *first { "first" } else { "after" };
    format!(" frontage {when} {}", placed(&shape(name_of(to), to), *anchor))
}

fn troops(orders: &Orders<'_>, unit: Option<UnitId>, maneuver: &Maneuver) -> String {
    match maneuver {
        Maneuver::Hold { refuse, frontage: wide } => {
            format!("hold{}{}", frontage(wide.as_ref()), refusing(*refuse))
        }
        Maneuver::Move { steps: way, disordered, refuse, frontage: wide } => {
            let disordered = if_so(*disordered, " disordered");
            let wide = frontage(wide.as_ref());
            format!("move {}{disordered}{wide}{}", steps(way), refusing(*refuse))
        }
        Maneuver::ChangeFormation { before, to, after, refuse } => {
            let first = match before.as_slice() {
                [] => String::new(),
                before => format!("move {} then ", steps(before)),
            };
            let then = match after.as_slice() {
                [] => String::new(),
                after => format!(" then {}", steps(after)),
            };
            format!("{first}{}{then}{}", orders.changed(unit, to), refusing(*refuse))
        }
        Maneuver::PassageOfLines { through, steps: way } => {
            format!("pass through {}: {}", orders.name(*through), steps(way))
        }
        Maneuver::MarchByTheFlank { to, by } => format!("flank {to} {}", inches(*by)),
        Maneuver::DeployToTheFront { to, anchor } => {
            format!("deploy to {}", placed(&shape(name_of(to), to), *anchor))
        }
        Maneuver::ChangeFront { about, turn, backward, refuse } => {
            let backward = if_so(*backward, " backward");
            format!("front {about} {}{backward}{}", degrees(*turn), refusing(*refuse))
        }
        Maneuver::FaceByTheRearRank => "rear rank".to_owned(),
        Maneuver::ScaleObstacle { piece } => format!("scale {}", orders.piece_name(*piece)),
        Maneuver::Replenish => "replenish".to_owned(),
    }
}

impl Orders<'_> {
    fn name(&self, id: UnitId) -> String {
        quoted(self.position.units().get(id.place()).map_or("", |placed| &*placed.unit.name))
    }

    fn piece_name(&self, piece: usize) -> String {
        let named = self.position.table.pieces().get(piece).filter(|piece| !piece.name.is_empty());
        named.map_or_else(|| format!("piece {}", piece + 1), |piece| quoted(&piece.name))
    }

    fn changed(&self, unit: Option<UnitId>, to: &NewFormation) -> String {
        let verb = match to.mounted {
            None => "change",
            Some(false) => "dismount",
            Some(true) => "mount",
        };
        let name = to.formation.name().replace('-', " ");
        let garrisoned = unit
            .filter(|_| to.formation == Formation::Garrison)
            .and_then(|unit| self.garrisoned(unit, to));
        let written = match garrisoned {
            Some(piece) => format!("garrison of {}", self.piece_name(piece)),
            None => shape(&name, &to.shape),
        };
        format!("{verb} to {}", placed(&written, to.anchor))
    }

    /// The building whose garrison would stand exactly so.
    fn garrisoned(&self, unit: UnitId, to: &NewFormation) -> Option<usize> {
        let (base, count) = self.fighting(self.position.unit(unit), to.mounted);
        (0..self.position.table.pieces().len()).find(|piece| {
            let walls = self.walls(*piece);
            walls.is_some_and(|walls| Shape::garrison(base, count, walls) == to.shape)
        })
    }
}

/// A slant, which goes without saying where there is none.
fn slant(to: Hand, slant: Angle) -> String {
    match (to, slant) {
        (Hand::Left, Angle::ZERO) => String::new(),
        _ => format!(" {to} {}", degrees(slant)),
    }
}

/// Going on the limber; turned about goes without saying.
fn limbers(limbering: Limbering) -> String {
    match limbering {
        Limbering::About => "limber".to_owned(),
        Limbering::To(facing) => format!("limber {}", heading(facing)),
    }
}

fn gun(maneuver: &GunManeuver) -> String {
    let fires = |fire: bool| if_so(fire, " fire");
    match maneuver {
        GunManeuver::Hold => "hold".to_owned(),
        GunManeuver::Move { steps: way, limber, unlimber, fire } => {
            let limber = limber.map_or(String::new(), |so| format!("{}, ", limbers(so)));
            let unlimber =
                unlimber.map_or(String::new(), |facing| format!(", unlimber {}", heading(facing)));
            format!("{limber}move {}{unlimber}{}", steps(way), fires(*fire))
        }
        GunManeuver::Limber(limbering) => limbers(*limbering),
        GunManeuver::Unlimber { facing, fire } => {
            format!("unlimber {}{}", heading(*facing), fires(*fire))
        }
        GunManeuver::Pivot { facing, fire } => {
            format!("pivot {}{}", heading(*facing), fires(*fire))
        }
        GunManeuver::HandHaul { to, slant: by_side, by, back } => {
            let back = if_so(*back, " back");
            format!("haul{back}{} {}", slant(*to, *by_side), inches(*by))
        }
        GunManeuver::Prolong { to, slant: by_side, by } => {
            format!("prolong{} {}", slant(*to, *by_side), inches(*by))
        }
        GunManeuver::Fire => "fire".to_owned(),
        GunManeuver::Rally => "rally".to_owned(),
        GunManeuver::Replenish => "replenish".to_owned(),
        GunManeuver::Retreat => "retreat".to_owned(),
    }
}

fn charges(orders: &Orders<'_>, own: Option<UnitId>, list: &[Charge]) -> String {
    let one = |(charger, target): &Charge| {
        if Some(*target) == own {
            orders.name(*charger)
        } else {
            format!("{} at {}", orders.name(*charger), orders.name(*target))
        }
    };
    list.iter().map(one).collect::<Vec<_>>().join(", ")
}
