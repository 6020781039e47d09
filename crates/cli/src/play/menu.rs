//! The choices of a decision: a short numbered list, the likeliest first.

use engine::Scripted;
use engine::battle::{Order, State, Task, options_of, others, subjects};
use engine::movement::{Hand, Step};
use engine::moves::{GunManeuver, Limbering, Maneuver};
use engine::table::UnitId;
use geometry::{Angle, Length};
use library::order::{order_text, read_order};

use super::passing;

/// Maneuvers that are tried besides those that the engine proposes.
const SELDOM: [&str; 6] =
    ["replenish", "dismount to line", "mount to line", "mount to field column", "send 2", "send 3"];

/// Kinds of maneuver, for the first list.
const KINDS: usize = 10;

/// How many choices are shown at a time.
pub const SHOWN: usize = 15;

/// Whose orders a list within the list holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A unit's.
    Unit(UnitId),
    /// A gun stand's, from 0.
    Gun(UnitId, u8),
    /// A leader's.
    Leader(u16),
    /// Fire at a target.
    Target(UnitId),
}

/// Something that can be chosen.
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    /// An order.
    Order(Order),
    /// The same for every gun of a unit, as orders one after the other.
    All(UnitId, Vec<Order>),
    /// A list of its own.
    Open(Subject),
}

/// The choices of a decision, or of one of its subjects.
#[derive(Clone, Debug, Default)]
pub struct Menu {
    /// Whose, if it is a list within the list.
    pub subject: Option<Subject>,
    /// What can be chosen, the likeliest first; the first is number 1.
    pub choices: Vec<Choice>,
    /// The orders of the whole decision, from which lists within it are taken.
    orders: Vec<Order>,
    /// There is no list before it.
    pub sole: bool,
    /// How many of them are worth showing at first.
    pub first: usize,
    /// How many of them the player has been shown.
    pub shown: usize,
}

impl Menu {
    /// The choices of the pending decision.
    pub fn of(state: &State) -> Menu {
        let Some(asked) = state.asked() else { return Menu::default() };
        if let Task::Maneuvers { group } = asked.task {
            // Those of an earlier check who did nothing have had their chance.
            let mut units = subjects(state);
            units.retain(|unit| group.contains(unit) || group.contains(&state.listed(*unit)));
            if let [unit] = units[..] {
                return Menu { sole: true, ..Menu::default().within(state, Subject::Unit(unit)) };
            }
            let choices = units.into_iter().map(|unit| Choice::Open(Subject::Unit(unit)));
            return Menu::list(choices.collect());
        }
        let orders = all(state);
        // Leaders seldom ride: their step is short however many units they could ride to.
        let most = match asked.task {
            Task::Leaders | Task::MoveLeaders => 6,
            _ => SHOWN,
        };
        let choices = if orders.len() > most { by_subject(&orders) } else { plain(orders.clone()) };
        Menu { orders, ..Menu::list(choices) }
    }

    fn list(choices: Vec<Choice>) -> Menu {
        Menu { first: choices.len().min(SHOWN), choices, sole: true, ..Menu::default() }
    }

    /// The choices of one subject of this list.
    pub fn within(&self, state: &State, subject: Subject) -> Menu {
        let maneuvers =
            matches!(state.asked().map(|asked| asked.task), Some(Task::Maneuvers { .. }));
        let (short, rest) = match subject {
            Subject::Unit(unit) if maneuvers && state.unit(unit).unit.is_guns() => {
                guns(state, unit)
            }
            Subject::Unit(unit) if maneuvers => likeliest(state, maneuvers_of(state, unit)),
            Subject::Gun(unit, stand) => {
                let orders = options_of(state, unit).into_iter();
                likeliest(state, orders.filter(|order| gun_of(order) == Some(stand)).collect())
            }
            _ => {
                let own = |order: &Order| subject_of(order) == Some(subject);
                let mut all =
                    plain(self.orders.iter().filter(|order| own(order)).cloned().collect());
                let rest = all.split_off(all.len().min(SHOWN));
                (all, rest)
            }
        };
        let first = short.len();
        let choices = [short, rest].concat();
        Menu { subject: Some(subject), choices, first, ..Menu::default() }
    }

    /// The list of a subject that something can be chosen for in this one.
    pub fn opened(self, state: &State, subject: Subject) -> Option<Menu> {
        if self.subject == Some(subject) {
            return Some(self);
        }
        let offered = self.choices.contains(&Choice::Open(subject))
            || self.orders.iter().any(|order| subject_of(order) == Some(subject));
        offered.then(|| self.within(state, subject)).filter(|list| !list.choices.is_empty())
    }

    /// The choice with a number.
    pub fn choice(&self, number: usize) -> Option<&Choice> {
        self.choices.get(number.checked_sub(1)?)
    }
}

fn plain(orders: Vec<Order>) -> Vec<Choice> {
    orders.into_iter().map(Choice::Order).collect()
}

/// Everything but ending the step.
fn all(state: &State) -> Vec<Order> {
    let mut orders: Vec<Order> =
        subjects(state).into_iter().flat_map(|unit| options_of(state, unit)).collect();
    orders.extend(others(state).into_iter().filter(|order| *order != Order::Done));
    orders.extend(passing::volleys(state));
    // What more take part in comes first: whole volleys, whole commands.
    orders.sort_by_key(|order| match order {
        Order::Fire { passing: Some(_), .. } => usize::MAX,
        Order::Fire { firers, .. } => usize::MAX - firers.len(),
        _ => 0,
    });
    orders
}

/// Whose an order is, where there are too many to show.
fn subject_of(order: &Order) -> Option<Subject> {
    Some(match order {
        Order::Attach { leader, .. }
        | Order::Detach { leader, .. }
        | Order::MoveLeader { leader, .. }
        | Order::Check { leader: Some(leader), .. } => Subject::Leader(*leader),
        Order::Fire { target, .. } => Subject::Target(*target),
        Order::Enter { unit, .. }
        | Order::Charge { unit, .. }
        | Order::Storm { unit, .. }
        | Order::Countercharge { unit, .. }
        | Order::Square { unit }
        | Order::Present { unit, .. }
        | Order::RejoinHasty { unit }
        | Order::Shelter { unit, .. } => Subject::Unit(*unit),
        _ => return None,
    })
}

/// A line for each subject; one with a single order is that order.
fn by_subject(orders: &[Order]) -> Vec<Choice> {
    let mut choices: Vec<Choice> = Vec::new();
    for (place, order) in orders.iter().enumerate() {
        let subject = subject_of(order);
        let same = |other: &Order| subject.is_some() && subject_of(other) == subject;
        let first = !orders[..place].iter().any(same);
        let alone = !orders[place + 1..].iter().any(same);
        match subject {
            Some(subject) if first && !alone => choices.push(Choice::Open(subject)),
            Some(_) if !first => {}
            _ => choices.push(Choice::Order(order.clone())),
        }
    }
    choices
}

/// The gun stand that an order is for.
fn gun_of(order: &Order) -> Option<u8> {
    match order {
        Order::Gun { stand, .. } | Order::CrewReturns { stand, .. } => Some(*stand),
        _ => None,
    }
}

/// The maneuvers of a battery: those that all its guns can make alike, then gun by gun.
fn guns(state: &State, unit: UnitId) -> (Vec<Choice>, Vec<Choice>) {
    let ready = waiting(state, unit);
    let orders = options_of(state, unit);
    if ready.len() < 2 {
        return likeliest(state, orders);
    }
    let mut alike: Vec<Order> = Vec::new();
    for order in orders {
        let Order::Gun { maneuver, .. } = &order else { continue };
        let same = |other: &Order| matches!(other, Order::Gun { maneuver: m, .. } if m == maneuver);
        if !alike.iter().any(same) {
            alike.push(order);
        }
    }
    let for_all = |choices: Vec<Choice>| -> Vec<Choice> {
        let all = choices.into_iter().filter_map(|choice| match choice {
            Choice::Order(Order::Gun { maneuver, .. }) => {
                Some(Choice::All(unit, all_guns(state, unit, &maneuver)?))
            }
            _ => None,
        });
        all.collect()
    };
    let (short, rest) = likeliest(state, alike);
    let (mut short, rest) = (for_all(short), for_all(rest));
    short.extend(ready.into_iter().map(|stand| Choice::Open(Subject::Gun(unit, stand))));
    (short, rest)
}

/// The guns of a unit that may still maneuver.
fn waiting(state: &State, unit: UnitId) -> Vec<u8> {
    let guns = state.marks(unit).guns.iter().enumerate();
    guns.filter(|(_, gun)| gun.list.is_some() && !gun.moved).map(|(stand, _)| stand as u8).collect()
}

/// One maneuver for every gun of a unit, in an order in which they can make it; nothing if they cannot.
pub fn all_guns(state: &State, unit: UnitId, maneuver: &GunManeuver) -> Option<Vec<Order>> {
    let mut now = state.clone();
    let mut orders = Vec::new();
    loop {
        let ready = waiting(&now, unit);
        if ready.is_empty() || !matches!(now.asked()?.task, Task::Maneuvers { .. }) {
            return (orders.len() > 1).then_some(orders);
        }
        let (order, next) = ready.into_iter().find_map(|stand| {
            let order = Order::Gun { unit, stand, maneuver: maneuver.clone() };
            let (next, _) = now.apply(&order, &mut Scripted::default()).ok()?;
            Some((order, next))
        })?;
        orders.push(order);
        now = next;
    }
}

/// How a choice is written: an order as its text, without the unit's name in the unit's own list.
pub fn text(state: &State, subject: Option<Subject>, choice: &Choice) -> String {
    match choice {
        Choice::Order(order) => {
            let text = order_text(state, order);
            let own = subject.and_then(prefix_unit).map(|unit| prefix(state, unit));
            own.and_then(|own| text.strip_prefix(&own).map(str::to_owned)).unwrap_or(text)
        }
        Choice::All(unit, orders) => {
            let Some(Order::Gun { stand, .. }) = orders.first() else { return String::new() };
            let text = order_text(state, &orders[0]);
            let gun = format!("{}gun {} ", prefix(state, *unit), stand + 1);
            format!("all {}", text.strip_prefix(&gun).unwrap_or(&text))
        }
        Choice::Open(Subject::Unit(unit)) => format!("{} …", state.name(*unit)),
        Choice::Open(Subject::Gun(_, stand)) => format!("gun {} …", stand + 1),
        Choice::Open(Subject::Leader(leader)) => format!("{} …", state.leader_name(*leader)),
        Choice::Open(Subject::Target(unit)) => format!("fire at {} …", state.name(*unit)),
    }
}

/// The unit whose name may be left out in a subject's list.
pub fn prefix_unit(subject: Subject) -> Option<UnitId> {
    match subject {
        Subject::Unit(unit) | Subject::Gun(unit, _) => Some(unit),
        Subject::Leader(_) | Subject::Target(_) => None,
    }
}

/// The name of a unit as an order of it begins: `"1st Ohio": `.
pub fn prefix(state: &State, unit: UnitId) -> String {
    let name = state.name(unit).replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{name}\": ")
}

/// Maneuvers with those first that a player is likely to want, a few of every kind before the rest.
fn likeliest(state: &State, orders: Vec<Order>) -> (Vec<Choice>, Vec<Choice>) {
    let useful = orders.into_iter().filter(|order| is_of_use(state, order));
    let mut ranked: Vec<((u8, u16), Order)> =
        useful.map(|order| (rank(state, &order), order)).collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    let mut of_kind = [0; KINDS];
    let (mut short, mut rest) = (Vec::new(), Vec::new());
    for ((kind, _), order) in ranked {
        let count = &mut of_kind[usize::from(kind)];
        *count += 1;
        let list = if *count <= quota(kind) { &mut short } else { &mut rest };
        list.push(Choice::Order(order));
    }
    let over = short.split_off(short.len().min(SHOWN));
    (short, [over, rest].concat())
}

/// Would it change anything: ammunition for who has it, a pivot to where the gun looks, would not?
fn is_of_use(state: &State, order: &Order) -> bool {
    match order {
        Order::Maneuver { unit, maneuver: Maneuver::Replenish } => {
            state.marks(*unit).low_on_ammunition
        }
        Order::Gun { unit, stand, maneuver } => {
            let (placed, stand) = (state.unit(*unit), usize::from(*stand));
            match maneuver {
                GunManeuver::Replenish => placed.guns[stand].low_on_ammunition,
                GunManeuver::Rally => placed.guns[stand].silenced,
                GunManeuver::Pivot { facing, .. } => *facing != placed.stands[stand].pose.heading,
                _ => true,
            }
        }
        _ => true,
    }
}

/// The maneuvers of troops that the engine proposes, and those that it does not think of.
fn maneuvers_of(state: &State, unit: UnitId) -> Vec<Order> {
    let mut orders = options_of(state, unit);
    for what in SELDOM {
        let text = format!("{}{what}", prefix(state, unit));
        if let Ok(order) = read_order(state, &text)
            && state.check(&order).is_ok()
        {
            orders.push(order);
        }
    }
    orders
}

/// How many of a kind are in the first list.
fn quota(kind: u8) -> usize {
    match kind {
        0 => 4,
        5 => 3,
        4 | 7 => 1,
        _ => 2,
    }
}

/// What kind of maneuver it is, and how soon it comes among its kind.
fn rank(state: &State, order: &Order) -> (u8, u16) {
    match order {
        Order::Maneuver { maneuver, .. } => troop_rank(maneuver),
        Order::Gun { unit, stand, maneuver } => {
            let stand = state.unit(*unit).stands[usize::from(*stand)];
            gun_rank(maneuver, stand.pose.heading)
        }
        _ => (0, 1),
    }
}

fn troop_rank(maneuver: &Maneuver) -> (u8, u16) {
    match maneuver {
        Maneuver::Hold { refuse: None, .. } => (0, 0),
        Maneuver::Hold { refuse: Some(_), .. } => (8, 3000),
        Maneuver::Replenish => (0, 1),
        Maneuver::Move { steps, disordered: true, .. } => (9, way_rank(steps).1),
        Maneuver::Move { steps, .. } => way_rank(steps),
        Maneuver::ChangeFormation { before, after, .. } => {
            (5, (before.len() + after.len()) as u16 * 10)
        }
        Maneuver::DeployToTheFront { .. } => (5, 5),
        Maneuver::PassageOfLines { .. } | Maneuver::ScaleObstacle { .. } => (7, 0),
        Maneuver::ChangeFront { turn, backward, .. } => {
            (6, turn.in_hundredths() as u16 / 100 + 200 * u16::from(*backward))
        }
        Maneuver::MarchByTheFlank { by, .. } => (8, far(by)),
        Maneuver::FaceByTheRearRank => (8, 2000),
    }
}

/// The farther the sooner.
fn far(by: &Length) -> u16 {
    1000 - (by.in_thousandths() / 100).clamp(0, 999) as u16
}

/// Straight ahead first, then aslant, wheels, back, along roads; a slant of 30 degrees before others.
fn way_rank(steps: &[Step]) -> (u8, u16) {
    let usual = |degrees: i32| match degrees {
        30 => 0,
        15 => 1000,
        45 => 2000,
        _ => 3000,
    };
    let hand = |to: &Hand| u16::from(*to == Hand::Right);
    match steps {
        [Step::Advance { by }] => (1, far(by)),
        [Step::Oblique { to, slant, by }] => {
            (2, usual(slant.in_hundredths() / 100) + far(by) + hand(to))
        }
        [Step::Wheel { to, turn }, rest @ ..] => {
            let on = rest.first().map_or(900, |step| far(&step.length(Length::ZERO)));
            (3, usual(turn.in_hundredths() / 100) + on + hand(to))
        }
        [Step::Withdraw { by }] => (4, far(by)),
        [Step::ObliqueBack { by, .. }] => (4, 1000 + far(by)),
        [Step::AlongRoad { by, .. }] => (1, far(by) / 2),
        [Step::Shift { by, .. }] => (1, far(by)),
        _ => (7, 0),
    }
}

/// Who limbers to the rear stands after who limbers to the front.
fn backward(limbering: Limbering) -> u16 {
    u16::from(limbering == Limbering::About)
}

fn gun_rank(maneuver: &GunManeuver, looks: Angle) -> (u8, u16) {
    let turn = |facing: &Angle| (facing.minus(looks).size() / 100) as u16;
    match maneuver {
        GunManeuver::Fire => (0, 0),
        GunManeuver::Rally => (0, 1),
        GunManeuver::Replenish => (0, 2),
        GunManeuver::Hold => (0, 3),
        GunManeuver::Unlimber { facing, fire } => (5, 2 * turn(facing) + u16::from(!fire)),
        GunManeuver::Limber(limbering) => (5, backward(*limbering)),
        GunManeuver::Move { steps, limber, unlimber, fire } => {
            let (kind, place) = way_rank(steps);
            let back = limber.map_or(0, backward);
            (kind, place + 4 * u16::from(!fire) + 2 * u16::from(unlimber.is_none()) + back)
        }
        GunManeuver::Pivot { facing, fire } => (6, 2 * turn(facing) + u16::from(!fire)),
        GunManeuver::HandHaul { back, .. } => (8, u16::from(*back)),
        GunManeuver::Prolong { .. } => (8, 2),
        GunManeuver::Retreat => (9, 0),
    }
}
