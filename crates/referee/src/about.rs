//! What can be asked about a battle without changing it.

use ai::Player;
use engine::battle::{Order, State, options};
use engine::table::UnitId;
use library::nearest;
use library::order::{order_text, read_order};
use library::record::digest;
use library::setting::side_of;

use crate::error::{Code, Error};
use crate::outlook::Outlook;
use crate::pending::{orders_of, pending};
use crate::replies::{Advice, Card, Checked, Reply, Told, Waited};
use crate::requests::{self, Request};
use crate::view::Scene;
use crate::{card, odds, reach, scene, seen, steer, threats};

/// The answer to what only asks.
pub fn about(state: &State, request: Request) -> Result<Reply, Error> {
    Ok(match request {
        Request::Asked {} => Reply::Asked(pending(state)),
        Request::Options(asked) => Reply::Options { orders: orders(state, &asked)? },
        Request::Reach(asked) => {
            Reply::Reach(reach::reach(state, unit(state, &asked.unit)?, asked.list, asked.bare)?)
        }
        Request::Steer(asked) => Reply::Steer(steer::steer(state, &asked)?),
        Request::Threats(asked) => {
            Reply::Threats(threats::threats(state, &read_order(state, &asked.order)?)?)
        }
        Request::Card(asked) => Reply::Card(whose(state, &asked)?),
        Request::Sight(asked) => {
            let (from, to) = (unit(state, &asked.from)?, unit(state, &asked.to)?);
            Reply::Sight(Box::new(seen::seen(state, from, to)))
        }
        Request::Advice {} => Reply::Advice(advice(state)?),
        Request::Odds(asked) => Reply::Odds(odds::odds(state, &read_order(state, &asked.order)?)?),
        Request::Check(asked) => Reply::Check(check(state, &asked.order)?),
        Request::View(asked) => Reply::View(Box::new(view(state, &asked)?)),
        Request::Hello {}
        | Request::Start(_)
        | Request::Load(_)
        | Request::Record {}
        | Request::Luck {}
        | Request::Set(_)
        | Request::Apply(_)
        | Request::Undo {}
        | Request::Wait {}
        | Request::Quit {} => {
            let message =
                "this battle is fought by others as well: that is not for one side to say";
            return Err(Error::new(Code::NotYours, message));
        }
    })
}

/// Whose turn it is, and what happened since it was last asked.
pub fn waited(state: &State, events: Vec<Told>) -> Waited {
    Waited {
        side: state.asked().map(|asked| asked.side),
        events,
        pending: pending(state),
        digest: digest(state),
    }
}

fn orders(state: &State, asked: &requests::Options) -> Result<Vec<String>, Error> {
    let orders = match &asked.unit {
        None => options(state),
        Some(name) => orders_of(state, unit(state, name)?),
    };
    Ok(orders.iter().map(|order| order_text(state, order)).collect())
}

fn whose(state: &State, asked: &requests::Whose) -> Result<Card, Error> {
    match (&asked.unit, &asked.leader) {
        (Some(name), None) => Ok(card::unit(state, unit(state, name)?)),
        (None, Some(name)) => Ok(card::leader(state, leader(state, name)?)),
        _ => Err(Error::new(Code::BadRequest, "a card is of a `unit` or of a `leader`")),
    }
}

fn advice(state: &State) -> Result<Advice, Error> {
    if state.asked().is_none() {
        return Err(Error::new(Code::BadRequest, "the battle is over: there is nothing to advise"));
    }
    let decision = ai::adviser().decide(state);
    let bare = matches!(decision.reason, ai::Reason::Any | ai::Reason::NothingBetter);
    let reason = as_it_will_come(state, &decision.order, decision.reason).told(state);
    Ok(Advice { order: order_text(state, &decision.order), reason, bare })
}

/// The reason of a charge with the odds of the table, which know exactly who can fire at it; a machine that
/// thinks of hundreds of charges guesses.
fn as_it_will_come(state: &State, order: &Order, reason: ai::Reason) -> ai::Reason {
    let ai::Reason::Charge { won, home, costs, takes, friends, .. } = reason else { return reason };
    let Order::Charge { unit, target, .. } = order else { return reason };
    let Some(outlook) = Outlook::of(state, order) else { return reason };
    let Some(curve) = outlook.curve(*unit, *target) else { return reason };
    let fire = outlook.fire.is_some();
    let comes = curve.home.as_f64();
    if friends > 0 {
        // Those who are to charge with it have not declared yet: of the table only the fire is known.
        let won = if home > 0.0 { won * (comes / home).min(1.0) } else { 0.0 };
        return ai::Reason::Charge { won, home: comes, costs, takes, fire, friends };
    }
    let (costs, takes) = (curve.attacker_losses, curve.defender_losses);
    ai::Reason::Charge { won: curve.won.as_f64(), home: comes, costs, takes, fire, friends }
}

fn check(state: &State, text: &str) -> Result<Checked, Error> {
    let order = read_order(state, text)?;
    let refusal = state.check(&order).err();
    Ok(Checked {
        ok: refusal.is_none(),
        order: order_text(state, &order),
        message: refusal.as_ref().map(|refusal| refusal.told(state)),
        rule: refusal.and_then(|refusal| refusal.rule()).map(|rule| rule.to_string()),
    })
}

fn view(state: &State, asked: &requests::View) -> Result<Scene, Error> {
    let eyes = match &asked.side {
        None => None,
        Some(name) => Some(side_of(state, name).ok_or_else(|| no_such_army(name))?),
    };
    let mut scene = scene::scene(state, eyes);
    scene.terrain = asked.terrain.then(|| scene::terrain(state));
    Ok(scene)
}

fn no_such_army(name: &str) -> Error {
    Error::new(Code::NoSuchArmy, format!("no army is called `{name}`"))
}

/// The leader of a name.
pub fn leader(state: &State, name: &str) -> Result<u16, Error> {
    let leaders = &state.position.leaders;
    let found = leaders.iter().position(|leader| leader.is_called(name));
    found.map(|place| place as u16).ok_or_else(|| {
        let near = nearest(name, leaders.iter().map(|leader| leader.shown_name()));
        Error::new(Code::NoSuchLeader, format!("no leader is called `{name}`")).near(near)
    })
}

/// The unit of a name that is on the table or may come there.
pub fn unit(state: &State, name: &str) -> Result<UnitId, Error> {
    state.position.named(name).ok_or_else(|| {
        let names = state.position.units().iter().map(|placed| &*placed.unit.name);
        let near = nearest(name, names);
        Error::new(Code::NoSuchUnit, format!("no unit is called `{name}`")).near(near)
    })
}
