// What is tried with any bytes: the fuzz targets run these, and so does a plain test of the
// workspace with the seeds of the corpus. A trial fails by panicking.

pub mod paths;

use std::sync::{Arc, LazyLock};

use cli::referee::Session;
use cli::request::Request;
use cli::{Answer, Fault, books, odds as odds_of, resolve};
use engine::charge::{Combat, Role, Side};
use engine::fire::{self, Light, Target};
use engine::{Die, Scripted};
use library::phrase::{Attacks, Reader};
use library::{BOOKS, Choices, Ledger, Line, outline, read};
use rulebook::Rulebook;

/// A rulebook file: read, with every defect in its place; what is read is then outlined.
pub fn rulebook(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    static RULES: LazyLock<std::collections::BTreeSet<String>> =
        LazyLock::new(|| Ledger::built_in().ids());
    let lines = text.lines().count() + 1;
    match read("fuzz.toml", text, &RULES, &Choices::new()) {
        Ok(book) => {
            let outline: Vec<Line> = outline(&book);
            assert!(!outline.is_empty(), "a rulebook without a number");
        }
        Err(defects) => {
            assert!(!defects.0.is_empty(), "refused without a defect");
            for defect in &defects.0 {
                assert!((1..=lines).contains(&defect.line), "{defect} is not in the file");
                assert!(defect.column >= 1 && !defect.message.is_empty(), "{defect}");
            }
        }
    }
}

/// A scenario file: read, with every defect told; in what is read everybody has room.
pub fn scenario(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let lines = text.lines().count() + 1;
    let battle = match library::scenario(text, "fuzz.toml", &Choices::new()) {
        Ok((battle, _)) => battle,
        Err(defects) => {
            assert!(!defects.0.is_empty(), "refused without a defect");
            let inside = |line: usize| (1..=lines).contains(&line);
            assert!(defects.0.iter().all(|defect| inside(defect.line)), "{defects}");
            assert!(defects.0.iter().all(is_pointed_at), "{defects}");
            return;
        }
    };
    // As a battle it may be refused still, or worth remarks; either way with places.
    match library::checked(text, "fuzz.toml", &Choices::new()) {
        Ok(checked) => assert!(checked.remarks.iter().all(is_pointed_at)),
        Err(defects) => {
            assert!(!defects.0.is_empty() && defects.0.iter().all(is_pointed_at), "{defects}");
        }
    }
    let units = battle.position.units();
    let whole = battle.position.table.bounds().grown(geometry::TOUCH);
    for (place, placed) in units.iter().enumerate() {
        assert!(placed.stands.iter().all(|stand| whole.holds(stand.bounds())), "off the table");
        let count = placed.stands.len();
        assert!(count == 0 || count == usize::from(placed.unit.strength.stands), "stands lost");
        for other in &units[..place] {
            let meet = |a: &geometry::Rect| other.stands.iter().any(|b| a.overlaps(*b));
            assert!(!placed.stands.iter().any(meet), "two units on one ground");
        }
    }
    assert_eq!(battle.commands.len(), units.len());
}

/// Is a defect told in three lines, with a caret in the last?
fn is_pointed_at(defect: &library::Defect) -> bool {
    let pointed = defect.pointed();
    let head = defect.message.lines().count().max(1);
    pointed.lines().count() == head + 2 && pointed.lines().last().is_some_and(|l| l.contains('^'))
}

/// Every built-in rulebook, read once.
static WARS: LazyLock<Vec<Arc<Rulebook>>> = LazyLock::new(|| {
    let open = |book: &library::Book| {
        books::open(book.period, Some(book.edition), &Choices::new()).expect("built in")
    };
    BOOKS.iter().map(open).collect()
});

/// A period and a text: each of the four readers, and all that can be reckoned from what it reads.
pub fn phrase(bytes: &[u8]) {
    let Some((&war, text)) = bytes.split_first() else {
        return;
    };
    let Ok(text) = std::str::from_utf8(text) else {
        return;
    };
    let book = &*WARS[usize::from(war) % WARS.len()];
    let reader = Reader::new(book);
    if let Ok(check) = reader.check(text) {
        reader.ground(text).expect("what reads as a check has a ground");
        let reckoning = check.reckon(book);
        assert!(!check.unit.label(&book.terms).is_empty());
        for die in Die::FACES {
            assert_eq!(check.resolve(book, die).reckoning, reckoning);
        }
        assert!(odds::maneuver::check(book, &check).whole().is_sure());
    }
    let target = reader.target(text).ok();
    let plain = reader.target("trained").expect("a plain target");
    if let Ok(firers) = reader.firers(text) {
        let firers = [firers];
        volley(book, &firers, &plain);
        target.iter().for_each(|target| volley(book, &firers, target));
    }
    if let Some(target) = &target {
        let weapon = book.weapons.iter().find(|w| w.beyond.is_none()).expect("a weapon");
        let nation = weapon.nations.first().copied().unwrap_or(book.nations[0]);
        let near = geometry::Length::inches(1);
        volley(book, &[fire::Firers::new(nation, &weapon.code, 8, near)], target);
    }
    let fighters = (reader.fighter(text, Attacks::Yes), reader.fighter(text, Attacks::No));
    if let (Ok(attacker), Ok(defender)) = fighters {
        let (attacker, defender) = (Side::of(attacker), Side::of(defender));
        let combat = Combat { attacker, defender, second: false, struggled: false };
        fight(book, &combat);
    }
}

fn volley(book: &Rulebook, firers: &[fire::Firers], target: &Target) {
    let Ok(volley) = fire::prepare(book, firers, target, Light::Day) else {
        return;
    };
    if let Some(weight) = volley.full_weight() {
        assert_eq!(volley.reckon(&weight).total, weight.total);
    }
    let rockets: usize = volley.shots.iter().map(|shot| shot.rockets.len()).sum();
    for die in Die::FACES {
        let mut dice = Scripted::new(vec![die; rockets + 1]);
        assert!(volley.resolve(&mut dice).is_some(), "{rockets} rockets and a die are enough");
    }
    assert!(odds::fire::volley(&volley).whole().is_sure());
}

fn fight(book: &Rulebook, combat: &Combat) {
    if combat.check(book).is_err() {
        return;
    }
    for role in [Role::Attacker, Role::Defender] {
        let best = combat.best(book, role).expect("a combat that may be fought has a best unit");
        assert_eq!(combat.reckon(book, role).total, best.tally.total);
    }
    assert!(odds::charge::effects(book, combat).whole().is_sure());
    let dice = [Die::FACES[0], Die::FACES[9]];
    assert!(combat.resolve(book, &mut Scripted::new(dice)).is_some() || is_close(book, combat));
}

/// Even the dice 1 and 10 may tie if the modifiers differ by nine.
fn is_close(book: &Rulebook, combat: &Combat) -> bool {
    let total = |role| combat.best(book, role).map_or(0, |best| best.tally.total);
    total(Role::Attacker) - total(Role::Defender) == 9
}

/// A question in JSON, asked in every way the command line can.
pub fn request(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let Ok(request) = Request::parse(text) else {
        return;
    };
    let ways = [
        odds_of::maneuver,
        odds_of::fire,
        odds_of::charge,
        odds_of::assault,
        resolve::maneuver,
        resolve::fire,
        resolve::charge,
        resolve::leader,
    ];
    for ask in ways {
        let text = ask(&request, false);
        let json = ask(&request, true);
        assert_eq!(text.is_ok(), json.is_ok(), "text and JSON do not agree");
        said(&text);
        said(&json);
    }
}

fn said(answer: &Result<Answer, Fault>) {
    match answer {
        Ok(answer) => assert!(answer.good && answer.text.ends_with('\n')),
        Err(Fault(sentence)) => assert!(!sentence.trim().is_empty()),
    }
}

/// Lines to the referee: each has one answer, and one that is an error has changed nothing.
pub fn referee(bytes: &[u8]) {
    /// More lines find nothing that fewer do not.
    const MOST: usize = 32;
    let mut session = Session::new();
    for line in bytes.split(|byte| *byte == b'\n').take(MOST) {
        let Ok(text) = std::str::from_utf8(line) else {
            return;
        };
        let before = session.digest();
        let answer = session.answer(text);
        assert!(!answer.contains('\n'), "an answer of two lines");
        let good = answer.contains("\"did\":");
        assert!(good || answer.contains("\"error\":{\"code\":"), "{answer}");
        if !good {
            assert_eq!(session.digest(), before, "{text} is an error and changes the battle");
        }
        if session.is_over() {
            return;
        }
    }
}
