//! A player with a table of his own: what the server acknowledges is carried out there, and both must agree.

use std::io;

use ai::{Level, Player};
use engine::table::Side;
use engine::{Die, Scripted};
use library::order::order_text;
use library::record::{Game, Record, digest};
use serde_json::{Value, json};

use super::client::{Answer, Client};

/// Both players of a battle, who do anything that can be done.
pub struct Bot {
    /// The battle.
    pub id: String,
    /// The secrets of both seats.
    pub tokens: [String; 2],
    /// The battle as the bot knows it.
    pub game: Game,
    mind: Box<dyn Player + Send>,
}

/// Begins a battle of two humans.
pub fn begin(client: &mut Client, scenario: &str) -> io::Result<Value> {
    let wanted = json!({ "scenario": scenario, "seats": ["human", "human"] });
    let answer = client.ask("POST", "/api/battles", Some(wanted.to_string().as_bytes()))?;
    assert_eq!(answer.status, 201, "{}", answer.json());
    Ok(answer.json())
}

/// The game that a record gives.
pub fn game(record: &Value) -> Game {
    Game::resume(Record::read(&record.to_string()).unwrap()).unwrap()
}

impl Bot {
    /// Begins a battle and sits down on both sides.
    pub fn begin(client: &mut Client, scenario: &str, seed: u64) -> io::Result<Bot> {
        let begun = begin(client, scenario)?;
        let id = begun["id"].as_str().unwrap().to_owned();
        let token = |at: usize| begun["seats"][at]["token"].as_str().unwrap().to_owned();
        let shown = client.ask("GET", &format!("/api/battles/{id}"), None)?.json();
        let game = game(&shown["record"]);
        Ok(Bot { id, tokens: [token(0), token(1)], game, mind: Level::Random.player(seed) })
    }

    /// The side that is asked; nobody when the battle is over.
    pub fn asked(&self) -> Option<Side> {
        self.game.state.asked().map(|asked| asked.side)
    }

    /// How many orders the bot knows of.
    pub fn orders(&self) -> usize {
        self.game.record.orders.len()
    }

    /// Posts an order for a side.
    pub fn post(&self, client: &mut Client, side: Side, order: &str) -> io::Result<Answer> {
        let token = &self.tokens[side as usize];
        let new = json!({ "seat": token, "after": self.orders(), "order": order });
        let path = format!("/api/battles/{}/orders", self.id);
        client.ask("POST", &path, Some(new.to_string().as_bytes()))
    }

    /// Gives one order and carries it out, too; false when the battle is over.
    pub fn step(&mut self, client: &mut Client) -> io::Result<bool> {
        let Some(side) = self.asked() else { return Ok(false) };
        let order = self.mind.order(&self.game.state);
        let text = order_text(&self.game.state, &order);
        let answer = self.post(client, side, &text)?;
        let done = answer.json();
        assert_eq!(answer.status, 200, "`{text}`: {done}");
        let dice = done["dice"].as_array().unwrap().iter();
        let dice = dice.map(|die| Die::new(die.as_u64().unwrap() as u8).unwrap());
        let mut dice = Scripted::new(dice);
        self.game.give_with(&order, &mut dice).unwrap();
        assert_eq!(dice.left(), 0, "`{text}`: {done}");
        assert_eq!(done["digest"], digest(&self.game.state), "`{text}`: {done}");
        assert_eq!(done["n"], self.orders(), "`{text}`: {done}");
        Ok(true)
    }
}
