//! Refusals in words: what is wrong, which stand, where.

use rulebook::{Ground, RuleId};

use super::troops::FLANK;
use super::{Refusal, Why};
use crate::movement::StepRefusal;
use crate::table::{Position, Stop, Terrain, UnitId};

impl Refusal {
    /// The refusal as a sentence, with names and places of `position`.
    pub fn told(&self, position: &Position) -> String {
        match self {
            Refusal::Blocked(blocked) => {
                let stand = u16::from(blocked.stand) + 1;
                let what = stopped(position, blocked.by);
                format!("Stand {stand} {what}.")
            }
            Refusal::TooFar { needs, has, ground, rule } => {
                let over = match ground {
                    Ground::Open => "open",
                    Ground::Broken => "broken",
                    Ground::Rough => "rough",
                };
                let needs = needs.up_to_tenth();
                let half = if *rule == RuleId::new(FLANK) {
                    "A march by the flank is half a move. "
                } else {
                    ""
                };
                format!("{half}The move takes {needs}; over {over} ground there are {has}.")
            }
            Refusal::Shape(shape) => {
                let text = shape.to_string();
                let mut letters = text.chars();
                let first = letters.next().map(|c| c.to_uppercase().to_string());
                format!("{}{}.", first.unwrap_or_default(), letters.as_str())
            }
            Refusal::Steps(steps) => step(steps).to_owned(),
            Refusal::Forbidden { why, .. } => because(*why).to_owned(),
        }
    }
}

fn named(position: &Position, id: UnitId) -> &str {
    match &*position.unit(id).unit.name {
        "" => "another unit",
        name => name,
    }
}

fn piece(position: &Position, place: usize) -> String {
    let piece = position.table.pieces().get(place);
    piece.map_or_else(|| "terrain".to_owned(), Terrain::called)
}

fn stopped(position: &Position, by: Stop) -> String {
    match by {
        Stop::Edge => "would leave the table".to_owned(),
        Stop::Enemy(id) => format!("meets the enemy, {}", named(position, id)),
        Stop::NearEnemy(id) => format!("would come within 2\" of {}", named(position, id)),
        Stop::Friend(id) => format!("cannot pass through {}", named(position, id)),
        Stop::EndsOn(id) => format!("would end on {}", named(position, id)),
        Stop::Impassable(at) => format!("cannot enter {}", piece(position, at)),
        Stop::Major(at) => format!("must scale {} by a maneuver of its own", piece(position, at)),
        Stop::NoHorse(at) => format!("cannot ride over {}", piece(position, at)),
        Stop::NoGuns(at) => format!("cannot bring a gun over {}", piece(position, at)),
    }
}

fn step(refusal: &StepRefusal) -> &'static str {
    match refusal {
        StepRefusal::NoLength { .. } => "A step has a length, and no table is that large.",
        StepRefusal::TooSharp { .. } => "No oblique or wheel goes beyond 45°.",
        StepRefusal::OnlyOne { .. } => {
            "A move has one oblique, one wheel or one march by the flank, not two of them."
        }
        StepRefusal::NotAtTheStart { .. } => "A charge slants or wheels only at its start.",
    }
}

fn because(why: Why) -> &'static str {
    match why {
        Why::NotOnTheList => "The effect does not open this maneuver.",
        Why::FormationNotAllowed => "This unit may not take up that formation.",
        Why::NeedsWellHandled => "That takes a Well Handled effect or better.",
        Why::NotInThisFormation => "It cannot be done in this formation.",
        Why::NoRoad => "No stand touches a road.",
        Why::StepNotForFormation => "A unit in this formation does not move so.",
        Why::FlankMarch => {
            "A march by the flank is a maneuver of its own: half a move straight to the side, for a \
             line, not a step of another move."
        }
        Why::OffItsGround => "The new place is not on the ground the unit holds.",
        Why::WrongFacing => "It may not turn to that facing.",
        Why::ShiftedTooFar => "A stand would shift farther than a full move.",
        Why::NotAtTheObstacle => "No stand touches the obstacle.",
        Why::NoMajorObstacle => "That is no major obstacle.",
        Why::NobodyPassed => "The way does not lead through that unit.",
        Why::CannotBePassed => "That unit cannot be passed by a passage of lines.",
        Why::NoFrontageChange => "It may not change its frontage now.",
        Why::OneFlankOnly => "Only one flank may be refused.",
        Why::NoRefusedFlank => "This formation cannot refuse a flank.",
        Why::NotAtTheBuilding => "It must touch a building that nobody else holds.",
        Why::Limbered => "The gun is on its limber.",
        Why::NotLimbered => "The gun is not on its limber.",
        Why::LimbersAbout => "Limbering turns the gun about: it drives where its trail pointed.",
        Why::Silenced => "The gun is silenced.",
        Why::NotSilenced => "The gun is not silenced.",
        Why::NoCrew => "Its crew has left it and must return first.",
        Why::HeavyCarriage => "Its carriage is too heavy for that.",
        Why::FixedGun => "Fixed guns stay where they are.",
        Why::CannotMountOrDismount => "It cannot mount or dismount here.",
        Why::NotAway => "That does not lead away from the enemy.",
        Why::TooShort => "That is shorter than the retreat it replaces.",
        Why::OutOfReach => "The target is out of reach.",
        Why::NotSeen => "The target is not in sight.",
        Why::CannotCharge => "This unit cannot charge now.",
        Why::NotEntitled => "This unit has no right to that now.",
        Why::Broken => "A broken unit has no formation to do it with.",
        Why::NoRoom => "There is no room.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::Length;

    #[test]
    fn a_march_by_the_flank_that_is_too_long_says_that_it_is_half_a_move() {
        let table = crate::table::Table::new(Length::inches(9), Length::inches(9), Vec::new());
        let position = Position::new(table.into(), Vec::new(), Vec::new());
        let far = |rule: &str| Refusal::TooFar {
            needs: Length::inches(8),
            has: Length::inches(6),
            ground: Ground::Open,
            rule: RuleId::new(rule),
        };
        let plain = "The move takes 8\"; over open ground there are 6\".";
        assert_eq!(far("MOV-ACW-RATES").told(&position), plain);
        let half = format!("A march by the flank is half a move. {plain}");
        assert_eq!(far(FLANK).told(&position), half);
    }
}
