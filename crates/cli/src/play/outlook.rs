//! What a charge would come to, in words.

use referee::outlook::Outlook;

use super::forecast::Roll;

fn rolls(outlook: &Outlook) -> impl Iterator<Item = (&'static str, Roll)> {
    let fire = outlook.fire.clone().map(|aimed| Roll::Volley(Box::new(aimed)));
    let combat = outlook.combat.clone();
    let combat = combat.map(|(clash, combat)| Roll::Combat(clash, Box::new(combat)));
    let fire = fire.map(|roll| ("The fire at it, if all who can do", roll));
    fire.into_iter().chain(combat.map(|roll| ("The fight alone, before any fire", roll)))
}

/// The odds in a line for each roll.
pub fn lines(outlook: &Outlook) -> Vec<String> {
    let one =
        |(when, roll): (&str, Roll)| format!("{when}: {}", roll.lines(&outlook.then).join(" "));
    rolls(outlook).map(one).collect()
}

/// Every modifier with its rule.
pub fn whole(outlook: &Outlook) -> String {
    let one = |(when, roll): (&str, Roll)| format!("{when}\n{}", roll.whole(&outlook.then));
    rolls(outlook).map(one).collect::<Vec<_>>().join("\n")
}
