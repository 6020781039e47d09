//! Battles to draw.

use std::path::Path;
use std::sync::Arc;

use engine::formations::Shape;
use engine::scenario::{Army, Edge, KeyPosition, Scenario};
use engine::table::{
    Front, Leader, Outline, Placed, Position, Rank, Side, Table, Terrain, base_of,
};
use engine::{Order, Unit};
use geometry::{Angle, Length, Point, Polygon, Pose};
use library::Choices;
use rulebook::{Arm, LeaderRating, Nation, Rulebook, TerrainKind, TerrainTrait, Thresholds};

pub struct Battle {
    pub scenario: Scenario,
    pub book: Rulebook,
}

fn read(path: &Path) -> Battle {
    let text = std::fs::read_to_string(path).unwrap();
    let (scenario, book) =
        library::scenario(&text, path.to_str().unwrap(), &Choices::new()).unwrap();
    Battle { scenario, book }
}

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A scenario of the project.
pub fn file(name: &str) -> Battle {
    read(&root().join("data/scenarios").join(name).join("battle.toml"))
}

/// A battle that is written here, on a table of 48 by 36 inches.
pub fn written(rest: &str) -> Battle {
    let text = format!(
        "format = 1\ntitle = \"River\"\ndate = \"\"\nperiod = \"acw\"\n\
         table = {{ width = 48, height = 36 }}\n\
         army = [{{ name = \"A\", nation = \"union\", edge = \"south\" }},\
         {{ name = \"B\", nation = \"confederate\", edge = \"north\" }}]\n{rest}"
    );
    let (scenario, book) = library::scenario(&text, "river.toml", &Choices::new()).unwrap();
    Battle { scenario, book }
}

/// Every battle that the tests draw.
pub fn all() -> Vec<Battle> {
    let tables = root().join("crates/library/tests/tables");
    vec![
        file("maw-palo-alto"),
        read(&tables.join("sampler.toml")),
        read(&tables.join("sampler-1812.toml")),
        small(),
        crowd(),
    ]
}

fn book(period: &str, edition: Option<&str>) -> Rulebook {
    library::rulebook(period, edition, &Choices::new()).unwrap()
}

/// The kinds of terrain of a war.
pub fn kinds(period: &str, edition: Option<&str>) -> Vec<TerrainKind> {
    book(period, edition).terrain
}

fn battle(book: Rulebook, table: Table, units: Vec<Placed>, leaders: Vec<Leader>) -> Battle {
    let nations = [book.nations[0], *book.nations.get(1).unwrap_or(&book.nations[0])];
    let army = |name: &str, nation, edge| Army {
        name: name.into(),
        nation,
        edge,
        heavy_casualties: None,
        greater_losses: None,
    };
    let commands = vec![None; units.len()];
    let scenario = Scenario {
        clock: engine::scenario::Clock::of(8),
        posts: Vec::new(),
        id: "test".into(),
        title: "Anywhere".into(),
        date: "one morning".into(),
        armies: [
            army("The one", nations[0], Edge::South),
            army("The other", nations[1], Edge::North),
        ],
        position: Position::new(Arc::new(table), units, leaders),
        commands,
        arrivals: Vec::new(),
        screens: Vec::new(),
        specials: Vec::new(),
        key_positions: Vec::new(),
        notes: Vec::new(),
        men: 40,
        yards_hundredths: 2500,
    };
    Battle { scenario, book }
}

fn piece(kind: &TerrainKind, name: &str, outline: Outline) -> Terrain {
    let level = u8::from(kind.traits.contains(TerrainTrait::Hill));
    Terrain {
        name: name.into(),
        kind: Arc::new(kind.clone()),
        outline,
        level,
        crest: None,
        front: Front::Left,
    }
}

/// A table with one piece of each of `kinds`, all at the same place.
pub fn ground(period: &str, edition: Option<&str>, kinds: &[&TerrainKind]) -> Battle {
    let piece_of = |kind: &&TerrainKind| {
        let outline = if kind.traits.contains(TerrainTrait::Line) {
            let points = vec![Point::inches(3, 4), Point::inches(8, 6), Point::inches(14, 6)];
            Outline::Line { points, width: Length::ZERO }
        } else {
            let corners = [(4, 3), (14, 3), (13, 9), (4, 8)].map(|(x, y)| Point::inches(x, y));
            Outline::Area(Polygon::new(corners.to_vec()).unwrap())
        };
        piece(kind, "", outline)
    };
    let pieces = kinds.iter().map(piece_of).collect();
    let table = Table::new(Length::inches(18), Length::inches(12), pieces);
    battle(book(period, edition), table, Vec::new(), Vec::new())
}

fn unit(name: &str, nation: Nation, arm: Arm, stands: u8) -> Unit {
    let mut unit = Unit::new(nation);
    unit.name = name.into();
    unit.arm = arm;
    unit.mounted = arm == Arm::Cavalry;
    unit.strength.stands = stands;
    if arm != Arm::Guns {
        unit.strength.label =
            Some(Thresholds { starting: stands, worn: Some(stands * 2 / 3), spent: stands / 3 });
    }
    unit
}

fn stand(book: &Rulebook, unit: Unit, side: Side, (x, y): (i32, i32), degrees: i32) -> Placed {
    let pose = Pose::new(Point::thousandths(x, y), Angle::degrees(degrees));
    let base = base_of(&book.bases, &unit);
    let shape = if unit.is_guns() {
        Shape::battery(base, unit.strength.stands, Length::thousandths(500), pose)
    } else {
        Shape::line()
    };
    Placed::new(unit, side, shape, pose, &book.bases).unwrap()
}

fn leader(name: &str, side: Side, rank: Rank, x: i32, y: i32) -> Leader {
    Leader {
        name: name.into(),
        side,
        rank,
        rating: LeaderRating::ALL[0],
        at: Some(Point::thousandths(x, y)),
        attached: None,
        dismounted: false,
        of_artillery: false,
        masses_guns: false,
    }
}

/// A small table with a little of everything.
pub fn small() -> Battle {
    let book = book("acw", None);
    let kind = |id: &str| book.terrain.iter().find(|kind| *kind.id == *id).unwrap();
    let area = |corners: &[(i32, i32)]| {
        let corners = corners.iter().map(|(x, y)| Point::inches(*x, *y)).collect();
        Outline::Area(Polygon::new(corners).unwrap())
    };
    let line = |points: &[(i32, i32)], width: i32| Outline::Line {
        points: points.iter().map(|(x, y)| Point::inches(*x, *y)).collect(),
        width: Length::thousandths(width),
    };
    let pieces = vec![
        piece(kind("woods"), "Grove", area(&[(2, 2), (9, 2), (8, 7), (2, 6)])),
        piece(kind("hill"), "Knoll", area(&[(18, 14), (26, 14), (28, 20), (19, 21)])),
        piece(kind("good-road"), "Pike", line(&[(0, 10), (14, 11), (30, 9)], 1000)),
        piece(kind("stone-wall"), "", line(&[(12, 5), (20, 6)], 0)),
    ];
    let table = Table::new(Length::inches(30), Length::inches(24), pieces);
    let mut shaken = unit("9th", Nation::Confederate, Arm::Infantry, 5);
    shaken.order = Order::Disordered;
    let mut routed = unit("11th", Nation::Confederate, Arm::Infantry, 4);
    routed.order = Order::Broken;
    let units = vec![
        stand(&book, unit("1st", Nation::Union, Arm::Infantry, 6), Side::First, (15_000, 4_500), 0),
        stand(&book, unit("2nd", Nation::Union, Arm::Guns, 2), Side::First, (22_000, 4_000), 10),
        stand(
            &book,
            unit("3rd", Nation::Union, Arm::Cavalry, 4),
            Side::First,
            (26_000, 6_500),
            320,
        ),
        stand(&book, shaken, Side::Second, (12_000, 15_000), 180),
        stand(&book, routed, Side::Second, (5_000, 18_000), 200),
    ];
    let leaders = vec![
        leader("Able", Side::First, Rank::Army, 18_000, 2_000),
        leader("Baker", Side::Second, Rank::Brigade, 13_000, 18_000),
    ];
    let mut battle = battle(book, table, units, leaders);
    battle.scenario.key_positions.push(KeyPosition {
        name: "The knoll".into(),
        at: Point::inches(23, 17),
        radius: Length::inches(2),
        owner: Some(Side::Second),
        key_of: None,
        points: [0, 0],
    });
    battle
}

/// Forty units in a heap, with leaders between them.
pub fn crowd() -> Battle {
    let book = book("awi", None);
    let mut units = Vec::new();
    let mut leaders = Vec::new();
    for row in 0..8 {
        for column in 0..5 {
            let name = format!("{} Battalion of the Line", row * 5 + column + 1);
            let side = if row < 4 { Side::First } else { Side::Second };
            let nation = if row < 4 { Nation::American } else { Nation::British };
            let at = (12_000 + column * 6_500 + row * 400, 10_000 + row * 2_600);
            let turn = if row < 4 { 0 } else { 180 } + (row * 5 + column) % 3 * 8;
            units.push(stand(&book, unit(&name, nation, Arm::Infantry, 5), side, at, turn));
        }
        let x = 9_000 + row * 400;
        leaders.push(leader(
            &format!("General {row}"),
            Side::First,
            Rank::Division,
            x,
            10_500 + row * 2_600,
        ));
    }
    let table = Table::new(Length::inches(60), Length::inches(44), Vec::new());
    battle(book, table, units, leaders)
}
