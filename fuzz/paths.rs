// Any bytes as a table and orders on it: what is accepted is sound, what is not is refused by rule.

use std::sync::LazyLock;

use engine::formations::Shape;
use engine::movement::{Cost, Step};
use engine::moves::{self, GunPlan, Leave, Maneuver, Plan, Refusal, Retreat};
use engine::scenario::Edge;
use engine::table::{Placed, Position, UnitId};
use engine::{Opened, Order};
use geometry::{Length, Rect, TOUCH};
use probe::wild::{self, Bytes, Source};
use rulebook::Rulebook;

/// So many orders are given at most.
const ORDERS: usize = 12;

/// The rulebooks of all wars, read once.
static BOOKS: LazyLock<Vec<Rulebook>> =
    LazyLock::new(|| probe::PERIODS.iter().map(|period| probe::book(period)).collect());

/// A war, a table, and orders one after another; some of them are carried out.
pub fn path(bytes: &[u8]) {
    let mut source = Bytes(bytes);
    let book = &BOOKS[source.below(4) as usize];
    let seed = source.below(0x100);
    let stands = source.from(8, 48) as usize;
    let mut battle = Battle { book, position: probe::tables::position(book, seed.into(), stands) };
    for _ in 0..ORDERS {
        if source.is_empty() {
            return;
        }
        let id = wild::anybody(&mut source, &battle.position);
        if battle.position.unit(id).stands.is_empty() {
            continue;
        }
        let carry_out = source.flip();
        let end = battle.order(&mut source, id);
        if let Some(end) = end.filter(|_| carry_out) {
            battle.position.set(id, end);
        }
    }
}

struct Battle<'b> {
    book: &'b Rulebook,
    position: Position,
}

impl Battle<'_> {
    /// One order of any kind to a unit: where it then stands, if it may.
    fn order(&self, source: &mut Bytes<'_>, id: UnitId) -> Option<Placed> {
        match source.below(8) {
            0 => self.leader(source),
            1 | 2 => self.retreat(source, id),
            3 => self.charge(source, id),
            _ if self.position.unit(id).unit.is_guns() => self.guns(source, id),
            _ => self.maneuver(source, id),
        }
    }

    fn maneuver(&self, source: &mut Bytes<'_>, id: UnitId) -> Option<Placed> {
        let leave = leave(source);
        let maneuver = wild::maneuver(source, &self.position, id);
        let plan = told(moves::check(self.book, &self.position, id, leave, &maneuver))?;
        self.is_sound(id, &plan, &maneuver);
        if let Maneuver::Move { steps, refuse: None, frontage: None, .. } = &maneuver {
            self.goes_no_farther_than_it_pays(id, &plan, steps);
        }
        Some(plan.end)
    }

    fn guns(&self, source: &mut Bytes<'_>, id: UnitId) -> Option<Placed> {
        let placed = self.position.unit(id);
        let stand = source.below(placed.stands.len() as u32) as u8;
        let list = wild::list(source);
        let maneuver = wild::gun_maneuver(source);
        let who = (id, stand);
        let plan = told(moves::check_gun(self.book, &self.position, who, list, &maneuver))?;
        let GunPlan { pose, cost, .. } = plan;
        let end = Rect { pose, ..placed.stands[usize::from(stand)] };
        self.stands_free(id, &[end], &maneuver);
        is_paid(cost);
        Some(moves::with_gun(placed, stand, &plan))
    }

    fn leader(&self, source: &mut Bytes<'_>) -> Option<Placed> {
        let leader = wild::leader(source, &self.position);
        let way = wild::way(source, &self.position);
        let (at, cost) = told(moves::check_leader(self.book, &self.position, &leader, &way))?;
        let table = self.position.table.bounds().grown(TOUCH);
        let spot = geometry::Bounds { low: at.spot(), high: at.spot() };
        assert!(table.holds(spot), "a leader off the table: {way:?}");
        is_paid(Some(cost));
        None
    }

    fn retreat(&self, source: &mut Bytes<'_>, id: UnitId) -> Option<Placed> {
        let edge = source.one(Edge::ALL);
        let (book, position) = (self.book, &self.position.clone().with_edges([edge, edge]));
        let other = wild::anybody(source, position);
        let retreat = match source.below(6) {
            0 => moves::out_of_close_range(book, position, id),
            1 => moves::two_inches(book, position, id),
            2 => {
                let refuge = source.flip().then_some(other).filter(|other| *other != id);
                told(moves::evade(book, position, (id, None), refuge))?
            }
            3 => {
                let (to, least) = (wild::pose_of(source, position, id), wild::length(source));
                let plan = told(moves::recall(book, position, id, to, least))?;
                Retreat::To(Box::new(plan))
            }
            4 => {
                let lost = &position.unit(other).stands;
                Retreat::To(Box::new(moves::carry(book, position, id, lost)?))
            }
            _ => moves::full_retreat(book, position, id),
        };
        let plan = retreat.plan()?;
        self.is_sound(id, plan, &edge);
        Some(plan.end.clone())
    }

    fn charge(&self, source: &mut Bytes<'_>, id: UnitId) -> Option<Placed> {
        let (book, position) = (self.book, &self.position);
        let leave = (leave(source), source.flip());
        if source.flip() {
            let found = moves::charges(book, position, id, leave);
            let (_, plan) = found.get(source.below(found.len() as u32) as usize)?;
            self.is_sound(id, plan, &"a charge");
            return Some(plan.end.clone());
        }
        let target = wild::anybody(source, position);
        let bend = source.flip().then(|| wild::step(source));
        let plan = told(moves::charge(book, position, id, target, leave, bend))?;
        self.is_sound(id, &plan, &bend);
        Some(plan.end)
    }

    /// On the table, on nobody else, paid for, nobody lost.
    fn is_sound(&self, id: UnitId, plan: &Plan, order: &impl std::fmt::Debug) {
        let count = |placed: &Placed| placed.stands.len() + usize::from(placed.holders);
        let before = self.position.unit(id);
        assert_eq!(count(&plan.end), count(before), "stands lost or found: {order:?}");
        self.stands_free(id, &plan.end.stands, order);
        is_paid(plan.cost);
    }

    fn stands_free(&self, id: UnitId, stands: &[Rect], order: &impl std::fmt::Debug) {
        let table = self.position.table.bounds().grown(TOUCH);
        for stand in stands {
            assert!(table.holds(stand.bounds()), "off the table: {order:?}");
            for other in self.position.ids().filter(|other| *other != id) {
                let theirs = &self.position.unit(other).stands;
                let met = theirs.iter().find(|their| stand.overlaps(**their));
                assert_eq!(met, None, "{stand:?} of {id:?} on {other:?}: {order:?}");
            }
        }
    }

    /// Straight ways cost their length.
    fn goes_no_farther_than_it_pays(&self, id: UnitId, plan: &Plan, steps: &[Step]) {
        let bent = |step: &Step| matches!(step, Step::Wheel { .. } | Step::AlongRoad { .. });
        let placed = self.position.unit(id);
        let follows = matches!(placed.shape, Shape::MarchColumn { .. });
        if follows || placed.shape != placed.shape.straight() || steps.iter().any(bent) {
            return;
        }
        let paid = plan.cost.map_or(Length::ZERO, Cost::spent).in_thousandths();
        let far = plan.farthest(&placed.stands).in_thousandths();
        assert!(far <= paid + 2 * steps.len() as i32, "{far} for {paid}: {steps:?}");
    }
}

fn leave(source: &mut Bytes<'_>) -> Leave {
    let list: Option<Opened> = wild::list(source);
    Leave { list, began: source.one(Order::ALL) }
}

fn is_paid(cost: Option<Cost>) {
    if let Some(cost) = cost {
        assert!(cost.is_met() && cost.spent() >= Length::ZERO, "{cost:?}");
    }
}

/// What was answered; a refusal names its rule.
fn told<T>(answer: Result<T, Refusal>) -> Option<T> {
    answer.inspect_err(|refusal| assert!(!refusal.rule().to_string().is_empty())).ok()
}
