//! What the charge modifier list can ask about a unit.

use rulebook::{Arm, ChargeFact, Experience, Ground, Level, Rulebook, Set, Trait};

use super::{Combat, Fighter, Position, Side};
use crate::unit::{Emplacement, Formation, Order, Unit};

impl Combat {
    pub(super) fn facts(
        &self,
        book: &Rulebook,
        fighter: &Fighter,
        side: &Side,
        enemy: &Side,
    ) -> Set<ChargeFact> {
        use ChargeFact as F;
        let unit = &fighter.unit;
        let mut facts = Set::new();
        facts.insert(match unit.experience {
            Experience::Elite => F::Elite,
            Experience::Veteran => F::Veteran,
            Experience::Trained => F::Trained,
            Experience::Raw => F::Raw,
        });
        if unit.is_troops() {
            troop_facts(book, fighter, &mut facts);
        } else {
            gun_facts(fighter, &mut facts);
        }
        numbers(unit, side, enemy, &mut facts);
        facts.insert_if(unit.leader_attached, F::LeaderAttached);
        facts.insert_if(unit.traits.contains(Trait::BraveColonel), F::BraveColonel);
        facts.insert_if(fighter.is_outflanked(), F::Outflanked);
        match fighter.position {
            Position::Open => {}
            Position::Favorable => facts.insert(F::FavorableGround),
            Position::Strong => facts.insert(F::StrongPosition),
            Position::Fortified => facts.insert_if(!fighter.is_outflanked(), F::Fortified),
        }
        let defends = std::ptr::eq(side, &self.defender);
        let garrison = defends && unit.is_troops() && unit.formation == Formation::Garrison;
        facts.insert_if(garrison, F::StrongPosition);
        let over_bad_ground = |f: &Fighter| f.charged_over.is_some_and(|g| g != Ground::Open);
        let square = unit.is_troops() && unit.formation.is_square();
        let favored = defends && (square || book.charge.bad_ground_favors_every_defender);
        let came_badly = enemy.fighters.iter().any(|f| f.in_contact && over_bad_ground(f));
        facts.insert_if(favored && came_badly, F::FavorableGround);
        facts.insert_if(fighter.cold_steel, F::ColdSteel);
        let attacks = std::ptr::eq(side, &self.attacker);
        facts.insert_if(self.second && attacks, F::Breakthrough);
        facts.insert_if(self.struggled, F::AfterDesperateStruggle);
        if let Some(facing) = enemy.foremost() {
            facts.insert_if(facing.unit.formation.is_square(), F::FacingSquare);
            facts.insert_if(facing.unit.presenting, F::FacingBayonets);
            let useless = lances_are_useless(book, unit, &facing.unit);
            facts.insert_if(useless, F::LancesAgainstGoodOrder);
        }
        facts
    }
}

fn troop_facts(book: &Rulebook, fighter: &Fighter, facts: &mut Set<ChargeFact>) {
    use ChargeFact as F;
    let unit = &fighter.unit;
    facts.insert(match unit.strength.level() {
        Level::Fresh => F::Fresh,
        Level::Worn => F::Worn,
        Level::Spent => F::Spent,
    });
    match unit.order {
        Order::Good => {}
        Order::Disordered => facts.insert(F::Disordered),
        Order::Broken => facts.insert(F::Broken),
    }
    if unit.order != Order::Broken {
        facts.insert_if(unit.formation == Formation::OpenOrder, F::OpenOrder);
        facts.insert_if(unit.formation == Formation::HastySquare, F::HastySquare);
        facts.insert_if(unit.formation == Formation::MarchColumn, F::MarchColumn);
    }
    for (of, fact) in [
        (Trait::Militia, F::Militia),
        (Trait::NationalGuard, F::NationalGuard),
        (Trait::Auxiliaries, F::Auxiliaries),
        (Trait::ActiveMilitia, F::ActiveMilitia),
        (Trait::Irregulars, F::Irregulars),
    ] {
        facts.insert_if(unit.traits.contains(of), fact);
    }
    let on_foot = !unit.is_mounted();
    facts.insert_if(on_foot && !unit.has_bayonets(book), F::NoBayonets);
    facts.insert_if(unit.traits.contains(Trait::Indians) && fighter.woods, F::IndiansInWoods);
    if unit.is_mounted() {
        facts.insert_if(unit.arm == Arm::MountedInfantry, F::MountedInfantry);
        facts.insert(match fighter.charged_over {
            Some(Ground::Open) => F::CavalryOverOpen,
            Some(Ground::Broken) => F::CavalryOverBroken,
            Some(Ground::Rough) => F::CavalryOverRough,
            None => F::StationaryCavalry,
        });
    }
}

fn gun_facts(fighter: &Fighter, facts: &mut Set<ChargeFact>) {
    use ChargeFact as F;
    facts.insert(if fighter.supported { F::SupportedGuns } else { F::UnsupportedGuns });
    facts.insert_if(fighter.unit.guns.silenced, F::Silenced);
    let limbered = fighter.unit.guns.emplacement == Emplacement::Limbered;
    facts.insert_if(limbered, F::LimberedGuns);
}

fn numbers(unit: &Unit, side: &Side, enemy: &Side, facts: &mut Set<ChargeFact>) {
    use ChargeFact as F;
    let (ours, theirs) = (side.stands(), enemy.stands());
    if theirs * 2 < ours * 3 {
        return;
    }
    facts.insert(if theirs >= ours * 3 {
        F::Outnumbered3To1
    } else if theirs >= ours * 2 {
        F::Outnumbered2To1
    } else {
        F::Outnumbered3To2
    });
    let by_foot = enemy.mounted_stands() * 2 < theirs;
    facts.insert_if(unit.is_mounted_cavalry() && by_foot, F::CavalryOutnumberedByInfantry);
}

/// Lances that meet troops in good order, or guns in action.
fn lances_are_useless(book: &Rulebook, unit: &Unit, facing: &Unit) -> bool {
    let lancers = book.charge.lancer_nations.contains(&unit.nation) && unit.is_mounted_cavalry();
    let shaken = if facing.is_guns() {
        facing.guns.silenced || facing.guns.emplacement == Emplacement::Limbered
    } else {
        let arm = !book.charge.lances_only_against_infantry || !facing.is_mounted();
        facing.order != Order::Good && arm
    };
    lancers && !shaken
}
