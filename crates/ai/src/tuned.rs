//! Weights by name, for experiments: `captain:given=3,plans=0`.

use crate::skill::Skill;
use crate::{Level, Mind, Player};

/// A player by a text: a level, and after a colon weights that are other than the level's.
///
/// # Errors
/// The word that is neither a level nor a weight.
pub fn player(text: &str, seed: u64) -> Result<Box<dyn Player + Send>, String> {
    let (level, weights) = text.split_once(':').unwrap_or((text, ""));
    let level = Level::named(level).ok_or_else(|| level.to_owned())?;
    if weights.is_empty() {
        return Ok(level.player(seed));
    }
    let mut skill = Skill::of(level);
    for weight in weights.split(',') {
        let (name, value) = weight.split_once('=').ok_or_else(|| weight.to_owned())?;
        let value: f64 = value.parse().map_err(|_| weight.to_owned())?;
        skill.set(name, value).ok_or_else(|| weight.to_owned())?;
    }
    Ok(Box::new(Mind::on(skill, None)))
}

impl Skill {
    /// Changes a weight by its name.
    fn set(&mut self, name: &str, value: f64) -> Option<()> {
        let yes = value > 0.5;
        match name {
            "pull" => self.pull = value,
            "boldness" => self.boldness = value,
            "steadiness" => self.steadiness = value,
            "given" => self.given = value,
            "cohesion" => self.cohesion = value,
            "plans" => self.plans = yes,
            "reckons" => self.reckons = yes,
            "rim" => self.rim = value,
            "leads" => self.leads = yes,
            "allots" => self.allots = yes,
            "flank" => self.flank = value,
            "flanking" => self.flanking = value,
            "beside" => self.beside = value,
            "apart" => self.apart = value,
            "ahead" => self.ahead = value,
            "backward" => self.backward = value,
            "charge" => self.charge = value,
            "victory" => self.victory = value,
            "defeat" => self.defeat = value,
            "stakes" => self.stakes = value,
            "odds" => self.odds = value,
            "horse" => self.horse = value,
            "trials" => self.trials = value as usize,
            "turning" => self.turning = value,
            "looks_around" => self.looks_around = yes,
            "deploys" => self.deploys = value,
            "tries" => self.tries = value as usize,
            _ => return None,
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_changed_by_name_and_words_that_are_none_are_told() {
        let fault = |text: &str| player(text, 1).err();
        assert_eq!(fault("captain"), None);
        assert_eq!(fault("captain:given=3,plans=0"), None);
        assert_eq!(fault("major"), Some("major".to_owned()));
        assert_eq!(fault("captain:luck=3"), Some("luck=3".to_owned()));
        assert_eq!(fault("captain:given"), Some("given".to_owned()));
        assert_eq!(fault("captain:given=much"), Some("given=much".to_owned()));
        let mut skill = Skill::of(Level::Captain);
        skill.set("given", 3.0).expect("a weight");
        assert_eq!(skill, Skill { given: 3.0, ..Skill::of(Level::Captain) });
    }
}
