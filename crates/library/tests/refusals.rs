//! Refusals name the stand, the place and the thing in the way, in a sentence.

use engine::moves::{Leave, Maneuver, check};
use engine::{Opened, Order};
use library::order::{Order as Given, Orders};
use library::{Choices, scenario};

const TABLE: &str = r#"
format = 1
title = "A lane"
period = "acw"
date = "1862"
[table]
width = 60
height = 40
[[army]]
name = "North"
nation = "union"
edge = "north"
[[army]]
name = "South"
nation = "confederate"
edge = "south"
[[terrain]]
name = "Mill pond"
kind = "water"
rectangle = { from = [10, 20], to = [20, 30] }
[[unit]]
army = "South"
name = "4th Texas"
stands = 6
experience = "trained"
morale = "reliable"
weapon = "RM"
at = [30, 10]
facing = "N"
[[unit]]
army = "South"
name = "5th Texas"
stands = 6
experience = "trained"
morale = "reliable"
weapon = "RM"
at = [15, 12]
facing = "N"
[[unit]]
army = "North"
name = "2nd Wisconsin"
stands = 6
experience = "veteran"
morale = "spirited"
weapon = "RM"
at = [30, 20]
facing = "S"
"#;

fn told(unit: &str, order: &str) -> (String, String) {
    let (battle, book) = scenario(TABLE, "lane.toml", &Choices::new()).unwrap();
    let id = battle.position.named(unit).unwrap();
    let orders = Orders::new(&book, &battle.position);
    let Given::Troops(maneuver) = orders.read(Some(id), order).unwrap() else { panic!("{order}") };
    let leave = Leave { list: Some(Opened::WellHandled), began: Order::Good };
    let refusal = check(&book, &battle.position, id, leave, &maneuver).unwrap_err();
    (refusal.told(&battle.position), refusal.rule().to_string())
}

#[test]
fn a_refusal_says_which_stand_what_is_in_its_way_and_by_which_rule() {
    let (words, rule) = told("4th Texas", "move advance 9");
    assert_eq!(words, "Stand 1 would come within 2\" of 2nd Wisconsin.");
    assert_eq!(rule, "MOV-BASE-NEAR-ENEMY");
    let (words, rule) = told("5th Texas", "move advance 9");
    assert_eq!(words, "Stand 1 cannot enter Mill pond.");
    assert_eq!(rule, "TERR-BASE-GROUND");
    let (words, rule) = told("4th Texas", "move withdraw 11");
    assert_eq!(words, "Stand 1 would leave the table.");
    assert_eq!(rule, "MOV-BASE-TABLE-EDGE");
    let (words, _) = told("4th Texas", "move oblique left 50 4");
    assert_eq!(words, "No oblique or wheel goes beyond 45°.");
    let (words, rule) = told("2nd Wisconsin", "move withdraw 12.5");
    assert_eq!(words, "The move takes 12.5\"; over open ground there are 12\".");
    assert_eq!(rule, "MOV-ACW-RATES");
}

#[test]
fn a_maneuver_off_the_list_is_refused_by_the_list() {
    let (battle, book) = scenario(TABLE, "lane.toml", &Choices::new()).unwrap();
    let id = battle.position.named("4th Texas").unwrap();
    let leave = Leave { list: Some(Opened::Tardy), began: Order::Good };
    let refusal = check(&book, &battle.position, id, leave, &Maneuver::Replenish).unwrap_err();
    assert_eq!(refusal.told(&battle.position), "The effect does not open this maneuver.");
}
