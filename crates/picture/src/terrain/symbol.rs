//! Which symbol a kind of terrain is drawn with.

use rulebook::{Cover, Going, Obstacle, TerrainKind, TerrainTrait};

/// A symbol of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Symbol {
    /// A hill, by hachures.
    Hill,
    /// A steep hill: heavier hachures.
    SteepHill,
    /// Grass.
    Field,
    /// Stalks in rows.
    Crops,
    /// Furrows.
    Plowed,
    /// Tufts between level dashes.
    Marsh,
    /// Sprigs.
    Brush,
    /// Thorny domes and prickly pears.
    Chaparral,
    /// The same, close together, with an edge.
    DenseChaparral,
    /// Boulders.
    Rocks,
    /// A hollow, hachures inward.
    Ravine,
    /// Trees in rows.
    Orchard,
    /// A running water, with lines along it.
    Stream,
    /// A water, with lines along its shore.
    Water,
    /// Teeth of rock.
    Cliff,
    /// A double line.
    GoodRoad,
    /// A line and a broken line.
    PoorRoad,
    /// A road between banks.
    SunkenRoad,
    /// A dam with slopes.
    Embankment,
    /// A passage between two slopes.
    Defile,
    /// A bridge with its wings.
    Bridge,
    /// Two dotted lines through the water.
    Ford,
    /// A worm fence.
    Fence,
    /// A row of bushes.
    Hedge,
    /// A row of stones.
    StoneWall,
    /// A thick line with teeth.
    MajorObstacle,
    /// Felled trees.
    Abatis,
    /// A parapet with its ditch.
    Works,
    /// Trees and a scalloped edge.
    Woods,
    /// The same, close together and dark.
    DenseWoods,
    /// Parked wagons.
    Wagons,
    /// Hatched walls.
    Building,
    /// Grey billows, hatched, over all else.
    Smoke,
}

impl Symbol {
    /// The symbol of a kind: by its name, else by what is said of it.
    pub fn of(kind: &TerrainKind) -> Symbol {
        // A park of wagons is ground by its rules, and wagons to the eye.
        if kind.label.contains("wagon") {
            return Symbol::Wagons;
        }
        match &*kind.id {
            "hill" => Symbol::Hill,
            "steep-hill" => Symbol::SteepHill,
            "field" => Symbol::Field,
            "crops" => Symbol::Crops,
            "plowed" => Symbol::Plowed,
            "marsh" => Symbol::Marsh,
            "brush" => Symbol::Brush,
            "chaparral" => Symbol::Chaparral,
            "dense-chaparral" => Symbol::DenseChaparral,
            "rocks" => Symbol::Rocks,
            "ravine" => Symbol::Ravine,
            "orchard" => Symbol::Orchard,
            "stream" => Symbol::Stream,
            "water" => Symbol::Water,
            "cliff" => Symbol::Cliff,
            "good-road" => Symbol::GoodRoad,
            "poor-road" => Symbol::PoorRoad,
            "sunken-road" => Symbol::SunkenRoad,
            "embankment" => Symbol::Embankment,
            "defile" => Symbol::Defile,
            "bridge" => Symbol::Bridge,
            "ford" => Symbol::Ford,
            "fence" => Symbol::Fence,
            "hedge" => Symbol::Hedge,
            "stone-wall" => Symbol::StoneWall,
            "major-obstacle" => Symbol::MajorObstacle,
            "abatis" => Symbol::Abatis,
            "works" => Symbol::Works,
            "woods" => Symbol::Woods,
            "dense-woods" => Symbol::DenseWoods,
            "building" => Symbol::Building,
            "smoke" => Symbol::Smoke,
            _ => Symbol::by_traits(kind),
        }
    }

    /// A kind that only a scenario knows looks like the nearest one that everybody knows.
    fn by_traits(kind: &TerrainKind) -> Symbol {
        let is = |what| kind.traits.contains(what);
        if is(TerrainTrait::Hill) {
            return if kind.going == Going::Open { Symbol::Hill } else { Symbol::SteepHill };
        }
        if is(TerrainTrait::Garrison) {
            return Symbol::Building;
        }
        if is(TerrainTrait::Woods) {
            return if is(TerrainTrait::Dense) { Symbol::DenseWoods } else { Symbol::Woods };
        }
        if is(TerrainTrait::Defile) {
            return Symbol::Defile;
        }
        if is(TerrainTrait::Crossing) {
            return if is(TerrainTrait::Water) { Symbol::Ford } else { Symbol::Bridge };
        }
        if is(TerrainTrait::Water) {
            let deep = kind.going == Going::Impassable;
            return if deep { Symbol::Water } else { Symbol::Stream };
        }
        if is(TerrainTrait::Road) {
            return if is(TerrainTrait::Good) { Symbol::GoodRoad } else { Symbol::PoorRoad };
        }
        if is(TerrainTrait::NoHorse) || is(TerrainTrait::NoGuns) {
            return Symbol::Abatis;
        }
        if is(TerrainTrait::Line) {
            return match (kind.cover, kind.obstacle) {
                (Cover::Fortified, _) => Symbol::Works,
                (_, Obstacle::Major) => Symbol::MajorObstacle,
                (Cover::Full, _) => Symbol::StoneWall,
                (Cover::Partial, _) => Symbol::Embankment,
                _ => Symbol::Fence,
            };
        }
        match (kind.going, kind.cover) {
            (Going::Impassable, _) => Symbol::Cliff,
            (Going::Rough, Cover::Open) => Symbol::Marsh,
            (Going::Rough, _) => Symbol::Ravine,
            (Going::Broken, Cover::Open) => Symbol::Plowed,
            (Going::Broken, _) => Symbol::Brush,
            (Going::Open, Cover::Open) => Symbol::Field,
            (Going::Open, _) => Symbol::Crops,
        }
    }

    /// A line by nature: drawn along its edge where it is given as an area.
    pub(crate) fn is_line(self) -> bool {
        use Symbol::{
            Abatis, Bridge, Defile, Embankment, Fence, Ford, GoodRoad, Hedge, MajorObstacle,
            PoorRoad, StoneWall, SunkenRoad, Works,
        };
        matches!(
            self,
            Abatis
                | Bridge
                | Defile
                | Embankment
                | Fence
                | Ford
                | GoodRoad
                | Hedge
                | MajorObstacle
                | PoorRoad
                | StoneWall
                | SunkenRoad
                | Works
        )
    }

    /// Things that trees and bushes leave room for.
    pub(crate) fn keeps_clear(self) -> bool {
        self.is_line() || matches!(self, Symbol::Stream | Symbol::Water | Symbol::Building)
    }
}
