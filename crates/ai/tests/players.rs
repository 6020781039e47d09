//! What every level owes: no order refused, the same orders again, reasons in words; and that a recruit is
//! no gambler.

use ai::Level;
use engine::battle::Order;
use engine::table::Side;
use library::order::order_text;
use library::record::{Beginning, Game};

const TRAINING: [&str; 4] = ["acw-training", "awi-training", "1812-training", "maw-training"];

fn training(name: &str, seed: u64) -> Game {
    let text = library::battle(name).expect("a battle that comes with the program").to_owned();
    let name = name.to_owned();
    let beginning = Beginning { name, text, seed: Some(seed), ..Beginning::default() };
    Game::begin(beginning).expect("a battle without defects").0
}

fn sampled(number: u64) -> Game {
    let sample = library::sample(number).expect("a random battle");
    let beginning = Beginning {
        name: format!("random-{number}"),
        text: sample.text,
        edition: Some(sample.edition.to_owned()),
        rulings: sample.rulings,
        seed: Some(number),
        ..Beginning::default()
    };
    Game::begin(beginning).expect("a battle without defects").0
}

/// Plays a battle to its end: every order passes and has a reason.
fn play(mut game: Game, levels: [Level; 2], seed: u64) -> Game {
    let mut players = [levels[0].player(seed), levels[1].player(seed + 1)];
    while let Some(asked) = game.state.asked() {
        let decision = players[asked.side as usize].decide(&game.state);
        let text = order_text(&game.state, &decision.order);
        assert!(!decision.reason.told(&game.state).is_empty());
        let given = game.give(&decision.order);
        given.unwrap_or_else(|refusal| {
            panic!(
                "{} {levels:?} {seed}: `{text}`: {}",
                game.record.scenario,
                refusal.told(&game.state)
            )
        });
        assert!(game.record.orders.len() < 20_000, "{seed}: the battle does not end");
    }
    game
}

#[test]
fn no_order_is_refused_in_random_battles() {
    for number in 0..15 {
        for level in [Level::Recruit, Level::Captain] {
            let levels =
                if number % 2 == 0 { [level, Level::Random] } else { [Level::Random, level] };
            play(sampled(number), levels, number);
        }
    }
}

#[test]
fn no_order_is_refused_between_levels_in_training() {
    for name in TRAINING {
        play(training(name, 3), [Level::Recruit, Level::Captain], 3);
        play(training(name, 4), [Level::Recruit, Level::Recruit], 4);
    }
}

#[test]
fn a_general_who_is_stopped_gives_an_order_that_passes() {
    for name in TRAINING {
        let mut game = training(name, 5);
        let mut players = [Level::General.player(5), Level::Recruit.player(6)];
        while let Some(asked) = game.state.asked() {
            let mut thoughts = 0;
            let mut go_on = || {
                thoughts += 1;
                thoughts < 20
            };
            let player = &mut players[asked.side as usize];
            let decision = player.decide_while(&game.state, &mut go_on);
            assert!(thoughts <= 20, "{name}: he goes on after he was stopped");
            let given = game.give(&decision.order);
            given.unwrap_or_else(|refusal| panic!("{name}: {}", refusal.told(&game.state)));
        }
        assert!(game.state.victory.is_some());
    }
}

#[test]
fn the_same_seed_gives_the_same_orders() {
    for levels in [[Level::Recruit, Level::Recruit], [Level::Captain, Level::Recruit]] {
        let once = play(training("maw-training", 8), levels, 8);
        let again = play(training("maw-training", 8), levels, 8);
        assert_eq!(once.record.orders, again.record.orders);
    }
}

/// Forty battles, for dice decide some: what it truly scores is measured by hundreds (`docs/ai.md`).
#[test]
fn a_recruit_beats_a_gambler() {
    let mut won = 0;
    for (name, seed) in TRAINING.into_iter().flat_map(|name| (21..26).map(move |seed| (name, seed)))
    {
        for (levels, own) in [
            ([Level::Recruit, Level::Random], Side::First),
            ([Level::Random, Level::Recruit], Side::Second),
        ] {
            let game = play(training(name, seed), levels, seed);
            let victory = game.state.victory.expect("a battle that is over");
            won += u32::from(victory.winner == Some(own));
        }
    }
    assert!(won >= 35, "{won} of 40");
}

#[test]
fn nobody_stands_idle_with_victory_in_reach() {
    let mut chances = 0;
    for (name, seed) in TRAINING.into_iter().flat_map(|name| [(name, 31), (name, 32), (name, 33)]) {
        let mut game = training(name, seed);
        let mut players = [Level::Recruit.player(seed), Level::Random.player(seed)];
        let (mut turn, mut idle) = (None, None);
        while let Some(asked) = game.state.asked() {
            let (state, side) = (&game.state, asked.side);
            if turn != Some((state.turn, state.active)) {
                turn = Some((state.turn, state.active));
                assert_eq!(idle, None, "{name} {seed}: nobody moved for a key position");
                let recruit = state.active == Side::First;
                idle = ai::winning_objective(state, Side::First).filter(|_| recruit);
                if let Some(key) = idle {
                    chances += 1;
                    assert_ne!(state.holders[key], Some(Side::First));
                    let points = state.points();
                    assert!(points[0] <= points[1], "{name} {seed}: who is ahead needs no more");
                }
            }
            let order = players[side as usize].order(state);
            if side == Side::First && !matches!(order, Order::Done) {
                idle = None;
            }
            game.give(&order).expect("an order that passes");
        }
    }
    assert!(chances > 0, "no battle put it to the test");
}
