//! What effects do to a unit, one deed after the other.

use geometry::{Length, Rect, Spot};

use super::cause::Cause;
use super::event::{Change, GunHarm, Happened, OverTheEdge, Peril, Removal, RetreatKind};
use super::leaders;
use super::maneuvers::{after_going_back, after_moving, gone, passage_of, take_back};
use super::order::Order as Ordered;
use super::refusal::{NotNow, Refusal};
use super::regroup;
use super::sequence::not_asked;
use super::state::{Charge, ChargeKind, Marks, Phase, Stage, State, Whereabouts};
use super::task::Task;
use super::turn::{Carry, Turn};
use crate::deed::Deed;
use crate::formations::Shape;
use crate::moves::{self, CrewFate, Plan, Retreat, Running};
use crate::sight;
use crate::table::{Lost, Placed, UnitId, is_too_small, lose as take_off};
use crate::{Formation, Order};

/// Does the first of a unit's deeds and leaves the rest for later.
pub(super) fn perform(
    turn: &mut Turn<'_>,
    unit: UnitId,
    (deeds, why): (Vec<Deed>, Cause),
    ground: Vec<Rect>,
) {
    if turn.state.unit(unit).stands.is_empty() {
        return;
    }
    let Some((&deed, rest)) = deeds.split_first() else { return };
    if !rest.is_empty() {
        let (deeds, ground) = (rest.to_vec(), ground.clone());
        turn.push(Task::Deeds { unit, deeds, ground, why });
    }
    let recall = deeds.contains(&Deed::MayRecall);
    match deed {
        Deed::MayManeuver { .. }
        | Deed::HoldsAndMayFire
        | Deed::Holds
        | Deed::MountsFirst
        | Deed::RunsToItsHorses
        | Deed::ChargeHome
        | Deed::LowOnAmmunition
        | Deed::MayRecall => {}
        Deed::GoodOrder => {
            change_unit(turn, unit, (deed, why), |placed| placed.unit.order = Order::Good);
        }
        Deed::Reforms => reforms(turn, unit),
        Deed::RetreatsOutOfCloseRange => {
            turn.push(Task::Retreat { unit, how: RetreatKind::OutOfCloseRange, recall, why });
        }
        Deed::RetreatsTwoInches => {
            turn.push(Task::Retreat { unit, how: RetreatKind::TwoInches, recall, why });
        }
        Deed::FullRetreatBroken | Deed::GunsRetreatSilenced => {
            turn.push(Task::Retreat { unit, how: RetreatKind::Full, recall: false, why });
        }
        Deed::StopsPresenting => {
            if turn.state.unit(unit).unit.presenting {
                change_unit(turn, unit, (deed, why), |placed| placed.unit.presenting = false);
            }
        }
        Deed::Disordered => disorder(turn, unit, why),
        Deed::LosesStands { stands } => turn.push(Task::Lose { unit, stands, why }),
        Deed::Silenced => silence_all(turn, unit, why),
        Deed::GunsSilenced { stands } => hurt_some(turn, unit, (GunHarm::Silenced, why), stands),
        Deed::GunsDamaged { stands } => hurt_some(turn, unit, (GunHarm::Damaged, why), stands),
        Deed::GunDamagedAndSilenced => {
            hurt_some(turn, unit, (GunHarm::DamagedAndSilenced, why), 1);
        }
        Deed::GunsWrecked { stands } => hurt_some(turn, unit, (GunHarm::Wrecked, why), stands),
        Deed::GunsLost => destroy(turn, unit, Removal::GunsLost, Some(why)),
        Deed::ShelteredCrewsLost => crews_lost(turn, unit),
        Deed::ChargeChecked => checked(turn, unit, why),
        Deed::ChargeBlunted => {
            let marks = turn.marked(unit, |marks| marks.charge = None);
            turn.emit(Happened::Does { unit, deed, why }, vec![marks]);
        }
        Deed::LeaderCheck => leaders::check_with(turn, unit),
        Deed::CarriesThePosition if recall => {
            turn.push(Task::Won { unit, ground, may_stay: false });
        }
        Deed::CarriesThePosition => carry(turn, unit, &ground),
        Deed::MayCarryThePosition => turn.push(Task::Won { unit, ground, may_stay: true }),
        Deed::BreaksThrough => breaks_through(turn, unit),
    }
}

fn change_unit(
    turn: &mut Turn<'_>,
    unit: UnitId,
    (deed, why): (Deed, Cause),
    change: impl FnOnce(&mut Placed),
) {
    let mut placed = turn.state.unit(unit).clone();
    change(&mut placed);
    let changes = turn.put(unit, placed);
    turn.emit(Happened::Does { unit, deed, why }, changes);
}

/// A unit in good order becomes disordered.
pub(super) fn disorder(turn: &mut Turn<'_>, unit: UnitId, why: Cause) {
    let placed = turn.state.unit(unit);
    if placed.stands.is_empty() || placed.unit.is_guns() || placed.unit.order != Order::Good {
        return;
    }
    let mut placed = placed.clone();
    placed.unit.order = Order::Disordered;
    let what = match why {
        Cause::RunThrough { by } | Cause::Passage { by, .. } => {
            Happened::ShakenBy { unit, by, why }
        }
        _ => Happened::Does { unit, deed: Deed::Disordered, why },
    };
    let changes = turn.put(unit, placed);
    turn.emit(what, changes);
}

/// A broken unit forms again; it is disordered until an effect says more.
fn reforms(turn: &mut Turn<'_>, unit: UnitId) {
    if turn.state.unit(unit).unit.order != Order::Broken {
        return;
    }
    let placed = moves::reform(&turn.state.book, &turn.state.position, unit);
    let marks = turn.marked(unit, |marks| marks.about_faced = false);
    let mut changes = turn.put(unit, placed);
    changes.push(marks);
    turn.emit(Happened::Reforms { unit }, changes);
}

/// A unit that fell back of its own will stands in line again, in the order that it had.
pub(super) fn forms_again(turn: &mut Turn<'_>, unit: UnitId, order: Order) {
    if turn.state.unit(unit).stands.is_empty() {
        return;
    }
    let mut placed = moves::reform(&turn.state.book, &turn.state.position, unit);
    placed.unit.order = order;
    let changes = turn.put(unit, placed);
    turn.emit(Happened::Reforms { unit }, changes);
}

fn breaks_through(turn: &mut Turn<'_>, unit: UnitId) {
    let marks = turn.marked(unit, |marks| {
        marks.charge = Some(Charge::at(unit, ChargeKind::Breakthrough));
    });
    turn.emit(Happened::Goes, vec![marks]);
}

/// Fire has checked a charge: it goes back to two inches, or cavalry recalls.
fn checked(turn: &mut Turn<'_>, unit: UnitId, why: Cause) {
    let marks = turn.marked(unit, |marks| {
        if let Some(charge) = &mut marks.charge {
            charge.stage = Stage::Over;
        }
    });
    turn.emit(Happened::Does { unit, deed: Deed::ChargeChecked, why }, vec![marks]);
    let recall = turn.state.unit(unit).unit.is_mounted_cavalry();
    turn.push(Task::Retreat { unit, how: RetreatKind::TwoInches, recall, why });
}

// Losses.

/// Does it make a difference which stands go?
pub(super) fn asks_lose(state: &State, unit: UnitId, stands: u8) -> bool {
    let placed = state.unit(unit);
    let asked = state.book.effectiveness.owner_picks;
    let differs = match &placed.shape {
        Shape::ExtendedLine { gaps, .. } => asked || gaps.iter().any(|gap| *gap > Length::ZERO),
        Shape::OpenOrder { ranks, .. } => asked && *ranks == 1,
        Shape::Line { .. } => asked,
        Shape::Apart { .. } => true,
        _ => false,
    };
    let left = placed.stands.len().saturating_sub(usize::from(stands));
    // Below three only the two that go last are left.
    differs && stands > 0 && left > if placed.unit.is_guns() { 0 } else { 2 }
}

pub(super) fn lose(
    state: &State,
    unit: UnitId,
    (stands, why): (u8, Cause),
    order: &Ordered,
) -> Result<Carry, Refusal> {
    let picked = match order {
        Ordered::Done => None,
        Ordered::Lose { unit: named, stands } if *named == unit => Some(stands.clone()),
        _ => return Err(not_asked()),
    };
    if let Some(picked) = &picked {
        if picked.len() != usize::from(stands) {
            return Err(Refusal::now(NotNow::WrongNumber, "EFF-CASUALTY-CHOICE"));
        }
        take_off(&state.book.bases, state.unit(unit), &Lost::These(picked.clone()))?;
    }
    Ok(Box::new(move |turn| {
        turn.pop();
        match picked {
            Some(picked) => lose_these(turn, unit, &Lost::These(picked), why),
            None => lose_any(turn, unit, stands, why),
        }
        Ok(())
    }))
}

/// A unit loses so many stands, the outermost first.
pub(super) fn lose_any(turn: &mut Turn<'_>, unit: UnitId, stands: u8, why: Cause) {
    let placed = turn.state.unit(unit);
    let there = placed.stands.len() as u8 + placed.holders;
    let stands = stands.min(there);
    if stands == 0 || placed.stands.is_empty() {
        return;
    }
    lose_these(turn, unit, &Lost::Any(stands), why);
}

fn lose_these(turn: &mut Turn<'_>, unit: UnitId, lost: &Lost, why: Cause) {
    let placed = turn.state.unit(unit);
    let Ok(mut left) = take_off(&turn.state.book.bases, placed, lost) else { return };
    let taken = placed.unit.strength.stands.saturating_sub(left.unit.strength.stands);
    if placed.unit.is_guns() {
        regroup::settle(&mut left);
    }
    let skirmishers = turn.state.marks(unit).skirmishers;
    let remain = left.unit.strength.stands;
    let side = left.side;
    let level = left.unit.is_troops().then(|| left.unit.strength.level());
    let reshaped = placed.unit.formation != left.unit.formation && remain > 0;
    let what = Happened::StandsLost { unit, stands: taken, left: remain, level, reshaped, why };
    let mut changes = turn.put(unit, left.clone());
    changes.push(Change::Lost { side, stands: taken });
    if let Lost::These(gone) = lost
        && placed.unit.is_guns()
    {
        changes.push(turn.marked(unit, |marks| {
            let kept = marks.guns.iter().enumerate();
            let kept = kept.filter(|(place, _)| !gone.contains(&(*place as u8)));
            marks.guns = kept.map(|(_, gun)| *gun).collect();
        }));
    } else {
        let count = left.guns.len();
        changes.push(turn.marked(unit, |marks| marks.guns.truncate(count)));
    }
    turn.emit(what, changes);
    balance(turn, unit);
    if left.stands.is_empty() || (is_too_small(&left) && !skirmishers) {
        destroy(turn, unit, Removal::Losses, None);
    } else if skirmishers && remain < 2 {
        must_rejoin(turn, unit);
    }
}

/// A detachment of one stand runs to its regiment.
fn must_rejoin(turn: &mut Turn<'_>, unit: UnitId) {
    let found = turn.state.detachments().into_iter().find(|out| out.skirmishers == unit);
    let Some(out) = found else { return };
    if turn.state.unit(out.regiment).stands.is_empty() {
        destroy(turn, unit, Removal::Losses, None);
        return;
    }
    match moves::run_to_regiment(&turn.state.book, &turn.state.position, out) {
        Running::Rejoins(rejoined) => take_back(turn, unit, *rejoined),
        Running::Runs(retreat) => {
            carry_out_retreat(turn, unit, retreat, (RetreatKind::Full, Cause::Recalled));
        }
    }
}

/// A regiment and its skirmishers count each other's stands for their level.
fn balance(turn: &mut Turn<'_>, unit: UnitId) {
    let found = turn
        .state
        .detachments()
        .into_iter()
        .find(|out| out.skirmishers == unit || out.regiment == unit);
    let Some(out) = found else { return };
    for (one, other) in [(out.regiment, out.skirmishers), (out.skirmishers, out.regiment)] {
        let elsewhere = turn.state.unit(other).unit.strength.stands;
        let mut placed = turn.state.unit(one).clone();
        if placed.unit.strength.elsewhere != elsewhere {
            placed.unit.strength.elsewhere = elsewhere;
            let change = Change::Unit { unit: one, placed: Box::new(placed) };
            turn.emit(Happened::Goes, vec![change]);
        }
    }
}

/// A unit is out of the battle with all that is left of it.
pub(super) fn destroy(turn: &mut Turn<'_>, unit: UnitId, why: Removal, after: Option<Cause>) {
    remove(turn, unit, why, (after, None));
}

fn remove(
    turn: &mut Turn<'_>,
    unit: UnitId,
    why: Removal,
    (after, over): (Option<Cause>, Option<OverTheEdge>),
) {
    let placed = turn.state.unit(unit).clone();
    let stands = placed.unit.strength.stands;
    let leaves = matches!(why, Removal::Edge | Removal::Home);
    let where_is = if leaves { Whereabouts::LeftTheTable } else { Whereabouts::Destroyed };
    let mut changes = vec![
        Change::Unit { unit, placed: Box::new(gone(&placed)) },
        turn.marked(unit, |marks| {
            marks.whereabouts = where_is;
            (marks.charge, marks.passage, marks.answer) = (None, None, None);
            marks.guns.clear();
        }),
    ];
    if why != Removal::Home {
        changes.push(Change::Lost { side: placed.side, stands });
    }
    let heir = turn.state.detachments().into_iter().find(|out| out.regiment == unit);
    turn.emit(Happened::Destroyed { unit, why, left: stands, after, over }, changes);
    if let Some(out) = heir {
        inherit(turn, &placed, out.skirmishers);
    }
    if leaves {
        leaders::stay_behind(turn, unit, &placed);
    }
    let Some(leader) = turn.state.leader_with(unit) else { return };
    if leaves {
        leaders::goes_with(turn, leader, unit);
    } else {
        let peril = Peril::UnitLost;
        turn.push(Task::LeaderCheck { leader, orphaned: true, with: None, peril });
    }
}

/// Skirmishers whose regiment is gone become the regiment.
fn inherit(turn: &mut Turn<'_>, regiment: &Placed, skirmishers: UnitId) {
    let mut heir = moves::successor(regiment, turn.state.unit(skirmishers));
    heir.unit.strength.elsewhere = 0;
    let too_few = is_too_small(&heir);
    let mut changes = turn.put(skirmishers, heir);
    changes.push(turn.marked(skirmishers, |marks| marks.skirmishers = false));
    // The name goes to those who carry it on.
    let old = turn.state.marks(skirmishers).origin;
    if let Some(old) = old {
        let mut gone = turn.state.unit(old).clone();
        gone.unit.name = format!("{} (lost)", regiment.unit.name).into();
        changes.push(Change::Unit { unit: old, placed: Box::new(gone) });
    }
    turn.emit(Happened::Inherits { unit: skirmishers }, changes);
    if too_few {
        destroy(turn, skirmishers, Removal::Losses, None);
    }
}

// Guns.

fn silence_all(turn: &mut Turn<'_>, unit: UnitId, why: Cause) {
    change_unit(turn, unit, (Deed::Silenced, why), |placed| {
        placed.guns.iter_mut().for_each(|gun| gun.silenced = true);
        regroup::settle(placed);
    });
}

fn hurt_some(turn: &mut Turn<'_>, unit: UnitId, (harm, why): (GunHarm, Cause), stands: u8) {
    for _ in 0..stands {
        turn.push(Task::Hurt { unit, harm, why });
    }
}

/// The gun stands of which the owner picks one.
pub(super) fn guns_to_hurt(state: &State, unit: UnitId, harm: GunHarm) -> Vec<u8> {
    harm.among(&state.unit(unit).guns)
}

pub(super) fn hurt(
    state: &State,
    unit: UnitId,
    (harm, why): (GunHarm, Cause),
    order: &Ordered,
) -> Result<Carry, Refusal> {
    let among = guns_to_hurt(state, unit, harm);
    let stand = match order {
        Ordered::Done => among.first().copied(),
        Ordered::Pick { unit: named, stand } if *named == unit => *stand,
        _ => return Err(not_asked()),
    };
    let Some(stand) = stand.filter(|stand| among.contains(stand)) else {
        return Err(Refusal::now(NotNow::NotAmong, "GUN-BASE-DAMAGED"));
    };
    Ok(Box::new(move |turn| {
        turn.pop();
        hurt_gun(turn, unit, stand, (harm, why));
        Ok(())
    }))
}

/// Something befalls a gun stand; damaged twice it is wrecked.
pub(super) fn hurt_gun(
    turn: &mut Turn<'_>,
    unit: UnitId,
    stand: u8,
    (harm, why): (GunHarm, Cause),
) {
    let mut placed = turn.state.unit(unit).clone();
    let Some(gun) = placed.guns.get_mut(usize::from(stand)) else { return };
    let damages = harm.damages();
    if harm == GunHarm::Wrecked || (damages && gun.damaged) {
        let why = if harm == GunHarm::Wrecked { why } else { Cause::DamagedTwice };
        turn.emit(Happened::GunHurt { unit, stand, harm: GunHarm::Wrecked, why }, Vec::new());
        lose_these(turn, unit, &Lost::These(vec![stand]), why);
        return;
    }
    gun.damaged |= damages;
    gun.silenced |= harm != GunHarm::Damaged;
    regroup::settle(&mut placed);
    let changes = turn.put(unit, placed);
    turn.emit(Happened::GunHurt { unit, stand, harm, why }, changes);
}

/// The enemy takes a gun.
pub(super) fn take_gun(turn: &mut Turn<'_>, unit: UnitId, lost: &Lost) {
    lose_these(turn, unit, lost, Cause::Taken);
}

/// Crews that shelter with a unit are lost with it, and so are their guns.
fn crews_lost(turn: &mut Turn<'_>, host: UnitId) {
    let mut crews = moves::crews_with(&turn.state.position, host);
    crews.reverse();
    for (unit, stand) in crews {
        lose_these(turn, unit, &Lost::These(vec![stand]), Cause::ShelterBroken);
    }
}

/// Crews whose host no longer shelters them go back to their guns or are lost.
pub(super) fn settle_crews(turn: &mut Turn<'_>) {
    let abandoned = |state: &State| {
        let guns = state.position.ids().flat_map(|unit| {
            let guns = state.unit(unit).guns.iter().enumerate();
            let left = guns.filter(|(_, gun)| gun.abandoned);
            left.map(|(stand, _)| (unit, stand as u8)).collect::<Vec<_>>()
        });
        guns.collect::<Vec<_>>()
    };
    if !turn.state.position.units().iter().any(|placed| placed.guns.iter().any(|gun| gun.abandoned))
    {
        return;
    }
    for (unit, stand) in abandoned(&turn.state).into_iter().rev() {
        match moves::crew_fate(&turn.state.book, &turn.state.position, (unit, stand)) {
            CrewFate::Stays => {}
            CrewFate::Returns(plan) => {
                let placed = moves::with_gun(turn.state.unit(unit), stand, &plan);
                let changes = turn.put(unit, placed);
                turn.emit(Happened::CrewReturns { unit, stand }, changes);
            }
            CrewFate::Lost => {
                lose_these(turn, unit, &Lost::These(vec![stand]), Cause::CrewCut);
            }
        }
    }
}

// Retreats, recalls, the ground won.

/// Where a unit goes back to.
pub(super) fn retreat_of(state: &State, unit: UnitId, how: RetreatKind) -> Retreat {
    let (book, position) = (&state.book, &state.position);
    match how {
        RetreatKind::OutOfCloseRange => {
            // Beaten by one who has no close range it still goes clear of him.
            let out = moves::out_of_close_range(book, position, unit);
            let near = |enemy: UnitId| {
                let clear = Length::inches(2);
                sight::gap(position, unit, enemy).is_some_and(|gap| gap < clear)
            };
            let stays = out.plan().is_some_and(|plan| plan.path.is_empty());
            let held = state.of_side(state.unit(unit).side.enemy()).any(near);
            if stays && held { moves::two_inches(book, position, unit) } else { out }
        }
        RetreatKind::TwoInches if storms(state, unit) => {
            Retreat::To(Box::new(moves::storm_thrown_back(book, position, unit)))
        }
        RetreatKind::TwoInches => moves::two_inches(book, position, unit),
        RetreatKind::Full if storms(state, unit) => moves::storm_lost(book, position, unit),
        RetreatKind::Full => moves::full_retreat(book, position, unit),
    }
}

fn storms(state: &State, unit: UnitId) -> bool {
    state.unit(unit).unit.formation == Formation::StormingColumn
}

/// How far a retreat takes a unit: a recall goes at least as far.
pub(super) fn least(state: &State, unit: UnitId, how: RetreatKind) -> Length {
    let retreat = retreat_of(state, unit, how);
    retreat.plan().map_or(Length::ZERO, |plan| plan.farthest(&state.unit(unit).stands))
}

/// Can it recall: cavalry where the effect lets it, and whoever comes by its horses on the way back?
pub(super) fn asks_recall(state: &State, unit: UnitId, how: RetreatKind, may: bool) -> bool {
    let placed = state.unit(unit);
    if placed.stands.is_empty() || how == RetreatKind::Full {
        return false;
    }
    may && placed.unit.is_mounted_cavalry() || mounts_going_back(state, unit, how)
}

/// Does a retreat lead a unit on foot to its horses?
fn mounts_going_back(state: &State, unit: UnitId, how: RetreatKind) -> bool {
    let placed = state.unit(unit);
    if placed.tethered.is_none() || placed.unit.mounted {
        return false;
    }
    let retreat = moves::mounts_on_the_way(&state.book, placed, retreat_of(state, unit, how));
    retreat.plan().is_some_and(|plan| plan.end.unit.mounted)
}

pub(super) fn retreat(
    state: &State,
    unit: UnitId,
    (how, why): (RetreatKind, Cause),
    order: &Ordered,
) -> Result<Carry, Refusal> {
    match order {
        Ordered::Done => {}
        Ordered::GoBack { unit: named } if *named == unit => {}
        Ordered::Recall { unit: named, to } if *named == unit => {
            let least = least(state, unit, how);
            let plan = moves::recall(&state.book, &state.position, unit, *to, least)?;
            return Ok(recalls(unit, plan, Some((how, why))));
        }
        _ => return Err(not_asked()),
    }
    Ok(Box::new(move |turn| {
        turn.pop();
        go_back(turn, unit, (how, why));
        Ok(())
    }))
}

fn recalls(unit: UnitId, plan: Plan, instead: Option<(RetreatKind, Cause)>) -> Carry {
    Box::new(move |turn| {
        turn.pop();
        let by = middle(&turn.state.unit(unit).stands).distance(middle(&plan.end.stands));
        let changes = turn.put(unit, plan.end.clone());
        turn.emit(Happened::Recalls { unit, by, instead }, changes);
        after_going_back(turn, unit, &plan.path);
        Ok(())
    })
}

/// A unit goes back as the rules have it.
pub(super) fn go_back(turn: &mut Turn<'_>, unit: UnitId, (how, why): (RetreatKind, Cause)) {
    if turn.state.unit(unit).stands.is_empty() {
        return;
    }
    let retreat = retreat_of(&turn.state, unit, how);
    let retreat = moves::mounts_on_the_way(&turn.state.book, turn.state.unit(unit), retreat);
    let skirmishers = turn.state.detachments().into_iter().find(|out| out.skirmishers == unit);
    if let Some(out) = skirmishers {
        let (book, position) = (&turn.state.book, &turn.state.position);
        let running = match how {
            RetreatKind::Full => moves::run_to_regiment(book, position, out),
            _ => moves::skirmishers_retreat(book, position, out, retreat),
        };
        match running {
            Running::Rejoins(rejoined) => take_back(turn, unit, *rejoined),
            Running::Runs(retreat) => carry_out_retreat(turn, unit, retreat, (how, why)),
        }
        return;
    }
    carry_out_retreat(turn, unit, retreat, (how, why));
}

/// A retreat is made: the unit goes, leaves the table, or has no way out.
pub(super) fn carry_out_retreat(
    turn: &mut Turn<'_>,
    unit: UnitId,
    retreat: Retreat,
    (how, why): (RetreatKind, Cause),
) {
    let plan = match retreat {
        Retreat::To(plan) => *plan,
        Retreat::OffTheTable(due) => {
            let edge = to_the_edge(&turn.state, unit);
            return remove(
                turn,
                unit,
                Removal::Edge,
                (Some(why), Some(OverTheEdge { how, edge, due })),
            );
        }
        Retreat::Cut => return destroy(turn, unit, Removal::Cut, Some(why)),
    };
    let before = turn.state.unit(unit).clone();
    let by = middle(&before.stands).distance(middle(&plan.end.stands));
    let own = before.side == turn.state.active && turn.state.phase == Phase::Maneuver;
    let passage = passage_of(&before, &plan.path).filter(|_| own);
    let broken = plan.end.unit.order == Order::Broken;
    let marks = turn.marked(unit, |marks: &mut Marks| {
        if own {
            marks.passage = passage;
        }
        marks.about_faced &= !broken;
        if let Some(charge) = &mut marks.charge {
            charge.stage = Stage::Over;
        }
        marks.list = if broken { None } else { marks.list };
        for gun in &mut marks.guns {
            (gun.moved, gun.may_not_fire) = (true, true);
        }
    });
    let out_of = match how {
        RetreatKind::OutOfCloseRange => {
            sight::threats(&turn.state.book, &turn.state.position, unit, &before.stands)
        }
        RetreatKind::TwoInches | RetreatKind::Full => Vec::new(),
    };
    let mut changes = turn.put(unit, plan.end.clone());
    changes.push(marks);
    let from = before.stands;
    let by_road = plan.path.iter().any(|moving| moving.on_road);
    let (ground, passed) = (plan.ground, plan.passed.clone());
    turn.emit(
        Happened::Retreats { unit, by, how, out_of, from, ground, by_road, passed, broken, why },
        changes,
    );
    for &friend in plan.disordered.iter().filter(|friend| **friend != unit) {
        disorder(turn, friend, Cause::RunThrough { by: unit });
    }
    after_going_back(turn, unit, &plan.path);
}

/// How near the edge of the table is to a unit.
fn to_the_edge(state: &State, unit: UnitId) -> Length {
    let table = state.position.table.bounds();
    let gap = |stand: &Rect| {
        let own = stand.bounds();
        let [low, high] = [own.low.minus(table.low), table.high.minus(own.high)];
        low.x.min(low.y).min(high.x).min(high.y)
    };
    let gaps = state.unit(unit).stands.iter().map(gap);
    Length::thousandths(gaps.fold(f64::INFINITY, f64::min).max(0.0).min(f64::from(i32::MAX)) as i32)
}

/// The middle of some stands.
pub(super) fn middle(stands: &[Rect]) -> Spot {
    let sum = stands.iter().map(|stand| stand.pose.at.spot()).fold(Spot::default(), Spot::plus);
    sum.times(1.0 / stands.len().max(1) as f64)
}

/// A winner stands where the loser stood.
pub(super) fn carry(turn: &mut Turn<'_>, unit: UnitId, ground: &[Rect]) {
    let state = &turn.state;
    let plan = if storms(state, unit) {
        // As it was told when it charged, if there is room for that.
        let storm = state.marks(unit).charge.as_ref().and_then(|charge| charge.storm.as_ref());
        let told = storm.map_or((None, None), |how| (how.then, how.refuse));
        let won = |then| moves::storm_won(&state.book, &state.position, unit, ground, then).ok();
        won(told).or_else(|| won((None, None)))
    } else {
        moves::carry(&state.book, &state.position, unit, ground)
    };
    let Some(plan) = plan else { return };
    // What disorders it is told by itself, with its reason.
    let mut end = plan.end.clone();
    if plan.disordered.contains(&unit) {
        end.unit.order = turn.state.unit(unit).unit.order;
    }
    let changes = turn.put(unit, end);
    turn.emit(Happened::Carries { unit }, changes);
    super::maneuvers::shake(turn, unit, &plan, Cause::Storms);
    after_moving(turn, unit, &plan.path);
}

/// Cavalry that has won takes the ground, recalls, or stays where it may.
pub(super) fn won(
    state: &State,
    unit: UnitId,
    ground: Vec<Rect>,
    may_stay: bool,
    order: &Ordered,
) -> Result<Carry, Refusal> {
    let carries = match order {
        Ordered::Done => !may_stay,
        Ordered::Stand { unit: named } if *named == unit && may_stay => false,
        Ordered::Carry { unit: named } if *named == unit => true,
        Ordered::Recall { unit: named, to } if *named == unit => {
            let plan = moves::recall(&state.book, &state.position, unit, *to, Length::ZERO)?;
            return Ok(recalls(unit, plan, None));
        }
        _ => return Err(not_asked()),
    };
    Ok(Box::new(move |turn| {
        turn.pop();
        if carries {
            carry(turn, unit, &ground);
        }
        Ok(())
    }))
}
