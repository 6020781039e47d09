//! The format of scenario files as types, for the JSON Schema that editors complete and check with.
//!
//! Nothing is read through them: the reader collects every defect, which serde cannot. A test keeps
//! the two alike, key by key.

#![allow(dead_code, reason = "the types are there for their schema")]

use std::collections::{BTreeMap, BTreeSet};

use engine::Order;
use engine::scenario::Edge;
use engine::table::{Front, Rank};
use rulebook::{
    Arm, Cover, Going, LeaderRating, Morale, Nation, Obstacle, Position, Rulebook, Sky, Trait,
};
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::Value;

use super::format::NEWEST;
use crate::compass::COMPASS;
use crate::rulebooks::{BOOKS, Choices};

/// The JSON Schema of scenario files.
pub fn schema() -> Schema {
    let mut schema = schemars::schema_for!(Battle);
    schema.insert("title".to_owned(), "A battle of Double Quick".into());
    RecursiveTransform(without_null).transform(&mut schema);
    schema
}

/// What may be missing is null to JSON; TOML has no such thing.
fn without_null(schema: &mut Schema) {
    if let Some(Value::Array(kinds)) = schema.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [only] = &kinds[..] {
            let only = only.clone();
            schema.insert("type".to_owned(), only);
        }
    }
    let Some(Value::Array(choices)) = schema.get_mut("anyOf") else { return };
    choices.retain(|choice| choice["type"] != "null");
    if let [Value::Object(only)] = &choices[..] {
        let only = only.clone();
        schema.remove("anyOf");
        only.into_iter().for_each(|(key, value)| {
            schema.insert(key, value);
        });
    }
}

/// A battle: the ground, two armies, and what they fight for. Places are inches from the south-west
/// corner, [x, y] east and north.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct Battle {
    /// The format of this file.
    #[schemars(schema_with = "format")]
    format: u32,
    /// The battle's name.
    title: String,
    /// The war.
    #[schemars(schema_with = "periods")]
    period: String,
    /// The edition of the rules, where it is not the first of the war.
    edition: Option<Edition>,
    /// The day, in words.
    date: String,
    /// Men to a stand; the war's usual number if missing.
    scale: Option<Men>,
    /// What players should know: what is documented, what is a guess, how the scenario is meant.
    notes: Option<Vec<String>>,
    table: Board,
    clock: Option<Clock>,
    /// The two armies.
    #[schemars(length(min = 2, max = 2))]
    army: Vec<Army>,
    /// Ground that is not open.
    terrain: Option<Vec<Terrain>>,
    /// Those who command.
    leader: Option<Vec<Leader>>,
    /// Troops and guns.
    unit: Option<Vec<Unit>>,
    /// What they fight for.
    key_position: Option<Vec<KeyPosition>>,
    /// Rules of this battle alone.
    special: Option<Vec<Special>>,
}

/// A rule of this battle alone.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct Special {
    /// What players call it.
    name: String,
    /// What it does.
    #[schemars(schema_with = "special_rules")]
    rule: String,
    /// Its first turn; 1 if missing.
    from: Option<u16>,
    /// Its last turn; the last of the battle if missing.
    until: Option<u16>,
    /// The army that it is about.
    army: Option<String>,
    /// The leader whose units it is about.
    command: Option<String>,
    /// The units that it is about.
    units: Option<Vec<String>>,
    /// `holds`: unless an enemy is so near.
    unless_within: Option<Inches>,
    around: Option<Circle>,
    between: Option<Rectangle>,
    /// `no-charge`: unless this leader is with the unit.
    unless_with: Option<String>,
    /// `scarce-ammunition`: low on ammunition with this die or a higher one.
    die: Option<u8>,
    /// `hidden`, `smoke`: how far one sees.
    inches: Option<Inches>,
    /// `leader-leaves`: who.
    leader: Option<String>,
    /// `wins`: what the army must hold when a turn ends.
    positions: Option<Vec<String>>,
    /// `gun-points`: the points for each gun taken.
    points: Option<u16>,
    /// `volleys`: after so many a unit may go home.
    times: Option<u8>,
    /// `grass-fire`: how wide the smoke is.
    wide: Option<Inches>,
    /// `grass-fire`: how deep.
    deep: Option<Inches>,
    /// `grass-fire`: how far it drifts in a turn.
    drifts: Option<Inches>,
    /// `grass-fire`: where to.
    heading: Option<Heading>,
    /// `grass-fire`: how many turns it lasts.
    lasts: Option<u16>,
}

fn special_rules(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "enum": super::special::RULES })
}

/// Inches.
#[derive(JsonSchema)]
struct Inches(#[schemars(range(min = 0))] f64);

/// A place: inches from the west edge and from the south edge.
#[derive(JsonSchema)]
struct Place(#[schemars(length(min = 2, max = 2))] Vec<Inches>);

/// An edition of the rules.
#[derive(JsonSchema)]
struct Edition(#[schemars(schema_with = "editions")] String);

/// Men to a stand.
#[derive(JsonSchema)]
struct Men(#[schemars(schema_with = "scales")] u16);

/// A line of the rating lists, of any war.
#[derive(JsonSchema)]
struct ArmyRow(#[schemars(schema_with = "army_rows")] String);

/// Experience, in the words of any war.
#[derive(JsonSchema)]
struct Rating(#[schemars(schema_with = "experiences")] String);

/// The code of a weapon or a gun, of any war.
#[derive(JsonSchema)]
struct Weapon(#[schemars(schema_with = "weapons")] String);

/// A formation.
#[derive(JsonSchema)]
struct Formation(#[schemars(schema_with = "formations")] String);

/// The table, in inches.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct Board {
    /// From west to east, 12 to 480.
    width: Inches,
    /// From south to north, 12 to 480.
    height: Inches,
}

/// When it is fought; eight turns of a clear day if missing.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct Clock {
    /// How many turns the battle has.
    #[schemars(range(min = 1, max = 60))]
    turns: u16,
    /// The army that moves first in each turn; the first of the file if missing.
    first: Option<String>,
    /// The time of the first turn, as in "14:30"; noon if missing.
    #[schemars(regex(pattern = r"^([01][0-9]|2[0-3]):[0-5][0-9]$"))]
    begins: Option<String>,
    /// Minutes of a turn; 15 if missing.
    #[schemars(range(min = 5, max = 60))]
    minutes: Option<u16>,
    /// The first turn of full day.
    #[schemars(range(min = 1, max = 60))]
    sunrise: Option<u16>,
    /// Turns of twilight before it; all that the rules have if missing.
    morning_turns: Option<u16>,
    /// The last turn of full day.
    #[schemars(range(min = 0, max = 60))]
    sunset_after: Option<u16>,
    /// Turns of twilight after it; all that the rules have if missing.
    evening_turns: Option<u16>,
    /// The sky at night.
    sky: Option<Sky>,
    fog: Option<Fog>,
}

/// Fog in the first turns.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct Fog {
    /// How far one sees.
    inches: Inches,
    /// Its first turn; 1 if missing.
    from: Option<u16>,
    /// The last turn of it.
    until: u16,
}

/// An army.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct Army {
    /// Its name, by which the rest of the file knows it.
    name: String,
    /// The nation whose colours and tables it has.
    nation: Nation,
    /// The friendly edge: where its broken troops run to.
    edge: Edge,
    /// Lost stands that are heavy casualties; a quarter of its stands if missing.
    #[schemars(range(min = 1))]
    heavy_casualties: Option<u16>,
    /// Lost stands that are greater losses; more than the enemy's if missing.
    #[schemars(range(min = 1))]
    greater_losses: Option<u16>,
}

/// A piece of terrain: a kind, and one of the shapes.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct Terrain {
    /// Its name on the map.
    name: Option<String>,
    /// What it is.
    #[schemars(schema_with = "kinds")]
    kind: String,
    /// Its corners.
    #[schemars(length(min = 3))]
    polygon: Option<Vec<Place>>,
    ellipse: Option<Ellipse>,
    circle: Option<Circle>,
    rectangle: Option<Rectangle>,
    /// Its bends, from one end to the other.
    #[schemars(length(min = 2))]
    line: Option<Vec<Place>>,
    /// The width of a line; 1 for ways and streams, 0 for fences and walls if missing.
    width: Option<Inches>,
    /// The level an area rises to; 1 for hills if missing.
    level: Option<u8>,
    /// The corners of the top, where a rise is not level.
    crest: Option<Vec<Place>>,
    /// The side from which a line protects, seen along it; both if missing.
    front: Option<Front>,
    /// Another word for its kind.
    label: Option<String>,
    /// How it slows a move, if not as usual.
    ground: Option<Going>,
    /// The cover it gives, if not as usual.
    cover: Option<Cover>,
    /// The cover deep inside of it, if not as usual.
    deep_cover: Option<Cover>,
    /// How far one sees into it, if not as usual.
    sight: Option<Inches>,
    /// What it is worth to who defends it, if not as usual.
    position: Option<Position>,
    /// What it takes to cross it, if not as usual.
    obstacle: Option<Obstacle>,
    /// Who cannot enter it.
    bars: Option<Vec<Barred>>,
}

/// Whom a piece of ground keeps out.
#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case")]
enum Barred {
    /// Mounted troops.
    Horse,
    /// Guns.
    Guns,
}

/// A round or oval area.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct Ellipse {
    /// Its middle.
    at: Place,
    /// Half of its width east to west, and half of its height north to south.
    #[schemars(length(min = 2, max = 2))]
    radii: Vec<Inches>,
}

/// A round area.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct Circle {
    /// Its middle.
    at: Place,
    /// From there to its rim.
    radius: Inches,
}

/// An area with four corners, along the edges of the table.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct Rectangle {
    /// One corner.
    from: Place,
    /// The opposite one.
    to: Place,
}

/// A leader: `at` a place, `attached` to a unit, or one who `arrives`.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct Leader {
    /// His army, by its name.
    army: String,
    /// His name, by which units and leaders know him.
    name: String,
    /// What he commands.
    rank: Rank,
    /// How well; able if missing.
    rating: Option<LeaderRating>,
    /// Where he is.
    at: Option<Place>,
    /// The unit he rides with.
    attached: Option<String>,
    arrives: Option<Arrives>,
    /// The leader above him.
    superior: Option<String>,
    successor: Option<Successor>,
    /// He commands guns only, and they may mass their fire.
    artillery: Option<bool>,
    /// Guns in his reach may mass their fire.
    masses_guns: Option<bool>,
}

/// Who takes a leader's place when he is lost.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct Successor {
    /// His name.
    name: String,
    /// How well he commands.
    rating: LeaderRating,
}

/// When and where somebody comes on the table.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct Arrives {
    /// The turn, from 1.
    #[schemars(range(min = 1))]
    turn: u8,
    /// The edge; missing if `at` is on one edge only.
    edge: Option<Edge>,
    /// The place on the edge; anywhere on it if missing.
    at: Option<Place>,
    /// The least die with which a unit comes, rolled each turn from that on; without it, it just comes.
    #[schemars(range(min = 2, max = 10))]
    die: Option<u8>,
}

/// A unit: what it is, and where and how it stands.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct Unit {
    /// Its army, by its name.
    army: String,
    /// The leader who commands it.
    command: Option<String>,
    /// Its name.
    name: String,
    /// The line of the rating lists that it takes arm, ratings and weapon from.
    army_row: Option<ArmyRow>,
    /// Its nation, if not the army's.
    nation: Option<Nation>,
    /// What it fights as; infantry if missing.
    arm: Option<Arm>,
    /// Stands at full strength; for guns, stands left.
    #[schemars(range(min = 1, max = 25))]
    stands: u8,
    /// How many of them are gone already.
    lost: Option<u8>,
    /// Experience.
    experience: Option<Rating>,
    /// Morale class; guns have none.
    morale: Option<Morale>,
    /// The code of its weapon; the usual one of its nation and arm if missing.
    weapon: Option<Weapon>,
    /// What else is to be said of it.
    traits: Option<Vec<Trait>>,
    /// Horse in the saddle; true if missing.
    mounted: Option<bool>,
    /// Its order; good if missing.
    order: Option<Order>,
    /// Guns on their limbers.
    limbered: Option<bool>,
    /// Guns that cannot move.
    fixed: Option<bool>,
    /// Guns low on ammunition.
    low_on_ammunition: Option<bool>,
    /// Its formation; a line for troops and a battery for guns if missing.
    formation: Option<Formation>,
    refused: Option<Flanks>,
    /// Ranks of an open order; 1 if missing.
    ranks: Option<u8>,
    /// The gap between stands of an open order or guns of a battery.
    gap: Option<Inches>,
    /// Every gap of an extended line.
    gaps: Option<Vec<Inches>>,
    /// Where a march column bends, from its head back.
    trail: Option<Vec<Place>>,
    /// The building that a garrison holds.
    of: Option<String>,
    /// The middle of its front.
    at: Option<Place>,
    /// Where it looks: a point of the compass, or degrees clockwise from north.
    facing: Option<Heading>,
    arrives: Option<Arrives>,
    skirmishers: Option<Skirmishers>,
    /// Where the horses of mounted infantry on foot are tethered; behind it if missing.
    tethered: Option<Place>,
}

/// Stands of a regiment that begin the battle as its skirmishers, where the rules in play have them.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Skirmishers {
    /// How many.
    stands: u8,
    /// How far before its front; 2 inches if missing.
    ahead: Option<Inches>,
}

/// Flanks of a line that are bent back.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct Flanks {
    /// The left one.
    left: Option<Flank>,
    /// The right one.
    right: Option<Flank>,
}

/// A flank that is bent back.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct Flank {
    /// How many stands.
    stands: u8,
    /// By how many degrees.
    #[schemars(range(min = 0, max = 360))]
    turn: f64,
}

/// A point of the compass, or degrees clockwise from north.
#[derive(JsonSchema)]
#[schemars(untagged)]
enum Heading {
    Compass(#[schemars(schema_with = "compass")] String),
    Degrees(#[schemars(range(min = 0, max = 360))] f64),
}

/// Ground that armies fight for.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct KeyPosition {
    /// Its name.
    name: String,
    /// Its middle.
    at: Place,
    /// How far it reaches from there.
    radius: Inches,
    /// The army that holds it at the start; nobody if missing.
    owner: Option<String>,
    /// The army whose checks are worse while the enemy holds it.
    key_of: Option<String>,
    /// What it is worth at the end: to either army, or to each by its name.
    points: Option<Points>,
}

#[derive(JsonSchema)]
#[schemars(untagged)]
enum Points {
    /// The same to both.
    Both(#[schemars(range(min = 0, max = 100))] u16),
    /// To each army, by its name.
    Each(BTreeMap<String, u16>),
}

fn one_of(names: impl IntoIterator<Item = impl AsRef<str>>) -> Schema {
    let names: BTreeSet<String> = names.into_iter().map(|name| name.as_ref().to_owned()).collect();
    json_schema!({ "type": "string", "enum": names })
}

/// What every rulebook names, whichever war it is of.
fn in_books<T: Ord>(names: impl Fn(&Rulebook) -> Vec<T>) -> BTreeSet<T> {
    let books = BOOKS
        .iter()
        .filter_map(|book| crate::rulebook(book.period, Some(book.edition), &Choices::new()).ok());
    books.flat_map(|book| names(&book)).collect()
}

fn format(_: &mut SchemaGenerator) -> Schema {
    let known: Vec<usize> = (1..=NEWEST).collect();
    json_schema!({ "type": "integer", "enum": known })
}

fn periods(_: &mut SchemaGenerator) -> Schema {
    one_of(BOOKS.iter().map(|book| book.period))
}

fn editions(_: &mut SchemaGenerator) -> Schema {
    one_of(BOOKS.iter().map(|book| book.edition))
}

fn scales(_: &mut SchemaGenerator) -> Schema {
    let men = in_books(|book| book.scales.iter().map(|scale| scale.men).collect());
    json_schema!({ "type": "integer", "enum": men })
}

fn kinds(_: &mut SchemaGenerator) -> Schema {
    one_of(in_books(|book| book.terrain.iter().map(|kind| kind.id.clone()).collect()))
}

fn weapons(_: &mut SchemaGenerator) -> Schema {
    let codes = in_books(|book| {
        let arms = book.weapons.iter().map(|weapon| weapon.code.clone());
        arms.chain(book.pieces.iter().map(|piece| piece.code.clone())).collect()
    });
    one_of(codes.into_iter().chain(["none".into()]))
}

fn army_rows(_: &mut SchemaGenerator) -> Schema {
    one_of(in_books(|book| book.army.iter().map(|row| row.name.clone()).collect()))
}

fn experiences(_: &mut SchemaGenerator) -> Schema {
    let names = rulebook::Experience::ALL.iter().map(|rating| rating.name());
    one_of(names.chain(["crack", "green"]))
}

fn formations(_: &mut SchemaGenerator) -> Schema {
    one_of(super::shapes::names())
}

fn compass(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "enum": COMPASS })
}
