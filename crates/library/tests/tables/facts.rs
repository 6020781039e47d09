//! What comes of an order.

use engine::movement::Cost;
use engine::moves::{self, GunPlan, Leave, Mark, Plan, Refusal, Retreat, StraightBack};
use engine::table::{Blocked, Placed, Stop, UnitId};
use geometry::{Angle, Length, Point, Rect};
use library::order::{Order, Retreating};
use rulebook::Set;
use toml::Value;

use super::case::Case;
use super::compare::Facts;
use super::setup::Board;
use super::special;

pub fn text(text: impl Into<String>) -> Value {
    Value::String(text.into())
}

pub fn inches(length: Length) -> Value {
    Value::Float(f64::from(length.in_thousandths()) / 1000.0)
}

pub fn place(point: Point) -> Value {
    Value::Array(vec![inches(point.x), inches(point.y)])
}

pub fn names(board: &Board, ids: &[UnitId]) -> Value {
    let name = |id: &UnitId| text(&*board.scenario.position.unit(*id).unit.name);
    Value::Array(ids.iter().map(name).collect())
}

fn degrees(angle: Angle) -> Value {
    Value::Float(f64::from(angle.in_hundredths()) / 100.0)
}

pub fn stand(rect: &Rect) -> Value {
    let Value::Array(mut list) = place(rect.pose.at) else { return Value::Array(Vec::new()) };
    list.push(degrees(rect.pose.heading));
    Value::Array(list)
}

fn marks(marks: Set<Mark>) -> Value {
    Value::Array(marks.iter().map(|mark| text(mark.name())).collect())
}

/// What an order brings.
pub fn of(
    board: &Board,
    case: &Case,
    unit: Option<UnitId>,
    order: &Order,
) -> Result<Facts, String> {
    let (book, position) = (&board.book, &board.scenario.position);
    if let Order::Leader { leader, way } = order {
        let checked = moves::check_leader(book, position, &position.leaders[*leader], way);
        return Ok(checked.map_or_else(
            |refusal| refused(board, &refusal),
            |(at, cost)| {
                let mut facts = Facts::from([("allowed", true.into()), ("at", place(at))]);
                facts.insert("ground", text(cost.slowest.name()));
                paid(&mut facts, Some(cost));
                facts
            },
        ));
    }
    let id = unit.ok_or("`unit` is missing")?;
    let placed = position.unit(id);
    let leave = Leave { list: case.list, began: case.began.unwrap_or(placed.unit.order) };
    let done = |plan: Result<Plan, Refusal>| match plan {
        Ok(plan) => {
            let mut facts = planned(board, &plan);
            let taken = moves::horses_taken(book, position, id, &plan.path);
            facts.insert("horses-taken", names(board, &taken));
            facts
        }
        Err(refusal) => refused(board, &refusal),
    };
    Ok(match order {
        Order::Special(order) => special::of(board, case, id, order)?,
        Order::Troops(maneuver) => done(special::maneuver(board, id, leave, maneuver)),
        Order::Gun { stand, maneuver } => {
            match moves::check_gun(book, position, (id, *stand), case.list, maneuver) {
                Ok(plan) => gun(board, placed, *stand, &plan),
                Err(refusal) => refused(board, &refusal),
            }
        }
        Order::Charge { target, bend, disordered } => {
            done(moves::charge(book, position, id, *target, (leave, *disordered), *bend))
        }
        Order::Countercharge { charger } => {
            match moves::countercharge(book, position, id, *charger) {
                Ok(far) => Facts::from([("allowed", true.into()), ("length", inches(far))]),
                Err(refusal) => refused(board, &refusal),
            }
        }
        Order::Breakthrough => match moves::breakthrough(book, position, id) {
            Some((target, plan)) => {
                let mut facts = planned(board, &plan);
                facts.insert("units", names(board, &[target]));
                facts
            }
            None => not_allowed(),
        },
        Order::Retreat(how) => {
            let retreat = match how {
                Retreating::OutOfCloseRange => moves::out_of_close_range(book, position, id),
                Retreating::TwoInches => moves::two_inches(book, position, id),
                Retreating::Full { .. } => moves::full_retreat(book, position, id),
            };
            special::retreat(board, id, *how, retreat)
        }
        Order::Contract { back, shape, anchor } => {
            let how = match back {
                StraightBack::OutOfCloseRange => Retreating::OutOfCloseRange,
                StraightBack::TwoInches => Retreating::TwoInches,
            };
            match moves::contracted(book, position, id, *back, (shape, *anchor)) {
                Ok(retreat) => special::retreat(board, id, how, retreat),
                Err(refusal) => refused(board, &refusal),
            }
        }
        Order::Evade { from, .. } if special::skirmishers(board, id).is_some() => {
            let own = special::skirmishers(board, id).ok_or("no skirmishers")?;
            match moves::skirmishers_evade(book, position, own, *from) {
                Ok(running) => special::ran(board, &running),
                Err(refusal) => refused(board, &refusal),
            }
        }
        Order::Evade { from, behind } => match moves::evade(book, position, (id, *from), *behind) {
            Ok(retreat) => retreated(board, &retreat),
            Err(refusal) => refused(board, &refusal),
        },
        Order::Recall { to, least } => done(moves::recall(book, position, id, *to, *least)),
        Order::Carry { lost } => {
            let mut without = position.clone();
            let beaten = position.unit(*lost).clone();
            let front = beaten.front_rank().to_vec();
            without.set(*lost, Placed { stands: Vec::new(), ..beaten });
            moves::carry(book, &without, id, &front)
                .map_or_else(not_allowed, |plan| planned(board, &plan))
        }
        Order::HastySquare { against } => done(moves::hasty_square(book, position, id, against)),
        Order::PresentBayonets { how, against } => {
            done(moves::present_bayonets(book, position, id, against, how))
        }
        Order::Leader { .. } => return Err("a leader is no unit".to_owned()),
    })
}

pub fn not_allowed() -> Facts {
    Facts::from([("allowed", false.into())])
}

pub fn paid(facts: &mut Facts, cost: Option<Cost>) {
    if let Some(cost) = cost {
        facts.insert("cost", inches(cost.spent()));
        facts.insert("left", inches(cost.left()));
        facts.insert("has", inches(cost.allowance));
    }
}

pub fn standing(facts: &mut Facts, end: &Placed) {
    facts.insert("stands", Value::Array(end.stands.iter().map(stand).collect()));
    facts.insert("count", Value::Integer(end.stands.len() as i64));
    facts.insert("order-after", text(end.unit.order.name()));
    facts.insert("formation", text(end.unit.formation.name()));
    facts.insert("presenting", end.unit.presenting.into());
    facts.insert("mounted", end.unit.is_mounted().into());
    facts.insert("holders", Value::Integer(i64::from(end.holders)));
    facts.insert("horses", end.tethered.map_or(false.into(), place));
}

pub fn planned(board: &Board, plan: &Plan) -> Facts {
    let mut facts = Facts::from([("allowed", true.into())]);
    facts.insert("at", place(plan.end.anchor.at));
    facts.insert("facing", degrees(plan.end.anchor.heading));
    standing(&mut facts, &plan.end);
    paid(&mut facts, plan.cost);
    facts.insert("ground", text(plan.ground.name()));
    facts.insert("passed", names(board, &plan.passed));
    facts.insert("disordered", names(board, &plan.disordered));
    facts.insert("marks", marks(plan.marks));
    facts.insert("pieces", pieces(board, &plan.pieces));
    facts
}

fn pieces(board: &Board, pieces: &[usize]) -> Value {
    Value::Array(pieces.iter().map(|piece| text(board.piece(*piece))).collect())
}

pub fn gun(board: &Board, placed: &Placed, stand: u8, plan: &GunPlan) -> Facts {
    let mut facts = Facts::from([("allowed", true.into())]);
    facts.insert("at", place(plan.pose.at));
    facts.insert("facing", degrees(plan.pose.heading));
    standing(&mut facts, &moves::with_gun(placed, stand, plan));
    paid(&mut facts, plan.cost);
    facts.insert("ground", text(plan.crossed.slowest().name()));
    facts.insert("passed", names(board, &plan.crossed.passed));
    facts.insert("pieces", pieces(board, &plan.crossed.pieces));
    facts.insert("marks", marks(plan.marks));
    facts.insert("may-fire", plan.may_fire.into());
    facts.insert("limbered", plan.gun.limbered.into());
    facts.insert("silenced", plan.gun.silenced.into());
    facts.insert("abandoned", plan.gun.abandoned.into());
    let host = plan.gun.sheltered.map_or_else(Vec::new, |host| vec![host]);
    facts.insert("sheltered", names(board, &host));
    facts.insert("low-on-ammunition", plan.gun.low_on_ammunition.into());
    facts
}

pub fn retreated(board: &Board, retreat: &Retreat) -> Facts {
    let mut facts = match retreat {
        Retreat::To(plan) => planned(board, plan),
        Retreat::OffTheTable(_) | Retreat::Cut => Facts::from([("allowed", true.into())]),
    };
    facts.insert("off-table", matches!(retreat, Retreat::OffTheTable(_)).into());
    facts.insert("cut", (*retreat == Retreat::Cut).into());
    facts
}

/// A refusal: its rule, and what else it says.
pub fn refused(board: &Board, refusal: &Refusal) -> Facts {
    let mut facts = not_allowed();
    facts.insert("refused", text(refusal.rule().to_string()));
    match refusal {
        Refusal::Blocked(Blocked { stand, at, by, .. }) => {
            facts.insert("stand", Value::Integer(i64::from(*stand) + 1));
            facts.insert("near", place(*at));
            let (why, whom) = stopped(board, *by);
            facts.insert("why", text(why));
            facts.insert("by", Value::Array(whom.into_iter().map(text).collect()));
        }
        Refusal::TooFar { needs, has, ground, .. } => {
            facts.insert("why", text("too-far"));
            facts.insert("needs", inches(*needs));
            facts.insert("has", inches(*has));
            facts.insert("ground", text(ground.name()));
        }
        Refusal::Forbidden { why, .. } => {
            facts.insert("why", text(why.name()));
        }
        Refusal::Shape(_) => {
            facts.insert("why", text("shape"));
        }
        Refusal::Steps(_) => {
            facts.insert("why", text("steps"));
        }
    }
    facts
}

/// A name for what stops a path, and who or what it is.
fn stopped(board: &Board, by: Stop) -> (&'static str, Option<String>) {
    let unit = |id: UnitId| Some(board.scenario.position.unit(id).unit.name.to_string());
    match by {
        Stop::Edge => ("edge", None),
        Stop::Enemy(id) => ("enemy", unit(id)),
        Stop::NearEnemy(id) => ("near-enemy", unit(id)),
        Stop::Friend(id) => ("friend", unit(id)),
        Stop::EndsOn(id) => ("ends-on", unit(id)),
        Stop::Impassable(piece) => ("impassable", Some(board.piece(piece))),
        Stop::Major(piece) => ("major-obstacle", Some(board.piece(piece))),
        Stop::NoHorse(piece) => ("no-horse", Some(board.piece(piece))),
        Stop::NoGuns(piece) => ("no-guns", Some(board.piece(piece))),
    }
}
